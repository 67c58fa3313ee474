"""What an answer rests on, as it is stored."""

from __future__ import annotations

from runwright.minds.cited import cited_in, rows_of, write_rows
from runwright.minds.values import Item

ITEMS = (
    Item(id="item_1", source="finance", text="", file="file_1"),
    Item(id="item_2", source="finance", text="", file="file_1"),
    Item(id="item_3", source="documents", text="", file="file_2", page=3),
    Item(id="file_3#1", source="documents", text="", file="file_3", page=3),
    Item(id="run_1", source="documents", text=""),
    Item(id="item_4", source="finance", text="", file="file_1"),
)


def test_each_item_is_read_back_with_its_source_scope_file_and_page() -> None:
    assert list(cited_in(rows_of(ITEMS))) == [
        ("item_1", "finance", "finance:read", "file_1", None),
        ("item_2", "finance", "finance:read", "file_1", None),
        ("item_3", "documents", "documents:read", "file_2", 3),
        ("file_3#1", "files", "files:read", "file_3", 3),
        ("run_1", "runs", "runs:read", "", None),
        ("item_4", "finance", "finance:read", "file_1", None),
    ]


def test_what_was_read_back_is_written_as_it_was() -> None:
    stored = rows_of(ITEMS)
    assert write_rows(cited_in(stored)) == stored


def test_nothing_is_written_as_nothing() -> None:
    assert rows_of(()) == b""


def test_items_of_one_file_cost_little_more_than_their_ids() -> None:
    many = [Item(id=f"item_{n:026}", source="finance", text="", file="file_1") for n in range(100)]
    assert len(rows_of(many)) < 100 * (len(many[0].id) + 4)

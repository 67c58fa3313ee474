"""A `Listing` pages by its sort key: nothing is lost or shown twice, whatever comes and goes."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, select

from db import kit
from runwright.db.database import Database
from runwright.db.paging import Listing, Page

LISTING = Listing(
    select(kit.ITEMS.c.id, kit.ITEMS.c.text).where(
        kit.ITEMS.c.project_id == bindparam("project_id")
    ),
    kit.ITEMS.c.id,
    {"text": kit.ITEMS.c.text == bindparam("text")},
)


def fill(database: Database, *ids: str, project_id: str = "p") -> None:
    def write(tx: Any) -> None:
        for name in ids:
            text = "odd" if int(name[1:]) % 2 else "even"
            kit.add(tx, name, text=text, project_id=project_id)

    database.write_now(write)


def page(database: Database, filters: dict[str, Any] | None = None, **which: Any) -> Any:
    found = database.read_now(
        lambda reader: LISTING.fetch(reader, Page(**which), filters or {}, project_id="p")
    )
    return [row.id for row in found.rows], found.has_more


@pytest.fixture
def nine(database: Database) -> Database:
    fill(database, *(f"i{n}" for n in range(1, 10)))
    fill(database, "i0", "i99", project_id="other")
    return database


PAGES: list[tuple[dict[str, Any], str, bool]] = [
    ({"limit": 3}, "987", True),
    ({"limit": 9}, "987654321", False),
    ({"limit": 10}, "987654321", False),
    ({"limit": 3, "order": "asc"}, "123", True),
    ({"limit": 3, "after": "i7"}, "654", True),
    ({"limit": 3, "after": "i4"}, "321", False),
    ({"limit": 3, "after": "i1"}, "", False),
    ({"limit": 3, "after": "i7", "order": "asc"}, "89", False),
    ({"limit": 3, "before": "i3"}, "654", True),
    ({"limit": 3, "before": "i7"}, "98", False),
    ({"limit": 3, "before": "i6", "order": "asc"}, "345", True),
    ({"limit": 3, "before": "i3", "order": "asc"}, "12", False),
    ({"limit": 9, "after": "i8", "before": "i4"}, "765", False),
    ({"limit": 2, "after": "i8", "before": "i4"}, "76", True),
    ({"limit": 9, "after": "i2", "before": "i6", "order": "asc"}, "345", False),
    ({"limit": 3, "after": "i55"}, "543", True),
]


@pytest.mark.parametrize(("which", "ids", "has_more"), PAGES)
def test_a_page_holds_what_its_cursors_say(
    nine: Database, which: dict[str, Any], ids: str, has_more: bool
) -> None:
    assert page(nine, **which) == ([f"i{n}" for n in ids], has_more)


def test_filters_and_cursors_go_together(nine: Database) -> None:
    assert page(nine, {"text": "even"}, limit=2, after="i8") == (["i6", "i4"], True)
    assert page(nine, {"text": "even"}, limit=2, before="i4", order="asc") == (["i2"], False)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(limit=st.integers(1, 11), order=st.sampled_from(["asc", "desc"]), back=st.booleans())
def test_walking_either_way_shows_every_row_once(
    nine: Database, limit: int, order: Literal["asc", "desc"], back: bool
) -> None:
    seen: list[str] = []
    cursor = ("i0" if order == "desc" else "i99") if back else None
    while True:
        name = {"before" if back else "after": cursor} if cursor else {}
        ids, has_more = page(nine, None, limit=limit, order=order, **name)
        seen = [*ids, *seen] if back else [*seen, *ids]
        if not has_more:
            break
        cursor = ids[0] if back else ids[-1]
    expected = [f"i{n}" for n in range(1, 10)]
    assert seen == (expected if order == "asc" else expected[::-1])


def test_rows_that_come_between_two_pages_shift_nothing(database: Database) -> None:
    fill(database, "i10", "i20", "i30", "i40")
    first, _ = page(database, limit=2)
    fill(database, "i50", "i35")
    second, _ = page(database, limit=2, after=first[-1])
    assert (first, second) == (["i40", "i30"], ["i20", "i10"])


def test_a_cursor_that_names_nothing_any_more_still_works(nine: Database) -> None:
    connection = nine.driver.connect()
    connection.execute("DELETE FROM context_items WHERE id = 'i5'")
    connection.close()
    assert page(nine, limit=2, after="i5") == (["i4", "i3"], True)


def test_ids_sort_by_their_bytes(database: Database) -> None:
    fill(database, "i1", "I2", "z3", "Z4", "i10")
    assert page(database, limit=9, order="asc")[0] == ["I2", "Z4", "i1", "i10", "z3"]

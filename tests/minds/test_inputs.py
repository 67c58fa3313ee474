"""What is kept of a run's reading: references, and a hash that notices every difference."""

from __future__ import annotations

import pytest

from runwright.minds import inputs
from runwright.minds.values import Item

ITEMS = tuple(Item(f"item_{n}", "documents", f"Text {n}.", score=n / 7) for n in range(3))


def test_a_run_that_was_given_nothing_to_read_keeps_nothing() -> None:
    assert inputs.remember([], ()) is None
    assert inputs.recall(None) is None


def test_references_come_back_as_they_were_query_by_query() -> None:
    kept = inputs.recall(inputs.remember([[ITEMS], [(), ITEMS[:1]]], ()))
    assert kept is not None
    whole = tuple((item.id, item.score) for item in ITEMS)
    assert kept.reads == ((whole,), ((), (("item_0", 0.0),)))


def test_no_content_is_kept() -> None:
    assert b"Text" not in (inputs.remember([[ITEMS]], ITEMS) or b"")


def test_a_run_that_read_very_much_keeps_the_hash_alone() -> None:
    many = tuple(Item(f"item_{n}", "finance", "x") for n in range(inputs.MOST_KEPT + 1))
    kept = inputs.recall(inputs.remember([[many]], ()))
    assert kept is not None
    assert kept.reads is None
    assert kept.sha256 == inputs.digest([[many]], ())


@pytest.mark.parametrize(
    "other",
    [
        [[ITEMS[:2]]],
        [[ITEMS[::-1]]],
        [[(*ITEMS[:2], ITEMS[2]._replace(text="Text 3."))]],
        [[(*ITEMS[:2], ITEMS[2]._replace(score=0.3))]],
        [[(*ITEMS[:2], ITEMS[2]._replace(facts="{}"))]],
        [[ITEMS[:2], ITEMS[2:]]],
        [[ITEMS[:2]], [ITEMS[2:]]],
    ],
)
def test_the_hash_notices_every_difference(other: list[list[tuple[Item, ...]]]) -> None:
    assert inputs.digest(other, ()) != inputs.digest([[ITEMS]], ())


def test_what_is_attached_is_not_taken_for_what_was_read() -> None:
    assert inputs.digest([[ITEMS]], ()) != inputs.digest([], ITEMS)

"""`search_events`: the events that fit a text best, of each series one."""

from __future__ import annotations

from typing import Any

from runwright.records.facts import Event
from runwright.tools import search_events
from runwright.tools.base import Item
from tools.document_records import event, over


def noted(n: int, title: str, start: str, note: str, **facts: Any) -> Item[Event]:
    item = event(n, title, start, start, note=note, **facts)
    return item._replace(text=f"{title}, {start}. {note}")


DINNER = noted(1, "Thanksgiving at Julien's", "2026-11-26", "we bring the cranberry sauce")
LESSONS = [
    noted(n, "Swimming", f"2026-{month:02}-05", "bring goggles", series="swim")
    for n, month in enumerate((9, 10, 12), 2)
]


def search(*items: Any, **arguments: Any) -> search_events.Result:
    return search_events.run(search_events.Arguments.model_validate(arguments), over(*items))


def test_the_best_come_first() -> None:
    result = search(DINNER, *LESSONS, text="cranberry sauce or goggles", limit=5)
    assert [row.id for row in result.rows] == ["e1", "e4"]
    assert result.rows[0].note == "we bring the cranberry sauce"


def test_of_a_series_the_next_one_is_listed() -> None:
    result = search(*LESSONS, text="goggles")
    assert [row.id for row in result.rows] == ["e4"]
    assert result.looked_at == 3
    assert [note.count for note in result.notes] == [2]


def test_of_a_series_that_is_over_the_last_one_is_listed() -> None:
    result = search(*LESSONS[:2], text="goggles")
    assert [row.id for row in result.rows] == ["e3"]


def test_an_occurrence_that_says_something_else_stays() -> None:
    moved = noted(9, "Swimming", "2026-10-12", "bring goggles and a towel", series="swim")
    result = search(*LESSONS[:2], moved, text="goggles towel")
    assert {row.id for row in result.rows} == {"e3", "e9"}


def test_nothing_that_fits_gives_nothing() -> None:
    result = search(DINNER, text="dentist")
    assert (result.kept, result.rows, result.items) == (0, (), ())


def test_a_call_reads_as_words() -> None:
    arguments = search_events.Arguments(text="what to bring")
    assert search_events.describe(arguments) == "events about “what to bring”"

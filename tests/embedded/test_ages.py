"""How old somebody will be is worked out from the year of birth in the birthday."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.minds.embedded import ages
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event
from runwright.tools.base import Item
from runwright.tools.memory import RecordList


def birthday(id: str, title: str, start: str, note: str = "") -> Item[Event]:
    return Item(id, "calendar", Event(title=title, start=start, all_day=True, note=note))


EVENTS = (
    birthday("e1", "Dad - birthday", "2025-12-06", "Born 1943"),
    birthday("e2", "Dad - birthday", "2026-12-06", "Born 1943"),
    birthday("e3", "Babcia Halina birthday (b. 1938)", "2027-01-30"),
    birthday("e4", "Ana's birthday", "2027-03-04"),
    birthday("e5", "Dinner with Dad, born in the USA tribute 1984", "2026-12-01"),
)


def asked(text: str, before: str = "", *, is_leaning: bool = False) -> Outcome | None:
    records = RecordList(items=EVENTS, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query(text, "documents", "answer", is_follow_up=is_leaning, before=before)
    return attempt(ages.answer(query, surroundings(records)), records)


def test_the_age_on_the_next_birthday_is_told() -> None:
    found = asked("how old will Dad be on his next birthday")
    assert found is not None
    assert found.text == "83 years old on Sunday 6 December 2026: “Dad - birthday”, born in 1943."
    assert found.answer.items == ("e2",)
    halina = asked("what age is babcia turning")
    assert halina is not None
    assert halina.text.startswith("89 years old on Saturday 30 January 2027")


def test_a_follow_up_is_of_whom_the_question_before_names() -> None:
    found = asked("and what age will he be", "when is Dad's birthday", is_leaning=True)
    assert found is not None
    assert found.text.startswith("83 years old")


@pytest.mark.parametrize(
    "text",
    [
        "how old will Ana be",  # her birthday does not say when she was born
        "how old will the tortoise be",
        "how old will Dad and Babcia be",
        "when is Dad's birthday",
    ],
)
def test_no_age_is_told_that_no_birthday_tells_of_one(text: str) -> None:
    assert asked(text) is None

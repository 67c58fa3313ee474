"""Whose birthday it is."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import person, say
from runwright.minds.embedded.calendar.birthdays import name_of
from runwright.tools.event_rows import EventRow
from tools.calendar_kit import event, records

GIVEN = records(
    event("Sam's birthday party", "2026-11-21 20:00", "23:30", people=(person("Jo Lane"),)),
    event("Nadia's birthday", "2026-11-24"),
    event("Mom's birthday", "2026-12-05"),
    event("Standup", "2026-11-23 09:00", "09:15", people=(person("Marco Reyes"),)),
)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Mom's birthday", "Mom"), ("Birthday: Ben (40)", "Ben"), ("Dad’s 70th Birthday", "Dad"),
        ("Geburtstag Clara", "Clara"), ("Dentist", ""),
    ],
)  # fmt: skip
def test_the_name_stands_in_the_title(title: str, name: str) -> None:
    assert name_of(EventRow(id="item_1", title=title)) == name


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("who | whose birthday is [next week|P]",
         "Nadia: Nadia's birthday, Tuesday 24 November, all day."),
        ("next | whose [birthday|T] is coming up next",
         "Nadia: Nadia's birthday, Tuesday 24 November, all day."),
        ("who | whose birthday is [in December|P]",
         "Mom: Mom's birthday, Saturday 5 December, all day."),
    ],
)  # fmt: skip
def test_a_birthday_is_told_by_its_name(line: str, answer: str) -> None:
    assert say(line, GIVEN).splitlines()[0] == answer


def test_a_party_before_the_birthday_is_said_beside_it() -> None:
    text = say("next | whose [birthday|T] is coming up next", GIVEN)
    assert "Also: Sam's birthday party" in text


def test_days_without_a_birthday_are_said_to_have_none() -> None:
    assert say("who | whose birthday is [tomorrow|P]", GIVEN) == (
        "I found no birthday tomorrow (Tuesday 17 November)."
    )

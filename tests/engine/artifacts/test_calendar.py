"""ICS: what a calendar program reads is the events that were found, each once, as they are."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import icalendar
import pytest

from engine.artifacts.things import EVENTS, PAYMENTS, event, material
from runwright.engine.artifacts.calendar import make
from runwright.engine.artifacts.material import CannotMake
from runwright.engine.types import Item


def read(*items: Item) -> list[Any]:
    made = make(material(*items))
    return list(icalendar.Calendar.from_ical(made.content).walk("VEVENT"))


def test_instants_are_in_utc_and_days_are_whole() -> None:
    fair, dentist = read(*EVENTS)
    assert fair["DTSTART"].dt == date(2026, 11, 16)
    assert fair["DTEND"].dt == date(2026, 11, 18)
    assert dentist["DTSTART"].dt == datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    assert dentist["DTEND"].dt == datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


def test_the_stamp_is_the_runs_moment_and_ids_stay() -> None:
    first, again = read(*EVENTS), read(*EVENTS)
    assert {event["DTSTAMP"].dt for event in first} == {datetime(2026, 11, 15, 10, 30, tzinfo=UTC)}
    assert [str(event["UID"]) for event in first] == [str(event["UID"]) for event in again]
    assert len({str(event["UID"]) for event in first}) == 2


def test_words_come_back_as_they_were() -> None:
    text = "Bring: figures; plans, and a\\slash.\nSecond line. BEGIN:VEVENT"
    (found,) = read(event(1, "2026-11-20T09:00:00.000Z", None, "Fair, Hall 3; Oslo", text))
    assert str(found["SUMMARY"]) == "Fair, Hall 3; Oslo"
    assert str(found["DESCRIPTION"]) == text
    assert "DTEND" not in found


def test_no_text_can_open_a_line_of_its_own() -> None:
    evil = "a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTENDEE:mailto:x@example.org"
    assert len(read(event(1, "2026-11-20", None, evil, evil))) == 1


def test_long_lines_are_folded_without_cutting_a_character() -> None:
    made = make(material(event(1, "2026-11-20", None, "Straße 🚆 " * 40)))
    assert all(len(line) <= 75 for line in made.content.split(b"\r\n"))
    made.content.decode("utf-8")
    (found,) = icalendar.Calendar.from_ical(made.content).walk("VEVENT")
    assert str(found["SUMMARY"]) == ("Straße 🚆 " * 40).strip()


def test_a_day_without_an_end_lasts_that_day() -> None:
    (found,) = read(event(1, "2026-11-20", None, "Holiday"))
    assert found["DTEND"].dt == date(2026, 11, 21)


def test_an_event_without_a_day_is_left_out_and_named() -> None:
    made = make(material(*EVENTS, event(3, None, None, "A note")))
    assert made.told == " with 2 events"
    assert made.note == "1 event without a day could not go in."


def test_payments_are_no_events() -> None:
    with pytest.raises(CannotMake, match="holds events"):
        make(material(*PAYMENTS))


def test_the_same_gives_the_same_bytes() -> None:
    assert make(material(*EVENTS)).content == make(material(*EVENTS)).content

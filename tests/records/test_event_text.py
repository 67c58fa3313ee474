"""Events in words: made from the facts, in the zone that is asked for."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from runwright.records.event_text import agenda_line, event_text, event_title
from runwright.records.facts import Attendee, Event

BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")
NINE, TEN = "2026-11-16T09:00:00.000Z", "2026-11-16T10:00:00.000Z"
GUESTS = tuple(Attendee(name=f"Guest {n}") for n in range(22))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event(title="A", start=NINE, end=TEN), "A, Monday 16 November 2026, 10:00–11:00."),
        (Event(title="A", start=NINE, end=NINE), "A, Monday 16 November 2026, 10:00."),
        (
            Event(title="A", start=NINE, end=TEN, zone="Asia/Tokyo"),
            "A, Monday 16 November 2026, 10:00–11:00 (18:00 Asia/Tokyo).",
        ),
        (
            Event(title="A", start=NINE, end="2026-11-17T01:00:00.000Z"),
            "A, from Monday 16 November 2026, 10:00 to Tuesday 17 November 2026, 02:00.",
        ),
        (
            Event(title="A", start="2026-12-25", end="2026-12-26", all_day=True),
            "A, Friday 25 December 2026, all day.",
        ),
        (
            Event(title="A", start="2026-12-24", end="2026-12-27", all_day=True),
            "A, from Thursday 24 December 2026 to Saturday 26 December 2026.",
        ),
        (
            Event(title="", status="cancelled", start=NINE, end=TEN),
            "Cancelled: (no title), Monday 16 November 2026, 10:00–11:00.",
        ),
        (Event(what="task", title="A", start=TEN), "To do: A, due Monday 16 November 2026, 11:00."),
        (Event(what="task", title="A", status="done"), "Done: To do: A."),
        (
            Event(what="task", title="A", start="2026-11-16", due=False),
            "To do: A, from Monday 16 November 2026.",
        ),
        (Event(what="note", title="A", note="It rained."), "Note: A. It rained."),
        (
            Event(title="A", attendees=GUESTS, more_attendees=3),
            f"A. With {', '.join(f'Guest {n}' for n in range(20))} and 5 others.",
        ),
        (
            Event(title="A", attendees=(Attendee(name="Bo", answer="declined"),)),
            "A. Declined by Bo.",
        ),
        (
            Event(title="A", start=NINE, end=TEN, moved_from="2026-11-15"),
            "A, Monday 16 November 2026, 10:00–11:00. Moved from Sunday 15 November 2026.",
        ),
    ],
)
def test_an_event_reads_as_people_would_say_it(event: Event, text: str) -> None:
    assert event_text(event, BERLIN) == text


def test_times_are_those_of_the_zone_that_is_asked_for() -> None:
    event = Event(title="Call", start="2026-11-16T20:00:00.000Z", end="2026-11-16T21:00:00.000Z")
    assert event_text(event, BERLIN) == "Call, Monday 16 November 2026, 21:00–22:00."
    assert event_text(event, TOKYO) == "Call, Tuesday 17 November 2026, 05:00–06:00."


def test_an_agenda_begins_with_the_time() -> None:
    event = Event(title="Review", start=NINE, end=TEN, place="Hall", status="tentative")
    line = "Monday 16 November 2026, 10:00–11:00: Tentative: Review (Hall)"
    assert agenda_line(event, BERLIN) == line
    trip = Event(title="Trip", start="2026-12-24", end="2026-12-27", all_day=True)
    assert agenda_line(trip, BERLIN).startswith("From Thursday 24 December 2026 to")


def test_a_title_says_what_kind_it_is() -> None:
    assert event_title(Event(what="task", title="Taxes")) == "To do: Taxes"
    assert event_title(Event(title="")) == "(no title)"

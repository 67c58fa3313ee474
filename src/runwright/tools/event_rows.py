"""An event as a row of a result."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from runwright.records.facts import Attendee, Event
from runwright.tools.base import Item, Row, Value

PEOPLE_NAMED = 20
LONGEST_NOTE = 1000

What = Literal["event", "task", "note"]


class Person(Value):
    """Somebody who organises an event or is invited to it."""

    name: str = Field(description="Their name, or their address where no name is known.")
    answer: str = Field(default="none", description="`accepted`, `declined`, `tentative`, `none`.")


class EventRow(Row):
    """One event, task or note."""

    what: What = Field(default="event", description="`event`, `task` or `note`.")
    title: str = Field(description="What it is called.")
    start: str | None = Field(
        default=None, description="An instant in UTC, or a day. A task is due then."
    )
    end: str | None = Field(
        default=None, description="When it is over; for days, the day after the last one."
    )
    all_day: bool = Field(default=False, description="Whether it has days and no hours.")
    status: str = Field(
        default="confirmed", description="`confirmed`, `tentative`, `cancelled` or `done`."
    )
    busy: bool = Field(default=True, description="Whether it keeps one from other things.")
    place: str | None = Field(default=None, description="Where it is.")
    organiser: Person | None = Field(default=None, description="Who organises it.")
    people: tuple[Person, ...] = Field(default=(), description="Who is invited.")
    more_people: int = Field(default=0, description="How many are invited beside those named.")
    recurring: bool = Field(default=False, description="Whether it is one of a series.")
    moved_from: str | None = Field(
        default=None, description="Where its series would have had it, if it was moved."
    )
    calendar: str | None = Field(default=None, description="The calendar it stands in.")
    note: str | None = Field(default=None, description="The beginning of its description.")


def event_row(item: Item[Event]) -> EventRow:
    """The row of an event."""
    event = item.facts
    named = event.attendees[:PEOPLE_NAMED]
    return EventRow(
        id=item.id,
        what=event.what,
        title=event.title,
        start=event.start,
        end=event.end,
        all_day=event.all_day,
        status=event.status,
        busy=event.busy,
        place=event.place,
        organiser=None if event.organiser is None else _person(event.organiser),
        people=tuple(map(_person, named)),
        more_people=event.more_attendees + len(event.attendees) - len(named),
        recurring=event.series is not None,
        moved_from=event.moved_from,
        calendar=event.calendar,
        note=event.note[:LONGEST_NOTE] if event.note else None,
    )


def _person(who: Attendee) -> Person:
    return Person(name=who.name or who.address or "", answer=who.answer)

"""A small calendar, and questions about it as wordings are written down."""

from __future__ import annotations

from typing import Any

from training.schema import parse

from embedded.runner import Outcome, run, surroundings
from runwright.minds.embedded import calendar
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Attendee, Event
from runwright.tools.base import Item
from runwright.tools.memory import RecordList
from tools.calendar_kit import event, records

ME = Attendee(name="Sam Keller", address="sam@example.org", answer="accepted")


def person(name: str, answer: Any = "accepted") -> Attendee:
    return Attendee(name=name, address=f"{name.split()[0].lower()}@example.org", answer=answer)


ANNA, TOM, RAJ = person("Anna Schmidt"), person("Tom Becker"), person("Raj Patel")
STANDUPS = tuple(
    event("Standup", f"2026-11-{day} 09:00", "09:15", people=(ME, ANNA, TOM), organiser=ANNA,
          calendar="Work", series="standup")
    for day in (13, 16, 17, 18, 19, 20)
)  # fmt: skip
EVENTS: tuple[Item[Event], ...] = (
    *STANDUPS,
    event("Dentist", "2026-05-12 15:00", "15:45", place="Dr. Weber", calendar="Private"),
    event("Dentist", "2026-11-26 15:00", "15:45", place="Dr. Weber", calendar="Private"),
    event("Budget review", "2026-11-17 10:00", "11:30", place="Room 4", organiser=ME,
          people=(ME, ANNA, person("Raj Patel", "declined")), calendar="Work"),
    event("Lunch with Clara", "2026-11-18 12:30", "13:30", place="Café Möller"),
    event("Flat viewing Mitte", "2026-11-18 17:30", "18:00", place="Berlin"),
    event("Flat viewing Pankow", "2026-11-25 17:30", "18:30", place="Berlin"),
    event("Yoga", "2026-11-19 18:00", "19:00", place="Studio Nord"),
    event("Parents' evening", "2026-11-19 18:30", "20:00", place="School hall"),
    event("Workshop", "2026-11-24 09:30", "16:30", organiser=TOM, calendar="Work",
          people=(person("Sam Keller", "none"), TOM, person("Raj Patel", "tentative"))),
    event("Offsite Hamburg", "2026-12-02", "2026-12-05", place="Hamburg", organiser=ANNA,
          people=(ME, ANNA), calendar="Work"),
    event("Ben's birthday", "2026-12-11", busy=False),
    event("Retro", "2026-11-20 13:00", "14:00", status="tentative", calendar="Work"),
    event("Vet", "2026-11-23 16:00", "16:30", status="cancelled"),
    event("Car service", "2026-11-27 08:00", "08:30", series="car",
          moved_from="2026-11-20T07:00:00.000Z"),
    event("Ballet", "2026-11-19 16:00", "17:00", calendar="Emma"),
)  # fmt: skip
CALENDAR = records(*EVENTS)
"""Today is Monday 16 November 2026, noon."""


def query(line: str) -> Query:
    """A question in the form of a wording: `next | when is my next [dentist|T]`."""
    (clause,) = parse(f"calendar {line}")
    spans, at = [], 0
    for piece in clause.pieces:
        if piece.code:
            spans.append(Span(piece.code, piece.text, at))
        at += len(piece.text)

    def one(name: str) -> str:
        return next(iter(clause.attributes.get(name, ())), "")

    return Query(
        clause.text,
        "calendar",
        clause.measure,
        group=one("g"),
        order=one("o"),
        flags=clause.attributes.get("f", ()),
        form=one("form"),
        ask=one("ask"),
        state=one("state"),
        role=one("role"),
        has_alternatives=bool(one("alt")),
        spans=tuple(spans),
    )


def outcome(line: str, given: RecordList = CALENDAR) -> Outcome:
    """What comes of a question; never more calls than were planned."""
    asked = query(line)
    result = run(calendar.answer(asked, surroundings(given)), given)
    planned = calendar.plan(asked)
    assert [call.tool for call in result.calls] == list(planned.tools)[: len(result.calls)]
    return result


def say(line: str, given: RecordList = CALENDAR) -> str:
    """The text of the answer."""
    return outcome(line, given).text

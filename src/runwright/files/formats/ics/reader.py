"""iCalendar: what happens when, as events of the context graph and as an agenda to read.

One event for each occurrence, from the beginning of its series to its end, or to two years after
the upload when it goes on. Times are worded in the project's zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from runwright.files.formats.ics.components import BROKEN, Component, components
from runwright.files.formats.ics.entries import Entry, moment, read_entry
from runwright.files.formats.ics.events import (
    Limits,
    Said,
    at_no_time,
    at_occurrence,
    read_common,
    words,
)
from runwright.files.formats.ics.recurrence import (
    Expansion,
    Occurrence,
    Window,
    expand,
    overlapping,
)
from runwright.files.formats.types import Draft, Page, Part, Reading, Unreadable
from runwright.records.event_text import agenda_line, event_text, event_title
from runwright.records.facts import Event

HORIZON = timedelta(days=731)
"""Series that go on are written down for so long after the upload, or after the last start."""
FAR = timedelta(days=3653)
"""Later starts do not move the horizon; series that end by then are written down whole."""
_LONGEST_NOTES = 5_000_000
_MOST_RULES_NAMED = 20


class _Contents(NamedTuple):
    """The entries of a file, sorted by what they need."""

    entries: list[Entry]
    notes: list[Component]
    """What stands at no time, or only on a day: journal entries, to-dos for some day."""
    unreadable: int


def occurrences(text: str, start: datetime, end: datetime, zone: ZoneInfo) -> list[Occurrence]:
    """What a calendar says happens from `start` until `end`, in order."""
    expansion = expand(_contents(text).entries, Window(end, end, zone))
    return overlapping(expansion.occurrences, start, end)


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The agenda, then each event."""
    contents = _contents(text)
    window = _window(contents.entries, reading)
    expansion = expand(contents.entries, window)
    if not expansion.occurrences and not contents.notes:
        raise Unreadable(
            "The calendar has no entry with a readable date. Export it again as iCalendar."
        )
    drafts = list(_drafts(expansion.occurrences, contents.notes, reading))
    agenda = [agenda_line(facts, reading.zone) for _, facts in drafts]
    described = [one.component for one in expansion.occurrences]
    described += [note.parsed for note in contents.notes]
    remarks = _remarks(contents, expansion, window)
    yield Page(1, "\n".join([*agenda, *_descriptions(described), *remarks]))
    for said, facts in drafts:
        yield _draft(said, facts, reading.zone)


def _contents(text: str) -> _Contents:
    found = components(text)
    entries: list[Entry] = []
    notes: list[Component] = []
    unreadable = found.unreadable
    for component in found.read:
        try:
            if component.parsed.name == "VJOURNAL":
                raise ValueError("a note has no time of its own")
            entries.append(read_entry(component))
        except BROKEN:
            if _is_note(component.parsed):
                notes.append(component)
            else:
                unreadable += 1
    return _Contents(entries, notes, unreadable)


def _is_note(component: Any) -> bool:
    is_kind = component.name in ("VJOURNAL", "VTODO")
    return is_kind and bool(words(component, "SUMMARY") or words(component, "DESCRIPTION"))


def _window(entries: Sequence[Entry], reading: Reading) -> Window:
    far = reading.now + FAR
    starts = (moment(entry.start, reading.zone) for entry in entries)
    last = max((start for start in starts if start <= far), default=reading.now)
    horizon = max(last, reading.now) + HORIZON
    return Window(horizon, max(horizon, far), reading.zone)


def _drafts(
    happening: Sequence[Occurrence], notes: Sequence[Component], reading: Reading
) -> Iterator[tuple[Said, Event]]:
    filename = reading.filename
    limits = Limits.among(len(happening) + len(notes))
    said: dict[int, Said] = {}
    for one in happening:
        key = id(one.component)
        if key not in said:
            said[key] = read_common(one.component, one.calendar.in_file(filename), limits)
        yield said[key], at_occurrence(said[key].facts, one)
    for note in notes:
        common = read_common(note.parsed, note.calendar.in_file(filename), limits)
        yield common, at_no_time(common.facts, note, reading.zone)


def _draft(said: Said, facts: Event, zone: ZoneInfo) -> Draft:
    return Draft(
        "calendar",
        facts,
        event_text(facts, zone),
        event_title(facts),
        mentions=said.mentions,
    )


def _descriptions(described: Sequence[Any]) -> Iterator[str]:
    """What the entries say at length, once for all occurrences."""
    room = _LONGEST_NOTES
    for component in {id(one): one for one in described}.values():
        note = words(component, "DESCRIPTION")
        if note and len(note) <= room:
            yield from ("", f"{_title(component)}: {note}")
            room -= len(note)


def _remarks(contents: _Contents, expansion: Expansion, window: Window) -> Iterator[str]:
    """What a person must know about what is not here."""
    if any(one.is_endless for one in expansion.occurrences):
        day = window.horizon.astimezone(window.zone)
        yield from ("", f"Series that go on are listed until {day.day} {day:%B} {day.year}.")
    if lost := contents.unreadable + expansion.unreadable:
        entries = "1 entry has" if lost == 1 else f"{lost:,} entries have"
        yield from ("", f"{entries} no readable date, and cannot be listed.")
    for component in expansion.broken_rules[:_MOST_RULES_NAMED]:
        yield from (
            "",
            f"{_title(component)}: its rule cannot be read; only its first date is listed.",
        )


def _title(component: Any) -> str:
    return event_title(Event(title=" ".join(words(component, "SUMMARY").split())[:300]))

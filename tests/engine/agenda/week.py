"""A small calendar, and a way to ask it: Berlin, on Sunday, 15 November 2026, 11:30."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.engine.actions import perform
from runwright.engine.plan import plan
from runwright.engine.types import Finding, Item, Moment, Work

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)


def event(id: str, title: str, at: str, until: str | None, details: str = "") -> Item:
    """An event as the reader of calendars writes it."""
    text = f"{title}, on some day.{' ' if details else ''}{details}"
    return Item(id=id, source="calendar", text=text, at=at, until=until, kind="event", title=title)


def timed(id: str, title: str, day: str, start: str, end: str, details: str = "") -> Item:
    """An event of one day, with its hours in UTC."""
    return event(id, title, f"{day}T{start}:00.000Z", f"{day}T{end}:00.000Z", details)


TEAM = "With Ana Silva, Kofi Mensah."
ITEMS = (
    timed("standup_16", "Daily stand-up", "2026-11-16", "08:00", "08:15", TEAM),
    timed("standup_17", "Daily stand-up", "2026-11-17", "08:00", "08:15", TEAM),
    timed("standup_18", "Daily stand-up", "2026-11-18", "08:00", "08:15", TEAM),
    timed(
        "budget",
        "Budget review",
        "2026-11-16",
        "13:00",
        "14:30",
        "Place: Room 4. Organised by Maria Lopez. With Ana Silva, Ben Okafor. Bring Q3 figures.",
    ),
    timed("design", "Design sync", "2026-11-16", "14:00", "15:00", "With Kofi Mensah."),
    timed("gym", "Gym", "2026-11-17", "06:00", "07:00"),
    timed("dinner", "Dinner with Kofi", "2026-11-17", "18:00", "20:00"),
    event("birthday", "Mum's birthday", "2026-11-18", "2026-11-19"),
    Item(
        id="retro",
        source="calendar",
        text="Cancelled: Retrospective, Thursday 19 November 2026, 10:00–11:00. With Kofi Mensah.",
        at="2026-11-19T09:00:00.000Z",
        until="2026-11-19T10:00:00.000Z",
        kind="event",
        title="Retrospective",
    ),
    timed(
        "dentist",
        "Dentist appointment",
        "2026-11-20",
        "09:30",
        "10:15",
        "Place: Dr. Weber, Main St. 5.",
    ),
    timed("lunch", "Lunch with Ingrid", "2026-11-20", "11:00", "12:00", "Place: Café Linde."),
    timed("bank", "Call with the bank", "2026-11-20", "13:00", "13:30"),
    event("party", "Release party", "2026-11-20T21:00:00.000Z", "2026-11-21T01:00:00.000Z"),
    event(
        "offsite",
        "Team offsite",
        "2026-12-02",
        "2026-12-05",
        "Place: Potsdam. With Ana Silva, Ben Okafor, Kofi Mensah.",
    ),
    event("vacation", "Vacation", "2026-12-21", "2027-01-02"),
    event("tax", "To do: Send the tax papers", "2026-11-17T11:00:00.000Z", None),
    timed("lunch_before", "Lunch with Ingrid", "2026-10-09", "10:00", "11:00"),
    timed("kickoff", "Kick-off", "2026-03-04", "09:00", "11:00", "With Ben Okafor."),
)


def ask(
    prompt: str,
    items: Sequence[Item] = ITEMS,
    *,
    zone: str = "Europe/Berlin",
    now: datetime = NOW,
    sources: Sequence[str] = ("calendar",),
) -> Finding:
    """What the last step of a prompt finds in a calendar."""
    moment = Moment(now=now, zone=ZoneInfo(zone))
    findings: tuple[Finding, ...] = ()
    for step in plan(prompt, moment, sources).steps:
        findings += (perform(step, Work(moment=moment, items=tuple(items), earlier=findings)),)
    return findings[-1]

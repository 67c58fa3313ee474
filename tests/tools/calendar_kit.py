"""Events for tests: as a person would write them down, on the clocks of a zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from runwright.records.facts import Attendee, Event
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

BERLIN = ZoneInfo("Europe/Berlin")
TODAY = date(2026, 11, 16)
_ids = iter(range(10**9))


def instant(local: str, zone: ZoneInfo = BERLIN) -> str:
    """`2026-11-16 09:00` on the clocks of a zone, as records keep it."""
    return stamp(datetime.fromisoformat(local).replace(tzinfo=zone))


def stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"


def event(
    title: str,
    start: str | None,
    end: str | None = None,
    *,
    zone: ZoneInfo = BERLIN,
    people: tuple[str | Attendee, ...] = (),
    file: str = "file_1",
    id: str = "",
    **facts: Any,
) -> Item[Event]:
    """An event from local times; times of ten characters are days, and an end of five is the
    clock's on the same day."""
    if start is not None and end is not None and len(end) == 5:
        end = f"{start[:10]} {end}"
    attendees = tuple(Attendee(name=who) if isinstance(who, str) else who for who in people)
    return Item(
        id or f"item_{next(_ids)}",
        "calendar",
        Event(
            title=title,
            start=_moment(start, zone),
            end=_moment(end, zone),
            all_day=start is not None and len(start) == 10,
            attendees=attendees,
            **facts,
        ),
        file=file,
    )


def _moment(local: str | None, zone: ZoneInfo) -> str | None:
    return local if local is None or len(local) == 10 else instant(local, zone)


def records(*items: Item[Event], zone: ZoneInfo = BERLIN) -> RecordList:
    return RecordList(items=items, today=TODAY, zone=zone)


# Generated --------------------------------------------------------------------------------------

ZONES = st.sampled_from(
    [BERLIN, ZoneInfo("America/Sao_Paulo"), ZoneInfo("America/Havana"), ZoneInfo("Asia/Beirut"),
     ZoneInfo("Australia/Lord_Howe"), ZoneInfo("UTC")]
)  # fmt: skip
"""Clocks that change by night, at midnight, and by half an hour."""
FIRST_DAYS = st.sampled_from(
    [date(2026, 3, 28), date(2026, 10, 24), date(2018, 2, 16), date(2018, 11, 3),
     date(2026, 3, 7), date(2026, 10, 31), date(2026, 4, 3), date(2026, 6, 10)]
)  # fmt: skip
"""Beginnings of five days in some of which clocks change."""
DAYS = 5


@st.composite
def generated(draw: st.DrawFn, first: date, zone: ZoneInfo) -> Item[Event]:
    """An event in or around five days: also empty, over midnight, of whole days."""
    facts: dict[str, Any] = {
        "status": draw(st.sampled_from(["confirmed"] * 4 + ["tentative", "cancelled"])),
        "busy": draw(st.sampled_from([True, True, False])),
    }
    title = draw(st.sampled_from(["Review", "Lunch", "Team review"]))
    if draw(st.integers(0, 4)) == 0:
        start = first + timedelta(days=draw(st.integers(-1, DAYS)))
        end = start + timedelta(days=draw(st.integers(1, 3)))
        return event(title, start.isoformat(), end.isoformat(), **facts)
    begin = datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC)
    start_at = begin + STEP * draw(st.integers(-40, DAYS * 96))
    end_at = start_at + STEP * draw(st.sampled_from([0, 2, 3, 4, 6, 27, 130]))
    made = event(title, None, **facts)
    placed = made.facts.model_copy(update={"start": stamp(start_at), "end": stamp(end_at)})
    return made._replace(facts=placed)


@st.composite
def agendas(draw: st.DrawFn) -> tuple[RecordList, date]:
    """Some such events, and the first of the five days."""
    zone, first = draw(ZONES), draw(FIRST_DAYS)
    items = draw(st.lists(generated(first, zone), max_size=8))
    return records(*items, zone=zone), first


CLOCKS = st.integers(0, 47).map(lambda half: f"{half // 2:02}:{half % 2 * 30:02}")


# Step by step -----------------------------------------------------------------------------------

STEP = timedelta(minutes=15)
"""All that is generated begins and ends on such a step, so what holds for steps holds exactly."""


@cache
def steps_of(first: date, after: date, zone: ZoneInfo) -> tuple[tuple[str, datetime], ...]:
    """Every step whose local date is one of some days: in UTC, and what clocks show."""
    at = datetime(first.year, first.month, first.day, tzinfo=UTC) - timedelta(days=1)
    end = datetime(after.year, after.month, after.day, tzinfo=UTC) + timedelta(days=1)
    found = []
    while at < end:
        local = at.astimezone(zone)
        if first <= local.date() < after:
            found.append((stamp(at), local))
        at += STEP
    return tuple(found)


def is_in(step: tuple[str, datetime], item: Item[Event]) -> bool:
    """Whether an event goes on in a step."""
    start, end = item.facts.start or "", item.facts.end or ""
    at = step[0] if len(start) > 10 else step[1].date().isoformat()
    return start <= at < end

"""Components with their times read: when each begins and ends, repeats, and what it replaces.

What makes no sense is repaired as calendar programs do: an end before its start is swapped with
it, a length that cannot be read is none, a day among times is that day's midnight.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar

from runwright.files.formats.ics.components import BROKEN, Calendar, Component

Time = date | datetime
"""A day, or an instant; one without a zone floats, and is in the project's zone."""
_DAY = timedelta(days=1)
_LONGEST = timedelta(days=36_600)
"""What lasts longer than a century has no length that anybody meant."""
_RECURRING = ("RRULE", "RDATE", "EXDATE")
_YEARS = range(1000, 9000)
"""Others are programs' words for never, and do not fit into every zone."""


class Addition(NamedTuple):
    """A further date of a series (`RDATE`)."""

    start: Time
    length: timedelta | None
    """When it is another one than that of the series."""


class Entry(NamedTuple):
    """One event or to-do: a single one, a series, or a change of one occurrence."""

    component: Any
    """What it says: an `icalendar` component."""
    calendar: Calendar
    start: Time
    end: Time
    """Exclusive, of the same form as `start`; a to-do is due then."""
    sequence: int
    recurrence_id: Time | None
    """Which occurrence of its series it replaces."""
    is_for_future: bool
    """Whether it replaces those that follow, too: `RANGE=THISANDFUTURE`."""
    rules: tuple[str, ...]
    excluded_rules: tuple[str, ...]
    additions: tuple[Addition, ...]
    exclusions: tuple[Time, ...]

    @property
    def uid(self) -> str:
        """The id that it shares with the rest of its series; empty when it has none."""
        return str(self.component.get("UID", "")).strip()

    @property
    def has_recurrence(self) -> bool:
        """Whether it says itself how it repeats."""
        return any(name in self.component for name in _RECURRING)


def read_entry(source: Component) -> Entry:
    """The times of an event or a to-do; ValueError and its kin when it has none."""
    component, zone = source.parsed, source.calendar.zone
    start, end = _span(component, zone)
    identity = component.get("RECURRENCE-ID")
    scope = str(identity.params.get("RANGE", "")).upper() if identity is not None else ""
    return Entry(
        component,
        source.calendar,
        start,
        end,
        sequence=int(component.get("SEQUENCE", -1)),
        recurrence_id=None if identity is None else _time(identity.dt, zone),
        is_for_future=scope == "THISANDFUTURE",
        rules=tuple(_rules(component, "RRULE")),
        excluded_rules=tuple(_rules(component, "EXRULE")),
        additions=tuple(_additions(component, zone)),
        exclusions=tuple(_exclusions(component, zone)),
    )


def moment(when: Time, zone: tzinfo) -> datetime:
    """An instant, or the beginning of a day, to compare by."""
    if isinstance(when, datetime):
        return when if when.tzinfo is not None else when.replace(tzinfo=zone)
    return datetime(when.year, when.month, when.day, tzinfo=zone)


def wall(when: Time, zone: tzinfo | None = None) -> datetime:
    """The time that a clock shows, in a zone or where it was entered."""
    if not isinstance(when, datetime):
        return datetime.combine(when, time())
    if zone is not None and when.tzinfo is not None:
        when = when.astimezone(zone)
    return when.replace(tzinfo=None)


def is_utc(zone: tzinfo | None) -> bool:
    """Whether a zone is UTC by one of its names."""
    return zone is UTC or getattr(zone, "key", None) in ("UTC", "Etc/UTC", "Etc/UCT", "Zulu")


def _span(component: Any, zone: ZoneInfo | None) -> tuple[Time, Time]:
    start_property, end_property = component.get("DTSTART"), component.get("DTEND")
    if component.name == "VTODO":
        end_property = component.get("DUE")
        start_property = start_property if start_property is not None else end_property
    if start_property is None:
        raise ValueError("an entry without a time")
    start = _time(start_property.dt, zone)
    start, end = _of_one_form(start, _end(component, end_property, start, zone))
    if _is_whole_days(component, start, end):
        start, end = wall(start).date(), wall(end).date()
    if abs(moment(end, UTC) - moment(start, UTC)) > _LONGEST:
        end = start
    if start == end and not isinstance(start, datetime) and component.name != "VTODO":
        # Some programs write a day's end as the day itself, though an end is exclusive.
        return start, start + _DAY
    if moment(end, UTC) >= moment(start, UTC):
        return start, end
    return (end, end) if component.name == "VTODO" else (end, start)


def _end(component: Any, end: Any, start: Time, zone: ZoneInfo | None) -> Time:
    is_day = not isinstance(start, datetime)
    try:
        if end is not None:
            return _time(end.dt, zone)
        length: timedelta = component["DURATION"].dt
        return (wall(start) if is_day and length % _DAY else start) + length
    except BROKEN:
        return start + _DAY if is_day and component.name != "VTODO" else start


def _of_one_form(start: Time, end: Time) -> tuple[Time, Time]:
    """Both as days, or both as times."""
    if isinstance(start, datetime) and isinstance(end, datetime):
        zone = start.tzinfo or end.tzinfo
        return start.replace(tzinfo=start.tzinfo or zone), end.replace(tzinfo=end.tzinfo or zone)
    if isinstance(end, datetime):
        if wall(end).time() == time():
            return start, wall(end).date()
        return moment(start, end.tzinfo) if end.tzinfo is not None else wall(start), end
    if isinstance(start, datetime):
        return start, wall(end).replace(tzinfo=start.tzinfo)
    return start, end


def _is_whole_days(component: Any, start: Time, end: Time) -> bool:
    """Whether Outlook means days though it writes times."""
    if str(component.get("X-MICROSOFT-CDO-ALLDAYEVENT", "")).strip().upper() != "TRUE":
        return False
    return all(isinstance(one, datetime) and wall(one).time() == time() for one in (start, end))


def _time(value: Any, zone: ZoneInfo | None) -> Time:
    """A day or a time, in the calendar's zone where it has none of its own but UTC."""
    if not isinstance(value, date) or value.year not in _YEARS:
        raise ValueError("neither a day nor a time")
    if not isinstance(value, datetime) or zone is None:
        return value
    if value.tzinfo is None:
        return value.replace(tzinfo=zone)
    return value.astimezone(zone) if is_utc(value.tzinfo) else value


def _values(component: Any, name: str) -> list[Any]:
    value = component.get(name, [])
    return value if isinstance(value, list) else [value]


def _rules(component: Any, name: str) -> Iterator[str]:
    """As text, also those that the library could not read: that is said where they are followed."""
    for rule in _values(component, name):
        yield str(rule) if isinstance(rule, icalendar.prop.vBroken) else rule.to_ical().decode()


def _dates(component: Any, name: str) -> Iterator[Any]:
    for dates in _values(component, name):
        if not isinstance(dates, icalendar.prop.vBroken):
            yield from (one.dt for one in dates.dts)


def _exclusions(component: Any, zone: ZoneInfo | None) -> Iterator[Time]:
    for one in _dates(component, "EXDATE"):
        if isinstance(one, date) and one.year in _YEARS:
            yield _time(one, zone)


def _additions(component: Any, zone: ZoneInfo | None) -> Iterator[Addition]:
    for one in _dates(component, "RDATE"):
        start, end = one if isinstance(one, tuple) else (one, None)
        if not isinstance(start, date) or start.year not in _YEARS:
            continue
        length = end - start if isinstance(end, date) else end
        yield Addition(_time(start, zone), length)

"""UTC now, timestamps as text, days of a time zone, and where time zones come from.

A timestamp is ISO 8601 with milliseconds and ends in Z. The text form sorts as time does, so it
is what the database stores.
"""

from __future__ import annotations

import os
import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

_LOCALTIME = Path("/etc/localtime")
_DAY = timedelta(days=1)


def use_pinned_zones() -> None:
    """Take time zones from the pinned `tzdata` package alone, so that machines agree."""
    zoneinfo.reset_tzpath(to=())


def machine_zone() -> str:
    """The time zone that this machine is set to, if it has a name; UTC otherwise."""
    link = _LOCALTIME.resolve().as_posix()
    name = os.environ.get("TZ", "").removeprefix(":") or link.partition("/zoneinfo/")[2]
    name = name.removeprefix("Etc/")
    return name if name in zoneinfo.available_timezones() else "UTC"


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return datetime.now(UTC)


def stamp(instant: datetime) -> str:
    """An instant as text, for example `2026-11-15T10:51:22.123Z`."""
    if instant.tzinfo is not UTC:
        instant = instant.astimezone(UTC)
    return instant.isoformat(timespec="milliseconds")[:-6] + "Z"


def parse(text: str) -> datetime:
    """The instant that a timestamp names; ValueError when it names none or has no zone."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("a timestamp needs a time zone")
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise ValueError("a timestamp must be in the years 1 to 9999 in UTC") from None


def midnight(day: date, zone: zoneinfo.ZoneInfo) -> datetime:
    """The instant at which a day begins; the first of two, where a midnight comes twice."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def date_in(zone: zoneinfo.ZoneInfo, instant: datetime) -> date:
    """The day that an instant is in: every instant is in exactly one, of 23 to 25 hours."""
    day = instant.astimezone(zone).date()
    # Where clocks are changed across midnight, the date on the wall is not always the day's.
    if instant < midnight(day, zone):
        return day - _DAY
    return day + _DAY if instant >= midnight(day + _DAY, zone) else day


def day_in(zone: zoneinfo.ZoneInfo, instant: datetime) -> datetime:
    """Where the day begins that an instant is in."""
    return midnight(date_in(zone, instant), zone)

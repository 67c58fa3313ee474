"""Where the quarters of an hour and the days begin that runs are counted in.

A day begins at midnight in the project's time zone and ends where the next one begins, so days
have 23 or 25 hours when clocks change, and every instant is in exactly one.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

QUARTER = timedelta(minutes=15)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
SETTLING = timedelta(minutes=1)
"""Servers hear of a project's new time zone within this time."""


def quarter_of(instant: datetime) -> datetime:
    """Where the quarter of an hour begins that an instant is in."""
    return instant - (instant - _EPOCH) % QUARTER


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The instant at which a day begins."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def date_of(instant: datetime, zone: ZoneInfo) -> date:
    """The day that an instant is in."""
    day = instant.astimezone(zone).date()
    # Where clocks are changed across midnight, the date on the wall is not always the day's.
    if instant < midnight(day, zone):
        return day - _DAY
    if instant >= midnight(day + _DAY, zone):
        return day + _DAY
    return day


def day_of(instant: datetime, zone: ZoneInfo) -> datetime:
    """Where the day begins that an instant is in."""
    return midnight(date_of(instant, zone), zone)


def is_settled(day: datetime, zone_since: datetime | None) -> bool:
    """Whether all runs of a day were counted in days of the zone that the project is in now."""
    return zone_since is None or day >= zone_since + SETTLING

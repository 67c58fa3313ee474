"""From a range of time to the buckets of an answer, and to what each of them is read from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.analytics.types import AnalyticsQuery, Bucket
from runwright.clock import date_in, day_in, midnight, parse
from runwright.errors import InvalidRequest
from runwright.runs.accounts.sums.store import Part

MOST_BUCKETS = 1000
DEFAULT_DAYS = 30
_QUARTER, _HOUR, _DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SETTLING = timedelta(minutes=1)
"""Servers hear of a project's new time zone within this time."""
_MOMENT = timedelta(milliseconds=1)


class Zone(NamedTuple):
    """The time zone of a project, and since when it is in it (None: from the first)."""

    zone: ZoneInfo
    since: datetime | None


def buckets(query: AnalyticsQuery, zone: ZoneInfo, now: datetime) -> tuple[Bucket, ...]:
    """The stretches that a query asks for, whole ones, oldest first."""
    start, end = _range(query, zone, now)
    if query.bucket == "none":
        return (Bucket(_quarter_of(start), _quarter_of(end + _QUARTER - _MOMENT)),)
    step = _DAY if query.bucket == "day" else _HOUR
    if (end - start) / step > MOST_BUCKETS:
        raise _too_many(query)
    edges = list(_days(start, end, zone) if query.bucket == "day" else _hours(start, end, zone))
    found = tuple(Bucket(*pair) for pair in pairwise(edges) if pair[0] < pair[1])
    if len(found) > MOST_BUCKETS:
        raise _too_many(query)
    return found


def _quarter_of(instant: datetime) -> datetime:
    return instant - (instant - _EPOCH) % _QUARTER


def _range(query: AnalyticsQuery, zone: ZoneInfo, now: datetime) -> tuple[datetime, datetime]:
    end = parse(query.end) if query.end else now
    if query.start is None:
        first = date_in(zone, end - _MOMENT) - (DEFAULT_DAYS - 1) * _DAY
        return midnight(first, zone), end
    start = parse(query.start)
    if start >= end:
        wrong = {"end": ["must be after start"]} if query.end else {"start": ["must be past"]}
        raise InvalidRequest(wrong)
    return start, end


def _too_many(query: AnalyticsQuery) -> InvalidRequest:
    reason = f"must not be more than {MOST_BUCKETS} buckets ({query.bucket}s) before end"
    return InvalidRequest({"start": [reason]})


def _days(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    day = date_in(zone, start)
    edge = midnight(day, zone)
    yield edge
    while edge < end:
        day += _DAY
        edge = midnight(day, zone)
        yield edge


def _hours(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """Where the hours of a clock on the wall begin.

    A clock that is changed by half an hour makes one hour shorter; none is ever longer.
    """
    edge = start - _past_hour(start, zone)
    if edge.astimezone(zone).utcoffset() != start.astimezone(zone).utcoffset():
        # The clock was changed in between, so that hour began by the old one.
        edge = start - 2 * _HOUR
        edge -= _past_hour(edge, zone)
        while (following := _hour_after(edge, zone)) <= start:
            edge = following
    yield edge
    while edge < end:
        edge = _hour_after(edge, zone)
        yield edge


def _hour_after(edge: datetime, zone: ZoneInfo) -> datetime:
    return edge + _HOUR - _past_hour(edge, zone)


def _past_hour(instant: datetime, zone: ZoneInfo) -> timedelta:
    local = instant.astimezone(zone)
    return timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)


def parts(bucket: Bucket, zone: Zone) -> list[Part]:
    """What a bucket is read from: whole days where they were counted as days of this zone."""
    start, end = bucket
    first, last = _first_midnight(start, zone), day_in(zone.zone, end)
    if first >= last:
        return [Part(start, end, False)]
    found = [Part(start, first, False), Part(first, last, True), Part(last, end, False)]
    return [part for part in found if part.start < part.end]


def _first_midnight(start: datetime, zone: Zone) -> datetime:
    """The first whole day that was counted as a day of this zone."""
    if zone.since is not None:
        start = max(start, zone.since + _SETTLING)
    day = date_in(zone.zone, start)
    edge = midnight(day, zone.zone)
    return edge if edge >= start else midnight(day + _DAY, zone.zone)

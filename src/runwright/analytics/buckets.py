"""From a range of time to the stretches that are summed, and to the grains that hold the sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.analytics.types import AnalyticsQuery, Bucket
from runwright.clock import parse
from runwright.errors import InvalidRequest
from runwright.runs.accounts import days
from runwright.runs.accounts.granularity import Length

MOST_BUCKETS = 1000
DEFAULT_DAYS = 30
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_MOMENT = timedelta(milliseconds=1)


class Zone(NamedTuple):
    """The time zone of a project, and since when it is in it (None: from the first)."""

    zone: ZoneInfo
    since: datetime | None


class Span(NamedTuple):
    """A stretch of time that is read from sums of one length."""

    length: Length
    start: datetime
    end: datetime


class Stretch(NamedTuple):
    """What a span holds of one bucket."""

    bucket: int
    length: Length
    start: datetime
    end: datetime


def buckets(query: AnalyticsQuery, zone: ZoneInfo, now: datetime) -> tuple[Bucket, ...]:
    """The stretches that a query asks for, whole ones, oldest first."""
    start, end = _range(query, zone, now)
    if query.bucket == "none":
        return (Bucket(days.quarter_of(start), days.quarter_of(end + days.QUARTER - _MOMENT)),)
    step = _DAY if query.bucket == "day" else _HOUR
    if (end - start) / step > MOST_BUCKETS:
        raise _too_many(query)
    edges = list(_days(start, end, zone) if query.bucket == "day" else _hours(start, end, zone))
    found = tuple(Bucket(*pair) for pair in pairwise(edges) if pair[0] < pair[1])
    if len(found) > MOST_BUCKETS:
        raise _too_many(query)
    return found


def _range(query: AnalyticsQuery, zone: ZoneInfo, now: datetime) -> tuple[datetime, datetime]:
    end = parse(query.end) if query.end else now
    if query.start is None:
        first = days.date_of(end - _MOMENT, zone) - (DEFAULT_DAYS - 1) * _DAY
        return days.midnight(first, zone), end
    start = parse(query.start)
    if start >= end:
        wrong = {"end": ["must be after start"]} if query.end else {"start": ["must be past"]}
        raise InvalidRequest(wrong)
    return start, end


def _too_many(query: AnalyticsQuery) -> InvalidRequest:
    reason = f"must not be more than {MOST_BUCKETS} buckets ({query.bucket}s) before end"
    return InvalidRequest({"start": [reason]})


def _days(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    day = days.date_of(start, zone)
    edge = days.midnight(day, zone)
    yield edge
    while edge < end:
        day += _DAY
        edge = days.midnight(day, zone)
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


def spans(wanted: tuple[Bucket, ...], by_hour: bool, zone: Zone) -> list[Span]:
    """Which sums to read: whole days where they are kept by days of this zone, else quarters."""
    start, end = wanted[0].start, wanted[-1].end
    first, last = _first_midnight(start, zone), days.day_of(end, zone.zone)
    if by_hour or first >= last:
        return [Span("quarter", start, end)]
    found = [Span("quarter", start, first), Span("day", first, last), Span("quarter", last, end)]
    return [span for span in found if span.start < span.end]


def stretches(wanted: Sequence[Bucket], spans: Iterable[Span]) -> list[Stretch]:
    """The spans cut up by buckets."""
    found = [
        Stretch(number, span.length, max(span.start, bucket.start), min(span.end, bucket.end))
        for span in spans
        for number, bucket in enumerate(wanted)
    ]
    return [stretch for stretch in found if stretch.start < stretch.end]


def _first_midnight(start: datetime, zone: Zone) -> datetime:
    """The first whole day that is kept by days of this zone."""
    if zone.since is not None:
        start = max(start, zone.since + days.SETTLING)
    day = days.date_of(start, zone.zone)
    edge = days.midnight(day, zone.zone)
    return edge if edge >= start else days.midnight(day + _DAY, zone.zone)

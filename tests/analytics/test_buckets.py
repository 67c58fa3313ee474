"""Buckets: whole days and hours of a time zone, whatever its clocks do."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from runwright import clock
from runwright.analytics.buckets import Zone, buckets, parts
from runwright.analytics.types import AnalyticsQuery
from runwright.errors import InvalidRequest

NOW = clock.parse("2026-11-15T10:20:00Z")


def edges(zone: str, now: str = "2026-11-15T10:20:00Z", **query: str) -> list[str]:
    """Where the buckets begin, and the last one ends."""
    asked = AnalyticsQuery(**query)
    found = buckets(asked, ZoneInfo(zone), clock.parse(now))
    return [clock.stamp(bucket.start)[:16] for bucket in found] + [clock.stamp(found[-1].end)[:16]]


def test_thirty_days_are_asked_for_when_nothing_is_said() -> None:
    found = edges("Asia/Kolkata")
    assert (len(found), found[0], found[-1]) == (31, "2026-10-16T18:30", "2026-11-15T18:30")
    assert edges("UTC", bucket="none") == ["2026-10-17T00:00", "2026-11-15T10:30"]


def test_an_end_at_midnight_begins_no_day() -> None:
    found = edges("UTC", end="2026-11-10T00:00:00Z")
    assert (len(found), found[-1]) == (31, "2026-11-10T00:00")


def test_half_an_hours_change_makes_one_hour_shorter() -> None:
    # On Lord Howe Island clocks go back half an hour at two o'clock in summer time.
    query = {"start": "2026-04-04T14:10:00Z", "end": "2026-04-04T17:00:00Z", "bucket": "hour"}
    assert edges("Australia/Lord_Howe", **query) == [
        "2026-04-04T14:00",
        "2026-04-04T15:00",
        "2026-04-04T15:30",
        "2026-04-04T16:30",
        "2026-04-04T17:30",
    ]


def test_an_hour_begins_where_it_did_before_the_clock_was_changed() -> None:
    whole = {"start": "2026-04-04T10:00:00Z", "end": "2026-04-04T20:00:00Z", "bucket": "hour"}
    expected = edges("Australia/Lord_Howe", **whole)
    for minutes in range(0, 600, 7):
        start = clock.parse(whole["start"]) + timedelta(minutes=minutes)
        found = edges("Australia/Lord_Howe", **{**whole, "start": clock.stamp(start)})
        assert found == expected[-len(found) :]


@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/St_Johns", "Africa/Monrovia"])
@pytest.mark.parametrize("start", ["2011-10-01T00:00:00Z", "1971-12-01T00:00:00Z"])
def test_days_lie_side_by_side_even_where_one_was_left_out(zone: str, start: str) -> None:
    """Samoa had no 30 December 2011; Newfoundland changed its clocks a minute past midnight."""
    end = clock.stamp(clock.parse(start) + timedelta(days=120))
    found = buckets(AnalyticsQuery(start=start, end=end), ZoneInfo(zone), NOW)
    assert all(one.end == other.start for one, other in pairwise(found))
    assert all(timedelta(0) < each.end - each.start <= timedelta(hours=25) for each in found)


def test_a_thousand_buckets_are_given_and_one_more_is_not() -> None:
    query = {"end": "2026-11-15T00:00:00Z", "start": "2024-02-19T00:00:00Z"}
    assert len(edges("UTC", **query)) == 1001
    with pytest.raises(InvalidRequest) as refused:
        edges("UTC", **{**query, "start": "2024-02-18T23:59:59Z"})
    assert list(refused.value.errors or {}) == ["start"]


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (None, [(False, "10T01"), (True, "11T00"), (False, "14T00")]),
        ("2026-11-12T05:00:00Z", [(False, "10T01"), (True, "13T00"), (False, "14T00")]),
        ("2026-11-14T05:00:00Z", [(False, "10T01")]),
    ],
)
def test_days_are_read_as_days_only_where_they_are_days_of_this_zone(
    since: str | None, expected: list[tuple[bool, str]]
) -> None:
    query = AnalyticsQuery(start="2026-11-10T01:00:00Z", end="2026-11-14T10:00:00Z", bucket="none")
    zone = Zone(ZoneInfo("UTC"), clock.parse(since) if since else None)
    (bucket,) = buckets(query, zone.zone, NOW)
    found = parts(bucket, zone)
    assert [(part.in_days, clock.stamp(part.start)[8:13]) for part in found] == expected
    assert (found[0].start, found[-1].end) == bucket

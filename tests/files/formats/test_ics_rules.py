"""Recurrence rules, as RFC 5545 reads them, and never for longer than allowed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from runwright.files.formats.ics.rules import Effort, follow, parse

START = datetime(2026, 1, 5, 9)  # a Monday


def starts(rule: str, start: datetime = START, days: int = 4000, steps: int = 100_000) -> list[str]:
    found = follow(
        parse(rule, start, all_day=False), start, start + timedelta(days=days), Effort(steps)
    )
    return [f"{when:%Y-%m-%d %H:%M}" for when in found]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("FREQ=DAILY;COUNT=2", ["2026-01-05 09:00", "2026-01-06 09:00"]),
        ("FREQ=DAILY;INTERVAL=10;COUNT=2", ["2026-01-05 09:00", "2026-01-15 09:00"]),
        ("FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3", ["2026-01-05", "2026-01-09", "2026-01-12"]),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=2", ["2026-01-05", "2026-01-19"]),
        ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", ["2026-01-30", "2026-02-27"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", ["2026-01-31", "2026-02-28"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2", ["2026-01-31", "2026-03-31"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", ["2026-01-30", "2026-02-27"]),
        ("FREQ=MONTHLY;BYDAY=2TU,FR;BYSETPOS=1,2;COUNT=3", ["2026-01-09", "2026-02-06"]),
        ("FREQ=YEARLY;COUNT=2", ["2026-01-05", "2027-01-05"]),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2", ["2026-11-26", "2027-11-25"]),
        ("FREQ=YEARLY;BYDAY=20MO;COUNT=1", ["2026-05-18"]),
        ("FREQ=YEARLY;BYYEARDAY=-1;COUNT=2", ["2026-12-31", "2027-12-31"]),
        ("FREQ=YEARLY;BYWEEKNO=20;COUNT=2", ["2026-05-11", "2027-05-17"]),
        ("FREQ=YEARLY;BYWEEKNO=53;COUNT=1", ["2026-12-28"]),
        ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=1", ["2027-01-03"]),
        ("FREQ=HOURLY;INTERVAL=8;COUNT=3", ["2026-01-05 09:00", "2026-01-05 17:00"]),
        ("FREQ=MINUTELY;INTERVAL=90;COUNT=2", ["2026-01-05 09:00", "2026-01-05 10:30"]),
        ("FREQ=DAILY;BYHOUR=9,17;COUNT=3", ["2026-01-05 09:00", "2026-01-05 17:00"]),
        ("freq=daily;count=1;", ["2026-01-05 09:00"]),
    ],
)
def test_rules_say_when(rule: str, expected: list[str]) -> None:
    found = starts(rule)
    assert [one[: len(day)] for one, day in zip(found, expected, strict=False)] == expected


def test_the_29th_of_february_comes_in_leap_years() -> None:
    assert starts("FREQ=YEARLY;COUNT=2", datetime(2024, 2, 29)) == [
        "2024-02-29 00:00",
        "2028-02-29 00:00",
    ]


def test_the_first_week_is_whole_for_positions_though_the_series_begins_within_it() -> None:
    tuesday = datetime(2024, 1, 2)
    rule = "FREQ=WEEKLY;BYDAY=MO,TU,SU,SA,TH;BYSETPOS=3,2;COUNT=3"
    assert [one[:10] for one in starts(rule, tuesday)] == ["2024-01-02", "2024-01-04", "2024-01-09"]


def test_times_of_day_mean_nothing_to_whole_days() -> None:
    rule = parse("FREQ=DAILY;BYHOUR=1,2,3", START, all_day=True)
    assert rule.hours == frozenset()


@pytest.mark.parametrize(
    "rule",
    [
        *("", "FREQ=NEVER", "COUNT=3", "FREQ=DAILY;BYMONTH=13", "FREQ=DAILY;BYDAY=XX", "D1 #10"),
        *("FREQ=DAILY;BYMONTHDAY=0", "FREQ=DAILY;INTERVAL=x", "FREQ=DAILY;WKST=XX"),
    ],
)
def test_nonsense_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(rule, START, all_day=False)


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=SECONDLY;COUNT=1000000000",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;COUNT=10;INTERVAL=7;BYDAY=TU",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=99999999999",
        f"FREQ=YEARLY;BYHOUR={','.join(map(str, range(24)))};BYSETPOS=-1,1;"
        f"BYMINUTE={','.join(map(str, range(60)))};BYSECOND={','.join(map(str, range(60)))}",
    ],
)
def test_no_rule_takes_more_steps_than_it_is_given(rule: str) -> None:
    effort = Effort(5000)
    last = START + timedelta(days=2_000_000)
    found = list(follow(parse(rule, START, all_day=False), START, last, effort))
    assert len(found) <= 5000
    assert effort.left > -400

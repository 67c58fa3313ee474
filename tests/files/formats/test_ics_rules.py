"""Recurrence rules, as RFC 5545 reads them, and never for longer than allowed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from runwright.files.formats.ics.rules import Effort, TooMuchEffort, follow, parse

START = datetime(2026, 1, 5, 9)  # a Monday


def starts(rule: str, start: datetime = START, days: int = 4000, steps: int = 100_000) -> list[str]:
    last = start + timedelta(days=days)
    found = follow(parse(rule, start, all_day=False), start, Effort(steps), last)
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
    ("rule", "start", "expected"),
    [
        (
            "FREQ=MONTHLY;INTERVAL=13;BYMONTH=5;COUNT=2",
            datetime(2010, 2, 12),
            ["2013-05-12 00:00", "2026-05-12 00:00"],
        ),
        (
            "FREQ=YEARLY;BYWEEKNO=53;BYDAY=WE,SA;COUNT=2",
            datetime(2013, 1, 2),
            ["2015-12-30 00:00", "2016-01-02 00:00"],
        ),
        (
            "FREQ=HOURLY;BYHOUR=6;BYYEARDAY=1,-1;COUNT=2",
            datetime(2025, 12, 20, 6),
            ["2025-12-31 06:00", "2026-01-01 06:00"],
        ),
        (
            "FREQ=SECONDLY;INTERVAL=1800;BYHOUR=9;BYMINUTE=30;BYSECOND=0;COUNT=2",
            datetime(2026, 1, 5, 9, 30),
            ["2026-01-05 09:30", "2026-01-06 09:30"],
        ),
        (
            "FREQ=MINUTELY;INTERVAL=2000;COUNT=3",
            datetime(2026, 1, 5, 9),
            ["2026-01-05 09:00", "2026-01-06 18:20", "2026-01-08 03:40"],
        ),
    ],
)
def test_what_a_rule_names_is_counted_from_the_start_of_its_series(
    rule: str, start: datetime, expected: list[str]
) -> None:
    assert starts(rule, start, days=7000) == expected


@pytest.mark.parametrize(
    "rule",
    [
        *("FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=1000000000", "FREQ=DAILY;INTERVAL=0"),
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
        f"FREQ=YEARLY;BYHOUR={','.join(map(str, range(24)))};BYSETPOS=-1,1;"
        f"BYMINUTE={','.join(map(str, range(60)))};BYSECOND={','.join(map(str, range(60)))}",
    ],
)
def test_no_rule_takes_more_steps_than_it_is_given(rule: str) -> None:
    effort = Effort(5000)
    found = follow(parse(rule, START, all_day=False), START, effort)
    with pytest.raises(TooMuchEffort):
        assert sum(1 for _ in found) <= 5000


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;COUNT=10;INTERVAL=7;BYDAY=TU",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300",
    ],
)
def test_a_rule_that_never_comes_true_ends(rule: str) -> None:
    assert list(follow(parse(rule, START, all_day=False), START, Effort(100_000))) == []


def test_a_rule_whose_next_date_is_after_the_end_of_time_ends() -> None:
    rule = parse("FREQ=DAILY;INTERVAL=99999999999", START, all_day=False)
    assert list(follow(rule, START, Effort(100))) == [START]

"""`find_free_time` gives exactly the time that no busy event takes."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.tools.find_free_time import TOOL, FindFreeTime, FreeTime
from runwright.tools.hours import WEEKDAYS
from runwright.tools.memory import RecordList
from tools.calendar_kit import (
    BERLIN,
    CLOCKS,
    DAYS,
    STEP,
    agendas,
    event,
    instant,
    is_in,
    records,
    stamp,
    steps_of,
)

MONDAY = {"start": "2026-11-16", "end": "2026-11-17"}
WEEK = {"start": "2026-11-16", "end": "2026-11-23"}


def free(given: RecordList, **arguments: Any) -> FreeTime:
    return TOOL.run(FindFreeTime.model_validate({"period": MONDAY, **arguments}), given)


def local(result: FreeTime, zone: ZoneInfo = BERLIN) -> list[str]:
    return [
        f"{datetime.fromisoformat(each.start).astimezone(zone):%d %H:%M}"
        f"-{datetime.fromisoformat(each.end).astimezone(zone):%H:%M}"
        for each in result.stretches
    ]


BUSY_DAY = records(
    event("A", "2026-11-16 08:00", "09:30", calendar="Own"),
    event("B", "2026-11-16 10:00", "12:00", calendar="Own"),
    event("C", "2026-11-16 11:00", "13:00", calendar="Own", status="tentative"),
    event("D", "2026-11-16 14:00", "15:00", calendar="Own", busy=False),
    event("E", "2026-11-16 15:00", "16:00", calendar="Own", status="cancelled"),
    event("F", "2026-11-16 16:00", "16:00", calendar="Own"),
    event("G", "2026-11-16 16:30", "17:00", calendar="Anna Schmidt"),
    event("H", "2026-11-16 13:30", "14:00", calendar="Team", people=("Bob Ito",)),
)


def test_free_time_lies_between_busy_events_within_working_hours() -> None:
    result = free(BUSY_DAY, calendars={"any_of": ["own"]})
    assert local(result) == ["16 09:30-10:00", "16 13:00-17:00"]
    assert [each.minutes for each in result.stretches] == [30, 240]
    assert (result.free_hours, result.busy_hours, result.is_all_free) == ("4.5", "3.5", False)
    assert len(result.items) == result.kept == 3
    assert result.free_days == ()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["16 09:30-10:00", "16 13:00-13:30", "16 14:00-16:30"]),
        ({"least_minutes": 31}, ["16 14:00-16:30"]),
        ({"order": "longest", "limit": 1}, ["16 14:00-16:30"]),
        ({"order": "last", "limit": 2}, ["16 14:00-16:30", "16 13:00-13:30"]),
        ({"tentative_is_busy": False, "limit": 2}, ["16 09:30-10:00", "16 12:00-13:30"]),
        ({"not_before": instant("2026-11-16 15:30")}, ["16 15:30-16:30"]),
        ({"hours": {"start": "17:00", "end": "19:00"}}, ["16 17:00-19:00"]),
        ({"weekdays": ["sunday"]}, []),
    ],
)  # fmt: skip
def test_every_wish_is_heeded(arguments: dict[str, Any], expected: list[str]) -> None:
    assert local(free(BUSY_DAY, **arguments)) == expected


def test_common_time_leaves_out_what_takes_the_others() -> None:
    own = {"any_of": ["own"]}
    result = free(BUSY_DAY, calendars=own, people=["Anna"])
    assert local(result) == ["16 09:30-10:00", "16 13:00-16:30"]
    assert "no_calendar" not in {note.code for note in result.notes}
    result = free(BUSY_DAY, calendars=own, people=["Bob", "Zoe"])
    assert local(result) == ["16 09:30-10:00", "16 13:00-13:30", "16 14:00-17:00"]
    unknown = [note.text for note in result.notes if note.code == "no_calendar"]
    assert unknown == [
        "no calendar bears the name Bob: only events that name this person count",
        "no calendar bears the name Zoe: that time is unknown",
    ]


def test_days_without_anything_are_named_and_all_day_events_take_them() -> None:
    given = records(
        event("Holiday", "2026-11-17", "2026-11-19"),
        event("Birthday", "2026-11-19", "2026-11-20", busy=False),
        event("Call", "2026-11-20 18:00", "19:00"),
    )
    result = free(given, period=WEEK, weekdays=WEEKDAYS[:5])
    assert result.free_days == ("2026-11-16", "2026-11-19", "2026-11-20")
    assert [(note.code, note.count) for note in result.notes] == [("all_day", 1), ("not_busy", 1)]
    ignoring = free(given, period=WEEK, weekdays=WEEKDAYS[:5], all_day_is_busy=False)
    assert (ignoring.free_day_count, ignoring.is_all_free) == (5, True)


def test_what_is_free_over_midnight_is_one_stretch() -> None:
    given = records(
        event("A", "2026-11-16 18:00", "19:00"), event("B", "2026-11-17 09:00", "10:00")
    )
    period = {"start": "2026-11-16", "end": "2026-11-18"}
    result = free(given, period=period, hours={}, order="longest", limit=1)
    assert local(result) == ["16 00:00-18:00"]
    result = free(given, period=period, hours={"start": "20:00", "end": "08:00"})
    assert local(result) == ["16 00:00-08:00", "16 20:00-08:00", "17 20:00-00:00"]


def test_the_night_on_which_clocks_go_forward_is_an_hour_shorter() -> None:
    period = {"start": "2026-03-29", "end": "2026-03-30"}
    result = free(records(), period=period, hours={"start": "00:00", "end": "06:00"})
    assert [each.minutes for each in result.stretches] == [300]


@pytest.mark.parametrize(
    "arguments",
    [
        {"period": {"start": "2026-11-16"}},
        {"period": {"start": "1900-01-01", "end": "2026-01-01"}},
        {"period": WEEK, "least_minutes": 0},
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FindFreeTime.model_validate(arguments)


def test_a_call_is_described_in_words() -> None:
    arguments = FindFreeTime.model_validate({"period": WEEK, "people": ["Anna", "Bob"]})
    assert TOOL.describe(arguments) == (
        "free time of at least 30 minutes with Anna and Bob, 16 to 22 November 2026, 09:00 to 17:00"
    )


@given(agendas(), st.tuples(CLOCKS, CLOCKS).filter(lambda both: both[0] < both[1]),
       st.sampled_from([1, 30, 60]))  # fmt: skip
def test_free_time_is_what_a_count_of_quarter_hours_leaves(
    agenda: tuple[RecordList, date], clocks: tuple[str, str], least: int
) -> None:
    given, first = agenda
    period = {"start": first.isoformat(), "end": (first + timedelta(days=DAYS)).isoformat()}
    hours = {"start": clocks[0], "end": clocks[1]}
    result = free(given, period=period, hours=hours, least_minutes=least, limit=200)
    expected: list[tuple[str, str]] = []
    for step in windows(first, clocks, given.zone):
        if any(is_in(step, item) for item in given.items if takes_time(item.facts)):
            continue
        end = stamp(datetime.fromisoformat(step[0]) + STEP)
        if expected and expected[-1][1] == step[0]:
            expected[-1] = (expected[-1][0], end)
        else:
            expected.append((step[0], end))
    assert [(each.start, each.end) for each in result.stretches] == [
        (start, end) for start, end in expected if minutes(start, end) >= least
    ]


def takes_time(facts: Any) -> bool:
    return bool(facts.busy) and facts.status != "cancelled"


def minutes(start: str, end: str) -> float:
    length = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return length.total_seconds() / 60


def windows(first: date, clocks: tuple[str, str], zone: ZoneInfo) -> list[Any]:
    found: list[Any] = []
    for number in range(DAYS):
        day = first + timedelta(days=number)
        steps = steps_of(day, day + timedelta(days=1), zone)
        late = [n for n, (_, at) in enumerate(steps) if f"{at:%H:%M}" >= clocks[0]]
        early = [n for n, (_, at) in enumerate(steps) if f"{at:%H:%M}" < clocks[1]]
        if late and early:
            found += steps[late[0] : early[-1] + 1]
    return found


def test_only_events_with_the_words_asked_for_take_time() -> None:
    given = records(
        event("Match", "2026-11-16 09:00", "12:00"), event("Gym", "2026-11-16 14:00", "15:00")
    )
    day = {"start": "2026-11-16", "end": "2026-11-17"}
    arguments = FindFreeTime.model_validate({"period": day, "about": {"any_of": ["match"]}})
    assert [each.minutes for each in TOOL.run(arguments, given).stretches] == [300]
    arguments = FindFreeTime.model_validate({"period": day, "about": {"none_of": ["match"]}})
    assert [each.minutes for each in TOOL.run(arguments, given).stretches] == [300, 120]

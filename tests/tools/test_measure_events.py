"""`measure_events` counts every event once and every busy hour once."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.records.facts import Attendee
from runwright.tools.hours import WEEKDAYS
from runwright.tools.measure_events import TOOL, EventMeasure, MeasureEvents
from runwright.tools.memory import RecordList
from tools.calendar_kit import BERLIN, CLOCKS, DAYS, STEP, agendas, event, is_in, records, steps_of

UTC = ZoneInfo("UTC")
WEEK = {"start": "2026-11-16", "end": "2026-11-23"}


def measure(given: RecordList, **arguments: Any) -> EventMeasure:
    return TOOL.run(MeasureEvents.model_validate(arguments), given)


def groups(result: EventMeasure) -> dict[str, tuple[int, str]]:
    return {group.name: (group.count, group.hours) for group in result.groups}


def test_overlap_counts_once_for_busy_hours_and_not_busy_events_never() -> None:
    result = measure(
        records(
            event("A", "2026-11-16 09:00", "11:00"),
            event("B", "2026-11-16 10:00", "12:00"),
            event("C", "2026-11-16 08:00", "12:20", busy=False),
            event("D", "2026-11-16 13:00", "14:00", status="cancelled"),
            event("E", "2026-11-16", "2026-11-18"),
        )
    )
    total = result.total
    assert (total.count, total.not_busy, total.all_day, result.all_day_days) == (4, 1, 1, 2)
    assert (total.hours, total.minutes) == ("8.33", 500)
    assert (total.busy_hours, total.busy_minutes) == ("3", 180)
    assert (result.longest_minutes, [row.title for row in result.rows]) == (260, ["C"])
    assert result.average_minutes == 167
    assert {note.code for note in result.notes} == {"cancelled_left_out", "all_day_without_hours"}


def test_hours_are_cut_to_the_period_and_to_hours_of_the_day() -> None:
    given = records(event("Night shift", "2026-11-15 20:00", "2026-11-16 10:00"))
    assert measure(given, period=WEEK).total.hours == "10"
    assert measure(given, hours={"start": "09:00", "end": "17:00"}).total.hours == "1"
    assert measure(given, hours={"start": "22:00", "end": "06:00"}).total.hours == "8"
    assert measure(given, weekdays=["sunday"]).total.hours == "4"
    assert measure(given).total.hours == "14"


@pytest.mark.parametrize(("day", "expected"), [("2026-03-29", "23"), ("2026-10-25", "25")])
def test_a_day_on_which_clocks_change_has_23_or_25_hours(day: str, expected: str) -> None:
    after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    given = records(event("Watch", f"{day} 00:00", f"{after} 00:00"))
    assert measure(given, by="day").groups[0].hours == expected


@pytest.mark.parametrize(
    ("day", "hours", "expected"),
    [
        ("2026-03-29", ("02:30", "04:00"), "1"),  # clocks go from 02:00 to 03:00
        ("2026-03-29", ("01:00", "02:30"), "1"),
        ("2026-03-29", ("02:00", "03:00"), "0"),
        ("2026-10-25", ("02:00", "03:00"), "2"),  # and from 03:00 to 02:00
        ("2026-10-25", ("01:00", "02:00"), "1"),
        ("2026-10-25", ("03:00", "04:00"), "1"),
    ],
)
def test_hours_that_clocks_leave_out_or_repeat(
    day: str, hours: tuple[str, str], expected: str
) -> None:
    after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    given = records(event("Watch", f"{day} 00:00", f"{after} 00:00"))
    measured = measure(given, hours={"start": hours[0], "end": hours[1]})
    assert measured.total.hours == expected


def test_groups_of_the_calendar_are_complete_and_in_order() -> None:
    given = records(
        event("A", "2026-11-16 09:00", "11:00"),
        event("B", "2026-11-18 23:00", "2026-11-19 01:00"),
        event("C", "2026-11-19 09:00", "09:30"),
    )
    days = measure(given, period=WEEK, by="day")
    assert groups(days) == {
        "2026-11-16": (1, "2"), "2026-11-17": (0, "0"), "2026-11-18": (1, "1"),
        "2026-11-19": (2, "1.5"), "2026-11-20": (0, "0"), "2026-11-21": (0, "0"),
        "2026-11-22": (0, "0"),
    }  # fmt: skip
    assert (days.busiest, len(days.quietest)) == (("2026-11-19",), 4)
    assert measure(given, period=WEEK, by="day", rank="hours").busiest == ("2026-11-16",)
    assert groups(measure(given, by="week")) == {"2026-W47": (3, "4.5")}
    assert groups(measure(given, by="month")) == {"2026-11": (3, "4.5")}
    assert groups(measure(given, by="quarter")) == {"2026-Q4": (3, "4.5")}
    assert groups(measure(given, by="year")) == {"2026": (3, "4.5")}
    weekdays = measure(given, by="weekday", weekdays=["monday", "thursday"])
    assert groups(weekdays) == {"monday": (1, "2"), "thursday": (2, "1.5")}
    assert [group.days for group in weekdays.groups] == [1, 1]


def test_weeks_of_the_turn_of_the_year_are_named_as_iso_8601_has_it() -> None:
    given = records(event("A", "2026-12-31 23:00", "2027-01-01 01:00"))
    assert [(g.name, g.start) for g in measure(given, by="week").groups] == [
        ("2026-W53", "2026-12-28")
    ]
    assert groups(measure(given, by="year")) == {"2026": (1, "1"), "2027": (1, "1")}


def test_people_are_known_by_their_address_and_those_who_declined_are_not_counted() -> None:
    me = Attendee(name="Me", address="me@example.org", answer="accepted")
    anna = Attendee(name="Anna Schmidt", address="anna@example.org")
    same = Attendee(name="Schmidt, Anna", address="anna@example.org", answer="accepted")
    given = records(
        *(event("1:1", f"2026-11-{day} 09:00", "10:00", people=(me, who))
          for day, who in ((16, anna), (17, same), (18, "Bob"), (19, "bob"))),
        event("Board", "2026-11-20 09:00", "12:00", organiser=me,
              people=(me, anna.model_copy(update={"answer": "declined"}))),
    )  # fmt: skip
    result = measure(given, by="person")
    assert groups(result) == {"Me": (5, "7"), "Anna Schmidt": (2, "2"), "Bob": (2, "2")}
    assert [note.code for note in result.notes] == ["in_every_event"]
    without = measure(given, by="person", leave_out=["me"])
    assert (list(groups(without)), without.notes) == (["Anna Schmidt", "Bob"], ())
    assert without.busiest == ()


def test_titles_and_calendars_are_grouped_without_regard_to_case() -> None:
    given = records(
        event("Stand-up", "2026-11-16 09:00", "09:15", calendar="Work"),
        event("STAND-UP", "2026-11-17 09:00", "09:15", calendar="work"),
        event("Choir", "2026-11-17 19:00", "21:00"),
    )
    assert groups(measure(given, by="title")) == {"Stand-up": (2, "0.5"), "Choir": (1, "2")}
    assert groups(measure(given, by="calendar")) == {"Work": (2, "0.5"), "(no name)": (1, "2")}
    assert measure(given, by="title", rank="hours").busiest == ("Choir",)


def test_a_limit_lists_fewer_groups_and_the_busiest_is_still_of_all() -> None:
    given = records(event("A", "2026-11-20 09:00", "11:00"))
    result = measure(given, period=WEEK, by="day", limit=2)
    assert (len(result.groups), result.group_count, result.busiest) == (2, 7, ("2026-11-20",))


def test_nothing_gives_zeros() -> None:
    result = measure(records(), by="week")
    assert (result.total.count, result.total.hours, result.groups) == (0, "0", ())


def test_an_event_of_thousands_of_years_is_cut_to_ten() -> None:
    given = records(event("Typo", "1600-01-01 09:00", "9000-11-16 10:00", zone=UTC), zone=UTC)
    result = measure(given, hours={"start": "09:00", "end": "10:00"})
    assert result.total.minutes == 3660 * 60
    assert [note.code for note in result.notes] == ["cut_to_ten_years"]


@pytest.mark.parametrize(
    "arguments",
    [{"status": ["cancelled"]}, {"by": "month", "leave_out": ["Anna"]}, {"by": "colour"}],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        MeasureEvents.model_validate(arguments)


def test_a_call_is_described_in_words() -> None:
    arguments = MeasureEvents.model_validate({"by": "weekday", "period": WEEK})
    assert TOOL.describe(arguments) == "figures of events, 16 to 22 November 2026, by weekday"


@given(agendas(), st.tuples(CLOCKS, CLOCKS).filter(lambda both: both[0] < both[1]),
       st.sets(st.sampled_from(WEEKDAYS), max_size=4))  # fmt: skip
def test_hours_are_those_that_a_count_of_quarter_hours_gives(
    agenda: tuple[RecordList, date], clocks: tuple[str, str], weekdays: set[str]
) -> None:
    given, first = agenda
    period = {"start": first.isoformat(), "end": (first + timedelta(days=DAYS)).isoformat()}
    result = measure(
        given,
        period=period,
        hours={"start": clocks[0], "end": clocks[1]},
        weekdays=sorted(weekdays),
        by="day",
    )
    items = [item for item in given.items if item.facts.status != "cancelled"]
    timed = [item for item in items if not item.facts.all_day]
    single, covered = defaultdict[str, int](int), defaultdict[str, int](int)
    for number in range(DAYS):
        day = first + timedelta(days=number)
        if weekdays and WEEKDAYS[day.weekday()] not in weekdays:
            continue
        for step in hull(day, clocks, given.zone):
            going_on = [item for item in timed if is_in(step, item)]
            single[day.isoformat()] += len(going_on)
            covered[day.isoformat()] += any(item.facts.busy for item in going_on)
    quarter = int(STEP.total_seconds()) // 60
    assert result.total.minutes == quarter * sum(single.values())
    assert result.total.busy_minutes == quarter * sum(covered.values())
    assert {g.name: (g.minutes, g.busy_minutes) for g in result.groups if g.minutes} == {
        day: (quarter * many, quarter * covered[day]) for day, many in single.items() if many
    }


def hull(day: date, clocks: tuple[str, str], zone: ZoneInfo) -> list[Any]:
    """The steps of a day from the first that is not before the hours to the last before their
    end."""
    steps = list(steps_of(day, day + timedelta(days=1), zone))
    shown = [f"{local:%H:%M}" for _, local in steps]
    begin = next((n for n, clock in enumerate(shown) if clock >= clocks[0]), len(steps))
    end = max((n + 1 for n, clock in enumerate(shown) if clock < clocks[1]), default=0)
    return steps[begin:end]


def test_the_zone_of_the_project_decides_on_the_day() -> None:
    late = event("Call", "2026-11-16 23:30", "23:45", zone=BERLIN)
    assert [g.name for g in measure(records(late, zone=BERLIN), by="day").groups] == ["2026-11-16"]
    tokyo = ZoneInfo("Asia/Tokyo")
    assert [g.name for g in measure(records(late, zone=tokyo), by="day").groups] == ["2026-11-17"]


def test_hours_of_the_day_and_places_are_groups_too() -> None:
    given = records(
        event("A", "2026-11-16 09:30", "11:00", place="Room 4"),
        event("B", "2026-11-17 10:00", "11:00", place="room 4"),
        event("C", "2026-11-18 12:15", "12:45"),
        event("D", "2026-11-18", "2026-11-19"),
    )
    by_hour = measure(given, by="hour", rank="hours")
    assert groups(by_hour) == {
        "09:00": (1, "0.5"), "10:00": (2, "2"), "11:00": (0, "0"), "12:00": (1, "0.5"),
    }  # fmt: skip
    assert by_hour.busiest == ("10:00",)
    assert groups(measure(given, by="place")) == {"(no place)": (2, "0.5"), "Room 4": (2, "2.5")}
    assert measure(records(), by="hour").groups == ()

"""`find_events` finds what takes place, when it takes place, on the clocks of the project."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.records.facts import Attendee
from runwright.tools.base import MOST_ROWS, frozen
from runwright.tools.find_events import TOOL, FindEvents, FoundEvents
from runwright.tools.hours import WEEKDAYS
from runwright.tools.memory import RecordList
from tools.calendar_kit import DAYS, agendas, event, instant, is_in, records, steps_of

REVIEW = event("Budget review", "2026-11-16 09:00", "10:30", place="Room 4", calendar="Work",
               people=(Attendee(name="Anna Schmidt", address="anna@example.org",
                                answer="accepted"),
                       Attendee(name="Bob Ito", answer="declined")),
               organiser=Attendee(name="Cleo Marsh"))  # fmt: skip
LUNCH = event("Lunch with Anna", "2026-11-17 12:00", "13:00", note="at the Café Möller")
NIGHT = event("Night train", "2026-11-20 22:00", "2026-11-21 07:00", busy=False)
TRIP = event("Trip", "2026-11-21", "2026-11-24")
CALL = event("Call", "2026-11-17 17:00", "17:30", status="tentative", series="s1")
DROPPED = event("Dentist", "2026-11-18 08:00", "08:30", status="cancelled")
TASK = event("Taxes", "2026-11-30", what="task", busy=False)
SOMEDAY = event("Paint the fence", None, what="task", busy=False)
ALL = records(REVIEW, LUNCH, NIGHT, TRIP, CALL, DROPPED, TASK, SOMEDAY)


def find(given: RecordList = ALL, **arguments: Any) -> FoundEvents:
    return TOOL.run(FindEvents.model_validate(arguments), given)


def titles(given: RecordList = ALL, **arguments: Any) -> list[str]:
    return [row.title for row in find(given, **arguments).rows]


def day(text: str) -> dict[str, str]:
    return {"start": text, "end": (date.fromisoformat(text) + timedelta(days=1)).isoformat()}


def test_events_come_in_order_without_cancelled_ones_and_tasks() -> None:
    found = find()
    assert [row.title for row in found.rows] == [
        "Budget review", "Lunch with Anna", "Call", "Night train", "Trip",
    ]  # fmt: skip
    assert (found.looked_at, found.kept, found.matching) == (8, 5, 5)
    assert found.items == tuple(row.id for row in found.rows)
    assert [(note.code, note.count) for note in found.notes] == [("cancelled_left_out", 1)]
    assert (found.first, found.last) == (REVIEW.facts.start, "2026-11-21")


def test_no_events_give_an_empty_result() -> None:
    assert frozen(find(records())) == {}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"about": {"any_of": ["cafe moller"]}}, ["Lunch with Anna"]),
        ({"about": {"any_of": ["room"]}}, ["Budget review"]),
        ({"about": {"none_of": ["review", "train"]}}, ["Lunch with Anna", "Call", "Trip"]),
        ({"people": {"any_of": ["anna"]}}, ["Budget review", "Lunch with Anna"]),
        ({"people": {"any_of": ["anna"], "or_title": False}}, ["Budget review"]),
        ({"people": {"any_of": ["ANNA@example.org"]}}, ["Budget review"]),
        ({"people": {"any_of": ["bob"], "answers": ["accepted"]}}, []),
        ({"people": {"any_of": ["bob"], "answers": ["declined"]}}, ["Budget review"]),
        ({"people": {"answers": ["declined"]}}, ["Budget review"]),
        ({"people": {"any_of": ["cleo"], "role": "organiser"}}, ["Budget review"]),
        ({"people": {"any_of": ["cleo"], "role": "attendee"}}, []),
        ({"people": {"any_of": ["anna"], "role": "organiser"}}, []),
        ({"people": {"none_of": ["anna"]}}, ["Call", "Night train", "Trip"]),
        ({"calendars": {"any_of": ["work"]}}, ["Budget review"]),
        ({"hours": {"start": "10:00", "end": "12:30"}}, ["Budget review", "Lunch with Anna"]),
        ({"hours": {"start": "10:30", "end": "12:00"}}, []),
        ({"hours": {"start": "06:00", "end": "07:00"}}, ["Night train"]),
        ({"hours": {"start": "23:00", "end": "01:00"}}, ["Night train"]),
        ({"starting": {"start": "17:00", "end": "24:00"}}, ["Call", "Night train"]),
        ({"starting": {"start": "21:00", "end": "03:00"}}, ["Night train"]),
        ({"weekdays": ["saturday"]}, ["Night train", "Trip"]),
        ({"weekdays": ["monday"]}, ["Budget review", "Trip"]),
        ({"weekdays": ["friday"], "hours": {"start": "23:00", "end": "02:00"}}, ["Night train"]),
        ({"weekdays": ["saturday"], "hours": {"start": "23:00", "end": "02:00"}}, []),
        ({"all_day": True}, ["Trip"]),
        ({"busy": False}, ["Night train"]),
        ({"recurring": True}, ["Call"]),
        ({"least_minutes": 90, "all_day": False}, ["Budget review", "Night train"]),
        ({"most_minutes": 60}, ["Lunch with Anna", "Call"]),
        ({"status": ["cancelled"]}, ["Dentist"]),
        ({"status": ["tentative"]}, ["Call"]),
        ({"what": ["task"]}, ["Taxes"]),
        ({"period": day("2026-11-21")}, ["Night train", "Trip"]),
        ({"period": day("2026-11-23")}, ["Trip"]),
        ({"period": day("2026-11-24")}, []),
    ],
)  # fmt: skip
def test_every_filter_keeps_what_it_names(arguments: dict[str, Any], expected: list[str]) -> None:
    assert titles(**arguments) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"next_from": "2026-11-17"}, ["Lunch with Anna"]),
        ({"next_from": instant("2026-11-17 12:00")}, ["Lunch with Anna"]),
        ({"next_from": instant("2026-11-17 12:01")}, ["Call"]),
        ({"next_from": "2026-11-17", "limit": 2}, ["Lunch with Anna", "Call"]),
        ({"next_from": "2026-11-25"}, []),
        ({"previous_to": instant("2026-11-17 13:00")}, ["Lunch with Anna"]),
        ({"previous_to": instant("2026-11-17 12:59")}, ["Budget review"]),
        ({"previous_to": "2026-11-24", "limit": 2}, ["Trip", "Night train"]),
        ({"previous_to": "2026-11-23"}, ["Night train"]),
        ({"order": "longest", "limit": 2}, ["Trip", "Night train"]),
        ({"order": "shortest", "limit": 1}, ["Call"]),
        ({"order": "last", "limit": 1}, ["Trip"]),
        ({"what": ["task"], "next_from": "2026-11-30"}, ["Taxes"]),
    ],
)  # fmt: skip
def test_next_previous_and_extremes(arguments: dict[str, Any], expected: list[str]) -> None:
    assert titles(**arguments) == expected


def test_a_limit_between_equals_is_noted() -> None:
    twins = [event(title, "2026-11-16 09:00", "10:00") for title in ("A", "B", "C")]
    found = find(records(*twins), next_from="2026-11-16")
    assert (found.kept, found.matching) == (1, 3)
    assert [(note.code, note.count) for note in found.notes] == [("tie", 2)]


def test_all_day_events_have_no_hours_and_that_is_noted() -> None:
    found = find(hours={"start": "08:00", "end": "09:00"}, period=day("2026-11-22"))
    assert found.kept == 0
    assert [(note.code, note.count) for note in found.notes] == [("all_day_left_out", 1)]


def test_a_copy_in_another_file_counts_once_and_twins_in_one_file_twice() -> None:
    coffee = [event("Coffee", "2026-11-16 15:00", "15:15") for _ in range(2)]
    copies = [item._replace(id=f"copy_{n}", file="file_2") for n, item in enumerate(coffee)]
    found = find(records(*coffee, *copies))
    assert found.items == tuple(item.id for item in coffee)
    assert [(note.code, note.count) for note in found.notes] == [("duplicates", 2)]


def test_rows_end_at_a_hundred_and_figures_do_not() -> None:
    many = [event(f"E{n}", "2026-11-16 09:00", "10:00") for n in range(MOST_ROWS + 30)]
    found = find(records(*many))
    assert (len(found.rows), found.more, len(found.items)) == (MOST_ROWS, 30, MOST_ROWS + 30)


def test_an_event_without_length_is_on_its_day_alone() -> None:
    at_midnight = records(event("Reminder", "2026-11-17 00:00", "00:00"))
    assert titles(at_midnight, period=day("2026-11-17")) == ["Reminder"]
    assert titles(at_midnight, period=day("2026-11-16")) == []
    assert titles(at_midnight, hours={"start": "00:00", "end": "01:00"}) == ["Reminder"]
    assert titles(at_midnight, hours={"start": "23:00", "end": "24:00"}) == []


def test_times_that_no_calendar_has_are_left_out() -> None:
    broken = event("Odd", None)
    odd = broken._replace(
        facts=broken.facts.model_copy(update={"start": "2026-13-45T09:00:00.000Z"})
    )
    found = find(RecordListOfOne(odd))
    assert [(note.code, note.count) for note in found.notes] == [("undated_left_out", 1)]


class RecordListOfOne(RecordList):
    """Gives what it has, whatever is asked for."""

    def __init__(self, item: Any) -> None:
        super().__init__(items=[item], today=date(2026, 11, 16), zone=ZoneInfo("UTC"))

    def read(self, _read: Any) -> Any:
        return self.items


def test_an_endless_series_in_an_open_period_is_noted() -> None:
    series = [event("Jour fixe", f"2026-11-{n} 09:00", "10:00", series="s", endless=True)
              for n in (17, 24)]  # fmt: skip
    codes = {note.code for note in find(records(*series)).notes}
    assert codes == {"series_go_on"}
    assert find(records(*series), period=day("2026-11-17")).notes == ()


@pytest.mark.parametrize(
    "arguments",
    [
        {"all_day": True, "hours": {"start": "09:00", "end": "10:00"}},
        {"hours": {"start": "09:00", "end": "09:00"}},
        {"hours": {"start": "24:00", "end": "09:00"}},
        {"starting": {"start": "25:00"}},
        {"least_minutes": 60, "most_minutes": 30},
        {"next_from": "2026-11-16", "previous_to": "2026-11-16"},
        {"next_from": "tomorrow"},
        {"what": []},
        {"limit": 0},
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FindEvents.model_validate(arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "events, all time"),
        ({"about": {"any_of": ["dentist"]}, "people": {"any_of": ["Anna", "Bob"]},
          "period": {"start": "2026-11-01", "end": "2026-11-08"}},
         "events about dentist with Anna or Bob, 1 to 7 November 2026"),
        ({"what": ["task", "note"], "weekdays": ["monday"], "order": "longest", "limit": 3},
         "tasks and notes, all time, Monday, the longest 3"),
        ({"next_from": "2026-11-16"}, "events, all time, the next 1 from 2026-11-16"),
        ({"status": ["cancelled"]}, "cancelled events, all time"),
    ],
)  # fmt: skip
def test_a_call_is_described_in_words(arguments: dict[str, Any], words: str) -> None:
    assert TOOL.describe(FindEvents.model_validate(arguments)) == words


def test_a_row_is_made_from_the_record_alone() -> None:
    assert TOOL.row is not None
    row = TOOL.row(REVIEW)
    assert row == find(about={"any_of": ["budget"]}).rows[0]


@given(agendas(), st.integers(0, DAYS - 1), st.sets(st.sampled_from(WEEKDAYS), max_size=3))
def test_a_day_has_the_events_that_go_on_in_one_of_its_quarter_hours(
    agenda: tuple[RecordList, date], number: int, weekdays: set[str]
) -> None:
    given, first = agenda
    at = first + timedelta(days=number)
    found = find(given, period=day(at.isoformat()), weekdays=sorted(weekdays))
    steps = steps_of(at, at + timedelta(days=1), given.zone)
    is_meant = not weekdays or WEEKDAYS[at.weekday()] in weekdays
    instants = {instant for instant, _ in steps}
    expected = {
        item.id
        for item in given.items
        if is_meant and item.facts.status != "cancelled"
        and (any(is_in(step, item) for step in steps)
             or (item.facts.start == item.facts.end and item.facts.start in instants))
    }  # fmt: skip
    assert set(found.items) == expected


def test_words_are_looked_for_only_where_they_may_stand() -> None:
    assert titles(about={"any_of": ["moller"]}) == ["Lunch with Anna"]
    assert titles(about={"any_of": ["moller"], "within": ["title", "place"]}) == []
    assert titles(about={"any_of": ["4"], "within": ["place"]}) == ["Budget review"]


def test_a_place_may_stand_in_the_title() -> None:
    trip = event("Trip to Vienna", "2026-11-20", "2026-11-22")
    office = event("Planning", "2026-11-23 09:00", "10:00", place="Office, Vienna")
    noted = event("Call", "2026-11-24 09:00", "10:00", note="about Vienna")
    given = records(trip, office, noted)
    assert titles(given, place={"any_of": ["vienna"]}) == ["Trip to Vienna", "Planning"]
    assert titles(given, place={"none_of": ["vienna"]}) == ["Call"]


def test_what_begins_on_days_left_out_is_left_out() -> None:
    assert titles(left_out=[day("2026-11-17"), day("2026-11-20")]) == ["Budget review", "Trip"]
    assert titles(left_out=[day("2026-11-22")])[-1] == "Trip"
    words = TOOL.describe(FindEvents.model_validate({"left_out": [day("2026-11-17")]}))
    assert words == "events not beginning in 17 November 2026, all time"


def test_two_conditions_on_people_must_both_hold() -> None:
    organised = {"any_of": ["cleo"], "role": "organiser"}
    assert titles(people=organised, also={"any_of": ["anna"]}) == ["Budget review"]
    assert titles(people=organised, also={"any_of": ["bob"], "answers": ["accepted"]}) == []
    assert titles(people={"any_of": ["anna"]}, also={"none_of": ["cleo"]}) == ["Lunch with Anna"]

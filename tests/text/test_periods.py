"""Periods in people's own words; today is Monday, 16 November 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text import calendars, periods
from runwright.text.calendars import Grain, Period, Viewpoint, unit_of
from runwright.text.period_wording import describe
from runwright.text.words import word_list

TODAY = date(2026, 11, 16)
NOW = Viewpoint(TODAY)
PAST = Viewpoint(TODAY, tense="past")
FUTURE = Viewpoint(TODAY, tense="future")


def shown(period: Period) -> str:
    """`2026-05-01 2026-06-01 month`, with `-` for an end that is open."""
    return f"{period.start or '-'} {period.end or '-'} {period.grain}"


def readings(text: str, viewpoint: Viewpoint = NOW) -> list[str]:
    return [shown(period) for period in periods.read(text, viewpoint)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("15 Nov 2026", "2026-11-15 2026-11-16 day"),
        ("the 15th of November, 2026", "2026-11-15 2026-11-16 day"),
        ("Nov. 15, 2026", "2026-11-15 2026-11-16 day"),
        ("15-Nov-26", "2026-11-15 2026-11-16 day"),
        ("2026-11-15", "2026-11-15 2026-11-16 day"),
        ("15.11.2026", "2026-11-15 2026-11-16 day"),
        ("11/15/26", "2026-11-15 2026-11-16 day"),
        ("3 May '26", "2026-05-03 2026-05-04 day"),
        ("am 3. Mai 2026", "2026-05-03 2026-05-04 day"),
        ("Friday, 13 November", "2026-11-13 2026-11-14 day"),
        ("May 2025", "2025-05-01 2025-06-01 month"),
        ("May of last year", "2025-05-01 2025-06-01 month"),
        ("2026-11", "2026-11-01 2026-12-01 month"),
        ("the month of May 2025", "2025-05-01 2025-06-01 month"),
        ("Q3 2026", "2026-07-01 2026-10-01 quarter"),
        ("Q3/2026", "2026-07-01 2026-10-01 quarter"),
        ("2026 Q3", "2026-07-01 2026-10-01 quarter"),
        ("the third quarter of last year", "2025-07-01 2025-10-01 quarter"),
        ("in the first half of 2026", "2026-01-01 2026-07-01 half"),
        ("H2 2025", "2025-07-01 2026-01-01 half"),
        ("summer 2025", "2025-06-01 2025-09-01 season"),
        ("winter 2025", "2025-12-01 2026-03-01 season"),
        ("in 2025", "2025-01-01 2026-01-01 year"),
        ("calendar year 2025", "2025-01-01 2026-01-01 year"),
        ("fiscal 2025", "2025-01-01 2026-01-01 fiscal_year"),
        ("week 47 of 2026", "2026-11-16 2026-11-23 week"),
        ("KW 47 2026", "2026-11-16 2026-11-23 week"),
        ("2026-W47", "2026-11-16 2026-11-23 week"),
        ("Christmas Eve 2025", "2025-12-24 2025-12-25 day"),
        ("Good Friday 2025", "2025-04-18 2025-04-19 day"),
        ("Black Friday 2026", "2026-11-27 2026-11-28 day"),
        ("today", "2026-11-16 2026-11-17 day"),
        ("the day after tomorrow", "2026-11-18 2026-11-19 day"),
        ("vorgestern", "2026-11-14 2026-11-15 day"),
        ("last night", "2026-11-15 2026-11-16 day"),
        ("this afternoon", "2026-11-16 2026-11-17 day"),
        ("three days ago", "2026-11-13 2026-11-14 day"),
        ("vor drei Tagen", "2026-11-13 2026-11-14 day"),
        ("a week today", "2026-11-23 2026-11-24 day"),
        ("last month", "2026-10-01 2026-11-01 month"),
        ("last month's", "2026-10-01 2026-11-01 month"),
        ("letzten Monat", "2026-10-01 2026-11-01 month"),
        ("next week", "2026-11-23 2026-11-30 week"),
        ("nächste Woche", "2026-11-23 2026-11-30 week"),
        ("the week before last", "2026-11-02 2026-11-09 week"),
        ("the week after next", "2026-11-30 2026-12-07 week"),
        ("last weekend", "2026-11-14 2026-11-16 weekend"),
        ("this quarter", "2026-10-01 2027-01-01 quarter"),
        ("the same quarter last year", "2025-10-01 2026-01-01 quarter"),
        ("all of last year", "2025-01-01 2026-01-01 year"),
        ("for the year", "2026-01-01 2027-01-01 year"),
        ("last Friday", "2026-11-13 2026-11-14 day"),
        ("this Friday", "2026-11-20 2026-11-21 day"),
        ("Friday next week", "2026-11-27 2026-11-28 day"),
        ("Friday week", "2026-11-27 2026-11-28 day"),
        ("last Christmas", "2025-12-25 2025-12-26 day"),
        ("last autumn", "2025-09-01 2025-12-01 season"),
        ("October a year ago", "2025-10-01 2025-11-01 month"),
        ("since March two years ago", "2024-03-01 2026-11-17 span"),
        ("since last month", "2026-10-01 2026-11-17 span"),
        ("since last March", "2026-03-01 2026-11-17 span"),
        ("Thanksgiving week 2026", "2026-11-23 2026-11-30 week"),
        ("Tuesday of Easter week 2026", "2026-03-31 2026-04-01 day"),
        ("this months", "2026-11-01 2026-12-01 month"),
        ("the whole year so far", "2026-01-01 2026-11-17 span"),
        ("since janaury 2026", "2026-01-01 2026-11-17 span"),
        ("in septmber 2026", "2026-09-01 2026-10-01 month"),
        ("the weekend of the 5th and 6th of December 2026", "2026-12-05 2026-12-07 weekend"),
        ("the weekend of 21/22 November 2026", "2026-11-21 2026-11-23 weekend"),
        ("since March", "2026-03-01 2026-11-17 span"),
        ("seit März", "2026-03-01 2026-11-17 span"),
        ("since 2024", "2024-01-01 2026-11-17 span"),
        ("since the beginning of the year", "2026-01-01 2026-11-17 span"),
        ("year to date", "2026-01-01 2026-11-17 span"),
        ("YTD", "2026-01-01 2026-11-17 span"),
        ("so far this month", "2026-11-01 2026-11-17 span"),
        ("this year so far", "2026-01-01 2026-11-17 span"),
        ("earlier this year", "2026-01-01 2026-11-16 span"),
        ("last month a year earlier", "2025-10-01 2025-11-01 month"),
        ("in February 2028 a month later", "2028-03-01 2028-04-01 month"),
        ("from 3 to 9 May 2026, two weeks later", "2026-05-17 2026-05-24 span"),
        ("the rest of the week", "2026-11-16 2026-11-23 span"),
        ("the last 30 days", "2026-10-18 2026-11-17 span"),
        ("in the next ten days", "2026-11-16 2026-11-26 span"),
        ("before 2020", "- 2020-01-01 span"),
        ("after 3 May 2026", "2026-05-04 - span"),
        ("from 3 May 2026 on", "2026-05-03 - span"),
        ("starting 3 May 2026", "2026-05-03 - span"),
        ("until now", "- 2026-11-17 span"),
        ("all time", "- - span"),
        ("from 3 to 9 May 2026", "2026-05-03 2026-05-10 span"),
        ("3-9 May 2026", "2026-05-03 2026-05-10 span"),
        ("May 3-9, 2026", "2026-05-03 2026-05-10 span"),
        ("vom 3. bis 9. Mai 2026", "2026-05-03 2026-05-10 span"),
        ("between 3 May and 9 June 2025", "2025-05-03 2025-06-10 span"),
        ("from March 2025 to May", "2025-03-01 2025-06-01 span"),
        ("from March to May 2025", "2025-03-01 2025-06-01 span"),
        ("from November to February 2026", "2025-11-01 2026-03-01 span"),
        ("November 2025 to February", "2025-11-01 2026-03-01 span"),
        ("2024 to 2025", "2024-01-01 2026-01-01 span"),
        ("from 10/1/2026 through 10/15/2026", "2026-10-01 2026-10-16 span"),
        ("between now and Easter", "2026-11-16 2027-03-29 span"),
        ("mid-May 2025", "2025-05-11 2025-05-21 span"),
        ("early 2025", "2025-01-01 2025-05-01 span"),
        ("the first week of May 2025", "2025-05-01 2025-05-08 span"),
        ("the last 10 days of October 2025", "2025-10-22 2025-11-01 span"),
        ("the first Tuesday in December 2026", "2026-12-01 2026-12-02 day"),
        ("the last Friday of the month", "2026-11-27 2026-11-28 day"),
        ("the first three quarters of 2026", "2026-01-01 2026-10-01 span"),
        ("for the year ended 31 March 2026", "2025-04-01 2026-04-01 span"),
        ("the week of 9 November 2026", "2026-11-09 2026-11-16 week"),
        ("w/c 9 November 2026", "2026-11-09 2026-11-16 week"),
        ("the day before Christmas Eve 2025", "2025-12-23 2025-12-24 day"),
        ("two weeks after 3 May 2026", "2026-05-17 2026-05-18 day"),
        ("the two weeks after 3 May 2026", "2026-05-04 2026-05-18 span"),
        ("in the two weeks before 3 May 2026", "2026-04-19 2026-05-03 span"),
        ("the evening of 3 May 2026", "2026-05-03 2026-05-04 day"),
    ],
)
def test_what_is_certain_has_one_reading(text: str, expected: str) -> None:
    assert readings(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("next Friday", ["2026-11-27 2026-11-28 day", "2026-11-20 2026-11-21 day"]),
        ("03/05/2026", ["2026-05-03 2026-05-04 day", "2026-03-05 2026-03-06 day"]),
        ("the past month", ["2026-10-17 2026-11-17 span", "2026-10-01 2026-11-01 month"]),
        ("the last three months", ["2026-08-17 2026-11-17 span", "2026-08-01 2026-11-01 span"]),
        ("two weeks ago", ["2026-11-02 2026-11-09 week", "2026-11-02 2026-11-03 day"]),
        ("end of October 2026", ["2026-10-25 2026-11-01 span", "2026-10-31 2026-11-01 day"]),
        ("over Christmas 2025", ["2025-12-24 2025-12-27 span", "2025-12-25 2025-12-26 day"]),
        ("on Christmas 2025", ["2025-12-25 2025-12-26 day", "2025-12-24 2025-12-27 span"]),
        ("until Friday next week", ["2026-11-16 2026-11-28 span", "- 2026-11-28 span"]),
        ("since last October", ["2025-10-01 2026-11-17 span", "2026-10-01 2026-11-17 span"]),
        ("from last month", ["2026-10-01 2026-11-01 month", "2026-10-01 - span"]),
    ],
)
def test_what_can_be_meant_in_two_ways_has_two_readings(text: str, expected: list[str]) -> None:
    assert readings(text) == expected


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("in May", "2026-05-01 2026-06-01 month", "2027-05-01 2027-06-01 month"),
        ("in December", "2025-12-01 2026-01-01 month", "2026-12-01 2027-01-01 month"),
        ("in November", "2026-11-01 2026-12-01 month", "2026-11-01 2026-12-01 month"),
        ("on Friday", "2026-11-13 2026-11-14 day", "2026-11-20 2026-11-21 day"),
        ("on the 20th", "2026-10-20 2026-10-21 day", "2026-11-20 2026-11-21 day"),
        ("on 3 May", "2026-05-03 2026-05-04 day", "2027-05-03 2027-05-04 day"),
        ("Q1", "2026-01-01 2026-04-01 quarter", "2027-01-01 2027-04-01 quarter"),
        ("in the summer", "2026-06-01 2026-09-01 season", "2027-06-01 2027-09-01 season"),
        ("at Easter", "2026-04-03 2026-04-07 span", "2027-03-26 2027-03-30 span"),
        ("over the weekend", "2026-11-14 2026-11-16 weekend", "2026-11-21 2026-11-23 weekend"),
        ("from March to May", "2026-03-01 2026-06-01 span", "2027-03-01 2027-06-01 span"),
        ("Monday to Friday", "2026-11-16 2026-11-21 span", "2026-11-16 2026-11-21 span"),
        ("before June", "- 2026-06-01 span", "2026-11-16 2027-06-01 span"),
    ],
)
def test_what_comes_round_again_goes_by_the_tense(text: str, past: str, future: str) -> None:
    assert readings(text, PAST)[0] == past
    assert readings(text, FUTURE)[0] == future


def test_a_number_of_days_is_a_date_only_when_one_looks_ahead() -> None:
    assert readings("in three days", FUTURE) == ["2026-11-19 2026-11-20 day"]
    assert readings("in three days", PAST) == []


def test_the_project_decides_the_order_of_day_and_month() -> None:
    american = NOW._replace(order="month")
    assert readings("03/05/2026", american)[0] == "2026-03-05 2026-03-06 day"
    assert readings("03.05.2026", american) == ["2026-05-03 2026-05-04 day"]


def test_a_fiscal_year_begins_with_its_month_and_is_named_by_its_end_or_its_start() -> None:
    april = NOW._replace(fiscal_start=4)
    assert readings("FY26", april) == [
        "2025-04-01 2026-04-01 fiscal_year", "2026-04-01 2027-04-01 fiscal_year",
    ]  # fmt: skip
    assert readings("fiscal year 2025/26", april) == ["2025-04-01 2026-04-01 fiscal_year"]
    assert readings("last financial year", april) == ["2025-04-01 2026-04-01 fiscal_year"]
    assert readings("this fiscal year", april) == ["2026-04-01 2027-04-01 fiscal_year"]


@pytest.mark.parametrize(
    "text",
    ["", "31 April 2026", "30 Feb", "week 60 of 2026", "rent", "every month", "a month", "Fridays",
     "the last one", "3.5", "since I moved", "October and November", "at weekends", "last season",
     "Augusta", "the months"],
)  # fmt: skip
def test_what_is_no_period_has_no_reading(text: str) -> None:
    assert readings(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How much did I spend in May and what was rent last month?", ["in May", "last month"]),
        ("may I carry over leave, and march to the shop?", []),
        ("What's on the 3rd floor on the 3rd?", ["on the 3rd"]),
        ("Compare Q3 with Q2", ["Q3", "Q2"]),
        ("Revenue in 2019, 2018 and 2017", ["in 2019", "2018", "2017"]),
        ("I paid 2024 euros on Friday at 9:30", ["on Friday"]),
        ("invoice 2024-117 of 3 May", ["of 3 May"]),
        ("I sat in the sun", []),
        ("what is 3/4 of 20, and are you there 24/7?", []),
        ("between 3 and 5 people came on 1 May", ["on 1 May"]),
        ("the last two invoices, from Anna to Tom", []),
        ("what did Mark say on 5 and 6 May?", ["on 5 and 6 May"]),
        ("anything on Fridays in the summer", ["in the summer"]),
        ("meetings between 3 May and 9 June with Ann", ["between 3 May and 9 June"]),
    ],
)
def test_periods_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in periods.find(text, NOW)] == found


def test_today_is_the_day_in_the_zone() -> None:
    instant = datetime(2026, 11, 15, 23, 30, tzinfo=UTC)
    assert Viewpoint.at(instant, ZoneInfo("Europe/Berlin")).today == date(2026, 11, 16)
    assert Viewpoint.at(instant, ZoneInfo("America/New_York")).today == date(2026, 11, 15)


# Properties -------------------------------------------------------------------------------------

DAYS = st.dates(date(1950, 1, 1), date(2150, 1, 1))
GRAINS: tuple[Grain, ...] = (
    "day", "week", "weekend", "month", "quarter", "half", "season", "year", "fiscal_year",
)  # fmt: skip


@given(DAYS, st.sampled_from(GRAINS), DAYS)
def test_every_unit_that_is_written_reads_back(day: date, grain: Grain, today: date) -> None:
    period = unit_of(day, grain)
    assert periods.read(describe(period), Viewpoint(today))[0] == period


@given(DAYS, st.integers(1, 800), DAYS)
def test_every_span_that_is_written_reads_back(start: date, days: int, today: date) -> None:
    end = start + timedelta(days=days)
    for period in (
        calendars.span(start, end),
        calendars.span(start, None),
        calendars.span(None, end),
    ):
        assert periods.read(describe(period), Viewpoint(today)) == (period,)


@given(DAYS, st.sampled_from(GRAINS))
def test_a_period_and_its_neighbours_touch(day: date, grain: Grain) -> None:
    period = unit_of(day, grain)
    assert day in period or grain == "weekend"
    assert period.shifted(1).shifted(-1) == period
    if grain != "weekend":
        assert period.shifted(1).start == period.end
        assert period.shifted(-1).end == period.start


@given(st.text(max_size=80), DAYS)
def test_any_text_is_read_without_error(text: str, today: date) -> None:
    for each in periods.find(text, Viewpoint(today)):
        assert each.readings
        assert all(p.start is None or p.end is None or p.start < p.end for p in each.readings)


WORDS = st.sampled_from(
    word_list(
        "the first last next of in from to until since may 3 31 2026 week month year friday end"
        " - / . and between quarter ago before after christmas 3rd calendar rest mid q1 half two am"
        " within vor drei tagen 11/12/26 weekend past few days early fiscal fy26 same 2025 , ' kw"
        " a easter so far now this all date ended ending start night letzten monat 15.11. 9:30"
    )
)


@given(st.lists(WORDS, max_size=14), st.sampled_from(["past", "future", None]), DAYS)
def test_words_of_dates_in_any_order_make_only_real_periods(
    words: list[str], tense: Literal["past", "future"] | None, today: date
) -> None:
    text = " ".join(words)
    for each in periods.find(text, Viewpoint(today, tense=tense)):
        assert len(set(each.readings)) == len(each.readings) > 0
        assert all(p.start is None or p.end is None or p.start < p.end for p in each.readings)


@pytest.mark.parametrize(
    "piece", ["the week of ", "first ", "calendar ", "1/1 ", "between May and "]
)
def test_a_long_text_of_nothing_but_beginnings_is_read(piece: str) -> None:
    assert len(periods.find(piece * 1000, NOW)) <= 2000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("am Wochenende", "2026-11-21 2026-11-23 weekend"),
        ("valentines", "2027-02-14 2027-02-15 day"),
        ("am Valentinstag", "2027-02-14 2027-02-15 day"),
    ],
)
def test_the_weekend_and_a_feast_without_an_article(text: str, expected: str) -> None:
    assert readings(text, FUTURE)[0] == expected


@pytest.mark.parametrize("today", [date(2026, 1, 10), date(2026, 12, 25), date(2028, 2, 29)])
@pytest.mark.parametrize("side", ["last", "this", "next", "this coming"])
@pytest.mark.parametrize("name", ["winter", "summer", "christmas", "new year", "29 february", "q4"])
def test_whatever_comes_every_year_is_read_on_any_day(today: date, side: str, name: str) -> None:
    for period in periods.read(f"{side} {name}", Viewpoint(today)):
        assert period.start
        assert period.end
        assert side != "last" or period.end <= today
        assert side != "next" or period.start > today


def test_last_winter_is_the_one_before_while_it_is_winter() -> None:
    (found, *_) = periods.read("last winter", Viewpoint(date(2026, 1, 10)))
    assert found.start == date(2024, 12, 1)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("before the year's out", "before the end of the year"),
        ("till the year is over", "till the end of the year"),
        ("so far in November", "November so far"),
        ("2026 so", "2026 so far"),
        ("this past spring", "last spring"),
        ("so far in twenty twenty six", "2026 so far"),
        ("in twenty twenty-five", "in 2025"),
    ],
)
def test_periods_are_read_as_people_say_them(said: str, meant: str) -> None:
    today = Viewpoint(date(2026, 11, 16))
    assert periods.read(said, today) == periods.read(meant, today) != ()

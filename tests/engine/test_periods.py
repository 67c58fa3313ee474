"""Days are found as people name them, on the likelier side of today."""

from datetime import date

import pytest

from runwright.engine.periods import Period, find_periods, said

TODAY = date(2026, 11, 15)  # a Sunday
AHEAD, BEHIND = 1, -1


def only(text: str, ahead: int = AHEAD) -> Period:
    [period] = find_periods(text, TODAY, ahead)
    return period


def iso(period: Period) -> str:
    return f"{period.start}/{period.end}"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("tomorrow", "2026-11-16/2026-11-17"),
        ("the day after tomorrow", "2026-11-17/2026-11-18"),
        ("this afternoon", "2026-11-15/2026-11-16"),
        ("last night", "2026-11-14/2026-11-15"),
        ("on Friday", "2026-11-20/2026-11-21"),
        ("on Sunday", "2026-11-15/2026-11-16"),
        ("next Friday", "2026-11-20/2026-11-21"),
        ("Tuesday next week", "2026-11-17/2026-11-18"),
        ("next week", "2026-11-16/2026-11-23"),
        ("this week", "2026-11-09/2026-11-16"),
        ("on the weekend", "2026-11-14/2026-11-16"),
        ("the rest of the month", "2026-11-15/2026-12-01"),
        ("the next 4 days", "2026-11-15/2026-11-19"),
        ("in 3 days", "2026-11-18/2026-11-19"),
        ("in two weeks", "2026-11-23/2026-11-30"),
        ("3 December", "2026-12-03/2026-12-04"),
        ("December 3rd, 2027", "2027-12-03/2027-12-04"),
        ("on the 20th?", "2026-11-20/2026-11-21"),
        ("on the 14th", "2026-12-14/2026-12-15"),
        ("the 31st", "2026-12-31/2027-01-01"),
        ("2026-12-03", "2026-12-03/2026-12-04"),
        ("04.12.2026", "2026-12-04/2026-12-05"),
        ("13/12/2026", "2026-12-13/2026-12-14"),
        ("29 February", "2028-02-29/2028-03-01"),
        ("the week of 7 December", "2026-12-07/2026-12-14"),
        ("week 49", "2026-11-30/2026-12-07"),
        ("the first week of December", "2026-12-01/2026-12-08"),
        ("at the end of the month", "2026-11-24/2026-12-01"),
        ("on Christmas Eve", "2026-12-24/2026-12-25"),
        ("in March", "2027-03-01/2027-04-01"),
        ("Q1", "2027-01-01/2027-04-01"),
    ],
)
def test_days_ahead_are_read(text: str, days: str) -> None:
    assert iso(only(text)) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("on Friday", "2026-11-13/2026-11-14"),
        ("3 December", "2025-12-03/2025-12-04"),
        ("in March", "2026-03-01/2026-04-01"),
        ("on the 20th", "2026-10-20/2026-10-21"),
        ("last week", "2026-11-02/2026-11-09"),
        ("the last 30 days", "2026-10-17/2026-11-16"),
        ("two weeks ago", "2026-10-26/2026-11-02"),
        ("29 February", "2024-02-29/2024-03-01"),
    ],
)
def test_days_behind_are_read(text: str, days: str) -> None:
    assert iso(only(text, BEHIND)) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from 3 to 9 May", "2027-05-03/2027-05-10"),
        ("December 4-6", "2026-12-04/2026-12-07"),
        ("between 28 December and 3 January", "2026-12-28/2027-01-04"),
        ("from Monday to Friday", "2026-11-16/2026-11-21"),
        ("from Friday to Tuesday", "2026-11-20/2026-11-25"),
        ("on or after 3 December", "2026-12-03/9999-12-31"),
        ("from 3 December onwards", "2026-12-03/9999-12-31"),
        ("after 3 December", "2026-12-04/9999-12-31"),
        ("before Wednesday", "0001-01-01/2026-11-18"),
        ("by Friday", "2026-11-15/2026-11-21"),
        ("since March", "2026-03-01/2026-11-16"),
    ],
)
def test_words_around_days_stretch_them(text: str, days: str) -> None:
    assert iso(only(text)) == days


@pytest.mark.parametrize(
    "text",
    [
        "the next Year-End Performance Assessment",
        "on the 3rd floor",
        "I may march on",
        "03/04/2026",
        "31 November 2026",
    ],
)
def test_what_names_no_day_gives_none(text: str) -> None:
    assert find_periods(text, TODAY, AHEAD) == []


def test_a_guessed_year_is_marked() -> None:
    assert only("on 3 December").yearless
    assert not only("on 3 December 2026").yearless
    assert not only("on Friday").yearless


def test_an_hour_after_a_day_is_no_other_day() -> None:
    assert iso(only("December 4 to 6pm")) == "2026-12-04/2026-12-05"


def test_the_place_in_the_text_has_the_preposition() -> None:
    text = "What is on or after 3 December planned?"
    start, end = only(text).span
    assert text[start:end] == "on or after 3 December"


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (date(2026, 11, 20), date(2026, 11, 21), "Friday, 20 November 2026"),
        (date(2026, 11, 16), date(2026, 11, 23), "16 to 22 November 2026"),
        (date(2026, 12, 1), date(2027, 1, 1), "December 2026"),
        (date(2026, 12, 28), date(2027, 1, 4), "28 December 2026 to 3 January 2027"),
        (date(2026, 12, 3), date.max, "from 3 December 2026 on"),
        (date.min, date(2026, 12, 3), "before 3 December 2026"),
        (date(2026, 1, 1), date(2027, 1, 1), "2026"),
    ],
)
def test_days_are_said_in_words(start: date, end: date, words: str) -> None:
    assert said(start, end) == words


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Friday, 20 November", "2026-11-20", "2026-11-21"),
        ("on Tuesday the 17th", "2026-11-17", "2026-11-18"),
        ("tomorrow (Monday)", "2026-11-16", "2026-11-17"),
        ("tmrw", "2026-11-16", "2026-11-17"),
        ("in the week of 23 November", "2026-11-23", "2026-11-30"),
        ("the first Tuesday in December", "2026-12-01", "2026-12-02"),
        ("the last Friday of November", "2026-11-27", "2026-11-28"),
        ("this autumn", "2026-09-01", "2026-12-01"),
        ("next summer", "2027-06-01", "2027-09-01"),
        ("last winter", "2025-12-01", "2026-03-01"),
        ("until the end of the year", "2026-11-15", "2027-01-01"),
        ("the best of the month", "2026-11-01", "2026-12-01"),
        ("the rest of November", "2026-11-15", "2026-12-01"),
        ("this coming week", "2026-11-16", "2026-11-23"),
    ],
)
def test_days_that_are_said_twice_or_by_their_place(text: str, start: str, end: str) -> None:
    [period] = find_periods(text, date(2026, 11, 15), 1)
    assert (period.start.isoformat(), period.end.isoformat()) == (start, end)


def test_the_weekday_of_a_date_says_which_year_is_meant() -> None:
    [period] = find_periods("Wednesday 20 May", date(2026, 11, 15), 1)
    assert period.start == date(2026, 5, 20)

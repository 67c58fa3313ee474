"""Days, ages, weeks, times of day and zones are reckoned; the days that were meant are said."""

from __future__ import annotations

import pytest

from embedded.arithmetic.kit import ask, said


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("what weekday is 3 March 2027", "Wednesday, 3 March 2027."),
        ("what date is 6 weeks from Friday", "Friday, 1 January 2027."),
        ("90 days after 14 May", "Wednesday, 12 August 2026."),
        ("which date is six weeks before the 1st of September", "Tuesday, 21 July 2026."),
        ("three months from the 30th of November", "Sunday, 28 February 2027."),
        ("what day was it 90 days ago", "Wednesday, 19 August 2026."),
        ("what date is it in three weeks", "Tuesday, 8 December 2026."),
        ("when is easter next year", "Sunday, 28 March 2027."),
        ("what's the date today", "Tuesday, 17 November 2026."),
        ("which week number is it", "Week 47 of 2026 (ISO week, Monday to Sunday)."),
        ("is 2028 a leap year", "Yes, 2028 is a leap year."),
        ("is 2100 a leap year", "No, 2100 is not a leap year."),
        ("is 14 December a Sunday", "No: it is Monday, 14 December 2026."),
    ],
)
def test_days(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "answer", "counted"),
    [
        ("how many days until 24 December", "37 days.", "24 December 2026"),
        ("how many days since 1 January", "320 days.", "1 January 2026"),
        ("how many days from 3 march to 19 june", "108 days.", "19 June"),
        ("days from 3 Feb till 19 Aug 2025", "197 days.", "3 February 2025"),
        ("how many weeks between 3 march and 19 june", "15 weeks and 3 days (108 days).", "June"),
        ("how many days in feb to april 2028", "90 days.", "both included"),
        ("how many days are left in the year", "44 days.", "31 December 2026"),
        ("how many months until June 2027", "6 months.", "1 June 2027"),
        ("how many working days are left this year", "33 working days.", "both included"),
        ("how many working days are there in June 2027", "22 working days.", "both included"),
        ("1 to 31 March 2027, how many Mondays", "5 Mondays.", "both included"),
        ("how many Fridays are there in March 2027", "4 Fridays.", "31 March 2027"),
        (
            "how many working days between 1 December and 24 December",
            "17 working days.",
            "public holidays are not known",
        ),
    ],
)
def test_days_between_are_counted_and_the_range_is_said(
    clause: str, answer: str, counted: str
) -> None:
    assert said(clause) == answer
    assert counted in ask(clause).text


def test_an_age_needs_a_birthday_to_be_certain() -> None:
    assert said("how old is someone born on 9 October 1948") == "78 years old."
    assert (
        said("how old is someone born in 1984") == "42 in 2026, or 41 until the birthday that year."
    )
    assert said("how old will someone born in 1948 be in 2031").startswith("83 in 2031")


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("how long is it from 9:40 to 13:15", "3 hours 35 minutes."),
        ("how many hours from 9:15 to 17:45", "8.5 hours."),
        ("how many hours between 10pm and 6am", "8 hours."),
        ("how long is it from 9:40 to 1:15", "3 hours 35 minutes."),
        ("2h 45 plus 50 minutes", "3 hours 35 minutes."),
        ("add 45 minutes to 11:38", "12:23."),
        ("half past nine plus 40 minutes", "10:10."),
        ("how long from 8 to 17:30", "9 hours 30 minutes."),
        ("15:30 minus 45 minutes", "14:45."),
        ("if i leave at 7:10 and its 2h35 when do i get there", "09:45."),
        ("I have to arrive at 9:30 and it takes 45 minutes, when should I leave", "08:45."),
        (
            "if I start at 19:45 and do twelve and a half hours when do I clock off",
            "08:15 the next day.",
        ),
    ],
)
def test_times_of_day(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    ("clause", "answer"),
    [
        ("what time is it in Tokyo when it is 3pm here", "23:00."),
        ("what time is it in London if it's 3 pm in Denver", "22:00."),
        ("5 pm london time is what in new york", "12:00."),
        ("if it's 4 pm in Munich what time is it in Sydney", "02:00 the next day."),
        ("what's 6 am in manila in lagos time", "23:00 the day before."),
        ("what's the time in New York", "06:00."),
        ("what time is it", "12:00."),
    ],
)
def test_times_elsewhere(clause: str, answer: str) -> None:
    assert said(clause) == answer


@pytest.mark.parametrize(
    "clause",
    [
        "how many hours from 10pm fri to 6am sun",
        "if easter is april 5 when's ash wednesday",
        "if i save 75 a week how much by christmas",
        "how many hours from Monday to Friday",
    ],
)
def test_what_mixes_days_and_figures_in_other_ways_is_asked_back(clause: str) -> None:
    assert not ask(clause).answer.is_answer


def test_a_date_in_figures_that_may_be_two_days_is_asked_back() -> None:
    outcome = ask("what is 12/03/2027 plus 30 days")
    assert not outcome.answer.is_answer
    assert outcome.text == "Which day is “12/03/2027”: 12 March 2027 or 3 December 2027?"
    assert said("how old is someone born on 3.7.1961 today") == "65 years old."
    assert said("2027-03-12 plus 30 days") == "Sunday, 11 April 2027."

"""Calendar questions; today is Sunday, 15 November 2026. Expectations are worked out by hand."""

import pytest

CASES = [
    ("What is today's date?", "2026-11-15"),
    ("what day is it?", "2026-11-15"),
    ("tomorrow", "2026-11-16"),
    ("What was the date yesterday?", "2026-11-14"),
    ("the day after tomorrow", "2026-11-17"),
    ("what day of the week is 2026-12-24", "2026-12-24"),
    ("what date is 90 days after 2026-11-15", "2027-02-13"),
    ("What date is it in 3 weeks?", "2026-12-06"),
    ("two months ago", "2026-09-15"),
    ("one month after 2026-01-31", "2026-02-28"),
    ("one month after 2028-01-31", "2028-02-29"),
    ("1 year after 2028-02-29", "2029-02-28"),
    ("three weeks before 2026-11-15", "2026-10-25"),
    ("a week from tomorrow", "2026-11-23"),
    ("a fortnight from today", "2026-11-29"),
    ("add 30 days to 2026-01-31", "2026-03-02"),
    ("2026-11-15 plus 10 days", "2026-11-25"),
    ("100 days before Christmas", "2026-09-16"),
    ("When is next Friday?", "2026-11-20"),
    ("what date is next Sunday", "2026-11-22"),
    ("what date was last Monday", "2026-11-09"),
    ("When is Christmas?", "2026-12-25"),
    ("12/24/2026", "2026-12-24"),
    ("24.12.2026", "2026-12-24"),
    ("How many days are there between 2026-11-15 and 2026-12-24?", "39"),
    ("days from 2026-12-24 to 2026-11-15", "-39"),
    ("days until 24 December", "39"),
    ("how many days until 1 March", "106"),
    ("how many days since 1 January 2026", "318"),
    ("How many weeks until 2027-01-01?", "6"),
    ("how many months between 2026-01-31 and 2026-11-15", "9"),
    ("how many years between 2000-03-01 and 2026-02-28", "25"),
    ("what week is it?", "46"),
    ("What is the ISO week number of 2026-12-31?", "53"),
    ("what week number is 2027-01-04", "1"),
    ("is 2028 a leap year?", "yes"),
    ("was 1900 a leap year?", "no"),
    ("is 2000 a leap year", "yes"),
    ("how many days in February 2028", "29"),
    ("how many days does February have in 2027?", "28"),
    ("how many days are in this month", "30"),
    ("how many days are in 2028", "366"),
]


@pytest.mark.parametrize(("prompt", "value"), CASES)
def test_a_calendar_question_is_answered(think, prompt: str, value: str) -> None:
    thought = think(prompt)
    assert thought.actions == ["dates"]
    assert thought.last.value == value


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("what day of the week is 2026-12-24", "24 December 2026 is a Thursday."),
        ("what weekday was 24th of December 1999?", "24 December 1999 was a Friday."),
        ("Which day of the week is December 24, 2026?", "24 December 2026 is a Thursday."),
        ("today", "Today is Sunday, 15 November 2026 (2026-11-15) in Europe/Berlin."),
    ],
)
def test_an_answer_names_day_and_weekday(think, prompt: str, answer: str) -> None:
    assert think(prompt).summary == answer


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("what day of the week is 03/04/2026", "2026-04-03 or 2026-03-04"),
        ("what day is February 30, 2026", "there is no 30 February 2026"),
        ("what day is 2026-13-01", "there is no month 13"),
        ("9999999 years after 2026-11-15", "only the years 1 to 9999"),
        ("what day is 01/01/0000", "only the years 1 to 9999"),
    ],
)
def test_an_unclear_day_is_asked_back_and_not_guessed(think, prompt: str, why: str) -> None:
    finding = think(prompt).last
    assert finding.action == "dates"
    assert finding.answer is None
    assert why in finding.reason


def test_a_later_step_works_on_the_earlier_day(think) -> None:
    thought = think("What date is 90 days after 2026-11-15, then what day of the week is that?")
    assert thought.last.answer == "13 February 2027 is a Saturday."


@pytest.mark.parametrize(
    "prompt",
    ["How many days until the project deadline?", "When is our next board meeting?", "What a day"],
)
def test_a_day_that_only_the_sources_know_is_looked_up(think, prompt: str) -> None:
    assert think(prompt).actions == ["search"]

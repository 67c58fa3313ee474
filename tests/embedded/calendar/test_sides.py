"""What is over, and what is still to come."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say
from tools.calendar_kit import event, records


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("count | how many [standups|T] so far [this week|P]",
         "1 event matching “standups” in the week of 16 November 2026, up to now."),
        ("count | how many [dentist|T] visits do I still have [this year|P]",
         "1 event matching “dentist” in 2026, from now on."),
        ("count | how many [dentist|T] visits up to today",
         "1 event matching “dentist” up to now."),
        ("duration | total time of [standups|T] up to now", "30 minutes."),
        ("count | how many [standups|T] so far [tomorrow|P]",
         "1 event matching “standups” tomorrow (Tuesday 17 November)."),
    ],
)  # fmt: skip
def test_adverbs_of_time_choose_a_side_of_now(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


CLUB = records(
    event("Book club", "2026-10-02 18:30", "20:30"),
    event("Book club", "2026-11-16 08:00", "09:00"),
    event("Book club", "2026-11-16 18:30", "20:30"),
    event("Book club", "2026-12-04 18:30", "20:30"),
)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("count | how many [book clubs|T] have there been [this year|P]", "2 events"),
        ("count | how many [book clubs|T] have I done [this year|P]", "2 events"),
        ("count | how many [book clubs|T] did I go to [this year|P]", "2 events"),
        ("count | how many [book clubs|T] do I have [this year|P]", "4 events"),
        ("count | how many [book clubs|T] do I have booked [this year|P]", "4 events"),
    ],
)
def test_a_count_whose_verb_looks_back_ends_now(line: str, text: str) -> None:
    assert say(line, CLUB).startswith(text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("first | what will be the first [book club|T] so far [this year|P]", "Friday 2 October"),
        ("first | will [book club|T] be first up to now [this year|P]", "Friday 2 October"),
        ("list | the next [two|N] [book clubs|T] so far", "The next 2"),
    ],
)
def test_words_for_two_sides_of_now_do_not_undo_each_other(line: str, text: str) -> None:
    assert text in say(line, CLUB)

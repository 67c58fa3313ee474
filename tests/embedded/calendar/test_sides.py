"""What is over, and what is still to come."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say


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

"""What the readers of days and hours read is certain, whatever the network thought of its words."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.parser.parser import parser
from runwright.minds.embedded.parser.readable import (
    dates_alone,
    stretches,
    whole_ranges,
    with_prepositions,
)
from runwright.minds.embedded.query import Span

TEXT = "When are we free between 17:00 and 21:00?"


def test_hours_from_one_to_another_are_one_time_of_day() -> None:
    torn = [Span("TI", "between 17:00", 17), Span("XC", "21:00", 35)]
    assert whole_ranges(TEXT, torn) == [Span("TI", "between 17:00 and 21:00", 17)]


def test_days_are_no_hours() -> None:
    days = [Span("P", "from 8 to 12 June", 16)]
    assert whole_ranges("What did I have from 8 to 12 June?", days) == days


@pytest.mark.parametrize(
    "spans",
    [
        [Span("P", "while we were in Rome, 5 to 9 May", 4)],
        [Span("PE", "while we were in Rome", 4), Span("P", "5 to 9 May", 27)],
    ],
)
def test_of_a_time_that_is_told_twice_the_dates_count(spans: list[Span]) -> None:
    kept, asides = dates_alone(spans)
    assert kept == [Span("P", "5 to 9 May", 27)]
    assert [(start, min(end, 25)) for start, end in asides] == [(4, 25)]


def test_the_word_that_bounds_a_period_belongs_to_it() -> None:
    text = "After this Thursday, when's the next one?"
    assert with_prepositions(text, [Span("P", "this Thursday", 6)]) == [
        Span("P", "After this Thursday", 0)
    ]
    counted = [Span("T", "choir", 9), Span("P", "this week", 25)]
    assert with_prepositions("how many choir, counting this week", counted) == counted[:1]
    after_tax = [Span("C", "tax", 18)]
    assert with_prepositions("what was it after tax", after_tax) == after_tax


def test_a_time_without_dates_stays_as_it_is() -> None:
    spans = [Span("PE", "while we were in Rome", 4), Span("M", "Hertz", 30)]
    assert dates_alone(spans) == (spans, [])


def test_hours_that_no_span_has_stay_out() -> None:
    assert whole_ranges(TEXT, []) == []


def test_only_what_is_read_to_its_end_is_certain() -> None:
    spans = [
        Span("P", "from 16 November 2026 to 20 November 2026", 4),
        Span("P", "in the blue", 60),
    ]
    assert stretches(spans) == [(4, 45)]


def test_a_long_period_is_no_reason_to_ask_back() -> None:
    [found] = parser().parse(
        "When are we both free for at least two hours from 16 November 2026 to 20 November 2026 "
        "between 17:00 and 21:00?"
    )
    assert found.query.confidence > 0.5
    assert found.query.words("TI") == ("between 17:00 and 21:00",)

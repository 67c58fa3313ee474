"""A verb that says which kind of event is meant chooses, or is said not to have been used."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome, say
from tools.calendar_kit import event, records

HEMI = records(
    event("Call with Hemi", "2026-11-15 17:30", "18:30"),
    event("Call with Hemi", "2026-11-22 17:30", "18:30"),
    event("Hemi in Bonn", "2026-08-28 10:00", "18:00"),
    event("Hemi in Bonn", "2026-11-27 10:00", "18:00"),
)


@pytest.mark.parametrize(
    "line",
    [
        "last | when did [Hemi|PS] last visit",
        "next | when is [Hemi|PS] here next",
        "count | how many times has [Hemi|PS] stayed [this year|P]",
    ],
)
def test_a_kind_that_no_title_bears_is_asked_back(line: str) -> None:
    answer = outcome(line, HEMI).answer
    assert not answer.is_answer
    assert "Call with Hemi" in answer.text
    assert "Hemi in Bonn" in answer.text


def test_what_says_no_kind_needs_no_question() -> None:
    assert "Call with Hemi" in say("next | when do I see [Hemi|PS] next", HEMI)


def test_one_kind_of_event_needs_no_question() -> None:
    calls = records(event("Call with Hemi", "2026-11-15 17:30", "18:30"))
    assert "Call with Hemi" in say("last | when did [Hemi|PS] last visit", calls)


def test_titles_that_bear_the_kind_are_meant() -> None:
    given = records(
        event("Birthday dinner with Callum", "2026-11-21 18:30", "21:00"),
        event("Callum in Aberdeen", "2026-11-25", "2026-11-28"),
    )
    assert say("next | when is [Callum|PS] away next", given).startswith(
        "Wednesday 25 November to Friday 27 November: Callum in Aberdeen."
    )

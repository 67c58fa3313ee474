"""Spans that belong together, and those that say nothing."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import query, say
from runwright.minds.embedded.calendar.reading import settled


@pytest.mark.parametrize(
    ("line", "spans"),
    [
        ("list | what was I doing [October|P] [1 to 3|TI]", [("P", "October 1 to 3")]),
        ("list | [next|P] [Tuesday|WD] [afternoon|TI]",
         [("P", "next Tuesday"), ("TI", "afternoon")]),
        ("list | anything [on|P] [tomorrow|P]", [("P", "tomorrow")]),
        ("count | how many things [today|P], [morning|TI] included", [("P", "today")]),
        ("count | how many [on Thursday|P], [work|XC] and [private|XC]", [("P", "on Thursday")]),
        ("count | how many [on Thursday|P] but not [work|XC] and [gym|XC]",
         [("P", "on Thursday"), ("XC", "work"), ("XC", "gym")]),
        ("who | who's in the [December|T] [book club|T]", [("P", "December"), ("T", "book club")]),
        ("duration | how long are my [Thursday|WD] appointments", [("P", "Thursday")]),
        ("duration | how long is a [Thursday|WD]", [("WD", "Thursday")]),
        ("next alt=yes | [dentist|T] or [Biscuit's|PS] [vaccination|T]",
         [("T", "dentist"), ("T", "Biscuit's vaccination")]),
        ("first | when do I finish [on Friday|P], [tutoring|XC] included", [("P", "on Friday")]),
        ("first | when do I finish [on Friday|P], not counting [tutoring|XC]",
         [("P", "on Friday"), ("XC", "tutoring")]),
        ("list | what is on [on Friday|P] ([gym|XT] etc)", [("P", "on Friday"), ("T", "gym")]),
        ("exists | has [Ida|PS] said yes to [Ben's|PS] [birthday dinner|T]",
         [("PS", "Ida"), ("T", "Ben's birthday dinner")]),
    ],
)  # fmt: skip
def test_spans_are_settled_by_their_words(line: str, spans: list[tuple[str, str]]) -> None:
    assert [(each.code, each.text) for each in settled(query(line)).spans] == spans


def test_the_answer_that_a_clause_names_outweighs_one_taken_over() -> None:
    assert settled(query("who state=declined | and who has accepted [the workshop|T]")).state == (
        "accepted"
    )


def test_a_word_that_frames_a_name_is_left_out_and_that_is_said() -> None:
    text = say("when | when is the [Hamburg trip|T]")
    assert text.startswith("Wednesday 2 December to Friday 4 December")
    assert "I left out “trip”" in text


def test_a_topic_of_which_one_word_fits_leads_to_no_other_event() -> None:
    assert say("when | when is [car pooling|T]").startswith("I found no event with “car pooling”")


def test_what_only_says_that_it_is_an_event_narrows_nothing() -> None:
    assert say("count | how many [events|T] [tomorrow|P]").startswith("2 events tomorrow")


@pytest.mark.parametrize(
    ("line", "measure", "state"),
    [
        ("list | which [weekly|T] [in November|P] was dropped", "list", "cancelled"),
        ("list | who dropped off the [parcel|T]", "list", ""),
        ("when | since when do I have [yoga|T]", "first", ""),
    ],
)
def test_words_that_ask_for_another_measure_or_state(line: str, measure: str, state: str) -> None:
    asked = settled(query(line))
    assert (asked.measure, asked.state) == (measure, state)


def test_what_a_period_goes_up_to_ends_it() -> None:
    asked = settled(query("count | how many [gym|T] visits [this year|P] up to [yesterday|P2]"))
    assert asked.words("P") == ("this year", "until yesterday")

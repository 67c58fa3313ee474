"""Names that no span holds."""

from __future__ import annotations

from embedded.calendar.kit import say


def test_a_word_of_a_title_narrows_though_no_span_names_it() -> None:
    assert say("list | which viewings are coming up [this month|P]").startswith(
        "2 events matching “viewings”"
    )


def test_the_next_event_for_something_unknown_is_not_any_event() -> None:
    assert say("next | next appointment for the parrot").startswith(
        "I found no event with “parrot”"
    )


def test_words_that_questions_are_made_of_name_nothing() -> None:
    assert say("next | what's happening next").startswith("Tomorrow")

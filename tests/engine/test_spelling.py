"""Slips of the pen are mended where they can be nothing else, and nowhere else."""

import pytest

from runwright.engine.spelling import mended

MENDED = {
    "how much on grocereis": "how much on groceries",
    "my calender please": "my calendar please",
    "free on tuseday": "free on Tuesday",
    "free on Wendesday": "free on Wednesday",
    "the next meetign": "the next meeting",
    "what did I recieve": "what did I receive",
    "spent in Febuary": "spent in February",
    "spent in jully": "spent in July",
    "the insurence bill": "the insurance bill",
    "my bigest expense": "my biggest expense",
    "waht did I spend": "what did I spend",
    "an appointmnet": "an appointment",
}
KEPT = (
    "what did I spend at Marche",
    "dinner with augusta in the marsh",
    'find "calender" in my notes',
    "How many letters are in calender?",
    "Reverse the word meetign",
    "Calendor Ltd sent a bill",
    "lunch at travell",
    "write to meetign@example.org",
    "brought a launch to the world",
    "invoice calender7",
    "the eating and heating costs",
)


@pytest.mark.parametrize("text", MENDED)
def test_a_slip_of_one_letter_is_mended(text: str) -> None:
    assert mended(text) == MENDED[text]


@pytest.mark.parametrize("text", KEPT)
def test_names_data_and_other_words_stay_as_they_are(text: str) -> None:
    assert mended(text) == text


@pytest.mark.parametrize("text", MENDED.values())
def test_what_is_spelled_well_stays(text: str) -> None:
    assert mended(text) == text

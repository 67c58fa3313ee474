"""Figures that papers state are held against each other."""

from __future__ import annotations

import pytest

from runwright.engine.prose.stated import compare
from runwright.engine.types import Item

OFFERS = Item("a", "documents", "Two offers: Halm Roofing 9,400 EUR and Vogt Roofing 10,150 EUR.")
FIRST = Item(
    "b", "documents", "The fee is 0.09 EUR per line.", file="one.md", title="Contract Petrel Press"
)
SECOND = Item("c", "documents", "Rate: 0.12 EUR per line.", file="two.md", title="Notes Oriole")
PAPERS = (OFFERS, FIRST, SECOND)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much cheaper is Halm than Vogt?", "750 EUR less than Vogt"),
        ("Is Vogt Roofing dearer than Halm Roofing?", "Yes. Vogt Roofing: 10,150 EUR"),
        ("Is Vogt cheaper than Halm?", "No."),
        ("Which press pays more per line, Petrel or Oriole?", "Oriole: 0.12 EUR"),
    ],
)
def test_two_figures_are_compared(question: str, said: str) -> None:
    held = compare(question, PAPERS)
    assert held is not None
    assert said in held.text


@pytest.mark.parametrize(
    "question", ["How much cheaper is Halm than Brand?", "What does Halm cost?", ""]
)
def test_what_has_no_second_figure_is_left_to_others(question: str) -> None:
    assert compare(question, PAPERS) is None

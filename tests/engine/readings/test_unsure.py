"""Where every source may be read, a part that names none is still asked of the right one."""

from __future__ import annotations

import pytest
from tests.engine.ledger.books import BOOKS, EVENTS

from runwright.engine.types import Item

SOURCES = ["calendar", "documents", "finance"]
PAPER = Item(
    "paper", "documents", "The boiler was serviced by Otto Renz on 4 May 2026.", title="Log"
)
EVERYTHING = (*BOOKS, *EVENTS, PAPER)


@pytest.mark.parametrize(
    ("question", "action"),
    [
        ("What's the average supermarket shop?", "aggregate"),
        ("groceries in May vs April", "compare"),
        ("How much came in during May?", "aggregate"),
        ("Do I have any conflicts next week?", "agenda"),
        ("What's on today?", "agenda"),
    ],
)
def test_it_is_asked_of_the_likelier_source(think, question: str, action: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert action in {finding.action for finding in thought.findings}


def test_what_no_booking_answers_for_is_looked_up_in_papers(think) -> None:
    thought = think("When was the boiler serviced?", EVERYTHING, SOURCES)
    assert thought.last.answer is None
    assert [step.action for step in thought.last.more] == ["extract"]

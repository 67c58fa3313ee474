"""What a question wants, and that no question takes long to read."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.ledger.asking import asked
from runwright.engine.ledger.questions import question
from runwright.engine.ledger.selection import selection_of
from support.properties import examples

TODAY = date(2026, 11, 15)
_WORDS = """
    how much did i spend on groceries in march and april than more or less between 5 10 euros $ 7.50
    top three largest average per month by category last year when was the rent paid share of my
    income net balance compare with versus excluding account visa card refund from to over under , ?
    which most least often total what who where 2026 first week before & list payments
"""


@pytest.mark.parametrize(
    ("text", "figure", "direction", "by", "top", "order"),
    [
        ("how much did i spend", "sum", "out", "", 0, ""),
        ("how much did i earn", "sum", "in", "", 0, ""),
        ("how many payments from acme", "count", "in", "", 0, ""),
        ("average monthly rent", "average", "", "month", 0, ""),
        ("spending by category", "sum", "out", "category", 0, ""),
        ("top 3 merchants", "sum", "out", "merchant", 3, "most"),
        ("my five biggest expenses", "list", "out", "", 5, "most"),
        ("which month did i spend the least", "sum", "out", "month", 1, "least"),
        ("when did i last pay the rent", "when", "out", "", 0, "last"),
        ("what was my first payment to acme", "sum", "out", "", 0, "first"),
        ("did i pay the rent", "whether", "out", "", 0, ""),
        ("what is my balance", "balance", "", "", 0, ""),
        ("how much does netflix cost", "price", "out", "", 0, "now"),
    ],
)
def test_what_is_wanted(
    text: str, figure: str, direction: str, by: str, top: int, order: str
) -> None:
    assert asked(text)[:5] == (figure, direction, by, top, order)


def test_a_selection_is_the_same_after_a_step_carried_it() -> None:
    text = "coffee at Starbucks over 5 euros in March and April excluding refunds of Acme"
    found = question(text, TODAY).selection
    assert selection_of(found.encoded("left."), "left.") == found


@examples(300)
@given(st.lists(st.sampled_from(_WORDS.split()), min_size=1, max_size=60).map(" ".join))
def test_any_words_can_be_read_and_carried(text: str) -> None:
    found = question(text, TODAY)
    assert selection_of(found.selection.encoded()) == found.selection

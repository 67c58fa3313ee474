"""The same line in two versions of a document."""

from __future__ import annotations

import pytest

from runwright.minds.embedded import aligned
from runwright.minds.values import Item


def text_of(line: str, other: str) -> str | None:
    item = Item("b", "documents", other, file="b", title="b")
    found = aligned.aligned(line, [item])
    return found.text if found else None


@pytest.mark.parametrize(
    ("line", "other", "found"),
    [
        ("Report theft within 7 days.", "Pay by May. Report theft within 3 days.",
         "Report theft within 3 days."),
        ("Cash | £200", "Jewels | £900\nCash | £300\nTools | £90", "Cash | £300"),
        # One version says more than the other in the same sentence.
        ("The house is insured for £265,000, which you declared to us.",
         "The house is insured for £298,000.", "The house is insured for £298,000."),
        # Wrapped prose is one line.
        ("Tell us of a theft within 7 days.", "Tell us of a theft\nwithin 3 days.",
         "Tell us of a theft\nwithin 3 days."),
    ],
)  # fmt: skip
def test_a_line_is_found_by_its_words_whatever_its_figures(
    line: str, other: str, found: str
) -> None:
    assert text_of(line, other) == found


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Report theft within 7 days.", "Bees are covered up to £300."),
        ("Cash | £200", "Cash | £300\nCash | £400"),
        ("£200", "£300"),
    ],
)
def test_none_is_found_where_none_or_several_are_worded_alike(line: str, other: str) -> None:
    assert text_of(line, other) is None


@pytest.mark.parametrize(
    ("line", "said", "other", "value"),
    [
        ("Ring £2,300; fiddle £3,750.", "£3,750", "Ring £2,450; fiddle £4,100.", "£4,100"),
        ("Fiddle £3,750.", "£3,750", "Ring £2,450; fiddle £4,100.", ""),
        ("Within 7 days.", "7 days", "Within 3 days.", ""),
    ],
)
def test_the_amount_that_answers_stands_in_the_same_place(
    line: str, said: str, other: str, value: str
) -> None:
    assert aligned.value(line, said, other) == value

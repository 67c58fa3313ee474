"""What is asked of two things is computed from what is said of each."""

import pytest

from runwright.engine.prose.comparing import compare
from runwright.engine.types import Item


def item(title: str, text: str) -> Item:
    return Item(id=title, source="documents", text=text, title=title)


PEOPLE = (
    item("Ana Pires", "Ana Pires (born 3 May 1961) is a Portuguese architect and painter."),
    item("Olaf Lund", "Olaf Lund (born 12 June 1958) is a Norwegian architect."),
    item("Rosa Dias", "Rosa Dias (born 1 May 1970) is a Portuguese singer."),
)


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("Who is older, Ana Pires or Olaf Lund?", "Olaf Lund"),
        ("Who was born later, Rosa Dias or Ana Pires?", "Rosa Dias"),
        ("Which architect is from Norway, Ana Pires or Olaf Lund?", "Olaf Lund"),
        ("Are Ana Pires and Olaf Lund both architects?", "Yes"),
        ("Are Ana Pires and Rosa Dias both from Portugal?", "Yes"),
        ("Are Ana Pires and Rosa Dias of the same nationality?", "Yes"),
        ("What occupation do Ana Pires and Olaf Lund share?", "architect"),
    ],
)
def test_the_outcome_follows_from_both_texts(question: str, outcome: str) -> None:
    found = compare(question, PEOPLE)
    assert found is not None
    assert found.outcome == outcome


@pytest.mark.parametrize(
    "question",
    [
        "Are Ana Pires and Rosa Dias both architects?",
        "Were Ana Pires and Olaf Lund of the same nationality?",
    ],
)
def test_what_is_not_said_of_both_is_no_only_as_far_as_the_text_goes(question: str) -> None:
    found = compare(question, PEOPLE)
    assert found is not None
    assert found.outcome == "No, as far as it says"


def test_both_sides_are_named_as_evidence() -> None:
    found = compare("Who is older, Ana Pires or Olaf Lund?", PEOPLE)
    assert found is not None
    assert {each.id for each in found.items} == {"Ana Pires", "Olaf Lund"}


@pytest.mark.parametrize(
    "question",
    [
        "Who is older, Ana Pires or Kurt Holm?",
        "Who is Ana Pires?",
        "Is Ana Pires an architect?",
    ],
)
def test_without_two_things_nothing_is_compared(question: str) -> None:
    assert compare(question, PEOPLE) is None

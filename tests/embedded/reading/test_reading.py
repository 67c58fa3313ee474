"""What is made of a reading: an answer, two that contradict each other, or the nearest passage."""

from __future__ import annotations

import pytest

from runwright.context.index import reader
from runwright.context.index.reader import Reading
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import Found, Said
from runwright.minds.values import Item

ASKED = "How far must a rower be able to swim?"
CLUB = "Members must swim 50 metres. They sign a form."
SCHOOL = "She can swim 25 m: yes or no."


def found(text: str, words: str, margin: float, title: str = "") -> Found:
    start = text.index(words)
    item = Item(title or words, "documents", text, title=title)
    return Found(item, Reading(start, start + len(words), margin))


def sure(readings: list[Found], asked: str = ASKED, fits: float = 0.95) -> Said | None:
    """What is stated, where its answer fits the question so well."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reading, "look", lambda *_asked, **_deep: readings)
        patched.setattr(reader, "fits", lambda *_pair: fits)
        outcome = reading.read(asked, [each.item for each in readings])
    return outcome.answer


def test_a_sure_answer_comes_before_its_sentence_and_place() -> None:
    said = sure([found(CLUB, "50 metres", 9.0, "rules.md")])
    assert said is not None
    assert said.text == "50 metres: “Members must swim 50 metres. They sign a form.” (rules.md)"
    assert said.value == "50 metres"


def test_what_settles_yes_or_no_is_the_sentence() -> None:
    said = sure([found(SCHOOL, "25 m", 9.0)], "Can she swim?")
    assert said is not None
    assert said.text == "“She can swim 25 m: yes or no.”"


def test_words_that_their_sentence_denies_are_not_said_without_it() -> None:
    text = "Never clear the chute by hand."
    said = sure([found(text, "by hand", 9.0)], "How do I clear the chute?")
    assert said is not None
    assert said.text == "“Never clear the chute by hand.”"


def test_where_another_passage_answers_as_surely_both_are_shown_and_none_is_stated() -> None:
    both = [found(SCHOOL, "25 m", 7.5, "letter"), found(CLUB, "50 metres", 7.1, "rules")]
    assert sure(both) is None
    near = reading.nearest(both)
    assert near is not None
    assert near.items == ("letter", "rules")


def test_an_answer_that_is_far_less_likely_does_not_matter() -> None:
    both = [found(SCHOOL, "25 m", 11.5), found(CLUB, "50 metres", 3.0)]
    said = sure(both)
    assert said is not None
    assert "50 metres" not in said.text


def test_an_answer_that_does_not_fit_the_question_is_not_stated() -> None:
    alone = [found(CLUB, "50 metres", 5.0)]
    assert sure(alone) is not None
    assert sure(alone, fits=0.02) is None


def test_what_is_not_sure_is_not_stated_but_shown_as_the_nearest() -> None:
    unsure = [found(CLUB, "50 metres", 1.0, "rules.md"), found(SCHOOL, "25 m", -9.0)]
    assert sure(unsure, fits=0.1) is None
    near = reading.nearest(unsure)
    assert near is not None
    assert near.text == "“Members must swim 50 metres. They sign a form.” (rules.md)"


@pytest.mark.parametrize("readings", [[], [found(CLUB, "50 metres", -20.0)]])
def test_what_no_passage_comes_near_is_neither_stated_nor_shown(readings: list[Found]) -> None:
    assert sure(readings) is None
    assert reading.nearest(readings) is None


def test_a_quotation_that_begins_with_a_pronoun_has_the_sentence_before_it() -> None:
    text = "Rosa Dias is the witness. She rents the flat below. The rent is due on the third."
    assert found(text, "flat below", 9.0).quotation == (
        "Rosa Dias is the witness. She rents the flat below."
    )


def test_a_sentence_of_hundreds_of_words_is_quoted_by_its_line() -> None:
    text = f"{'and so on ' * 100}\nDeposit 1,200 EUR\n{'and on ' * 100}"
    assert found(text, "1,200 EUR", 9.0).quotation == "Deposit 1,200 EUR"


def test_what_the_search_finds_best_too_is_surer() -> None:
    answer, other = found(CLUB, "50 metres", -2.0), found(SCHOOL, "25 m", -9.0)
    first, second = (
        [
            each.item._replace(score=score)
            for each, score in zip((answer, other), scores, strict=True)
        ]
        for scores in ((0.9, 0.4), (0.4, 0.9))
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "fits", lambda *_pair: 0.7)
        agreed = reading.signs(ASKED, [answer, other], first, 1.0)
        alone = reading.signs(ASKED, [answer, other], second, 1.0)
    assert (agreed.is_first, alone.is_first) == (1.0, 0.0)
    assert agreed._replace(is_first=0.0) == alone


def test_who_asks_two_things_is_quoted_the_sentence_beside_the_answer() -> None:
    text = "Two points: a loose handrail and the door sign. Fix by 31 January."
    for asked, quoted in (
        ("what did they want fixed and by when", text),
        ("by when must it be fixed", "Fix by 31 January."),
    ):
        said = sure([found(text, "31 January", 9.0)._replace(asked=asked)], asked)
        assert said is not None
        assert said.text == f"31 January: “{quoted}”"


@pytest.mark.parametrize(
    ("text", "is_stated"),
    [
        ("Three tenders: Castle 148,000, Quay 139,500 and Rimu 156,250.", False),
        ("Three tenders: Castle 148,000, Rimu 156,250 and, the lowest, Quay 139,500.", True),
    ],
)
def test_which_of_several_figures_is_the_lowest_is_not_read_off_a_list(
    text: str, is_stated: bool
) -> None:
    said = sure([found(text, "Rimu", 9.0)], "Which tender was the lowest?")
    assert (said is not None) == is_stated


def test_how_much_something_may_be_at_most_is_no_choice_among_figures() -> None:
    text = "Guests may stay for up to 3 nights within 30 days."
    assert sure([found(text, "up to 3 nights", 9.0)], "how many nights can guests stay at most")

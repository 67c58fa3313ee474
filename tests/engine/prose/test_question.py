"""What a question asks for is told from its words."""

import pytest

from runwright.engine.prose.question import read


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who signed the lease?", "person"),
        ("When does the lease end?", "time"),
        ("In what year was the company founded?", "time"),
        ("Where is the office?", "place"),
        ("Which city hosts the fair?", "place"),
        ("How many people attended?", "count"),
        ("How long does the warranty last?", "amount"),
        ("What percentage of the budget is spent?", "amount"),
        ("What did the board decide?", "thing"),
        ("Why was the order late?", "why"),
        ("Is the lease signed?", "truth"),
        ("What do my notes say about Oslo?", "topic"),
        ("Summarise the lease", "topic"),
    ],
)
def test_the_kind_of_answer_is_told_by_the_question_word(text: str, kind: str) -> None:
    assert read(text).kind == kind


def test_a_clause_that_begins_with_which_does_not_ask() -> None:
    asked = read("The firm, which moved to Oslo in spring, was founded in what year?")
    assert asked.kind == "time"


def test_the_focus_is_the_noun_that_the_answer_is_one_of() -> None:
    assert read("Which football club did he join?").focus == "club"


def test_words_that_only_ask_are_not_what_it_is_about() -> None:
    assert read("Please tell me who signed the lease").stems == ("sign", "leas")


def test_names_and_quotations_are_kept_as_written() -> None:
    assert read('Who wrote "The Long Way" for Ana Pires?').names == ("The Long Way", "Ana Pires")

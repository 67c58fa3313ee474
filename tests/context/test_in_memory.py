"""Texts that are in no index are searched as those of one are."""

from __future__ import annotations

import pytest

from runwright.context.index import embedder
from runwright.context.index.in_memory import MOST_EMBEDDED, InMemory, Text

LEASE = Text("lease.md", "The lease of the Oslo office ends on 31 March 2027.")
RENT = Text("lease.md", "What is owed for the flat is due on the third of each month.")
BREAD = Text("recipes.md", "Bread is baked at night.")


def test_what_has_the_words_comes_first() -> None:
    hits = InMemory([BREAD, RENT, LEASE]).search("When does the lease of the office end?", 2)
    assert [hit.number for hit in hits] == [2, 1]
    assert hits[0].score > hits[1].score


def test_meaning_finds_what_the_words_do_not() -> None:
    hits = InMemory([BREAD, RENT, LEASE]).search("when must I pay my landlord", 3)
    assert hits[0].number == 1


def test_without_the_embedder_words_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedder, "is_available", lambda: False)
    assert [hit.number for hit in InMemory([BREAD, RENT, LEASE]).search("bread", 3)] == [0]


def test_of_many_texts_those_with_the_words_get_vectors() -> None:
    others = [Text("list.txt", f"Item {n} of the shed: a box.") for n in range(3 * MOST_EMBEDDED)]
    hits = InMemory([*others, LEASE]).search("When does the lease end?", 1)
    assert hits[0].number == len(others)


def test_nothing_is_found_in_nothing() -> None:
    assert InMemory([]).search("lease", 3) == []

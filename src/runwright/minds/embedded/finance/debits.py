"""Ways of paying that banks mark in their lines: direct debits and standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import words_of
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words

_CALLS: Mapping[str, str] = {
    "dd": "direct debit", "dds": "direct debit", "direct debit": "direct debit",
    "direct debits": "direct debit", "lastschrift": "direct debit",
    "lastschriften": "direct debit", "standing order": "standing order",
    "standing orders": "standing order", "dauerauftrag": "standing order",
    "dauerauftrage": "standing order",
}  # fmt: skip
_MARKS: Mapping[str, tuple[str, ...]] = {
    "direct debit": (
        "dd", "direct debit", "ddr", "lastschrift", "basislastschrift", "sepa-lastschrift",
        "prelevement", "prlv", "incasso", "adeudo", "addebito",
    ),
    "standing order": ("so", "standing order", "sto", "dauerauftrag"),
}  # fmt: skip


def asked(query: Query) -> str:
    """The way of paying that a clause asks for; nothing if it names none."""
    words = split_words(fold(query.text))
    said = [*words, *(" ".join(pair) for pair in pairwise(words))]
    return next((_CALLS[each] for each in said if each in _CALLS), "")


def marks(kind: str, book: Book) -> tuple[str, ...]:
    """How the lines of the banks mark it, where they do."""
    return tuple(
        mark for mark in _MARKS[kind] if any(words_of(mark) <= line for line in book.lines)
    )

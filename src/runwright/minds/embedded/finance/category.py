"""What a category of money is: what it is called, and what stands for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from runwright.records.facts import TransactionType
from runwright.text.folding import fold
from runwright.text.words import split_words


class Category(NamedTuple):
    """One category."""

    name: str
    calls: tuple[str, ...]
    """What people, and files in several languages, call it."""
    words: tuple[str, ...] = ()
    """Words of counterparties and purposes that stand for it."""
    otherwise: tuple[str, ...] = ()
    """Words that stand for it where none of those does."""
    regular: tuple[str, ...] = ()
    """Words that stand for it then in names that are paid again and again."""
    beside: tuple[str, ...] = ()
    """Words of names that are of its type although their bookings are not."""
    parts: tuple[str, ...] = ()
    """Categories that belong to it."""
    types: tuple[TransactionType, ...] = ()
    """Types of booking that are it."""


@lru_cache(maxsize=16384)
def words_of(term: str) -> frozenset[str]:
    """The words of a term, all of which must stand in a text."""
    return frozenset(split_words(fold(term)))


def category(
    name: str, calls: str, *, parts: str = "", types: tuple[TransactionType, ...] = ()
) -> Category:
    """Calls are divided by commas, parts by spaces; `counterparties.txt` has the words."""
    return Category(
        name,
        tuple(call.strip() for call in calls.split(",")),
        _words().get(name, ()),
        _words().get(f"{name} otherwise", ()),
        _words().get(f"{name} regular", ()),
        _words().get(f"{name} beside", ()),
        tuple(parts.split()),
        types,
    )


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    """The words of each category: a name in brackets, then terms that commas divide."""
    text = resources.files(__package__).joinpath("counterparties.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found: dict[str, tuple[str, ...]] = {}
    for section in "\n".join(lines).split("[")[1:]:
        name, _, terms = section.partition("]")
        found[name] = tuple(" ".join(term.split()) for term in terms.split(","))
    return found

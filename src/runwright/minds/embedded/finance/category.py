"""What a category of money is: what it is called, and what stands for it."""

from __future__ import annotations

from typing import NamedTuple

from runwright.records.facts import TransactionType


class Category(NamedTuple):
    """One category."""

    name: str
    calls: tuple[str, ...]
    """What people, and files in several languages, call it."""
    words: tuple[str, ...] = ()
    """Words of counterparties and purposes that stand for it."""
    parts: tuple[str, ...] = ()
    """Categories that belong to it."""
    types: tuple[TransactionType, ...] = ()
    """Types of booking that are it."""


def category(
    name: str,
    calls: str,
    words: str = "",
    parts: str = "",
    types: tuple[TransactionType, ...] = (),
) -> Category:
    """Calls are divided by commas, words by spaces; `_` joins the words of one term."""
    return Category(
        name,
        tuple(call.strip() for call in calls.split(",")),
        tuple(word.replace("_", " ") for word in words.split()),
        tuple(parts.split()),
        types,
    )

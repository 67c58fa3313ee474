"""Which ordinary category counterparties belong to, for bookings without one of their own."""

from __future__ import annotations

from typing import Any

from runwright.minds.embedded.finance import evidence, targets, trades
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES

_MOST = 300
"""So many names are sorted, those of most bookings first."""


def by_category(book: Book) -> list[dict[str, Any]]:
    """The categories that the names of counterparties tell, as the tool takes them, called as the
    files call them. Whoever may belong to several belongs to the first; categories that are made
    of others are left out."""
    without = set(book.labelled.get("", ()))
    left = [name for name in book.names if name in without][:_MOST]
    found: list[dict[str, Any]] = []
    for category in CATEGORIES:
        if category.parts or not left:
            continue
        terms = targets.stand_ins(category, category.name, book)
        meant = set(evidence.names_with(terms, book))
        meant.difference_update(trades.others((category,), terms, book))
        own = [name for name in left if name in meant]
        if own:
            labels = trades.labels((category,), book)
            found.append({"called": next(iter(labels), category.name), "members": own})
            left = [name for name in left if name not in meant]
    return found

"""Invoices among documents: which of them are the same one, and in what their totals are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from runwright.records.facts import Document
from runwright.text.folding import name_key
from runwright.tools.base import Item


class Invoices(NamedTuple):
    """Documents of which each counts once, and how many only repeat one of them."""

    single: list[Item[Document]]
    repeated: list[Item[Document]]


def once(documents: Iterable[Item[Document]]) -> Invoices:
    """Without the copies of a bill: a second upload, or a reminder that asks for the same.

    Two documents are one bill if they have the same number, total and currency, and no two
    issuers. What has no number is never a copy.
    """
    kept: dict[tuple[str, str | None, str | None], list[Item[Document]]] = {}
    result = Invoices([], [])
    for item in documents:
        facts = item.facts
        if not facts.number:
            result.single.append(item)
            continue
        same = kept.setdefault((name_key(facts.number), facts.total, facts.currency), [])
        is_copy = any(_may_be_one(facts.issuer, other.facts.issuer) for other in same)
        same.append(item)
        (result.repeated if is_copy else result.single).append(item)
    return result


def _may_be_one(one: str | None, other: str | None) -> bool:
    return not one or not other or name_key(one) == name_key(other)

"""Whom or what words mean that stand in no record: `the gym` is LEISUREWORLD, `the boiler fella` is
`Lucey – service`.

A search finds the records that come nearest, and a network that learned which records words mean
(`context.index.reader`) tells those that are meant from those that are only alike.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded.program import Look
from runwright.minds.embedded.searching import LONGEST
from runwright.records.facts import Event, Transaction
from runwright.tools import search_transactions
from runwright.tools.base import Item

SEARCHES = ("search_events", "search_transactions")
SURE, _MEANT, _BEHIND = 0.85, 0.6, 0.25
"""From where on a record is surely meant; how likely it must be to be taken at all, and how far
behind the likeliest it may be."""
_WEIGHED = 12
"""So many of the nearest records are weighed."""


class Meant(NamedTuple):
    """What words mean."""

    names: tuple[str, ...] = ()
    """The likeliest first."""
    is_sure: bool = False


NOTHING = Meant()


def payees(words: str, question: str) -> Generator[Look, Any, Meant]:
    """The payees that words mean."""
    if not reader.is_available():
        return NOTHING
    found: Sequence[Item[Transaction]] = yield Look(
        "search_transactions", {"text": words[:LONGEST], "limit": _WEIGHED}
    )
    facts = [item.facts for item in search_transactions.one_of_each(found)[:_WEIGHED]]
    named = [each for each in facts if each.counterparty]
    texts = [" | ".join((each.counterparty_raw or each.counterparty, "", each.purpose))
             for each in named]  # fmt: skip
    return _meant(words, question, [each.counterparty for each in named], texts)


def titles(words: str, question: str) -> Generator[Look, Any, Meant]:
    """The titles of the events that words mean."""
    if not reader.is_available():
        return NOTHING
    found: Sequence[Item[Event]] = yield Look(
        "search_events", {"text": words[:LONGEST], "limit": _WEIGHED}
    )
    facts = list({item.facts.title: item.facts for item in found}.values())[:_WEIGHED]
    texts = [
        " | ".join((each.title, each.place or "", _people(each), each.note or "")) for each in facts
    ]
    return _meant(words, question, [each.title for each in facts], texts)


def _people(event: Event) -> str:
    return ", ".join(filter(None, (each.name for each in event.attendees)))


def _meant(words: str, question: str, named: Sequence[str], texts: Sequence[str]) -> Meant:
    likely = sorted(zip(reader.meant(words, question, texts), named, strict=True), reverse=True)
    if not likely or likely[0][0] < _MEANT:
        return NOTHING
    best = likely[0][0]
    least = max(_MEANT, best - _BEHIND)
    return Meant(tuple(name for each, name in likely if each >= least), best >= SURE)

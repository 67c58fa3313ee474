"""Whom or what words mean that stand in no record: `the gym` is LEISUREWORLD, `the boiler fella` is
`Lucey – service`.

A search finds the records that come nearest, and a network that learned which records words mean
(`context.index.reader`) tells those that are meant from those that are only alike.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from runwright.context.index import reader
from runwright.minds.embedded.program import Look
from runwright.minds.embedded.searching import LONGEST
from runwright.records.facts import Event, Transaction
from runwright.tools import search_transactions
from runwright.tools.base import Item

MEANT = 0.5
"""How likely a record must be meant."""
_WEIGHED = 12
"""So many of the nearest records are weighed."""


def payees(words: str, question: str) -> Generator[Look, Any, tuple[str, ...]]:
    """The payees that words mean, the likeliest first."""
    if not reader.is_available():
        return ()
    found: Sequence[Item[Transaction]] = yield Look(
        "search_transactions", {"text": words[:LONGEST], "limit": _WEIGHED}
    )
    facts = [item.facts for item in search_transactions.one_of_each(found)[:_WEIGHED]]
    named = [each for each in facts if each.counterparty]
    texts = [" | ".join((each.counterparty_raw or each.counterparty, "", each.purpose))
             for each in named]  # fmt: skip
    return _meant(words, question, [each.counterparty for each in named], texts)


def titles(words: str, question: str) -> Generator[Look, Any, tuple[str, ...]]:
    """The titles of the events that words mean, the likeliest first."""
    if not reader.is_available():
        return ()
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


def _meant(
    words: str, question: str, named: Sequence[str], texts: Sequence[str]
) -> tuple[str, ...]:
    likely = zip(reader.meant(words, question, texts), named, strict=True)
    return tuple(name for each, name in sorted(likely, reverse=True) if each >= MEANT)

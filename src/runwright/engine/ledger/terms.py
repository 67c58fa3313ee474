"""What a contract asks for again and again, held against what was paid: "does my rent match?".

A contract may change its own figure: "From 1 July the rent is 1,215.00". Each payment is held
against the figure that was in force on its day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from runwright.engine.ledger import papers, wording
from runwright.engine.ledger.currencies import written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.papers import Stated
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods
from runwright.engine.types import Finding, Item, Step, Work

_FROM = lazily(r"\b(?:from|since|as\s+of|as\s+from|starting|beginning|effective|ab)\s+(?=\S)", re.I)
_SENTENCE = lazily(r"(?<=[.!?])\s+(?=[A-Z\u00c0-\u00de#|-])|\n\s*\n|\n(?=[#|*-])")
_MOST_TOLD = 5


class _Term(NamedTuple):
    """A figure, and the day from which on it holds; none for the first."""

    stated: Stated
    since: date


def kept_to(step: Step, work: Work) -> Finding:
    """Whether each payment is what the contract asks for on its day."""
    found = papers.held(work)
    name = step.arguments.get("name", "")
    kind = step.arguments.get("kind", "")
    of_kind = [item for item in found.papers if papers.is_of_kind(item, kind)] if kind else []
    if of_kind:
        stated = [each for each in found.stated if each.item in of_kind]
        found = found._replace(papers=of_kind, stated=stated)
    named = list(_terms(found.papers, name, work))
    terms = named or _equal(found)
    found = found._replace(stated=[term.stated for term in terms])
    if missing := papers.lacking(step, found):
        return missing
    held = found.entries if named else found.entries[-1:]
    pairs = [(entry, _in_force(terms, entry.day)) for entry in held]
    wrong = [(e, t) for e, t in pairs if abs(e.amount) != t.stated.amount]
    return _told(step, wrong or pairs[-_MOST_TOLD:], len(pairs), bool(wrong))


def _equal(found: papers.Held) -> list[_Term]:
    """Where no sentence speaks of it: the figure that the latest payment equals, or the surest."""
    last = abs(found.entries[-1].amount) if found.entries else None
    same = [each for each in found.stated if each.amount == last]
    return [_Term(each, date.min) for each in (same or found.stated)[:1]]


def _told(step: Step, pairs: Sequence[tuple[Entry, _Term]], count: int, differs: bool) -> Finding:
    """The verdict, the figures in force, and the payments; those that differ, if any does."""
    stated = list(dict.fromkeys(term.stated for _, term in pairs))
    says = " and ".join(f"{_size(each)} (“{each.line}”)" for each in stated)
    paid = "; ".join(_paid(entry, term) for entry, term in pairs[:_MOST_TOLD])
    of = f" ({len(pairs)} of {count} payments)" if count > 1 and differs else ""
    verdict = f"No, they differ{of}" if differs else "Yes, they match"
    answer = f"{verdict}: the document says {says}, and you paid {paid}."
    items = dict.fromkeys((*(s.item.id for s in stated), *(entry.id for entry, _ in pairs)))
    return Finding(
        step.action, step.part, answer=answer, value=_size(stated[-1]), items=tuple(items)
    )


def _paid(entry: Entry, term: _Term) -> str:
    gap = abs(entry.amount) - term.stated.amount
    if not gap:
        return wording.one(entry)
    word = "more" if gap > 0 else "less"
    return f"{wording.one(entry)}, {written(abs(gap), entry.currency)} {word}"


def _size(stated: Stated) -> str:
    return written(stated.amount, stated.currency)


def _in_force(terms: Sequence[_Term], day: date) -> _Term:
    """The latest figure that held on the day, else the earliest of all."""
    begun = [term for term in terms if term.since <= day]
    return max(begun, key=lambda term: term.since) if begun else terms[0]


def _terms(items: Sequence[Item], name: str, work: Work) -> Iterator[_Term]:
    """The figures of the sentences that speak of it."""
    today = work.moment.now.astimezone(work.moment.zone).date()
    wanted = frozenset(stems(name))
    for item in items:
        for sentence in _SENTENCE.split(item.text):
            text = " ".join(sentence.split())
            if wanted.isdisjoint(stems(text)):
                continue
            for stated in list(papers.figures([item._replace(text=text)]))[:1]:
                yield _Term(stated._replace(item=item), _since(text, today))


def _since(text: str, today: date) -> date:
    for lead in _FROM.finditer(text[:400]):
        for period in find_periods(text[lead.end() : lead.end() + 60], today, -1)[:1]:
            if period.span[0] == 0:
                return period.start
    return date.min

"""Which document a question names: by title, headings, kind, parties and day.

Most of the words that name it must be its own, and it must be clearly better than the next. A
newer version takes the place of an older one; a newer letter does not, and is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from runwright.minds.embedded.summaries.asked import VERSION, telling
from runwright.records.facts import Document, Passage
from runwright.text.calendars import Period, Viewpoint
from runwright.text.number_words import UNITS
from runwright.text.stems import stem
from runwright.text.words import word_set
from runwright.text.written_dates import periods_in
from runwright.tools.base import Item

Documents = list[Item[Document]]

_SURE, _CLOSE, _ALIKE = 0.6, 0.12, 0.5
_OWN, _KIND, _WITHIN = 1.0, 0.9, 0.5
"""How much a word counts that is in the title, in the kind, or somewhere within."""
OLDER, _NEWEST = word_set("old older previous former earlier"), word_set("newest latest last")
_REPLACED = ("contract", "policy", "manual", "form", "report", "other")
_RENEWED = ("contract", "policy", "form")
"""Kinds of which a renewal may bear the next number; the next invoice is another one."""
_COUNTED_ON = re.compile(r"(?<=\w{4})[-/. ][A-Za-z]?\d{1,4}$")
_SAME = {
    "tenancy": "lease", "tenant": "lease", "landlord": "lease", "rental": "lease",
    "meeting": "minutes", "meetings": "minutes", "agreement": "contract", "yearly": "annual",
    "guide": "manual", "handbook": "manual", "instructions": "manual", "household": "home",
    "conversation": "chat", "messages": "chat", "thread": "chat",
}  # fmt: skip
_KINDS: Mapping[str, str] = {
    "contract": "contract", "letter": "letter mail email circular", "minutes": "minutes",
    "policy": "policy rules cover guidelines", "manual": "manual booklet", "report": "report",
    "chat": "chat group", "transcript": "transcript interview call", "invoice": "invoice bill",
    "receipt": "receipt", "form": "form application", "note": "note notes memo",
    "statement": "statement", "article": "article",
}  # fmt: skip


def named(name: str, found: Sequence[Item[Any]], today: date) -> tuple[Documents, Documents]:
    """The documents that a name fits, one if it is sure, and all versions of it, newest first."""
    documents = [each for each in found if isinstance(each.facts, Document) and each.file]
    dates = list(periods_in(name, Viewpoint(today, tense="past")))
    for each in reversed(dates):
        name = f"{name[: each.start]} {name[each.end :]}"
    words = telling(name)
    wanted = _stems(" ".join(word for word in words if word not in VERSION))
    scores = {each.id: _score(wanted, each, found) for each in documents}
    sure = [each for each in documents if scores[each.id] >= _SURE]
    if dates:
        of_each = ([d for d in sure if _is_of(d.facts, period)] for period in dates[0].readings)
        sure = next(filter(None, of_each), []) if len(dates) == 1 else []
    best = max((scores[each.id] for each in sure), default=0.0)
    close = _newest_first(each for each in sure if scores[each.id] >= best - _CLOSE)
    return _settled(close, documents, words) if close else ([], [])


def _settled(
    close: Documents, documents: Documents, words: Sequence[str]
) -> tuple[Documents, Documents]:
    """The version that is meant of those that fit nearly equally well, or all of them."""
    family = _newest_first(each for each in documents if is_version(each, close[0]))
    is_one = all(each in family for each in close)
    if is_one and OLDER.intersection(words):
        close = family[1:2]
    is_replaced = is_one and family[0].facts.document in _REPLACED
    is_dated = len({begins(each) for each in close}) == len(close)
    if is_dated and (is_replaced or _NEWEST.intersection(words)):
        close = close[:1]
    return close, family if is_replaced else close


def _score(wanted: frozenset[str], document: Item[Document], found: Iterable[Item[Any]]) -> float:
    """How many of the words are the document's own, from 0 to 1. Many documents are letters, few
    are from the school: a kind counts less."""
    facts = document.facts
    passages = [p for p in found if p.file == document.file and isinstance(p.facts, Passage)]
    within = (text for each in passages for text in (each.text, *each.facts.headings))
    own, kind = _stems(_name(document)), _stems(_KINDS.get(facts.document, ""))
    # Only a contract can be a lease, and few are.
    kindred = _stems("lease" if facts.document == "contract" else "")
    rest = _stems(" ".join(within)) - UNITS.keys()
    if wanted.isdisjoint(own | kind | kindred):
        return 0.0
    places = ((_OWN, own), (_KIND, kind), (_WITHIN, kindred), (_WITHIN, rest))
    kinds = _stems(" ".join(("lease", *_KINDS.values())))
    weights = {word: 1.0 if word in kinds else 1.5 for word in wanted}
    has = {word: min(1.0, sum(w for w, place in places if word in place)) for word in wanted}
    return sum(weights[word] * has[word] for word in wanted) / sum(weights.values())


def is_about_more(words: Sequence[str], document: Item[Document]) -> bool:
    """Whether there are words that neither the name nor the kind of a document has."""
    own = _stems(f"{_name(document)} {_KINDS.get(document.facts.document, '')}")
    return not _stems(" ".join(words)) <= own


def _name(document: Item[Document]) -> str:
    return " ".join((document.facts.title, document.title, *document.facts.parties))


def _stems(text: str) -> frozenset[str]:
    """What the telling words of a text are compared by: those that mean the same are equal."""
    return frozenset(stem(_SAME.get(word, word)) for word in telling(text))


def _period(facts: Document) -> Period:
    """The period that the title names, or else the day of the document."""
    viewpoint = Viewpoint(date.fromisoformat(facts.date or "2000-01-01"))
    named = periods_in(f"{facts.title}, {facts.date or ''}", viewpoint)
    return next((each.likeliest for each in named), Period(None, None))


def _is_of(facts: Document, period: Period) -> bool:
    own, last = _period(facts), date.max
    return (
        own.start is not None
        and own.start < (period.end or last)
        and ((period.start or own.start) < (own.end or last))
    )


def _newest_first(documents: Iterable[Item[Document]]) -> Documents:
    return sorted(documents, key=begins, reverse=True)


def begins(document: Item[Document]) -> str:
    """The day from which on it holds; nothing if that is not known."""
    return document.facts.date or str(_period(document.facts).start or "")


def is_version(one: Item[Document], other: Item[Document]) -> bool:
    """Whether two are of one kind and bear one number, or else much the same title, but for
    figures."""
    numbers = sorted((each.facts.number or "" for each in (one, other)), key=len)
    if one.facts.document == other.facts.document and all(numbers):
        # A renewal may add to it, `PSM-20417-R1`, or count on: `CV-204817-02` after `-01`.
        counted = {_COUNTED_ON.sub("", each) for each in numbers}
        is_counted = len(counted) == 1 and one.facts.document in _RENEWED
        return is_counted or numbers[1].startswith(numbers[0])
    first, second = (set(filter(str.isalpha, _stems(d.facts.title))) for d in (one, other))
    is_alike = len(first & second) >= max(1, _ALIKE * len(first | second))
    return one is other or (is_alike and one.facts.document == other.facts.document)

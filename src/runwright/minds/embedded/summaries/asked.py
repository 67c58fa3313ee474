"""What kind of overview a question asks for, and the words that name its document.

The parser knows most summaries and most names. The rest is read from the nouns of the trade:
several dates are an overview, one date is a question of fact.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.minds.embedded.query import Query
from runwright.text.folding import fold, strip_possessives
from runwright.text.number_words import UNITS
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

Kind = Literal["summary", "dates", "duties"]

VERSION = word_set("old older previous former earlier new newer newest latest current last version")
_ROUTES = ("documents", "compose", "general")
_NAMING, _PEOPLE = ("DOC", "P", "PE", "T"), ("PS", "M")
_FACTS = word_set("when how where why")
_DUTIES = word_set("action actions dos todo todos tasks duties obligations responsibilities")
_DATES = word_set("dates deadlines")
_SUMMARIES = word_set("summary summarise summarize overview gist points highlights takeaways recap")
_OBLIGED, _DOING = word_set("must need needs should"), word_set("do doing done")
_SHORT = word_set("short shortly brief briefly nutshell tldr")
_REQUEST = _DUTIES | _DATES | _SUMMARIES | _OBLIGED | _SHORT
_REQUEST |= word_set("""
    according anything assigned boil break bullet came catch come contain contained contains
    document dr due essential every everyone fact facts file find get give go going got hey
    important item items keep key know line lines list look main major make mention mentioned
    mentions next one paragraph pls pull put quick quickly read reading received required run
    rundown say says sent sentences set show steps sum supposed take tell thanks thing things tl
    upcoming walk want whats whole write
    """)
_UNTELLING = STOP_WORDS | _REQUEST


class Asked(NamedTuple):
    """An overview that is asked for."""

    kind: Kind
    name: str
    """The words that name the document."""
    others: tuple[str, ...]
    """Other telling words: whose duties, or a matter of its own."""
    most: int | None
    """How many sentences are wanted, if the question says it."""


def asked_of(query: Query) -> Asked | None:
    """The overview that a query asks for, if it asks for any."""
    names = list(filter(telling, query.words("DOC")))
    is_named = bool(names)
    words = _words(_without(query, _NAMING)) if is_named else _words(query.whole)
    kind = _kind(words, is_summary=query.measure == "summary")
    is_of_several = len(names) > 1 or query.measure == "compare"
    if kind is None or query.route not in _ROUTES or is_of_several:
        return None
    most = 3 if query.form == "short" or _SHORT.intersection(words) else None
    people = query.words(*_PEOPLE)
    owners = telling(" ".join(people)) if kind == "duties" else ()
    if not is_named:
        name = (word for word in words if word not in _REQUEST and word not in owners)
        return Asked(kind, " ".join(name), owners, most)
    rest = telling(_without(query, (*_NAMING, *_PEOPLE)))
    counts = [UNITS.get(word) or int(word) for word in rest if word in UNITS or word in "23456789"]
    named = (*VERSION.intersection(rest), *query.words(*_NAMING), *(() if owners else people))
    others = (word for word in rest if word not in VERSION | UNITS.keys() and not word.isdecimal())
    return Asked(kind, " ".join(named), (*owners, *others), counts[0] if counts else most)


def telling(text: str) -> tuple[str, ...]:
    """The words of a text that say something for themselves, beside the wish for an overview."""
    return tuple(word for word in _words(text) if word not in _UNTELLING)


def _words(text: str) -> list[str]:
    return [fold(word) for word in split_words(strip_possessives(text))]


def _without(query: Query, codes: Collection[str]) -> str:
    text = query.whole
    for span in query.spans:
        if span.code in codes:
            text = text[: span.start] + " " * len(span.text) + text[span.start + len(span.text) :]
    return text


def _kind(words: Sequence[str], *, is_summary: bool) -> Kind | None:
    if _FACTS.intersection(words) and not is_summary:
        return None
    is_to_do = not {("to", "do"), ("next", "steps")}.isdisjoint(pairwise(words))
    is_obliged = _OBLIGED.intersection(words) and _DOING.intersection(words)
    if is_to_do or is_obliged or _DUTIES.intersection(words):
        return "duties"
    if _DATES.intersection(words):
        return "dates"
    return "summary" if is_summary or _SUMMARIES.intersection(words) else None

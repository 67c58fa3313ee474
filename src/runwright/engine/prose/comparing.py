"""What is asked of two things at once: whether both are so, whether they are alike, or which.

Each of the two is looked up where the text is about it; the answer is computed from what stands
there, and both places are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from runwright.context.index import names
from runwright.context.index.words import fold
from runwright.engine.patterns import lazily
from runwright.engine.prose import times
from runwright.engine.prose.nations import countries
from runwright.engine.prose.sentences import split
from runwright.engine.prose.support import covered
from runwright.engine.prose.words import stem, stems, words
from runwright.engine.types import Item

Way = Literal["both", "same", "common", "which"]

NOT_SAID = "No, as far as it says"
"""That something is so may be read in a text; that it is not, hardly ever."""

_TRUTH = lazily(r"(?:is|are|was|were|do|does|did|has|have|had|can)\b", re.I)
_WHICH = lazily(r"\b(?:who|which|what|whose)\b", re.I)
_SAME = lazily(r"\b(?:same|share|shared|common|similar)\b", re.I)
_EARLIER = lazily(
    r"\b(?:older|oldest|elder|earlier|earliest|first|before|longer ago|senior)\b", re.I
)
_LATER = lazily(r"\b(?:younger|youngest|later|latest|last|newer|newest|recent|recently)\b", re.I)
_DIED = lazily(r"\b(?:died|dies|death|passed away)\b", re.I)
_LIFE = lazily(r"\b([12]\d{3})\b[^()]{0,40}?[–—-][^()]{0,40}?\b([12]\d{3})\b")
_PLACE_OF = lazily(r"\b(?:city|town|country|state|county|place|neighbou?rhood|district|region)\b")
_NATION = lazily(r"\bnational|\bcountry\b|\bnation\b", re.I)
_IN = lazily(r"\b(?:in|of|from|at)\s(?:the\s)?((?:[A-Z][\w’'-]+)(?:\s[A-Z][\w’'-]+)*)")
_NOT_WORD = lazily(r"[^\w&@+]+|_+")
_BOTH_WORDS = frozenset(
    map(stem, ("both", "same", "share", "common", "type", "kind", "located", "describe"))
)
_ASIDE = lazily(r"\([^()]{0,200}\)")
_ENOUGH = 0.5


class Compared(NamedTuple):
    """The outcome, and the two places that it rests on."""

    outcome: str
    """ "Yes", "No", or the one of the two."""
    items: tuple[Item, Item]
    quotes: tuple[str, str]


class _Thing(NamedTuple):
    """One of the two: as the question calls it, and the item about it."""

    name: str
    at: int
    item: Item


def compare(question: str, items: Sequence[Item]) -> Compared | None:
    """The outcome of a comparison; None when the question is none or one side is not there."""
    way = _way(question)
    if way is None:
        return None
    found = _things(question, items)
    if len(found) != 2:
        return None
    one, other = found
    if not _joined(question, one, other, way):
        return None
    if way == "which":
        return _which(question, one, other)
    if way == "common":
        return _common(question, one, other)
    holds = _alike(question, one, other) if way == "same" else _both(question, one, other)
    if holds is None:
        return None
    return _told("Yes" if holds else NOT_SAID, question, one, other)


def is_asked(question: str) -> bool:
    """Whether a question asks about two things at once, as far as its words tell."""
    return _way(question) is not None


def _way(question: str) -> Way | None:
    opened = question.strip()
    if _TRUTH.match(opened) and " and " in opened:
        return "same" if _SAME.search(opened) else "both"
    if not _WHICH.search(opened):
        return None
    if _SAME.search(opened) and " and " in opened:
        return "common"
    return "which" if " or " in opened else None


def _things(question: str, items: Sequence[Item]) -> list[_Thing]:
    """The two things that the question names and that an item is about, in its order."""
    plain = f" {' '.join(_NOT_WORD.sub(' ', fold(question)).split())} "
    found: dict[str, _Thing] = {}
    for item in items:
        for key in names.of_title(item.title):
            at = plain.find(f" {key} ")
            if at >= 0 and len(key) > 2 and key not in found:
                found[key] = _Thing(names.find("", item.title)[0].name, at, item)
    longest = [
        thing
        for key, thing in found.items()
        if not any(key != k and f" {key} " in f" {k} " for k in found)
    ]
    once = {thing.item.id: thing for thing in reversed(longest)}
    return sorted(once.values(), key=lambda thing: thing.at)[:3]


def _joined(question: str, one: _Thing, other: _Thing, way: Way) -> bool:
    """Whether "and" or "or" stands between the two."""
    plain = f" {' '.join(_NOT_WORD.sub(' ', fold(question)).split())} "
    between = plain[one.at : other.at + 1].split()
    return ("or" if way == "which" else "and") in between


def _asked_of(question: str, one: _Thing, other: _Thing) -> list[str]:
    """The stems of what is asked of the two."""
    own = {*stems(one.item.title), *stems(other.item.title)} | _BOTH_WORDS
    return [found for found in stems(question) if found not in own]


def _both(question: str, one: _Thing, other: _Thing) -> bool | None:
    wanted = countries(_without(question, one, other))
    places = set(wanted)
    rest = [s for s in _asked_of(question, one, other) if not any(s in stems(p) for p in places)]
    rest = [s for s in rest if not countries(s)]
    if not wanted and not rest:
        return None
    return all(_is_so(thing.item, rest, wanted) for thing in (one, other))


def _without(question: str, one: _Thing, other: _Thing) -> str:
    text = fold(question)
    for thing in (one, other):
        for key in names.of_title(thing.item.title):
            text = text.replace(key, " ")
    return text


def _is_so(item: Item, rest: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the item says of its subject what is asked."""
    text = f"{item.title}. {item.text}"
    if wanted and not set(wanted) <= set(countries(_opening(item)) or countries(text)):
        return False
    if not rest:
        return True
    weight = dict.fromkeys(rest, 1 / len(rest))
    return covered(weight, frozenset(stems(text))) >= _ENOUGH


def _alike(question: str, one: _Thing, other: _Thing) -> bool | None:
    """Whether the two have in common what is asked for."""
    if _NATION.search(question):
        first, second = (countries(_opening(thing.item)) for thing in (one, other))
        return bool(set(first) & set(second)) if first and second else None
    if _PLACE_OF.search(question):
        first, second = (_places(thing.item) for thing in (one, other))
        return first[0] == second[0] if first and second else None
    kinds = [frozenset(stems(_opening(thing.item))) for thing in (one, other)]
    asked = _asked_of(question, one, other)
    return all(found in kinds[0] & kinds[1] for found in asked) if asked else None


def _opening(item: Item) -> str:
    return next(split(item.text), "")


def _places(item: Item) -> list[str]:
    return [fold(found[1]) for found in _IN.finditer(_opening(item))]


def _common(question: str, one: _Thing, other: _Thing) -> Compared | None:
    """The words that the text uses of both."""
    own = {*stems(one.item.title), *stems(other.item.title), *stems(question)}
    opening, second = (_ASIDE.sub("", _opening(thing.item)) for thing in (one, other))
    said = frozenset(stems(second)) - own
    shared = [opening[w.start : w.end] for w in words(opening) if w.stem in said]
    telling = [word for word in dict.fromkeys(shared) if word.islower() and word.isalpha()]
    return _told(" ".join(telling), question, one, other) if telling else None


def _which(question: str, one: _Thing, other: _Thing) -> Compared | None:
    earlier, later = _EARLIER.search(question), _LATER.search(question)
    if earlier or later:
        return _by_time(question, one, other, earliest=bool(earlier))
    asked = _asked_of(question, one, other)
    if not asked:
        return None
    weight = dict.fromkeys(asked, 1 / len(asked))
    says = [covered(weight, frozenset(stems(thing.item.text))) for thing in (one, other)]
    wanted = set(countries(_without(question, one, other)))
    says = [
        value + (0.5 if wanted & set(countries(thing.item.text)) else 0.0)
        for value, thing in zip(says, (one, other), strict=True)
    ]
    if says[0] == says[1]:
        return None
    return _told((one if says[0] > says[1] else other).name, question, one, other)


def _by_time(question: str, one: _Thing, other: _Thing, *, earliest: bool) -> Compared | None:
    died = bool(_DIED.search(question))
    first, second = _when(one.item, died=died), _when(other.item, died=died)
    if first is None or second is None or first == second:
        return None
    winner = one if (first < second) == earliest else other
    return _told(winner.name, question, one, other)


def _when(item: Item, *, died: bool) -> int | None:
    """The month of birth, of beginning or of death that an item gives first."""
    if died and (life := _LIFE.search(item.text)):
        return int(life[2]) * 12
    found = [stretch.start for stretch in times.stretches(item.text) if stretch.start > 0]
    return found[0] if found else None


def _told(outcome: str, question: str, one: _Thing, other: _Thing) -> Compared:
    return Compared(
        outcome,
        (one.item, other.item),
        (_best(question, one.item), _best(question, other.item)),
    )


def _best(question: str, item: Item) -> str:
    """The sentence of the item that says most of the question; the first of equals."""
    wanted = set(stems(question))
    return max(split(item.text), key=lambda text: len(wanted.intersection(stems(text))), default="")

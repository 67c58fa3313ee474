"""What of whom a question asks for: the dog of Mrs. Albrecht, my passport number.

Who asks for something that belongs to somebody is answered only where that thing is spoken of; a
sentence that merely mentions its owner says nothing of it. Sizes, days and places need no word of
their own: "64 square metres" is a size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine.patterns import lazily
from runwright.engine.prose.sentences import split
from runwright.engine.prose.words import ASKING, stem, stems
from runwright.engine.types import Item

_BE = r"(?:\s(?:is|are|was|were)|['’]s|s)"
_WHO = rf"\b(?:what|who|which|where|when|whats|whos|whens){_BE}\s"
_WORD = r"[^\W_][\w’'-]*"
_THING = rf"(?P<what>{_WORD}(?:\s{_WORD}){{0,3}}?)"
_END = r"(?=\s(?:at|in|on|with|from|for|by)\b|\s*[?.!]*\s*$)"
_OWNED = (
    lazily(
        rf"{_WHO}(?P<owner>(?:{_WORD}\.?\s){{0,3}}{_WORD}?\w)(?:['’]s|(?<=s)['’])\s{_THING}{_END}",
        re.I,
    ),
    lazily(rf"{_WHO}(?:the|my|our)\s{_THING}\s(?:of|for)\s(?P<owner>[^?.!]+)", re.I),
    lazily(rf"{_WHO}(?P<owner>)(?:my|our)\s{_THING}{_END}", re.I),
    lazily(
        rf"{_WHO}(?P<owner>)the\s(?P<what>(?:{_WORD}\s){{1,3}}(?:number|code|id|pin|password)){_END}",
        re.I,
    ),
    lazily(
        r"\b(?:(?:does|do|did)\s(?:\w+\s){1,4}(?:have|include|contain)|(?:is|are|was|were)\sthere)\s"
        rf"(?P<owner>)(?:an?|any|its\sown)\s{_THING}{_END}",
        re.I,
    ),
)
_DESCRIBED = lazily(r"\b(?:that|which|who|whose|whom|where|of)\b", re.I)
_NAME_OF = lazily(r"\b(?:first\s|last\s|full\s)?names?\s(?:of|for)\s(?:the\s|my\s|our\s)?", re.I)
_LEAST_ALIKE = 5
_OPENING = 12
"""Characters: what comes later in a question is no longer what it asks for."""
_BULLET = lazily(r"^\s*(?:[-*•]|\d+[.)])\s", re.M)
# These are told by their value: nothing need be called an address or a length.
BY_VALUE = word_set("""
    size length height width weight age price cost amount value worth sum total ratio rank ranking
    date day time year month week hour hours duration period deadline address location place
    street city town country strength count percentage share population distance area gender
    name nickname title kind type purpose reason meaning result content beginning start end status
    position role job origin cause effect use colour color part parts source sources
    """)
_QUALITIES = word_set("""
    total exact full current new old first second third last final official average mean monthly
    weekly daily yearly annual main overall original actual net gross maximum minimum whole entire
    two three four five six seven eight nine ten next previous former present real usual normal
    regular approximate estimated legal correct right highest lowest largest smallest different
    """)
_CODES = word_set("number code id no")
"""Each has a name of its own: the number of a passport, the code of a booking."""
_SECRETS = word_set("password pin iban username login passcode")


class Owned(NamedTuple):
    """A thing, by the stems that must be there, and whose it is."""

    thing: tuple[str, ...]
    owner: tuple[str, ...]
    code: bool = False
    """Whether it is a number or a code, which stands in the sentence that names it."""


def read(text: str) -> Owned | None:
    """What of whom is asked for; None when it is no such question."""
    plain = _NAME_OF.sub("", text)
    for pattern in _OWNED:
        found = pattern.search(plain)
        if found and found.start() <= _OPENING:
            if _DESCRIBED.search(found["owner"]):
                # Who that is must be found first, and its thing may be told elsewhere.
                return None
            thing = _telling(found["what"])
            code = fold(found["what"].split()[-1]) in _CODES
            owner = _names(f"{found['owner']} {plain[found.end() :]}")
            return Owned(thing, owner, code) if thing else None
    return None


def _telling(phrase: str) -> tuple[str, ...]:
    """The words that name a thing; none when its value alone tells it."""
    words = [fold(word).strip("'’") for word in phrase.split()]
    words = [w for w in words if w not in STOP and (w not in ASKING or w in _CODES)]
    words = [w for w in words if w not in _QUALITIES]
    if words and words[-1] in _SECRETS:
        return (stem(words[-1]),)
    if words and words[-1] in _CODES | BY_VALUE:
        words = words[:-1]
    return tuple(filter(None, map(stem, words)))


def _names(owner: str) -> tuple[str, ...]:
    """The owner, if it has a name: "my bike" may well be called a bicycle."""
    return tuple(stems(" ".join(word for word in owner.split() if word[:1].isupper())))


def is_told(owned: Owned, items: Iterable[Item]) -> bool:
    """Whether some text speaks of the thing, and of its owner with it."""
    return any(_is_told(owned, item) for item in items)


def _is_told(owned: Owned, item: Item) -> bool:
    if not owned.code:
        return any(_tells(owned, f"{item.title} {text}") for text in points(item))
    figures = (text for text in split(item.text) if any(map(str.isdigit, text)))
    named = owned._replace(thing=owned.owner, owner=())
    return any(_tells(owned._replace(owner=()), text) for text in figures) and (
        not owned.owner or _tells(named, f"{item.title} {item.text}")
    )


def points(item: Item) -> list[str]:
    """The text, or each point of a list: what stands in one point is not said of another."""
    starts = [found.start() for found in _BULLET.finditer(item.text)]
    if not starts:
        return [item.text]
    edges = [0, *starts, len(item.text)]
    return [item.text[a:b] for a, b in pairwise(edges) if a < b]


def _tells(owned: Owned, text: str) -> bool:
    found = frozenset(stems(text))
    if not any(is_there(each, found) for each in owned.thing):
        return False
    return not owned.owner or any(is_there(each, found) for each in owned.owner)


def is_there(wanted: str, found: frozenset[str]) -> bool:
    """Whether a stem is among others, or one that begins as it does."""
    if wanted in found:
        return True
    beginning = wanted[:_LEAST_ALIKE]
    return len(wanted) >= _LEAST_ALIKE and any(other.startswith(beginning) for other in found)

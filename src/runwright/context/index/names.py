"""The proper names that a text mentions, found by how they are written.

No model: capitals, particles, initials and quotation marks. Two spellings of one name have the
same key: case, accents, a leading article, a legal form and what stands in parentheses are not
part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.context.index import gazetteer
from runwright.context.types import Mention
from runwright.text import folding
from runwright.text.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import word_set

MOST = 24
"""An item has at most so many names; the first ones are kept."""
HEADINGS = " › "
"""Between the headings that lead to a passage."""
_READ = 20_000
"""Names are looked for in so many characters."""

_UPPER = "A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁ"
_WORD = rf"(?:(?:Dr|Mrs?|Ms|Prof|Rev|St|[JS]r)\.|[{_UPPER}]\.(?:[{_UPPER}]\.)*|[{_UPPER}][\w’'\-]*)"
_PARTICLE = (
    r"(?:of the|of|de la|de|del|della|di|da|do|dos|du|des|van der|van den|van|von|der|den|le|la|"
    r"bin|ibn|al|el|y|&)"
)
_NAME = re.compile(
    rf"(?:\b[12]\d{{3}}\s)?\b{_WORD}(?:\s(?:{_PARTICLE}\s)?{_WORD}|\s\d{{1,3}}\b(?![.,:%\d]))*"
)
_QUOTED = re.compile(r"[“\"«]([^“”\"«»\n]{2,60})[”\"»]")
_ADDRESS = re.compile(r"\b[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,4}\b")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:\n•|–—]|\.[\"”’)])\s*[\"“‘(]?\Z")
_CALENDAR = frozenset(
    {name.lower() for name in (*MONTH_NAMES, *WEEKDAY_NAMES)}
    | {name[:3].lower() for name in MONTH_NAMES}
    | {"sept"}
)
# Capital at the beginning of a sentence, but no names.
_OPENERS = (
    STOP_WORDS
    | _CALENDAR
    | word_set("""
    according although among another despite either every following furthermore hence however
    initially later many meanwhile moreover neither nevertheless note one originally overall
    previously see several similarly since still that therefore though thus today total two three
    unlike various whereas whether within without yet
    """)
)


def find(text: str, title: str = "") -> list[Mention]:
    """The names in an item, each once; what the item is about comes first."""
    found: dict[str, Mention] = {}
    for mention in _all(text[:_READ], title):
        if mention.key and len(mention.key) > 1:
            found.setdefault(mention.key, mention)
        if len(found) >= MOST:
            break
    return list(found.values())


def key(name: str) -> str:
    """What makes two spellings the same name."""
    return folding.name_key(name)


def of_title(title: str) -> list[str]:
    """The keys of what an item with this title is about."""
    return list(dict.fromkeys(filter(None, map(key, _titles(title)))))


def _titles(title: str) -> Iterator[str]:
    """The headings of a path, the innermost first; and each without what comes after a comma,
    as in "Albany, New York"."""
    for heading in reversed(title.split(HEADINGS)):
        yield heading
        if "," in heading:
            yield heading.partition(",")[0]


def _all(text: str, title: str) -> Iterator[Mention]:
    yield from map(_mention, _titles(title))
    yield from (_address(found.group()) for found in _ADDRESS.finditer(text))
    rest = _ADDRESS.sub("|", text)
    for found in _QUOTED.finditer(rest):
        if _is_title(found):
            yield _mention(found.group(1).rstrip(" .,"))
    if not _shouted(rest):
        yield from _written(_QUOTED.sub(lambda found: "|" if _is_title(found) else found[0], rest))


def _is_title(quoted: re.Match[str]) -> bool:
    return quoted[1][0].isupper() and len(quoted[1].split()) <= 8


def _address(address: str) -> Mention:
    return Mention("person", address, address.lower())


def _mention(name: str, *, titled: bool = False) -> Mention:
    shown = folding.squeeze(folding.strip_parentheses(folding.squeeze(name)))
    folded = key(name)
    kind = gazetteer.kind(folded, shown, titled=titled) if folded else "name"
    return Mention(kind, shown[: folding.LONGEST_NAME], folded)


def _shouted(text: str) -> bool:
    """Whether the text is in capitals, which then tell nothing."""
    return sum(map(str.isupper, text[:400])) > sum(map(str.islower, text[:400]))


def _written(text: str) -> Iterator[Mention]:
    doubtful: list[str] = []
    within: set[str] = set()
    for found in _NAME.finditer(text):
        first = bool(_SENTENCE_START.search(text, max(0, found.start() - 4), found.start()))
        words = found.group().split()
        while words and _plain(words[0]) in _OPENERS:
            words, first = words[1:], False
        if not words or (len(words) == 1 and not _telling(words[0])):
            continue
        if first and len(words) == 1:
            doubtful.append(words[0])
        else:
            within.update(words)
            yield from _parts(words)
    yield from (_mention(word) for word in doubtful if word in within)


def _plain(word: str) -> str:
    return folding.strip_possessives(fold(word)).rstrip(".")


def _telling(word: str) -> bool:
    """Whether a word can be a name alone: not a number, not "Company" or "President"."""
    plain = _plain(word)
    return len(plain) > 1 and not plain.isdecimal() and plain not in gazetteer.GENERIC


def _parts(words: list[str]) -> Iterator[Mention]:
    """The name; and without the year or the rank before it, if a name is left."""
    if words[0].isdecimal():
        if len(words) > 2:
            yield _mention(" ".join(words))
        if len(words) > 2 or _telling(words[1]):
            yield from _parts(words[1:])
    elif len(words) > 1 and _plain(words[0]) in gazetteer.HONORIFICS:
        address = _plain(words[0]) in gazetteer.FORMS_OF_ADDRESS
        if not address:
            yield _mention(" ".join(words), titled=True)
        if words[1][0].isupper() and (address or len(words) > 2):
            yield _mention(" ".join(words[1:]), titled=True)
    else:
        yield _mention(" ".join(words))

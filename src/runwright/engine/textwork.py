"""The jobs behind the `text` action: each takes a text and the details, and says what it got."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from runwright.engine.graphemes import graphemes
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily


class Done(NamedTuple):
    """A sentence and the bare value, or a reason why there is neither."""

    answer: str | None = None
    value: str | None = None
    reason: str | None = None


Details = Mapping[str, str]

_SENTENCE_END = lazily(
    r"[.!?。\uff01\uff1f](?![.!?。\uff01\uff1f])[\"'”\u2019)]*(?=\s|$)|[。\uff01\uff1f](?=\S)"
)
_EXTRACTS = {
    "number": lazily(r"(?<![\w.])[-\u2212]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?![\w])"),
    # The lengths are those of RFC 5321; they also keep the search linear.
    "email": lazily(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b"),
    "link": lazily(r"\b(?:https?://|www\.)[^\s<>\"'“”]+[^\s<>\"'“”.,;:!?)]"),
    "date": lazily(
        r"\b\d{4}-\d\d?-\d\d?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
        r"|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
        r"[a-z]{0,6}(?:,? \d{4})?\b"
        r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d{1,2}(?:st|nd|rd|th)?"
        r"(?:,? \d{4})?\b",
        re.I,
    ),
}
_NAMES = {"number": "numbers", "email": "e-mail addresses", "link": "links", "date": "dates"}


def _words(text: str) -> list[str]:
    """What stands between spaces and has at least one letter or digit."""
    return [word for word in text.split() if any(map(str.isalnum, word))]


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'“”\u2018\u2019()[]…").casefold()


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _count(text: str, details: Details) -> Done:
    unit = details.get("unit", "words").removesuffix("s")
    number = len(_COUNTED[unit](text))
    return Done(f"The text has {_plural(number, unit)}.", str(number))


def _sentences(text: str) -> list[str]:
    return [piece for piece in _SENTENCE_END.split(text) if any(map(str.isalnum, piece))]


def _kept(test: Callable[[str], bool]) -> Callable[[str], list[str]]:
    return lambda text: [piece for piece in graphemes(text) if test(piece[0])]


_COUNTED: dict[str, Callable[[str], list[str]]] = {
    "word": _words,
    "character": graphemes,
    "letter": _kept(str.isalpha),
    "digit": _kept(str.isdigit),
    "vowel": _kept(lambda character: character in "aeiouAEIOU"),
    "sentence": _sentences,
    "line": str.splitlines,
}


def _length(text: str, details: Details) -> Done:
    return _count(text, {"unit": "characters"})


def _occurrences(text: str, details: Details) -> Done:
    """A letter is counted anywhere, a word only as a whole word; case does not matter."""
    needle = details.get("needle", "")
    if len(needle) in (2, 3) and needle[1:] in ("s", "'s", "\u2019s"):
        needle = needle[0]
    folded = needle.casefold()
    if not folded:
        return Done(reason="there is nothing to count in the text")
    if any(map(str.isspace, folded)) or len(graphemes(folded)) == 1:
        number = text.casefold().count(folded)
    else:
        number = sum(_bare(word) == folded for word in text.split())
    return Done(f"“{needle}” occurs {_plural(number, 'time')}.", str(number))


def _reverse(text: str, details: Details) -> Done:
    return _shown("".join(reversed(graphemes(text))))


def _reverse_words(text: str, details: Details) -> Done:
    return _shown(" ".join(reversed(text.split())))


def _case(text: str, details: Details) -> Done:
    how = details.get("how", "upper")
    if how in ("title", "capitalis", "capitaliz"):
        return _shown(" ".join(word[:1].upper() + word[1:].lower() for word in text.split(" ")))
    return _shown(text.upper() if how == "upper" else text.lower())


def _sort(text: str, details: Details) -> Done:
    pieces, glue = _pieces(text, details)
    return _shown(glue.join(sorted(pieces, key=lambda piece: (piece.casefold(), piece))))


def _unique(text: str, details: Details) -> Done:
    pieces, glue = _pieces(text, details)
    return _shown(glue.join(dict.fromkeys(pieces)))


def _pieces(text: str, details: Details) -> tuple[list[str], str]:
    """Lines if there are several, else what commas part, else words; and what joins them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if details.get("unit") == "lines" or (len(lines) > 1 and "unit" not in details):
        return lines, "\n"
    if "," in text:
        return [piece.strip() for piece in text.split(",") if piece.strip()], ", "
    return text.split(), " "


def _edge(text: str, details: Details) -> Done:
    size = read_count(details.get("size", "1")) or 0
    unit = details.get("unit", "words").removesuffix("s")
    pieces = text.split() if unit == "word" else _COUNTED[unit](text)
    kept = pieces[:size] if details.get("how") == "first" else pieces[max(0, len(pieces) - size) :]
    return _shown({"word": " ", "line": "\n"}.get(unit, "").join(kept))


def _extract(text: str, details: Details) -> Done:
    unit = details.get("unit", "numbers")
    kind = {"n": "number", "e": "email", "l": "link", "u": "link", "d": "date"}[unit[0]]
    found = _EXTRACTS[kind].findall(text)
    if not found:
        return Done(reason=f"the text has no {_NAMES[kind]}")
    return _shown(", ".join(found))


def _palindrome(text: str, details: Details) -> Done:
    letters = [piece.casefold() for piece in graphemes(text) if piece[0].isalnum()]
    if not letters:
        return Done(reason="the text has no letters")
    same = letters == letters[::-1]
    return Done(f"“{text}” is {'a' if same else 'not a'} palindrome.", "yes" if same else "no")


def _shown(text: str) -> Done:
    return Done(text, text) if text.strip() else Done(reason="the text is empty")


JOBS: dict[str, Callable[[str, Details], Done]] = {
    "count": _count,
    "length": _length,
    "occurrences": _occurrences,
    "reverse": _reverse,
    "reverse_words": _reverse_words,
    "case": _case,
    "sort": _sort,
    "unique": _unique,
    "edge": _edge,
    "extract": _extract,
    "palindrome": _palindrome,
}

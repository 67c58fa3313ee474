"""Two figures that papers state, held against each other: "how much cheaper is Quay than Castle?".

The figure of each side is the one that stands next behind its name in a sentence that has it; or
the one of what is asked for ("per word") in the paper that bears the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.context.index.words import STOP, word_set
from runwright.engine.ledger.currencies import CODE, SIGN, currency_of
from runwright.engine.ledger.words import stem, stems, tokens
from runwright.engine.patterns import lazily
from runwright.engine.prose.sentences import split
from runwright.engine.types import Item

_MORE = r"more|higher|larger|bigger|dearer|greater|more\s+expensive|pricier|better|longer|heavier"
_LESS = r"less|lower|smaller|cheaper|less\s+expensive|shorter|fewer|worse|lighter"
_WORD = rf"(?:(?P<more>{_MORE})|(?P<less>{_LESS}))"
_SIDE = r"[^?.!,;]{2,60}?"
_FORMS = tuple(
    lazily(form, re.I)
    for form in (
        rf"^\W*(?:by\s+)?how\s+much\s+{_WORD}(?P<of>\s+per\s+\w+)?\s+(?:is|was|are|were|does|did)\s+(?P<left>{_SIDE})"
        rf"(?:\s+(?P<about>cost|charge|ask|pay))?\s+than\s+(?P<right>{_SIDE})\W*$",
        rf"^\W*(?P<whether>is|was|are|were|does|do)\s+(?P<left>{_SIDE})\s+(?P<about>pay\s+|cost\s+|have\s+)?"
        rf"{_WORD}(?P<of>\s+[\w\s]{{2,30}}?)?\s+than\s+(?P<right>{_SIDE})\W*$",
        rf"^\W*(?:which|what|who)\b(?P<about>[^,:?]{{0,60}}?)\b{_WORD}\b(?P<of>[^,:?]{{0,40}}?)"
        rf"\s*[,:\u2013-]\s*(?P<left>{_SIDE})\s+or\s+(?P<right>{_SIDE})\W*$",
        rf"\bdifference\s+between\s+(?P<left>{_SIDE})\s+and\s+(?P<right>{_SIDE})\W*$",
    )
)
_SAYS_LITTLE = STOP | word_set(
    "offer quote tender price rate rates fee cost costs amount figure total invoice bill for"
    " one pays pay"
    " charges charge asks client publisher customer company two"
)
_ARTICLE = lazily(r"^(?:(?:the|my|our|for|a|an|one|from|of)\s+)+", re.I)
_TOKEN = lazily(r"[\w'\u2019]+")
_UNIT = (
    r"words?|pages?|kg|kilos?|g|km|metres?|meters?|m|litres?|percent|%|hours?|days?|weeks?|months?"
    r"|years?"
)
_FIGURE = lazily(
    rf"(?:(?P<before>{SIGN}|\b{CODE}\b)\s?)?(?<![\d.,-])(?P<figure>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?![\d]|[.,]\d)(?:\s?(?:(?P<after>{SIGN}|{CODE}\b)|(?P<unit>(?:{_UNIT})(?!\w))))?",
    re.I,
)


class Held(NamedTuple):
    """What came out, the difference, and where the two figures stand."""

    text: str
    value: str
    items: tuple[str, ...]


class _Stated(NamedTuple):
    """A figure with its unit, and the sentence that has it."""

    size: Decimal
    unit: str
    line: str
    item: Item

    def said(self) -> str:
        """The figure with its unit."""
        return f"{self.size:,f} {self.unit}"


def is_asked(question: str) -> bool:
    """Whether a question holds two figures against each other, as far as its words tell."""
    return _asked(question) is not None


def _asked(question: str) -> re.Match[str] | None:
    return next(filter(None, (form.search(question) for form in _FORMS)), None)


def compare(question: str, items: Sequence[Item]) -> Held | None:
    """Which of the two is more and by how much; None where one of them has no figure."""
    asked = _asked(question)
    if asked is None:
        return None
    names = [_ARTICLE.sub("", " ".join(asked[side].split())) for side in ("left", "right")]
    said = asked.groupdict()
    about = _telling(said.get("of") or "") or _telling(said.get("about") or "")
    lefts, rights = (list(_figures(name, about, items)) for name in names)
    pair = next(((a, b) for a in lefts for b in rights if a.unit == b.unit and a != b), None)
    return None if pair is None else _told(said, names, pair)


def _told(said: dict[str, str], names: Sequence[str], pair: tuple[_Stated, _Stated]) -> Held:
    gap = abs(pair[0].size - pair[1].size)
    high = 0 if pair[0].size > pair[1].size else 1
    lead = ""
    if said.get("whether"):
        lead = f"{'Yes' if (high == 0) == bool(said['more']) and gap else 'No'}. "
    best = 1 - high if said.get("less") else high
    word = "less" if said.get("less") else "more"
    shown = [f"{each.said()} (\u201c{each.line}\u201d)" for each in pair]
    text = (
        f"{lead}{names[best]}: {shown[best]}, {gap:,f} {pair[0].unit} {word} than "
        f"{names[1 - best]}: {shown[1 - best]}."
    )
    return Held(text, f"{gap:f}", tuple(dict.fromkeys(each.item.id for each in pair)))


def _figures(name: str, about: Sequence[str], items: Sequence[Item]) -> Iterator[_Stated]:
    """The figures of a name, the surest first."""
    telling = _telling(name)
    for wanted in (telling, telling[-1:]):
        for item in items if wanted else ():
            for sentence in split(item.text):
                if set(wanted) <= set(stems(sentence)):
                    yield from _behind(sentence, wanted, item)
    if not about or not telling:
        return
    bearing = {i.file or i.id for i in items if set(telling) <= set(stems(f"{i.title} {i.text}"))}
    for item in items:
        for sentence in split(item.text) if (item.file or item.id) in bearing else ():
            if set(about) <= set(stems(sentence)):
                yield from _in(sentence, " ".join(sentence.split()), item)


def _telling(text: str) -> list[str]:
    return [stem(word) for word in tokens(text) if word not in _SAYS_LITTLE]


def _behind(sentence: str, wanted: Sequence[str], item: Item) -> Iterator[_Stated]:
    """The figures behind the last word of a name, the nearest first."""
    text = " ".join(sentence.split())
    spans = [(stems(m[0])[-1:], m.start(), m.end()) for m in _TOKEN.finditer(text)]
    begin = min((start for own, start, _ in spans if own == (wanted[0],)), default=0)
    ends = [end for own, start, end in spans if own == (wanted[-1],) and start >= begin]
    for end in ends[:1]:
        yield from _in(text[end:], text, item)


def _in(text: str, line: str, item: Item) -> Iterator[_Stated]:
    for match in _FIGURE.finditer(text):
        named = match["before"] or match["after"]
        unit = currency_of(named) if named else (match["unit"] or "").lower()
        if unit:
            plural = (
                unit
                if named or unit in ("%", "percent", "kg", "g", "km", "m")
                else unit.rstrip("s") + "s"
            )
            yield _Stated(Decimal(match["figure"].replace(",", "")), plural, line[:160], item)

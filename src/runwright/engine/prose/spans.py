"""What in a sentence can be the answer: dates, numbers, names, by the kind that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from runwright.context.index import gazetteer
from runwright.context.index.names import key
from runwright.context.index.words import STOP, fold, word_set
from runwright.engine.days import MONTHS
from runwright.engine.numbers import NUMBER_WORDS
from runwright.engine.patterns import lazily
from runwright.engine.prose.question import Question
from runwright.engine.prose.words import stems


class Named(NamedTuple):
    """A name where it stands."""

    text: str
    start: int
    end: int


class Span(NamedTuple):
    """Some words of a sentence that can answer."""

    text: str
    start: int
    end: int
    fit: float
    """From 0 to 1: how well its kind is the one asked for."""


_MONTH = "|".join((*MONTHS, *(month[:3] + r"\.?" for month in MONTHS if month != "May"), "Sept"))
_TIME = lazily(
    rf"""\b(?:
      \d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?(?:{_MONTH})\b(?:\s?,?\s?\d{{4}}\b)?
    | (?:{_MONTH})\s\d{{1,2}}\b(?:st|nd|rd|th)?(?:\s?,?\s?\d{{4}}\b)?
    | (?:{_MONTH})\b(?:\s?,?\s?\d{{4}}\b)?
    | (?:the\s)?(?:early\s|mid-?\s?|late\s)?(?:\d{{1,2}}(?:st|nd|rd|th)|[a-z]+(?:th|st|nd|rd))
      (?:\s(?:and|to)\s(?:the\s)?\d{{1,2}}(?:st|nd|rd|th))?[\s-]centur(?:y|ies)(?:\s(?:BCE?|AD|CE))?
    | (?:the\s)?(?:early\s|mid-?|late\s)?[12]\d{{3}}s
    | (?:AD\s|c\.\s?)?[12]\d{{3}}(?!\d)(?:\s?[–-]\s?(?:[12]\d{{3}}|\d\d)(?!\d))?
      (?:\s(?:BCE?|AD|CE)\b)?
    | \d{{1,4}}\s(?:BCE?|AD|CE)
    | \d{{4}}-\d\d-\d\d
    | \d{{1,2}}:\d\d(?:\s?[ap]\.?m\b\.?)?
    | (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?
    | [\w.]+\s(?:million|billion)\syears\sago
    )""",
    re.X,
)
_NUMBER_WORD = "|".join(sorted(NUMBER_WORDS - {"point"}, key=len, reverse=True))
_NUMBER = lazily(
    rf"""(?:[$€£¥]\s?)?(?<![\w.,])(?:
      \d+(?:,\d{{3}})*(?:\.\d+)?(?:[½¼¾])?(?:\s?(?:%|percent\b|per\scent\b))?
    | (?:{_NUMBER_WORD}|half|third|twice|once|dozens?|hundreds|thousands|single|both|no|none)\b
      (?:[\s-](?:{_NUMBER_WORD})\b){{0,4}}
    )(?:\s(?:million|billion|trillion|thousand|hundred)\b)?""",
    re.X | re.I,
)
_UNIT = lazily(
    r"\s?-?(?:%|percent\b|per\scent\b|°|years?\b|months?\b|weeks?\b|days?\b|hours?\b|minutes?\b"
    r"|seconds?\b|km\b|kilomet|met(?:er|re)s?\b|miles?\b|feet\b|foot\b|ft\b|mph\b|m\b|inch|yards?\b|kg\b"
    r"|pounds?\b|lbs?\b|tons?\b|tonnes?\b|dollars?\b|euros?\b|USD\b|EUR\b|acres?\b|hectares?\b|square\b"
    r"|times\b|people\b|inhabitants\b|residents\b|million\b|billion\b)",
    re.I,
)
_A_THIRD = lazily(r"\b(?:an?|one|two)\s$", re.I)
_OLD = lazily(r"\bhow\sold\b", re.I)
_AGED = lazily(r"\baged?\s(?:of\s|at\s)?$", re.I)
_HOW = lazily(r"\bhow\s(big|large|old|tall|high|far|heavy)\b", re.I)
_SIZE = (
    r"(?:square|sq|m²|km²|m2|km|kilomet|met(?:er|re)s?|miles?|feet|foot|ft|acres?|hectares?|people|pages?"
    r"|inhabitants|residents|members|million|billion|percent|%|times|rooms|litres?|gb|mb|cm|mm|inch)"
)
_MEASURES = {
    how: lazily(rf"\s?-?{units}", re.I)
    for how, units in {
        "big": _SIZE,
        "large": _SIZE,
        "old": r"(?:years?|months?|weeks?|days?|million|billion)",
        "tall": r"(?:m\b|cm|km|met(?:er|re)s?|feet|foot|ft|inch|stor)",
        "high": r"(?:m\b|cm|km|met(?:er|re)s?|feet|foot|ft|inch|stor|percent|%)",
        "far": r"(?:m\b|km|kilomet|met(?:er|re)s?|miles?|feet|light|yards?|minutes?|hours?)",
        "heavy": r"(?:g\b|kg|grams?|kilo|tons?|tonnes?|pounds?|lbs?)",
    }.items()
}
_UPPER = "A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁ"
_NAME = lazily(
    rf"(?<![\w])(?:[{_UPPER}][\w’'&\-]*\.?|[{_UPPER}]\.)(?:\s(?:(?:of|de|la|del|di|da|van|von|der|den|bin|al|the|and)\s"
    rf"){{0,2}}(?:[{_UPPER}][\w’'&\-]*|[{_UPPER}]\.)|\s\d{{1,4}}\b(?!\s?[,%]))*"
)
_QUOTED = lazily(r"[“\"«‘]([^“”\"«»‘’\n]{2,80})[”\"»’]")
_BEFORE_PLACE = lazily(
    r"\b(?:in|at|from|near|to|of|into|around|outside|within|across|through|between|on|off|the)\s+$",
    re.I,
)
_REACH = 12
_CODE = lazily(r"(?<![\w.,/-])(?=[\w/-]*\d)\w+(?:[/-]\w+)*(?![\w/-])")
_SHORTEST_CODE = 3
_CODE_WORDS = frozenset({"number", "code", "id", "pin"})
# Capital at the beginning of a sentence, but no part of a name.
_OPENERS = STOP | word_set("""
    according although among another despite either every following furthermore hence however
    initially later many meanwhile moreover neither nevertheless one originally overall others
    previously several similarly since still therefore though thus today two three unlike various
    whereas whether within without yet like
    """)


def candidates(text: str, question: Question) -> list[Span]:
    """Everything of the kind asked for that the question does not already say, in order."""
    finder = _FINDERS.get(question.kind)
    if finder is None:
        return []
    known = frozenset(question.stems)
    return [span for span in finder(text, question) if not _is_said(span, known)]


def proper(text: str) -> list[str]:
    """The names in a text, in its order."""
    return [found.text for found in _named(text)]


def _is_said(span: Span, known: frozenset[str]) -> bool:
    """Whether the question has every word of it."""
    inside = stems(span.text)
    return bool(inside) and known.issuperset(inside)


def _times(text: str, question: Question) -> Iterator[Span]:
    years = question.focus in ("year", "decad", "centuri")
    for found in _TIME.finditer(text):
        telling = any(map(str.isdigit, found[0]))
        fit = 1.0 if telling else 0.6
        if years and not re.search(r"\d{4}|centur", found[0]):
            fit = 0.3
        yield Span(found[0], *found.span(), fit)


def _numbers(text: str, question: Question) -> Iterator[Span]:
    old = question.kind == "amount" and _OLD.search(question.text)
    dates = [] if old else [found.span() for found in _TIME.finditer(text)]
    for found in _NUMBER.finditer(text):
        if any(start <= found.start() < end for start, end in dates):
            continue
        unit = _UNIT.match(text, found.end())
        fit = 0.3 if found[0].lower() in ("no", "one", "once", "both", "single") else 0.8
        money = found[0][0] in "$€£¥"
        if found[0].lower() == "third" and not _A_THIRD.search(text, 0, found.start()):
            continue  # "the third floor" is no amount
        measured = unit or money or "%" in found[0] or old
        if question.kind == "amount" and measured:
            fit = 1.0 if _is_measure(question, text, found) else 0.4
        if question.kind == "count" and not unit and not money and "%" not in found[0]:
            fit += 0.2
        yield Span(found[0], *found.span(), min(fit, 1.0))


def _is_measure(question: Question, text: str, found: re.Match[str]) -> bool:
    """Whether a number has a unit of what is asked for: years for "how old", metres for "big"."""
    asked = _HOW.search(question.text)
    unit = _MEASURES.get(asked[1].lower()) if asked else None
    if unit is None or unit.match(text, found.end()):
        return True
    return bool(_AGED.search(text, max(0, found.start() - _REACH), found.start()))


def _named(text: str) -> Iterator[Named]:
    """Runs of capitals that are no dates; without a common word that opens the sentence."""
    for found in _NAME.finditer(text):
        start, name = found.start(), found[0]
        first, _, rest = name.partition(" ")
        if fold(first).rstrip(".,") in _OPENERS:
            if not rest or not rest[0].isupper():
                continue
            start, name = start + len(first) + 1, rest
        name = name.removesuffix("'s").removesuffix("’s").rstrip(".")
        if not _TIME.fullmatch(name):
            yield Named(name, start, start + len(name))


def _persons(text: str, _question: Question) -> Iterator[Span]:
    for found in _named(text):
        kind = gazetteer.kind(key(found.text) or "?", found.text)
        fit = {"person": 1.0, "name": 0.7, "organisation": 0.5}.get(kind, 0.2)
        if kind == "name" and len(found.text.split()) in (2, 3):
            fit = 0.85
        yield Span(*found, fit)


def _places(text: str, _question: Question) -> Iterator[Span]:
    for found in _named(text):
        kind = gazetteer.kind(key(found.text) or "?", found.text)
        led = _BEFORE_PLACE.search(text, max(0, found.start - _REACH), found.start)
        fit = {"place": 1.0, "organisation": 0.6, "person": 0.1}.get(kind, 0.5)
        yield Span(*found, min(1.0, fit + 0.3) if led else fit * 0.7)


def _things(text: str, _question: Question) -> Iterator[Span]:
    for found in _QUOTED.finditer(text):
        yield Span(found[1], *found.span(1), 0.8)
    yield from (Span(*named, 0.6) for named in _named(text))


def _codes(text: str, question: Question) -> Iterator[Span]:
    """Signs with a figure in them, that are no days; best where the thing itself is named."""
    dates = [found.span() for found in _TIME.finditer(text)]
    names = frozenset(stem for name in question.names for stem in stems(name))
    thing = frozenset(question.stems) - names - _CODE_WORDS
    best = 1.0 if not thing or not thing.isdisjoint(stems(text)) else 0.4
    for found in _CODE.finditer(text):
        if any(start <= found.start() < end for start, end in dates):
            continue
        fit = best if len(found[0]) >= _SHORTEST_CODE else best * 0.6
        yield Span(found[0], *found.span(), fit)


_FINDERS = {
    "code": _codes,
    "time": _times,
    "count": _numbers,
    "amount": _numbers,
    "person": _persons,
    "place": _places,
    "thing": _things,
}

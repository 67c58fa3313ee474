"""The time that a question asks about, and whether a sentence speaks of it.

Times are counted in months, since that is how finely prose dates what lasts. What is said to
have begun, or only to have been, at one time may last; what has a beginning and an end lasts from
the one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.engine.days import MONTHS
from runwright.engine.patterns import lazily

_NUMBER = {name[:3].lower(): number for number, name in enumerate(MONTHS)}
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_YEAR = r"(?:1\d{3}|20\d\d)"
_POINT = (
    rf"(?:(?P<@d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?)?(?:(?P<@m>{_MONTH})\s"
    r"(?:\d{1,2}(?:st|nd|rd|th)?\s?,?\s)?(?:of\s)?(?:the\syear\s)?,?\s?)?"
    rf"(?P<@y>{_YEAR})(?P<@s>s)?"
)
_TO = r"\s?(?:to|and|until|till|through|up\sto|[-–—])\s?(?:the\s)?(?:years?\s)?"
_TIMES = lazily(
    rf"""(?P<lead>\b(?:from|between|since|after|before|until|till|prior\sto|by|in|during|as\sof
        |starting|on|around|late|early)\s(?:the\s)?(?:years?\s|late\s|early\s|end\sof\s|beginning\sof\s|mid-)?)?
    \b{_POINT.replace("@", "a")}(?!\w|,\d)
    (?:{_TO}(?:{_POINT.replace("@", "b")}(?!\w|,\d)|(?P<short>\d\d)\b(?!\s?(?:{_MONTH}|:|\d))
       |(?P<now>present|now|today)))?""",
    re.I | re.X,
)
_TIME_WORD = lazily(
    rf"{_YEAR}s?|jan(?:uari)?|feb(?:ruari)?|mar(?:ch)?|apr(?:il)?|may|june?|juli?|aug(?:ust)?"
    r"|sept?(?:emb)?|oct(?:ob)?|nov(?:emb)?|dec(?:emb)?"
)
_OPEN = 10**6
_FAR_LONGER = 3
_YEAR_ONLY = 0.6
_LIFE = lazily(r"\b(?:born|died|b\.|d\.)\s(?:on\s)?(?:in\s)?$", re.I)


class Stretch(NamedTuple):
    """Some months, the last included; an end that is not known is far away."""

    start: int
    end: int
    lead: str = ""
    """The word before it: "since", "until", "before"; empty for a stretch with both ends."""

    @property
    def is_definite(self) -> bool:
        """Whether both ends are known."""
        return self.start > 0 and self.end < _OPEN

    @property
    def is_point(self) -> bool:
        """Whether it is one month or year, which may stand for something that lasts."""
        return self.end - self.start <= 11


def is_time_word(word: str) -> bool:
    """Whether a stem is a year or a month: times are compared by their value, not as words."""
    return bool(_TIME_WORD.fullmatch(word))


def asked(question: str) -> Stretch | None:
    """The time that a question restricts its answer to."""
    found = list(stretches(question))
    return found[0] if found else None


def stretches(text: str) -> Iterator[Stretch]:
    """Every time that a text names."""
    for found in _TIMES.finditer(text):
        yield _stretch(found)


def _stretch(found: re.Match[str]) -> Stretch:
    first, last = _point(found["ay"], found["am"], found["as"])
    lead = (found["lead"] or "").split(" ")[0].lower()
    if found["by"]:
        second = _point(found["by"], found["bm"], found["bs"])
        return Stretch(first, max(second[1], first))
    if found["short"]:
        year = int(found["ay"][:2] + found["short"])
        return Stretch(first, max(year * 12 + 11, last))
    if found["now"] or lead in ("since", "from", "starting"):
        return Stretch(first, _OPEN, "since")
    if lead in ("before", "prior", "until", "till", "by"):
        return Stretch(-_OPEN, first - 1 if lead in ("before", "prior") else last, "until")
    if lead == "after":
        return Stretch(last, _OPEN, "since")
    return Stretch(first, last, "")


def _point(year: str, month: str | None, decade: str | None) -> tuple[int, int]:
    start = int(year) * 12
    if month:
        start += _NUMBER[month[:3].lower()]
        return start, start
    return start, start + (119 if decade else 11)


def fit(wanted: Stretch, said: Stretch) -> float:
    """From 0 to 1: how well what is said to be at one time speaks for another."""
    shared = min(wanted.end, said.end) - max(wanted.start, said.start) + 1
    if shared <= 0:
        return 0.0
    begins, ends = _meet(wanted.start, said.start), _meet(wanted.end, said.end)
    if begins and ends:
        return 1.0
    if said.is_point:
        return 0.9 if begins else 0.8 if wanted.is_point else 0.4
    if said.lead:
        return 0.8 if begins or ends else 0.3
    return _of_stretch(wanted, said, shared, touches=begins or ends)


def _meet(one: int, other: int) -> bool:
    """Whether two ends are the same as far as prose goes: within a year."""
    return abs(one - other) <= 11


def _of_stretch(wanted: Stretch, said: Stretch, shared: int, *, touches: bool) -> float:
    """Two stretches that only touch tell nothing; one that is far longer tells little."""
    shorter = min(wanted.end - wanted.start, said.end - said.start) + 1
    if shared <= 12 < shorter:
        return 0.1
    if touches:
        return 0.9
    longer = (said.end - said.start + 1) / (wanted.end - wanted.start + 1)
    return 0.3 if longer > _FAR_LONGER and not wanted.is_point else 0.7


def best_fit(wanted: Stretch, text: str) -> float:
    """How well a text speaks of a time; when somebody was born or died is no such time."""
    found = (match for match in _TIMES.finditer(text) if not _is_life(text, match))
    return max((fit(wanted, _stretch(match)) for match in found), default=0.0)


def named(wanted: Stretch, texts: Sequence[str]) -> float:
    """From 0 to 2: whether texts name the time at which a stretch begins, and that of its end."""
    ends = [end for text in texts for said in stretches(text) for end in (said.start, said.end)]
    starts = max((_same(wanted.start, end, 0) for end in ends), default=0.0)
    return starts + max((_same(wanted.end, end, 11) for end in ends), default=0.0)


def _same(wanted: int, said: int, edge: int) -> float:
    """The same month, or the year where only a year was asked for; else the same year at least."""
    if wanted == said or (wanted % 12 == edge and wanted // 12 == said // 12):
        return 1.0
    return _YEAR_ONLY if wanted // 12 == said // 12 else 0.0


def _is_life(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - 12) : found.start()]
    return bool(_LIFE.search(before))

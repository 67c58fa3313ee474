"""Years as headers and questions write them: 2019, FY19, 2018/19, 12/31/15, "from 2017 to 2019"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.patterns import lazily

_YEAR = lazily(
    r"""(?<![\d.,$€£])(?:
        (?P<season>(?:19|20)\d\d)\s?/\s?(?P<to>(?:19|20)?\d\d)
      | (?P<pair>(?:19|20)\d\d)\s?[-–]\s?(?P<two>\d\d)
      | (?P<day>\d\d?/\d\d?/(?P<short>(?:19|20)?\d\d))
      | \b(?:FY|F)\s?[’']?(?P<fiscal>(?:19|20)?\d\d)
      | (?P<year>(?:19|20)\d\d)
    )(?!\d|[.,]\d|%)""",
    re.I | re.X,
)
_BETWEEN = lazily(
    r"\s*(?P<word>to|through|until|[-–—])\s*(?:(?:the|fiscal|financial|years?|end|of)\s)*", re.I
)
_AND = lazily(r"\s*and\s*(?:fiscal\s|years?\s)*", re.I)
_FROM = lazily(r"\b(?:between|from)\s(?:[a-z]+\s){0,3}$", re.I)
_LONGEST_RANGE = 30


class Named(NamedTuple):
    """The years of a text, in its order, each once."""

    years: tuple[int, ...]
    ranged: bool
    """Whether the first and the last are the ends of a stretch."""
    rest: str
    """The text without them."""


def years_of(text: str) -> frozenset[int]:
    """Every year that the text names."""
    return frozenset(_value(found) for found in _YEAR.finditer(text))


def without_years(text: str) -> str:
    """The text with its years taken out."""
    return _YEAR.sub(" ", text)


def named_years(text: str) -> Named:
    """The years of a question, and whether they span a stretch."""
    found = list(_YEAR.finditer(text))
    years = tuple(dict.fromkeys(map(_value, found)))
    ranged = any(_spans(text, first, second) for first, second in pairwise(found))
    return Named(years, ranged, _YEAR.sub(" ", text))


def _spans(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """ "2017 to 2019", or "between 2017 and 2019"."""
    between = text[first.end() : second.start()]
    if _BETWEEN.fullmatch(between):
        return True
    return bool(_AND.fullmatch(between) and _FROM.search(text[: first.start()][-40:]))


def stretch(years: tuple[int, ...]) -> tuple[int, ...]:
    """All years from the first to the last, as far as that is a sensible number of them."""
    low, high = min(years), max(years)
    if high - low > _LONGEST_RANGE:
        return years
    return tuple(range(low, high + 1))


def _value(found: re.Match[str]) -> int:
    if found["season"]:
        return _full(found["to"], int(found["season"]))
    if found["pair"]:
        later = _full(found["two"], int(found["pair"]))
        return later if later == int(found["pair"]) + 1 else int(found["pair"])
    text = found["short"] or found["fiscal"] or found["year"]
    return _full(text, 2000)


def _full(text: str, near: int) -> int:
    if len(text) == 4:
        return int(text)
    century = near // 100 * 100
    return century + int(text) if near != 2000 or int(text) < 70 else 1900 + int(text)

"""Figures in running text: their number, their unit, and the year that they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.tables.units import Unit

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_FIGURE = lazily(
    r"""(?<![\w.])(?P<money>(?:US\$|HK\$|A\$|C\$|S\$|RMB|USD|EUR|GBP|[$€£¥])\s?\(?)?
        (?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\)?(?![\d-])
        (?P<percent>\s?%|\sper\s?cent\b|\spercent\b)?
        (?P<scale>\s?(?:thousand|million|billion|trillion)\b|(?:m|bn|k)\b)?
        (?P<unit>p\b|\s(?:square\s(?:feet|met(?:re|er)s)|years?|months?|days?|employees)\b)?""",
    re.I | re.X,
)
_DATE = lazily(
    rf"\b(?:{_MONTHS})\s\d{{1,2}}\b(?!,\d{{3}})|\b\d{{1,2}}\s(?:{_MONTHS})\b"
    r"|\b\d{1,2}/\d{1,2}/\d{2,4}\b"
    r"|\b(?:note|item|section|page|level|topic|asc|asu|ifrs|ias|form|part|step|tier|exhibit)"
    r"\s\d+[\d.-]*"
    r"|\(\s?\d{1,2}\s?\)|(?<![\d.])\d\)|^\s*\d{1,2}\s(?=[a-z]{4})",
    re.I,
)
_YEAR = lazily(r"\b(?:19|20)\d\d\b(?!,\d{3})(?!\.\d)")
_LIST = lazily(
    r"\s*(?:(?:shares|units|customers|employees|barrels|gallons|tons)\s?)?"
    r"(?:,\s*and|,\s*or|,|and|or|&)\s*"
    r"(?:(?:fiscal|years?|in|approximately|about|an?|loss|income|of|respectively|a\sgain)\s)*",
    re.I,
)
_AFTER = lazily(
    r"(?:\s?\([^()]{0,40}\))?[\s,(]*(?:(?:in|for|during|at|as|of|by|end|the|fiscal|financial|years?|ended|ending|and|quarters?"
    rf"|first|second|third|fourth|{_MONTHS}|\d{{1,2}})[\s,(]+)*$",
    re.I,
)
_BEFORE = lazily(r"\s*(?:\)|:|,|was|were|is|are|of|-|–|totaled|amounted\sto|the\s)*\s*\(?$", re.I)
_COMPARED = lazily(
    r"\b(?:(?:as\s)?compared\s(?:to|with)|versus|vs\.|(?:up|down)\sfrom|(?:higher|lower|more|less)"
    r"\sthan)\b",
    re.I,
)
_SCALES = {"m": "million", "bn": "billion", "k": "thousand"}


class Figure(NamedTuple):
    """A figure in a sentence."""

    text: str
    number: Decimal
    unit: Unit
    start: int
    end: int
    counted: str = ""
    """What is counted, when it follows at once: "square feet"."""


def figures(text: str) -> list[Figure]:
    """The figures of a sentence; years, days, and the numbers of notes are none."""
    taken = [found.span() for found in _DATE.finditer(text)]
    found = []
    for match in _FIGURE.finditer(text):
        start, end = match.span()
        if not (match["money"] or match["percent"] or match["scale"]):
            inside = _inside(start, match.end("number"), taken)
            if inside or _YEAR.fullmatch(match["number"]):
                continue
        found.append(_figure(match, text[start:end]))
    return found


def _inside(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(a <= start and end <= b for a, b in spans)


def _figure(match: re.Match[str], text: str) -> Figure:
    money = (match["money"] or "").strip(" (")
    scale = (match["scale"] or "").strip().lower()
    number = Decimal(match["number"].replace(",", ""))
    if "(" in (match["money"] or "") and ")" in text:
        number = -number
    unit = Unit(_SCALES.get(scale, scale), money, bool(match["percent"]))
    counted = (match["unit"] or "").strip()
    return Figure(" ".join(text.split()), number, unit, *match.span(), counted)


def dated(text: str, found: Sequence[Figure]) -> dict[int, list[Figure]]:
    """The figures of each year: listed in the same order, or standing right beside it."""
    years = [(match.start(), match.end(), int(match[0])) for match in _YEAR.finditer(text)]
    known: dict[int, list[Figure]] = {}
    paired: set[int] = set()
    for year, figure in _aligned(text, years, found):
        known.setdefault(year, []).append(figure)
        paired.add(figure.start)
    for figure in found:
        if figure.start not in paired:
            beside = _in_clause(text, years, figure) or _beside(text, years, figure)
            if beside is not None:
                known.setdefault(beside, []).append(figure)
    return known


def _aligned(
    text: str, years: Sequence[tuple[int, int, int]], found: Sequence[Figure]
) -> list[tuple[int, Figure]]:
    """ "$168 and $903 for 2019 and 2018": lists of one length, each with the next years."""
    year_runs = _runs(text, [(a, b) for a, b, _ in years])
    pairs: list[tuple[int, Figure]] = []
    for run in _runs(text, [(figure.start, figure.end) for figure in found]):
        alike = [other for other in year_runs if len(other) == len(run)]
        after = [other for other in alike if years[other[0]][0] >= found[run[-1]].end]
        for chosen in (after or alike[-1:])[:1]:
            pairs += [(years[y][2], found[f]) for y, f in zip(chosen, run, strict=True)]
    return pairs


def _runs(text: str, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Neighbours that are only separated as in a list; by their positions."""
    runs: list[list[int]] = []
    for n, (start, _) in enumerate(spans):
        if runs and _LIST.fullmatch(text[spans[runs[-1][-1]][1] : start]):
            runs[-1].append(n)
        else:
            runs.append([n])
    return [run for run in runs if len(run) > 1]


def _in_clause(text: str, years: Sequence[tuple[int, int, int]], figure: Figure) -> int | None:
    """The only year of the clause, where a sentence compares two: "5 in 2018, compared to 4 …"."""
    cuts = [0, *(found.start() for found in _COMPARED.finditer(text)), len(text)]
    if len(cuts) == 2:
        return None
    begin = max(cut for cut in cuts if cut <= figure.start)
    end = min(cut for cut in cuts if cut > figure.start)
    own = {year for start, _, year in years if begin <= start < end}
    if not own and years and begin == 0:
        # "of 5 were down from 4 in 2005": what is compared with a year is of the one after it.
        return max(year for _, _, year in years) + 1
    return min(own) if len(own) == 1 else None


def _beside(text: str, years: Sequence[tuple[int, int, int]], figure: Figure) -> int | None:
    """The year right after a figure ("$5 in 2018"), or right before it ("2018: $5")."""
    for start, _, year in years:
        if 0 <= start - figure.end < 60 and _AFTER.match(text[figure.end : start]):
            return year
    for _, end, year in reversed(years):
        if 0 <= figure.start - end < 20 and _BEFORE.match(text[end : figure.start]):
            return year
    alone = {year for _, _, year in years}
    return min(alone) if len(alone) == 1 else None

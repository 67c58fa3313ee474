"""Where a table's header ends, and which columns each of its texts stands over."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.patterns import lazily
from runwright.engine.tables.cells import read_cell
from runwright.engine.tables.years import years_of

MARK = r"(?:\s*(?:\(\s*\w{1,2}\s*\)|[*†‡§]))*"
"""A pattern: the footnote marks after a word or a year."""
_MOST_HEADERS = 6
_YEAR = lazily(rf"(?:fy|f)?\s?['’]?(?:19|20)\d\d(?:\s?/\s?\d{{2,4}})?\W{{0,3}}{MARK}", re.I)
_UNIT = lazily(
    r"\(?\s*(?:[$€£¥%]|us\$|usd|eur|gbp|rmb|in|dollars|thousands?|millions?|billions?|m|mn|bn|000"
    r"|['’‘]000s?|of|euros?|notes?|except|per|share|data|amounts|and|,|\s)+\)?",
    re.I,
)
_DASHES = frozenset({"-", "–", "—"})
_NOTE = lazily(r"\(\s*(?:dollars\s)?in\s(?:thousands|millions|billions)\b[^()]*\)", re.I)
_SPANNING = lazily(
    r"\b(?:years?|months?|weeks?|quarters?|periods?|ended|ending|fiscal|as\s(?:of|at)|at|january"
    r"|february|march|april|may|june|july|august|september|october|november|december"
    r"|thousands?|millions?|billions?)\b|[$€£]|(?:19|20)\d\d",
    re.I,
)
_COMPARING = lazily(r"\b(?:change|variance|increase|decrease|percent(?:age)?)\b|%", re.I)

Rows = Sequence[Sequence[str]]


def count_headers(rows: Rows) -> int:
    """The rows before the first that has a label and a number that is no year."""
    for n, row in enumerate(rows[: _MOST_HEADERS + 1]):
        values = [text for text in row[1:] if text]
        figures = [text for text in values if _is_figure(text)]
        if all(text in _DASHES for text in figures) and any(map(_YEAR.fullmatch, values)):
            figures = []
        # Bare numbers over nothing may still number the columns.
        if figures and (n or row[0] or any(read_cell(text).currency for text in figures)):
            return _without_section(rows, n)
        if n and row[0] and values and not figures and _has_years(rows[:n]):
            goes_on = all(_UNIT.fullmatch(text) or _YEAR.fullmatch(text) for text in values)
            return n + 1 if goes_on or all(len(text) == 1 for text in values) else n
    return min(1, len(rows) - 1)


def _is_figure(text: str) -> bool:
    return read_cell(text).number is not None and not _YEAR.fullmatch(text)


def _has_years(rows: Rows) -> bool:
    return any(_YEAR.fullmatch(text) for row in rows for text in row[1:])


def _without_section(rows: Rows, first: int) -> int:
    """Where the body begins: a lone text right over the first numbers is their section."""
    while first > 1 and _is_section(rows[first - 1]):
        if not any(text for row in rows[: first - 1] for text in row[1:]):
            break
        first -= 1
    return first


def _is_section(row: Sequence[str]) -> bool:
    texts = [text for text in row if text]
    if len(texts) != 1:
        return False
    return bool(row[0]) or texts[0].endswith(":") or not _SPANNING.search(texts[0])


def _regrouped(row: Sequence[str]) -> Sequence[str]:
    """Years that slid to the left, with but a dash or a unit after them, put over groups."""
    years = [text for text in row[1:] if _YEAR.fullmatch(text)]
    others = [text for text in row[1:] if text and text not in years]
    idle = all(text in _DASHES or _NOTE.fullmatch(text) for text in others)
    size, left = divmod(len(row) - 1, max(1, len(years)))
    slid = others and idle and list(row[1 : len(years) + 1]) == years
    if left or size < 2 or len(set(years)) < 2 or not slid:
        return row
    return [row[0], *(text if not n else "" for text in years for n in range(size))]


def spread(row: Sequence[str]) -> Sequence[str]:
    """A header row with each text over all the columns that it spans, as far as that is plain."""
    row = _regrouped(row)
    filled = [at for at, text in enumerate(row) if at and text]
    if not filled or len(filled) == len(row) - 1:
        return row
    if len(filled) == 1:
        text, last = row[filled[0]], filled[0] == len(row) - 1
        spans = _SPANNING.search(text) if last else not _COMPARING.search(text)
        return [row[0], *[text] * (len(row) - 1)] if spans else row
    sizes = {b - a for a, b in zip(filled, [*filled[1:], len(row)], strict=True)}
    even = len(sizes) == 1 and filled[0] == 1
    found, current = [row[0]], ""
    for text in row[1:]:
        current = text or current
        # Groups of one size are surely groups; else a year is only over its own column.
        found.append(current if even or not years_of(current) else text)
    return found

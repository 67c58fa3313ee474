"""A question's years as one table has them: as periods, or as words of a label.

"Notes due 2024, as of December 31, 2019" names one period and one note; "2020 – 2024" may be a row;
a business year that ends on 3 January 2020 is that of 2019.
"""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked, read_question
from runwright.engine.tables.grid import Grid, Line

_GAP = lazily(r"[\s–—-]+")
_LED = lazily(r"(?:\s(?:in|for|of|during|from|between|and|the|periods?|fiscal|years?))+\s*$", re.I)
_EARLY_JANUARY = lazily(r"\bjan(?:uary)?\.?\s[1-9]\b(?!\d)|\b[1-9]\sjan", re.I)


def fitted(asked: Asked, grid: Grid) -> Asked:
    """The question with the years that are periods in this table; others become words."""
    asked = _named_ranges(asked, grid)
    if not asked.years:
        return asked
    columns = frozenset(year for line in grid.columns for year in line.years)
    rows = frozenset(year for line in grid.rows for year in line.years)
    if not columns:
        return asked
    years = [_business_year(year, columns, grid.columns) for year in asked.years]
    words = [year for year in years if year not in columns and year in rows]
    if not words:
        return asked._replace(years=tuple(years))
    added = " ".join(map(str, words))
    return asked._replace(
        years=tuple(year for year in years if year not in words),
        subjects=tuple(f"{subject} {added}" for subject in asked.subjects),
    )


def _named_ranges(asked: Asked, grid: Grid) -> Asked:
    """A row or column that is called by several years is named by them, and they are no periods."""
    squeezed = _squeezed(asked.text)
    named = [
        line
        for line in (*grid.rows, *grid.columns)
        if len(line.years) > 1 and _squeezed(line.label) in squeezed
    ]
    if not named or len(named) > 2:
        return asked
    bare = asked.text
    for line in named:
        words = map(re.escape, _GAP.split(line.label))
        bare = re.sub(_GAP.pattern.join(words), " ", bare, flags=re.I)
    again = read_question(_LED.sub("", bare))
    if len(named) == 2 and again.operation in ("change", "difference"):
        subjects = tuple(f"{again.subjects[0]} {line.label}" for line in named)
        return again._replace(operation="difference", subjects=subjects, text=asked.text)
    added = " ".join(line.label for line in named)
    return again._replace(subjects=tuple(f"{subject} {added}" for subject in again.subjects))


def _squeezed(text: str) -> str:
    return _GAP.sub("-", text.lower())


def _business_year(year: int, known: frozenset[int], columns: tuple[Line, ...]) -> int:
    if year in known or year + 1 not in known:
        return year
    early = any(_EARLY_JANUARY.search(line.label) for line in columns if year + 1 in line.years)
    return year + 1 if early else year

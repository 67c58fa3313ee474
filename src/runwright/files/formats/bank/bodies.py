"""Where the bookings of a table begin and end, if no heading says it.

Banks write lines of their own above and below: an account, a period, a balance. Bookings are the
rows that have a day in one and the same column, written in one and the same way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from runwright.files.formats.bank import dates, money
from runwright.files.formats.bank.sections import Rows

_NEAR = 40
"""Bookings begin within so many rows."""
_LEAST_HEADINGS = 3
_OWN_ROWS = 2
_WORD = re.compile(r"[^\W\d_]+")
_LONG, _SHORT = re.compile("[0-9]{4,}"), re.compile("[0-9]{1,3}")


class Body(NamedTuple):
    """The rows of bookings, and what stands above them."""

    rows: list[Sequence[str]]
    heading: tuple[str, ...]
    """The row above the first, if it names the columns; else nothing."""
    above: str


def found(rows: Rows) -> Body | None:
    """The rows that have a day, from the first to the last; None when others are among them."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    column = _day_column(filled)
    if column is None:
        return None
    forms = [_form(row[column]) if dates.is_whole(row[column]) else "" for row in filled]
    usual, times = Counter(filter(None, forms)).most_common(1)[0]
    dated = [n for n, form in enumerate(forms) if form]
    # A row or two in another form at the top are the bank's own, such as the day of the export.
    is_own = times > _OWN_ROWS >= len(dated) - times
    first, last = forms.index(usual) if is_own else dated[0], dated[-1]
    body = [filled[n] for n in range(first, last + 1) if forms[n]]
    if first > _NEAR or len(body) * 20 < (last + 1 - first) * 19:
        return None
    heading = filled[first - 1] if first and _is_heading(filled[first - 1]) else ()
    above = "\n".join(" ".join(filter(None, row)) for row in filled[:first])
    return Body(body, tuple(heading), above)


def _day_column(rows: Rows) -> int | None:
    """The column with the most days; the first of several."""
    width = min(map(len, rows), default=0)
    counts = [sum(dates.is_whole(row[n]) for row in rows) for n in range(width)]
    most = max(counts, default=0)
    return counts.index(most) if most else None


def _form(cell: str) -> str:
    """How a day is written: `9/9/9999` for `1/12/2026`."""
    plain = _SHORT.sub("9", _LONG.sub(lambda run: "Y" * len(run[0]), cell.strip()))
    return _WORD.sub(lambda word: "Y" if set(word[0]) == {"Y"} else "a", plain)


def _is_heading(row: Sequence[str]) -> bool:
    cells = [cell for cell in row if cell.strip()]
    return len(cells) >= _LEAST_HEADINGS and not any(
        money.figure(cell) or dates.cut(cell) for cell in cells
    )

"""Tables that roll a balance forward: what their caption names is their closing balance.

"A reconciliation of unrecognised tax benefits" has rows for what was added and settled, and one
for the balance at the end; a question for the benefits means that row, which does not name them.
"""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily
from runwright.engine.tables.grid import Grid, Line
from runwright.engine.tables.words import terms

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_BALANCE = lazily(
    r"\bbalances?\b|\b(?:at|as\sof)\s(?:the\s)?(?:beginning|end)\b|\b(?:beginning|end)\sof\b"
    rf"|(?:^|\b(?:at|as\sof)\s){_MONTH}\s\d{{1,2}}(?:,?\s(?:19|20)\d\d)?\W*$",
    re.I,
)
_ASIDE = terms("beginning opening start addition deduction change increase decrease")
_OPENS = lazily(r"\b(?:beginning|opening|start)\b|\bjanuary\s1\b", re.I)


def with_captions(grid: Grid, told: frozenset[str]) -> Grid:
    """The table with its closing balances called by what its caption says, too."""
    closing = closing_rows(grid)
    if not closing or not told:
        return grid
    # What another row is headed by is asked of that row: additions, settlements, the opening.
    heads = {row.run[0] for row in grid.rows if row.run}
    added = told - heads - _ASIDE
    rows = [
        row._replace(shared=row.shared | added) if row.at in closing else row for row in grid.rows
    ]
    return grid._replace(rows=tuple(rows))


def closing_rows(grid: Grid) -> frozenset[int]:
    """Where the closing balances stand; none in a table that rolls nothing forward."""
    balances = [row for row in grid.rows if _BALANCE.search(row.label)]
    if not 2 <= len(balances) < len(grid.rows) or not _spans(grid, balances):
        return frozenset()
    dated = [row for row in balances if row.years]
    if len(dated) > 1:
        return frozenset(row.at for row in dated)
    return frozenset(row.at for row in balances[-1:] if not _OPENS.search(row.label))


def _spans(grid: Grid, balances: list[Line]) -> bool:
    """Whether a balance begins the table and another ends it, with something between them."""
    first, last = balances[0], balances[-1]
    return first.at <= grid.rows[0].at + 1 and last.at - first.at > 1

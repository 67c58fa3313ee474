"""Amounts that stand in one column for each currency: `CAD$`, `USD$`.

Such a heading says the currency and nothing else. The columns become one of amounts and one of
currencies, which is what all other statements have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.files.formats.bank import columns, dates, money
from runwright.files.formats.bank.sections import Rows

_NEAR = 80
"""A heading stands within so many rows of the beginning."""
_BARE = re.compile(r"\(?([A-Z]{3})\)? ?[$€£¥]?|[A-Z]{0,3}[$€£¥]")
_MONEY = frozenset({"amount", "net", "gross", "debit", "credit", "value"})
_DAYS = frozenset({"date", "booked", "valued", "made"})


def merged(rows: Rows) -> Rows:
    """The rows with one column of amounts, where a heading has them by currency."""
    for at, header in enumerate(rows[:_NEAR]):
        if found := _codes(header):
            body = rows[at + 1 :]
            if all(sum(bool(row[n].strip()) for n in found) <= 1 for row in body):
                above = [(*row, "", "") for row in rows[:at]]
                return (*above, _heading(header, found), *(_row(row, found) for row in body))
    return rows


def _codes(header: Sequence[str]) -> dict[int, str]:
    """By column, its currency; none where the heading has other money, or no day."""
    roles = set(columns.roles(header))
    if not roles & _DAYS or roles & _MONEY or any(map(_is_value, header)):
        return {}
    bare = ((n, _BARE.fullmatch(cell.strip())) for n, cell in enumerate(header))
    coded = {n: money.code(match[1] or match[0]) for n, match in bare if match}
    return {n: code for n, code in coded.items() if code}


def _is_value(cell: str) -> bool:
    """Whether a cell holds what stands below a heading."""
    return money.figure(cell) is not None or dates.cut(cell) is not None


def _heading(header: Sequence[str], found: dict[int, str]) -> tuple[str, ...]:
    kept = ("" if n in found else cell for n, cell in enumerate(header))
    return (*kept, "Amount", "Currency")


def _row(row: Sequence[str], found: dict[int, str]) -> tuple[str, ...]:
    filled = [(row[n], code) for n, code in found.items() if row[n].strip()]
    amount, code = filled[0] if filled else ("", "")
    return (*("" if n in found else cell for n, cell in enumerate(row)), amount, code)

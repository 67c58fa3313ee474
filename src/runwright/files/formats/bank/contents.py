"""Columns that their headings leave unknown, known by what they hold beside the others.

Half of a pair of columns, a currency and the words of a booking look like nothing else. What a
heading says is never overruled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.files.formats.bank import dates, money
from runwright.files.formats.bank.columns import Role

_Cells = Sequence[str]
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_CODE = re.compile("[A-Z]{3}")
_AMOUNTS = frozenset({"amount", "net", "gross", "mark"})
_TEXTS: tuple[Role, ...] = ("purpose", "payee", "payer", "recipient", "type")
_RICHER = 2
"""Words that differ in so many times as many rows as the known ones are what these leave out."""


def completed(roles: Sequence[Role | None], cells: Sequence[_Cells]) -> list[Role | None]:
    """The roles, with those that the cells of the unknown columns prove."""
    found = list(roles)
    open_ones = [n for n, role in enumerate(found) if role is None and any(cells[n])]
    for n, role in (*_half(found, cells, open_ones), *_currency(found, cells, open_ones)):
        found[n] = role
    for n in _texts(found, cells, [n for n in open_ones if found[n] is None]):
        found[n] = "purpose"
    return found


def _half(
    roles: Sequence[Role | None], cells: Sequence[_Cells], open_ones: Sequence[int]
) -> list[tuple[int, Role]]:
    """The other half of a pair: filled in just those rows that the known half leaves empty."""
    known = [n for n, role in enumerate(roles) if role in ("debit", "credit")]
    if len(known) != 1 or _AMOUNTS.intersection(filter(None, roles)):
        return []
    filled = list(map(_is_money, cells[known[0]]))
    halves = [n for n in open_ones if _is_half(cells[n]) and _are_apart(filled, cells[n])]
    if len(halves) != 1:
        return []
    either = sum(a or _is_money(b) for a, b in zip(filled, cells[halves[0]], strict=True))
    other: Role = "credit" if roles[known[0]] == "debit" else "debit"
    return [(halves[0], other)] if either * 20 >= len(filled) * 19 else []


def _are_apart(filled: Sequence[bool], cells: _Cells) -> bool:
    return not any(a and _is_money(b) for a, b in zip(filled, cells, strict=True))


def _is_half(cells: _Cells) -> bool:
    filled = [cell for cell in cells if cell]
    return all(money.figure(cell) for cell in filled) and any(map(_is_money, filled))


def _is_money(cell: str) -> bool:
    """Whether a cell holds an amount, and not the nought of a row that moved none."""
    found = money.figure(cell)
    return found is not None and bool(found.digits.strip("0.,"))


def _currency(
    roles: Sequence[Role | None], cells: Sequence[_Cells], open_ones: Sequence[int]
) -> list[tuple[int, Role]]:
    if "currency" in roles:
        return []
    return [(n, "currency") for n in open_ones if are_currencies(cells[n])][:1]


def are_currencies(cells: _Cells) -> bool:
    """Whether nearly every row has the code of a currency, and none has anything else."""
    filled = [cell for cell in cells if cell]
    is_full = bool(filled) and len(filled) * 20 >= len(cells) * 19
    return is_full and all(_CODE.fullmatch(cell) and money.code(cell) for cell in set(filled))


def _texts(
    roles: Sequence[Role | None], cells: Sequence[_Cells], open_ones: Sequence[int]
) -> list[int]:
    """The one column of words that differ far more than those of all known columns do."""
    known = max((_differing(cells[n]) for n, role in enumerate(roles) if role in _TEXTS), default=0)
    worded = {n: _differing(cells[n]) for n in open_ones if _are_words(cells[n])}
    richest = max(worded, key=lambda n: worded[n], default=None)
    if richest is None or worded[richest] < 2 or worded[richest] < _RICHER * known:
        return []
    return [richest]


def _differing(cells: _Cells) -> int:
    return len({cell for cell in cells if cell})


def _are_words(cells: _Cells) -> bool:
    filled = [cell for cell in cells if cell]
    worded = sum(bool(_LETTERS.search(cell)) and dates.cut(cell) is None for cell in filled)
    return len(filled) * 2 >= len(cells) and worded * 10 >= len(filled) * 7

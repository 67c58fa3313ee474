"""The figures in the cells of a table: exact decimals, with the unit that a cell carries itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from functools import lru_cache
from typing import NamedTuple

from runwright.text.amounts import money_at
from runwright.text.currencies import CODES
from runwright.text.numbers import DecimalSign, figure_values, number_at
from runwright.text.tokens import Tokens

EXACT = Context(prec=100)
"""Wide enough that nothing that is added or multiplied here is ever rounded."""
_LONGEST_UNIT = 20
_MOST_DIGITS = 24
"""A longer run of digits is an account or an article number."""
# A mark that points to a footnote: `42*`, `42¹`; but not the ² of `42 m²`.
_FOOTNOTE = re.compile(r"(?:\s?[*†‡]+|(?<=[\d%)])[¹²³⁴⁵⁶⁷⁸⁹⁰]+)$")
# How accounts write a negative figure: `(1,234)`, `1.234,50-`; but `42,-` has no cents.
_PARENTHESES = re.compile(r"\(\s*([^()]+?)\s*\)")
_MINUS_BEHIND = re.compile(r"(.*\d)\s?[-−–]")
_MINUS_APART = re.compile(r"^[-−–]\s+(?=[\d.€$£])")
_NO_CENTS = re.compile(r"^[.,][-–—]+")
_FIGURE = re.compile("\\d[\\d.,'’\u00a0\u202f\u2009 ]*\\d|\\d")
_SIGN = re.compile(r"[€$£¥₹]")
# Most cells are digits, or digits with one or two decimals: these have one reading, in any country.
_PLAIN = re.compile(r"-?[0-9]{1,24}(?:[.,][0-9]{1,2})?")
# What may stand before a figure: a sign, `EUR`, `US$`. `Route 66` is a name.
_BEFORE = re.compile(r"[-+−–\s]*(?:[A-Za-z]{1,3}\s?)?[€$£¥₹₽₩₺₴₪₫฿₱₦]?[-−–\s]*")


class Cell(NamedTuple):
    """What a cell says, if it is a figure."""

    value: Decimal
    unit: str = ""
    """`EUR`, `%`, `kg`; empty if the cell names none."""
    has_scale: bool = False
    """Whether it says its size itself, as `1.2 million` does."""
    is_ambiguous: bool = False
    """Whether it could also stand for another number: `1.234`."""


class Figures(NamedTuple):
    """The cells of a column, read alike."""

    cells: tuple[Cell | None, ...]
    decimal: DecimalSign
    is_settled: bool
    """Whether some figure of the table shows which sign the decimals have."""


@lru_cache(maxsize=65_536)
def read_cell(text: str, decimal: DecimalSign = ".", home: str | None = None) -> Cell | None:
    """The figure that a cell is, with its unit; None for words, days, times and ranges.

    `home` is the currency that a bare dollar is taken for.
    """
    if _PLAIN.fullmatch(text):
        return Cell(Decimal(text.replace(",", ".")))
    plain, is_negative = _unsigned(_FOOTNOTE.sub("", text.strip()))
    figure = _FIGURE.search(plain)
    if figure is None or sum(map(str.isdigit, figure.group())) > _MOST_DIGITS:
        return None
    if not _BEFORE.fullmatch(plain[: figure.start()]):
        return None
    cell = _money(plain, decimal, home) or _quantity(plain, decimal)
    if cell is None:
        return None
    has_scale = abs(cell.value) not in figure_values(figure.group(), decimal)
    value = -cell.value if is_negative else cell.value
    return cell._replace(value=value, has_scale=has_scale)


def _unsigned(text: str) -> tuple[str, bool]:
    """Without the ways of accounts to write a minus, and whether there was one."""
    if found := _PARENTHESES.fullmatch(text):
        return found[1], True
    if found := _MINUS_BEHIND.fullmatch(text):
        return found[1], True
    return _MINUS_APART.sub("-", text.removeprefix("+").lstrip()), False


def _money(text: str, decimal: DecimalSign, home: str | None) -> Cell | None:
    tokens = Tokens(text)
    found = money_at(tokens, 0, home, decimal)
    if found is None or found[1] != len(tokens):
        return None
    readings = found[0]
    codes = {reading.currency for reading in readings}
    sign = _SIGN.search(text)
    # A dollar of nobody knows which country keeps its sign: it is not added to US dollars.
    unit = readings[0].currency if len(codes) == 1 or sign is None else sign.group()
    return Cell(readings[0].amount, unit or "", False, len({each.amount for each in readings}) > 1)


def _quantity(text: str, decimal: DecimalSign) -> Cell | None:
    """A number, alone or before a unit: `12`, `12.5 %`, `3 kg`; not `3 of 5`."""
    tokens = Tokens(text)
    found = number_at(tokens, 0, decimal)
    if found is None:
        return None
    readings, after = found
    rest = _NO_CENTS.sub("", text[tokens.span(0, after)[1] :]).strip()
    if len(rest) > _LONGEST_UNIT or any(map(str.isdecimal, rest)) or rest[:1] in tuple("-–/:"):
        return None
    unit = "%" if readings[0].percent else rest
    if readings[0].percent and rest:
        return None
    return Cell(readings[0].decimal, unit, False, len(readings) > 1)


def read_column(
    column: Sequence[str], table: Iterable[str], default: DecimalSign, home: str | None
) -> Figures:
    """The figures of a column, with the decimal sign that it shows, or the table, or neither."""
    sign = _sign_of(column) or _sign_of(table)
    decimal = sign or default
    cells = tuple(read_cell(text, decimal, home) for text in column)
    return Figures(cells, decimal, sign is not None)


def _sign_of(texts: Iterable[str]) -> DecimalSign | None:
    """The sign that the figures show before their decimals; None if they show none or both."""
    shown = {sign for text in texts if (sign := _shown(text)) is not None}
    return shown.pop() if len(shown) == 1 else None


def _shown(text: str) -> DecimalSign | None:
    """`,` for `12,50`, `1.234,5` and `1.234.567`; None for `1.234` and for what is no figure."""
    if "." not in text and "," not in text:
        return None
    one, other = read_cell(text, "."), read_cell(text, ",")
    figure = _FIGURE.search(text)
    if one is None or other is None or figure is None or one.is_ambiguous:
        return None
    written = figure.group()
    last = max(written.rfind("."), written.rfind(","))
    if last < 0:
        return None
    mark = written[last]
    is_decimal = written.count(mark) == 1
    return _mark(mark if is_decimal else "," if mark == "." else ".")


def _mark(mark: str) -> DecimalSign:
    return "," if mark == "," else "."


def common_unit(cells: Iterable[Cell], column: str) -> str | None:
    """The one unit of some figures; None if they have several.

    `column` is the unit of the whole column. Figures without a unit of their own share it.
    """
    own = {cell.unit for cell in cells if cell.unit}
    if len(own) > 1:
        return None
    unit = next(iter(own), "")
    if not column or (unit in CODES and column in CODES):
        return unit or column
    return column

"""What a table says of itself: its header, the unit of each column, and the scale of its figures.

`EUR '000`, `in millions`, `Umsatz in Mio. €`, `Share (%)`. A unit that not every figure of a
column shares is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from runwright.files.formats.bank import dates, money

Rows = Sequence[Sequence[str]]

MOST_SAMPLED = 50
"""Rows that are looked at for the units of their cells."""
_SCALES: tuple[tuple[int, re.Pattern[str]], ...] = (
    # "in billions", "EUR bn", "Mrd. €", "$bn"; not "billing".
    (10**9, re.compile(r"(?i)(?<![^\W_])(?:billions?|bn|milliarden|mrd)(?![^\W\d_])")),
    # "(millions)", "in Mio. EUR", "€m", "US$ mn"; a bare "m" beside no currency is a metre.
    (
        10**6,
        re.compile(
            r"(?i)(?<![^\W_])(?:millions?|millionen|mio|mn|mln)(?![^\W\d_])"
            r"|(?:[€$£]|\b(?:eur|usd|gbp|chf)) ?m\b"
        ),
    ),
    # "in thousands", "EUR '000", "TEUR", "T€", "Tsd.", "$000s"; not the figure 1,000.
    (
        10**3,
        re.compile(
            r"(?i)(?<![^\W_])(?:thousands?|tausend|tsd)(?![^\W\d_])"
            r"|\bT(?:EUR|€|CHF)|(?:[€$£]|\b(?:eur|usd|gbp|chf)) ?k\b|(?<![\d.,])['’‘]?000s?\b"
        ),
    ),
)
# What a header of a column holds beside its name: "(…)", "[…]", "in …" or "…, kg" at its end.
_ASIDE = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
_IN = re.compile(r"(?i)(?:^|[\s,])in (\S[^,()]{0,24})$")
_LAST = re.compile(r"[,/] ?(\S{1,8})$")
_UNITS = {
    "percent": "%", "per cent": "%", "prozent": "%", "%": "%", "pct": "%", "‰": "‰", "kg": "kg",
    "g": "g", "mg": "mg", "t": "t", "tonnes": "t", "tonnen": "t", "km": "km", "m": "m", "cm": "cm",
    "mm": "mm", "m²": "m²", "m2": "m²", "sqm": "m²", "qm": "m²", "km²": "km²", "km2": "km²",
    "ha": "ha", "m³": "m³", "m3": "m³", "l": "l", "litres": "l", "liter": "l", "ml": "ml",
    "kwh": "kWh", "mwh": "MWh", "gwh": "GWh", "w": "W", "kw": "kW", "mw": "MW", "°c": "°C",
    "°f": "°F", "h": "h", "hrs": "h", "hours": "h", "stunden": "h", "std": "h", "min": "min",
    "minutes": "min", "minuten": "min", "s": "s", "seconds": "s", "sekunden": "s", "days": "days",
    "tage": "days", "weeks": "weeks", "wochen": "weeks", "months": "months", "monate": "months",
    "years": "years", "jahre": "years", "pcs": "pieces", "pieces": "pieces", "stück": "pieces",
    "stk": "pieces", "gb": "GB", "mb": "MB", "kb": "kB", "tb": "TB",
}  # fmt: skip
_MONEY = re.compile(r"(?:US|AU?|CA?|NZ|HK|[SR]|MX)?[$]|[€£¥₹]|\bT?(?:[A-Z]{3}|Euros?|Franken)\b|T€")
_FIGURE = re.compile(
    r"[-+(−–]*\s*(?:[^\W\d_]{0,3}[€$£¥₹]?\s?)?[-+−–]?\d[\d.,'’ ]*\)?\s?(?:%|[€$£]|[A-Z]{3})?"
)
_IN_CELL = re.compile(
    r"[-+(−–]*\s*([^\W\d_]{0,3}[€$£¥₹]?)\s?[-+−–]?\d[\d.,'’ ]*\)?\s?([^\s\d()]{0,8})"
)
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_WORDLESS = re.compile(r"[-–—−.…*/]{0,4}|n/?\.?a\.?", re.IGNORECASE)
# Where a table as a whole says it: "(in millions of euros)", "EUR '000", "Angaben in TEUR".
_WHOLE = re.compile(
    r"(?i)\bin\s+((?:(?:mio|mrd|tsd)\.|[^.;\n()]){1,40})"
    r"|[(\[]([^()\[\]\n]{1,60})[)\]]"
    r"|((?:\b[A-Z]{3}|[€$£])\s?(?:['’‘]?000s?|m|mn|bn|k|millions?|thousands?|billions?)\b)"
    r"|(\bT(?:EUR|€|CHF))"
)


class Measure(NamedTuple):
    """In what the figures of a table are given."""

    units: tuple[str, ...]
    """One a column, empty where there is none; no unit at all when no column has one."""
    scale: int


def header_rows(rows: Rows) -> int:
    """How many rows are the header: the first, and those after it that name no row.

    None, when the first row holds figures where the others do.
    """
    if _begins_with_figures(rows):
        return 0
    count = 0
    for row in rows[:3]:
        if count and row and row[0]:
            break
        count += 1
    return count if count < len(rows) else min(1, len(rows))


def _begins_with_figures(rows: Rows) -> bool:
    first, body = rows[:1], rows[1 : 1 + MOST_SAMPLED] or rows[:1]
    if not first:
        return False
    columns = [n for n in range(len(first[0])) if _is_of_figures(body, n)]
    cells = [first[0][n].strip() for n in columns]
    figures = [cell for cell in cells if _FIGURE.fullmatch(cell) and not _names_a_column(cell)]
    counted = (
        [str(n) for n in range(int(cells[0]), int(cells[0]) + len(cells))]
        if (cells and cells[0].isascii() and cells[0].isdecimal() and len(cells[0]) < 3)
        else []
    )
    return 2 * len(figures) > len(cells) and (len(cells) < 3 or cells != counted)


def _names_a_column(cell: str) -> bool:
    """Whether it is a year or a day: over columns of figures these are names."""
    return _YEAR.fullmatch(cell) is not None or _is_day(cell)


def _is_day(cell: str) -> bool:
    """`31.12.2026`; not `12.50`, which is a figure more often than a day without its year."""
    written = dates.cut(cell)
    return written is not None and written.year is not None


def header_of(rows: Rows, count: int) -> tuple[str, ...]:
    """The names of the columns, from as many rows as the header has."""
    columns = zip_longest(*rows[:count], fillvalue="")
    return tuple(" ".join(filter(None, column)) for column in columns)


def measure(header: Sequence[str], body: Rows, caption: str = "") -> Measure:
    """The units and the scale that the caption, the header and the cells tell."""
    body = body[:MOST_SAMPLED]
    width = max(map(len, [header, *body]), default=0)
    header = [*header, *[""] * (width - len(header))]
    figures = [n for n in range(width) if _is_of_figures(body, n) and not _is_year(body, n)]
    corner = header[0] if header and 0 not in figures else ""
    asides = [said for text in (caption, corner) for said in _asides(text)]
    whole = next(filter(None, map(_unit, asides)), "")
    own = [
        _of_header(name) or _of_cells(body, n) if n in figures else ""
        for n, name in enumerate(header)
    ]
    units = tuple(unit or (whole if n in figures else "") for n, unit in enumerate(own))
    return Measure(units if any(units) else (), _scale(asides, header, figures, own))


def _scale(
    asides: Iterable[str], header: Sequence[str], figures: Sequence[int], units: Sequence[str]
) -> int:
    """Of the whole table; columns count together if all of them that hold amounts agree."""
    if said := next(filter(None, map(_scale_in, asides)), 0):
        return said
    scaled = {_scale_in(_beside_name(header[n])) for n in figures if units[n] != "%"}
    return scaled.pop() or 1 if len(scaled) == 1 else 1


def _asides(text: str) -> list[str]:
    return [next(filter(None, found)) for found in _WHOLE.findall(text)]


def _beside_name(name: str) -> str:
    """What a header says beside the name of its column."""
    return " ".join([*_ASIDE.findall(name), *_IN.findall(name), *_asides(name)])


def _scale_in(text: str) -> int:
    return next((scale for scale, pattern in _SCALES if pattern.search(text)), 0)


def _of_header(name: str) -> str:
    if unit := _UNITS.get(name.strip().lower()) if len(name) > 1 or name == "%" else "":
        return unit if unit in ("%", "‰", "kWh", "km", "kg") else ""
    tries = [*_ASIDE.findall(name), *_IN.findall(name), *_LAST.findall(name)]
    if found := next(filter(None, map(_unit, tries)), ""):
        return found
    # `Amount EUR`, `Betrag €`: a currency is no word that a column could be named with.
    last = name.split()[-1:]
    return _currency(last[0]) if last and len(name.split()) > 1 else ""


def _unit(text: str) -> str:
    """The unit that a short text names, `EUR` for "millions of euros"."""
    text = text.strip(" .:")
    if known := _UNITS.get(text.lower()):
        return known
    return next(filter(None, map(_currency, _MONEY.findall(text) or text.split())), "")


def _currency(text: str) -> str:
    bare = re.sub(r"^T(?=EUR$|€$|CHF$)|['’]?000s?$", "", text.strip(".,:'’"))
    # Lower case is a word: "all", "top" and "try" are no currencies, "euros" is one.
    if bare.upper() != bare and not re.fullmatch(r"(?i)euros?|dollars?|pounds?|franken", bare):
        return ""
    return money.code(bare) or ""


def _of_cells(body: Rows, column: int) -> str:
    """The unit that every figure of a column carries itself."""
    found: set[str] = set()
    for row in body:
        cell = row[column].strip() if column < len(row) else ""
        if _WORDLESS.fullmatch(cell):
            continue
        parts = _IN_CELL.fullmatch(cell)
        if parts is None:
            return ""
        found.add(_unit(parts[2]) or _currency(parts[1]))
    return found.pop() if len(found) == 1 else ""


def _is_of_figures(body: Rows, column: int) -> bool:
    cells = [cell for row in body if column < len(row) and (cell := row[column].strip())]
    cells = [cell for cell in cells if not _WORDLESS.fullmatch(cell)]
    return bool(cells) and 2 * sum(_begins_with_figure(cell) for cell in cells) > len(cells)


def _begins_with_figure(cell: str) -> bool:
    """`12 km`, `$ 3.50`; not `31 May 2026`."""
    return _FIGURE.match(cell) is not None and not _is_day(cell)


def _is_year(body: Rows, column: int) -> bool:
    cells = [cell for row in body if column < len(row) and (cell := row[column].strip())]
    return all(map(_YEAR.fullmatch, cells))

"""Amounts and currencies as files write them, and the exact values they stand for.

Whether the comma or the point is the decimal sign is decided once for a column, from all of its
cells: `1.234` alone tells nothing, and a file that changes its mind from row to row is one that
was read wrongly.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from runwright.text import currencies

DecimalSign = Literal[".", ","]
LONGEST = 40
"""More digits than this are no amount: no account holds it, and sums over it cost too much."""

CURRENCIES = currencies.CODES
_SIGNS = {
    "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY",
    "₴": "UAH", "₪": "ILS", "₫": "VND", "฿": "THB", "₱": "PHP", "₦": "NGN", "$": "$",
    "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "US$": "USD", "NZ$": "NZD",
    "HK$": "HKD", "S$": "SGD", "R$": "BRL", "MX$": "MXN",
}  # fmt: skip
_WORDS = {
    "EURO": "EUR", "EUROS": "EUR", "ZŁ": "PLN", "KČ": "CZK", "FR": "CHF", "SFR": "CHF",
    "RS": "INR", "DOLLAR": "$", "DOLLARS": "$", "POUND": "GBP", "POUNDS": "GBP", "FRANKEN": "CHF",
}  # fmt: skip
_MARKS = {"CR": 1, "C": 1, "H": 1, "DR": -1, "DB": -1, "D": -1, "S": -1, "DT": -1, "CT": 1}
_DOLLARS = {
    "Australia/": "AUD", "Pacific/Auckland": "NZD", "America/Toronto": "CAD",
    "America/Vancouver": "CAD", "America/Montreal": "CAD", "America/Winnipeg": "CAD",
    "America/Edmonton": "CAD", "America/Halifax": "CAD", "Canada/": "CAD", "Asia/Singapore": "SGD",
    "Asia/Hong_Kong": "HKD", "America/Mexico_City": "MXN",
}  # fmt: skip
_PLAIN = str.maketrans(dict.fromkeys("−–—‒‐‑﹣－", "-") | dict.fromkeys("\u00a0\u202f\u2009", " "))
_SHAPE = re.compile(
    r"(\()?([^0-9.,()]{0,12}?)([.,]?[0-9][0-9.,'’ ]*)([^0-9()]{0,12})(\))?([^0-9()]{0,8})"
)
_DIGITS = re.compile("[0-9]+")
# Groups of three, or of two and three as in India; spaces and apostrophes group everywhere.
_WHOLE: dict[DecimalSign, re.Pattern[str]] = {
    ".": re.compile(r"[0-9]*|[0-9]{1,3}(?:[,'’ ][0-9]{2,3})*[,'’ ][0-9]{3}"),
    ",": re.compile(r"[0-9]*|[0-9]{1,3}(?:[.'’ ][0-9]{2,3})*[.'’ ][0-9]{3}"),
}
_TOKEN = re.compile(r"[-+]+|[^\W\d_]*\$|[^\W\d_]+\.?|[^\s\w+-]")
_NEAR_FIGURES = re.compile(
    r"(?:(?<!\w)([A-Z]{3}|€|£|\$|₹|¥)\s?[-+]?[0-9])|(?:[0-9]\s?(?:([A-Z]{3})\b|(€|£|\$|₹|¥)))"
)
_NAMED = re.compile(
    r"(?i:currency|währung|waehrung|devise|divisa|moneda|valuta|munt|in|en)\W{1,3}([A-Z]{3})\b"
)


class Figure(NamedTuple):
    """An amount taken apart; which sign is the decimal one is still open."""

    negative: bool
    digits: str
    marked: bool = False
    """It carried a sign, parentheses or a debit mark of its own."""
    currency: str | None = None
    """As its sign or code says; `$` when it is one of the dollars."""


def figure(text: str) -> Figure | None:
    """The parts of a cell that holds one amount and nothing else, or None."""
    text = (text if text.isascii() else text.translate(_PLAIN)).strip()
    if not text or len(text) > LONGEST + 20:
        return None
    found = _SHAPE.fullmatch(text)
    if found is None:
        return None
    opened, before, digits, after, closed, rest = found.groups()
    if digits.rstrip()[-1] in ".,":
        after = after.lstrip("-")  # `50,--` and `50.-`: no cents
    affix = _affix(before, f"{after} {rest}")
    if affix is None or (opened is None) != (closed is None):
        return None
    sign, currency = affix
    marked = opened is not None or sign != 0
    return Figure((opened is not None) != (sign < 0), digits.strip(), marked, currency)


@lru_cache(maxsize=512)
def _affix(before: str, after: str) -> tuple[int, str | None] | None:
    """The sign and the currency around the digits, or None when other words stand there."""
    sign, currency = 0, None
    for token in _TOKEN.findall(before) + _TOKEN.findall(after):
        bare = token.rstrip(".").upper()
        if set(token) <= {"-", "+"}:
            sign = -1 if "-" in token else 1
        elif bare in _MARKS:
            sign = sign or _MARKS[bare]
        elif (known := code(bare)) is not None:
            currency = known
        else:
            return None
    return sign, currency


def code(text: str) -> str | None:
    """The currency that a code, sign or word names; `$` for a dollar that does not say which."""
    text = text.strip().upper()
    return text if text in CURRENCIES else _SIGNS.get(text, _WORDS.get(text))


def dollar(zone: ZoneInfo) -> str:
    """Which dollar a bare `$` is, going by where the project is."""
    name = zone.key or ""
    return next((found for where, found in _DOLLARS.items() if name.startswith(where)), "USD")


def known(currency: str | None, zone: ZoneInfo) -> str | None:
    """The currency, with a bare `$` told apart."""
    return dollar(zone) if currency == "$" else currency


def vote(digits: str) -> DecimalSign | None:
    """The decimal sign that one cell proves, or None when it proves neither."""
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma < 0 and point < 0:
        return None
    last: DecimalSign = "," if comma > point else "."
    other: DecimalSign = "." if last == "," else ","
    if digits.count(last) > 1:
        return None if other in digits else other
    if other in digits:
        return last
    whole, _, fraction = digits.rpartition(last)
    whole = whole.strip()
    sure = len(fraction) != 3 or not 0 < len(whole) <= 3 or whole.startswith("0")
    return last if sure else None


def decimal_sign(cells: Iterable[str], fallback: DecimalSign = ".") -> DecimalSign:
    """The decimal sign of a column: what most of its cells prove, else the fallback."""
    return proven_sign(cells) or fallback


def proven_sign(cells: Iterable[str]) -> DecimalSign | None:
    """The decimal sign that most cells of a column prove, or None when none proves any."""
    return sign_of(map(figure, cells))


def sign_of(figures: Iterable[Figure | None]) -> DecimalSign | None:
    """The decimal sign that most figures prove, or None when none proves any."""
    votes = Counter(vote(found.digits) for found in figures if found)
    del votes[None]
    return votes.most_common(1)[0][0] if votes else None


def exact(figure: Figure | None, sign: DecimalSign) -> Decimal | None:
    """The exact value, or None when the digits are not written with this decimal sign."""
    if figure is None or len(figure.digits) > LONGEST:
        return None
    value = _unsigned(figure.digits, sign)
    if value is None:
        return None
    return -value if figure.negative and value else value


def values(cells: Iterable[str]) -> list[Decimal | None]:
    """The figures of a column, by the decimal sign that it proves."""
    written = list(cells)
    sign = decimal_sign(written)
    return [exact(figure(cell), sign) for cell in written]


def in_cents(values: Iterable[Decimal | None]) -> list[Decimal | None]:
    """The figures of a column, whole ones with cents where the others have them."""
    known = list(values)
    if not any(value is not None and value.as_tuple().exponent == -2 for value in known):
        return known
    return [_with_cents(value) if value is not None else None for value in known]


def _with_cents(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    is_short = isinstance(exponent, int) and exponent > -2
    return value + Decimal("0.00") if is_short else value


def _unsigned(digits: str, sign: DecimalSign) -> Decimal | None:
    whole, _, fraction = digits.partition(sign)
    found = _WHOLE[sign].fullmatch(whole)
    if found is None or (fraction and not _DIGITS.fullmatch(fraction)):
        return None
    if not whole.isdigit():
        whole = re.sub("[^0-9]", "", whole)
    return Decimal(f"{whole or '0'}.{fraction}" if fraction else whole or "0")


def written(value: Decimal) -> str:
    """An exact decimal such as `-42.10`: no exponent, and no zeros beyond the cents."""
    text = format(value if value else abs(value), "f")
    whole, point, fraction = text.partition(".")
    if len(fraction) > 2:
        fraction = fraction[:2] + fraction[2:].rstrip("0")
    return whole + point + fraction


def currency_in(words: str) -> str | None:
    """The currency that a text names most often beside its figures, or by its name."""
    found = [code for code in _NAMED.findall(words) if code in CURRENCIES]
    for match in _NEAR_FIGURES.finditer(words):
        known = code(match[1] or match[2] or match[3])
        if known:
            found.append(known)
    return Counter(found).most_common(1)[0][0] if found else None

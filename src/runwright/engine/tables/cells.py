"""One cell of a table: what it says, and the number in it, if it is one."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from typing import NamedTuple

from runwright.engine.patterns import lazily

_DASHES = frozenset({"-", "–", "—", "‐", "‑", "−", "--", "- -", "nil"})
_CURRENCY = (
    r"(?:US\$|USD|HK\$|HKD|A\$|C\$|CA\$|S\$|NT\$|R\$|AUD|CAD|EUR|GBP|RMB|CNY|JPY|CHF|[$€£¥₹₩])"
)
_NUMBER = lazily(
    rf"""\s*(?P<lead>{_CURRENCY})?\s*
    (?P<sign>[-+−–])?\s*(?P<open>\()?\s*(?P<inner>{_CURRENCY})?\s*(?P<minus>[-−–])?\s*
    (?P<digits>\d{{1,3}}(?:[,\s]\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\s*
    (?P<early>%)?\s*(?P<close>\))?\s*(?P<late>%|pts?\b|p\b|x\b|bps\b)?\s*
    (?P<scale>thousand|million|billion|m\b|bn\b|k\b)?
    (?P<rest>.{{0,24}})$""",
    re.X | re.I | re.S,
)
# What may follow a number: footnote marks, or the same number again in parentheses.
_MARKS = lazily(r"(?:\s|\(\s?(?:[a-z\d]{1,2}|[\d.,]{1,20}\s?%?)\s?\)|[*†‡#§¹²³⁴⁵⁶⁷⁸⁹])*", re.I)
_CONTEXT = Context(prec=28, rounding=ROUND_HALF_UP)


class Cell(NamedTuple):
    """What a cell says."""

    text: str
    number: Decimal | None = None
    percent: bool = False
    currency: str = ""
    dash: bool = False
    """Whether it only has a dash: nothing, or zero."""


EMPTY = Cell("")


@lru_cache(4096)
def read_cell(text: str) -> Cell:
    """The cell with its number: parentheses are negative, a dash is nothing."""
    text = " ".join(text.split())
    bare = text.lstrip("$€£¥ ").rstrip("%) ").rstrip()
    if bare in _DASHES:
        return Cell(text, Decimal(0), dash=True)
    found = _NUMBER.match(text) if len(text) <= 60 else None
    if found is None or not _MARKS.fullmatch(found["rest"]):
        return Cell(text)
    number = Decimal(re.sub(r"[,\s]", "", found["digits"]))
    if found["sign"] in ("-", "−", "–") or found["minus"] or (found["open"] and found["close"]):
        number = -number
    percent = "%" in (found["early"], found["late"]) or "%" in found["rest"]
    return Cell(text, number, percent, found["lead"] or found["inner"] or "")


def show(number: Decimal, places: int = 2) -> str:
    """The number with thousands separators, rounded half up, without idle zeros."""
    rounded = number.quantize(Decimal(1).scaleb(-places), context=_CONTEXT) if number else number
    text = f"{rounded:,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def exact(number: Decimal) -> str:
    """The number as it stands, with thousands separators."""
    return f"{number:,f}"

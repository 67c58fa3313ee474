"""Amounts that a question names: "over 100 euros", "between 50 and 100", "for $59.90"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.days import MONTHS
from runwright.engine.ledger.currencies import CODE, SIGN, WORD, currency_of
from runwright.engine.patterns import lazily

_FIGURE = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?|\d{1,9}(?:[.,]\d{1,2})?(?![\d.,]*\d)"
_UNIT = rf"(?:\s?(?:{SIGN}|(?:{CODE}|{WORD})\b))"
_ONE = rf"(?:(?:{SIGN}|{CODE}\b)\s?)?(?:{_FIGURE})(?:k\b)?{_UNIT}?"
_NOT_MONEY = (
    r"(?!\s*(?:-|%|percent|days?|weeks?|months?|years?|times|hours?|payments?|transactions?|people"
    r"|different|items?|merchants?|purchases?|expenses?|categories|bookings?"
    rf"|(?:of\s+)?(?:{'|'.join(f'{name}|{name[:3]}' for name in MONTHS)})|st|nd|rd"
    rf"|th)\b)(?![-/:%\d])"
)
_ABOVE = (
    r"over|above|more than|exceed(?:ing|s|ed)?|greater than|larger than|bigger than|higher than"
    r"|in excess of|upwards of|beyond"
)
_BELOW = r"under|below|less than|smaller than|cheaper than|lower than|fewer than"
_LEAST = r"at least|no less than|not less than|a minimum of|minimum"
_MOST = r"up to|at most|no more than|not more than|a maximum of|maximum"
# In a verbose pattern a plain space means nothing.
_ABOVE, _BELOW, _LEAST, _MOST = (
    words.replace(" ", r"\s") for words in (_ABOVE, _BELOW, _LEAST, _MOST)
)
_RANGE = lazily(
    rf"""\b(?:
      between\s+(?P<low>{_ONE})\s+(?:and|to)\s+(?P<high>{_ONE}){_NOT_MONEY}
    | from\s+(?P<low_from>{_ONE})\s+to\s+
      (?P<high_to>(?:{SIGN})\s?(?:{_FIGURE})|(?:{_FIGURE}){_UNIT})
    | (?P<above>{_ABOVE})\s+(?P<above_figure>{_ONE}){_NOT_MONEY}
    | (?P<below>{_BELOW})\s+(?P<below_figure>{_ONE}){_NOT_MONEY}
    | (?P<least>{_LEAST})\s+(?P<least_figure>{_ONE}){_NOT_MONEY}
    | (?P<most>{_MOST})\s+(?P<most_figure>{_ONE}){_NOT_MONEY}
    | (?P<or_more>{_ONE})\s+(?:or|and)\s+(?:more|above|over|up)\b
    | (?P<or_less>{_ONE})\s+(?:or|and)\s+(?:less|below|under)\b
    )|(?P<exact>(?:{SIGN})\s?(?:{_FIGURE})|\b(?:{_FIGURE}){_UNIT}|\b\d{{1,6}}\.\d\d\b(?!\.))""",
    re.I | re.X,
)
_DIGITS = lazily(_FIGURE)
_YEAR = lazily(r"(?:over|beyond)\s+(?:19|20)\d\d", re.I)


class Range(NamedTuple):
    """Amounts from one figure to another."""

    span: tuple[int, int]
    above: Decimal | None = None
    least: Decimal | None = None
    below: Decimal | None = None
    most: Decimal | None = None
    currency: str = ""
    """The codes that it can mean, separated by spaces."""
    said: str = ""


def find_range(text: str) -> Range | None:
    """The first range of amounts in the text."""
    for match in _RANGE.finditer(text):
        if not _YEAR.fullmatch(match[0]):
            return _range(match)
    return None


def _range(match: re.Match[str]) -> Range:
    part = {name: value for name, value in match.groupdict().items() if value}
    found = Range(match.span(), currency=_currency(match[0]), said=" ".join(match[0].split()))
    if "low" in part or "low_from" in part:
        low, high = part.get("low") or part["low_from"], part.get("high") or part["high_to"]
        return found._replace(least=_figure(low), most=_figure(high))
    if "exact" in part:
        figure = _figure(part["exact"])
        return found._replace(least=figure, most=figure)
    if "above" in part:
        return found._replace(above=_figure(part["above_figure"]))
    if "below" in part:
        return found._replace(below=_figure(part["below_figure"]))
    if "least" in part or "or_more" in part:
        return found._replace(least=_figure(part.get("least_figure") or part["or_more"]))
    return found._replace(most=_figure(part.get("most_figure") or part["or_less"]))


def _figure(text: str) -> Decimal:
    found = _DIGITS.search(text)
    digits = found[0] if found else "0"
    if re.fullmatch(r"\d+,\d{1,2}", digits):
        digits = digits.replace(",", ".")
    value = Decimal(digits.replace(",", ""))
    return value * 1000 if re.search(r"\dk\b", text, re.I) else value


_CURRENCY = lazily(rf"{SIGN}|\b{CODE}\b|(?<=\d)(?:{CODE}|{WORD})\b|\b{WORD}\b", re.I)


def _currency(text: str) -> str:
    found = _CURRENCY.search(text)
    return currency_of(found[0]) if found else ""

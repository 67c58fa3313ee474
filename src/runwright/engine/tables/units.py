"""In what a table counts: thousands or millions, of which currency, or percent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.patterns import lazily

_WORD = r"(?:thousands?|millions?|billions?)"
_MANY = r"(?:thousands|millions|billions)"
_MONEY = r"(?:us\$|usd|eur|gbp|rmb|aud|a\$|c\$|hk\$|s\$|[$€£¥])"
_DECLARED = lazily(
    rf"""\b(?:in|are|expressed\sin)\s(?:[a-z.$€£'’]{{1,12}}\s){{0,4}}?(?P<in>{_MANY})\b
      | \(\s*(?:[a-z.$€£¥]{{1,12}}\s){{0,3}}(?P<alone>{_MANY})\b
      | \b(?P<of>{_MANY})\sof\s(?:[\w.]+\s){{0,2}}(?:dollars|euros?|pounds|shares|yen|usd|eur|€|\$)
      | {_MONEY}\s?[’'‘`]?\s?(?P<zeros>000,?000|000s?)(?![\d,.])
      | [’'‘`](?P<quoted>000,?000|000s?)\b""",
    re.I | re.X,
)
_HEADED = lazily(
    rf"""\b{_MONEY}\s?[’'‘`]?\s?(?P<after>{_WORD})\b
      | [$€£¥]\s?[’'‘`]?\s?(?P<sign>{_WORD})\b
      | \bin\s(?:[a-z.$€£'’]{{1,12}}\s){{0,3}}?(?P<in>{_WORD})\b
      | (?:^|\(|,\s)\s*(?P<start>{_WORD})\b
      | \b(?P<of>{_WORD})\sof\b
      | (?:[$€£¥]|\b(?:us\$?|usd|eur|rmb|gbp|aud|a\$))\s?[(]?(?P<short>m|mn|mm|bn|k)\b(?![\w’'])
      | ^\s*\(?(?P<lone>m|mn|mm|bn)\)?\s*$""",
    re.I | re.X,
)
_SHORT = {"m": "million", "mn": "million", "mm": "million", "bn": "billion", "k": "thousand"}
_CURRENCY = lazily(
    r"(?P<euro>€|\b(?:euros?|EUR)\b)|(?P<pound>£|\b(?:pounds?\ssterling|sterling|GBP)\b)"
    r"|(?P<yen>¥|\b(?:yen|JPY)\b)|(?P<yuan>\b(?:RMB|renminbi|CNY)\b)"
    r"|(?P<dollar>\$|\b(?:[Dd]ollars?|USD)\b)"
)
_SIGNS = {"euro": "€", "pound": "£", "yen": "¥", "yuan": "RMB", "dollar": "$"}
# A cheap first look: nothing without one of these declares a scale.
_PERHAPS = lazily(r"illion|ousand|000|\b(?:mm?|mn|bn|k)\b", re.I)
_WITHOUT_SCALE = lazily(
    r"\bper\b(?!\scent)|%|\bpercent|\bratio\b|\bmargin\s*(?:\(|$)|\byears?\)|\bmonths?\)|\bdays\b"
    r"|\bheadcount\b|\bemployees\b|\bage\b|\byield\b|\bvolatility\b|\bexpected\s(?:term|life)\b",
    re.I,
)
FACTORS = {"": 0, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "percent": -2}
"""The power of ten that each word stands for."""


class Unit(NamedTuple):
    """What a number counts."""

    scale: str = ""
    """`thousand`, `million`, `billion`, or empty."""
    currency: str = ""
    percent: bool = False


def find_scale(header: str) -> str:
    """The scale that a header declares ("in thousands", "$m", "RMB'Million"); empty if none."""
    if not _PERHAPS.search(header):
        return ""
    return _scale(_HEADED.search(header)) or declared_scale(header)


def declared_scale(text: str) -> str:
    """The scale that a running text declares for its tables; a sum of "$5 million" is none."""
    return _scale(_DECLARED.search(text))


def _scale(found: re.Match[str] | None) -> str:
    if found is None:
        return ""
    word = next(value for value in found.groups() if value).lower().rstrip("s")
    if word[0] == "0":
        return "million" if len(word) > 3 else "thousand"
    return _SHORT.get(word, word)


def find_currency(texts: Iterable[str]) -> str:
    """The sign of the currency that the texts name first."""
    found = next(filter(None, map(_CURRENCY.search, texts)), None)
    return _SIGNS[found.lastgroup or ""] if found is not None else ""


def has_no_scale(label: str) -> bool:
    """Whether a row or column is counted one by one even in a table of thousands."""
    return bool(_WITHOUT_SCALE.search(label))


def in_ones(number: Decimal, scale: str) -> Decimal:
    """The number without its scale: 5 million is 5,000,000."""
    return number.scaleb(FACTORS.get(scale, 0))

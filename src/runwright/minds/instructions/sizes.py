"""Amounts that a rule bounds: `below 10 EUR`, `between 50 and 100 euros`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from runwright.text.amounts import money_at
from runwright.text.currencies import CODES, NAMES, SIGNS
from runwright.text.numbers import number_at
from runwright.text.tokens import Tokens

_BOUND = re.compile(
    r"\b(?:(?P<between>between|from)"
    r"|(?P<above>over|above|(?:more|greater|larger|bigger|higher) than|exceeding|in excess of)"
    r"|(?P<below>under|below|(?:less|smaller|cheaper|lower) than)"
    r"|(?P<least>at least|(?:no|not) less than|a minimum of)"
    r"|(?P<most>up to|at most|(?:no|not) more than|a maximum of))\s+",
    re.IGNORECASE,
)
_AMBIGUOUS = frozenset({"won", "rand", "lei", "real", "rs", "kr", "kc"})
"""Words that are currencies only beside a figure."""


class Size(NamedTuple):
    """An amount from one figure to another."""

    start: int
    end: int
    above: Decimal | None = None
    least: Decimal | None = None
    below: Decimal | None = None
    most: Decimal | None = None
    currency: str = ""
    """The codes that it can mean, separated by spaces."""

    def bounded(self, kind: str, value: Decimal) -> Size:
        """The same with one bound."""
        if kind in ("above", "least"):
            return self._replace(above=value) if kind == "above" else self._replace(least=value)
        return self._replace(below=value) if kind == "below" else self._replace(most=value)


class _Amount(NamedTuple):
    value: Decimal
    codes: tuple[str, ...]
    end: int


def find(text: str) -> Size | None:
    """The first bounded amount of a text."""
    for bound in _BOUND.finditer(text):
        first = _amount_at(text, bound.end())
        if first is None:
            continue
        found = Size(bound.start(), first.end, currency=" ".join(first.codes))
        kind = bound.lastgroup or ""
        if kind != "between":
            return found.bounded(kind, first.value)
        joint = re.match(r"\s+(?:and|to)\s+", text[first.end :])
        second = _amount_at(text, first.end + joint.end()) if joint else None
        if second is not None:
            codes = " ".join(second.codes or first.codes)
            return Size(
                bound.start(), second.end, least=first.value, most=second.value, currency=codes
            )
    return None


def currencies_in(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The codes that a text speaks of, separated by spaces, and where it names them."""
    tokens = Tokens(text)
    named = {at: _codes(tokens, at) for at in range(len(tokens))}
    codes = dict.fromkeys(code for found in named.values() for code in found)
    return " ".join(codes), [tokens.span(at, at + 1) for at, found in named.items() if found]


def _codes(tokens: Tokens, at: int) -> tuple[str, ...]:
    written, word = tokens.raw(at), tokens.text(at)
    if written in CODES:
        return (written,)
    return () if word in _AMBIGUOUS else SIGNS.get(word) or NAMES.get(word, ())


def _amount_at(text: str, at: int) -> _Amount | None:
    """An amount of money, or a bare number that counts nothing: not `30 days`."""
    tokens = Tokens(text[at:])
    if (money := money_at(tokens, 0)) is not None:
        readings, after = money
        codes = tuple(dict.fromkeys(each.currency for each in readings if each.currency))
        return _Amount(readings[0].amount, codes, at + tokens.span(0, after)[1])
    number = number_at(tokens, 0)
    if number is None or number[0][0].percent:
        return None
    is_counting = tokens.text(number[1])[:1].isalpha() and tokens.text(number[1]) not in (
        "and", "to", "or", "from", "in",
    )  # fmt: skip
    value = number[0][0].decimal
    is_year = value == int(value) and 1900 <= value < 2100
    if is_counting or is_year:
        return None
    return _Amount(value, (), at + tokens.span(0, number[1])[1])

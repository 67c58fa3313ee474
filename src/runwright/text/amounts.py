"""Amounts of money: `€42`, `42 EUR`, `12 bucks`, `fifty quid`, `£3.50`, `a tenner`, `two grand`.

A dollar, a crown or a franc that does not say whose it is has a reading for each, or the project's
own currency alone where it is one of them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from runwright.text.currencies import CODES, DOLLAR_PREFIXES, HUNDREDTHS, NAMES, SIGNS, narrow
from runwright.text.expressions import Expression
from runwright.text.number_words import ARTICLES
from runwright.text.numbers import DecimalSign, Number, number_at
from runwright.text.tokens import Tokens

_NOTES = {"tenner": 10, "tenners": 10, "fiver": 5, "fivers": 5}
_GRAND = ("grand", "riesen")
_AMBIGUOUS_WORDS = frozenset(("ALL", "TOP", "TRY", "MAD", "CUP", "GEL", "SOS", "LAK", "PEN", "RON"))
"""Codes that are English words or names: they count only in capitals."""

Currencies = tuple[str, ...]


class Money(NamedTuple):
    """An exact amount; without a currency where none was named (`two grand`)."""

    amount: Decimal
    currency: str | None


Reading = tuple[tuple[Money, ...], int]


def find(text: str, home: str | None = None, decimal: DecimalSign = ".") -> list[Expression[Money]]:
    """The amounts of money in a text; `home` is the project's currency."""
    tokens = Tokens(text)
    found, at = [], 0
    while at < len(tokens):
        result = money_at(tokens, at, home, decimal)
        if result is None:
            at += 1
            continue
        readings, after = result
        found.append(Expression(*tokens.span(at, after), readings))
        at = after
    return found


def read(text: str, home: str | None = None, decimal: DecimalSign = ".") -> tuple[Money, ...]:
    """The readings of a text that is one amount; a bare number is one without a currency."""
    tokens = Tokens(text)
    result = money_at(tokens, 0, home, decimal)
    if result and result[1] == len(tokens):
        return result[0]
    number = number_at(tokens, 0, decimal)
    if number is None or number[1] != len(tokens) or number[0][0].percent:
        return ()
    return tuple(Money(each.decimal, None) for each in number[0])


def money_at(
    tokens: Tokens, at: int, home: str | None = None, decimal: DecimalSign = "."
) -> Reading | None:
    """The amount of money that begins at a token."""
    return _currency_first(tokens, at, home, decimal) or _number_first(tokens, at, home, decimal)


def _currency_first(
    tokens: Tokens, at: int, home: str | None, decimal: DecimalSign
) -> Reading | None:
    """`€42`, `-£3.50`, `US$ 20`, `EUR 42`."""
    negative = tokens.text(at) in ("-", "−") and tokens.text(at + 1) in SIGNS
    currency = _sign_at(tokens, at + negative) or _code_at(tokens, at)
    if currency is None:
        return None
    codes, step = currency
    number = number_at(tokens, step, decimal, money=True)
    if number is None or (not tokens.is_digits(step) and tokens.text(step) not in ("-", "−")):
        return None
    readings, after = number
    if negative:
        readings = tuple(each._replace(value=-each.value) for each in readings)
    return _money(readings, narrow(codes, home)), _past_dash(tokens, after)


def _number_first(
    tokens: Tokens, at: int, home: str | None, decimal: DecimalSign
) -> Reading | None:
    """`42 EUR`, `42€`, `fifty quid`, `99 cents`, `a tenner`, `half a grand`."""
    if (slang := _slang(tokens, at)) is not None:
        return slang
    number = number_at(tokens, at, decimal, money=True)
    readings: tuple[Number, ...]
    if number is None:
        if tokens.text(at) not in ARTICLES:
            return None
        readings, after = (Number(Decimal(1)),), at + 1
    else:
        readings, after = number
    if readings[0].percent:
        return None
    if tokens.text(after) in HUNDREDTHS:
        hundredths = tuple(each._replace(over=each.over * 100) for each in readings)
        codes = narrow(HUNDREDTHS[tokens.text(after)], home)
        # "5 p" may be a page; "50p" is pence.
        if tokens.text(after) != "p" or tokens.glued(after):
            return _money(hundredths, codes), after + 1
    step = _past_dash(tokens, tokens.skip(after, "swiss", "us", "british", "canadian"))
    currency = _sign_at(tokens, step) or _code_at(tokens, step) or _name_at(tokens, step)
    if currency is None or (tokens.text(at) in ARTICLES and currency[1] == step):
        return _grand(readings, tokens, after)
    codes = _of_country(tokens.text(after), currency[0])
    return _money(readings, narrow(codes, home)), currency[1]


def _grand(readings: tuple[Number, ...], tokens: Tokens, after: int) -> Reading | None:
    """`two grand`: money without a currency."""
    if tokens.text(after) not in _GRAND:
        return None
    return tuple(Money(each.decimal * 1000, None) for each in readings), after + 1


def _slang(tokens: Tokens, at: int) -> Reading | None:
    """`a tenner`, `a grand`, `half a grand`."""
    half = tokens.texts(at, 2) in (("half", "a"), ("half", "of"))
    step = at + 2 if half else tokens.skip(at, *ARTICLES)
    word = tokens.text(step)
    if step == at or word not in (*_NOTES, *_GRAND):
        return None
    if word in _NOTES:
        return (Money(Decimal(_NOTES[word]), "GBP"),), step + 1
    return (Money(Decimal(500 if half else 1000), None),), step + 1


def _money(readings: tuple[Number, ...], codes: Currencies) -> tuple[Money, ...]:
    """Each amount in the likeliest currency, then the likeliest amount in the other ones."""
    amounts = [each.decimal for each in readings]
    first = [Money(amount, codes[0]) for amount in amounts]
    return (*first, *(Money(amounts[0], code) for code in codes[1:]))


def _sign_at(tokens: Tokens, at: int) -> tuple[Currencies, int] | None:
    text = tokens.text(at)
    if text in SIGNS:
        return SIGNS[text], at + 1
    if text in DOLLAR_PREFIXES and tokens.text(at + 1) == "$" and tokens.glued(at + 1):
        return (DOLLAR_PREFIXES[text],), at + 2
    return None


def _code_at(tokens: Tokens, at: int) -> tuple[Currencies, int] | None:
    """A code in capitals; in small letters only where it is not a word as well."""
    written = tokens.raw(at) if at >= 0 else ""
    if len(written) != 3 or written.upper() not in CODES:
        return None
    if not written.isupper() and written.upper() in _AMBIGUOUS_WORDS:
        return None
    return (written.upper(),), at + 1


def _name_at(tokens: Tokens, at: int) -> tuple[Currencies, int] | None:
    known = NAMES.get(tokens.text(at))
    return (known, at + 1) if known else None


def _of_country(word: str, codes: Currencies) -> Currencies:
    country = {"swiss": "CHF", "us": "USD", "british": "GBP", "canadian": "CAD"}.get(word)
    return (country,) if country in codes and country else codes


def _past_dash(tokens: Tokens, at: int) -> int:
    """Past the `,-` or `.-` of `42,- €`: no cents."""
    if tokens.text(at) in (",", ".") and tokens.text(at + 1) in ("-", "–", "—"):
        step = at + 2
        return tokens.skip(step, "-")
    return at

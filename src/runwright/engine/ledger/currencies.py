"""Currencies as questions name them, and figures as answers write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from runwright.engine.patterns import lazily

_DOLLARS = "USD CAD AUD NZD SGD HKD"
_SIGNS = {
    "us$": "USD", "a$": "AUD", "c$": "CAD", "hk$": "HKD", "$": _DOLLARS, "€": "EUR", "£": "GBP",
    "¥": "JPY CNY", "₹": "INR", "₺": "TRY", "₽": "RUB", "₩": "KRW", "₴": "UAH", "zł": "PLN",
}  # fmt: skip
_WORDS = {
    "canadian dollar": "CAD", "australian dollar": "AUD", "us dollar": "USD",
    "american dollar": "USD", "new zealand dollar": "NZD", "hong kong dollar": "HKD",
    "singapore dollar": "SGD", "swiss franc": "CHF", "british pound": "GBP",
    "norwegian krone": "NOK", "danish krone": "DKK", "swedish krona": "SEK", "euro": "EUR",
    "dollar": _DOLLARS, "buck": _DOLLARS, "pound": "GBP", "sterling": "GBP", "quid": "GBP",
    "franc": "CHF", "yen": "JPY", "yuan": "CNY", "rupee": "INR", "zloty": "PLN", "krona": "SEK",
    "kronor": "SEK", "krone": "DKK NOK", "kroner": "DKK NOK", "koruna": "CZK", "forint": "HUF",
    "lira": "TRY", "rand": "ZAR", "real": "BRL", "peso": "MXN ARS CLP COP PHP", "shekel": "ILS",
    "won": "KRW", "baht": "THB", "dirham": "AED MAD",
}  # fmt: skip
_CODE_LIST = """
    AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW
    MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR
"""
_CODES = frozenset(_CODE_LIST.split())
_WITHOUT_CENTS = frozenset({"CLP", "ISK", "JPY", "KRW", "VND"})
SIGN = r"(?:us\$|hk\$|[ac]\$|[$€£¥₹₺₽₩₴])"
"""A pattern: a sign of a currency."""
WORD = rf"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})s?".replace(" ", r"\s")
"""A pattern: a currency's name, in lower case."""
CODE = rf"(?:{'|'.join(sorted(_CODES))})"
"""A pattern: a currency's code."""
NAMED = lazily(rf"(?P<sign>{SIGN})|\b(?P<code>{CODE})\b|(?<!['\u2019])\b(?P<word>{WORD})\b", re.I)
_NOT_ALONE = frozenset({"real", "won", "rand", "buck", "try", "cop", "all", "mad", "pen", "pound"})
"""Words that mean something else more often; beside a figure they are currencies."""


def currency_of(text: str) -> str:
    """The codes that a sign, code or name can mean, separated by spaces; empty if it is none."""
    lower = text.strip().lower()
    if lower in _SIGNS:
        return _SIGNS[lower]
    if lower.upper() in _CODES:
        return lower.upper()
    lower = " ".join(lower.split())
    return _WORDS.get(lower) or _WORDS.get(lower.removesuffix("s"), "")


def named_currencies(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The codes that a question speaks of, separated by spaces, and where it names them."""
    found = [
        match
        for match in NAMED.finditer(text)
        if (match["word"] or match["code"] or "").lower().removesuffix("s") not in _NOT_ALONE
        or text[: match.start()].lower().endswith((" in ", " of "))
    ]
    codes = (code for match in found for code in currency_of(match[0]).split())
    return " ".join(dict.fromkeys(codes)), [match.span() for match in found]


def written(amount: Decimal, currency: str) -> str:
    """The amount as answers say it: `1,234.56 EUR`."""
    places = max(-int(amount.as_tuple().exponent), 0 if currency in _WITHOUT_CENTS else 2)
    return f"{amount:,.{places}f} {currency}".strip()


def bare(amount: Decimal, currency: str) -> str:
    """The amount for a later step: `1234.56 EUR`."""
    return written(amount, currency).replace(",", "")


def rounded(amount: Decimal) -> tuple[Decimal, bool]:
    """The amount to the cent, and whether that changed it."""
    cents = amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return cents, cents != amount


def joined(sums: Mapping[str, Decimal]) -> str:
    """Sums of several currencies in words, each apart."""
    return listed([written(amount, currency) for currency, amount in sums.items()])


def listed(said: list[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    return f" {word} ".join(filter(None, [", ".join(said[:-1]), said[-1]])) if said else ""

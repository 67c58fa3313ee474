"""What shows in which country an account is kept, for statements that name no currency.

The name of a currency in the file's own name, the numbers that only one country gives its banks
(a sort code, a BSB) or its accounts (New Zealand), words that only one spells so (`chequing`), a
bank that is at home in one, and ways to pay that exist in one alone (Interac, Zelle, BPAY). What
shows two shows none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.files.formats.bank.sections import Section
from runwright.records.accounts import of_new_zealand
from runwright.records.banks import bank_in, home_currency, local_in
from runwright.records.names import folded

_CODES = re.compile(
    r"(?<![A-Za-z])(AUD|CAD|CHF|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|NOK|NZD|PLN|SEK|SGD|USD|ZAR)"
    r"(?![A-Za-z])"
)
"""In capitals, as banks name files; without those that are words as well."""
_LABELS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("AUD", re.compile(r"\bbsb\b")),
    ("CAD", re.compile(r"\b(?:chequing|transit (?:number|no)|institution number)\b")),
    ("INR", re.compile(r"\bifsc\b")),
    ("USD", re.compile(r"\b(?:aba|routing) (?:number|no)\b")),
)
_SORT_CODE = re.compile(r"\bsort ?code\b")
_IRISH = re.compile(r"\b9[0-9]-?[0-9]{2}-?[0-9]{2}\b")
"""Sort codes of Irish banks, on both sides of the border."""
_SCHEMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("AUD", re.compile(r"\b(?:bpay|osko|payid)\b")),
    ("CAD", re.compile(r"\b(?:interac|e (?:transfer|tfr))\b")),
    ("CHF", re.compile(r"\btwint\b")),
    ("GBP", re.compile(r"\b(?:bacs|chaps)\b")),
    ("INR", re.compile(r"\b(?:upi|neft|imps)\b")),
    ("USD", re.compile(r"\bzelle\b")),
)
"""Faster Payments are not among them: Hong Kong has a system of that name as well."""
_OWN_WORDS = (("Commbank", re.compile(r"\b(?:netbank|commbank app)\b")),)
"""What one bank alone calls its services."""
_AMERICAN = re.compile(r"(?<![A-Za-z])U\.?S\.?(?![A-Za-z])")
_OFTEN = 2
_HEAD = 500
"""So many characters above a heading are looked at."""


class Home(NamedTuple):
    """Who keeps an account, and in which currency."""

    bank: str = ""
    currency: str | None = None


def home(section: Section, before: str, filename: str, layout: str) -> Home:
    """What the file's name, the words above its heading and its rows show; `layout` is the bank
    whose layout it is."""
    name = filename.rpartition(".")[0]
    bank = bank_in(name) or layout or bank_in(before[:_HEAD])
    bank = bank or _of_own_words(section)
    bank = bank or next(filter(None, map(local_in, (name, *before[:_HEAD].splitlines()))), "")
    codes = set(_CODES.findall(name))
    if len(codes) == 1:
        return Home(bank, codes.pop())
    words = f"{name}\n{before[:_HEAD]}"
    found = (
        _of_labels(f"{words}\n{' '.join(section.header)}", section)
        or home_currency(bank)
        or _of_schemes(section)
    )
    if found == "CAD" and _AMERICAN.search(words):
        # Canadian banks keep accounts in dollars of the United States, and say so in the name.
        found = "USD"
    return Home(bank, found)


def _of_own_words(section: Section) -> str:
    """The bank whose own words for its services stand in several rows."""
    texts = section.columns("purpose", "payee", "type")
    lines = [folded(" ".join(row[n] for n in texts)) for row in section.rows]
    counted = {bank: sum(shape.search(line) is not None for line in lines)
               for bank, shape in _OWN_WORDS}  # fmt: skip
    return next((bank for bank, times in counted.items() if times >= _OFTEN), "")


def _of_labels(words: str, section: Section) -> str | None:
    plain = folded(words)
    found = {code for code, pattern in _LABELS if pattern.search(plain)}
    if _SORT_CODE.search(plain):
        rows = (" ".join(row) for row in section.rows[:1])
        if not any(map(_IRISH.search, (words, *rows))):
            found.add("GBP")
    own = section.column("own_account")
    numbered = (words, *(section.sample(own)[:1] if own is not None else ()))
    if any(map(of_new_zealand, numbered)):
        found.add("NZD")
    return _only(found)


def _of_schemes(section: Section) -> str | None:
    """The currency of the one country whose ways to pay the rows name, more than once."""
    texts = section.columns("purpose", "payee", "type", "recipient", "payer")
    lines = {folded(" ".join(row[n] for n in texts)) for row in section.rows}
    counted = Counter(_named(lines))
    return _only({code for code, times in counted.items() if times >= _OFTEN}) if counted else None


def _named(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        yield from (code for code, pattern in _SCHEMES if pattern.search(line))


def _only(found: Iterable[str]) -> str | None:
    known: Sequence[str] = list(found)
    return known[0] if len(known) == 1 else None

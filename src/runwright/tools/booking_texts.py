"""What the words of a selection are compared with: the names, place and account of a booking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from runwright.records.accounts import account_key
from runwright.records.banks import calls
from runwright.records.facts import Transaction
from runwright.tools.fields import Match
from runwright.tools.matching import fits

_COUNTRY = re.compile(r"(?<![^\s/,.-])([A-Z]{2,3})(?=$|,)")
"""The code of a country where card terminals write it: `REST CAN PERE POLLENCA ES`."""


def is_asked(match: Match) -> bool:
    """Whether a match asks for anything."""
    return bool(match.any_of or match.none_of)


def names_of(facts: Transaction) -> tuple[str, ...]:
    """Who was paid or who paid, in all words that the file has for it."""
    return (facts.counterparty, facts.counterparty_raw, facts.purpose)


def fits_place(match: Match, facts: Transaction) -> bool:
    """Whether a booking was made in one of the places; codes of countries are in capitals."""
    codes = frozenset(countries_of(facts))
    wanted = Match(any_of=_towns(match.any_of), none_of=_towns(match.none_of))
    if codes.intersection(match.none_of):
        return False
    if codes.intersection(match.any_of):
        return fits(Match(none_of=wanted.none_of), names_of(facts))
    if match.any_of and not wanted.any_of:
        return False
    return fits(wanted, names_of(facts))


def countries_of(facts: Transaction) -> Iterator[str]:
    """What may be the codes of countries at the end of the bank's lines."""
    for text in (facts.counterparty_raw, facts.purpose):
        yield from _COUNTRY.findall(text)


def _towns(terms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(term for term in terms if not _COUNTRY.fullmatch(term))


def account_texts(facts: Transaction, name: str) -> tuple[str | None, ...]:
    """What an own account can be called by."""
    own = (facts.account_kind, facts.card, facts.holder, facts.currency)
    return (*own, *(calls(facts.bank) if facts.bank else ()), *_spellings(name))


@lru_cache(maxsize=1024)
def _spellings(name: str) -> tuple[str, ...]:
    """An account as it is written, without spaces, in groups of four, and its last four."""
    key = account_key(name)
    groups = " ".join(key[at : at + 4] for at in range(0, len(key), 4))
    return (name, key, groups, key[-4:])

"""What shows that two bookings are the two sides of one move of own money.

One names the account of the other, or the bank that keeps it and nobody else; or payments between
two names go hand in hand, time after time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from runwright.records.accounts import account_numbers
from runwright.records.banks import calls
from runwright.records.entries import Entry
from runwright.records.facts import TransactionType
from runwright.records.move_words import ACCOUNT_WORDS, FITS, plain

_MAY_LEAVE: frozenset[TransactionType] = FITS | {"purchase"}
"""A bank that knows but debit and credit calls every debit a purchase."""
_OFTEN = 4
"""From so many pairs on, two names go hand in hand."""
_MOST_OF_THEM = 0.8
_TELLING = 4
"""From how many letters on a word that two names share is no initial."""

Pair = tuple[Entry, Entry]
"""What leaves, and what arrives."""


def names_account(entry: Entry, other: Entry) -> bool:
    """Whether one side names the account of the other."""
    written = entry.facts.counterparty_account
    if not written or not other.account:
        return False
    return not account_numbers(written).isdisjoint(account_numbers(other.account))


def are_told(one: Entry, other: Entry) -> bool:
    """Whether one of two sides names the account of the other."""
    return names_account(one, other) or names_account(other, one)


def are_at_named_banks(leaving: Entry, arriving: Entry) -> bool:
    """Whether one of two sides names the bank of the other: `S/O CLONTARF CU`."""
    if leaving.facts.type not in _MAY_LEAVE or arriving.facts.type not in FITS:
        return False
    return _names_bank(leaving, arriving) or _names_bank(arriving, leaving)


def _names_bank(entry: Entry, other: Entry) -> bool:
    own, bank = entry.facts.bank or "", other.facts.bank or ""
    return bool(bank) and own != bank and _is_bank_alone(entry.facts.counterparty, bank)


@lru_cache(maxsize=8192)
def _is_bank_alone(name: str, bank: str) -> bool:
    words = frozenset(plain(name).split())
    for call in calls(bank):
        own = frozenset(plain(call).split())
        if own <= words and all(w in ACCOUNT_WORDS or w.isdigit() for w in words - own):
            return bool(own)
    return False


class _Stream(NamedTuple):
    """What goes from one place to another place between two names."""

    left: str
    payee: str
    arrived: str
    payer: str


def hand_in_hand(
    near: Sequence[Pair], entries: Iterable[Entry], certain: Container[str]
) -> list[Pair]:
    """Pairs of two names that go together nearly always: what leaves an own account to one arrives
    on another from one, though neither side says so. Equal amounts alone prove nothing; either
    the money leaves to the person's own name, or both names have a word in common."""
    found: dict[_Stream, list[Pair]] = {}
    for leaving, arriving in near:
        if leaving.facts.type in _MAY_LEAVE and arriving.facts.type in FITS:
            found.setdefault(_stream(leaving, arriving), []).append((leaving, arriving))
    often = {stream: pairs for stream, pairs in found.items() if len(pairs) >= _OFTEN}
    if not often:
        return []
    numbers = Counter(_side(entry) for entry in entries if entry.amount)
    return [
        pair
        for stream, pairs in often.items()
        if _is_steady(stream, pairs, numbers)
        and (_share_word(stream) or all(leaving.item in certain for leaving, _ in pairs))
        for pair in pairs
    ]


def _stream(leaving: Entry, arriving: Entry) -> _Stream:
    return _Stream(
        leaving.place, leaving.facts.counterparty, arriving.place, arriving.facts.counterparty
    )


def _side(entry: Entry) -> tuple[str, str, bool]:
    return entry.place, entry.facts.counterparty, (entry.amount or 0) > 0


def _is_steady(
    stream: _Stream, pairs: Sequence[Pair], numbers: Counter[tuple[str, str, bool]]
) -> bool:
    """Whether nearly all that leaves to the one name, and arrives from the other, is in pairs."""
    leaving = {one.item for one, _ in pairs}
    arriving = {other.item for _, other in pairs}
    return (
        bool(stream.payee and stream.payer)
        and len(leaving) >= _MOST_OF_THEM * numbers[stream.left, stream.payee, False]
        and len(arriving) >= _MOST_OF_THEM * numbers[stream.arrived, stream.payer, True]
    )


def _share_word(stream: _Stream) -> bool:
    one, other = (set(plain(name).split()) for name in (stream.payee, stream.payer))
    return any(len(word) >= _TELLING and word not in ACCOUNT_WORDS for word in one & other)

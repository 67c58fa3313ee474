"""The key by which the same booking is recognised in two files.

It is the bank's own id where there is one, else account, day, amount, text and the how-manieth of
equal rows it is: two equal coffees on a day are two bookings, in every export of that day. A row
without an account gets a weaker key, which counts only within a run of equal rows
(`records.duplicates`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from hashlib import blake2b

from runwright.records.accounts import account_key
from runwright.records.facts import Transaction
from runwright.records.names import folded

WEAK = "row:"
"""How the key of a row begins that names no account."""
_ID, _ACCOUNT = "id:", "account:"


def with_booking_keys(transactions: Sequence[Transaction]) -> list[Transaction]:
    """The transactions of one file, in its order, each with its key."""
    keys = booking_keys(transactions)
    return [
        facts.model_copy(update={"booking_key": key})
        for facts, key in zip(transactions, keys, strict=True)
    ]


def booking_keys(transactions: Sequence[Transaction]) -> list[str]:
    """The keys of the transactions of one file; empty where day or amount is not known."""
    ids = Counter((_account(facts), facts.bank_id) for facts in transactions)
    seen = Counter[tuple[str, ...]]()
    keys = []
    for facts in transactions:
        if facts.day is None or facts.amount is None:
            keys.append("")
        # What a bank writes into two rows of a file is no id of either.
        elif facts.bank_id and ids[_account(facts), facts.bank_id] == 1:
            keys.append(_ID + _digest(_identified(facts, facts.bank_id)))
        else:
            content = _content(facts)
            seen[content] += 1
            basis = _ACCOUNT if _account(facts) else WEAK
            keys.append(basis + _digest((*content, str(seen[content]))))
    return keys


def _identified(facts: Transaction, bank_id: str) -> tuple[str, ...]:
    if account := _account(facts):
        return (account, bank_id)
    # Banks count from 1: without an account an id alone would be many bookings.
    return (facts.day or "", _plain(facts.amount), bank_id)


def _content(facts: Transaction) -> tuple[str, ...]:
    text = folded(f"{facts.counterparty_raw or facts.counterparty} {facts.purpose}")
    return (
        _account(facts) or facts.account_kind or "",
        facts.day or "",
        _plain(facts.amount),
        facts.currency or "",
        text.replace(" ", ""),
    )


def _account(facts: Transaction) -> str:
    """The account; the statement of a card may name the card alone."""
    if facts.account:
        return account_key(facts.account)
    return facts.card or "" if facts.account_kind == "credit card" else ""


def _plain(amount: str | None) -> str:
    return str(Decimal(amount or 0).normalize())


def _digest(parts: tuple[str, ...]) -> str:
    return blake2b("\x1f".join(parts).encode(errors="replace"), digest_size=12).hexdigest()

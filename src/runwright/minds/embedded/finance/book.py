"""What the bookings that were read are called: names, lines, categories, accounts, days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.records.facts import Transaction
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item
from runwright.tools.batch import derive
from runwright.tools.booking_texts import countries_of


class Book(NamedTuple):
    """The names that stand in some bookings."""

    names: Mapping[str, int]
    """Counterparties, the most frequent first, with how often they come."""
    lines: tuple[frozenset[str], ...]
    """The words of each bank's line and purpose, each once."""
    words: frozenset[str]
    """All words of those."""
    categories: tuple[str, ...]
    types: frozenset[str]
    currencies: tuple[str, ...]
    accounts: tuple[Account, ...]
    first: date | None
    last: date | None
    statuses: frozenset[str]
    size: int
    paydays: tuple[date, ...] = ()
    """When salary came, oldest first."""
    names_of: Mapping[str, Sequence[str]] = {}
    """The counterparties, or the banks' lines, of each type of booking."""
    stated: tuple[Stated, ...] = ()
    """The balances that files state."""
    countries: frozenset[str] = frozenset()
    """The codes at the end of banks' lines."""

    @property
    def has_currency(self) -> str | None:
        """The one currency of all bookings, if there is but one."""
        return self.currencies[0] if len(self.currencies) == 1 else None


class Stated(NamedTuple):
    """What an account held after a booking, as its file states it."""

    day: str
    amount: Decimal
    currency: str | None
    account: Account
    item: str


class Account(NamedTuple):
    """An own account, as a person could call it."""

    name: str
    kind: str
    card: str
    holder: str
    bank: str = ""
    currency: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """What tools know it by."""
        told = (self.name, self.bank, self.kind, self.card, self.holder, self.currency)
        return tuple(filter(None, told))


def open_book(items: Sequence[Item[Any]], currency: str | None = None) -> Book:
    """The names in the bookings among some items; `currency` is the project's."""
    return derive(items, _book, currency)


def _book(items: Sequence[Item[Any]], currency: str | None) -> Book:
    booked = [item for item in items if isinstance(item.facts, Transaction)]
    found = [item.facts for item in booked]
    names = Counter(facts.counterparty or facts.counterparty_raw for facts in found)
    names.pop("", None)
    texts = {text for facts in found for text in (facts.counterparty_raw, facts.purpose) if text}
    lines = {frozenset(split_words(fold(text))) for text in texts}
    days = sorted(facts.counted_on for facts in found if facts.counted_on)
    return Book(
        names=dict(names.most_common()),
        lines=tuple(lines),
        words=frozenset(word for line in lines for word in line)
        | frozenset(word for name in names for word in split_words(fold(name))),
        categories=tuple(_ordered(facts.category for facts in found)),
        types=frozenset(facts.type for facts in found),
        currencies=tuple(_ordered(facts.currency or currency for facts in found)),
        accounts=tuple(dict.fromkeys(map(_account, found))),
        first=date.fromisoformat(days[0]) if days else None,
        last=date.fromisoformat(days[-1]) if days else None,
        statuses=frozenset(facts.status for facts in found),
        size=len(found),
        paydays=tuple(
            date.fromisoformat(facts.day)
            for facts in sorted(found, key=lambda each: each.day or "")
            if facts.type == "salary" and facts.day
        ),
        names_of=_by_type(found),
        countries=frozenset(code for facts in found for code in countries_of(facts)),
        stated=tuple(
            Stated(
                item.facts.day,
                Decimal(item.facts.balance),
                item.facts.currency or currency,
                _account(item.facts),
                item.id,
            )
            for item in booked
            if item.facts.day and item.facts.balance is not None
        ),
    )


def _by_type(found: Iterable[Transaction]) -> dict[str, list[str]]:
    by_type: dict[str, dict[str, None]] = {}
    for facts in found:
        name = facts.counterparty or facts.counterparty_raw
        by_type.setdefault(facts.type, {}).setdefault(name)
    return {kind: [name for name in own if name] for kind, own in by_type.items()}


def _ordered(values: Iterable[str | None]) -> Sequence[str]:
    """What is there, the most frequent first."""
    return [value for value, _ in Counter(values).most_common() if value]


def _account(facts: Transaction) -> Account:
    return Account(
        facts.account or "",
        facts.account_kind or "",
        facts.card or "",
        facts.holder or "",
        facts.bank or "",
        facts.currency or "",
    )

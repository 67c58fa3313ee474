"""What the bookings that were read are called: names, lines, categories, accounts, days."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.minds.embedded.finance import wages
from runwright.minds.embedded.finance.acquaintances import Person
from runwright.records.facts import Transaction
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item
from runwright.tools.batch import derive
from runwright.tools.booking_texts import countries_of

_BILL = re.compile(
    r"(?i)\b(?:inv(?:oice)?|rechnung|re-?nr|facture|fattura|factura|bill)"
    r"[ .:#-]{0,3}[a-z]{0,3}-?[0-9]{2,}"
)
"""The number of a bill: `INV1195`."""
_OFTEN = 3


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
    """When wages came, oldest first."""
    employers: tuple[str, ...] = ()
    """Who pays regularly as employers do, whoever pays most first."""
    landlord: str = ""
    """The person who is paid more, and as regularly, than anybody else."""
    names_of: Mapping[str, Sequence[str]] = {}
    """The counterparties, or the banks' lines, of each type of booking."""
    labelled: Mapping[str, Sequence[str]] = {}
    """The counterparties to which files give each category."""
    stated: tuple[Stated, ...] = ()
    """The balances that files state."""
    countries: frozenset[str] = frozenset()
    """The codes at the end of banks' lines."""

    rows: tuple[tuple[str, frozenset[str]], ...] = ()
    """Each counterparty with all words of a booking, each once."""
    business: tuple[Account, ...] = ()
    """The accounts that bills of a business are paid to."""
    people: frozenset[Person] = frozenset()
    """Whom the calendar knows by a full name, where it was looked at."""
    meant: Mapping[str, Sequence[str]] = {}
    """The counterparties that words mean which stand in no booking, where that was looked for."""
    paid: Book | None = None
    """The same of what was paid alone: names and lines."""

    @property
    def outgoing(self) -> Book:
        """With the names and lines of what was paid alone."""
        return self.paid or self

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
    whole = _read(booked, currency)
    paid = [item for item in booked if (item.facts.amount or "").startswith("-")]
    return whole._replace(paid=_read(paid, currency)) if len(paid) < len(booked) else whole


def _read(booked: Sequence[Item[Any]], currency: str | None) -> Book:
    found = [item.facts for item in booked]
    names = Counter(facts.counterparty or facts.counterparty_raw for facts in found)
    names.pop("", None)
    texts = {text for facts in found for text in (facts.counterparty_raw, facts.purpose) if text}
    lines = {frozenset(split_words(fold(text))) for text in texts}
    employers = wages.employers(found)
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
        paydays=wages.paydays(found, employers),
        employers=employers,
        landlord=wages.landlord(found),
        names_of=_names_by(found, lambda facts: facts.type),
        labelled=_names_by(found, lambda facts: facts.category or ""),
        business=_business(found),
        rows=tuple(dict.fromkeys(map(_row, found))),
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


def _row(facts: Transaction) -> tuple[str, frozenset[str]]:
    name = facts.counterparty or facts.counterparty_raw
    words = split_words(fold(f"{facts.counterparty_raw} {facts.purpose}"))
    return name, frozenset(word for word in words if word.isalpha())


def _business(found: Iterable[Transaction]) -> tuple[Account, ...]:
    """The accounts to which most of what comes is paid with the number of a bill, of several."""
    by_account: dict[tuple[str, str, str], list[Transaction]] = {}
    for facts in found:
        key = (facts.account or "", facts.bank or "", facts.account_kind or "")
        by_account.setdefault(key, []).append(facts)
    own = [each for each in by_account.values() if _is_of_business(each)]
    if len(own) != 1 or len(by_account) < 2:
        return ()
    return tuple(dict.fromkeys(map(_account, own[0])))


def _is_of_business(found: Iterable[Transaction]) -> bool:
    paid = [f for f in found if f.amount and not f.amount.startswith("-") and f.type != "refund"]
    billed = sum(_BILL.search(f"{f.counterparty_raw} {f.purpose}") is not None for f in paid)
    return billed >= _OFTEN and billed * 2 >= len(paid)


def _names_by(
    found: Iterable[Transaction], kind_of: Callable[[Transaction], str]
) -> dict[str, list[str]]:
    """The names of each kind of booking, each once."""
    by_kind: dict[str, dict[str, None]] = {}
    for facts in found:
        name = facts.counterparty or facts.counterparty_raw
        by_kind.setdefault(kind_of(facts), {}).setdefault(name)
    return {kind: [name for name in own if name] for kind, own in by_kind.items()}


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

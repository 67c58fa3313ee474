"""Layouts that only the banks of one country write, for files that name no currency.

A layout is known by headings that stand together nowhere else. `Date, Description, Amount` is
everybody's, and tells nothing; nor do columns without headings. Some are those of cards alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwright.files.formats.bank.bookings import AccountKind
from runwright.records.names import folded

_LAYOUTS: tuple[tuple[str, str], ...] = (
    # Chase: accounts, then cards
    ("USD", "details|posting date|description|amount|type|balance|check or slip"),
    ("USD card", "transaction date|post date|description|category|type|amount|memo"),
    ("USD card", "card|transaction date|post date|description|category|type|amount"),
    # Bank of America: accounts, then cards
    ("USD", "date|description|amount|running bal"),
    ("USD card", "posted date|reference number|payee|address|amount"),
    # Citi, Capital One, Discover, Ally
    ("USD card", "status|date|description|debit|credit"),
    ("USD card", "transaction date|posted date|card no|description|category|debit|credit"),
    ("USD card", "trans date|post date|description|amount|category"),
    ("USD", "account number|transaction date|transaction amount|transaction type"),
    # Barclays; Lloyds, Halifax and Bank of Scotland; NatWest and Royal Bank of Scotland
    ("GBP", "number|date|account|amount|subcategory|memo"),
    ("GBP", "transaction date|transaction type|sort code|account number|transaction description"),
    ("GBP", "date|type|description|value|balance|account name|account number"),
    # HDFC, State Bank of India, ICICI
    ("INR", "date|narration|chq ref no|value dt|withdrawal amt|deposit amt|closing balance"),
    ("INR", "txn date|value date|description|ref no cheque no|debit|credit|balance"),
    ("INR", "s no|value date|transaction date|cheque number|transaction remarks"),
    # BoursoBank
    ("EUR", "dateop|dateval|label|amount"),
    # Westpac
    ("AUD", "bank account|date|narrative|debit amount|credit amount|balance|categories"),
    # Kiwibank, ASB
    ("NZD", "date|unique id|tran type|cheque number|payee|memo|amount"),
)


class Dialect(NamedTuple):
    """What a layout tells."""

    currency: str | None = None
    kind: AccountKind = ""


def _dialect(said: str) -> Dialect:
    currency, _, card = said.partition(" ")
    return Dialect(currency, "credit card" if card else "")


_KNOWN = tuple((_dialect(said), frozenset(layout.split("|"))) for said, layout in _LAYOUTS)


def known(header: Sequence[str]) -> Dialect:
    """What the headings tell that only these banks write; nothing for those of everybody."""
    headings = frozenset(map(folded, header))
    return next((dialect for dialect, layout in _KNOWN if layout <= headings), Dialect())

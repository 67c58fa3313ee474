"""Layouts that only the banks of one country write, for files that name no currency.

A layout is known by headings that stand together nowhere else. `Date, Description, Amount` is
everybody's, and tells nothing; nor do columns without headings. Some are those of cards alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from runwright.files.formats.bank.bookings import AccountKind
from runwright.files.formats.bank.sections import Section
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


_OF_COUNTRIES: tuple[tuple[str, dict[str, str]], ...] = (
    # American Express, in English outside America
    (
        "card member|account|amount|town city|postcode|country",
        {"united kingdom": "GBP", "australia": "AUD", "new zealand": "NZD", "ireland": "EUR"},
    ),
)
"""Layouts that banks of a few countries share; the countries of the shops tell them apart."""


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


def currency_of_countries(section: Section) -> str | None:
    """The currency of the one country of a shared layout in which something was bought.

    Of several it is that of the most rows; a journey may take the card to any other country.
    """
    headings = [folded(heading) for heading in section.header]
    for layout, currencies in _OF_COUNTRIES:
        if frozenset(layout.split("|")) <= frozenset(headings):
            cells = map(folded, section.sample(headings.index("country")))
            found = Counter(currencies[cell] for cell in cells if cell in currencies)
            return found.most_common(1)[0][0] if found else None
    return None

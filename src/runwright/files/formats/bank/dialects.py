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
from runwright.records.banks import home_currency
from runwright.records.names import folded

_LAYOUTS: tuple[tuple[str, str, str], ...] = (
    # Accounts, then cards, in America
    ("USD", "Chase", "details|posting date|description|amount|type|balance|check or slip"),
    ("USD card", "Chase", "transaction date|post date|description|category|type|amount|memo"),
    ("USD card", "Chase", "card|transaction date|post date|description|category|type|amount"),
    ("USD", "Bank Of America", "date|description|amount|running bal"),
    ("USD card", "Bank Of America", "posted date|reference number|payee|address|amount"),
    ("USD card", "", "status|date|description|debit|credit"),
    (
        "USD card",
        "Capital One",
        "transaction date|posted date|card no|description|category|debit|credit",
    ),
    ("USD card", "Discover", "trans date|post date|description|amount|category"),
    ("USD", "Capital One", "account number|transaction date|transaction amount|transaction type"),
    (
        "USD card",
        "Amex",
        "amount|extended details|appears on your statement as|city state|zip code",
    ),
    ("USD", "TD", "date|bank rtn|account number|transaction type|account running balance"),
    (
        "USD",
        "Navy Federal",
        "posting date|credit debit indicator|type group|instructed currency|check serial number",
    ),
    # Britain; Lloyds shares its layout with Halifax and Bank of Scotland, NatWest with RBS
    ("GBP", "Barclays", "number|date|account|amount|subcategory|memo"),
    (
        "GBP",
        "",
        "transaction date|transaction type|sort code|account number|transaction description",
    ),
    ("GBP", "", "date|type|description|value|balance|account name|account number"),
    ("", "Monzo", "transaction id|emoji|local amount|local currency|notes and tags"),
    ("", "Starling", "counter party|reference|type|amount gbp|balance gbp|spending category"),
    # Cards: Tesco and Virgin Money; Lloyds, Halifax and MBNA; American Express, in short anywhere
    # and in full everywhere but in America
    ("GBP card", "", "billing amount|merchant|merchant city|reference number|sicmcc code"),
    ("GBP card", "", "date|date entered|reference|description|amount"),
    (" card", "Amex", "amount|extended details|appears on your statement as|town city|postcode"),
    (" card", "Amex", "date|description|card member|account|amount"),
    # Ireland: an account, then a card
    ("", "AIB", "posted account|posted transactions date|description 1|description 2"),
    ("", "AIB", "posted account|posted transactions date|description1|description2"),
    (" card", "AIB", "masked card number|posted transactions date|description|posted currency"),
    # Canada
    ("", "RBC", "account type|account number|transaction date|cheque number|description 1"),
    # India
    (
        "INR",
        "HDFC",
        "date|narration|chq ref no|value dt|withdrawal amt|deposit amt|closing balance",
    ),
    ("INR", "SBI", "txn date|value date|description|ref no cheque no|debit|credit|balance"),
    ("INR", "ICICI", "s no|value date|transaction date|cheque number|transaction remarks"),
    # France, Australia, New Zealand
    ("EUR", "Boursobank", "dateop|dateval|label|amount"),
    ("AUD", "Westpac", "bank account|date|narrative|debit amount|credit amount|balance|categories"),
    ("NZD", "ASB", "date|unique id|tran type|cheque number|payee|memo|amount"),
    ("NZD", "ANZ", "type|details|particulars|code|reference|amount|date|conversioncharge"),
    ("NZD card", "ANZ", "card|type|amount|details|transactiondate|processeddate|conversioncharge"),
    ("NZD", "Kiwibank", "account number|memo description|tp ref|tp part|op ref|op part|op name"),
    ("NZD", "BNZ", "date|amount|payee|particulars|code|reference|tran type"),
)
_ABOVE: tuple[tuple[str, str, str], ...] = (
    (
        "Nationwide",
        "account name|account balance|available balance",
        "date|transaction type|description|paid out|paid in|balance",
    ),
)
"""Banks known by the labels of the lines above their heading as well."""

_OF_COUNTRIES: tuple[tuple[str, dict[str, str]], ...] = (
    # American Express, in English outside America
    (
        "amount|extended details|appears on your statement as|town city|postcode|country",
        {"united kingdom": "GBP", "australia": "AUD", "new zealand": "NZD", "ireland": "EUR"},
    ),
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
    bank: str = ""


def _dialect(said: str, bank: str) -> Dialect:
    currency, _, card = said.partition(" ")
    return Dialect(currency or None, "credit card" if card else "", bank)


_KNOWN = tuple((_dialect(said, bank), frozenset(of.split("|"))) for said, bank, of in _LAYOUTS)


def known(header: Sequence[str], before: str = "") -> Dialect:
    """What the headings tell that only these banks write; nothing for those of everybody."""
    headings = frozenset(map(folded, header))
    for bank, labels, layout in _ABOVE:
        told = folded(before)
        if set(layout.split("|")) <= headings and all(label in told for label in labels.split("|")):
            return Dialect(home_currency(bank), "", bank)
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

"""Layouts that only the banks of one country write, for files that name no currency.

A layout is known by headings that stand together nowhere else. `Date, Description, Amount` is
everybody's, and tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.records.names import folded

_LAYOUTS: tuple[tuple[str, str], ...] = (
    # Chase: accounts, then cards
    ("USD", "details|posting date|description|amount|type|balance|check or slip"),
    ("USD", "transaction date|post date|description|category|type|amount|memo"),
    ("USD", "card|transaction date|post date|description|category|type|amount"),
    # Bank of America: accounts, then cards
    ("USD", "date|description|amount|running bal"),
    ("USD", "posted date|reference number|payee|address|amount"),
    # Citi, Capital One, Discover, Ally
    ("USD", "status|date|description|debit|credit"),
    ("USD", "transaction date|posted date|card no|description|category|debit|credit"),
    ("USD", "trans date|post date|description|amount|category"),
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
_KNOWN = tuple((code, frozenset(layout.split("|"))) for code, layout in _LAYOUTS)
_WELLS_FARGO = 5
"""Columns without a heading: day, amount, a star, the number of a check, the description."""


def currency(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str | None:
    """The currency of the country whose banks write these headings, or none at all."""
    headings = frozenset(map(folded, header)) - {""}
    if not headings:
        return "USD" if _is_wells_fargo(rows) else None
    return next((code for code, layout in _KNOWN if layout <= headings), None)


def _is_wells_fargo(rows: Sequence[Sequence[str]]) -> bool:
    return bool(rows) and all(len(row) == _WELLS_FARGO and row[2] == "*" for row in rows)

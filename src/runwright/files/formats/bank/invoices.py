"""Invoices in tables: their rows are lines of a document, and never bookings.

Whether an invoice was paid is on a statement. A CSV that is an invoice, or a list of them, stays a
table; one invoice also becomes a `Document` with its issuer, number, day, total and due day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import PurePath
from typing import NamedTuple

from runwright.files.formats.bank import columns, dates, money
from runwright.files.formats.bank.columns import Role
from runwright.files.formats.bank.sections import Rows, Section
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import LONGEST_NAME, Document
from runwright.records.names import folded
from runwright.records.wording import document_text

_SEARCHED = 400
"""So many rows are searched for what the document says of itself."""
_NAMES = r"invoice|rechnung|facture|factura|fattura|factuur|bill"
_IS_INVOICE = re.compile(rf"\b(?:{_NAMES})|rechnung\b")
_OF_INVOICES = re.compile(
    rf"(?:{_NAMES}) ?(?:number|no|nr|num|id|date|ref\w*)|(?:rechnungs|factuur)(?:nummer|nr|datum)"
    r"|numero (?:de )?(?:facture|factura|fattura)|due date|payment due|fallig\w*|falligkeit\w*"
    r"|date d echeance|echeance|fecha de vencimiento|vencimiento|scadenza|data scadenza|vervaldatum"
)
_TRADED = re.compile(r"symbol|ticker|isin|wkn|cusip|security|wertpapier|action")
_TOTAL = re.compile(
    r"(?:grand |invoice )?total(?: due| amount| ttc| incl.*)?|amount due|balance due|gesamt\w*"
    r"|rechnungsbetrag|endbetrag|zahlbetrag|bruttobetrag|net a payer|montant ttc|importe total"
    r"|total a pagar|totale(?: fattura)?|totaal(?:bedrag)?|summe"
)
_LAST_TOTAL = re.compile(r"grand|due|gesamtbetrag|rechnungsbetrag|endbetrag|zahlbetrag|ttc|pagar")
_LABELS: dict[str, re.Pattern[str]] = {
    "number": re.compile(
        rf"(?:{_NAMES}) ?(?:number|no|nr|num|id|ref\w*)|(?:rechnungs|factuur)(?:nummer|nr)"
        rf"|numero (?:de )?(?:facture|factura|fattura)|(?:{_NAMES})"
    ),
    "date": re.compile(
        rf"(?:{_NAMES}) ?date|date|issued?(?: date| on)?|(?:rechnungs|factuur)?datum|fecha"
        r"|fecha de factura|data(?: fattura)?|date d emission|date de facture"
    ),
    "due": re.compile(
        r"due(?: date| on| by)?|payment due(?: date)?|fallig\w*(?: am| bis)?|zahlbar bis"
        r"|falligkeit\w*|zahlungsziel|date d echeance|echeance|(?:fecha de )?vencimiento"
        r"|(?:data )?scadenza|vervaldatum"
    ),
    "issuer": re.compile(
        r"from|issuer|seller|vendor|supplier|biller|company|von|aussteller|verkaufer|lieferant"
        r"|emetteur|fournisseur|vendeur|emisor|proveedor|emittente|fornitore|leverancier"
    ),
    "recipient": re.compile(
        r"to|bill to|billed to|customer|client|buyer|kunde|an|empfanger|client|cliente|klant"
    ),
}


class _Said(NamedTuple):
    """What the document says of itself, as it is written."""

    values: dict[str, str]
    total: str


def is_invoice(section: Section) -> bool:
    """Whether rows with a day and an amount are lines of an invoice, or a list of invoices.

    A statement has a running balance, signs or names of securities where an invoice has none.
    """
    if "balance" in section.roles:
        return False
    headings = [folded(heading) for heading in section.header]
    if any(map(_OF_INVOICES.fullmatch, headings)):
        return True
    return (
        {"quantity", "price"} <= set(section.roles)
        and not any(_TRADED.search(heading) for heading in headings)
        and not _has_signs(section)
    )


def _has_signs(section: Section) -> bool:
    paid = section.columns("amount", "net", "gross", "total", "debit", "credit")
    figures = (money.figure(cell) for n in paid for cell in section.sample(n))
    return any(figure is not None and figure.negative for figure in figures)


def document(rows: Rows, reading: Reading) -> Draft | None:
    """The invoice that a table is, or None when it is none, or more than one."""
    looked_at = rows[:_SEARCHED]
    words = "\n".join(" ".join(row) for row in looked_at)
    title = PurePath(reading.filename).stem
    if not _IS_INVOICE.search(folded(words[:5_000] + " " + title)):
        return None
    heading = next((n for n, row in enumerate(looked_at) if _is_heading(row)), None)
    if heading is None:
        return None
    said = _said(looked_at, heading)
    if said is None:
        return None
    facts = _facts(said, words, title, reading)
    return Draft("documents", facts, document_text(facts), title)


def _is_heading(row: Sequence[str]) -> bool:
    """Whether a row heads lines with what was sold and what it cost."""
    roles = set(columns.roles(row))
    paid: set[Role | None] = {"total", "amount", "net", "gross", "price"}
    return "purpose" in roles and bool(roles & paid) and not any(map(money.figure, row))


def _said(rows: Rows, heading: int) -> _Said | None:
    """From labelled cells above and below the lines, and from columns that never change."""
    values: dict[str, str] = {}
    totals: list[tuple[bool, str]] = []
    for n, row in enumerate(rows):
        cells = [cell.strip() for cell in row if cell.strip()]
        if n != heading and cells:
            _take_labelled(cells, values)
            totals += _totals(cells)
    for label, cell in _constant(rows, heading):
        values.setdefault(label, cell)
    if _is_list(rows, heading):
        return None
    totals.sort(key=lambda total: total[0])
    return _Said(values, totals[-1][1] if totals else "")


def _take_labelled(cells: list[str], values: dict[str, str]) -> None:
    """`Invoice No. | NE-1`, or `Invoice No.: NE-1` in one cell."""
    label, _, rest = cells[0].partition(":")
    value = rest.strip() or (cells[1] if len(cells) > 1 else "")
    plain = folded(label)
    for name, pattern in _LABELS.items():
        if value and pattern.fullmatch(plain):
            values.setdefault(name, value)


def _totals(cells: list[str]) -> Iterator[tuple[bool, str]]:
    label = folded(cells[0].partition(":")[0])
    if _TOTAL.fullmatch(label) and len(cells) > 1 and money.figure(cells[-1]):
        yield bool(_LAST_TOTAL.search(label)), cells[-1]


def _columns_of(rows: Rows, heading: int) -> Iterator[tuple[str, list[str]]]:
    lines = [row for row in rows[heading + 1 :] if sum(map(bool, row)) > 2]
    for n, head in enumerate(rows[heading]):
        plain = folded(head)
        for name, pattern in _LABELS.items():
            if plain and pattern.fullmatch(plain):
                yield name, [row[n] for row in lines if n < len(row) and row[n]]


def _constant(rows: Rows, heading: int) -> Iterator[tuple[str, str]]:
    for name, cells in _columns_of(rows, heading):
        if cells and len(set(cells)) == 1:
            yield name, cells[0]


def _is_list(rows: Rows, heading: int) -> bool:
    """Whether every row has an invoice of its own."""
    return any(
        name == "number" and len(set(cells)) > 1 for name, cells in _columns_of(rows, heading)
    )


def _facts(said: _Said, words: str, title: str, reading: Reading) -> Document:
    figure = money.figure(said.total)
    sign = money.decimal_sign(words.replace("\n", " ").split(" "))
    total = money.exact(figure, sign)
    currency = (figure.currency if figure else None) or money.currency_in(words)
    currency = currency or columns.currency_of(words[:500])
    days = _Days(words, sign, currency, reading)
    issuer = said.values.get("issuer", "")[:LONGEST_NAME]
    parties = (issuer, said.values.get("recipient", "")[:LONGEST_NAME])
    return Document(
        document="invoice",
        title=title,
        date=days.read(said.values.get("date", "")),
        parties=tuple(filter(None, parties)),
        issuer=issuer or None,
        number=said.values.get("number", "")[:LONGEST_NAME] or None,
        total=_written(total),
        currency=money.known(currency, reading.zone),
        due=days.read(said.values.get("due", "")),
    )


def _written(total: Decimal | None) -> str | None:
    return None if total is None else money.written(total)


class _Days:
    """The order of day and month, decided once for the document."""

    def __init__(
        self, words: str, sign: money.DecimalSign, currency: str | None, reading: Reading
    ) -> None:
        written = [w for text in dates.dates_in(words) if (w := dates.cut(text))]
        hints = dates.Hints(sign == ",", True, currency, reading.zone.key or "")
        self._order = dates.order_of(written, reading.now.date(), hints)

    def read(self, text: str) -> str | None:
        """The day that a cell says."""
        written = dates.cut(text)
        day = dates.day_of(written, self._order, date.max) if written and written.year else None
        return day.isoformat() if day else None

"""Invoices: a table of lines with amounts, in a document that calls itself one and has a date.

Each line becomes one item with the amount as it is written: whether it leaves or arrives depends
on whose invoice it is, which the file does not say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.files.formats.bank import columns, dates, money
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.bank.columns import Role
from runwright.files.formats.bank.sections import Rows, Section, most
from runwright.files.formats.types import Reading

_NAMES = r"invoice|rechnung|facture|factura|fattura|factuur|receipt|quittung|beleg"
_INVOICE = re.compile(rf"(?i)\b(?:{_NAMES})|rechnung\b")
_DATED = re.compile(
    r"(?i)(?:invoice date|date of invoice|date d.{0,3}mission|date de facture|rechnungsdatum"
    r"|fecha de factura|fecha|data fattura|factuurdatum|issued|date|datum|data)\W{0,4}([^\n]{6,40})"
)
_NUMBER = re.compile(
    rf"(?i)\b(?:{_NAMES})s?[- ]?(?:number|no|nr|nummer|num[eé]ro|n°|#)?\.?\s*[:#]?\s*"
    r"([A-Z]{0,6}[-/ ]?[0-9][A-Z0-9/-]{1,20})"
)
_SUMS = re.compile(
    r"(?i)^(?:sub-?\s?total|total|grand total|amount due|balance due|vat|tax|sales tax|gst|ust|mwst"
    r"|umsatzsteuer|mehrwertsteuer|zwischensumme|summe|gesamt|gesamtbetrag|nettobetrag|netto|brutto"
    r"|rechnungsbetrag|endbetrag|tva|montant|sous-total|iva|importe total|base imponible|totale"
    r"|imponibile|totaal|btw|subtotaal)\b"
)
_PAID: tuple[Role, ...] = ("total", "amount", "net", "gross")
_SEARCHED = 20_000


def lines(rows: Rows, words: str, reading: Reading) -> list[Booking]:
    """The lines of an invoice, or nothing when the table or the words around are of none."""
    words = words[:_SEARCHED]
    section = _section(rows) if _INVOICE.search(words) else None
    paid = section.column(*_PAID) if section else None
    if section is None or paid is None:
        return []
    sign = money.decimal_sign(section.cells(paid), "." if _is_english(section) else ",")
    blank = _blank(section, paid, sign, words, reading)
    return list(_lines(section, paid, sign, blank)) if blank.day else []


def _is_english(section: Section) -> bool:
    return columns.is_english(section.header)


def _section(rows: Rows) -> Section | None:
    for n, row in enumerate(rows[:20]):
        roles = columns.roles(row)
        if "purpose" in roles and set(roles) & set(_PAID) and set(roles) & {"quantity", "price"}:
            section = Section(row, roles, rows[n + 1 :])
            paid = section.column(*_PAID)
            filled = section.sample(paid) if paid is not None else []
            return section if filled and most(bool(money.figure(c)) for c in filled) else None
    return None


def _blank(
    section: Section, paid: int, sign: money.DecimalSign, words: str, reading: Reading
) -> Booking:
    """What all lines share: the day, the currency, the number of the invoice."""
    figures = (money.figure(cell) for cell in section.sample(paid))
    currency = columns.currency_of(section.header[paid])
    currency = currency or next((f.currency for f in figures if f and f.currency), None)
    currency = currency or money.currency_in(words)
    now = reading.now.date()
    hints = dates.Hints(sign == ",", _is_english(section), currency, reading.zone.key or "")
    said = list(dates.dates_in(words))
    order = dates.order_of([w for text in said if (w := dates.cut(text))], now, hints)
    named = [date for line in _DATED.findall(words) for date in dates.dates_in(line)]
    written = dates.cut(next(iter([*named, *said]), ""))
    number = _NUMBER.search(words)
    return Booking(
        day=dates.day_of(written, order, now) if written else None,
        currency=money.dollar(reading.zone) if currency == "$" else currency,
        note=f"invoice {number[1].strip()}" if number else "invoice",
    )


def _lines(
    section: Section, paid: int, sign: money.DecimalSign, blank: Booking
) -> Iterator[Booking]:
    texts = section.columns("purpose")
    counted = section.columns("quantity", "price")
    for row in section.rows:
        item = ", ".join(filter(None, (row[n] for n in texts)))
        first = next(filter(None, row), "")
        value = money.exact(money.figure(row[paid]), sign)
        if value is None or not item or _SUMS.match(item) or _SUMS.match(first):
            continue
        said = " × ".join(filter(None, (row[n] for n in counted)))
        yield blank._replace(amount=value, purpose=f"{item}, {said}" if said else item)

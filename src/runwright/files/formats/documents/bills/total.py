"""What a bill asks for: the figure under the surest label of a total, and its currency.

A total stands in a row: its label begins a cell, its figure ends the row. Only where no row has
one is prose asked ("Der Gesamtbetrag von 20,00 EUR"). Where two totals of the same weight differ,
the later one counts if the lines between lead from the first to it; otherwise neither does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import dates, money
from runwright.files.formats.documents.bills.nature import is_credit_note
from runwright.files.formats.documents.papers import Paper, cells_of

# Labels of what is to be paid, the surest first: "amount due" before "total".
_LABELS = (
    r"(?:total )?amount (?:now )?(?:due|payable|outstanding)|balance due|total (?:now )?due"
    r"|total (?:to pay|payable|outstanding)|amount to pay|(?:outstanding|closing) balance"
    r"|balance outstanding|zu zahlen(?:der (?:gesamt)?betrag)?|noch zu zahlen|zahlbetrag"
    r"|zahlungsbetrag|fälliger (?:gesamt)?betrag|offener (?:gesamt|rest)?betrag|restbetrag"
    r"|rest(?:forderung|zahlung|summe)|schlusszahlung"
    r"|nachzahlung(?:sbetrag)?|gesamtforderung|forderung gesamt|mahnbetrag"
    r"|gutschriftsbetrag|erstattungsbetrag|total credit|credit total|(?:total|amount) credited"
    r"|total refund|refund total|amount refunded",
    r"grand total|amount paid|total paid|invoice total|total amount|total charged|order total"
    r"|total incl(?:uding|\.)? (?:vat|tax|gst)"
    r"|rechnungsbetrag|rechnungssumme|gesamtbetrag|gesamtsumme|endbetrag|endsumme|gesamtpreis"
    r"|bruttobetrag|bruttosumme|summe brutto|gesamt brutto|brutto|total ttc|total a pagar"
    r"|totale fattura",
    r"total|summe|gesamt|totaal|totale",
    r"amount|betrag",
)
_ROWS = tuple(
    re.compile(rf"(?i)(?:(?:your|ihre?|the|der|die) )?(?:{labels})(?![\w-])") for labels in _LABELS
)
_PROSE = tuple(
    re.compile(
        r"(?im)(?:^|\b(?:the|your|our|a|de[rnm]|die|ihr|unser|eine?)(?:e[nmr])? )"
        rf"(?:{labels})(?![\w-])"
        r"(?:\s(?:von|of|in höhe von|is|ist|beträgt|amounts to|comes to|über|beläuft sich auf))?"
        r"\s?:?\s{1,3}"
    )
    for labels in _LABELS[:2]
)
# What looks like a total and is a part of one.
_PARTS = re.compile(
    r"(?i)sub-?\s?total|zwischensumme|netto|\bnet\b|excl|exkl|ohne|before tax|steuer|\bmwst\.?\s*\d"
    r"|\bust\b|total (?:vat|tax|savings|items|discount)|\bvat\b(?! incl)|hours|quantity|anzahl"
    r"|enthalten|darin|davon|thereof"
)
_INCLUDING = re.compile(r"(?i)incl|inkl|inc\. vat|ttc|brutto|gross")
_AMOUNT = re.compile(
    r"(?:(?P<minus>-)?(?<![A-Za-z])(?P<before>[A-Z]{3}|(?:[A-Z]{1,2})?\$|[€£¥₹]|Fr\.)\s{0,80})?(?<![\d.,/-])"
    r"(?P<figure>-?\d{1,3}(?:[.,'’ ]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|-?\d{1,9}(?:[.,]\d{1,2})?)"
    r"(?P<behind>-(?=\s|$))?(?![\d%/-]|\s?%|[.,]\d)"
    r"(?:\s?(?P<after>[A-Z]{3}\b|Euro\b|(?:[A-Z]{1,2})?\$|[€£¥₹]))?"
)
# What may stand behind the figure of a row: the letter of a tax rate, "incl. VAT", a full stop.
_END_OF_ROW = re.compile(r"[.,]?[-–]?(?:\s?[A-Z*]{1,2}|\s\(?in[ck]l\b.{0,30})?[.)]?\s*")
# "Total paid £98.45 (includes £16.41 VAT)": a part of the total, behind it.
_THEREOF = re.compile(
    r"(?i)\s?\((?:includ\w+|inc[l.]?|inkl|davon|darin|enthält|thereof|of which|dont|waarvan)"
    r"\b[^()]{1,60}\)\s*$"
)
_FIGURE_CELL = re.compile(r"[-\d.,'’ €£$¥₹()*]+|[A-Z]{3}(?:\s?[-\d.,'’ ]+)?|[-\d.,'’ ]+[A-Z]{1,3}")
# "Betrag CHF", "Amount (GBP)", "Preis in EUR": the head of a column.
_COLUMN = re.compile(
    r"(?i:\b(?:amount|price|total|\w*betrag|\w*preis|summe|gesamt|einzel)\b)\W{1,3}(?:in )?"
    r"(?P<code>[A-Z]{3}|[€£$])(?!\w)"
)


class Total(NamedTuple):
    """A total and the currency beside it, `$` for one of the dollars."""

    value: Decimal | None = None
    currency: str | None = None
    is_settled: bool = False
    """Whether nothing of it is left to pay."""


class _Row(NamedTuple):
    line: int
    value: Decimal
    currency: str | None


def total_of(paper: Paper, zone: ZoneInfo) -> Total:
    """What the bill asks for; a credit note asks for less than nothing."""
    total = _labelled(paper)
    currency = total.currency or _of_columns(paper) or money.currency_in(paper.text)
    value = total.value
    if value is not None and is_credit_note(paper):
        value = -abs(value)
    return Total(value, money.known(currency, zone), total.is_settled)


def _labelled(paper: Paper) -> Total:
    sign = _sign(paper)
    left: Decimal | None = None
    for n, label in enumerate(_ROWS):
        rows = list(_rows(paper, label, sign))
        if not rows and n < len(_PROSE):
            rows = list(_stated(paper, _PROSE[n], sign))
        if not rows:
            continue
        total = _settled(rows, paper, sign)
        if total.value != 0:
            return total._replace(is_settled=left == 0)
        left = total.value  # it has been paid: what it came to stands under another label
    return Total(left, is_settled=left == 0)


def _settled(rows: Sequence[_Row], paper: Paper, sign: money.DecimalSign) -> Total:
    last = rows[-1]
    others = [row for row in rows if row.value != last.value]
    if all(_leads_to(row, last, rows, paper, sign) for row in others):
        currencies = (row.currency for row in rows if row.value == last.value and row.currency)
        return Total(last.value, next(currencies, None))
    return Total()


def _leads_to(
    row: _Row, last: _Row, rows: Sequence[_Row], paper: Paper, sign: money.DecimalSign
) -> bool:
    """Whether charges or payments between two totals explain why they differ."""
    totals = {each.line for each in rows}
    between = Decimal()
    for n in range(row.line + 1, last.line):
        amounts = [] if n in totals else list(_AMOUNT.finditer(paper.lines[n]))
        between += (_value(amounts[-1], sign) or 0) if amounts else 0
    return last.value in (row.value + between, row.value - between)


def _rows(paper: Paper, label: re.Pattern[str], sign: money.DecimalSign) -> Iterator[_Row]:
    for n, line in enumerate(paper.lines):
        cells = cells_of(line)
        for at, cell in enumerate(cells):
            named = label.match(cell)
            if named is None or _is_part(cell, named.end()):
                continue
            rest = [cell[named.end() :]]
            for following in cells[at + 1 :]:
                if not _FIGURE_CELL.fullmatch(following):
                    break
                rest.append(following)
            said = "  ".join(rest).strip()
            if not re.search(r"\d", said) and at == len(cells) - 1:
                below = paper.lines[n + 1] if n + 1 < len(paper.lines) else ""
                said = below if _AMOUNT.fullmatch(below) else ""
            if found := _last_amount(said, sign):
                yield _Row(n, *found)


def _is_part(cell: str, end: int) -> bool:
    return bool(_PARTS.search(cell[: end + 20])) and not _INCLUDING.search(cell)


def _last_amount(said: str, sign: money.DecimalSign) -> tuple[Decimal, str | None] | None:
    """The amount that a row ends with."""
    said = _THEREOF.sub("", said)
    for day in dates.dates_in(said):
        said = said.replace(day, "")
    amounts = list(_AMOUNT.finditer(said))
    if not amounts or not _END_OF_ROW.fullmatch(said, amounts[-1].end()):
        return None
    value = _value(amounts[-1], sign)
    return (value, _currency(amounts[-1])) if value is not None else None


def _stated(paper: Paper, label: re.Pattern[str], sign: money.DecimalSign) -> Iterator[_Row]:
    """Totals in sentences; they have no place among the rows."""
    for match in label.finditer(paper.text):
        amount = _AMOUNT.match(paper.text, match.end())
        value = _value(amount, sign) if amount else None
        if amount and value is not None and not _PARTS.search(match[0]):
            yield _Row(0, value, _currency(amount))


def _value(amount: re.Match[str], sign: money.DecimalSign) -> Decimal | None:
    value = money.exact(money.figure(amount["figure"]), sign)
    return -value if value is not None and (amount["minus"] or amount["behind"]) else value


def _currency(amount: re.Match[str]) -> str | None:
    named = (amount["before"], amount["after"])
    codes = [code for name in named if name and (code := money.code(name.rstrip(".")))]
    # "$92.00 USD" says which dollar it is.
    return next((code for code in codes if code != "$"), codes[0] if codes else None)


def _of_columns(paper: Paper) -> str | None:
    """The currency that heads of columns name."""
    found = Counter(
        code
        for line in paper.lines
        for match in _COLUMN.finditer(line)
        if (code := money.code(match["code"]))
    )
    return next(iter(found)) if len(found) == 1 else None


def _sign(paper: Paper) -> money.DecimalSign:
    figures = (money.figure(found["figure"]) for found in _AMOUNT.finditer(paper.text))
    cents = [f for f in figures if f and re.search(r"[.,]\d\d$", f.digits)]
    return money.sign_of(cents) or (
        "," if paper.language in ("de", "fr", "es", "it", "nl") else "."
    )

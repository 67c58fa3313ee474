"""What an invoice, a bill or a receipt asks for: issuer, number, total, currency, due day.

Each is taken from beside its label. Where a document names two different ones under labels that
weigh the same, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import dates, money
from runwright.files.formats.documents.papers import Paper

# The value is in capitals, so that "Invoice total 20" and "Invoice date 3" hold no number.
_NUMBER = re.compile(
    r"(?i:\b(?:invoice|bill|receipt|folio|facture|factura|fattura|factuur)|\b(?:ab)?rechnungs?|\bbeleg"
    r"|\bquittungs?|\bbon|\bre)[ -]?(?i:number|no|nr|nummer|num[eé]ro|n°|#|id)?\.?\s{0,3}[:#]?"
    r"\s{0,30}((?:[A-Z]{1,6}[-/ ]?)?\d[A-Z0-9/._-]{1,24}(?: \d{2,6}(?![\d.,:/-]))*"
    r"|[A-Z]{2,6}-[A-Z0-9-]{2,24})"
)
# Labels of what is to be paid, the surest first: "amount due" before "total".
_TOTALS = tuple(
    re.compile(rf"(?i)(?<![\w-])(?:{labels})(?![\w-])")
    for labels in (
        r"(?:total )?amount (?:due|payable)|balance due|total due|total to pay|amount to pay"
        r"|zu zahlen(?:der betrag)?|zahlbetrag|fälliger betrag|offener betrag|nachzahlung",
        r"grand total|amount paid|total paid|invoice total|total amount"
        r"|total incl(?:uding|\.)? (?:vat|tax|gst)"
        r"|rechnungsbetrag|rechnungssumme|gesamtbetrag|gesamtsumme|endbetrag|endsumme"
        r"|bruttobetrag|summe brutto|gesamt brutto|brutto|total ttc|total a pagar|totale fattura",
        r"total|summe|gesamt|totaal|totale",
    )
)
# What looks like a total and is a part of one.
_PARTS = re.compile(
    r"(?i)sub-?\s?total|zwischensumme|netto|\bnet\b|excl|exkl|ohne|before tax|steuer|\bmwst\.?\s*\d"
    r"|\bust\b|total (?:vat|tax|savings|items|discount)|\bvat\b(?! incl)|hours|quantity|anzahl"
)
_INCLUDING = re.compile(r"(?i)incl|inkl|inc\. vat|ttc|brutto|gross")
_AMOUNT = re.compile(
    r"(?:(?P<before>[A-Z]{3}|(?:[A-Z]{1,2})?\$|[€£¥₹]|Fr\.)\s{0,30})?(?<![\d.,/-])"
    r"(?P<figure>-?\d{1,3}(?:[.,'’ ]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|-?\d{1,9}(?:[.,]\d{1,2})?)"
    r"(?![\d%/-]|\s?%|[.,]\d)"
    r"(?:\s?(?P<after>[A-Z]{3}\b|Euro\b|(?:[A-Z]{1,2})?\$|[€£¥₹]))?"
)
_DUE = re.compile(
    r"(?i)(?:\bdue(?: date)?(?: on| by)?|payment due(?: date)?|pay(?:able)? (?:by|before|until)"
    r"|please pay by|zahlbar bis(?: zum)?|fällig(?:keit(?:sdatum)?)?(?: am)?"
    r"|(?:debited|collected|abgebucht|eingezogen|buchen wir|ziehen wir)(?: on| am)?"
    r"|wird am(?=.{8,40}(?:abgebucht|eingezogen))|zahlungsziel"
    r"|(?:überweisen|zahlen|begleichen)\b.{0,60}?\bbis(?: spätestens)?(?: zum)?)"
    r"\s{0,3}[:.]?\s{0,3}(?:am |on |zum |the )?"
)
# "Net 30", "payable within 14 days of the invoice date", "Zahlungsziel: 14 Tage".
_TERM = re.compile(
    r"(?i)\bnet (?P<net>\d{1,3})(?: days)?\b"
    r"|within (?P<en>\d{1,3}) days (?:of|from|after) (?:the )?(?:date of (?:this |the )?)?invoice"
    r"|(?:innerhalb(?: von)?|binnen) (?P<de>\d{1,3}) tagen (?:nach|ab) rechnungsdatum"
    r"|zahlungsziel\s{0,2}:?\s{0,2}(?P<ziel>\d{1,3}) tage"
    r"|payment terms?\s{0,2}:?\s{0,2}(?P<terms>\d{1,3}) days"
)
_ISSUED = re.compile(
    r"(?i)(?:from|issuer|issued by|seller|supplier|vendor|rechnungssteller|aussteller|absender"
    r"|verkäufer|lieferant)\s?:\s*(?P<name>\S.{1,80})"
)
_LEGAL = re.compile(
    r"(?<!\w)(?:GmbH(?: & Co\. KG)?|AG|UG|KG|OHG|e\.\s?K\.|e\.\s?V\.|SE|Ltd|Limited|LLC|LLP|Inc"
    r"|Corp|plc|PLC|B\.?V\.?|S\.?A\.?|S\.?r\.?l\.?|S\.?L\.?|GbR|eG|Pty)(?!\w)\.?"
)
_TO = re.compile(
    r"(?i)(?:bill(?:ed)? to|invoice to|customer|client|sold to|ship to|rechnungsempfänger|kunde"
    r"|rechnung an|an|to)\s?:\s*(?P<name>\S.{1,80})?"
)
# The address of a letter: `Herrn Jens Petersen`, or `Frau` above the name.
_ADDRESSED = re.compile(r"(?:Herrn?|Frau|Firma|Mr\.?|Mrs\.?|Ms\.?)(?: (?P<name>\S+(?: \S+){1,3}))?")
_IS_BILL = re.compile(
    r"(?i)(?:tax )?invoice|\bbill\b|\w*rechnung\b|receipt|quittung|kassenbon|beleg"
)
_ONLY_BILL = re.compile(r"(?i)\W*(?:tax |sales )?(?:invoice|receipt|bill|rechnung|quittung)\W*")
_ADDRESS = re.compile(
    r"\d|@|www\.|https?:|\b(?:street|road|straße|strasse|platz|weg|allee)\b", re.I
)
_APART = re.compile(r"\s[-–—|·]\s|\s{2,}")
_LONGEST_NAME = 70
_LETTERHEAD = 8


class Bill(NamedTuple):
    """What a bill says; None where it does not say it for certain."""

    issuer: str | None = None
    recipient: str | None = None
    number: str | None = None
    total: str | None = None
    currency: str | None = None
    due: date | None = None


def read(paper: Paper, day: date | None, zone: ZoneInfo) -> Bill:
    """The fields of a bill that bears this day."""
    total, currency = _total(paper)
    currency = currency or money.currency_in(paper.text)
    return Bill(
        issuer=_issuer(paper),
        recipient=_recipient(paper),
        number=_number(paper),
        total=money.written(total) if total is not None else None,
        currency=money.dollar(zone) if currency == "$" else currency,
        due=_due(paper, day),
    )


def _number(paper: Paper) -> str | None:
    found = [match[1].rstrip("./-_") for line in paper.lines for match in _NUMBER.finditer(line)]
    numbers = dict.fromkeys(text for text in found if not _is_other(text, paper))
    return next(iter(numbers)) if len(numbers) == 1 else None


def _is_other(text: str, paper: Paper) -> bool:
    """Whether it is a day, a year or an amount."""
    is_amount = re.fullmatch(r"\d{1,3}(?:[.,]\d{3})*[.,]\d\d", text) is not None
    return (
        is_amount
        or paper.days.day(text) is not None
        or not re.search(r"\d", text)
        or bool(re.fullmatch(r"(?:19|20)\d\d", text))
    )


def _total(paper: Paper) -> tuple[Decimal | None, str | None]:
    """What is to be paid: under the surest label that is there, if all of its figures agree."""
    sign = _sign(paper)
    for label in _TOTALS:
        found = list(_figures(paper, label, sign))
        if found:
            values = {value for value, _ in found}
            currencies = [currency for _, currency in found if currency]
            return (
                (values.pop(), next(iter(currencies), None)) if len(values) == 1 else (None, None)
            )
    return None, None


def _figures(
    paper: Paper, label: re.Pattern[str], sign: money.DecimalSign
) -> Iterator[tuple[Decimal, str | None]]:
    for n, line in enumerate(paper.lines):
        named = label.search(line)
        is_part = named and _PARTS.search(line[: named.end() + 20]) and not _INCLUDING.search(line)
        if named is None or is_part:
            continue
        said = line[named.end() :]
        if not re.search(r"\d", said) and n + 1 < len(paper.lines):
            following = paper.lines[n + 1]
            said = following if _AMOUNT.fullmatch(following.strip()) else ""
        for day in dates.dates_in(said):
            said = said.replace(day, "")
        amounts = list(_AMOUNT.finditer(said))
        if not amounts:
            continue
        last = amounts[-1]
        value = money.exact(money.figure(last["figure"]), sign)
        if value is not None:
            yield value, money.code((last["before"] or last["after"] or "").rstrip("."))


def _sign(paper: Paper) -> money.DecimalSign:
    figures = (money.figure(found["figure"]) for found in _AMOUNT.finditer(paper.text))
    cents = [f for f in figures if f and re.search(r"[.,]\d\d$", f.digits)]
    return money.sign_of(cents) or (
        "," if paper.language in ("de", "fr", "es", "it", "nl") else "."
    )


def _due(paper: Paper, day: date | None) -> date | None:
    found: set[date] = set()
    for n, line in enumerate(paper.lines):
        for label in _DUE.finditer(line):
            said = line[label.end() : label.end() + 40]
            if not said.strip() and n + 1 < len(paper.lines):
                said = paper.lines[n + 1][:40]
            found.update(paper.days.days_in(said)[:1])
    if found:
        return found.pop() if len(found) == 1 else None
    terms = {int(next(filter(None, match.groups()))) for match in _TERM.finditer(paper.text)}
    return day + timedelta(days=terms.pop()) if day and len(terms) == 1 else None


def _issuer(paper: Paper) -> str | None:
    """Whom the bill is from: by its label, by a legal form, or as the head of the letter."""
    for line in paper.opening:
        if found := _ISSUED.fullmatch(line):
            return _name(found["name"])
    head = []
    for line in paper.lines[:_LETTERHEAD]:
        if _TO.match(line):
            break
        head.append(line)
    named = [line for line in head if _LEGAL.search(line) and not _IS_BILL.search(line)]
    if named:
        return _name(named[0])
    if len(head) > 2 and _ONLY_BILL.fullmatch(head[0]) and re.search(r"\d", head[2]):
        head = head[1:]  # "INVOICE", then the name over its address
    first = _APART.split(head[0])[0] if head else ""
    return None if _IS_BILL.search(first) else _name(first)


def _recipient(paper: Paper) -> str | None:
    for n, line in enumerate(paper.lines[:40]):
        following = paper.lines[n + 1] if n + 1 < len(paper.lines) else ""
        if found := _TO.fullmatch(line) or _ADDRESSED.fullmatch(line):
            return _name(found["name"] or following)
    return None


def _name(text: str) -> str | None:
    """The name that a line begins with, if it is one and no address."""
    legal = _LEGAL.search(text)
    name = text[: legal.end()] if legal else re.split(r",|\s[-–—·|]\s|\s{2,}|\(", text)[0]
    name = " ".join(name.split()).strip(" :;,*=~#-_")
    words = name.split()
    if not words or len(name) > _LONGEST_NAME or len(words) > 8:
        return None
    if not words[0][0].isupper() or (_ADDRESS.search(name) and not legal):
        return None
    return None if name[-1] in "!?" or _IS_BILL.search(name) else name

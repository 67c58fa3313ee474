"""The day by which a bill is to be paid: as it is written, or counted from the bill's own day.

Days from when something arrives cannot be counted, nor can working days; the term of a discount
is not when the bill is due.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from runwright.files.formats.bank import dates
from runwright.files.formats.documents.bills.nature import is_credit_note, is_paid
from runwright.files.formats.documents.papers import Paper

_BY = r"bis(?: spätestens)?(?: zum| am)?"
_LABEL = re.compile(
    # "Amount payable: €20.00 by 3 May 2026"
    r"(?i)(?:\b(?:due|pay|payable|outstanding)\s?:?\s{1,40}(?:[A-Z]{3}|[€$£])?\s?\d[\d.,]*"
    r"\s?(?:[A-Z]{3}|[€$£])?\s{1,40}(?:by|before|until)\b"
    r"|\b(?:date )?due(?: date)?(?: on| by)?|payment due(?: date)?"
    r"|pay(?:able)? (?:by|before|until)|please pay by|zahlungsfrist|zahlungsziel"
    rf"|zahlbar\b.{{0,40}}?\b{_BY}|fällig(?:keit(?:sdatum)?)?(?: am| zum)?"
    r"|(?:debited|collected|collect payment|take payment|abgebucht|eingezogen|buchen wir"
    r"|ziehen wir|direct debit(?= (?:on|date)\b))(?: on| am| zum| date)?"
    r"(?: or (?:just |shortly )?(?:around|about|after))?"
    r"|auto-?pay(?: is)?(?: scheduled| set)?(?: for| on)?"
    # "Wir buchen die Nachzahlung am 10.02.2025 von Ihrem Konto ab."
    r"|wir (?:buchen|ziehen)\b[^.;]{0,60}? (?:am|zum)(?=.{8,60}\b(?:ab|ein)\b)"
    r"|wird (?:am|zum)(?=.{8,40}(?:abgebucht|eingezogen))"
    rf"|(?:überweisen|zahlen|begleichen|ausgleichen)\b(?! wir).{{0,60}}?\b{_BY})"
    r"\s{0,3}[:.]?\s{0,60}(?:am |on |zum |the )?"
)
# "… bis spätestens 05.11.2024 auszugleichen": the verb comes behind the day.
_BEFORE_VERB = re.compile(
    rf"(?i)\b{_BY}\s(?P<day>\S.{{5,24}}?)\s(?:.{{0,60}}\s)?"
    r"(?:auszugleichen|zu (?:über)?weisen|zu überweisen|zu (?:be)?zahlen|zu begleichen|anzuweisen"
    r"|einzuzahlen|ausgeglichen|beglichen|überwiesen)\b"
)
_DAYS = r"(\d{1,3}) ?(days?|tagen?|weeks?|wochen?)\b"
_INVOICE_DATE = r"(?:the )?(?:date of )?(?:this |the )?invoice|rechnungs(?:datum|stellung)"
# Days "of receipt" or "nach Lieferung" cannot be counted.
_COUNTED = rf"(?! (?:of|from|after|nach|ab) (?!{_INVOICE_DATE}))"
_WITHIN = r"\b(?:innerhalb(?: von)?|binnen|in)"
_TERMS = tuple(
    re.compile(rf"(?i){term}")
    for term in (
        # "Net 30", "Zahlbar netto 30 Tage"; not "Netto 15,05"
        r"\bnet(?:to)? (\d{1,3})( days| tagen?)?\b(?![.,]\d| ?[€$£%])(?! (?:eur|chf|usd|gbp)\b)",
        rf"\b{_DAYS} (?:rein )?netto\b",
        rf"\b(?:pay|payable|payment|due|settle)\b[^.;,]{{0,60}}?\b(?:within|in) {_DAYS}{_COUNTED}",
        rf"\b(?:due|within) {_DAYS} (?:of|from|after) (?:{_INVOICE_DATE})",
        rf"\b(?:zahlbar|zahlung|zahlen|überweis\w*|begleichen|fällig)\b[^.;,]{{0,60}}?"
        rf"{_WITHIN} {_DAYS}{_COUNTED}",
        rf"{_WITHIN} {_DAYS} (?:nach|ab) (?:{_INVOICE_DATE})",
        rf"{_WITHIN} {_DAYS}(?=[^.;,]{{0,60}}\b(?:zu (?:be)?zahlen|zu überweisen|zu begleichen"
        rf"|zahlbar|fällig|ohne abzug)\b){_COUNTED}",
        rf"\b(?:zahlungs(?:ziel|frist)|payment terms?|terms)\s{{0,2}}:?\s{{0,20}}{_DAYS}",
    )
)
_CLAUSE = re.compile(r"[,;.](?!\d)|\b(?:oder|or|sonst|otherwise)\b")
# The term of a discount, of a fee for paying late, of sending goods back, or of what comes later:
# "Ihr neuer Abschlag, erstmals fällig am 3. März".
_OTHER_TERM = re.compile(
    r"(?i)skonto|discount|rabatt|nachlass|\bnot (?:been )?(?:received|paid)|\blate\b|verzug|mahn"
    r"|widerruf|rückgabe|\breturn|\berstmals\b|\bkünftig"
)
# What may stand between the label and its day: "no later than Friday, 3 May 2026".
_LEADS_IN = re.compile(
    r"(?i)\W{0,3}(?:(?:on or before|no later than|not later than|spätestens|by|on|am|zum|the) )*"
    r"(?:[^\W\d_]{2,10}[,.]{0,2} (?:den |the )?)?"
)


def due_of(paper: Paper, day: date | None) -> date | None:
    """The due day of a bill that bears this day; none when it was paid, or money comes back."""
    if is_paid(paper) or is_credit_note(paper):
        return None
    # A day before the bill's own is of an earlier bill: a reminder names the one that has passed.
    found = {each for each in _written(paper) if not day or each >= day}
    if found:
        return found.pop() if len(found) == 1 else None
    terms = set(_terms(paper))
    return day + timedelta(days=terms.pop()) if day and len(terms) == 1 else None


def _written(paper: Paper) -> Iterator[date]:
    for n, line in enumerate((*paper.lines, *paper.stacked)):
        for label in _LABEL.finditer(line):
            said = line[label.end() : label.end() + 40]
            if not said.strip() and n + 1 < len(paper.lines):
                said = paper.lines[n + 1][:40]
            if not _is_of_other(line, label.start()):
                yield from _first(paper, said)
    for match in _BEFORE_VERB.finditer(" ".join(paper.lines)):
        yield from paper.days.days_in(match["day"])[:1]


def _first(paper: Paper, said: str) -> list[date]:
    """The day that a text begins with; not that of "as of 3 May"."""
    written = next(iter(dates.dates_in(said)), None)
    if written is None or not _LEADS_IN.fullmatch(said[: said.find(written)]):
        return []
    return paper.days.days_in(written)


def _terms(paper: Paper) -> Iterator[int]:
    text = " ".join(paper.lines)
    for match in (match for term in _TERMS for match in term.finditer(text)):
        if not _is_of_other(text, match.start(), match.end()):
            is_weeks = (match[2] or "").lower().startswith("w")
            yield int(match[1]) * (7 if is_weeks else 1)


def _is_of_other(text: str, start: int, end: int | None = None) -> bool:
    """Whether the clause around it speaks of another term: `within 8 days less 2 % discount`."""
    before = _CLAUSE.split(text[max(0, start - 80) : start])[-1]
    behind = _CLAUSE.split(text[end or start : (end or start) + 60])[0]
    return _OTHER_TERM.search(before + text[start : end or start] + behind) is not None

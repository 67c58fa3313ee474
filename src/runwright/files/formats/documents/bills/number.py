"""The number of a bill, as it stands beside its label.

A credit note names the invoice that it corrects, and an invoice may name others: those are not
its own. Where two numbers could be its own, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from runwright.files.formats.documents.bills.nature import BILL, is_credit_note, is_reminder
from runwright.files.formats.documents.papers import Paper, cells_of
from runwright.records.facts import DocumentKind

# In capitals, so that "Invoice total 20" and "Invoice date 3" hold no number; no amount: "14,20".
_VALUE = (
    r"(?P<value>(?:[A-Z]{1,6}[-/ ]?)?\d[A-Z0-9/._-]{0,24}(?![A-Za-z0-9]|,\d)"
    r"(?: \d{2,6}(?![\d.,:/-]))*|[A-Z]{2,6}-[A-Z0-9-]{2,24})"
)
# Made by a machine: `7f3c-e410-88b2`; a figure in each of its first two groups, so that no word is.
_MADE = (
    r"(?P<made>(?=[a-z]*\d[a-z\d]*[-_][a-z]*\d)[a-z\d]{2,12}(?:[-_][a-z\d]{2,16}){1,6}(?![\w-]))"
)
_NUMBER = r"(?:number|no|nr|nummer|num[eé]ro|num|n°|#|id)"
# `Bill reference`; without the name of the document it may be the customer's.
_REFERENCE = r"(?:ref(?:erence)?|referenz)"
_INVOICES = (
    r"(?:invoice|bill|receipt|folio|facture|factura|fattura|factuur|\w*rechnungs?|rechn|rg|re"
    r"|honorarnoten?|liquidations?|beleg|quittungs?|(?:kassen)?bon)"
)
_CREDITS = (
    r"(?:credit (?:note|memo)|gutschrifts?|storno(?:rechnungs?)?|rechnungskorrektur"
    r"|korrekturrechnungs?|refund)"
)
_REMINDERS = r"(?:mahnungs?|mahn|zahlungserinnerung|reminder)"
_ORDERS = r"(?:order|bestellung|bestell|auftrags?|transaction|vorgangs?)"
# What an invoice says of another one: "zu Rechnung Nr. 7", "replaces invoice 12".
_REFERS = re.compile(
    r"(?i)\b(?:zur?|to|for|against|original|ursprüngliche|replaces|ersetzt|correct(?:s|ing)|storniert"
    r"|frühere|previous|letzte|last|ref(?:erence)?|bezug(?: auf)?|betrifft|credit(?:s|ing)"
    r"|abz(?:ü|ue)glich|abzgl\.?|less|minus)"
    r":?(?: (?:the|our|your|die|der|unsere[rn]?|ihre[rn]?|\d{1,2}\.))?\s?$"
)
# "INVOICE    No. 4711": the name of the document stands in the cell or line before.
_BARE_LABEL = re.compile(rf"(?i:{_NUMBER})\.?\s{{0,3}}[:#]?\s{{0,3}}{_VALUE}")
_UNIT_BEHIND = re.compile(r"\s?(?:days|tage|%|[.,]\d|EUR|USD|GBP|CHF|[€$£])")
_AMOUNT = re.compile(r"\d{1,3}(?:[.,]\d{3})*[.,]\d\d")
_YEAR = re.compile(r"(?:19|20)\d\d")


def _labelled(names: str) -> re.Pattern[str]:
    """`Invoice No.: 12`, `Rechnungs-Nr. 12`, `Order   #12`."""
    return re.compile(
        rf"(?i:(?<![\w-]){names}\.?[ -]{{0,2}}(?:{_NUMBER}|{_REFERENCE})(?![a-z]))"
        rf"\.?\s{{0,3}}[:#]{{0,2}}\s{{0,60}}(?:{_VALUE}|{_MADE})"
        rf"|(?i:(?<![\w-]){names})\s{{1,60}}#\s?{_VALUE.replace('value', 'sharp')}"
    )


def _plain(names: str) -> re.Pattern[str]:
    """`Invoice 12-34`, `Honorarrechnung 2025-04`, `Invoice: 12-34`."""
    value = _VALUE.replace(r"\d[A-Z0-9/._-]{0,24}", r"\d[A-Z0-9/._-]{1,24}")
    return re.compile(rf"(?i:(?<![\w-]){names})\s?:?\s{{0,3}}{value}(?!{_UNIT_BEHIND.pattern})")


_OF_INVOICES = (_labelled(_INVOICES), _plain(_INVOICES))
_OF_CREDITS = (_labelled(_CREDITS), _plain(_CREDITS))
_OF_REMINDERS = (_labelled(_REMINDERS),)
_OF_ORDERS = (_labelled(_ORDERS),)


def number_of(paper: Paper, kind: DocumentKind) -> str | None:
    """The one number under the surest label that is there."""
    patterns = _OF_CREDITS if is_credit_note(paper) else _OF_INVOICES
    lines = (*paper.lines, *paper.stacked)
    reminds = is_reminder(paper)
    for numbers in (
        *(_own(_found(lines, pattern, reminds), paper) for pattern in patterns),
        _own(_below_name(paper), paper),
    ):
        if len(numbers) == 1:
            return numbers.pop()
        if numbers:
            break
    others = _OF_REMINDERS if reminds else _OF_ORDERS if kind == "receipt" and not numbers else ()
    for pattern in others:
        numbers = _own(_found(lines, pattern, refers=True), paper)
        if len(numbers) == 1:
            return numbers.pop()
    return None


def _found(lines: Iterable[str], label: re.Pattern[str], refers: bool) -> Iterator[str]:
    """What stands beside a label; `refers` if the number of another document will do."""
    for line in lines:
        for match in label.finditer(line):
            if refers or not _REFERS.search(line[: match.start()]):
                yield next(filter(None, match.groups()))


def _below_name(paper: Paper) -> Iterator[str]:
    for above, line in pairwise(("", *paper.opening)):
        for before, cell in pairwise((above, *cells_of(line))):
            bare = _BARE_LABEL.fullmatch(cell)
            if bare and BILL.search(before) and not _REFERS.search(before):
                yield bare["value"]


def _own(found: Iterable[str], paper: Paper) -> set[str]:
    return {text for each in found if not _is_other(text := each.rstrip("./-_"), paper)}


def _is_other(text: str, paper: Paper) -> bool:
    """Whether it is a day, a year or an amount."""
    return (
        not re.search(r"\d", text)
        or _AMOUNT.fullmatch(text) is not None
        or _YEAR.fullmatch(text) is not None
        or (not text.isdigit() and paper.days.day(text) is not None)
    )

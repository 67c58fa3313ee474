"""Which sort of bill it is: a credit note, a reminder, or one that has been paid."""

from __future__ import annotations

import re

from runwright.files.formats.documents.papers import Paper, cells_of

BILL = re.compile(
    r"(?i)(?:tax )?invoice|\bbill\b|\w*rechnung\b|receipt|quittung|kassenbon|beleg|\bfolio\b"
    r"|\bgutschrift\b|\bcredit (?:note|memo)\b|\bmahnung\b|zahlungserinnerung|payment reminder"
    r"|zahlungsaufforderung|\blastschriftanzeige\b|vorschreibung\b|bescheid\b"
)
_CREDIT = re.compile(
    r"(?i)(?:gutschrift|storno(?:rechnung)?|rechnungskorrektur|korrekturrechnung|credit note"
    r"|credit memo(?:randum)?|credit invoice|refund receipt)\b"
)
# "2. Mahnung", "Letzte Mahnung", "Payment reminder", "Final notice".
_REMINDER = re.compile(
    r"(?i)(?:(?:\d\.|erste|zweite|dritte|letzte|first|second|third|final|last) )?"
    r"(?:mahnung|zahlungserinnerung|payment reminder|reminder|overdue notice|final notice)\b"
)
_CENTS = re.compile(r"\d[.,]\d\d\b")
# "Payment received - thank you" is no sign: a bill says it of the one before.
# "Bereits bezahlt: 40,00" is a deposit.
_PAID = re.compile(
    r"(?i)\b(?:betrag (?:dankend |bereits )?erhalten|dankend erhalten"
    r"|(?:wurde|ist) bereits (?:vollständig )?(?:bezahlt|beglichen)"
    r"|(?:vollständig|in bar|per (?:ec-?)?karte|mit paypal) (?:bezahlt|beglichen)"
    r"|paid in full|fully paid|has (?:already )?been paid"
    r"|(?:payment )?status\s{0,3}:?\s{1,40}(?:paid|bezahlt))\b"
)
# "Sollten Sie bereits gezahlt haben", "If this has been paid, please ignore it."
_IF = re.compile(r"(?i)\b(?:if|unless|until|once|when|should|sollte[n]?|falls|wenn|sobald)\b")
# "Die Rechnung 0525/1183 vom 21.05.2025 über 153,60 EUR ist bereits beglichen."
_NUMBERED = re.compile(
    r"(?i)\b(?:rechnung|invoice|bill)\b (?:(?:nr|no|number|nummer)\b\.? )?"
    r"(?P<number>[A-Z]{0,6}[-/]?\d[\w/.-]{2,30}\w)"
)
_SENTENCE_END = re.compile(r"[.!?]\s")


def is_credit_note(paper: Paper) -> bool:
    """Whether money comes back by it."""
    return _is_called(paper, _CREDIT)


def is_reminder(paper: Paper) -> bool:
    """Whether it asks again for what an earlier invoice asked."""
    return _is_called(paper, _REMINDER)


def is_paid(paper: Paper) -> bool:
    """Whether it says that nothing is left to pay."""
    text = " ".join(paper.lines)
    sentences = (
        _SENTENCE_END.split(text[max(0, found.start() - 120) : found.start()])[-1]
        for found in _PAID.finditer(text)
    )
    return any(not _IF.search(said) and not _is_of_another(said, text) for said in sentences)


def _is_of_another(before: str, text: str) -> bool:
    """Whether a sentence begins with a bill whose number stands nowhere else: an earlier one."""
    named = _NUMBERED.search(before)
    return named is not None and text.count(named["number"]) == 1


def _is_called(paper: Paper, name: re.Pattern[str]) -> bool:
    """Whether a cell of a heading begins with the name; `Gutschrift  -20,00` is a line item."""
    return any(
        name.match(cell)
        for line in paper.headings
        if not _CENTS.search(line)
        for cell in cells_of(line)
    )

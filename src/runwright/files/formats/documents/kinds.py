"""The kind of a document: what it calls itself, or what only one kind of document has.

English and German. A heading says it (`Rental agreement`, `Mietvertrag`), or several signs
together do: a letter has a salutation and a close. Otherwise the kind is `other`.
"""

from __future__ import annotations

import re

from runwright.files.formats.documents.papers import Paper
from runwright.records.facts import DocumentKind

_MOST_HEADING_WORDS = 9
_NAMES: tuple[tuple[DocumentKind, str], ...] = (
    ("receipt", r"receipt|[\w-]*quittung|kassenbon|kassenbeleg|kassenzettel|zahlungsbeleg"),
    # `Jahresabrechnung` is a bill, `Gehaltsabrechnung` is none.
    (
        "invoice",
        r"invoice|bill(?=\W*$)|(?!gehalts|lohn|entgelt)\w*rechnung|honorarnote|liquidation|faktura"
        r"|guest folio|folio(?=\W*$)|facture|factura|fattura|factuur|gutschrift|rechnungskorrektur"
        r"|credit (?:note|memo)|mahnung|zahlungserinnerung|payment reminder|zahlungsaufforderung"
        # What a municipality, a chamber or an insurer asks for.
        r"|lastschriftanzeige|\w*vorschreibung|(?:gebühren|abgaben|beitrags)bescheid",
    ),
    ("statement", r"account statement|bank statement|statement of account|kontoauszug"),
    ("minutes", r"minutes|meeting notes|meeting minutes|\w*protokoll|niederschrift"),
    (
        "contract",
        r"agreement|contract|lease|\w*vertrag|\w*vereinbarung|terms of employment|amendment",
    ),
    (
        "policy",
        r"policy|policies|guidelines?|code of conduct|\w*richtlinien?|leitlinien?|hausordnung"
        r"|versicherungsschein|versicherungspolice|betriebsanweisung",
    ),
    (
        "manual",
        r"manual|user guide|handbook|instructions|installation guide|quick start(?: guide)?"
        r"|\w*handbuch|\w*anleitung|gebrauchsanweisung",
    ),
    ("report", r"report|\w*bericht|jahresabschluss|gutachten|white ?paper"),
    ("form", r"form(?=\W*$)|\w*formular|\w*antrag"),
    ("transcript", r"transcript|transkript|mitschrift"),
    ("note", r"notes?|memo|memorandum|notiz(?:en)?|vermerk|aktennotiz|journal|diary|tagebuch"
             r"|to-?do(?: list)?"),
)  # fmt: skip
_KINDS = [(kind, re.compile(rf"(?i)(?<![\w-])(?:{names})(?![\w-])")) for kind, names in _NAMES]
# What comes after the noun that names the thing: "Minutes | of the policy committee".
_OF = re.compile(
    r"(?i)\s(?:of|for|on|about|regarding|between|by|from|zu|zum|zur|über|für|vom|von|der|des|zwischen)\s|[:–—]|\s-\s"
)
SALUTATION = re.compile(
    r"(?i)(?:dear\s[^\n]{2,60}|to whom it may concern|sehr geehrte[rs]?\s[^\n]{2,60}"
    r"|liebe[rs]?\s[^\n]{2,60}|(?:hallo|guten tag|hello|hi)\s[^\n]{2,40})[,!:]?"
)
CLOSE = re.compile(
    r"(?i)(?:yours? (?:sincerely|faithfully|truly)|sincerely(?: yours)?|(?:kind |best |warm )?"
    r"regards|best wishes|with (?:best|kind) regards|mit freundlichen gr(?:ü|ue)(?:ß|ss)en"
    r"|freundliche gr(?:ü|ue)(?:ß|ss)e|(?:viele|beste|liebe|herzliche) gr(?:ü|ue)(?:ß|ss)e"
    r"|hochachtungsvoll)[,!.]?"
)
PRESENT = re.compile(
    r"(?i)(?:present|attendees|in attendance|participants|anwesend(?:e)?|teilnehmer(?:innen)?)\s*:"
)
_AGENDA = re.compile(
    r"(?i)(?:agenda|tagesordnung|apologies|action items?|decisions?|beschl(?:u|ü)ss(?:e)?"
    r"|next meeting|nächste sitzung|top \d{1,2})\b"
)
_AGREED = re.compile(
    r"(?i)\b(?:hereinafter|the parties (?:hereby )?agree|in witness whereof|governing law"
    r"|nachfolgend|im folgenden|die vertragsparteien|gerichtsstand|salvatorische klausel)\b"
)
_BETWEEN = re.compile(r"(?i)\b(?:between|zwischen)\b")
_BILLED = re.compile(
    r"(?i)\b(?:invoice|bill|folio|(?:ab)?rechnungs?|liquidations)[ -]?"
    r"(?:number|no\b|nr\b|nummer|date|datum|#|id\b)"
)
_TOTAL = re.compile(
    r"(?i)\b(?:total|amount (?:due|payable|to pay)|balance due|summe|gesamt\w*|zu zahlen"
    r"|\w{0,20}betrag|nachzahlung)\b.{0,100}\d"
)
_PRICED = re.compile(r"\d[.,]\d\d(?:\s?(?:[A-Z]{3}|[€£$]))?$")
_AMOUNT = re.compile(r"(?im)^amount\s?:.{0,20}\d")
_PAID = re.compile(
    r"(?i)\b(?:cash|change|card payment|visa|mastercard|maestro|girocard|ec-?karte|kartenzahlung"
    r"|bar(?:zahlung)?|rückgeld|gegeben|terminal)\b"
)
# `Rückgeld EUR 6,10`, `CHANGE 3.20`: only a till gives change.
_CHANGE = re.compile(
    r"(?im)^(?:rückgeld|change(?: due)?)\b[^a-z\n]{0,60}(?:eur|bar|cash)?[^a-z\n]{0,60}\d"
)
# `Policy number: PT-448120`, `Policyholder:`, `Versicherungsnummer:` in the head of a document.
_INSURED = re.compile(
    r"(?i)(?:policy(?:[ -]?(?:number|no|nr|holder|period))|(?:named )?insureds?|period of insurance"
    r"|versicherungs(?:schein)?-?n(?:umme)?r|versicherungsnehmer(?:in)?)\W{0,3}[:.]?\s+\S"
)
_POLICY_NUMBER = re.compile(
    r"(?i)(?:policy[ -]?(?:number|no|nr)|versicherungs(?:schein)?-?n(?:umme)?r)\.?\s{0,3}:?\s{1,60}"
    r"(?P<number>[A-Z0-9][A-Z0-9/._-]{2,30})(?!\S)"
)
# `NEW SCHEDULE`, a line of its own: what encloses the schedule of a policy is a version of it.
_SCHEDULE = re.compile(
    r"(?i)(?:\w+ ){0,4}(?:schedule|declarations|versicherungsschein)(?: of (?:cover|insurance))?"
)
_BLANK = re.compile(r"_{4,}|\.{8,}|☐|□|\[ \]")
_LETTER_LINES = 40


def kind_of(paper: Paper) -> DocumentKind:
    """What the document is; `other` when nothing says it for certain."""
    if paper.is_chat:
        return "chat"
    named = _named(paper)
    if named == "minutes" and not paper.is_speech:
        return "minutes"
    if paper.is_speech or paper.speakers:
        return "transcript"
    if paper.is_statement:
        return "statement"
    is_bill = _is_bill(paper)
    if _is_letter(paper):
        is_billed = is_bill or (named == "invoice" and _TOTAL.search(paper.text) is not None)
        if named == "receipt" and _TOTAL.search(paper.text):
            return "receipt"
        if policy_number(paper) and any(map(_SCHEDULE.fullmatch, paper.lines)):
            return "policy"
        return "invoice" if is_billed else "letter"
    if named in (None, "invoice") and _TOTAL.search(paper.text) and _CHANGE.search(paper.text):
        return "receipt"
    return named or ("invoice" if is_bill else _by_signs(paper))


def policy_number(paper: Paper) -> str | None:
    """The number of a policy: all its versions bear it."""
    found = filter(None, map(_POLICY_NUMBER.match, paper.opening))
    return next((each["number"] for each in found), None)


def _named(paper: Paper) -> DocumentKind | None:
    """What the first heading that names a kind says."""
    for line in paper.headings:
        # `Brand guidelines, 24 pages   EUR 1,450.00` is something sold.
        is_item = _PRICED.search(line) is not None
        # `Minutes of the annual meeting, Tuesday 14 April 2026, in the lobby lounge at 6:30 pm`
        few = len(line.split(", ", maxsplit=1)[0].split()) <= _MOST_HEADING_WORDS
        if few and not is_item and (kind := _in_heading(line)):
            return kind
    return None


def _in_heading(line: str) -> DocumentKind | None:
    """The kind in one heading; the last name counts: a policy manual is a manual."""
    for part in (_OF.split(line, maxsplit=1)[0], line):
        found = [(m.end(), -m.start(), kind) for kind, name in _KINDS for m in name.finditer(part)]
        if found:
            return max(found)[2]
    return None


def _is_letter(paper: Paper) -> bool:
    begins = any(SALUTATION.fullmatch(line) for line in paper.lines[:_LETTER_LINES])
    return begins and any(CLOSE.fullmatch(line) for line in paper.lines)


def _is_bill(paper: Paper) -> bool:
    if _BILLED.search(paper.text) is None:
        return False
    return any(pattern.search(paper.text) for pattern in (_TOTAL, _AMOUNT))


def _by_signs(paper: Paper) -> DocumentKind:
    """What a document without a telling heading is, if two signs agree."""
    text = paper.text
    if any(map(_INSURED.match, paper.opening)):
        return "policy"
    if any(map(PRESENT.match, paper.lines)) and any(map(_AGENDA.match, paper.lines)):
        return "minutes"
    if _TOTAL.search(text) and _PAID.search(text) and len(paper.lines) < 80:
        return "receipt"
    agreed = {found.group().lower() for found in _AGREED.finditer(text)}
    if len(agreed) > 1 or (agreed and _BETWEEN.search("\n".join(paper.opening))):
        return "contract"
    if len(_BLANK.findall(text)) > 3:
        return "form"
    if any(line.lower() == "abstract" for line in paper.lines):
        return "article"
    return "table" if paper.is_mostly_tables else "other"

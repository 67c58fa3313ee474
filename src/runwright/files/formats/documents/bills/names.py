"""Whom a bill is from and whom it is to."""

from __future__ import annotations

import re
from itertools import pairwise

from runwright.files.formats.documents.bills.nature import BILL
from runwright.files.formats.documents.kinds import CLOSE, SALUTATION
from runwright.files.formats.documents.papers import Paper, cells_of

_ISSUED = re.compile(
    r"(?i)(?:from|issuer|issued by|seller|sold by|supplier|vendor|rechnungssteller|aussteller"
    r"|absender|verkäufer|lieferant)\s?:\s*(?P<name>\S.{1,120})"
)
_LEGAL = re.compile(
    r"(?<!\w)(?:(?:G?mbH|GMBH)(?: & (?:Co|CO)\. (?:KG|KGaA))?|AG|UG|KG|OHG|e\.\s?K\.|e\.\s?V\.|SE"
    r"|Ltd|Limited|LTD|LLC|LLP|Inc|INC|Corp|plc|PLC|B\.?V\.?|S\.?A\.?|S\.?r\.?l\.?|S\.?L\.?|GbR|eG|Pty)"
    r"(?!\w)\.?"
)
_TO = re.compile(
    r"(?i)(?:(?:bill(?:ed)? to|invoice to|sold to|ship(?:ped)? to|deliver to|rechnungsempfänger"
    r"|rechnung an|rechnungsadresse|lieferadresse|billing address)\s?(?::|$|\s{2,})"
    r"|(?:customer|client|guest|company|attn|kunde|gast|firma|an|to)\s?(?::|\s{2,}))"
    r"\s*(?P<name>\S.{1,80})?"
)
# The address of a letter: `Herrn Jens Petersen`, or `Frau` above the name.
_ADDRESSED = re.compile(
    r"(?:Herrn?|Frau|Herrn? und Frau|Eheleute|Familie|Firma|Mr\.?|Mrs\.?|Ms\.?)"
    r"(?: (?P<name>\S+(?: \S+){1,3}))?"
)
_SENDER = re.compile(r"\s*<[^<>]*>\s*$")
_ADDRESS = re.compile(
    r"\d|@|www\.|https?:|\b(?:street|road|straße|strasse|platz|weg|allee)\b", re.I
)
_FIELD = re.compile(r"[^:]{2,40}:(?:\s|$)")
# `4871 Obertannberg`, `Kirchenplatz 1`: a cell with an address beside the name.
_PLACE = re.compile(
    r"(?:[A-Z]{1,2}-)?\d{4,5} [^\W\d_]{3,}[^\d]*|[^\W\d_][^\d:]{3,40}\.? \d{1,4} ?[a-z]?"
)
# `Inh. Cem Aydin e.K.` below the name of the shop.
_OWNER = re.compile(r"(?i)(?:inh(?:aber(?:in)?)?|owner|prop(?:rietor)?)\b\.?\s")
# `Thank you for your order, Ann!` above the letterhead.
_GREETING = re.compile(
    r"(?i)(?:thank you|thanks|vielen dank|danke|herzlichen dank|merci|gracias|grazie|bedankt|hi"
    r"|hello|hallo)\b.*[!,.]$"
)
_LONGEST_NAME = 70
_LETTERHEAD = 8


def issuer_of(paper: Paper) -> str | None:
    """Whom the bill is from: by its label, as the head of the letter, or below its close."""
    for line in paper.opening:
        if found := _ISSUED.fullmatch(line):
            named = _name(_SENDER.sub("", found["name"]).strip("\"'"))
            return _in_full(named, paper) if named else None
    found_name = _letterhead(paper) or _signer(paper)
    return _in_full(found_name, paper) if found_name else None


def recipient_of(paper: Paper) -> str | None:
    """Whom the bill is to: by its label, or as its address."""
    for line, following in pairwise((*paper.lines[:40], "")):
        if found := _TO.fullmatch(line) or _ADDRESSED.fullmatch(line):
            return _name(found["name"] or following)
    return None


def _letterhead(paper: Paper) -> str | None:
    """The name in the first paragraph, or in the one below the name of the document."""
    begun = 0
    for n, paragraph in enumerate(paper.paragraphs[:_LETTERHEAD]):
        lines = _above_recipient(paragraph)
        if begun > _LETTERHEAD or not lines:
            return None
        begun += len(paragraph)
        cells = [cell for line in lines if (cell := _naming(line))]
        legal = [cell for cell in cells if _LEGAL.search(cell) and _name(cell)]
        if legal:
            return _if_not_addressed(_name(legal[0]), paper)
        is_below_title = len(cells) < len(lines) or n > 0
        is_with_address = any(re.search(r"\d", cell) for cell in cells[1:]) or any(
            _PLACE.fullmatch(cell) and not BILL.search(cell)
            for line in lines
            for cell in cells_of(line)[1:]
        )
        if cells and (is_with_address or not is_below_title):
            return _if_not_addressed(_name(cells[0]), paper)
        if cells:
            return None
    return None


def _above_recipient(paragraph: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for line in paragraph:
        if _TO.match(line) or _ADDRESSED.fullmatch(line) or SALUTATION.fullmatch(line):
            break
        found.append(line)
    return found


def _naming(line: str) -> str | None:
    """The cell of a line that can hold a name: no field, and not what the document is called."""
    if _FIELD.match(line) or _OWNER.match(line) or _GREETING.match(line):
        return None
    return next((cell for cell in cells_of(line) if not BILL.search(cell)), None)


def _if_not_addressed(name: str | None, paper: Paper) -> str | None:
    """None when the salutation greets that name: then it heads the address, not the letter."""
    if name is None:
        return None
    greeted = next((line for line in paper.lines if SALUTATION.fullmatch(line)), "")
    return None if name.split()[-1] in re.findall(r"\w+", greeted) else name


def _signer(paper: Paper) -> str | None:
    """The firm below the close."""
    for n, line in enumerate(paper.lines):
        if CLOSE.fullmatch(line):
            firms = (below for below in paper.lines[n + 1 : n + 4] if _LEGAL.search(below))
            return next(map(_name, firms), None)
    return None


def _in_full(name: str, paper: Paper) -> str:
    """The name with its legal form, if another line begins with both."""
    if _LEGAL.search(name):
        return name
    for line in paper.lines:
        rest = line[len(name) :]
        if line.casefold().startswith(name.casefold()) and re.match(rf"\s{_LEGAL.pattern}", rest):
            return _name(line) or name
    return name


def _name(text: str) -> str | None:
    """The name that a line begins with, if it is one and no address."""
    legal = _LEGAL.search(text)
    name = text[: legal.end()] if legal else re.split(r",|\s[-–—·|]\s|\s{2,}|\(", text)[0]
    name = " ".join(name.split()).strip(' :;,*=~#-_"')
    words = name.split()
    if not words or len(name) > _LONGEST_NAME or len(words) > 8:
        return None
    if not words[0][0].isupper() or (_ADDRESS.search(name) and not legal):
        return None
    return None if name[-1] in "!?" or BILL.search(name) else name

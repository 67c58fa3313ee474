"""Texts in which a bank has written several fields: who, which account, what for.

`/TRTP/SEPA OVERBOEKING/NAME/…/REMI/…` and `BEA, Betaalpas  Shop,PAS113` of Dutch banks,
`Auftraggeber: … Buchungstext: …` of German ones, `VIR SEPA RECU /DE … /MOTIF …` of French,
`MITT.: … BENEF.: …` of Italian, `… /ORG=… SRF#…` and `… DES:… INDN:…` of American banks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.records.names import LEGAL_FORM

_SLASHED = re.compile(
    r"/(TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|CNTP|ISDT|ADDR|RTRN|PREF|PURP|ULTC|ULTD"
    r"|ULTB|SVCL|KREF|NRTX|EXCH|OAMT|CHGS|IREF|USTD|STRD|CD|ID)/"
)
_WORDED = re.compile(
    r"(Auftraggeber|Empfänger|Zahlungsempfänger|Zahlungspflichtiger|Begünstigter|Kto/IBAN"
    r"|BLZ/BIC|Buchungstext|Verwendungszweck): ?"
)
_SIDES = ("Auftraggeber", "Empfänger", "Zahlungsempfänger", "Zahlungspflichtiger", "Begünstigter")
_AT_TERMINAL = re.compile(
    r"(?:BEA|GEA|eCom), ?(?:Apple Pay|Google Pay|[A-Z][\w ]{2,24}?)"
    r"(?: {2,}| )(\S.{1,40}?),PAS ?[0-9]+"
)
"""`BEA, Betaalpas    Koffie Leute,PAS113`, by whatever the card or telephone is called."""
_TERMINAL_MEANS = re.compile(r"^(?:Betaalpas|Apple Pay|Google Pay|Pas|Wearable)\s+", re.I)
_BY_CARD = re.compile(r"^Card transaction(?: of [0-9.,]+ [A-Z]{3})? issued by (\S.{1,60})$")
"""As Wise writes what was bought: `Card transaction of 15.00 USD issued by Figma San Francisco`."""
_MARKED = (
    re.compile(r"^(.{2,40}?) DES:"),
    re.compile(r"\bORIG CO NAME: ?(.{2,40}?) +(?:ORIG ID|CO ENTRY DESCR|DESC DATE):"),
    re.compile(r"/(?:ORG|BNF)= ?(.{2,60}?)(?= (?:SRF|TRN|RFB|OBI)#| ?/|$)"),
    re.compile(
        r"^(?:VIR|PRLV|VIREMENT|PRELEVEMENT)\b.{0,40}?[ /](?:DE|POUR|BEN)\s?[: ] ?(\S.{1,60}?)"
        r"(?= ?/(?:MOTIF|REF)| (?:MOTIF|REF|DATE|ID|MDT) ?:|$)"
    ),
    re.compile(r"\b(?:MITT|ORD|BENEF)\.?: ?(\S.{1,60}?)(?= (?:BENEF|CAUSALE|TRN|ID|RIF)\b\.?:?|$)"),
    re.compile(r"^(\S.{1,60}?)//[^/]{2,40}/[A-Z]{2}\b"),
    _BY_CARD,
    re.compile(
        r"^(\S.{1,40}?)"
        r"(?: (?:(?i:web|mobile|online|direct|bill|ins|tax|ach|dir|auto|rent|loan)[ -]?)?"
        r"(?i:p(?:y)?mts?|payments?|pay|payroll|billpay|autopay|prem(?:ium)?|dep(?:osit)?))*"
        r"(?: \S*[0-9]\S*)* (?:WEB|PPD|CCD|TEL|CTX|ARC) ID: ?[0-9X]+"
    ),
)
"""Shapes in which signs tell where the name is: `CAPITAL ONE DES:CRCARDPMT ID:3MK0AL`,
`HILLSIDE PROP MGMT WEB PMTS 5CC4CG WEB ID: 1320211`,
`WT FED#09918 ABN AMRO /ORG=A VISSER SRF# 2509`, `Sonnen-Apotheke//Koeln/DE 2025-04-08T17:31`."""
_RUN_TOGETHER = re.compile(
    r"(?i)^(\S.+?) (?:kundenreferenz|end-to-end-ref\.?|mandatsref\.?|gläubiger-id|core /)\s?:?"
)
"""Name, purpose and references without a sign between the first two, as Commerzbank writes them."""
_PURPOSE = re.compile(
    r"(?i) (?:rechnung|rechn|rg|re|rnr|kd|kdnr|kundennr|kundennummer|vertrag|beitrag|miete|abschlag"
    r"|gehalt|lohn|bezüge|rückzahlung|rueckzahlung|rückgabe\S*|rueckgabe\S*|erstattung|gutschrift"
    r"|haushaltsgeld|taschengeld|geschenk|spende|danke|vielen|alles|für|fuer|anteil|bestellung"
    r"|auftrag|abo|jahresbeitrag|mitgliedsbeitrag|versicherung\S*|unterhalt|nebenkosten|strom|gas"
    r"|übertrag|uebertrag|umbuchung|sparen|urlaub|dauerauftrag)\b.*$"
)
"""Where the purpose begins: `Gerda Muster Alles Gute zum Geburtstag`."""
_SHOP = re.compile(r"\S.{1,60}?(?=//)")


class Details(NamedTuple):
    """The fields of a text."""

    purpose: str = ""
    name: str = ""
    account: str = ""
    code: str = ""
    """What the bank calls it, in three digits."""
    label: str = ""
    """What the bank calls it, in words."""


def of_text(text: str) -> Details | None:
    """The fields that a text has, or None when it is one field alone."""
    if _SLASHED.search(text):
        return _slashed(text)
    if len(_WORDED.findall(text)) and _WORDED.match(text.strip()):
        return _worded(text.strip())
    if found := _AT_TERMINAL.match(text):
        return Details(text, _TERMINAL_MEANS.sub("", found[1]).strip())
    return None


def is_by_card(text: str) -> bool:
    """Whether a text says that a card was used, and at which shop."""
    return _BY_CARD.match(text) is not None


def named_in(text: str) -> str:
    """The name in a line whose signs tell where it stands; nothing when they do not."""
    told = of_text(text)
    if told is not None and told.name:
        return told.name
    marked = next((found[1] for shape in _MARKED if (found := shape.search(text))), "")
    return (marked or _in_front_of_references(text)).strip()


def _in_front_of_references(text: str) -> str:
    """The name in a text that runs on into purpose and references; a legal form ends it too."""
    found = _RUN_TOGETHER.match(text)
    if found is None:
        return ""
    name = found[1]
    if form := LEGAL_FORM.search(name):
        return name[: form.start()] + " " + form[0].split()[0]
    return _PURPOSE.sub("", name)


def _slashed(text: str) -> Details:
    """`/NAME/…/REMI/…`, as Dutch banks write it; `/CNTP/` has the parts of one side in a row."""
    pieces = _SLASHED.split(text)
    named: dict[str, str] = {}
    for key, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        named.setdefault(key, piece.strip("/ "))
    side = [*named.get("CNTP", "").split("/"), "", "", ""]
    purpose = named.get("REMI") or named.get("USTD") or ""
    purpose = re.sub(r"^(?:USTD|STRD)//", "", purpose).strip("/ ")
    said = [purpose, named.get("TRTP", ""), named.get("EREF") and f"EREF {named['EREF']}"]
    return Details(
        ", ".join(filter(None, [pieces[0].strip(), *said])),
        named.get("NAME") or side[2],
        named.get("IBAN") or side[0],
    )


def _worded(text: str) -> Details:
    """`Empfänger: …Kto/IBAN: … Buchungstext: …`; without a side a shop is named before `//`."""
    pieces = _WORDED.split(text)
    named: dict[str, str] = {}
    for key, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        named.setdefault(key, piece.strip())
    purpose = " ".join(filter(None, (named.get(k) for k in ("Buchungstext", "Verwendungszweck"))))
    name = next((named[side] for side in _SIDES if named.get(side)), "")
    shop = None if name else _SHOP.match(purpose)
    return Details(purpose, name or (shop[0] if shop else ""), named.get("Kto/IBAN", ""))

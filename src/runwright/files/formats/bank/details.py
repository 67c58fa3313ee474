"""Texts in which a bank has written several fields: who, which account, what for.

`/TRTP/SEPA OVERBOEKING/NAME/…/REMI/…` and `BEA, Betaalpas  Shop,PAS113` of Dutch banks,
`Auftraggeber: … Buchungstext: …` of German ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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
    r"(?:BEA|GEA|eCom), ?[A-Z][\w ]{2,24}?(?: {2,}| )(\S.{1,40}?),PAS ?[0-9]+"
)
"""`BEA, Betaalpas    Koffie Leute,PAS113`, by whatever the card or telephone is called."""
_TERMINAL_MEANS = re.compile(r"^(?:Betaalpas|Apple Pay|Google Pay|Pas|Wearable)\s+", re.I)
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

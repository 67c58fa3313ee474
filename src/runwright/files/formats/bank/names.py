"""The name of the other side, without what banks and card terminals write around it.

"To Ana Reis", "Card payment to Lidl", "SEPA-Überweisung an X": which way the money went is in the
amount, and what kind of payment it was belongs to the purpose. "REWE SAGT DANKE 4711//BERLIN/DE",
"PAYPAL *SPOTIFY", "TST* Blue Door": who was paid is one name among shop numbers, towns and those
who passed the money on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from runwright.records.names import one_line

_ENGLISH = (
    r"(?:(?:instant|international|domestic|local|bank|sepa|online|faster|mobile|contactless|card"
    r"|debit|credit|bill|incoming|outgoing|inbound|outbound|inward|outward|internal|wire|ach|direct"
    r"|standing|recurring|scheduled|regular|pos|money|web|interac|e)[ -]){0,3}"
    r"(?:payments?|transfer|transferred|e-?transfer|purchase|remittance|debit|order|refund|money"
    r"|transaction|sent|received|paid|xfer|tfr)(?: (?:sent|received|made|in|out))?"
    r" (?:to|from|at)"
)
_GERMAN = (
    r"(?:sepa[ -]?|echtzeit[ -]?|online[ -]?|auslands[ -]?|basis[ -]?|dauerauftrags?[ -]?){0,2}"
    r"(?:überweisung|ueberweisung|lastschrift|gutschrift|zahlung|kartenzahlung|dauerauftrag"
    r"|umbuchung|übertrag|zahlungseingang|lastschrifteinzug|einzug|kauf|einkauf|rückzahlung"
    r"|erstattung) (?:an|von|bei|vom)"
)
_ROMANCE = (
    r"(?:virement|vir|paiement|pr[ée]l[èe]vement|achat|versement|transfert|remboursement"
    r"|transferencia|transferência|transf|pago|compra|bizum|recibo|ingreso|adeudo|devoluci[óo]n"
    r"|pagamento|d[ée]bito direto|mb way|trf|bonifico|addebito|acquisto|giroconto|accredito"
    r"|rimborso)"
    r"(?: (?:sepa|instantan[ée]e?|inst|permanent|mensuel|par carte|carte|cb|re[çc]u|[ée]mis"
    r"|inmediata|con tarjeta|tarjeta|recibid[ao]|emitid[ao]|recebid[ao]|enviad[ao]|imediat[ao]"
    r"|efetuad[ao]|istantaneo|con carta|carta|diretto|ricevuto|mb way|multibanco)){0,2}"
    r" (?:a favor de|en faveur de|au profit de|a favore di|à|a|de|vers|chez|en|para|em|da|di"
    r"|verso|presso|pour|do)"
)
_DUTCH = (
    r"(?:(?:sepa|spoed|automatische|online)[ -]){0,2}"
    r"(?:overboeking|overschrijving|betaling|incasso|aankoop|storting) (?:naar|van|aan|bij)"
)
_CLEAR = re.compile(rf"(?i)^({_ENGLISH}|{_GERMAN}|{_DUTCH})[ :]+(\S.*)$")
_LOOSE = re.compile(rf"(?i)^({_ROMANCE})[ :]+(\S.*)$")
_PLAIN = re.compile(r"^(To|From|TO|FROM):? (\S.*)$")
_PREPOSITION = re.compile(
    r"(?i) (?:to|from|at|by|an|von|vom|bei|naar|van|aan|à|a favor de|en faveur de|au profit de"
    r"|a favore di|a|de|vers|chez|en|para|em|da|di|verso|presso|pour|do)$"
)
_NOBODY = frozenset({"account", "you", "me", "card", "your", "my"})
_OF_NAMES = frozenset({"go", "the", "a", "an"})
"""What makes "To Go" or "From The Farm" a name itself."""
_SAYS_NOTHING = frozenset(
    {"payment", "payments", "sent", "paid", "received", "zahlung", "gutschrift"}
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PASSED_ON = re.compile(
    r"(?i)^(PAYPAL|PP|SUMUP|SUM UP|SQ|SQUARE|ZETTLE|IZETTLE|IZ|STRIPE|TST|TOAST|CKO|ADYEN|MOLLIE"
    r"|KLARNA|WPY|DRI|FS|EB|LS|SP|PY|APPLE PAY|GPAY)[ _.]{0,2}\*+[ _]?(?=\S*[^\W\d_]{2})(\S.*)$"
)
"""Whoever takes cards for others: `PAYPAL *SPOTIFY`; but `UBER *TRIP` is Uber's own."""
_BOUGHT_AT = re.compile(r"(?i)\bihr einkauf bei ([^,;/]{2,60}?)(?:[,;/]|\s{2}|\.\s|$)")
"""PayPal's direct debits in Germany name the shop in the purpose."""
_BY_CARD = re.compile(
    r"(?i)^((?:(?:(?:recurring |contactless |debit |credit |pos |visa ){0,2}card (?:purchase"
    r"|payment|transaction)|pos (?:purchase|debit)|purchase authorized on|debit purchase|checkcard"
    r"|visa|mastercard|maestro|girocard|kartenzahlung|kartenkauf|einkauf|carte|cb"
    r"|achat(?: cb| carte)?"
    r"|compra(?: con)?(?: tarjeta)?|pago con tarjeta|pagamento (?:pos|con carta)|acquisto|aankoop"
    r"|betaalautomaat|bea|pos)[ ,:]+"
    r"(?:(?:[0-9]{2}[/.][0-9]{2}(?:[/.][0-9]{2,4})?|[0-9]{4})[ ,:]+)?){1,3})"
    r"(?=\S*[^\W\d_]{2})(\S.*)$"
)
"""How the shop was paid: `VISA REWE`, `CHECKCARD 0105 TARGET`, `CARTE 05/02 MONOPRIX`;
but `Card Factory` and `Credit Suisse` are names."""
_BEHIND = re.compile(
    r"(?i)\s*\*|\s#|\s(?:nr|no|str|fil|filiale|store)\.?\s?[0-9]{2,}|\s[A-Z]{0,2}-?[0-9]{3,}"
    r"|\s[0-9]{1,2}[/.][0-9]{1,2}|\s[0-9]{4}-[0-9]{2}|//|\\|\s(?-i:[A-Z]{2,4}):"
    r"|\s(?:sagt|says)?\s?(?:danke|dankt|vielen dank|thank you)\b|\s(?:fil|filiale)\.?\s"
)
"""Shop numbers, days, references, towns and thanks: everything behind the name."""
_COUNTRY = re.compile(r"\s(?:\S+\s)?(?:DEU|AUT|CHE|GBR|USA|FRA|ITA|ESP|NLD|BEL|IRL|LUX|PRT)$")
_LONG_ENOUGH = 3


class Named(NamedTuple):
    """A counterparty taken apart."""

    name: str
    manner: str = ""
    """What kind of payment stood in front of it: "Card payment"."""


@lru_cache(maxsize=8192)
def cleaned(written: str, purpose: str = "") -> Named:
    """The name alone, and what stood in front of it; what stood behind it is dropped."""
    named = bare(one_line(written))
    manners = [named.manner]
    name = named.name
    if found := _PASSED_ON.match(name):
        name = found[2]
        manners.append(found[1])
    elif found := _BY_CARD.match(name):
        name = found[2]
        manners.append(found[1].strip(" ,:"))
    elif "paypal" in name.casefold() and (found := _BOUGHT_AT.search(purpose)):
        return Named(found[1].strip(), named.manner)
    return Named(_without_tail(name), " ".join(filter(None, manners)))


def _without_tail(name: str) -> str:
    short = _BEHIND.split(name, maxsplit=1)[0]
    short = _COUNTRY.sub("", short) if len(short.split()) > 2 else short
    short = short.rstrip(" -,.:;/&")
    # `O2` and `H&M` are names, the `GA` in front of a cash machine's number is none.
    is_long = len(short) >= _LONG_ENOUGH or any(c.isdigit() for c in short)
    return short if is_long and any(c.isalpha() for c in short) else name


@lru_cache(maxsize=4096)
def bare(written: str) -> Named:
    """The name, and what the bank wrote in front of it."""
    found = _CLEAR.match(written) or _in_capitals(_LOOSE, written)
    if found is None:
        found = _in_capitals(_PLAIN, written)
        if found and found[2].split()[0].lower() in _OF_NAMES:
            return Named(written)
    if found is None or found[2].split()[0].lower() in _NOBODY or not _LETTERS.search(found[2]):
        return Named(written)
    manner = _PREPOSITION.sub("", found[1]) if " " in found[1] else ""
    return Named(found[2].strip(), "" if manner.lower() in _SAYS_NOTHING else manner)


def _in_capitals(pattern: re.Pattern[str], written: str) -> re.Match[str] | None:
    """A match with a capital behind it: "Pago de alquiler" is a purpose and no name."""
    found = pattern.match(written)
    return found if found and (found[2][0].isupper() or found[2][0].isdigit()) else None

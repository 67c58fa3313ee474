"""The bare name of the other side, without what banks write in front of it.

"To Ana Reis", "Card payment to Lidl", "SEPA-Überweisung an X": which way the money went is in the
amount, and what kind of payment it was belongs to the purpose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

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


class Named(NamedTuple):
    """A counterparty taken apart."""

    name: str
    manner: str = ""
    """What kind of payment stood in front of it: "Card payment"."""


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

"""The words for how money moved, which banks write in front of a name.

"To Ana Reis", "Card payment to Lidl", "SEPA-Überweisung an X", "PAYPAL *SPOTIFY": which way the
money went is in the amount, and what kind of payment it was belongs to the purpose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_ENGLISH = (
    r"(?:(?:instant|fast|international|domestic|local|bank|sepa|online|faster|mobile|contactless|card"
    r"|zelle|venmo|paypal|unpaid|returned|cash|bill|banking|incoming|outgoing|inbound|outbound|inward"
    r"|debit|credit|outward|internal|wire|ach|direct|standing|recurring|scheduled|regular|pos"
    r"|money|web|interac|payments?|e)[ -]){0,3}"
    r"(?:payments?|transfer|transferred|e-?transfer|purchase|remittance|debit|order|refund|money"
    r"|transaction|sent|received|paid|xfer|tfr|zelle|venmo|credit|receipt|withdrawal|cash)"
    r"(?: (?:sent|received|made|in|out|reversal))?"
    r"(?: via (?:faster payments?|mobile|chaps|bacs|sepa|zelle))?"
    r"(?: ref[.: ] ?\S(?:.{0,38}\S)?)?"
    r" (?:to|from|at)"
)
"""`STANDING ORDER VIA FASTER PAYMENT TO`, `FASTER PAYMENTS RECEIPT REF.RENT FROM`."""
_GERMAN = (
    r"(?:sepa[ -]?|echtzeit[ -]?|online[ -]?|auslands[ -]?|basis[ -]?|dauerauftrags?[ -]?){0,2}"
    r"(?:überweisung|ueberweisung|lastschrift|gutschrift|zahlung|kartenzahlung|dauerauftrag"
    r"|umbuchung|übertrag|zahlungseingang|lastschrifteinzug|einzug|kauf|einkauf|rückzahlung"
    r"|erstattung|giroüberweisung) (?:an|von|bei|vom)"
)
_ROMANCE = (
    r"(?:virement|vir|paiement|pr[ée]l[èe]vement|prlv|achat|versement|transfert|remboursement"
    r"|transferencia|transferência|transf|pago|compra|bizum|recibo|ingreso|adeudo|devoluci[óo]n"
    r"|pagamento|d[ée]bito direto|mb way|trf|(?:disposizione di )?bonifico|addebito|acquisto"
    r"|giroconto|accredito|rimborso)"
    r"(?: (?:sepa|instantan[ée]e?|inst|permanent|mensuel|par carte|carte|cb|re[çc]u|[ée]mis"
    r"|inmediata|con tarjeta|tarjeta|m[óo]vil|recibid[ao]|emitid[ao]|recebid[ao]|enviad[ao]"
    r"|imediat[ao]|efetuad[ao]|istantaneo|con carta|carta|pos|diretto|ricevuto|mb way"
    r"|multibanco)){0,2}"
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
_LABEL = re.compile(
    r"(?i)^(übertrag|umbuchung|gutschrift|lastschrift|bank giro credit(?: ref)?|bank credit"
    r"|(?:unpaid|returned) direct debit(?: reversal)?|direct (?:debit|credit)(?: [0-9]{6})?"
    r"|standing order|(?:incoming|outgoing) wire(?: transfer)?|(?:bill|automatic) payment"
    r"|prlv(?: sepa)?|pr[ée]l[èe]vement(?: sepa| europ[ée]en)?|vir(?:ement)?(?: sepa| inst| recu)*"
    r"|sepa incasso|addebito (?:diretto )?sdd|recibo|adeudo|bill pay"
    r"|(?:auslandseinsatzentgelt|foreign transaction fee|non-sterling transaction fee)"
    r"(?: [0-9][0-9.,]* ?%)?"
    r"|ga nr ?[0-9]{4,}(?! BLZ)) -?(?=(?-i:[A-ZÄÖÜÉ]|[0-9][A-Z]))(\S.*)$"
)
"""`Übertrag Max Muster`, `DIRECT DEBIT -2DEGREES`: without a preposition, with a capital."""
_PREPOSITION = re.compile(
    r"(?i) (?:to|from|at|by|an|von|vom|bei|naar|van|aan|à|a favor de|en faveur de|au profit de"
    r"|a favore di|a|de|vers|chez|en|para|em|da|di|verso|presso|pour|do)$"
)
_NOBODY = frozenset({"account", "you", "me", "card", "your", "my", "payment", "payments"})
_OF_NAMES = frozenset({"go", "the", "a", "an"})
"""What makes "To Go" or "From The Farm" a name itself."""
_SAYS_NOTHING = frozenset(
    {"payment", "payments", "sent", "paid", "received", "zahlung", "gutschrift"}
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PASSED_ON = re.compile(
    r"(?i)^(PAYPAL|PP|SUMUP|SUM UP|SQ|SQUARE|ZETTLE|IZETTLE|ZTL|IZ|STRIPE|TST|TOAST|CKO|ADYEN"
    r"|MOLLIE|KLARNA|WPY|DRI|FS|EB|LS|SP|PY|APPLE PAY|GPAY|CCV|BUCKAROO|NEXI|SATISPAY|REDSYS"
    r"|DOJO|TEYA|MYPOS|VIVA|SHOPIFY|BT|PADDLE(?:\.NET)?|2CO(?:\.COM)?)"
    r"[ _.]{0,2}\*+[ _]?(?=\S*[^\W\d_]{2})(\S.*)$"
)
"""Whoever takes cards for others: `PAYPAL *SPOTIFY`; but `UBER *TRIP` is Uber's own."""
_BY_CARD = re.compile(
    r"(?i)^((?:(?:(?:recurring |contactless |debit |credit |pos |visa ){0,2}card (?:purchase"
    r"|payment|transaction)|contactless payment|visa purchase|pos (?:purchase|debit)"
    r"|(?:recurring |mobile )?(?:purchase|payment)(?: return)? authorized on|debit purchase"
    r"|checkcard|visa|mastercard|maestro|girocard|kartenzahlung|kartenkauf|einkauf|bancontact"
    r"|paiement (?:par carte|cb|carte|psc)|carte|cb|achat(?: cb| carte)?"
    r"|compra(?: con)?(?: tarj(?:eta|\.)?)?|pago con tarjeta|pagamento (?:pos|con carta)"
    r"|acquisto(?: pos)?|aankoop|betaalautomaat|betaling via bancontact|bea|carta"
    r"|pos w/d|pos|(?:eft-?pos|visa) (?:purchase|debit)|eft-?pos"
    r"|ach(?: (?:deposit|credit|debit|withdrawal))?)[ ,:]+"
    r"(?:(?:[0-9]{2}[/.-][0-9]{2}(?:[/.-][0-9]{2,4})?|[0-9]{2}:[0-9]{2}|[0-9]{4}|[0-9]{6}"
    r"|[0-9]{0,6}[X*]{1,12}[0-9]{2,4})[ ,:]+){0,2}){1,3})"
    r"(?=\S*(?:[^\W\d_]{2}|[^\W\d_]&|[^\W\d_]-[^\W\d_])|(?-i:[A-Z] [A-Z]{2}))(\S.*)$"
)
"""How the shop was paid: `VISA REWE`, `CHECKCARD 0105 TARGET`, `CARTE 05/02 MONOPRIX`;
but `Card Factory` and `Credit Suisse` are names."""
_BY_MARK = re.compile(
    r"^((?:(?:V[DW][PCA]-|\*(?:MOBI|INET|INT)(?=[ *])[ *]*|(?:D/D|S/O|D/C|B/P|DD|POSC?"
    r"|BGC|EC|SEPA-?(?:LASTSCHRIFT|DD|SDD|ELV|UEBERWEISUNG|ÜBERWEISUNG|DAUERAUFTRAG)|EC-?KARTE"
    r"|ELV|SEPA(?: C[TR])?"
    r"|LASTSCHRIFT(?:EINZUG)?|FOLGELASTSCHRIFT|ERSTLASTSCHRIFT|BASISLASTSCHRIFT|DAUERAUFTRAG)"
    r"[ :])\s*){1,2})(?=\S*(?:[^\W\d_]{2}|[^\W\d_]&))(?=[A-ZÄÖÜÉ0-9])(\S.*)$"
)
"""Marks in capitals of how it was paid: `VDP-LIDL`, `D/D VODAFONE`, `S/O HYNES LETTINGS`,
`*MOBI SAVINGS`, `LASTSCHRIFT STADTWERKE`."""
_CARD_AND_DAY = re.compile(
    r"^([0-9]{4} [0-9]{2}[A-Z]{3}[0-9]{2}(?: CD| C| D)?) ?, ?(\S*[^\W\d_]{2}.*)$"
)
"""`1234 03FEB25 , TESCO STORES 3312 , LEEDS GB`, as NatWest writes card payments."""
_MARK_AND_DAY = re.compile(r"^((?:POSC?|ATM)[0-9]{2}[A-Z]{3}|365 ONLINE) (?=.*[^\W\d_]{2})(\S.*)$")
"""`POSC14AUG DUNNES STORES`, `365 ONLINE M BYRNE`, as Bank of Ireland writes what was paid."""
_MARK_BEHIND = re.compile(r"^([^a-z]*?[A-Z]{3}[^a-z]*?) (SEPA (?:DD|CT|CR)|S/?O|D/?D)$")
"""`EIR 3304418 SEPA DD`, `BRID HACKETT SO`, as the same bank writes what is paid by itself."""
_ON_DAY = re.compile(
    r"(?i)^((?:kauf|einkauf|bargeldbezug|zahlung)(?:/[\w-]{2,20})? vom [0-9.]{6,10}"
    r"(?: karten? ?(?:nr\.?|nummer) [X*0-9]{4,19})?) (\S.*)$"
)
"""`KAUF/DIENSTLEISTUNG VOM 11.02.2025 KARTEN NR. XXXX4412 APOTHEKE`, as PostFinance writes it."""

_PAID = (_BY_CARD, _CARD_AND_DAY, _MARK_AND_DAY, _ON_DAY)
"""How a shop was paid, in front of its name."""
_WITH_RECEIPT = re.compile(r"^((?:[A-Z][a-z]+ ){1,3}- Receipt [0-9]{4,}) (\S*[^\W\d_].*)$")
"""`Osko Deposit - Receipt 609448 T MOLONEY`, as ING writes it in Australia."""


class Named(NamedTuple):
    """A counterparty taken apart."""

    name: str
    manner: str = ""
    """What kind of payment stood in front of it: "Card payment"."""


@lru_cache(maxsize=4096)
def bare(written: str) -> Named:
    """The name, and what the bank wrote in front of it."""
    found = _CLEAR.match(written) or _in_capitals(_LOOSE, written) or _LABEL.match(written)
    if found is None:
        found = _in_capitals(_PLAIN, written)
        if found and found[2].split()[0].lower() in _OF_NAMES:
            return Named(written)
    if found is None or found[2].split()[0].lower() in _NOBODY or not _LETTERS.search(found[2]):
        return Named(written)
    manner = _PREPOSITION.sub("", found[1]) if " " in found[1] else ""
    return Named(found[2].strip(), "" if manner.lower() in _SAYS_NOTHING else manner)


def shop(name: str) -> Named:
    """The shop alone, without the card, the day or whoever takes cards for it."""
    manners = []
    if found := _BY_MARK.match(name):
        name = bare(found[2]).name
        manners.append(found[1].strip(" -:"))
    for pattern in (*_PAID, _PASSED_ON, _WITH_RECEIPT):
        if found := pattern.match(name):
            name = found[2]
            manners.append(found[1].strip(" ,:"))
    if found := _MARK_BEHIND.match(name):
        name = found[1]
        manners.append(found[2])
    return Named(name, " ".join(manners))


def is_headed(text: str) -> bool:
    """Whether a text begins with how money moved, so that a name follows."""
    shapes = (_CLEAR, _LABEL, _BY_MARK, *_PAID, _PASSED_ON)
    return any(shape.match(text) for shape in shapes) or bool(_in_capitals(_LOOSE, text))


def is_by_card(text: str) -> bool:
    """Whether a text begins with how a shop was paid, so that the shop follows."""
    return any(shape.match(text) for shape in (_BY_CARD, _CARD_AND_DAY, _ON_DAY))


def _in_capitals(pattern: re.Pattern[str], written: str) -> re.Match[str] | None:
    """A match with a capital behind it: "Pago de alquiler" is a purpose and no name."""
    found = pattern.match(written)
    return found if found and (found[2][0].isupper() or found[2][0].isdigit()) else None

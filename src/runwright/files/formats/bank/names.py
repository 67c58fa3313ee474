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

from runwright.records.names import LEGAL_FORM, one_line

_ENGLISH = (
    r"(?:(?:instant|international|domestic|local|bank|sepa|online|faster|mobile|contactless|card"
    r"|zelle|venmo|paypal"
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
    r"|erstattung|giroüberweisung) (?:an|von|bei|vom)"
)
_GERMAN_LABEL = re.compile(
    r"(?i)^(übertrag|umbuchung|gutschrift|lastschrift) (?=(?-i:[A-ZÄÖÜ]))(\S.*)$"
)
"""`Übertrag Max Muster`, `LASTSCHRIFT HELSANA AG`: without a preposition, with a capital."""
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
    r"|betaalautomaat|bea|pos|ach)[ ,:]+"
    r"(?:(?:[0-9]{2}[/.][0-9]{2}(?:[/.][0-9]{2,4})?|[0-9]{4})[ ,:]+)?){1,3})"
    r"(?=\S*(?:[^\W\d_]{2}|[^\W\d_]&))(\S.*)$"
)
"""How the shop was paid: `VISA REWE`, `CHECKCARD 0105 TARGET`, `CARTE 05/02 MONOPRIX`;
but `Card Factory` and `Credit Suisse` are names."""
_ON_DAY = re.compile(
    r"(?i)^((?:kauf|einkauf|bargeldbezug|zahlung)(?:/[\w-]{2,20})? vom [0-9.]{6,10}"
    r"(?: karten? ?(?:nr\.?|nummer) [X*0-9]{4,19})?) (\S.*)$"
)
"""`KAUF/DIENSTLEISTUNG VOM 11.02.2025 KARTEN NR. XXXX4412 APOTHEKE`, as PostFinance writes it."""
_BEHIND = re.compile(
    r"(?i)\s*\*|\s#|\s(?:nr|no|str|fil|filiale|store)\.?\s?[0-9]{2,}|\s[A-Z]{0,2}-?[0-9]{3,}"
    r"|-[0-9]{3,}|\s[0-9]{1,2}[/.][0-9]{1,2}|\s[0-9]{4}-[0-9]{2}|//|\\|;|\s?\.{2,}|\s?…"
    r"|\s(?-i:[A-Z]{2,4}):|(?<!payment)\s(?:sagt|says)?\s?(?:danke|dankt|vielen dank|thank you)\b"
    r"|\s(?:fil|filiale)\.?\s|\s(?:gem|lt)\.\s|\s(?:gemäß|laut)\s|\sending in\b"
    r"|(?<=\bfee)\sfor\b|(?<=\bcharges)\sfor\b|\s(?-i:IZ)\s|\s(?:mitteilungen|zahlungsgrund):"
)
"""Shop numbers, days, references, towns and thanks: everything behind the name."""
_PAYING = re.compile(
    r"(?i)(?:\s(?:ach|p(?:y)?mts?|payroll|salary|e-?payment|refund|gutschrift|- web|- mobile|web"
    r"|ppd|ccd))+$"
)
"""What was paid, behind who was: `AMERICAN EXPRESS ACH PMT`, `LONE STAR PAYROLL`."""
_BANK_CODE = re.compile(r"\sBLZ ?[0-9]{8}.*$|^[A-Z]{2}(?:[0-9]{2}[A-Z0-9]{10,30}|\.\.) ")
"""Where the other account is held, in front of a name or behind a cash machine's number."""
_COUNTRY = re.compile(r"\s(?:\S+\s)?(?:DEU|AUT|CHE|GBR|USA|FRA|ITA|ESP|NLD|BEL|IRL|LUX|PRT)$")
_STATE = re.compile(
    r"(?<=\S\s)\S+\s(?:AL|AK|AZ|AR|CA|CO|CT|DC|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO"
    r"|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY)$"
)
"""Town and state of an American card terminal: `EPOCH COFFEE AUSTIN TX`."""
_ABROAD = re.compile(r"(?i)\s(?:deutschland|germany|österreich|austria|schweiz|europe)$")
_DOTTED = re.compile(r"([^\s/.]+(?:\.[^\s/.]+)+)/[^/]{2,40}")
"""`Spotify.AB/Stockholm`: points for blanks, then the town, as DKB writes card payments."""
_SURNAME_FIRST = re.compile(r"([^\W\d_]{2,30}),([^\W\d_]{2,30})")
"""`MUSTER,MAX`, as banks keep their customers; but `Shop, Town` is no person."""
_ACH = re.compile(r"^(.{2,40}?) DES:")
"""`CAPITAL ONE DES:CRCARDPMT ID:3MK0AL INDN:Max Muster`: the payee, then what it is for."""
_LONG_ENOUGH = 3


class Named(NamedTuple):
    """A counterparty taken apart."""

    name: str
    manner: str = ""
    """What kind of payment stood in front of it: "Card payment"."""


@lru_cache(maxsize=8192)
def cleaned(written: str, purpose: str = "") -> Named:
    """The name alone, and what stood in front of it; what stood behind it is dropped."""
    # Behind a tab another field begins: `TESCO STORES 3297 \t ON 05 MAY`.
    first = written.strip().partition("\t")[0]
    named = bare(one_line(first if _LETTERS.search(first) else written))
    manners = [named.manner]
    name = _turned(named.name)
    if found := _PASSED_ON.match(name):
        name = found[2]
        manners.append(found[1])
    elif found := _BY_CARD.match(name) or _ON_DAY.match(name):
        name = found[2]
        manners.append(found[1].strip(" ,:"))
    elif "paypal" in name.casefold() and (found := _BOUGHT_AT.search(purpose)):
        return Named(_without_form(found[1].strip()), named.manner)
    return Named(_without_form(_without_tail(name)), " ".join(filter(None, manners)))


def begins_with(text: str) -> str:
    """The beginning of a long text, if its shape tells where the name in it ends; else nothing."""
    if found := _ACH.match(text):
        return found[1]
    is_headed = _ON_DAY.match(text) or _CLEAR.match(text) or _GERMAN_LABEL.match(text)
    return text if is_headed else ""


def with_form(name: str, written: str) -> str:
    """The name with how the firm is set up, if that stands behind it: as documents name it."""
    begin = written.find(name)
    found = LEGAL_FORM.match(written, begin + len(name)) if name and begin >= 0 else None
    return f"{name} {found[0].split()[0]}".rstrip(",;") if found else name


def _turned(name: str) -> str:
    """As people say it: the first name first, blanks between words."""
    if found := _SURNAME_FIRST.fullmatch(name):
        return f"{found[2]} {found[1]}"
    found = _DOTTED.fullmatch(name)
    return found[1].replace(".", " ") if found else name


def _without_tail(name: str) -> str:
    name = _BANK_CODE.sub("", name)
    short = _BEHIND.split(name, maxsplit=1)[0]
    short = _COUNTRY.sub("", short) if len(short.split()) > 2 else short
    short = _PAYING.sub("", _STATE.sub("", short)).rstrip(" -,:;/&").removesuffix(" per")
    return short if _is_name(short) else name


def _without_form(name: str) -> str:
    short = LEGAL_FORM.sub("", name)
    short = (_ABROAD.sub("", short) if _is_name(short) else name).rstrip(" -,.:;/&")
    return short if _is_name(short) else name


def _is_name(text: str) -> bool:
    """`O2` and `H&M` are names, the `GA` in front of a cash machine's number is none."""
    is_long = len(text) >= _LONG_ENOUGH or any(c.isdigit() for c in text)
    return is_long and any(c.isalpha() for c in text)


@lru_cache(maxsize=4096)
def bare(written: str) -> Named:
    """The name, and what the bank wrote in front of it."""
    found = _CLEAR.match(written) or _in_capitals(_LOOSE, written) or _GERMAN_LABEL.match(written)
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

"""What kind of account a statement is of: a credit card, a checking account, savings, cash.

Formats say it with a code of their own, banks in the lines above the heading or in a column,
people in the name of the file. What says two things says nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from runwright.files.formats.bank.bookings import AccountKind as Kind
from runwright.files.formats.bank.sections import Section
from runwright.records.names import folded, parted

_CODES: dict[str, Kind] = {
    # OFX
    "CHECKING": "checking", "SAVINGS": "savings", "MONEYMRKT": "savings", "CD": "savings",
    "CREDITLINE": "loan", "CCSTMTRS": "credit card", "LOANSTMTRS": "loan",
    "INVSTMTRS": "investment",
    # QIF; `BANK` is any account of a bank
    "CCARD": "credit card", "CASH": "cash", "INVST": "investment", "OTH L": "loan",
    # ISO 20022
    "CACC": "checking", "CARD": "credit card", "SVGS": "savings", "LOAN": "loan",
}  # fmt: skip
_SAID: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "credit card",
        re.compile(
            r"\b(?:credit ?cards?|charge cards?|ccard|kreditkarten?\w*|carte de credit"
            r"|tarjeta de credito|carta di credito|cartao de credito|kreditkort|visa|mastercard"
            r"|amex|american express|barclaycard)\b"
        ),
    ),
    (
        "checking",
        re.compile(
            r"\b(?:checking|chequing|cheque account|current account|debit card|visa debit"
            r"|debit mastercard|giro"
            r"|girokonto|girokonten|compte (?:courant|cheques?)|cuenta corriente"
            r"|conto corrente|conta (?:corrente|a ordem)|betaalrekening|zichtrekening|lonekonto)\b"
        ),
    ),
    (
        "savings",
        re.compile(
            r"\b(?:savings?(?: account)?|(?:e )?\w*saver|sparkonto|tagesgeld\w*|sparbuch"
            r"|compte epargne|livret a"
            r"|cuenta de ahorros?|conto deposito|conta poupanca|spaarrekening|sparekonto)\b"
        ),
    ),
)
_DEBIT = re.compile(r"\b(?:debit card|visa debit|debit mastercard)\b")
_FILE = re.compile(r"\b(?:cards?|karte|carte|tarjeta|cartao)\b")
_TITLED = re.compile(
    r"\b(?:credit ?card|kreditkarten|savings account|checking account|current account)"
    r"(?: account)? ?(?:statement|abrechnung|umsatze|activity|transactions)\b"
)
_LABELS: dict[str, Kind] = {
    "current": "checking", "current account": "checking", "everyday": "checking",
    "debit": "checking", "debit card": "checking", "saving": "savings", "deposit": "savings",
    "pocket": "savings", "vault": "savings", "pot": "savings", "credit": "credit card",
    "card": "credit card", "cash": "cash", "loan": "loan",
}  # fmt: skip
_LABELLED = frozenset({
    "product", "producto", "produit", "produkt", "produto", "prodotto", "account type",
    "type of account", "kontoart", "kontotyp", "tipo de cuenta", "type de compte", "tipo conto",
    "tipo di conto", "tipo de conta", "rekeningtype",
})  # fmt: skip
_OF_A_CARD = re.compile(
    r"card(?: (?:number|no|nr|member|holder|ending|last four digits))?|kartennummer|karte"
    r"|numero de (?:tarjeta|carte)|numero (?:carta|tarjeta)|kaartnummer"
)
_HEAD = 400
"""The title of a document stands within so many characters of its beginning."""


def of_code(code: str) -> Kind:
    """What a format's own code for the account means."""
    return _CODES.get(code.strip().upper(), "")


def of_statement(section: Section, before: str, words: str, filename: str) -> Kind:
    """What the lines above a heading, the heading itself, or the file's name say."""
    titled = _TITLED.search(folded(words[:_HEAD]))
    return (
        said_in(before)
        or (said_in(titled[0]) if titled else "")
        or _of_columns(section)
        or of_filename(filename)
    )


def of_filename(filename: str) -> Kind:
    """What people call the file: `visa-2026.csv`, `savings.qif`."""
    name = folded(parted(filename.rpartition(".")[0] or filename))
    return said_in(name) or ("credit card" if _FILE.search(name) and "debit" not in name else "")


@lru_cache(maxsize=256)
def said_in(text: str) -> Kind:
    """The one kind that a text names; empty when it names none or several."""
    plain = folded(text)
    if _DEBIT.search(plain):
        return "checking"
    found = [kind for kind, pattern in _SAID if pattern.search(plain)]
    return found[0] if len(found) == 1 else ""


def column(section: Section) -> int | None:
    """The column that says the kind of account row by row, with nothing else in it."""
    for n, heading in enumerate(section.header):
        if folded(heading) in _LABELLED:
            cells = section.sample(n)
            if cells and all(map(labelled, cells)):
                return n
    return None


@lru_cache(maxsize=256)
def labelled(cell: str) -> Kind:
    """What a cell that says nothing but the kind of account means."""
    plain = folded(cell)
    return _LABELS.get(plain) or _LABELS.get(plain.removesuffix("s")) or said_in(cell)


def card_column(section: Section) -> int | None:
    """The column with the number of the card that was used."""
    headings = enumerate(section.header)
    return next((n for n, heading in headings if _OF_A_CARD.fullmatch(folded(heading))), None)


def names_shops(section: Section) -> bool:
    """Whether a column is headed as that of the shops: what most of its rows are was bought."""
    return any(_OF_SHOPS.search(folded(heading)) for heading in section.header)


_OF_SHOPS = re.compile(
    r"\b(?:merchant|handler|handlername|commercant|comercio|esercente|handelaar)\b"
    r"(?! (?:category|city|country|state|zip|postcode))"
)


def _of_columns(section: Section) -> Kind:
    """A card's number in every row: bank accounts have it in card payments alone."""
    n = card_column(section)
    filled = sum(bool(cell) for cell in section.cells(n))
    return "credit card" if filled and filled * 20 >= len(section.rows) * 19 else ""

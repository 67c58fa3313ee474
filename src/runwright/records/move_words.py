"""What is written of money that moves between accounts, and names nobody."""

from __future__ import annotations

import re

from runwright.records.banks import BANK_WORDS
from runwright.records.facts import TransactionType
from runwright.records.names import folded
from runwright.text.currencies import CODES

CLOSE = 4
"""Days between the two sides: a weekend and a bank's night."""


def plain(text: str) -> str:
    """Without accents, and without the e that stands for one: Müller and Mueller are equal."""
    return re.sub("(?<=[aou])e", "", folded(text))


_ACCOUNT_PHRASES = """
    a account accounts ach acct ahorro ahorros an auf aus bank banking by checking chk compte
    conta conto corrente courant credit cuenta current dauerauftrag de debit deposit deposito
    eft eigen eigene eigenes einlage einzahlung epargne everyday ext external from funds giro
    giroconto girokonto gutschrift in instant internal interne into isa joint konto livret main
    mobile money move moved my naar nach no nr number of on online or order other out
    overboeking own payment pocket pot poupanca ref reference rekening sav save saver saving
    savings sepa spaarrekening space sparen sparkonto standing tagesgeld tagesgeldkonto tfr the
    inward outward incoming outgoing to top topup transaction transf transfer transferencia
    transferred traspaso trf trn trnsfr
    ubertrag uberweisung umbuchung up van vault vers verso virement von web withdrawal xfer zu
    zum
"""
ACCOUNT_WORDS = frozenset(map(plain, {*_ACCOUNT_PHRASES.split(), *BANK_WORDS}))
"""Words that name no other person: `Online transfer to SAV 4711`."""
BANKS = frozenset(map(plain, BANK_WORDS))
CURRENCIES = frozenset(code.lower() for code in CODES)
FITS: frozenset[TransactionType] = frozenset(
    {"transfer", "own_transfer", "other", "income", "investment"}
)

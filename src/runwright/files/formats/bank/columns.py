"""What the heading of a column in a statement or an invoice means, in six languages.

A heading is cut into words, and every word must be known: `Amount (EUR)` is an amount, while
`Principal amount` and `Rainfall amount` are not. What a heading leaves open (`Valuta` is a day
in one bank's file and a currency in another's) is settled by the cells below it, elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from runwright.files.formats.bank import money

Role = Literal[
    "date", "booked", "valued", "made", "value", "amount", "debit", "credit", "mark", "currency",
    "balance", "payee", "payer", "recipient", "purpose", "type", "account", "own_account",
    "other_account", "gross", "net", "quantity", "price", "total", "status", "category", "bank_id",
    "original_amount", "original_currency", "fee", "holder", "ignored",
]  # fmt: skip

# For each meaning the English words, then those of German, French, Spanish, Italian, Dutch
# (and a few neighbours), without accents.
_WORDS: dict[str, tuple[str, str]] = {
    "date": (
        "date dates datetime day dt timestamp created",
        "datum fecha data dato tag buchungstag buchungsdatum umsatzdatum umsatztag"
        " transaktionsdatum ausfuhrungsdatum zahlungsdatum boekdatum boekingsdatum"
        " transactiedatum verwerkingsdatum wertstellung wertstellungstag wertstellungsdatum"
        " valutadatum rentedatum buchungszeit belegdatum kaufdatum"
        " bokforingsdag bokforingsdatum transaktionsdag bogforingsdato bokforingsdato rentedato"
        " reskontradatum valutadag kirjauspaiva arvopaiva maksupaiva datuma erteknap ημερομηνια",
    ),
    "booked": (
        "booking booked op posted posting post processed entry completed completion trade finished"
        " executed process clearing",
        "buchung buchungstag buchungsdatum boekdatum boekingsdatum operation operacion operazione"
        " contable contabile comptable comptabilisation boeking registrazione movimento"
        " movimiento operacji ksiegowania bokforingsdag bokforingsdatum"
        " bogforingsdato bokforingsdato reskontradatum kirjauspaiva zauctovani zauctovania"
        " lancamento provedeni",
    ),
    # Beside a date only: when something was bought or ordered, and not when it was booked.
    "begun": (
        "started start initiated initiation purchase purchased authorised authorized authorisation"
        " authorization ordered",
        "inicio kauf achat compra acquisto aankoop belegdatum kaufdatum",
    ),
    "value": (
        "value val effective settlement settled",
        "valeur valor valore wert wertstellung wertstellungstag wertstellungsdatum valuta"
        " valutadatum valutierung rentedatum waarde rentedato valutadag arvopaiva erteknap",
    ),
    "amount": (
        "amount amt",
        "betrag umsatz montant importe monto importo bedrag transactiebedrag buchungsbetrag"
        " kwota belopp belob belop zahlungsbetrag montante castka objem suma osszeg osszege maara"
        " ποσο",
    ),
    "debit": (
        "debit debits debited withdrawal withdrawals withdrawn out outflow dr spent",
        "debito debitos debet soll dare addebito addebiti uscita uscite cargo cargos belastung"
        " belastungen lastschrift ausgang ausgange ausgabe ausgaben depense depenses retrait"
        " retraits gasto gastos af saida saidas obciazenia",
    ),
    "credit": (
        "credit credits credited deposit deposits deposited cr inflow received"
        " lodgement lodgements lodged",
        "credito creditos haben avere accredito accrediti entrata entrate abono abonos gutschrift"
        " gutschriften eingang eingange einnahme einnahmen recette recettes ingreso ingresos bij"
        " entradas uznania",
    ),
    "mark": (
        "indicator sign dc drcr crdr dbcr",
        "kennzeichen sollhaben sens segno signo creditdebet afbij",
    ),
    "balance": (
        "balance bal",
        "saldo saldos solde kontostand buchungssaldo restsaldo guthaben zustatek egyenleg",
    ),
    "currency": (
        "currency curr ccy",
        "wahrung waehrung devise divisa moneda monnaie munt muntsoort munteenheid valutacode moeda"
        " waluta mena devizanem devizaneme valuutta",
    ),
    "payee": (
        "name payee merchant counterparty counterpart vendor supplier party",
        "naam tegenpartij nombre nome controparte partner geschaftspartner zahlungsbeteiligter"
        " zahlungspartner gegenpartei tiers nom handelaar kontrahent namn navn"
        " kontrahenta nimi protistrany",
    ),
    "recipient": (
        "recipient beneficiary receiver",
        "beguenstigter begunstigter empfanger empfaenger zahlungsempfanger zahlungsempfaenger"
        " destinataire beneficiaire beneficiario destinatario begunstigde ontvanger"
        " mottagare mottaker modtager odbiorca odbiorcy maksunsaaja",
    ),
    "payer": (
        "sender payer remitter originator",
        "auftraggeber zahlungspflichtiger zahlungspflichtige ordenante ordinante emetteur"
        " opdrachtgever avsandare avsender afsender nadawca nadawcy zleceniodawca maksaja",
    ),
    "purpose": (
        "description label details detail memo narrative narration particulars remarks remark"
        " purpose text note notes comment subject message item service reference extended"
        " title",
        "verwendungszweck zweck vorgang buchungstext buchungsdetails beschreibung bezeichnung"
        " libelle designation motif communication communications mededeling mededelingen"
        " omschrijving concepto descripcion detalle observaciones causale descrizione dettagli"
        " avisierungstext artikel leistung position prestation article articulo articolo"
        " dienst buchungsinformation"
        " buchungsinformationen informations opis tytul rubrik tekst beskrivelse descricao"
        " beskrivning meddelande forklaring tittel historico titulo completa zprava poznamka popis"
        " szczegoly kozlemeny reszletek selitys viesti otsikko",
    ),
    "type": (
        "type code method subcategory",
        "typ art tipo soort mutatiesoort umsatzart umsatztyp transaktionstyp bewegungstyp"
        " rodzaj betalingstype",
    ),
    "category": (
        "category categories classification spending",
        "kategorie kategorien unterkategorie hauptkategorie categorie categoria rubrique",
    ),
    "account": (
        "account acct iban bban",
        "konto kontonummer kontonr rekening rekeningnummer compte cuenta conto auftragskonto"
        " tegenrekening gegenkonto referenzkonto",
    ),
    "own": (
        "my own",
        "auftragskonto referenzkonto mijn eigenes kontoinhaber kontoinhabers inhaber titulaire"
        " titular intestatario rekeninghouder",
    ),
    "other": ("", "tegenrekening gegenkonto contrepartie"),
    "ignored": (
        "exchange rate time converted",
        "kurs wechselkurs uhrzeit heure hora ora tijd",
    ),
    "fee": ("fee fees", "gebuhr gebuhren frais"),
    # What was paid abroad: beside an amount or a currency, else of no use.
    "foreign": (
        "original foreign local",
        "ursprung ursprungsbetrag fremdwahrung fremdwahrungsbetrag originalbetrag originalwahrung",
    ),
    "status": (
        "status state",
        "statut etat estado stato situacao zustand buchungsstatus umsatzstatus zahlungsstatus stav",
    ),
    "gross": ("gross", "brutto"),
    "net": ("net", "netto"),
    "quantity": (
        "quantity qty hours units pieces",
        "menge anzahl quantite cantidad quantita aantal stunden stuck heures horas",
    ),
    "price": (
        "price",
        "preis einzelpreis stuckpreis prix precio prezzo prijs stukprijs unitaire unitario",
    ),
    "total": (
        "total totals",
        "gesamt gesamtpreis gesamtbetrag summe totale totaal nettobetrag",
    ),
}
_IDLE = (
    "in of the de del della di der des und and e en la le l d et y o or a to by transaction trans"
    " transactions txn number no nr num numero running payment money paid r s unit each line full"
    " na trn mutatie nach po dopo after available current ledger bank euro euros from"
    " par per ht hors taxe tax zum am auf your"
    " counter utc gmt run transfer funds billing cash ecriture"
    " transakcji operacji rachunku w walucie transakce v mene uctu zauctovana zauctovany"
    " spracovania tranzakcio transaktion euroa contabil"
)
_NEUTRAL = frozenset(_IDLE.split())
_PHRASES: dict[str, Role] = {
    "+/-": "mark", "-/+": "mark", "+ / -": "mark", "s/h": "mark", "d/c": "mark", "c/d": "mark",
    "paid in": "credit", "money in": "credit", "payments in": "credit", "paid out": "debit",
    "in": "credit", "out": "debit", "account name": "account", "transaction": "purpose",
    "transaction reference": "purpose", "transactions": "purpose", "from": "payer",
    "to": "recipient", "value": "value", "originalbetrag": "original_amount",
    "originalwahrung": "original_currency", "ursprungsbetrag": "original_amount",
    "unit price": "price",
    "name zahlungsbeteiligter": "payee", "credit card": "ignored", "rate": "price",
    "booked/pending": "status", "pending/booked": "status", "booked / pending": "status",
    "created on": "date", "finished on": "booked", "account balance": "balance",
    "unit cost": "price", "rate/hr": "price", "transaction id": "bank_id", "id": "bank_id",
    "transaktionscode": "bank_id", "transaction code": "bank_id", "transfer wise id": "bank_id",
    "transaction number": "bank_id", "unique id": "bank_id", "transaktions-id": "bank_id",
    "umsatz-id": "bank_id", "transaktions-nr": "bank_id", "info": "status",
    "fitid": "bank_id", "reference number": "bank_id", "d/k": "mark", "dr/cr": "mark",
    "f.valor": "valued", "f. valor": "valued", "f. operativa": "booked", "f. operacion": "booked",
    "funds in": "credit", "funds out": "debit", "inn": "credit", "ut": "debit",
    "inn pa konto": "credit", "ut fra konto": "debit", "other party": "payee",
    "kwota transakcji": "amount",
}  # fmt: skip


def _meanings() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for meaning, languages in _WORDS.items():
        for word in " ".join(languages).split():
            found[word] = found.get(word, frozenset()) | {meaning}
    return found


_MEANINGS = _meanings()
_ENGLISH = frozenset(" ".join(english for english, _ in _WORDS.values()).split())
_LONGEST = 100
"""A longer cell is no heading."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OTHER_SIDE = frozenset({"payee", "recipient", "payer", "other"})


def roles(header: Sequence[str]) -> list[Role | None]:
    """What each heading means, or None where its words are not all known."""
    return [role(cell) if len(cell) <= _LONGEST else None for cell in header]


@lru_cache(maxsize=1024)
def role(heading: str) -> Role | None:
    """What one heading means."""
    heading = _folded(_CAMEL.sub(" ", heading))
    phrase = re.sub(r"\s*\([^)]*\)\s*|[£€$]", "", heading).strip(" .:*")
    if phrase in _PHRASES:
        return _PHRASES[phrase]
    words = [w for w in re.findall(r"[^\W\d_]+", heading) if not _is_neutral(w)]
    if not words or len(words) > 6 or any(word not in _MEANINGS for word in words):
        return None
    return _decided(frozenset().union(*(_MEANINGS[word] for word in words)))


def _is_neutral(word: str) -> bool:
    return word in _NEUTRAL or word.upper() in money.CURRENCIES


def _decided(meant: frozenset[str]) -> Role | None:
    """One role from all that the words of a heading mean; the first rule that fits."""
    for word, decide in _FIRST:
        if word in meant:
            return decide(meant)
    if {"debit", "credit"} <= meant or "mark" in meant:
        return "mark"
    if meant & _OTHER_SIDE:
        # `Nom du titulaire` is the holder, in every row the same.
        return "ignored" if "own" in meant else _side(meant)
    for known in _IN_ORDER:
        if known in meant:
            return known
    return "booked" if meant == {"booked"} else None


_IN_ORDER: tuple[Role, ...] = (
    "balance", "currency", "quantity", "price", "debit", "credit", "net", "gross", "amount",
    "total", "purpose", "category", "type", "value", "status",
)  # fmt: skip


def _day(meant: frozenset[str]) -> Role:
    """Which of the days of a booking a heading with a date in it means."""
    if "value" in meant:
        return "valued"
    if "booked" in meant:
        return "booked"
    return "made" if "begun" in meant else "date"


def _foreign(meant: frozenset[str]) -> Role:
    """`Amount (Foreign Currency)` is an amount, `Type Foreign Currency` the name of a currency."""
    if "amount" in meant:
        return "original_amount"
    return "original_currency" if "currency" in meant else "ignored"


def _account(meant: frozenset[str]) -> Role | None:
    if "currency" in meant or "balance" in meant:
        return "currency" if "currency" in meant else "balance"
    if meant & {"type", "amount", "purpose", "status"}:
        return "amount" if "amount" in meant else "ignored"
    if "own" in meant:
        return "own_account"
    return "other_account" if meant & _OTHER_SIDE else "account"


_FIRST: tuple[tuple[str, Callable[[frozenset[str]], Role | None]], ...] = (
    ("ignored", lambda _: "ignored"),
    ("fee", lambda _: "fee"),
    ("foreign", _foreign),
    ("date", _day),
    ("begun", lambda _: None),
    ("account", _account),
)
"""Words that decide, whatever else is in the heading."""


def _side(meant: frozenset[str]) -> Role:
    sides: list[Role] = [side for side in _SIDES if side in meant]
    return sides[0] if len(sides) == 1 else "payee"


_SIDES: tuple[Role, ...] = ("payee", "recipient", "payer")


def is_english(header: Sequence[str]) -> bool:
    """Whether no heading has a word of another language."""
    short = (cell for cell in header if len(cell) <= _LONGEST)
    words = (word for cell in short for word in re.findall(r"[^\W\d_]+", _folded(cell)))
    return all(word in _ENGLISH or word not in _MEANINGS for word in words)


def currency_of(heading: str) -> str | None:
    """The currency that a heading names: `Amount (EUR)`, `Paid out (£)`, `Montant en euros`."""
    tokens = re.findall(r"\b[A-Z]{3}\b|[A-Z]{0,2}\$|[€£¥₹]|\beuros?\b", heading, re.IGNORECASE)
    # In small letters too many codes are words: `all`, `try`, `top`.
    sure = (t for t in tokens if t.isupper() or len(t) != 3 or t in ("eur", "usd", "gbp", "chf"))
    known = (money.code(token) for token in sure)
    return next(filter(None, known), None)


_STROKES = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "đ": "d", "œ": "oe"})
"""Letters whose strokes are no accents, which nothing takes apart."""


@lru_cache(maxsize=2048)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", " ".join(text.casefold().split()).translate(_STROKES))
    return "".join(c for c in plain if not unicodedata.combining(c))

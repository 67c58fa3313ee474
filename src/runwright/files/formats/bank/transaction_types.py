"""What a booking is for, as far as its file alone tells.

First the bank's own code where it is plain, then the file's own category, then the words; a word
list never overrules what the file says itself. What needs other files is left to
`records.bookings`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from runwright.records.facts import TransactionType
from runwright.records.names import folded

_PLAIN_CODES: frozenset[TransactionType] = frozenset(
    {"salary", "cash", "fee", "interest", "refund", "own_transfer", "card_settlement", "investment",
     "tax"}
)  # fmt: skip
"""A transfer or a deposit may still be a salary, and a direct debit the bill of a card."""

_SETTLEMENT = re.compile(
    r"\b(?:kreditkarten?(?: ?konto)? ?(?:abrechnung|abr|rechnung|ausgleich|zahlung)\w*"
    r"|kartenabrechnung|kk abrechnung"
    r"|(?:abrechnung|ausgleich|einzug|lastschrift)(?: \w+)? (?:kreditkarte\w*|visa|mastercard|amex)"
    r"|(?:visa|mastercard|amex|barclaycard|miles more)(?: \w+)? (?:abrechnung|kartenabrechnung)"
    r"|credit c(?:ar|r)?d (?:payment|pymt|pmt|bill|autopay|auto pay|epay\w*)"
    r"|(?:payment|pymt|pmt|paid|transfer) (?:to|for) (?:\w+ ){0,4}(?:credit card|card ending in)"
    r"|(?:amex|american express|capital one|citi|citi card|discover|chase|barclaycard|synchrony"
    r"|applecard gsbank|bank of america|bk of amer)(?: \w+){0,3} (?:epayment|e payment|autopay"
    r"|auto pay|pymt|crcardpmt|online pmt|mobile pmt|crd autopay)"
    r"|(?:autopay|epayment|epay|bill pay\w*)(?: \w+){0,3} (?:visa|amex|mastercard|discover"
    r"|capital one|barclaycard|credit card)"
    r"|releve (?:de )?carte|carte a debit differe|debit differe"
    r"|pago (?:de )?tarjeta(?: de credito)?"
    r"|(?:recibo|liquidacion) (?:de )?(?:la )?(?:tarjeta|visa|mastercard)\w*"
    r"|addebito (?:saldo )?carta(?: di credito)?|saldo carta di credito"
    r"|creditcard ?(?:afrekening|incasso)|international card services)\b"
)
_ISSUER = re.compile(
    r"(?:american express|amex|barclaycard|viseca|swisscard|cornercard|diners club|advanzia"
    r"|international card services)\b"
)
"""Firms that do nothing but issue cards: whoever pays them from a bank account pays a card."""
_PAID_CARD = re.compile(
    r"\b(?:payments?|thank you|zahlung|einzug|ausgleich|autopay|auto pay|lastschrift|uberweisung"
    r"|einzahlung|pago|abono|paiement|prelevement|incasso|betaling|guthabenubertrag)\b"
)
"""On a card's own account, what arrives with these words pays the card."""
_THANKS = re.compile(
    r"\b(?:payment received|(?:online |mobile |auto ?pay |automatic )?payment thank you"
    r"|autopay payment|zahlung erhalten|zahlungseingang|zahlung dankend erhalten"
    r"|paiement recu|pago recibido|pagamento ricevuto|betaling ontvangen"
    r"|(?:hartelijk )?dank (?:voor|fur) (?:uw|ihre) (?:betaling|zahlung))\b"
)
_OWN = re.compile(
    r"\b(?:umbuchung|ubertrag (?:auf|von|vom|zu|eigen\w*)|kontoubertrag|eigenubertrag|pot transfer"
    r"|(?:transfer|xfer|trf|tfr|moved?|withdrawal|deposit) (?:to|from|into)"
    r" (?:(?!of\b)[a-z0-9]+ ){0,2}(?:savings?|sav|checking|chk|chequing|current account|pot|vault"
    r"|space|pocket|isa|money market|brokerage)"
    r"|(?:to|from) (?:pocket|vault|pot|space)\b"
    r"|(?:internal|own account|inter account|between accounts?)(?: \w+)? transfer|acct xfer"
    r"|transfer between (?:own|my|your)?(?: )?accounts"
    r"|top up (?:by|from|via|with)|topup by|exchanged (?:to|from)|currency conversion"
    r"|converted \w+(?: \w+){0,3} to|wahrungsumrechnung|balance migration"
    r"|(?:auf|vom|von|zum) (?:mein\w* )?(?:sparkonto|tagesgeld\w*|girokonto|extra konto)"
    r"|virement interne|virement (?:de|vers) (?:mon |votre )?(?:compte|livret)|vers (?:le )?livret"
    r"|traspaso(?: \w+)?|giroconto|transferencia entre (?:mis )?cuentas|transferencia interna"
    r"|(?:naar|van) (?:\w+ )?spaarrekening|overboeking eigen rekening"
    r"|bank deposit to pp account|bankgutschrift auf paypal konto|general withdrawal"
    r"|user initiated withdrawal|transfer to bank(?: account)?|abbuchung auf (?:das )?bankkonto"
    r"|von (?:ihrem )?bankkonto|general credit card (?:deposit|withdrawal))\b"
)
_CASH = re.compile(
    r"\b(?:atm|cash ?machine|cash ?point|cash (?:withdrawal|advance|deposit|wdl)|geldautomat\w*"
    r"|bargeld\w*|barauszahlung|bareinzahlung|abhebung|ga nr ?\d+|bankomat\w*|retrait(?: \w+)?"
    r"|cajero|reintegro|prelievo|prelevamento|geldopname|geldautomaat|levantamento|debit gab)\b"
)
_SALARY = re.compile(
    r"\b(?:gehalt\w*|lohn|lohn gehalt|bezuge|besoldung|dienstbezuge|payroll|salae?r(?:y|ies)?"
    r"|salae?rzahlung|wages?|dir dep|salaire|paie|nomina|stipendio|emolumenti|salaris|loon"
    r"|vencimento|ordenado|lonn)\b"
)
_INCOME = re.compile(
    r"\b(?:rente|rentenzahlung|rentenservice|pension|kindergeld|elterngeld|familienkasse"
    r"|bundesagentur|arbeitsagentur|social security|child benefit|universal credit|dwp"
    r"|retraite|caf|pole emploi|direct dep\w*)\b"
)
_FEE = re.compile(
    r"\b(?:(?:bank|account|card|atm|wire|transaction|overdraft|maintenance|service|monthly|late"
    r"|annual|foreign|transfer|plan|custody|exchange)(?: \w+)? fees?|fee|service charge"
    r"|charges for|auslandseinsatz\w*|dienstleistungspreis\w*|preis fur \w*paket"
    r"|entgelt\w*|kontofuhrung\w*|kontogebuhr\w*|kontoabschluss|abschlussentgelt"
    r"|rechnungsabschluss|abschluss per|kartengebuhr|kartenpreis|frais (?:de|bancaires|carte|tenue)"
    r"|commission d intervention|cotisation (?:carte|compte|offre)\w*|comision(?:es)?"
    r"|commissioni?(?: \w+)?|canone (?:mensile|conto|carta)|imposta di bollo"
    r"|kosten (?:rekening|betaalpas|pakket|\w*pakket)|bankkosten)\b"
)
_INTEREST = re.compile(
    r"\b(?:interest(?: (?:paid|payment|charge\w*|earned|credit))?|zinsen|habenzinsen|sollzinsen"
    r"|guthabenzinsen|zinsabschluss|apye?|interets|intereses|interessi|int paid)\b"
)
_TAX = re.compile(
    r"\b(?:finanzamt|steueramt|steuerverwaltung|einkommensteuer|einkommenssteuer|kfz steuer"
    r"|hauptzollamt"
    r"|bundeskasse|hmrc|irs|usataxpymt|tax (?:payment|pymt|refund|ref)|council tax|dgfip|impots?"
    r"|agencia tributaria|aeat|hacienda|agenzia (?:delle )?entrate|belastingdienst)\b"
)
_INVESTMENT = re.compile(
    r"\b(?:wertpapier\w*|sparplan\w*|etf|securities|brokerage|dividend\w*|trade republic"
    r"|scalable capital)\b"
)
_REFUND = re.compile(
    r"\b(?:refund\w*|erstattung\w*|ruc?ckerstattung|ruckvergutung|ruckzahlung|rueckerstattung"
    r"|rueckzahlung|retoure"
    r"|gutschrift (?:kauf|retoure|aus reklamation)|reversal|reversed|chargeback|cashback"
    r"|remboursement|devolucion|reembolso|rimborso|storno|stornierung|terugbetaling|merchandise"
    r" return|return|rucklastschrift|lastschriftruckgabe|returned (?:direct debit|payment))\b"
)
_CARD_REFUND = re.compile(
    r"\b(?:visa|mastercard|maestro|girocard|debitkarten?\w*|kreditkarten?umsatz|kartenzahlung\w*"
    r"|kaufumsatz|(?:card|pos) (?:payment|purchase))\b"
)
"""Money that comes back the way a card paid; `VISA H&M KOELN` is a purchase when it leaves."""
_BETWEEN_PEOPLE = re.compile(r"\b(?:twint|lydia|swish|vipps|mobilepay|satispay|payconiq|wero)\b")
"""Apps in which people pay each other, and shops too."""
_TRANSFER = re.compile(
    r"\b(?:transfer\w*|xfer|trnsfr|uberw|\w*uberweisung\w*|ueberweisung|dauerauftrag\w*"
    r"|standing order|faster payments?|fps|fpi|fpo|bacs|zelle|venmo|quickpay\w*|wire|virement|vir"
    r"|transferencia"
    r"|bizum|bonifico|overboeking|overschrijving|interac|trf|tfr|sent money|money sent"
    r"|received money|money received"
    r"|sent from|p2p|ubertrag|paym|tikkie)\b"
)
_BOUGHT = re.compile(
    r"\b(?:card payment|card purchase|debit card|visa|mastercard|kartenzahlung\w*|kartenkauf|pos"
    r"|direct debit|lastschrift\w*|basislastschrift|sepa elv|dd|d d|sale|purchase|betaalautomaat"
    r"|incasso|prelevement|recibo|adeudo|girocard|debit pos|ach debit)\b"
)

_LEAVING: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("card_settlement", _SETTLEMENT), ("own_transfer", _OWN), ("cash", _CASH), ("tax", _TAX),
    ("fee", _FEE), ("interest", _INTEREST), ("investment", _INVESTMENT), ("purchase", _BOUGHT),
    ("transfer", _TRANSFER),
)  # fmt: skip
_ARRIVING: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("refund", _REFUND), ("own_transfer", _OWN), ("salary", _SALARY), ("interest", _INTEREST),
    ("cash", _CASH), ("tax", _TAX), ("investment", _INVESTMENT), ("income", _INCOME),
    ("refund", _CARD_REFUND), ("transfer", _TRANSFER),
)  # fmt: skip

_CATEGORIES: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("card_settlement", re.compile(r"credit card payments?|kreditkarten?(?:abrechnung|zahlung)")),
    ("own_transfer", re.compile(
        r"umbuchung(?:en)?|own (?:account )?transfers?|internal transfers?|account transfers?"
        r"|savings?(?: transfers?)?|sparen|pots?|between accounts|transfer between accounts")),
    ("transfer", re.compile(r"transfers?|uberweisung(?:en)?|virements?|transferencias?|bonifici")),
    ("salary", re.compile(r"(?:income |einnahmen )?(?:salary|salaries|paycheck|payroll|wages"
                          r"|gehalt|lohn(?: gehalt)?|salaire|nomina|stipendio)")),
    ("refund", re.compile(r"refunds?|returns?|erstattung(?:en)?|remboursements?|rimborsi")),
    ("cash", re.compile(r"cash(?: withdrawals?)?(?: atm)?|atm(?: fee)?|bargeld|cash and atm"
                        r"|abhebung(?:en)?|retraits?")),
    ("fee", re.compile(r"(?:bank |card |finance )?(?:fees?|charges)(?: and charges)?|gebuhr(?:en)?"
                       r"|bankgebuhren|frais bancaires|fees adjustments")),
    ("interest", re.compile(r"interest(?: income| paid)?|zinsen|interets")),
    ("tax", re.compile(r"tax(?:es)?|steuern?|impots?|impuestos")),
    ("investment", re.compile(r"investments?|wertpapiere|geldanlage|brokerage")),
    ("income", re.compile(r"(?:other )?income|einnahmen?|einkommen|revenus?|ingresos|entrate")),
)  # fmt: skip
_NO_CATEGORY = frozenset({
    "", "general", "other", "others", "uncategorized", "uncategorised", "sonstiges", "sonstige",
    "unkategorisiert", "miscellaneous", "misc", "none", "n a", "autre", "autres", "otros", "altro",
    "overig", "payment", "payments", "default", "not categorized", "divers", "expenses", "ausgaben",
})  # fmt: skip

_LABELS: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("purchase", re.compile(
        r"(?:debit |visa |pos )?card (?:payment|purchase)|debit card|visa(?: debit)?|pos"
        r"|mastercard payment|(?:first )?direct debit|d d|dd|\w*lastschrift(?: \w+)?"
        r"|kartenzahlung|sale|(?:pos )?purchase|contactless|betaalautomaat|incasso|ach debit"
        r"|express checkout payment|preapproved payment bill user payment|website payment")),
    ("transfer", re.compile(
        r"transfer|(?:outgoing|incoming|bank|credit|funds) transfer|standing order|faster payments?"
        r"|fps|s o|so|\w*uberweisung(?: \w+)?|dauerauftrag|quickpay (?:debit|credit)|mobile payment"
        r"|overschrijving|virement|transferencia|bonifico|general payment")),
    ("cash", re.compile(r"atm(?: withdrawal)?|cash(?: withdrawal)?|cashpoint|geldautomat"
                        r"|bargeldauszahlung")),
    ("fee", re.compile(r"fees?|charge|entgelt\w*|payment fee|account fee")),
    ("interest", re.compile(r"interest|zinsen")),
    ("refund", re.compile(r"(?:card |payment )?refund|card credit|return|cashback"
                          r"|payment reversal")),
    ("salary", re.compile(r"salary|payroll|lohn gehalt|gehalt|lohn|gehalt rente")),
    ("own_transfer", re.compile(r"exchange|pot transfer|acct xfer|account transfer|umbuchung"
                                r"|ubertrag")),
)  # fmt: skip


@lru_cache(maxsize=512)
def of_label(cell: str) -> TransactionType | None:
    """What a bank's own label of a row means, where it has nothing but the label in it."""
    plain = folded(cell)
    return next((kind for kind, pattern in _LABELS if pattern.fullmatch(plain)), None)


def thanks_for_payment(text: str) -> bool:
    """Whether a card's own statement says with a text that the card was paid."""
    return _THANKS.search(folded(text[:200])) is not None


def pays_people(text: str) -> bool:
    """Whether a text names an app in which people pay each other."""
    return _BETWEEN_PEOPLE.search(folded(text[:500])) is not None


def decide(
    *,
    amount: Decimal | None,
    code: TransactionType | None,
    category: str,
    text: str,
    is_card: bool,
    to_person: bool = False,
) -> TransactionType:
    """The type of a booking; `to_person` says that a person's account or app was paid."""
    leaves = amount is None or amount < 0
    if code in _PLAIN_CODES and code is not None:
        return code
    if said := _of_category(folded(category), leaves):
        return said
    found = _of_words(folded(text[:500]), leaves, is_card, code)
    if found is None:
        return "transfer" if leaves and to_person else "purchase" if leaves else "other"
    return found


@lru_cache(maxsize=1024)
def _of_category(category: str, leaves: bool) -> TransactionType | None:
    if category in _NO_CATEGORY:
        return None
    for kind, pattern in _CATEGORIES:
        if pattern.fullmatch(category):
            return kind
    # `Groceries`, `Rent`: something was bought, whatever it was paid by.
    return "purchase" if leaves else None


@lru_cache(maxsize=8192)
def _of_words(
    text: str, leaves: bool, is_card: bool, code: TransactionType | None
) -> TransactionType | None:
    if is_card and not leaves and not _REFUND.search(text) and _PAID_CARD.search(text):
        return "card_settlement"
    if leaves and not is_card and _ISSUER.match(text):
        return "card_settlement"
    for kind, pattern in _LEAVING if leaves else _ARRIVING:
        if kind == "transfer" and code == "purchase":
            break
        if kind == "purchase" and code == "transfer":
            continue
        if pattern.search(text):
            return kind
    return "refund" if code == "purchase" and not leaves else code

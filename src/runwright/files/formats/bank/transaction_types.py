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

_WRITTEN_OUT = re.compile(
    "ueber|rueck|fuehr|buehr|fueg|waehr|verguet|zuege|kaeuf|geraet|auftraeg|kuendig|maess"
)
"""Stems in which banks without umlauts write two letters for one."""
_PLAIN_CODES: frozenset[TransactionType] = frozenset(
    {"salary", "cash", "fee", "interest", "refund", "own_transfer", "card_settlement", "investment",
     "tax"}
)  # fmt: skip
"""A transfer or a deposit may still be a salary, and a direct debit the bill of a card."""

_SETTLEMENT = re.compile(
    r"\b(?:kreditkarten?(?: ?konto)? ?(?:abrechnung|abr|rechnung|ausgleich|zahlung)\w*"
    r"|kartenabrechnung|kk abrechnung|kartensaldo"
    r"|(?:visa|mastercard|amex|karten?) monatsabrechnung|monatsabrechnung (?:visa|mastercard|amex)"
    r"|(?:abrechnung|ausgleich|einzug|lastschrift)(?: \w+)? (?:kreditkarte\w*|visa|mastercard|amex)"
    r"|(?:visa|mastercard|amex|barclaycard|miles more)(?: \w+)? (?:abrechnung|kartenabrechnung)"
    r"|credit c(?:ar|r)?d (?:payment|pymt|pmt|bill|autopay|auto pay|epay\w*)"
    r"|(?:payment|pymt|pmt|paid|transfer) (?:to|for) (?:\w+ ){0,4}(?:credit card|card ending in)"
    r"|(?:citi|chase|discover|capital one|bank of america|wells fargo|barclays|lloyds|hsbc|td|rbc"
    r"|cibc|bmo|scotia\w*) (?:credit )?(?:card|crd|cards|visa|mastercard)(?: \w+){0,3}"
    r" (?:payment|pymt|pmt|autopay|epay)"
    r"|cardmember serv\w*|card services? (?:payment|pymt)"
    r"|(?:amex|american express|capital one|citi|citi card|discover|chase|barclaycard|synchrony"
    r"|applecard gsbank|bank of america|bk of amer)(?: \w+){0,3} (?:epayment|e payment|autopay"
    r"|auto pay|pymt|crcardpmt|online pmt|mobile pmt|crd autopay)"
    r"|(?:autopay|epayment|epay|bill pay\w*)(?: \w+){0,3} (?:visa|amex|mastercard|discover"
    r"|capital one|barclaycard|credit card)"
    r"|releve (?:de )?carte|carte a debit differe|debit differe|facturettes? carte"
    r"|(?:reglement|prelevement) (?:\w+ ){0,2}carte de credit"
    r"|pago (?:de )?tarjeta(?: de credito)?"
    r"|(?:recibo|liquidacion) (?:de )?(?:la )?(?:tarjeta|visa|mastercard)\w*"
    r"|cargo (?:liquidacion|extracto) (?:de )?tarjeta|extracto (?:de )?tarjeta"
    r"|addebito (?:\w+ )?carta(?: di credito)?|saldo carta di credito|estratto conto carta"
    r"|credit ?card ?(?:afrekening|incasso|rekening)|afrekening (?:\w+ )?credit ?card)\b"
)
_ISSUER = re.compile(
    r"(?:(?:sepa|basislastschrift|lastschrift|einzug|direct|debit|dd|card|bill|online|payment|paid"
    r"|incasso|prelevement|prlv|adeudo|recibo|addebito|sdd|to|an|de|von|via|faster) )*"
    r"(?:american express|amex|barclaycard|viseca|swisscard|cornercard|diners club|advanzia"
    r"|int(?:l|ernational)? card services|ics cards?|cartasi|nexi|mbna|newday|vanquis|aquacard"
    r"|capital one (?:europe|uk)|wizink)\b"
)
"""Firms that do nothing but issue cards: whoever pays them from a bank account pays a card."""
_PAID_CARD = re.compile(
    r"\b(?:payments?|thank you|zahlung|einzug|ausgleich|autopay|auto pay|lastschrift|uberweisung"
    r"|einzahlung|pago|abono|paiement|prelevement|incasso|betaling|guthabenubertrag"
    r"|(?:karten|monats|kreditkarten)?abrechnung|kontoausgleich|saldoausgleich|settlement"
    r"|afrekening|aflossing|reglement|regolamento|pagamento|liquidacion|bill ?pay\w*|epayment"
    r"|direct debit)\b"
)
"""On a card's own account, what arrives with these words pays the card."""
_THANKS = re.compile(
    r"\b(?:payment received|(?:online |mobile |auto ?pay |automatic )?payment thank you"
    r"|autopay payment|zahlung erhalten|zahlungseingang|zahlung dankend erhalten"
    r"|paiement recu|pago recibido|pagamento ricevuto|pagamento recebido"
    r"|betaling ontvangen|betalning mottagen"
    r"|(?:hartelijk )?dank (?:voor|fur) (?:uw|ihre) (?:betaling|zahlung))\b"
)
_OWN = re.compile(
    r"^(?:sparziel|sparkonto|tagesgeld(?:konto)?|savings goal|spaardoel|spaarrekening"
    r"|objectif epargne|objetivo de ahorro|obiettivo di risparmio)\b"
    r"|\b(?:umbuchung|ubertrag (?:auf|von|vom|zu|eigen\w*)|kontoubertrag|eigenubertrag|pot transfer"
    r"|(?:transfer|xfer|trf|tfr|moved?|withdrawal|deposit) (?:to|from|into)"
    r" (?:(?!of\b)[a-z0-9]+ ){0,2}(?:savings?|sav|checking|chk|chequing|current account|pot|vault"
    r"|space|pocket|isa|money market|brokerage)"
    r"|(?:to|from) (?:pocket|vault|pot|space)\b"
    r"|(?:internal|own account|inter account|between accounts?)(?: \w+)? transfer|acct xfer"
    r"|transfer between (?:own|my|your)?(?: )?accounts"
    r"|top up (?:by|from|via|with)|topup by|exchanged (?:to|from)|currency conversion"
    r"|transfer (?:to|from) (?:usd|cad|eur|gbp|aud|nzd|chf)"
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
    r"\b(?:atm|cash ?machine|cash ?point|cash ?zone|cash (?:withdrawal|advance|deposit|wdl|out)"
    r"|withdrawal at|branch withdrawal|counter withdrawal|link \w+ cash"
    r"|geldautomat\w*|bargeld\w*|bar(?:auszahlung|einzahlung|verfugung|abhebung|geldabhebung)"
    r"|(?:aus|ein)zahlung (?:am )?(?:gaa?|ga nr\w*|automat\w*|schalter|kasse)|gaa|ga nr ?\w*\d+"
    r"|geldauszahlung|abhebung|bankomat\w*|bancomat prelievo|retraits?(?: \w+)?|ret dab"
    r"|versement especes|cajeros?(?: \w+)?|reintegro|retirada (?:de )?efectivo|ret efectivo"
    r"|disposicion (?:de )?efectivo|ingreso (?:de |en )?efectivo|preliev[oi]|prelevament[oi]"
    r"|versamento contanti|geldopname\w*|geldautomaat|geldmaat|gea|kasopname|contante\w*"
    r"|opname (?:\w+ )?automaat|storting geld\w*|levantamento|debit gab)\b"
)
_CASH_FEE = re.compile(
    r"\b(?:atm|cash|geldautomat\w*|bargeld\w*|abhebung|withdrawal|geldopname)(?: \w+){0,3}"
    r" (?:fees?|charge|surcharge|entgelt|gebuhr|kosten)\b"
    r"|\b(?:entgelt|gebuhr|provision|frais|commissioni?|comision|kosten|fee|charge)"
    r"(?: \w+){0,3} (?:atm|cash|geldautomat\w*|bargeld\w*|abhebung|retraits?|preliev[oi]|cajeros?"
    r"|geldopname\w*)\b"
)
"""What a machine took for giving money."""
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
    r"|charges for|auslandseinsatz\w*|(?:dl )?preisabschluss"
    r"|gebuhr(?:en)? (?:fremdwahrung|ausland|bargeld|\w*karte|uberweisung|buchung)\w*"
    r"|dienstleistungspreis\w*|preis fur \w*paket"
    r"|service charges?|(?:account|bank|card|late payment|overdraft) charges?"
    r"|(?:auslands|konto|buchungs|karten|verwahr|bargeld)\w*entgelte?|entgelt\w*|kontofuhrung\w*"
    r"|konto(?:gebuhr|preis|pauschale|paket)\w*"
    r"|(?:bank|jahres|karten|depot|buchungs|porto|scheck|fremd)gebuhr\w*"
    r"|kontoabschluss|abschlussentgelt|depotpreis|(?:bank|konto|depot)spesen"
    r"|rechnungsabschluss|abschluss per|kartengebuhr|kartenpreis|frais (?:de|bancaires|carte|tenue)"
    r"|frais (?:sur|virement)|tenue de compte|agios?"
    r"|commission (?:d intervention|de mouvement|carte|change)|commissions? bancaires?"
    r"|cotisation (?:mensuelle |annuelle )?(?:carte|compte|offre|bancaire|visa|mastercard|esprit"
    r"|eurocompte|formule|package)\w*|comision(?:es)?|cuota (?:tarjeta|mantenimiento|anual tarjeta)"
    r"|mantenimiento (?:de )?(?:la )?cuenta|gastos (?:bancarios|de gestion|correo)"
    r"|commissioni?(?: \w+)?|canone (?:mensile|annuo|conto|carta|\w+ conto)|imposta di bollo"
    r"|spese (?:tenuta|conto|bancarie|di gestione|per operazion\w+|invio)|competenze"
    r"|kosten (?:rekening|betaalpas|gebruik|pakket|\w*pakket)|bankkosten|kosten tweede \w+"
    r"|(?:betaal|rekening|oranje|bank)pakket|(?:rabo|ing|abn amro|sns|asn|knab)"
    r"(?: \w+){0,4} pakket|bijdrage (?:betaal)?rekening|(?:betaal|credit)pas bijdrage"
    r"|provisionskosten|periodieke kosten)\b"
)
_INTEREST = re.compile(
    r"\b(?:interest(?: (?:paid|payment|charge\w*|earned|credit))?|zinsen|habenzinsen|sollzinsen"
    r"|guthabenzinsen|zinsabschluss|apye?|interets|intereses|interessi|int paid)\b"
)
_TAX = re.compile(
    r"\b(?:finanzamt|steueramt|steuerverwaltung|einkommensteuer|einkommenssteuer|kfz steuer"
    r"|hauptzollamt"
    r"|bundeskasse|hmrc|irs|usataxpymt|tax (?:payment|pymt|refund|ref)|council tax|dgfip|impots?"
    r"|(?:dept|department)(?: of)? rev(?:enue)?|franchise tax b\w+|canada revenue|receiver general"
    r"|cra (?:revenue )?(?:gst|hst|instal\w*|tax\w*)|revenue commissioners|inland revenue"
    r"|agencia tributaria|aeat|hacienda|agenzia (?:delle )?entrate|belastingdienst)\b"
)
_INVESTMENT = re.compile(
    r"\b(?:wertpapier\w*|sparplan\w*|etf|securities|brokerage|dividend\w*|trade republic"
    r"|scalable capital)\b"
)
_REFUND = re.compile(
    r"\b(?:refund\w*|re?fnd|(?:ruck|kauf|fahrpreis|teil)?erstattung\w*|ruckvergutung|ruckzahlung|ruckbuchung"
    r"|retour(?:e|en|nering|zending)?|ruckgabe|widerspruch|ruckruf|ruckuberweisung|zuruckgezahlt"
    r"|(?:visa|mastercard|karten|kreditkarten|teil|waren) ?gutschrift|wiedergutschrift"
    r"|gutschrift (?:kauf|retoure|aus reklamation)|reversal|reversed|chargeback|cashback"
    r"|dispute credit|provisional credit|credit voucher|fee waive\w*|unpaid (?:direct debit|item)"
    r"|remboursement|rbt|annulation|avoir|rejet(?: de)? (?:prelevement|virement)|extourne"
    r"|(?:prlv|prelevement) (?:rejete|impaye)|regularisation"
    r"|devolucion|dev recibo|reembolso|anulacion|retrocesion|abono por devolucion"
    r"|rimborso|ristorno|insoluto|riaccredito|reso|storno|storni\w*|stornering|gestorniert"
    r"|terugbetaling|terugboeking|terugstorting|teruggave|creditnota|merchandise return"
    r"|returned?|rucklast\w*|(?:lastschrift|\w*)ruckgabe|lastschriftretoure)\b"
)
_CARD_REFUND = re.compile(
    r"\b(?:visa|mastercard|maestro|girocard|debitkarten?\w*|kreditkarten?umsatz|kartenzahlung\w*"
    r"|kaufumsatz|(?:card|pos) (?:payment|purchase))\b"
)
"""Money that comes back the way a card paid; `VISA H&M KOELN` is a purchase when it leaves."""
_BETWEEN_PEOPLE = re.compile(r"\b(?:twint|lydia|swish|vipps|mobilepay|satispay|payconiq|wero)\b")
"""Apps in which people pay each other, and shops too."""
_SENT_TO = re.compile(r"\b(?:zelle|venmo|bizum|interac)(?: (?:payment|transfer|e transfer))? to\b")
"""Behind whom money was sent to stands what the sender wrote: `LATE FEE JUN` is no bank's fee."""
_TRANSFER = re.compile(
    r"\b(?:transfer\w*|xfer|trnsfr|uberw|\w*uberweisung\w*|dauerauftrag\w*"
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
    ("card_settlement", _SETTLEMENT), ("own_transfer", _OWN), ("fee", _CASH_FEE), ("cash", _CASH),
    ("tax", _TAX),
    ("fee", _FEE), ("interest", _INTEREST), ("investment", _INVESTMENT), ("purchase", _BOUGHT),
    ("transfer", _TRANSFER),
)  # fmt: skip
_SENT = tuple(e for e in _LEAVING if e[0] in ("card_settlement", "own_transfer", "transfer"))
_ARRIVING: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("refund", _REFUND), ("own_transfer", _OWN), ("salary", _SALARY), ("interest", _INTEREST),
    ("cash", _CASH), ("tax", _TAX), ("investment", _INVESTMENT), ("income", _INCOME),
    ("refund", _CARD_REFUND), ("transfer", _TRANSFER),
)  # fmt: skip
_BANKING = (
    _THANKS, _SETTLEMENT, _OWN, _CASH, _SALARY, _FEE, _INTEREST, _TRANSFER, _BOUGHT, _TAX,
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
    "overig", "fee interest charge", "fees interest", "payment", "payments", "default",
    "not categorized", "divers", "expenses", "ausgaben",
})  # fmt: skip

_RUN_TOGETHER = re.compile(r"\b(posc?|atm)([0-9]{2}[a-z]{3})\b")
_WITHIN = re.compile(r"(?<=\w)[-:>|](?=\w)|\s[-:>|/]\s|:\s|(?<=\w)/(?=\w)")
"""What parts an outer category from an inner one: `Fees & Adjustments-Fees`, `Income: Salary`."""
_NO_CATEGORY_OF = re.compile(
    r"(?:sonstige|andere|ubrige|other|misc\w*|general|autres?|otr[oa]s|altr[ei]|overige?)"
    r" (?:ausgaben?|einnahmen?|expenses?|spending|payments?|depenses?|recettes?|revenus?|gastos?"
    r"|ingresos?|spese|uscite|entrate|uitgaven|inkomsten|transactions?)"
)
"""`Sonstige Ausgaben` says no more than the sign of the amount."""
_SHOPPED = re.compile(
    r"\b(?:shopping|shops?|merchandise|purchases?|retail|grocer(?:y|ies)|supermarkets?|eating|dining"
    r"|restaurants?|food|drinks?|entertainment|leisure|cloth(?:ing|es)|fashion|electronics|pharmacy"
    r"|beauty|travel|hotels?|holidays?|transport\w*|fuel|gas|hobb(?:y|ies)|sports?|books?"
    r"|subscriptions?|lebensmittel|supermarkt|einkauf\w*|einkaufe|freizeit|kleidung|mode|drogerie"
    r"|reisen?|urlaub|verkehr|mobilitat|haushalt|elektronik|apotheke|gastronomie|tanken"
    r"|unterhaltung|bucher|medien|courses|alimentation|achats?|loisirs?|vetements|voyages?"
    r"|habillement|boodschappen|winkelen|kleding|horeca|vervoer|vakantie|spesa|acquisti|ristoranti"
    r"|abbigliamento|viaggi|svago|compras|supermercados?|ocio|ropa|viajes|restaurantes)\b"
)
"""Money that arrives under what shops are filed under was paid there before."""
_GIVEN = re.compile(
    r"\b(?:gifts?|presents?|family|friends?|pocket money|allowance|geschenke?|familie|freunde"
    r"|taschengeld|cadeaux?|famille|regalos?|familia|regali|famiglia|kado|zakgeld)\b"
)
"""What a person may be sent money for, and what shops sell, too."""

_LABELS: tuple[tuple[TransactionType, re.Pattern[str]], ...] = (
    ("purchase", re.compile(
        r"(?:debit |visa |pos )?card (?:payment|purchase)|debit card|visa(?: debit)?|pos"
        r"|mastercard payment|(?:first )?direct debit|d d|dd|\w*lastschrift(?: \w+)?"
        r"|kartenzahlung|sale|(?:pos )?purchase|contactless|betaalautomaat|incasso|ach debit"
        r"|express checkout payment|preapproved payment bill user payment|website payment")),
    ("transfer", re.compile(
        r"transfer|(?:outgoing|incoming|bank|credit|funds) transfer|standing order|faster payments?"
        r"|fps|ft|s o|so|fpi|fpo|mpi|mpo|\w*uberweisung(?: \w+)?|dauerauftrag"
        r"|quickpay (?:debit|credit)"
        r"|mobile payment|overschrijving|virement|transferencia|bonifico|general payment")),
    ("cash", re.compile(r"atm(?: withdrawal)?|cash(?: withdrawal)?|cashpoint|cpt|csh|geldautomat"
                        r"|bargeldauszahlung|(?:aus|ein)zahlung gaa?|geldautomaat|geldopname"
                        r"|retrait(?: dab)?|prelievo(?: bancomat)?|reintegro(?: cajero)?|c l|cdm")),
    ("fee", re.compile(r"fees?|charge|chg|entgelt\w*|payment fee|account fee")),
    ("interest", re.compile(r"interest|int|zinsen")),
    ("refund", re.compile(r"(?:card |payment )?refund|card credit|return|cashback"
                          r"|payment reversal|(?:visa|karten) gutschrift|\w*rucklastschrift"
                          r"|storno(?: \w+){0,2}|remboursement|rimborso|devolucion")),
    ("card_settlement", re.compile(r"(?:visa |mastercard )?(?:kredit)?kartenabrechnung"
                                   r"|credit card payment")),
    ("salary", re.compile(r"salary|payroll|lohn gehalt|gehalt|lohn|gehalt rente")),
    ("own_transfer", re.compile(r"exchange|pot transfer|acct xfer|account transfer|umbuchung"
                                r"|ubertrag")),
)  # fmt: skip


@lru_cache(maxsize=512)
def of_label(cell: str) -> TransactionType | None:
    """What a bank's own label of a row means, where it has nothing but the label in it."""
    plain = _plain(cell)
    return next((kind for kind, pattern in _LABELS if pattern.fullmatch(plain)), None)


def of_code(code: TransactionType | None, label: str) -> TransactionType | None:
    """What a bank says with a code and its own label, `LASTSCHRIFT`, of the same booking.

    Banks give whatever they have no better code for that of their own charges (805); their words
    are then right.
    """
    return (of_label(label) or code) if code == "fee" else code


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """A folded text in which German words have one spelling, with or without an umlaut, and marks
    stand apart from the day: `ATM08AUG`."""
    plain = _RUN_TOGETHER.sub(r"\1 \2", folded(text))
    return _WRITTEN_OUT.sub(lambda found: found[0].replace("ue", "u").replace("ae", "a"), plain)


def thanks_for_payment(text: str) -> bool:
    """Whether a card's own statement says with a text that the card was paid."""
    return _THANKS.search(_plain(text[:200])) is not None


def is_banking(text: str) -> bool:
    """Whether a text has a word by which banks say how or why money moved."""
    plain = _plain(text[:200])
    return any(pattern.search(plain) for pattern in _BANKING)


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
    if is_card and not leaves and thanks_for_payment(text):
        return "card_settlement"
    if said := _of_category(_narrowest(category), leaves, code):
        return said
    found = _of_words(_plain(text[:500]), leaves, is_card, code)
    if found is None and not leaves and _SHOPPED.search(folded(category)):
        return "refund"
    if found is None:
        return "transfer" if leaves and to_person else "purchase" if leaves else "other"
    return found


@lru_cache(maxsize=1024)
def _narrowest(category: str) -> str:
    """A category, folded; of one within another, `Fees-Late Fees`, the inner one if it is known."""
    inner = folded(_WITHIN.split(category)[-1])
    known = any(kind in _PLAIN_CODES and shape.fullmatch(inner) for kind, shape in _CATEGORIES)
    return inner if known else folded(category)


@lru_cache(maxsize=1024)
def _of_category(
    category: str, leaves: bool, code: TransactionType | None
) -> TransactionType | None:
    if category in _NO_CATEGORY or _NO_CATEGORY_OF.fullmatch(category):
        return None
    for kind, pattern in _CATEGORIES:
        if pattern.fullmatch(category):
            return kind
    if code == "transfer" and _GIVEN.search(category):
        return "transfer"
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
    going = _SENT if _SENT_TO.search(text) else _LEAVING
    for kind, pattern in going if leaves else _ARRIVING:
        if kind == "transfer" and code == "purchase":
            break
        if kind == "purchase" and code == "transfer":
            continue
        if pattern.search(text):
            return kind
    return "refund" if code == "purchase" and not leaves else code

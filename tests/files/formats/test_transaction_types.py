"""What a booking is for, by the words and codes of banks in six languages."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from files.formats import test_camt
from runwright.files.formats.bank import csv, mt940, transaction_types
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction, TransactionType

READING = Reading("export.csv", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def kind(
    text: str,
    amount: str = "-20.00",
    *,
    code: TransactionType | None = None,
    category: str = "",
    is_card: bool = False,
) -> str:
    return transaction_types.decide(
        amount=Decimal(amount), code=code, category=category, text=text, is_card=is_card
    )


@pytest.mark.parametrize(
    "text",
    [
        "Auszahlung GAA Sparkasse Ulm", "GA NR00127733 VR Bank Binz", "Bargeldauszahlung",
        "GEA, Betaalpas Geldmaat Markt 3,PAS113", "ATM WITHDRAWAL AUTHORIZED ON 08/19",
        "CASHZONE CARDIFF", "RETRAIT DAB 12/03 LYON", "PRELIEVO BANCOMAT ROMA",
        "REINTEGRO CAJERO 4411", "Barverfuegung",
    ],
)  # fmt: skip
def test_money_from_a_machine_is_cash(text: str) -> None:
    assert kind(text) == "cash"


@pytest.mark.parametrize(
    "text",
    [
        "ABN AMRO Bank N.V. BetaalPakket Plus", "Entgelt Kontofuehrung Juni", "MONTHLY SERVICE FEE",
        "COTISATION CARTE VISA", "Frais de tenue de compte", "SPESE TENUTA CONTO",
        "COMISION MANTENIMIENTO", "NON-NETWORK ATM FEE", "Entgelt Bargeld Ausland",
        "FRAIS RETRAIT HORS ZONE",
    ],
)  # fmt: skip
def test_what_the_bank_takes_is_a_fee_also_for_cash(text: str) -> None:
    assert kind(text) == "fee"


@pytest.mark.parametrize(
    "text",
    [
        "Fitness Rückgabe/Widerspruch Lastschrift", "RUECKLASTSCHRIFT", "Retour bestelling 5500",
        "STORNO SEPA INCASSO", "UNPAID DIRECT DEBIT REVERSAL", "REJET PRELEVEMENT EDF",
        "Terugboeking incasso", "DEVOLUCION RECIBO", "RIMBORSO AMAZON", "Chargeback",
    ],
)  # fmt: skip
def test_what_comes_back_is_a_refund(text: str) -> None:
    assert kind(text, "20.00") == "refund"


@pytest.mark.parametrize(
    "text",
    [
        "INT CARD SERVICES Uw afrekening creditcard 08-2026", "CITI CARD ONLINE PAYMENT 250904",
        "DIRECT DEBIT PAYMENT TO BARCLAYCARD REF 49", "VISA-MONATSABRECHNUNG 4871XXXX2206",
        "RECIBO TARJETA VISA", "ADDEBITO CARTA DI CREDITO", "Chase Card Services Payment",
    ],
)  # fmt: skip
def test_a_bill_of_a_card_is_known_by_its_issuer_or_its_words(text: str) -> None:
    assert kind(text) == "card_settlement"


@pytest.mark.parametrize(
    "text", ["Summe Monatsabrechnung Visa", "PAYMENT RECEIVED - THANK YOU", "Afrekening augustus"]
)
def test_what_settles_a_card_arrives_on_it(text: str) -> None:
    assert kind(text, "180.00", is_card=True) == "card_settlement"


@pytest.mark.parametrize(
    "text",
    ["Monatsabrechnung Stadtwerke Ulm", "Basispakket zorgverzekering", "CHASE MORTGAGE PAYMENT",
     "Cotisation annuelle club de judo"],
)  # fmt: skip
def test_words_that_others_use_too_leave_a_purchase_what_it_is(text: str) -> None:
    assert kind(text) == "purchase"


def test_a_category_that_says_only_expenses_leaves_the_label_its_say() -> None:
    assert kind("Ina Holt Miete", code="transfer", category="Sonstige Ausgaben") == "transfer"
    assert kind("Ina Holt Miete", code="transfer", category="Wohnen") == "purchase"
    assert kind("Ina Holt", code="transfer", category="GIFTS") == "transfer"
    assert kind("Spielwaren Ulm", code="purchase", category="GIFTS") == "purchase"


def test_money_that_arrives_under_shopping_is_a_refund_unless_somebody_sent_it() -> None:
    assert kind("Argos", "18.50", category="SHOPPING") == "refund"
    assert kind("Ina Holt", "18.50", category="EATING_OUT", code="transfer") == "transfer"
    assert kind("Ina Holt", "18.50", category="Nebenjob") == "other"


def test_the_words_of_the_bank_overrule_its_code_for_charges() -> None:
    code = "<BkTxCd><Prtry><Cd>NMSC+805</Cd></Prtry></BkTxCd><AddtlNtryInf>{}</AddtlNtryInf>"
    labels = ["LASTSCHRIFT", "UEBERWEISUNG", "ENTGELT Juni"]
    rows = [test_camt.entry(extra=code.format(label)) for label in labels]
    assert [_type(draft) for draft in test_camt.bookings(*rows)] == ["purchase", "transfer", "fee"]
    text = ":20:X\n:25:1\n:60F:C260801EUR1,00\n:61:260802D5,00NMSC\n:86:805?00LASTSCHRIFT?32Bad\n"
    assert [_type(d) for d in mt940.read(text, READING) if isinstance(d, Draft)][:1] == ["purchase"]


def _type(draft: Draft) -> str:
    assert isinstance(draft.facts, Transaction)
    return draft.facts.type


def test_a_reversal_is_never_from_the_accounts_holder() -> None:
    owner = (
        "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ownr><Nm>Ina Holt</Nm></Ownr></Acct>"
    )
    sides = "<Dbtr><Nm>INA HOLT</Nm></Dbtr>{}"
    back = "<RvslInd>true</RvslInd>"
    names = []
    for other in ("<Cdtr><Nm>Stadtbad</Nm></Cdtr>", ""):
        details = f"<TxDtls><RltdPties>{sides.format(other)}</RltdPties></TxDtls>"
        row = test_camt.entry(mark="CRDT", extra=back, details=details)
        found = [d for d in test_camt.drafts(test_camt.document(owner, row)) if d.row]
        names += [draft.title for draft in found]
    assert names == ["Stadtbad", ""]


def test_a_short_statement_with_a_line_still_open_is_read() -> None:
    text = (
        "Buchungstag;Empfänger;Verwendungszweck;Betrag;IBAN Kontoinhaber\n"
        "offen;Café Blau;Kaffee;-3,20;DE89370400440532013000\n"
        "02.08.2026;Stadtbad;Eintritt;-4,50;DE89370400440532013000\n"
        "01.08.2026;Ina Holt;Miete;-500,00;DE89370400440532013000\n"
    )
    found = [d.facts for d in csv.read(text, READING) if isinstance(d, Draft)]
    rows = [f for f in found if isinstance(f, Transaction)]
    assert [f.status for f in rows] == ["pending", "booked", "booked"]
    assert {f.account for f in rows} == {"DE89370400440532013000"}


@pytest.mark.parametrize("text", ["Saldo DL-Preisabschluss", "Gebühr Fremdwährung Debitkarte"])
def test_what_swiss_banks_take_is_a_fee(text: str) -> None:
    assert kind(text) == "fee"


def test_the_fee_of_an_office_is_no_fee_of_the_bank() -> None:
    assert kind("Gebühren Kita Sonnenhof") == "purchase"


def test_a_category_within_another_says_what_the_inner_one_says() -> None:
    assert kind("LATE PAYMENT", category="Fees & Adjustments-Fees & Adjustments") == "fee"
    assert kind("ACME LTD", "900.00", category="Income: Salary") == "salary"
    assert kind("PEAK RAIL", category="Travel-Rail Services") == "purchase"


def test_a_savings_goal_is_an_own_account_unless_somebody_else_is_paid_for_one() -> None:
    assert kind("Sparziel Fahrrad monatlich") == "own_transfer"
    assert kind("Nina Vogel Sparziel Fahrrad") == "purchase"


def test_barclays_calls_a_transfer_ft() -> None:
    assert transaction_types.of_label("FT") == "transfer"


@pytest.mark.parametrize(
    "text",
    ["CRA INSTALMENT TXI", "OREGON DEPT REV", "CA FRANCHISE TAX BO", "REVENUE COMMISSIONERS LPT"],
)
def test_tax_offices_of_other_countries_are_paid_taxes(text: str) -> None:
    assert kind(text) == "tax"


@pytest.mark.parametrize("text", ["TD VISA          PYMT", "RBC MASTERCARD 4417 PAYMENT"])
def test_a_bank_and_the_brand_of_its_card_name_a_card_that_is_paid(text: str) -> None:
    assert kind(text) == "card_settlement"


def test_the_codes_of_british_banks_tell_cash_and_transfers() -> None:
    assert transaction_types.of_label("CPT") == "cash"
    assert transaction_types.of_label("FPO") == "transfer"


def test_thanks_on_a_card_are_its_payment_whatever_category_the_file_gives() -> None:
    thanked = kind("Payment, Thank You", "338.81", category="Transfer", is_card=True)
    assert thanked == "card_settlement"


@pytest.mark.parametrize(
    ("label", "expected"),
    [("C/L", "cash"), ("CDM", "cash"), ("CHG", "fee"), ("INT", "interest"), ("POS", "purchase")],
)
def test_what_natwest_writes_shortly_says_what_kind_of_booking_it_is(
    label: str, expected: str
) -> None:
    assert transaction_types.of_label(label) == expected


def test_what_is_written_with_money_for_a_person_makes_it_no_fee() -> None:
    assert kind("ZELLE TO HILLTOP LOFTS ON 06/09 REF #RP01 2B LATE FEE JUN") == "transfer"
    assert kind("ZELLE TRANSFER FEE") == "fee"

"""What the lines of an export say beside day and amount: their state, their other day, the card."""

from __future__ import annotations

from datetime import UTC, datetime
from types import ModuleType
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import camt, channels, csv, kinds, names, ofx, qif, states
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

NOW = datetime(2026, 11, 15, tzinfo=UTC)
REVERTED = (
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
    "TRANSFER,Current,2026-08-01 10:00:00,2026-08-02 11:00:00,To Rosa Lind,-20.00,0,EUR,"
    "COMPLETED,80.00\n"
    "CARD_PAYMENT,Current,2026-08-06 10:00:00,,Bergbahn,-9.00,0,EUR,PENDING,\n"
    "CARD_PAYMENT,Current,2026-08-04 10:00:00,,Kino Lux,-12.00,0,EUR,REVERTED,\n"
    "CARD_PAYMENT,Current,2026-08-04 10:00:00,,Kino Lux,-12.00,0,EUR,DECLINED,\n"
    "TOPUP,Savings,2026-08-05 10:00:00,2026-08-05 11:00:00,Payment from Alm Ltd,100.00,0,EUR,"
    "COMPLETED,180.00\n"
)
STATED = (
    "Buchungstag;Valuta;Empfänger;Verwendungszweck;Betrag;Währung;Buchungsstatus\n"
    "02.08.2026;03.08.2026;Stadtbad;Eintritt;-4,50;EUR;Gebucht\n"
    ";05.08.2026;Café Blau;Kaffee;-3,20;EUR;Vorgemerkt\n"
    "06.08.2026;06.08.2026;Ina Holt;Miete;-500,00;EUR;Abgelehnt\n"
    "07.08.2026;07.08.2026;Ina Holt;Miete;-510,00;EUR;Gebucht\n"
)


def drafts(text: str, reader: ModuleType = csv, filename: str = "export.csv") -> list[Draft]:
    reading = Reading(filename, NOW, ZoneInfo("Europe/Berlin"))
    return [part for part in reader.read(text, reading) if isinstance(part, Draft)]


def statuses(text: str) -> list[str]:
    return [draft.facts.status for draft in drafts(text) if isinstance(draft.facts, Transaction)]


def test_a_line_that_never_happened_is_no_booking() -> None:
    assert [draft.amount for draft in drafts(REVERTED)] == ["-20.00", "-9.00", "-12.00", "100.00"]
    assert [draft.amount for draft in drafts(STATED)] == ["-4.50", "-3.20", "-510.00"]


def test_a_line_that_was_taken_back_is_kept_and_says_so() -> None:
    assert statuses(REVERTED) == ["booked", "pending", "reversed", "booked"]
    assert "reverted" in drafts(REVERTED)[2].text


@pytest.mark.parametrize("state", ["Reversed", "RETURNED", "Storniert"])
def test_each_word_for_taken_back_is_known(state: str) -> None:
    assert statuses(REVERTED.replace("REVERTED", state))[2] == "reversed"


def test_a_pending_line_is_a_booking_that_says_so() -> None:
    assert "pending" in drafts(REVERTED)[1].text
    assert "vorgemerkt" in drafts(STATED)[1].text


@pytest.mark.parametrize(
    ("cell", "state"),
    [
        ("COMPLETED", "booked"), ("", "booked"), ("Gebucht", "booked"), ("Pending", "open"),
        ("Annulée", "reversed"), ("Cancelled by user", "reversed"), ("Rechazada", "void"),
        ("Nicht ausgeführt", "void"), ("Not booked yet", "open"), ("Refunded", "open"),
    ],
)  # fmt: skip
def test_the_word_for_a_state_is_understood(cell: str, state: str) -> None:
    assert states.state(cell) == state


def test_an_empty_day_is_taken_from_the_same_line_and_not_from_the_one_above() -> None:
    days = [draft.at for draft in drafts(REVERTED)]
    assert days == ["2026-08-02", "2026-08-06", "2026-08-04", "2026-08-05"]
    assert [draft.at for draft in drafts(STATED)] == ["2026-08-02", "2026-08-05", "2026-08-07"]


def test_a_day_that_is_printed_once_still_counts_for_the_lines_below() -> None:
    text = "Date,Description,Amount,Balance\n2026-08-02,Bread,-1.00,9.00\n,Milk,-2.00,7.00\n"
    assert [draft.at for draft in drafts(text)] == ["2026-08-02", "2026-08-02"]


def test_a_column_tells_the_kind_of_account_line_by_line() -> None:
    first, *_, last = drafts(REVERTED)
    assert first.text.endswith(", account checking")
    assert last.text.endswith(", account savings")


def test_a_product_that_is_sold_is_no_kind_of_account() -> None:
    text = "Date,Product,Description,Amount\n2026-08-02,Savings,Bread,-1.00\n2026-08-03,Lamp,B,-2\n"
    assert not any("account" in draft.text for draft in drafts(text))


CARD_IN_EVERY_ROW = (
    "Transaction Date,Posted Date,Card No.,Description,Debit,Credit\n"
    "2026-08-01,2026-08-03,3003,STONE CAFE,12.00,\n2026-08-02,2026-08-03,3003,REFUND,,5.00\n"
)
CARD_IN_SOME = CARD_IN_EVERY_ROW.replace("3003,REFUND", ",REFUND")
TITLED = "Kreditkarte 4711;;\n\nDatum;Beschreibung;Betrag (EUR)\n01.08.2026;Kiosk;-2,00\n"
PLAIN = "Date,Description,Amount\n2026-08-01,Kiosk,-2.00\n"


@pytest.mark.parametrize(
    ("text", "filename", "kind"),
    [
        (CARD_IN_EVERY_ROW, "export.csv", "credit card"),
        (CARD_IN_SOME, "export.csv", ""),
        (TITLED, "export.csv", "credit card"),
        (PLAIN, "my-visa-2026.csv", "credit card"),
        (PLAIN, "card_august.csv", "credit card"),
        (PLAIN, "debit card.csv", "checking"),
        (PLAIN, "savings.csv", "savings"),
        (PLAIN, "postcards.csv", ""),
    ],
)
def test_a_statement_of_a_card_is_recognised(text: str, filename: str, kind: str) -> None:
    said = drafts(text, filename=filename)[0].text.partition(", account ")[2]
    assert said == kind


QIF_CARD = "!Type:CCard\nD08/21/2026\nT-12.00\nPKiosk\n^\n"
QIF_ACCOUNT = "!Account\nNHoliday\nTCCard\nDAbroad, in CHF\n^\n" + QIF_CARD


def test_qif_says_that_it_is_a_credit_card() -> None:
    assert drafts(QIF_CARD, qif, "a.qif")[0].text.endswith(", account credit card")
    named = drafts(QIF_ACCOUNT, qif, "a.qif")[0].text
    assert named.endswith(", credit card account Holiday")


def test_qif_takes_the_currency_that_its_account_is_described_with() -> None:
    assert drafts(QIF_ACCOUNT, qif, "a.qif")[0].currency == "CHF"
    assert drafts(QIF_CARD, qif, "a.qif")[0].currency is None


@pytest.mark.parametrize(
    ("statement", "account", "ending"),
    [
        ("CCSTMTRS", "<CCACCTFROM><ACCTID>5412</CCACCTFROM>", "credit card account 5412"),
        (
            "STMTRS",
            "<BANKACCTFROM><ACCTID>77<ACCTTYPE>SAVINGS</BANKACCTFROM>",
            "savings account 77",
        ),
        ("STMTRS", "<BANKACCTFROM><ACCTID>77</BANKACCTFROM>", "Kiosk, account 77"),
    ],
)
def test_ofx_says_what_kind_of_account_it_is(statement: str, account: str, ending: str) -> None:
    text = (
        f"OFXHEADER:100\n\n<OFX><{statement}><CURDEF>EUR{account}<BANKTRANLIST><STMTTRN>"
        "<TRNTYPE>DEBIT<DTPOSTED>20260801<TRNAMT>-2.00<FITID>1<NAME>Kiosk</STMTTRN>"
        f"</BANKTRANLIST></{statement}></OFX>"
    )
    assert drafts(text, ofx, "a.ofx")[0].text.endswith(ending)


def test_camt_says_what_kind_of_account_it_is() -> None:
    text = (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>'
        "<Acct><Id><Othr><Id>4711</Id></Othr></Id><Tp><Cd>SVGS</Cd></Tp><Ccy>EUR</Ccy></Acct>"
        '<Ntry><Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>'
        "<BookgDt><Dt>2026-08-01</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>"
    )
    assert drafts(text, camt, "a.xml")[0].text.endswith(", savings account 4711")


def test_what_names_two_kinds_of_account_says_nothing() -> None:
    assert kinds.said_in("Checking and savings") == ""


def test_the_title_is_the_bare_name_and_the_manner_stays_in_the_text() -> None:
    first, *_, last = drafts(REVERTED)
    assert (first.title, last.title) == ("Rosa Lind", "Alm")
    assert "-20.00 EUR to Rosa Lind" in first.text
    text = "Date,Description,Amount\n2026-08-01,Card payment to Kiosk,-2.00\n"
    assert "to Kiosk, Card payment" in drafts(text)[0].text


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("From Mia Roth", "Mia Roth"),
        ("SEPA-Überweisung an Max Weiß", "Max Weiß"),
        ("Transfer from Alm Bank", "Alm Bank"),
        ("TRANSFER TO SAVINGS", "SAVINGS"),
        ("Virement de Paul Petit", "Paul Petit"),
        ("Transferencia recibida de María", "María"),
        ("Overboeking naar J. Jansen", "J. Jansen"),
        ("Bonifico SEPA a favore di Luca Neri", "Luca Neri"),
        ("To Go Pizza", "To Go Pizza"),
        ("From The Farm", "From The Farm"),
        ("Tokyo Kitchen", "Tokyo Kitchen"),
        ("Pago de alquiler", "Pago de alquiler"),
        ("Payment by card", "Payment by card"),
        ("Transfer from 4711", "Transfer from 4711"),
    ],
)
def test_what_a_bank_writes_in_front_of_a_name_is_taken_off(written: str, name: str) -> None:
    assert channels.bare(written).name == name


@pytest.mark.parametrize("heading", ["Account", "Account name"])
def test_accounts_that_have_names_are_told_apart(heading: str) -> None:
    text = (
        f"Date,{heading},Payee,Amount,Currency\n"
        "2026-03-01,Household,REWE,-20.00,EUR\n2026-03-02,Private,Kino,-12.00,EUR\n"
    )
    assert [draft.text.rpartition(", ")[2] for draft in drafts(text)] == [
        "account Household",
        "account Private",
    ]


def transactions(text: str, filename: str = "export.csv") -> list[Transaction]:
    found = [draft.facts for draft in drafts(text, filename=filename)]
    return [facts for facts in found if isinstance(facts, Transaction)]


FEES = (
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
    "TOPUP,Current,2026-08-01 10:00:00,2026-08-01 11:00:00,Top-up,100.00,0.00,EUR,COMPLETED,{}\n"
    "TOPUP,Current,2026-08-02 10:00:00,2026-08-02 11:00:00,Top-up,5.00,0.00,USD,COMPLETED,5.00\n"
    "ATM,Current,2026-08-03 10:00:00,2026-08-04 11:00:00,Cash at X,-40.00,0.80,EUR,COMPLETED,{}\n"
)


def test_a_fee_that_the_balance_shows_in_addition_is_a_booking_of_its_own() -> None:
    *_, cash, fee = transactions(FEES.format("100.00", "59.20"))
    assert (cash.amount, cash.balance, cash.type) == ("-40.00", "59.20", "cash")
    assert (fee.day, fee.amount, fee.currency, fee.type) == ("2026-08-04", "-0.80", "EUR", "fee")
    assert fee.purpose == "Fee for Cash at X"


@pytest.mark.parametrize("balances", [("100.00", "60.00"), ("", "")])
def test_a_fee_that_the_amount_holds_already_is_none(balances: tuple[str, str]) -> None:
    assert [facts.amount for facts in transactions(FEES.format(*balances))] == [
        "100.00", "5.00", "-40.00",
    ]  # fmt: skip


def test_the_day_of_a_cards_receipt_is_not_the_day_of_booking() -> None:
    text = (
        "Wertstellung;Belegdatum;Beschreibung;Betrag (EUR)\n28.03.2026;27.03.2026;NORDSEE;-23,10\n"
    )
    (facts,) = transactions(text)
    assert (facts.day, facts.valued) == ("2026-03-28", "2026-03-27")


CO_OPERATIVE = (
    '"Buchungstag";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";'
    '"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "\n'
    '"17.01.2026";"Ida Klee";"Lampen Roth GmbH";"Überweisung";"";"EUR";"1.049,00";"S"\n'
    '"15.01.2026";"Ida Klee";"Jonas Brandt";"Pizza";"";"EUR";"15,00";"H"\n'
    '"01.01.2026";;;;"Anfangssaldo";"EUR";"1.900,00";"H"\n'
)


def test_debit_marks_without_a_heading_give_the_sign() -> None:
    assert [facts.amount for facts in transactions(CO_OPERATIVE)] == ["-1049.00", "15.00"]


def test_the_column_with_the_holder_in_every_row_names_no_counterparty() -> None:
    names_read = [facts.counterparty for facts in transactions(CO_OPERATIVE)]
    assert names_read == ["Lampen Roth", "Jonas Brandt"]


CREDIT_UNION = (
    '"Post Date","Transaction","Description","Amount","Balance"\n'
    '"09/11/2026","Withdrawal","POS PEDERNALES ELECTRIC","45.00-","755.00"\n'
    '"09/30/2026","Dividend","Dividend 0.90% APY","1.13","756.13"\n'
)


def test_what_kind_of_row_it_is_names_nobody() -> None:
    bought, interest = transactions(CREDIT_UNION)
    assert (bought.counterparty, bought.amount) == ("PEDERNALES ELECTRIC", "-45.00")
    assert interest.type == "interest"


def test_a_long_text_of_the_clearing_house_begins_with_the_name() -> None:
    text = (
        "Date,Description,Amount,Running Bal.\n"
        '09/26/2026,"HILL COUNTRY CLI DES:DIR DEP ID:XXXXX44120 INDN:DELGADO,MARISOL CO'
        ' ID:9333006057 PPD",1402.18,2000.00\n'
    )
    (facts,) = transactions(text)
    assert (facts.counterparty, facts.type, facts.currency) == ("HILL COUNTRY CLI", "salary", "USD")
    assert "INDN:DELGADO" in facts.purpose


def test_the_layout_of_a_card_is_that_of_a_card_though_no_row_names_it() -> None:
    text = (
        "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
        "11/10/2026,11/10/2026,Payment Thank You - Web,,Payment,214.39,\n"
        "11/16/2026,11/17/2026,WHOLEFDS,Groceries,Sale,-88.02,\n"
    )
    payment, bought = transactions(text)
    assert (payment.account_kind, payment.type) == ("credit card", "card_settlement")
    assert bought.type == "purchase"


def test_an_iban_in_the_text_is_the_other_account() -> None:
    text = (
        "Datum;Name;Verwendungszweck;Betrag\n"
        '10.01.2026;Ida Klee;"Konto-Nr. IBAN: CH93 0076 2011 6238 5295 7; Miete";-500.00\n'
    )
    assert transactions(text)[0].counterparty_account == "CH9300762011623852957"


@pytest.mark.parametrize(
    ("name", "text", "amount", "kind"),
    [
        ("Klaus Bergmann", "Geburtstag", "-120,00", "transfer"),
        ("Reisebüro Sonnenklar GmbH", "Kreta", "-120,00", "purchase"),
        ("H&M", "VISA Debitkartenumsatz Gutschrift", "7,50", "refund"),
        ("Helsana", "Rückvergütung Leistungen", "61,30", "refund"),
        ("American Express Europe S.A.", "Lastschrift", "-276,15", "card_settlement"),
        ("Alpenblick", "Salärzahlung", "6120,40", "salary"),
        ("Steueramt der Stadt", "Rechnung", "-1380,20", "tax"),
        ("DKB", "1,75% für Auslandseinsatz", "-0,62", "fee"),
    ],
)
def test_the_words_of_a_booking_say_what_it_is_for(
    name: str, text: str, amount: str, kind: str
) -> None:
    row = f"02.01.2026;{name};{text};DE02500105170137075030;{amount}\n"
    (facts,) = transactions(f"Datum;Name;Verwendungszweck;IBAN Zahlungsbeteiligter;Betrag\n{row}")
    assert facts.type == kind


def _named(name: str, purpose: str) -> Transaction:
    head = "Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n"
    [draft] = drafts(f"{head}02.08.2026;{name};{purpose};-4,50;EUR\n")
    assert isinstance(draft.facts, Transaction)
    return draft.facts


def test_a_town_in_capitals_behind_a_slash_is_dropped_where_a_card_paid() -> None:
    assert _named("SUMUP *PIZZA NINO/BRUEHL", "VISA Debitkartenumsatz").counterparty == "PIZZA NINO"
    assert _named("AS/KOELN", "Miete").counterparty == "AS/KOELN"


def test_a_surname_in_front_of_a_comma_is_a_person_in_an_app_of_people() -> None:
    assert _named("Vogel, Anna", "Belastung TWINT").type == "transfer"
    assert _named("Hofladen, Bern", "Eier").type == "purchase"


def test_the_masked_id_of_a_direct_debit_is_no_card() -> None:
    assert _named("OAK CU", "DES:TRANSFER ID:XXXXX7702 INDN:X").card is None
    assert _named("Shop", "Karte XXXX7702").card == "7702"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("VDP-DUNNES STORES", "DUNNES STORES"),
        ("D/D THREE IRELAND", "THREE IRELAND"),
        ("S/O HYNES LETTINGS", "HYNES LETTINGS"),
        ("*MOBI TO SAVINGS", "SAVINGS"),
        ("*INET TROCAIRE", "TROCAIRE"),
        ("EC REWE MARKT", "REWE MARKT"),
        ("POSC14AUG DUNNES STORES", "DUNNES STORES"),
        ("POS05AUG 48 MONTHS", "48 MONTHS"),
        ("365 ONLINE M BYRNE", "M BYRNE"),
        ("EIR 3304418 SEPA DD", "EIR 3304418"),
        ("CLEAN TOWN RECYCLING SEPA CT", "CLEAN TOWN RECYCLING"),
        ("BRID BYRNE SO", "BRID BYRNE"),
        ("Alison Do", "Alison Do"),
        ("SEPA-LASTSCHRIFT TELEKOM", "TELEKOM"),
        ("BP CONNECT", "BP CONNECT"),
        ("DD'S DINER", "DD'S DINER"),
        ("EC1 COFFEE", "EC1 COFFEE"),
    ],
)
def test_marks_of_how_it_was_paid_are_no_part_of_a_name(line: str, name: str) -> None:
    assert channels.shop(line).name == name


IRISH = (
    "Date,Details,Debit,Credit,Balance\n"
    "01/08/2025,POSC01AUG ALDI STORES 645 THURLES,24.39,,4533.64\n"
    "08/08/2025,ATM08AUG BOI LIBERTY SQ THURLES,50.00,,4483.64\n"
)


def test_lines_of_the_bank_of_ireland_are_names_and_cash() -> None:
    facts = [draft.facts for draft in drafts(IRISH, filename="BOI_current_2864.csv")]
    known = [each for each in facts if isinstance(each, Transaction)]
    assert [each.type for each in known] == ["purchase", "cash"]
    assert known[0].counterparty == "ALDI STORES"
    assert {(each.bank, each.currency) for each in known} == {("BOI", "EUR")}


AUSTRALIAN = (
    '12/11/2026,"-93.00","Direct Debit 401507 REEF BROADBAND 2208841","+9811.14"\n'
    '11/11/2026,"+670.00","Fast Transfer From NOLA BRIGHT rent","+9904.14"\n'
    '10/11/2026,"-50.00","Transfer To L TRAN PayID Phone from CommBank App gift","+9234.14"\n'
    '09/11/2026,"-11.40","MIRO COFFEE BARDON QL AUS Card xx4821","+9284.14"\n'
    '08/11/2026,"-63.00","GLOW TOURS WAITOMO NZL FRGN AMT-NZD 70.00","+9295.54"\n'
)


def test_australian_lines_are_names_without_what_the_bank_writes_around_them() -> None:
    facts = [draft.facts for draft in drafts(AUSTRALIAN, filename="CommBank_Access.csv")]
    known = [each for each in facts if isinstance(each, Transaction)]
    assert [each.counterparty for each in known] == [
        "REEF BROADBAND",
        "NOLA BRIGHT",
        "L TRAN",
        "MIRO COFFEE",
        "GLOW TOURS",
    ]
    assert {each.currency for each in known} == {"AUD"}
    assert (known[-1].original_amount, known[-1].original_currency) == ("-70.00", "NZD")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("'4471 08NOV26 , TARKA CLAY & GLAZE , BIDEFORD GB", "TARKA CLAY & GLAZE"),
        ("4471 08NOV26 , TARKA CLAY & GLAZE , BIDEFORD GB", "TARKA CLAY & GLAZE"),
        ("'ALUN MEREDITH", "ALUN MEREDITH"),
        ("O'NEILL'S BAR", "O'NEILL'S BAR"),
        ("1471 KITCHEN", "1471 KITCHEN"),
    ],
)
def test_the_card_and_day_that_natwest_writes_in_front_are_taken_off(
    written: str, name: str
) -> None:
    assert names.cleaned(written).name == name


@pytest.mark.parametrize(
    ("filename", "holder"),
    [
        ("MonzoDataExport_JointAccount_2026-11-15.csv", "Joint"),
        ("joint account nov.csv", "Joint"),
        ("CommBank_Access.csv", None),
        ("jointly_ltd.csv", None),
    ],
)
def test_a_joint_account_is_known_by_the_name_of_its_file(
    filename: str, holder: str | None
) -> None:
    assert {facts.holder for facts in transactions(AUSTRALIAN, filename)} == {holder}

"""Columns of statements that are known by what they hold, whatever their headings say."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.files.formats.text import reader
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

_NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def _read(text: str, name: str = "export.csv") -> list[Transaction]:
    parts = reader.read_bytes(text.encode(), Reading(name, _NOW, ZoneInfo("UTC")))
    return [p.facts for p in parts if isinstance(p, Draft) and isinstance(p.facts, Transaction)]


def test_a_row_with_a_currency_and_a_state_is_no_heading() -> None:
    found = _read(
        "Type,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
        "TRANSFER,2026-07-03 10:22:31,2026-07-03 11:22:31,ELM LETS,-900.72,0.00,GBP,COMPLETED,99.28"
        "\nCARD,2026-07-05 10:22:31,2026-07-05 11:22:31,GROCER,-9.28,0.00,GBP,COMPLETED,90.00\n"
    )
    assert [(f.amount, f.currency) for f in found] == [("-900.72", "GBP"), ("-9.28", "GBP")]


def test_the_unknown_half_of_two_columns_is_the_other_direction() -> None:
    found = _read(
        "Trans Date,Trans Type,Lodged,Withdrawn,Balance\n"
        "03/07/2026,WAGES,400.00,,500.00\n05/07/2026,GROCER,,20.00,480.00\n"
        "14/07/2026,CINEMA,,12.50,467.50\n"
    )
    assert [f.amount for f in found] == ["400.00", "-20.00", "-12.50"]


def test_a_measure_beside_withdrawals_is_not_their_other_half() -> None:
    found = _read(
        "Date,Description,Withdrawn,Points,Balance\n03/07/2026,GROCER,20.00,2.00,480.00\n"
        "05/07/2026,CINEMA,12.50,1.25,467.50\n14/07/2026,BAKER,3.50,0.35,464.00\n"
    )
    assert [f.amount for f in found] == ["-20.00", "-12.50", "-3.50"]


def test_a_column_of_codes_is_the_currency_whatever_its_heading_says() -> None:
    rows = "03-07-2026;Bakker;-3,50;EUR\n05-07-2026;Slager;-12,50;EUR\n"
    for heading in ("Valutacode", "Valuta rekening", "Munteenheid"):
        found = _read(f"Datum;Naam;Bedrag;{heading}\n{rows}")
        assert [(f.currency, f.account) for f in found] == [("EUR", None)] * 2


def test_the_currency_stands_beside_the_half_of_the_pair_that_is_filled() -> None:
    found = _read(
        "DATE;ACTIVITY NAME;DEBIT;DEBIT CURRENCY;CREDIT;CREDIT CURRENCY\n"
        "03/07/2026;Kiosk;-3.50;CHF;;\n14/07/2026;Lohn;;;900.00;EUR\n"
    )
    assert [(f.amount, f.currency) for f in found] == [("-3.50", "CHF"), ("900.00", "EUR")]


def test_words_below_an_unknown_heading_are_kept_where_the_known_ones_are_labels() -> None:
    found = _read(
        "Date,Description,Sub-text,Amount\n03/07/2026,Point of sale,GROCER 12,-20.00\n"
        "05/07/2026,Point of sale,CINEMA,-12.50\n14/07/2026,Point of sale,BAKER,-3.50\n"
    )
    assert "CINEMA" in f"{found[1].counterparty_raw} {found[1].purpose}"


def test_towns_below_an_unknown_heading_are_no_words_of_a_booking() -> None:
    found = _read(
        "Date,Description,Location,Amount\n03/07/2026,GROCER 12,LEEDS,-20.00\n"
        "05/07/2026,CINEMA,YORK,-12.50\n14/07/2026,BAKER,LEEDS,-3.50\n"
    )
    assert found[1].purpose == ""


def test_the_town_and_country_of_a_merchant_stand_behind_its_name() -> None:
    bought, _ = _read(
        "Transaction Date,Billing Amount,Merchant,Merchant City ,Merchant State ,Merchant Zip \n"
        "11/11/2026,£64.38,RESTAURANT FLOIEN,BERGEN,NOR,5014\n"
        "10/11/2026,£1.77,NON-STERLING TRANS FEE,,,\n"
    )
    assert (bought.counterparty, bought.purpose) == ("RESTAURANT FLOIEN", "BERGEN NOR")


def test_marks_of_other_languages_tell_the_direction() -> None:
    rows = "03.07.2026;Rimi;9,40;EUR;{out}\n14.07.2026;Darbs;850,00;EUR;{into}\n"
    for out, into in (("D", "K"), ("Debet", "Kredit"), ("Odchozí", "Příchozí")):
        found = _read("Date;Details;Amount;Currency;D/K\n" + rows.format(out=out, into=into))
        assert [f.amount for f in found] == ["-9.40", "850.00"]


def test_a_balance_that_runs_against_the_days_is_the_one_before_each_row() -> None:
    found = _read(
        "14-07-2026,NL91ABNA0417164300,bakker,EUR,467.50,-3.50,Brood\n"
        "08-07-2026,NL91ABNA0417164300,bioscoop,EUR,480.00,-12.50,Film\n"
        "05-07-2026,NL91ABNA0417164300,jumbo,EUR,500.00,-20.00,Boodschappen\n"
        "03-07-2026,NL91ABNA0417164300,werk bv,EUR,100.00,400.00,Salaris\n"
    )
    assert [(f.amount, f.balance) for f in found] == [
        ("-3.50", "464.00"),
        ("-12.50", "467.50"),
        ("-20.00", "480.00"),
        ("400.00", "500.00"),
    ]


def test_what_most_rows_paid_to_shops_was_spent_though_no_minus_says_so() -> None:
    shops = "".join(f"2026-07-0{day},Kiosk {day},{day}.50,CHF\n" for day in range(1, 8))
    found = _read(f"Date,Merchant,Amount,Currency\n{shops}2026-07-09,Refund Zara,-20.00,CHF\n")
    assert (found[0].amount, found[-1].amount) == ("-1.50", "20.00")
    assert {f.account_kind for f in found} == {"credit card"}


def test_letters_with_strokes_are_read_in_headings() -> None:
    found = _read("Dato;Tekst;Beløb;Saldo\n03.07.2026;Netto;-20,00;480,00\n")
    assert [(f.day, f.amount, f.balance) for f in found] == [("2026-07-03", "-20.00", "480.00")]


def test_days_with_the_time_in_front_or_the_name_of_a_zone_behind_are_days() -> None:
    for written in ("10:22, 03/07/2026", "2026-07-03 10:22:31 EST", "03.07.2026 10:22:31:123"):
        found = _read(f'Date,Description,Amount\n"{written}",Kiosk,-1.00\n')
        assert [f.day for f in found] == ["2026-07-03"]


_UNKNOWN_HEADING = """Zeile;Kassendatum;Wortlaut;Veränderung;Bestand
1;03.07.2026;Gemüse Klein;-20,00;480,00
2;14.07.2026;Lohn Juli;400,00;880,00
3;15.07.2026;Kino Lux;-12,50;867,50
"""


def test_a_heading_of_unknown_words_hides_no_bookings_whose_balance_adds_up() -> None:
    found = _read(_UNKNOWN_HEADING)
    assert [(f.day, f.amount, f.balance) for f in found] == [
        ("2026-07-03", "-20.00", "480.00"),
        ("2026-07-14", "400.00", "880.00"),
        ("2026-07-15", "-12.50", "867.50"),
    ]


def test_measurements_with_a_heading_of_their_own_are_no_bookings() -> None:
    assert not _read(
        "Date,Station,Reading\n03/07/2026,North pier,-20.25\n14/07/2026,South quay,4.50\n"
        "15/07/2026,Old harbour,-12.50\n"
    )


def test_lines_of_the_bank_above_rows_without_a_heading_are_no_bookings() -> None:
    found = _read(
        '2026-11-15,01-07-2026,11 1090 1447,HOLT INA,PLN,"500,00","867,50",3\n'
        '15-07-2026,15-07-2026,Kino Lux,LUX,,"-12,50","867,50",1\n'
        '14-07-2026,14-07-2026,Pensja,FIRMA,,"400,00","880,00",2\n'
        '03-07-2026,03-07-2026,Zakupy,SKLEP,,"-20,00","480,00",3\n'
    )
    assert [f.amount for f in found] == ["-12.50", "400.00", "-20.00"]


def test_words_above_rows_without_a_heading_tell_the_account() -> None:
    found = _read(
        "Account Number:,0123456789,,\nExported:,15/11/2026,,\n"
        '15/07/2026,CINEMA LUX,"-12.50","867.50"\n14/07/2026,WAGES,"400.00","880.00"\n'
        '03/07/2026,GROCER,"-20.00","480.00"\n'
    )
    assert {f.account for f in found} == {"0123456789"}
    assert [f.amount for f in found] == ["-12.50", "400.00", "-20.00"]


def test_a_text_that_ends_in_a_number_is_not_the_beginning_of_the_balance() -> None:
    rows = "".join(
        f"{day:02d}-Nov-26,-10.00,{day:06d},CARD PURCHASE,GROCER {day + 300},{900 - day * 10}.25\n"
        for day in range(9, 0, -1)
    )
    assert len(_read(rows, "TransactionHistory.csv")) == 9


def test_czech_and_polish_code_pages_are_not_taken_for_western_ones() -> None:
    text = "Datum provedení;Částka;Měna;Zpráva pro příjemce\n03.07.2026;-20,00;CZK;Nákup řepy\n"
    parts = reader.read_bytes(text.encode("cp1250"), Reading("x.csv", _NOW, ZoneInfo("UTC")))
    facts = [p.facts for p in parts if isinstance(p, Draft)]
    assert isinstance(facts[0], Transaction)
    assert (facts[0].amount, "Nákup řepy" in facts[0].counterparty_raw) == ("-20.00", True)


def test_a_layout_that_only_cards_write_tells_the_signs_without_a_payment() -> None:
    rows = "".join(f"0{n}/07/2026,0{n}/07/2026,5501{n},GROCER {n},{n}.50\n" for n in range(1, 7))
    found = _read(f"Date,Date entered,Reference,Description,Amount\n{rows}", "transactions.csv")
    assert {f.account_kind for f in found} == {"credit card"}
    assert [f.amount for f in found][:2] == ["-1.50", "-2.50"]

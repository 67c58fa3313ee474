"""Spans that are something else than the parser took them for are read by what the records have."""

from __future__ import annotations

from datetime import date

from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import misread, times
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendars import span
from tools.money import books, bought, euros

RECORDS = books({
    "bank": euros(
        "1",
        bought("2026-10-02", "-10.00", "Boesner", counterparty_raw="PayPal Europe"),
        bought("2026-10-03", "-20.00", "Boesner"),
        bought("2026-10-04", "-40.00", "Zalando", counterparty_raw="PayPal Europe"),
        bought("2026-10-05", "-7.00", "NETFLIX.COM"),
        bought("2026-10-06", "-8.00", "ADOBE"),
        bought("2026-10-06", "-9.00", "BABBEL.COM"),
        booked("2026-10-07", "-38.50", "Lena Vogt", type="transfer"),
        booked("2026-10-08", "45.00", "Lena Vogt", type="other"),
        booked("2026-10-09", "2150.00", "Verlag Kreuzer", purpose="RE 2026-016", type="other"),
        booked("2026-10-10", "-280.00", "Steuerkanzlei Lindner", type="transfer"),
        bought("2026-10-12", "-5.00", "PayPal"),
        booked("2026-10-11", "-30.00", "SKY DIGITAL", type="purchase"),
    ),
})  # fmt: skip


def test_what_no_word_leaves_out_is_asked_for() -> None:
    said = "art things this year (boesner etc)"
    assert "€30.00" in ask("sum", "out", "XC boesner", text=said, records=RECORDS).first_line
    without = ask("sum", "out", "XC boesner", text="all but boesner", records=RECORDS)
    assert "without Boesner" in without.first_line


def test_an_exclusion_that_an_earlier_question_made_stays_one() -> None:
    outcome = ask("sum", "out", "XC boesner", text="and in October?", records=RECORDS)
    assert "without Boesner" in outcome.first_line


def test_a_surname_that_was_taken_for_a_period_is_part_of_the_name() -> None:
    outcome = ask("sum", "out", "M lena", "P vogt", text="sent to lena vogt", records=RECORDS)
    assert outcome.first_line == "You spent €38.50 at Lena Vogt."


def test_the_number_of_an_invoice_is_no_period() -> None:
    outcome = ask("sum", "in", "P 2026-016", text="came in for 2026-016", records=RECORDS)
    assert "€2,150.00" in outcome.first_line


def test_what_is_neither_a_period_nor_in_the_records_is_asked_back() -> None:
    outcome = ask("sum", "out", "P blorp", text="spent blorp", records=RECORDS)
    assert not outcome.answer.is_answer
    assert "which days “blorp” means" in outcome.text


def test_a_name_that_was_overlooked_behind_others_is_one_of_them() -> None:
    text = "all without netflix, adobe, babbel"
    spans = tuple(Span("XC", name, text.index(name)) for name in ("netflix", "adobe"))
    query = Query(text, "finance", "sum", "out", spans=spans)
    found = misread.overlooked(query, open_book(RECORDS.items))
    assert [(each.code, each.text) for each in found] == [("XC", "babbel")]


def test_a_payment_service_narrows_the_shop_that_is_named_with_it() -> None:
    outcome = ask(
        "sum", "out", "M PayPal", "M Boesner", text="through PayPal at Boesner", records=RECORDS
    )
    assert "€10.00" in outcome.first_line
    both = ask("sum", "out", "M PayPal", "M Boesner", text="PayPal and Boesner", records=RECORDS)
    assert "€75.00" in both.first_line


def test_what_a_person_pays_back_is_no_refund_of_a_shop() -> None:
    outcome = ask("sum", "in", "M Lena Vogt", text="came back from Lena Vogt", records=RECORDS)
    assert outcome.first_line == "You received €45.00 from Lena Vogt."


def test_a_trade_is_known_in_the_language_of_the_records() -> None:
    assert "€280.00" in ask("sum", "out", "C tax adviser", records=RECORDS).first_line


def test_a_firm_of_several_trades_stands_for_one_where_nobody_else_does() -> None:
    assert "€30.00" in ask("sum", "out", "C broadband", records=RECORDS).first_line


def test_months_of_a_year_that_is_named_beside_them_are_meant() -> None:
    july, august, year = (
        span(date(2026, 7, 1), date(2026, 8, 1)),
        span(date(2026, 8, 1), date(2026, 9, 1)),
        span(date(2026, 1, 1), date(2027, 1, 1)),
    )
    assert times._common([july, august, year]) == span(date(2026, 7, 1), date(2026, 9, 1))
    assert times._common([july, year]) == july

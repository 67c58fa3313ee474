"""Words around the names of a question: periods of several parts, refunds, what stands nowhere."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import booked
from tools.money import books, bought, euros

RECORDS = books({"bank": euros(
    None,
    bought("2025-11-20", "-100.00", "ZARA"),
    bought("2025-12-12", "-50.00", "ZARA"),
    booked("2025-12-18", "850.00", "NORTHSHORE", type="other", purpose="XMAS BONUS"),
    booked("2025-12-20", "20.00", "ZARA", type="refund"),
    bought("2026-02-10", "-7.00", "ZARA"),
    bought("2026-10-02", "-60.00", "LIDL"),
    bought("2026-10-03", "-80.00", "DUNNES STORES"),
    bought("2026-10-04", "-500.00", "TWOMEY TYRES"),
    booked("2026-10-05", "-40.00", "ATM SALTHILL", type="cash"),
)})  # fmt: skip


@pytest.mark.parametrize(
    ("spans", "total"),
    [
        (("P so far in 2026",), "€7.00"),
        (("P in the first six months",), "€7.00"),
        (("P November and December 2025",), "€130.00"),
        (("P over Black Friday and Christmas", "P November and", "P December 2025"), "€130.00"),
    ],
)
def test_periods_of_several_parts_are_read(spans: tuple[str, ...], total: str) -> None:
    assert total in ask("sum", "out", "M Zara", *spans, records=RECORDS).first_line


def test_christmas_is_the_month_around_it_which_is_said() -> None:
    text = ask("exists", "in", "C bonus", "P at Christmas", records=RECORDS).text
    assert text.startswith("Yes")
    assert "“at Christmas” was taken as December 2025" in text
    text = ask("sum", "out", "P since last Christmas", records=RECORDS).text
    assert "since 25 December 2025" in text


def test_before_refunds_takes_nothing_off() -> None:
    text = "What did I spend at Zara before any refunds?"
    assert "€157.00" in ask("sum", "out", "M Zara", records=RECORDS, text=text).first_line


def test_what_came_back_from_a_shop_is_what_it_refunded() -> None:
    text = "And what came back from Zara?"
    assert "€20.00" in ask("sum", "out", "M Zara", records=RECORDS, text=text).first_line


def test_a_word_that_stands_nowhere_beside_a_firm_is_left_aside_and_said_so() -> None:
    text = ask("max", "out", "C meal", "M Zara", records=RECORDS).text
    assert "€100.00" in text
    assert "“meal” stands in no booking and was left aside" in text


def test_a_firm_that_stands_nowhere_beside_a_thing_is_not_left_aside() -> None:
    assert not ask("sum", "out", "C groceries", "M Harrods", records=RECORDS).answer.is_answer


def test_cash_machines_are_where_cash_comes_from() -> None:
    assert "€40.00" in ask("sum", "out", "C cash machines", records=RECORDS).first_line


def test_a_trade_that_no_span_holds_narrows_the_firms() -> None:
    text = "Which supermarket got most of my money?"
    found = ask("sum", "out", records=RECORDS, text=text, group="merchant", order="desc")
    assert "DUNNES" in found.first_line
    assert "TWOMEY" not in found.text


def test_groceries_are_bought_and_never_come_in() -> None:
    text = ask("sum", "in", "C groceries", records=RECORDS).text
    assert "€140.00" in text
    assert "nothing came in" not in text

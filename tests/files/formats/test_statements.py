"""Tables: which are statements, which way the money went, and which are none."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import statements
from runwright.files.formats.types import Draft, Reading

READING = Reading("x.pdf", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))


def table(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def read(text: str, words: str = "") -> list[Draft] | None:
    return statements.transactions(table(text), page=3, reading=READING, words=words)


def amounts(text: str, words: str = "") -> list[str | None]:
    return [draft.amount for draft in read(text, words) or []]


HEAD = "Date | Description | Amount"


def test_a_draft_knows_its_page_and_row() -> None:
    found = read(f"{HEAD}\n2024-01-02 | Shop | -5.00\n2024-01-03 | Shop | 5.00")
    assert found is not None
    assert [(d.page, d.row, d.kind, d.source) for d in found] == [
        (3, 1, "transaction", "finance"), (3, 2, "transaction", "finance"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("(5.00)", "7.00"), ["-5.00", "7.00"]),
        (("5.00-", "7.00"), ["-5.00", "7.00"]),
        (("5.00", "7.00 CR"), ["-5.00", "7.00"]),
        (("5.00 DR", "7.00"), ["-5.00", "7.00"]),
        (("5.00", "+7.00"), ["-5.00", "7.00"]),
        (("5.00 D", "7.00 C"), ["-5.00", "7.00"]),
        (("5,00 S", "7,00 H"), ["-5.00", "7.00"]),
        (("5.00", "7.00"), ["5.00", "7.00"]),
    ],
)
def test_signs_within_the_amount(cells: tuple[str, str], expected: list[str]) -> None:
    first, second = cells
    assert amounts(f"{HEAD}\n2024-01-02 | A | {first}\n2024-01-03 | B | {second}") == expected


@pytest.mark.parametrize(
    ("heading", "out", "back"),
    [("D/C", "D", "C"), ("Soll/Haben", "S", "H"), ("+/-", "-", "+"), ("Dr/Cr", "DR", "CR"),
     ("Whatever", "Debit", "Credit"), ("Af Bij", "Af", "Bij"), ("Type", "DBIT", "CRDT")],
)  # fmt: skip
def test_signs_from_a_column_of_marks(heading: str, out: str, back: str) -> None:
    text = f"{HEAD} | {heading}\n2024-01-02 | A | 5.00 | {out}\n2024-01-03 | B | 7.00 | {back}"
    assert amounts(text) == ["-5.00", "7.00"]


def test_marks_do_not_turn_amounts_that_have_signs() -> None:
    text = f"{HEAD} | D/C\n2024-01-02 | A | -5.00 | D\n2024-01-03 | B | 7.00 | C"
    assert amounts(text) == ["-5.00", "7.00"]


@pytest.mark.parametrize("minus", ["", "-"])
def test_debits_may_be_written_with_or_without_a_minus(minus: str) -> None:
    text = (
        "Date | Details | Debit | Credit\n"
        f"2024-01-02 | A | {minus}5.00 | \n2024-01-03 | B |  | 7.00\n2024-01-04 | C | 0.00 | 8.00"
    )
    assert amounts(text) == ["-5.00", "7.00", "8.00"]


def test_a_refund_in_the_column_of_debits_comes_back() -> None:
    text = (
        "Date | Details | Debit | Credit\n2024-01-02 | A | 5.00 | \n2024-01-03 | B | 6.00 |\n"
        "2024-01-04 | A | -5.00 |"
    )
    assert amounts(text) == ["-5.00", "-6.00", "5.00"]


UNSIGNED = ["2024-01-02 | Coffee | 3.00 | 97.00", "2024-01-03 | Pay | 50.00 | 147.00",
            "2024-01-04 | Rent | 40.00 | 107.00"]  # fmt: skip


def test_the_running_balance_tells_the_direction_of_unsigned_amounts() -> None:
    rows = ["2024-01-01 | Opening balance | | 100.00", *UNSIGNED]
    assert amounts("\n".join([f"{HEAD} | Balance", *rows])) == ["-3.00", "50.00", "-40.00"]
    newest_first = "\n".join([f"{HEAD} | Balance", *rows[::-1]])
    assert amounts(newest_first) == ["-40.00", "50.00", "-3.00"]


def test_amounts_that_run_against_the_balance_are_turned() -> None:
    text = (
        f"{HEAD} | Balance\n2024-01-01 | A | -10.00 | 110.00\n2024-01-02 | B | 5.00 | 105.00\n"
        "2024-01-03 | C | -20.00 | 125.00"
    )
    assert amounts(text) == ["10.00", "-5.00", "20.00"]


def test_a_balance_that_agrees_changes_nothing() -> None:
    text = (
        f"{HEAD} | Balance\n2024-01-01 | A | 10.00 | 110.00\n2024-01-02 | B | -5.00 | 105.00\n"
        "2024-01-03 | C | 20.00 | 125.00"
    )
    assert amounts(text) == ["10.00", "-5.00", "20.00"]


def test_the_decimal_sign_is_the_columns_and_not_the_rows() -> None:
    text = f"{HEAD}\n2024-01-02 | A | -1.234\n2024-01-03 | B | 5,50\n2024-01-04 | C | 1.000,25"
    assert amounts(text) == ["-1234.00", "5.50", "1000.25"]


def test_totals_and_balances_are_no_bookings_but_a_shop_may_be_called_so() -> None:
    text = (
        f"{HEAD}\n2024-01-01 | Opening balance | 100.00\n2024-01-02 | TOTAL Station 12 | -40.00\n"
        "2024-01-03 | Shop | -1.00\n | Total | -41.00\nClosing balance | | 59.00"
    )
    assert amounts(text) == ["-40.00", "-1.00"]


def test_a_day_printed_once_holds_for_the_rows_below_and_texts_go_on() -> None:
    found = read(f"{HEAD}\n2024-01-02 | A | -1.00\n | B | -2.00\n | more of B | ")
    assert found is not None
    assert [(d.at, d.amount) for d in found] == [("2024-01-02", "-1.00"), ("2024-01-02", "-2.00")]
    assert "more of B" in found[1].text


def test_rows_without_a_year_take_it_from_the_words_around() -> None:
    found = read(
        "Datum | Text | Betrag\n28.12. | A | -1,00\n03.01. | B | -2,00",
        words="Kontoauszug vom 01.12.2023 bis 05.01.2024, alle Beträge in EUR",
    )
    assert found is not None
    assert [(d.at, d.currency) for d in found] == [("2023-12-28", "EUR"), ("2024-01-03", "EUR")]


def test_a_day_or_figure_that_cannot_be_read_is_quoted() -> None:
    found = read(
        f"{HEAD}\n31/02/2024 | A | -1.00\n01/02/2024 | B | NaN\n15/02/2024 | C | -2.00\n"
        f"16/02/2024 | D | -2.00\n17/02/2024 | E | {'9' * 50}"
    )
    assert found is not None
    assert [(d.at, d.amount) for d in found] == [
        (None, "-1.00"), ("2024-02-01", None), ("2024-02-15", "-2.00"), ("2024-02-16", "-2.00"),
        ("2024-02-17", None),
    ]  # fmt: skip
    assert "31/02/2024" in found[0].text
    assert "NaN" in found[1].text


def test_a_comma_in_an_unquoted_text_does_not_shift_the_amount() -> None:
    rows = [["Date", "Description", "Amount"], ["2024-01-02", "Shop", " Town", "-5.00"],
            ["2024-01-03", "Shop", "-6.00"]]  # fmt: skip
    found = statements.transactions(rows, page=None, reading=READING)
    assert found is not None
    assert [(d.title, d.amount) for d in found] == [("Shop, Town", "-5.00"), ("Shop", "-6.00")]


def test_each_heading_begins_a_section_of_its_own() -> None:
    text = (
        f"{HEAD}\n2024-01-02 | A | -1.00\nDate | Description | Debit\n"
        "Date | Details | Debit | Credit\n2024-01-03 | B | 2.00 | "
    )
    assert amounts(text) == ["-1.00", "-2.00"]


@pytest.mark.parametrize(
    "text",
    [
        "Country | Year | Population\nGermany | 2020 | 83000000\nFrance | 2020 | 67000000",
        "Date | Open | High | Low | Close\n2024-01-02 | 183.20 | 185.00 | 180.10 | 184.20",
        "Train | Departure | Arrival\nICE 1 | 08:00 | 09:00\nICE 2 | 09:00 | 10:00",
        "date | name | value\n2024-01-02 | temperature | 18.20\n2024-01-03 | temperature | -1.20",
        "Issue date | Maturity date | Principal amount | Rate\n2020-01-01 | 2030-01-01 | 500 | 5%",
        "Date | Rainfall amount | Station\n2024-01-02 | 12.50 | Bonn",
        " | 2019 | 2018\nRevenue | $ 1,452.4 | $ 1,146.2\nTotal | $1,496.5 | $1,202.9",
        "2024-01-02 | AAPL | 183.20\n2024-01-03 | AAPL | 184.20\n2024-01-04 | AAPL | 185.20",
        "Date | Amount\n2024-01-02 | 5.00",
        "Date | Description | Amount",
        "Date | Description | Amount\nsoon | a plan | much\nlater | another | more",
        "",
    ],
)
def test_other_tables_are_left_alone(text: str) -> None:
    assert read(text, words="Annual report of 2024, amounts in EUR") is None


INVOICE = """
Pos | Description | Qty | Unit price | Amount
1 | Consulting | 2 | 60.00 | 120.00
2 | Travel | 1 | 15.50 | 15.50
 | Subtotal | | | 135.50
 | VAT 19% | | | 25.75
 | Total | | | 161.25
"""


@pytest.mark.parametrize(
    "text",
    [
        INVOICE,
        "Bezeichnung | Menge | Einzelpreis | Gesamt\nBeratung | 2 | 600,00 | 1.200,00",
        "Date | Description | Qty | Unit price | Amount\n2024-01-02 | Consulting | 2 | 60 | 120.00",
        "Invoice No. | Date | Description | Amount\n17 | 2024-01-02 | Consulting | 120.00",
        "Date | Due date | Description | Amount\n2024-01-02 | 2024-02-01 | Consulting | 120.00",
    ],
)
def test_lines_of_an_invoice_are_no_bookings(text: str) -> None:
    assert read(text, words="Invoice No. 2024-017\nInvoice date: 12 March 2024, in EUR") is None


def test_a_statement_that_names_invoices_or_trades_is_a_statement() -> None:
    wallet = (
        "Date | Name | Invoice Number | Net | Balance\n2024-01-02 | Joe | 7 | -5.00 | 95.00\n"
        "2024-01-03 | Ann | | 7.00 | 102.00"
    )
    assert amounts(wallet) == ["-5.00", "7.00"]
    trades = (
        "Date | Description | Symbol | Quantity | Price | Amount\n"
        "2024-01-02 | Bought | ACME | 2 | 30.00 | 60.00"
    )
    assert amounts(trades) == ["60.00"]

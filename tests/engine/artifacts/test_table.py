"""CSV: what a spreadsheet opens is what was found, and nothing in it is a formula."""

from __future__ import annotations

import csv
import io

import pytest

from engine.artifacts.things import EVENTS, MOMENT, PAYMENTS, event, material, passage, payment
from runwright.artifacts.csv_text import cell
from runwright.engine.artifacts.material import CannotMake, Material
from runwright.engine.artifacts.table import make
from runwright.engine.types import Item


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def test_payments_stand_by_day_with_exact_amounts() -> None:
    made = make(material(*reversed(PAYMENTS)))
    rows = rows_of(made.content)
    assert [row["date"] for row in rows] == ["2026-08-03", "2026-10-01", "2026-10-17"]
    assert [row["amount"] for row in rows] == ["-12.50", "-1200.00", "-42.10"]
    assert rows[0]["name"] == "Bakery Müller"
    assert (rows[1]["currency"], rows[1]["file"], rows[1]["page"]) == ("EUR", "file_bank", "1")
    assert (made.filename, made.told) == ("payments.csv", " with 3 rows")


def test_money_both_ways_is_called_transactions() -> None:
    salary = payment(9, "2026-10-05", "Acme", "3500.00")
    assert make(material(*PAYMENTS, salary)).filename == "transactions.csv"


def test_lines_end_as_the_standard_says_and_quotes_are_doubled() -> None:
    made = make(material(payment(1, "2026-10-01", 'The "Old, Inn"', "-1.00")))
    lines = made.content.decode().split("\r\n")
    assert lines[0] == "date,name,amount,currency,details,page,file,id"
    assert '"The ""Old, Inn"""' in lines[1]
    assert lines[-1] == ""
    assert "\n" not in made.content.decode().replace("\r\n", "")


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+49 30 1234", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "  =1", "\uff1d1+1", "\r=1"],
)
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert cell(text).startswith("'")


@pytest.mark.parametrize(
    "text", ["-42.10", "+3", "-1,200.00", "-1.200,00", "-5 %", "a=b", "2-3", ""]
)
def test_numbers_and_plain_text_stay_as_they_are(text: str) -> None:
    assert cell(text) == text


def test_a_name_that_is_a_formula_is_none_in_the_file() -> None:
    made = make(material(payment(1, "2026-10-01", '=HYPERLINK("http://x")', "-1.00")))
    assert rows_of(made.content)[0]["name"].startswith("'=")


def test_events_have_times_in_the_projects_zone_and_days_as_days() -> None:
    made = make(material(*EVENTS))
    rows = rows_of(made.content)
    assert made.filename == "events.csv"
    assert [(row["start"], row["end"]) for row in rows] == [
        ("2026-11-16", "2026-11-18"),
        ("2026-11-20 10:00", "2026-11-20 10:30"),
    ]


def test_a_table_of_a_file_keeps_its_own_columns() -> None:
    first = passage("", rows=(("Year", "Sales"), ("2025", "10"), ("2026", "=2")), kind="table")
    second = passage("", id="item_d2", rows=(("Year", "Sales"), ("2027",)), kind="table")
    made = make(material(first, second))
    assert made.content == b"Year,Sales\r\n2025,10\r\n2026,'=2\r\n2027,\r\n"
    assert (made.filename, made.told) == ("table.csv", " with 3 rows")


def test_things_of_several_kinds_share_one_table() -> None:
    made = make(material(PAYMENTS[0], EVENTS[0], passage("The lease\nends in March.")))
    rows = rows_of(made.content)
    assert [row["source"] for row in rows] == ["finance", "calendar", "documents"]
    assert rows[2]["text"] == "The lease ends in March."


def test_an_answer_without_items_is_a_row_of_its_own() -> None:
    made = make(material(answer="6 × 7 = 42."))
    assert rows_of(made.content) == [
        {"question": "the question", "answer": "6 × 7 = 42.", "value": "so"}
    ]
    assert made.told == " with 1 row"


def test_nothing_makes_no_table() -> None:
    with pytest.raises(CannotMake, match="nothing to put into a CSV"):
        make(Material(MOMENT))


def test_the_same_gives_the_same_bytes() -> None:
    assert make(material(*PAYMENTS)).content == make(material(*PAYMENTS)).content


def test_control_characters_and_lone_surrogates_do_no_harm() -> None:
    odd: Item = event(1, "2026-11-20", None, "a\x00b\x1bc\ud800")
    assert rows_of(make(material(odd)).content)[0]["title"] == "a b c?"

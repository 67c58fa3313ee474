"""CSV: what is one, and how odd ones are read."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import csv
from runwright.files.formats.types import Draft, Reading, Table, Unreadable

READING = Reading("numbers.csv", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))


def read(text: str) -> tuple[Table, list[Draft]]:
    table, *rest = csv.read(text, READING)
    assert isinstance(table, Table)
    assert len({len(row) for row in table.rows}) == 1
    return table, [part for part in rest if isinstance(part, Draft)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_every_delimiter_is_found(delimiter: str) -> None:
    rows = [
        ("City", "Inhabitants", "Area"),
        ("Bonn", "330579", "141.1"),
        ("Ulm", "126405", "118.7"),
    ]
    text = "\n".join(delimiter.join(row) for row in rows)
    table, passages = read(text)
    assert table.rows == tuple(rows)
    assert {draft.kind for draft in passages} == {"table"}
    assert any("Bonn" in draft.text for draft in passages)


def test_decimal_commas_do_not_pass_for_delimiters() -> None:
    table, _ = read("a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n")
    assert table.rows[1] == ("1,5", "2,5", "3,5")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello",
        "Hello Anna, thank you for your letter.\nIt was nice, really, to read it.\nYours, Bob\n",
        "Roses are red, violets are blue.\nSugar is sweet, and so are you.\n",
        "int a;\nint b;\nreturn a;\n",
        '{"a": 1,\n"b": 2,\n"c": 3}\n',
        "<p>a,b</p>\n<p>c,d</p>\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "one\ntwo\nthree\n",
    ],
)
def test_prose_and_code_are_no_csv(text: str) -> None:
    assert not csv.looks_like(text)
    with pytest.raises(Unreadable):
        list(csv.read(text, READING))


def test_a_mark_of_the_encoding_and_a_line_that_names_the_delimiter() -> None:
    assert read("\ufeffa;b\n1;2\n3;4\n")[0].rows[0] == ("a", "b")
    assert read("sep=;\na;b\n1;2\n")[0].rows[0] == ("a", "b")


def test_quoted_lines_delimiters_and_quotes() -> None:
    table, _ = read('n,text\n1,"two\nlines, one ""cell"""\n2,x\n')
    assert table.rows[1] == ("1", 'two\nlines, one "cell"')


def test_rows_of_other_widths_are_filled_up_or_put_together() -> None:
    long = ",".join(["x"] * 500)
    table, _ = read(f"a,b,c\n1,2\n3,4,5\n6,7,8\n9,9,9\n7,7,7\n{long}\n")
    assert table.rows[1][:3] == ("1", "2", "")
    assert len(table.rows[0]) < 30
    assert table.rows[-1][-1].count("x") > 400


def test_empty_columns_at_the_end_are_left_out() -> None:
    assert read("a,b,,\n1,2,,\n3,4,,\n")[0].rows == (("a", "b"), ("1", "2"), ("3", "4"))


def test_a_cell_beyond_the_usual_limit_is_read() -> None:
    table, _ = read(f"n,text\n1,{'x' * 200_000}\n2,y\n")
    assert len(table.rows[1][1]) == 200_000


def test_a_quotation_mark_left_open_swallows_nothing() -> None:
    lines = "\n".join(f"2024-01-{n % 28 + 1:02d},pipe {n},{n}.50" for n in range(200))
    table, _ = read(f'date,item,price\n2024-01-01,"left open,1.50\n{lines}\n')
    assert len(table.rows) == 202


def test_carriage_returns_alone_end_lines_and_null_bytes_do_no_harm() -> None:
    assert read("a,b\r1,2\r3,4\r")[0].rows == (("a", "b"), ("1", "2"), ("3", "4"))
    assert read("a,b\n1,2\x00\n3,4\n")[0].rows[1][0] == "1"


@pytest.mark.parametrize("hostile", [",", '"', "\n", ";,|\t", " |", "|-", "9", '",'])
def test_one_sign_without_end_is_no_table(hostile: str) -> None:
    assert not csv.looks_like(hostile * 100_000)


def test_every_row_of_a_long_statement_is_read() -> None:
    lines = [f"{n % 28 + 1:02d}/01/2024,Shop {n % 7},-{n}.25" for n in range(3_000)]
    _, found = read("Date,Description,Amount\n" + "\n".join(lines))
    assert len(found) == 3_000
    assert found[2_999].amount == "-2999.25"
    assert found[2_999].row == 3_000


@pytest.mark.parametrize(
    "text",
    [
        "Café Mole\nKaffee 2,80\nKuchen 3,50\nSumme 6,30\nBar 10,00\n",
        "Rechnung 4711\n\nSumme netto: 100,00 EUR\nUSt 19 %: 19,00 EUR\n",
        "Sales of May 1,200.50\nSales of June 1,310.00\nSales of July 1,090.20\n",
    ],
)
def test_a_comma_within_figures_parts_no_columns(text: str) -> None:
    assert not csv.looks_like(text)

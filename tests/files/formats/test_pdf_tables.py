"""Tables of a PDF are read cell by cell, ruled or not; statements become transactions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.pdf import reader as pdf
from runwright.files.formats.types import Draft, Part, Reading, Table
from runwright.records.facts import Table as TableFacts

from .pdf_maker import Sheet, make

READING = Reading("file.pdf", datetime(2026, 3, 1, tzinfo=UTC), ZoneInfo("UTC"))

RATES = [
    ("Country", "2023", "2024"),
    ("Norway", "1,204", "1,310"),
    ("Iceland", "88", "91"),
    ("Denmark", "940", "-"),
]
STATEMENT = [
    ("Date", "Description", "Paid out", "Paid in", "Balance"),
    ("2026-02-01", "Opening balance", "", "", "1,000.00"),
    ("2026-02-02", "Grocer", "23.50", "", "976.50"),
    ("2026-02-03", "Power company", "101.99", "", "874.51"),
    ("2026-02-05", "Salary", "", "2,500.00", "3,374.51"),
    ("2026-02-07", "Rent", "900.00", "", "2,474.51"),
]
COLUMNS = (50, 130, 330, 410, 490)


def parts(folder: Path, *sheets: Sheet) -> list[Part]:
    path = folder / "file.pdf"
    path.write_bytes(make(sheets))
    return list(pdf.read(path, READING))


def tables(found: Sequence[Part]) -> list[Table]:
    return [part for part in found if isinstance(part, Table)]


def drafts(found: Sequence[Part], kind: str) -> list[Draft]:
    return [part for part in found if isinstance(part, Draft) and part.kind == kind]


def lay(
    sheet: Sheet,
    rows: Sequence[Sequence[str]],
    xs: Sequence[float] = (50, 200, 300),
    y: float = 100,
    step: float = 14,
) -> Sheet:
    """Write rows below each other; `|` in a cell begins another line of it."""
    for row in rows:
        cells = [cell.split("|") for cell in row]
        for x, cell in zip(xs, cells, strict=True):
            for number, line in enumerate(cell):
                if line:
                    sheet.write(x, y + 12 * number, line)
        y += step + 12 * (max(map(len, cells)) - 1)
    return sheet


def test_a_ruled_table_is_read_cell_by_cell(tmp_path: Path) -> None:
    sheet = lay(Sheet(), RATES).grid((45, 195, 295, 395), (89, 103, 117, 131, 145))
    assert tables(parts(tmp_path, Sheet(), sheet)) == [Table(2, tuple(RATES))]


def test_a_wrapped_cell_of_a_ruled_row_is_one_cell(tmp_path: Path) -> None:
    rows = [("Kind", "Share"), ("Schools and|libraries of|the county", "12%"), ("Roads", "88%")]
    sheet = lay(Sheet(), rows, (50, 200)).grid((45, 195, 295), (89, 103, 141, 155))
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows[1] == ("Schools and libraries of the county", "12%")


def test_a_cell_over_two_columns_stands_in_the_first(tmp_path: Path) -> None:
    sheet = Sheet().write(210, 100, "Number of all people").grid((45, 195, 395), (89, 103))
    lay(sheet, RATES, y=114).grid((45, 195, 295, 395), (103, 117, 131, 145, 159))
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows == (("", "Number of all people", ""), *RATES)


def test_values_between_two_rules_are_rows_of_their_own(tmp_path: Path) -> None:
    sheet = lay(Sheet(), RATES).grid((45, 195, 295, 395), (89, 103, 145))
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows == tuple(RATES)


def test_shading_behind_each_line_of_a_cell_is_no_rule(tmp_path: Path) -> None:
    rows = [("Kind", "Share"), ("Schools and|libraries", "12%"), ("Roads", "88%")]
    sheet = Sheet().box(45, 103, 150, 26, 0.8).box(45, 103, 150, 13, 0.8).box(45, 116, 150, 13, 0.8)
    lay(sheet, rows, (50, 200)).grid((45, 195, 295), (89, 103, 129, 143))
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows[1] == ("Schools and libraries", "12%")


def test_a_frame_with_nothing_but_text_in_it_is_no_table(tmp_path: Path) -> None:
    sheet = lay(Sheet(), [("Please note:",), ("The office is closed.",)], (50,))
    assert tables(parts(tmp_path, sheet.grid((45, 395), (85, 135)))) == []


def test_a_table_in_a_cell_of_another_is_its_own(tmp_path: Path) -> None:
    sheet = lay(Sheet(), RATES).grid((45, 195, 295, 395), (89, 103, 117, 131, 145))
    sheet.grid((30, 420, 560), (60, 160, 200, 240))
    for y in (180, 220):
        sheet.row(y, {40: "Outer", 430: "words"})
    found = tables(parts(tmp_path, sheet))
    assert Table(1, tuple(RATES)) in found
    assert Table(1, (("Outer", "words"), ("Outer", "words"))) in found


def test_a_table_without_rules_is_read_cell_by_cell(tmp_path: Path) -> None:
    assert tables(parts(tmp_path, lay(Sheet(), RATES))) == [Table(1, tuple(RATES))]


def test_a_page_that_is_printed_sideways_is_turned(tmp_path: Path) -> None:
    found = tables(parts(tmp_path, lay(Sheet(sideways=True), RATES)))
    assert found == [Table(1, tuple(RATES))]


def test_a_header_of_several_lines_is_one_row(tmp_path: Path) -> None:
    sheet = Sheet().rule(45, 62, 395, 62).rule(45, 105, 395, 105)
    sheet.row(72, {200: "Number"}).row(84, {200: "of pupils", 300: "Share of"})
    sheet.row(96, {50: "School", 200: "enrolled", 300: "all pupils"})
    lay(sheet, [("North", "120", "40%"), ("South", "90", "30%"), ("East", "90", "30%")], y=118)
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows[0] == ("School", "Number of pupils enrolled", "Share of all pupils")
    assert len(table.rows) == 4


def test_rules_between_rows_hold_their_lines_together(tmp_path: Path) -> None:
    rows = [
        ("Programme", "Purpose", "Budget"),
        ("Heating", "Helps with the|cost of winter", "1,200"),
        ("Museums and|libraries", "Opens on Sundays", "450"),
        ("Meals", "Gives a hot meal|to every child", "2,300"),
    ]
    sheet = lay(Sheet(), rows)
    for y in (89, 103, 129, 155, 181):
        sheet.rule(45, y, 395, y)
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows == tuple(tuple(cell.replace("|", " ") for cell in row) for row in rows)


def test_a_line_without_values_goes_on_with_the_text_above(tmp_path: Path) -> None:
    rows = [
        ("Day", "What", "Cost"),
        ("01-02", "Train to the", "12.00"),
        ("", "other town", ""),
        ("02-02", "Lunch", "9.50"),
        ("", "Supper", "19.50"),
    ]
    [table] = tables(parts(tmp_path, lay(Sheet(), rows)))
    assert table.rows[1:] == (
        ("01-02", "Train to the other town", "12.00"),
        ("02-02", "Lunch", "9.50"),
        ("", "Supper", "19.50"),
    )


@pytest.mark.parametrize(
    "row",
    [
        (
            "The members of the committee met again in the",
            "spring of 2011 and found that 45 percent",
        ),
        ("7.", "This is an item of a list with words and the number 12 in it"),
        ("A chapter of this book " + "." * 60, "117"),
    ],
    ids=["columns of prose", "a numbered list", "a table of contents"],
)
def test_what_only_looks_like_columns_is_no_table(tmp_path: Path, row: Sequence[str]) -> None:
    assert tables(parts(tmp_path, lay(Sheet(), [row] * 12, (50, 310)))) == []


def test_a_table_beside_a_column_of_prose_is_found(tmp_path: Path) -> None:
    sheet = lay(Sheet(), [("Prose in the left column of it.",)] * 12, (50,), y=60)
    lay(sheet, RATES, (50, 130, 200), y=60 + 12 * 14)
    lay(sheet, [("And other prose in the right column.",)] * 24, (310,), y=60)
    [table] = tables(parts(tmp_path, sheet))
    assert table.rows == tuple(RATES)


def test_the_prose_of_a_page_leaves_its_tables_out(tmp_path: Path) -> None:
    sheet = lay(Sheet().write(50, 50, "Trade grew in the north."), RATES)
    found = parts(tmp_path, sheet)
    assert [draft.text for draft in drafts(found, "passage")] == ["Trade grew in the north."]
    [table] = drafts(found, "table")
    assert "Norway" in table.text
    assert "1,310" in table.text


def test_a_statement_gives_transactions_with_page_and_row(tmp_path: Path) -> None:
    sheet = lay(Sheet().write(50, 60, "Statement in EUR"), STATEMENT, COLUMNS)
    found = parts(tmp_path, Sheet().write(50, 60, "Dear customer"), sheet)
    assert tables(found) == [Table(2, tuple(STATEMENT))]
    booked = drafts(found, "transaction")
    assert [draft.amount for draft in booked] == ["-23.50", "-101.99", "2500.00", "-900.00"]
    assert [draft.row for draft in booked] == [1, 2, 3, 4]
    assert {(draft.page, draft.currency, draft.source) for draft in booked} == {
        (2, "EUR", "finance")
    }
    assert not any("Grocer" in draft.text for draft in drafts(found, "passage"))


def test_a_statement_goes_on_under_the_header_of_the_page_before(tmp_path: Path) -> None:
    header, *bookings = STATEMENT
    opening = lay(Sheet().write(50, 60, "Statement in EUR"), [header, *bookings], COLUMNS)
    following = [(day.replace("-02-", "-03-"), *rest) for day, *rest in bookings]
    booked = drafts(parts(tmp_path, opening, lay(Sheet(), following, COLUMNS)), "transaction")
    assert [draft.amount for draft in booked if draft.page == 2] == [
        draft.amount for draft in booked if draft.page == 1
    ]
    assert {draft.currency for draft in booked} == {"EUR"}


def test_two_columns_of_references_are_no_table(tmp_path: Path) -> None:
    """Labels such as [15] and years stand in line there, and still nobody would see a table."""
    rows = [
        ("algorithms that were hard before the machine", "[14]", "M. Vitelli and A. Nayebi, Of"),
        ("won against the world champion of chess in 1997", "", "music and nets. Press, 2015 and"),
        ("and everybody wrote about it for years to come", "[15]", "T. Mitchell, Machines that do"),
        ("although most of them had never played at all", "", "first book. McGraw-Hill, New York"),
        ("against anybody but their own brothers or sons", "[16]", "A. Adler, The harbour and its"),
    ]
    assert tables(parts(tmp_path, lay(Sheet(), rows, (50, 320, 345)))) == []


def test_labels_and_figures_of_a_chart_are_no_table(tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(8):
        sheet.write(50, 100 + 14 * n, f"Answer {'abcdefgh'[n]}")
        sheet.write(150 + 60 * (n % 4), 100 + 14 * n, f"{11 * n}%")
    assert tables(parts(tmp_path, sheet)) == []


def test_boxes_that_hold_a_paragraph_each_are_no_table(tmp_path: Path) -> None:
    paragraph = "|".join(["The harbour master keeps a list of ships"] * 6)
    rows = [(paragraph, paragraph)] * 2
    sheet = lay(Sheet(), rows, (50, 300), step=20).grid((45, 295, 545), (89, 171, 260))
    assert tables(parts(tmp_path, sheet)) == []


def test_a_table_of_a_page_knows_the_heading_above_it(tmp_path: Path) -> None:
    sheet = Sheet().write(50, 60, "Rates of the north", size=16)
    for n in range(4):
        sheet.write(50, 90 + 14 * n, "Some words in front of the table, in plain letters.")
    lay(sheet, RATES, y=180)
    [draft] = drafts(parts(tmp_path, sheet), "table")
    assert isinstance(draft.facts, TableFacts)
    assert draft.facts.headings == ("Rates of the north",)
    assert draft.facts.header == RATES[0]
    assert draft.facts.rows == tuple(RATES[1:])

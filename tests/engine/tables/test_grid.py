"""Tables are read with their headers, sections and units."""

from runwright.engine.tables.grid import Grid, read_grid

SALES = (
    ("", "Years Ended September 30,", "", ""),
    ("", "2019", "2018", "2017"),
    ("", "(in millions)", "", ""),
    ("Transportation Solutions:", "", "", ""),
    ("Automotive", "$ 5,686", "$ 6,092", "$ 5,228"),
    ("Sensors", "914", "914", "814"),
    ("Total Transportation Solutions", "6,600", "7,006", "6,042"),
    ("Industrial Solutions:", "", "", ""),
    ("Equipment", "1,949", "1,987", "1,747"),
    ("", "1,949", "1,987", "1,747"),
)


def grid(rows: tuple[tuple[str, ...], ...], caption: str = "") -> Grid:
    found = read_grid("file_1#0", rows, caption)
    assert found is not None
    return found


def test_header_rows_are_put_together_over_their_columns() -> None:
    columns = grid(SALES).columns
    assert [sorted(column.years) for column in columns] == [[2019], [2018], [2017]]
    assert all("September 30" in column.label for column in columns)


def test_the_scale_is_that_of_the_header() -> None:
    assert grid(SALES).unit.scale == "million"


def test_the_scale_may_stand_in_the_text_beside_the_table() -> None:
    rows = (("", "2019"), ("Revenue", "$5"))
    assert grid(rows, "Results of operations (in thousands):").unit.scale == "thousand"


def test_rows_know_their_section_and_a_nameless_row_is_its_total() -> None:
    rows = {row.at: row for row in grid(SALES).rows}
    assert rows[4].above == "Transportation Solutions:"
    assert rows[8].above == "Industrial Solutions:"
    assert (rows[9].label, rows[9].total, rows[9].above) == ("Total", True, "Industrial Solutions:")


def test_a_group_header_spans_its_columns() -> None:
    rows = (
        ("", "December 31, 2019", "", "December 31, 2018", ""),
        ("", "Carrying Amount", "Fair Value", "Carrying Amount", "Fair Value"),
        ("Senior notes", "421.9", "450.1", "421.1", "421.2"),
    )
    labels = [column.label for column in grid(rows).columns]
    assert labels[1] == "December 31, 2019 Fair Value"
    assert labels[3] == "December 31, 2018 Fair Value"


def test_a_year_over_one_column_does_not_run_into_the_next() -> None:
    rows = (
        ("", "F19", "F18", "", ""),
        ("$ million", "53 weeks", "52 weeks", "Change", "Change normalised"),
        ("Sales", "1,671", "1,612", "3.7%", "1.8%"),
    )
    assert [sorted(column.years) for column in grid(rows).columns] == [[2019], [2018], [], []]


def test_rows_between_two_balances_are_of_the_later_year() -> None:
    rows = (
        ("", "Shares"),
        ("Outstanding at June 30, 2018", "900"),
        ("Granted", "50"),
        ("Exercised", "(20)"),
        ("Cancelled", "(5)"),
        ("Outstanding at June 30, 2019", "925"),
    )
    granted = grid(rows).rows[1]
    assert granted.above_years == {2019}


def test_a_single_column_is_no_table() -> None:
    assert read_grid("file_1#0", (("only",), ("words",))) is None

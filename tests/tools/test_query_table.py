"""`query_table`: the right cells, the right arithmetic, and no figure that cannot be."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.tools.base import InvalidCall
from runwright.tools.query_table import TOOL
from runwright.tools.table_arguments import Arguments
from runwright.tools.table_results import Quantity, Result
from tools.document_records import document, over, table

REGIONS = table(
    "results",
    ("Region", "2025", "2026", "Margin (%)"),
    [
        ("North", "1.0", "1.5", "10 %"),
        ("South", "2.0", "1.0", "12.5 %"),
        ("West", "(0.5)", "n/a", "8 %"),
        ("Total", "2.5", "2.5", ""),
    ],
    units=("", "EUR", "EUR", "%"),
    scale=1_000_000,
    title="Net sales by region, in millions of euros",
)


def named(*names: str) -> dict[str, Any]:
    return {"name": {"any_of": names}}


def is_(*values: str) -> dict[str, Any]:
    return {"equals": values}


def ask(items: Any, currency: str | None = None, **arguments: Any) -> Result:
    return TOOL.run(Arguments.model_validate(arguments), over(*items, currency=currency))


def test_a_value_comes_in_full_with_its_unit_and_as_it_is_written() -> None:
    result = ask(REGIONS, measure="value", column=named("2026"), rows=[is_("north")])
    assert (result.cell, result.figure) == ("1.5", Quantity(value="1500000", unit="EUR"))
    assert result.labels == ("North",)
    assert result.items == ("results/t1.0",)


def test_figures_in_parentheses_are_negative_and_percentages_have_no_scale() -> None:
    west = [is_("West")]
    assert ask(REGIONS, measure="value", column=named("2025"), rows=west).figure == Quantity(
        value="-500000", unit="EUR"
    )
    assert ask(REGIONS, measure="value", column=named("margin"), rows=west).figure == Quantity(
        value="8", unit="%"
    )


def test_a_cell_of_words_is_a_value_without_a_figure() -> None:
    items = table("a", ("Task", "Who"), [("Paint", "Anna"), ("Clean", "Ben")])
    result = ask(items, measure="value", column=named("who"), rows=[is_("Clean")])
    assert (result.cell, result.figure) == ("Ben", None)


def test_a_total_row_is_not_added_to_its_parts_and_a_note_says_so() -> None:
    result = ask(REGIONS, measure="sum", column=named("2025"))
    assert result.figure == Quantity(value="2500000", unit="EUR")
    assert [note.code for note in result.notes] == ["total_rows"]
    assert "Total" in result.notes[0].text


@pytest.mark.parametrize(
    "label", ["Total", "TOTAL:", "Summe", "Gesamt", "Gesamtsumme", "Grand total", "Subtotal", "sum"]
)
def test_totals_are_recognised_by_their_names(label: str) -> None:
    items = table("a", ("Item", "Price"), [("Pen", "2"), ("Ink", "5"), (label, "7")])
    assert ask(items, measure="sum", column=named("price")).figure == Quantity(value="7")
    assert ask(items, measure="max", column=named("price")).labels == ("Ink",)


@pytest.mark.parametrize("label", ["TotalEnergies", "Sum insured", "Summer dress", "Tea"])
def test_other_names_are_no_totals(label: str) -> None:
    items = table("a", ("Item", "Price"), [("Pen", "2"), ("Ink", "5"), (label, "7")])
    assert ask(items, measure="sum", column=named("price")).figure == Quantity(value="14")


def test_a_last_row_without_a_name_that_is_the_sum_is_a_total() -> None:
    items = table("a", ("Item", "Price"), [("Pen", "2"), ("Ink", "5"), ("", "7")])
    assert ask(items, measure="sum", column=named("price")).figure == Quantity(value="7")


def test_the_total_itself_can_be_looked_up() -> None:
    result = ask(REGIONS, measure="value", column=named("2025"), rows=[is_("Total")])
    assert result.figure == Quantity(value="2500000", unit="EUR")


def test_chunks_of_a_table_are_one_table() -> None:
    rows = [(f"Day {n}", str(n)) for n in range(1, 11)]
    items = table("a", ("Day", "Steps"), rows, chunk=3)
    result = ask(reversed(items), measure="sum", column=named("steps"))
    assert result.figure == Quantity(value="55")
    assert (result.looked_at, result.kept) == (10, 10)
    assert result.items == ("a/t1.0", "a/t1.3", "a/t1.6", "a/t1.9")
    assert [line.number for row in result.rows for line in row.lines] == list(range(1, 11))


def test_change_between_columns_is_absolute_and_in_per_cent() -> None:
    asked: dict[str, Any] = {
        "measure": "change",
        "column": named("2025"),
        "to_column": named("2026"),
    }
    result = ask(REGIONS, **asked, rows=[is_("North")])
    assert (result.before, result.after) == (
        Quantity(value="1000000", unit="EUR"),
        Quantity(value="1500000", unit="EUR"),
    )
    assert result.figure == Quantity(value="500000", unit="EUR")
    assert result.percent == "50"
    with pytest.raises(InvalidCall, match="one of the columns alone"):
        ask(REGIONS, **asked)


def test_change_between_rows_and_of_percentages_in_points() -> None:
    asked: dict[str, Any] = {"measure": "change", "rows": [is_("North")], "to_rows": [is_("South")]}
    money = ask(REGIONS, **asked, column=named("2025"))
    assert (money.figure, money.percent) == (Quantity(value="1000000", unit="EUR"), "100")
    points = ask(REGIONS, **asked, column=named("margin"))
    assert points.figure == Quantity(value="2.5", unit="percentage points")
    assert points.percent is None


def test_no_percentage_of_a_base_that_is_not_above_zero() -> None:
    items = table("a", ("Year", "Profit"), [("2025", "-5"), ("2026", "10")])
    result = ask(
        items,
        measure="change",
        column=named("profit"),
        rows=[is_("2025")],
        to_rows=[is_("2026")],
    )
    assert (result.figure, result.percent) == (Quantity(value="15"), None)
    assert [note.code for note in result.notes] == ["no_percentage"]


def test_a_share_is_of_the_columns_total() -> None:
    items = table("a", ("Part", "kg"), [("A", "1"), ("B", "3"), ("Total", "4")], units=("", "kg"))
    result = ask(items, measure="share", column=named("kg"), rows=[is_("A")])
    assert result.figure == Quantity(value="25", unit="%")
    assert (result.part, result.whole) == (
        Quantity(value="1", unit="kg"),
        Quantity(value="4", unit="kg"),
    )


def test_a_total_that_the_table_states_counts_and_the_difference_is_said() -> None:
    items = table("a", ("Part", "kg"), [("A", "1"), ("B", "3"), ("Total", "5")])
    result = ask(items, measure="share", column=named("kg"), rows=[is_("A")])
    assert result.figure == Quantity(value="20", unit="%")
    assert "total_differs" in [note.code for note in result.notes]


def test_shares_that_cannot_be_are_refused() -> None:
    above = table("a", ("Part", "kg"), [("A", "9"), ("B", "3"), ("Total", "4")])
    with pytest.raises(InvalidCall, match="not its parts"):
        ask(above, measure="share", column=named("kg"), rows=[is_("A")])
    with pytest.raises(InvalidCall, match="negative"):
        ask(REGIONS, measure="share", column=named("2025"), rows=[is_("North")])
    nothing = table("a", ("Part", "kg"), [("A", "0"), ("B", "0")])
    with pytest.raises(InvalidCall, match="not above zero"):
        ask(nothing, measure="share", column=named("kg"), rows=[is_("A")])


def test_conditions_compare_figures_in_full_and_words_by_word() -> None:
    column = named("2025")
    listed = ask(REGIONS, rows=[{"column": column, "least": "1000000", "below": "2500000"}])
    assert listed.labels == ("North", "South")
    above = ask(REGIONS, measure="count", rows=[{"column": column, "above": "1000000"}])
    assert above.figure == Quantity(value="1")
    most = ask(REGIONS, rows=[{"column": column, "most": "-500000"}])
    assert most.labels == ("West",)
    without = ask(REGIONS, rows=[{"contains": {"none_of": ["north", "total"]}}])
    assert without.labels == ("South", "West")


def test_a_list_shows_the_columns_that_are_named() -> None:
    result = ask(REGIONS, columns=[named("2026"), {"number": 1}], limit=2)
    assert result.rows[0].header == ("2026", "Region")
    assert result.rows[0].lines[0].cells == ("1.5", "North")
    assert (result.kept, result.more) == (4, 2)


def test_units_are_never_added_to_others() -> None:
    items = table("a", ("What", "Price"), [("A", "5 EUR"), ("B", "$7"), ("C", "US$ 2")])
    with pytest.raises(InvalidCall, match="different units"):
        ask(items, measure="sum", column=named("price"))
    two = [{"column": {"number": 1}, "equals": ["B", "C"]}]
    with pytest.raises(InvalidCall, match="different units"):
        ask(items, measure="sum", column=named("price"), rows=two)
    at_home = ask(items, "USD", measure="sum", column=named("price"), rows=two)
    assert at_home.figure == Quantity(value="9", unit="USD")


def test_the_decimal_sign_is_that_of_the_column_the_table_or_the_language() -> None:
    column = table("a", ("What", "Price"), [("A", "1.234"), ("B", "2,50")])
    assert ask(column, measure="max", column=named("price")).figure == Quantity(value="1234")
    beside = table("a", ("What", "Price", "Tax"), [("A", "1.234", "0,19")])
    assert ask(beside, measure="sum", column=named("price")).figure == Quantity(value="1234")
    alone = table("a", ("What", "Price"), [("A", "1.234")])
    unclear = ask(alone, measure="sum", column=named("price"))
    assert unclear.figure == Quantity(value="1.234")
    assert [note.code for note in unclear.notes] == ["decimal_sign_assumed"]
    german = ask([*alone, document("a", language="de")], measure="sum", column=named("price"))
    assert german.figure == Quantity(value="1234")


def test_days_times_and_long_numbers_are_no_figures() -> None:
    rows = [("31.12.2026",), ("09:30",), ("1234567890123456789012345",), ("3 of 5",), ("4",)]
    result = ask(table("a", ("Cell",), rows), measure="sum", column=named("cell"))
    assert result.figure == Quantity(value="4")
    assert [(note.code, note.count) for note in result.notes] == [("cells_without_figure", 4)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("€ 1.234,50", "1234.50", "EUR"),
        ("CHF 1'234.50", "1234.50", "CHF"),
        ("42,-", "42", ""),
        ("5-", "-5", ""),
        ("- 5", "-5", ""),
        ("12 m²", "12", "m²"),
        ("12,5 %", "12.5", "%"),
        ("42*", "42", ""),
    ],
)
def test_cells_are_read_as_people_write_them(text: str, value: str, unit: str) -> None:
    result = ask(table("a", ("Cell",), [(text,)]), measure="sum", column=named("cell"))
    assert result.figure == Quantity(value=value, unit=unit)


def test_a_cell_that_says_its_size_itself_is_not_scaled_again() -> None:
    items = table(
        "a", ("What", "EUR"), [("A", "2"), ("B", "1.5 million")], units=("", "EUR"), scale=1000
    )
    assert ask(items, measure="sum", column=named("eur")).figure == Quantity(
        value="1502000", unit="EUR"
    )


def test_the_table_is_found_by_what_it_has() -> None:
    other = table("b", ("Region", "Staff"), [("North", "7")], number=2)
    result = ask([*REGIONS, *other], measure="value", column=named("staff"), rows=[is_("North")])
    assert result.table is not None
    assert (result.table.file, result.table.number) == ("b", 2)
    assert result.figure == Quantity(value="7")


def test_several_tables_that_fit_are_named() -> None:
    twin = table("b", ("Region", "2025"), [("North", "7")])
    with pytest.raises(InvalidCall, match=r"table 1 of results .*; table 1 of b"):
        ask([*REGIONS, *twin], measure="value", column=named("2025"), rows=[is_("North")])
    chosen = ask(
        [*REGIONS, *twin], files=["b"], measure="value", column=named("2025"), rows=[is_("North")]
    )
    assert chosen.figure == Quantity(value="7")


def test_calls_that_lead_nowhere_say_why() -> None:
    with pytest.raises(InvalidCall, match="No column is called profit; the columns have: Region"):
        ask(REGIONS, measure="sum", column=named("profit"))
    with pytest.raises(InvalidCall, match="2 rows fit the conditions: North, South"):
        ask(REGIONS, measure="value", column=named("2025"), rows=[is_("North", "South")])
    with pytest.raises(InvalidCall, match="No row"):
        ask(REGIONS, measure="sum", column=named("2025"), rows=[is_("East")])
    with pytest.raises(InvalidCall, match="no figures"):
        ask(REGIONS, measure="sum", column=named("region"))
    with pytest.raises(InvalidCall, match="No table"):
        ask([], measure="count")
    doubled = table("a", ("Net price", "Gross price"), [("1", "2")])
    with pytest.raises(InvalidCall, match=r"Several columns .* Gross price \(number 2\)"):
        ask(doubled, measure="sum", column=named("price"))


@pytest.mark.parametrize(
    "arguments",
    [
        {"measure": "sum"},
        {"measure": "count", "column": {"number": 1}},
        {"measure": "change", "column": {"number": 1}},
        {"measure": "sum", "column": {"number": 1}, "to_column": {"number": 2}},
        {"measure": "share", "column": {"number": 1}},
        {"measure": "sum", "column": {}},
        {"rows": [{"least": "3"}]},
        {"rows": [{}]},
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Arguments.model_validate(arguments)


def test_a_call_reads_as_words() -> None:
    arguments = Arguments.model_validate(
        {"measure": "sum", "column": named("Net sales"), "rows": [is_("Berlin")]}
    )
    assert TOOL.describe(arguments) == "sum of Net sales where a cell is Berlin, in a table"


def test_a_record_alone_gives_its_row() -> None:
    assert TOOL.row is not None
    row = TOOL.row(REGIONS[0])
    assert row.model_dump()["lines"][3] == {
        "number": 4,
        "cells": ("Total", "2.5", "2.5", ""),
        "is_total": True,
    }


# Against a reference that computes with fractions from whole numbers of the smallest unit --------

cents = st.integers(-(10**9), 10**9)


def written(value: int, style: str) -> str:
    """Hundredths as people write them."""
    whole, rest = divmod(abs(value), 100)
    if style == "german":
        text = f"{whole:,}".replace(",", ".") + f",{rest:02}"
    else:
        text = f"{whole:,}.{rest:02}"
    if value >= 0:
        return text
    return f"({text})" if style == "accounts" else f"-{text}"


@given(
    st.lists(cents, min_size=1, max_size=12),
    st.sampled_from(["english", "german", "accounts"]),
    st.sampled_from([1, 1000, 10**6]),
    st.booleans(),
    st.integers(1, 5),
)
def test_arithmetic_is_exact(
    values: list[int], style: str, scale: int, with_total: bool, chunk: int
) -> None:
    rows = [(f"Row {chr(97 + n)}", written(value, style)) for n, value in enumerate(values)]
    if with_total:
        rows.append(("Total", written(sum(values), style)))
    items = table("a", ("Name", "Amount"), rows, chunk=chunk, scale=scale)
    exact = [Fraction(value * scale, 100) for value in values]
    expected = {
        "sum": sum(exact, Fraction(0)),
        "min": min(exact),
        "max": max(exact),
        "average": sum(exact, Fraction(0)) / len(exact),
    }
    for measure, reference in expected.items():
        result = ask(items, measure=measure, column=named("amount"))
        assert result.figure is not None
        assert abs(Fraction(Decimal(result.figure.value)) - reference) <= Fraction(1, 10**10)
        if measure != "average":
            assert Fraction(Decimal(result.figure.value)) == reference
    counted = ask(items, measure="count")
    assert counted.figure == Quantity(value=str(len(values)))


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=10), st.data())
def test_shares_are_between_nothing_and_all_and_add_up(
    values: list[int], data: st.DataObject
) -> None:
    rows = [(f"Row {chr(97 + n)}", written(value, "english")) for n, value in enumerate(values)]
    items = table("a", ("Name", "Amount"), rows)
    chosen = data.draw(st.sets(st.integers(0, len(values) - 1), min_size=1))
    asked: dict[str, Any] = {
        "measure": "share",
        "column": named("amount"),
        "rows": [is_(*(rows[n][0] for n in chosen))],
    }
    if not any(values):
        with pytest.raises(InvalidCall):
            ask(items, **asked)
        return
    result = ask(items, **asked)
    assert result.figure is not None
    share = Fraction(Decimal(result.figure.value))
    assert 0 <= share <= 100
    reference = Fraction(100 * sum(values[n] for n in chosen), sum(values))
    assert abs(share - reference) <= Fraction(1, 10**10)


@given(cents, cents)
def test_changes_lead_from_the_first_figure_to_the_second(first: int, second: int) -> None:
    items = table(
        "a", ("Name", "Old", "New"), [("A", *(written(v, "english") for v in (first, second)))]
    )
    result = ask(
        items, measure="change", column=named("old"), to_column=named("new"), rows=[is_("A")]
    )
    assert result.figure is not None
    assert Fraction(Decimal(result.figure.value)) == Fraction(second - first, 100)
    assert (result.percent is None) == (first <= 0)
    if result.percent is not None:
        reference = Fraction(100 * (second - first), first)
        assert abs(Fraction(Decimal(result.percent)) - reference) <= Fraction(1, 10**10)

"""`calculate` is exact, keeps units and currencies, and refuses what has no one meaning."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.tools.base import InvalidCall, frozen
from runwright.tools.formulas import LONGEST, FormulaError, parse
from runwright.tools.measure_transactions import (
    Comparison,
    Extreme,
    MeasureTransactionsResult,
    UnitFigures,
)
from runwright.tools.quantities import MOST_BITS
from tools.calculating import Group, Spending, calculate, written


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("2 ^ 3 ^ 2", "512"),
        ("-2 ^ 2", "-4"),
        ("2 ** -1", "0.5"),
        ("2 * -3", "-6"),
        ("0.1 + 0.2", "0.3"),
        ("6 ÷ 4 × 2 − 1", "2"),
        ("1.5e3", "1500"),
        ("17 % 5", "2"),
        ("-7 % 3", "2"),
        ("15% * 240", "36"),
        ("100% - 15%", "85 %"),
        ("80 EUR * (1 + 15%)", "92 EUR"),
        ("0.15 in %", "15 %"),
        ("sqrt(9/4)", "1.5"),
        ("root(27, 3)", "3"),
        ("8 ^ (2/3)", "4"),
        ("round(2.675, 2)", "2.68"),
        ("round(-2.5)", "-3"),
        ("round(1250, -2)", "1300"),
        ("floor(-1.5) + ceil(1.2)", "0"),
        ("abs(3 - 5 EUR / 1 EUR)", "2"),
        ("min(3, 1, 2) + max(3, 1, 2)", "4"),
        ("avg(1, 2, 3.5, 3.5)", "2.5"),
        ("sum(1 EUR, 2.50 EUR)", "3.5 EUR"),
        ("percent_change(80 EUR, 100 EUR)", "25 %"),
        ("percent_change(-80, -100)", "-25 %"),
        ("share(20 EUR, 80 EUR)", "25 %"),
        ("2 > 1", "True"),
        ("0.15 >= 20%", "False"),
        ("1 km = 1000 m", "True"),
    ],
)
def test_arithmetic_is_exact(expression: str, wanted: str) -> None:
    assert written(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("100 km / 2 h", "50 km/h"),
        ("60 km/h * 90 min in km", "90 km"),
        ("90 km/h in m/s", "25 m/s"),
        ("3 mi in m", "4828.032 m"),
        ("5 ft + 6 inches in cm", "167.64 cm"),
        ("5 m^2 in cm2", "50000 cm2"),
        ("2 m * 3 m * 50 cm in l", "3000 l"),
        ("sqrt(9 m^2)", "3 m"),
        ("1 kg + 250 g", "1.25 kg"),
        ("180 lbs in kg", "81.6466266 kg"),
        ("20 °C in °F", "68 °F"),
        ("-40 °F in °C", "-40 °C"),
        ("0 K in °C", "-273.15 °C"),
        ("1 GiB in MB", "1073.741824 MB"),
        ("100 Mbit / 8 s in MB/s", "1.5625 MB/s"),
        ("90 min in h", "1.5 h"),
        ("2 years in months", "24 months"),
        ("30 EUR / 4 kg", "7.5 EUR/kg"),
        ("7.50 EUR/kg * 500 g", "3.75 EUR"),
        ("0.5 EUR/USD * 10 USD", "5 EUR"),
        ("5 € + 5 euros", "10 EUR"),
        ("10 EUR / 4 EUR", "2.5"),
        ("1 l / 1 m3", "0.001"),
    ],
)
def test_units_are_carried_and_converted(expression: str, wanted: str) -> None:
    assert written(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("2026-01-31 + 1 month", "2026-02-28"),
        ("2028-02-29 - 1 year", "2027-02-28"),
        ("today + 3 weeks", "2026-12-07"),
        ("90 days + 2026-11-16", "2027-02-14"),
        ("2026-12-24 - today", "38 days"),
        ("days_between(2026-12-24, today) in weeks", "-5.428571428571428571428571429 weeks"),
        ("weekday(2026-11-16)", "Monday"),
        ("iso_week(2027-01-01)", "2026-W53"),
        ("business_days_between(2026-11-13, 2026-11-16)", "1 days"),
        ("months_between(2026-01-31, 2026-02-28)", "1 months"),
        ("years_between(2000-11-17, today)", "25 years"),
        ("2026-11-16 = today", "True"),
        ("max(2026-01-01, today)", "2026-11-16"),
    ],
)
def test_days_are_reckoned_with(expression: str, wanted: str) -> None:
    assert written(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("1 / 0", "Division by zero."),
        ("5 % 0", "Division by zero."),
        ("0 ^ -1", "Division by zero."),
        ("sqrt(-1)", "A negative number has no such root."),
        ("10 ^ 1000", "too large"),
        ("9 ^ 9 ^ 9", "exponent is too large"),
        ("2 ^ (10^5 + 0.5)", "too large"),
        ("300 + 15%", "Say of what the percentage is taken"),
        ("5 EUR + 3 USD", "there are no exchange rates"),
        ("5 EUR in USD", "there are no exchange rates"),
        ("min(5 EUR, 3 USD)", "there are no exchange rates"),
        ("5 EUR + 3", "give it a unit"),
        ("5 EUR * 3 EUR", "cannot be multiplied with each other"),
        ("5 kg in m", "Figures in kg cannot be converted to figures in m."),
        ("1 month in days", "no fixed number of days"),
        ("20 °C + 5 °F", "Convert the temperatures to one unit first"),
        ("today + 1.5 days", "Only whole days"),
        ("today + 5 kg", "add days, weeks, months or years"),
        ("today + 9000 years", "years 1 to 9999"),
        ("today * 2", "A day cannot be reckoned with like a number."),
        ("weekday(3)", "A day such as 2026-11-16 is needed, not a number."),
        ("sqrt(1, 2)", "sqrt takes 1 value, not 2."),
        ("2 ^ 1 EUR", "An exponent must be a plain number."),
        ("round(1, 0.5)", "must be a whole number"),
        ("1 km in 5", "Behind `in` stands a unit"),
        ("today > 5", "A day cannot be compared with a number."),
        ("percent_change(0, 5)", "A change from zero has no percentage."),
    ],
)
def test_what_has_no_answer_is_refused_in_a_sentence(expression: str, sentence: str) -> None:
    with pytest.raises(InvalidCall) as refused:
        calculate(expression)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("(1 + 2", "`)` is missing before the end"),
        ("1 +", "The end stands where a value is expected"),
        ("1,234.50", "`,` (character 2) is not expected there"),
        ("3 apples", "`apples` (character 3) is no unit, currency or function"),
        ("5 $", "`$` (character 3) is no unit"),
        ("__import__(1)", "means nothing in an expression"),
        ("open(1)", "`open` (character 1) is no function"),
        ("unit(1, 2)", "is no function"),
        ("2026-02-30", "There is no day 2026-02-30"),
        ("(" * 40 + "1" + ")" * 40, "at most 32 levels deep"),
        ("-" * 40 + "1", "at most 32 levels deep"),
        ("1e500", "has too many digits"),
        ("1+" * 100 + "1", "at most 200 numbers, names and signs"),
        ("2^.5+" * 13 + "1", "at most 12 powers and roots"),
        ("9" * 61, "has too many digits"),
    ],
)
def test_what_is_no_expression_is_refused_before_it_runs(expression: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        calculate(expression)
    assert sentence in str(refused.value)


def test_a_rounded_figure_says_so() -> None:
    third = calculate("1 / 3")
    assert (third.value, third.exact) == ("0." + "3" * 28, False)
    assert [note.code for note in third.notes] == ["rounded"]
    root = calculate("sqrt(2)")
    assert (root.value, root.exact) == ("1.414213562373095048801688724", False)
    assert calculate("1 / 3 * 3").exact


def test_business_days_say_how_they_were_counted() -> None:
    found = calculate("business_days_between(today, today + 1 month)")
    assert [note.code for note in found.notes] == ["business_days"]
    assert calculate("days_between(today, today)").notes == ()


# Earlier results --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("r1.totals[0].amount * 12", "505.2 EUR"),
        ("r1.totals[0] * 12", "505.2 EUR"),
        ("r1.totals[2] * 2", "14 (Giro)"),
        ("sum(r1.groups[*].total)", "20 EUR"),
        ("max(r1.groups[*].count)", "3"),
        ("r1.groups[0].share * 100", "25"),
        ("r1.groups[1].count + 1", "4"),
        ("today - r1.first_day", "46 days"),
        ("r1.is_complete", "True"),
        ("r1.groups[0].name = r1.groups[0].name", "True"),
    ],
)
def test_figures_of_results_keep_what_they_are(expression: str, wanted: str) -> None:
    assert written(expression) == wanted


COMPARED = MeasureTransactionsResult(
    units=(
        UnitFigures(
            currency="EUR",
            count=2,
            total="95.00",
            share="40.0",
            compared=Comparison(count=1, total="60.00", difference="35.00", percent="58.3"),
            largest=Extreme(id="item_1", amount="54.20"),
        ),
    )
)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("r2.units[0].compared.total * 2", "120 EUR"),
        ("r2.units[0].total - r2.units[0].compared.total", "35 EUR"),
        ("r2.units[0].compared.difference > 0 EUR", "True"),
        ("r2.units[0].compared.difference > 0", "True"),
        ("0 > r2.units[0].compared.difference", "False"),
        ("r2.units[0].largest.amount", "54.2 EUR"),
        ("r2.units[0].compared.percent", "58.3 %"),
        ("r2.units[0].share", "40 %"),
    ],
)
def test_amounts_inside_of_figures_keep_their_currency(expression: str, wanted: str) -> None:
    assert written(expression, r2=COMPARED) == wanted


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("r9.total", "There is no result r9."),
        ("r1.total", "r1 has no field total; its fields: looked_at, kept"),
        ("r1.totals[9]", "r1.totals has 4 entries; the first is r1.totals[0]."),
        ("r1.totals", "r1.totals is a list"),
        ("r1.rows[0].id", "r1.rows cannot be used"),
        ("r1", "r1 is no figure"),
        ("r1.totals[0].account", "r1.totals[0].account is empty."),
        ("r1.totals[0] + r1.totals[1]", "there are no exchange rates"),
        ("r1.totals[2] + r1.totals[3]", "there are no exchange rates"),
        ("r1.totals[0] + r1.totals[2]", "there are no exchange rates"),
        ("sum(r1.totals[*])", "there are no exchange rates"),
        ("r1.totals[*]", "gives a list"),
    ],
)
def test_a_path_that_leads_nowhere_says_where_it_ends(expression: str, sentence: str) -> None:
    with pytest.raises(InvalidCall) as refused:
        calculate(expression)
    assert sentence in str(refused.value)


def test_an_expression_takes_only_so_many_figures_out_of_results() -> None:
    groups = tuple(Group(name=str(n), total="1", currency="EUR") for n in range(201))
    many = Spending(groups=groups)
    assert written("sum(r2.groups[*].total)", r2=many) == "201 EUR"
    with pytest.raises(InvalidCall, match="More than 400 figures"):
        calculate("sum(r2.groups[*].total, r2.groups[*].total)", r2=many)
    with pytest.raises(InvalidCall, match="names more than 400 values"):
        calculate("sum(r2.groups[*].total)", r2=Spending(groups=groups + groups))


def test_a_calculation_is_an_earlier_result_too() -> None:
    yearly, speed = calculate("r1.totals[0] * 12"), calculate("100 km / 2 h")
    unknown, plain = calculate("r1.totals[2] * 2"), calculate("7 / 2")
    assert written("r2.value / 12 + 1 EUR", r2=yearly) == "43.1 EUR"
    assert written("r2.value * 3 h", r2=speed) == "150 km"
    assert written("r2.value + r1.totals[2]", r2=unknown) == "21 (Giro)"
    assert written("r2.value * 2", r2=plain) == "7"
    assert not calculate("r2.value * 2", r2=calculate("sqrt(2)")).exact


def test_a_result_names_its_inputs_and_the_records_that_they_rest_on() -> None:
    found = frozen(calculate("r1.totals[0].amount * 2"))
    assert found == {
        "items": ["item_1", "item_2"],
        "value": "84.2",
        "currency": "EUR",
        "inputs": [{"path": "r1.totals[0].amount", "value": "42.1 EUR"}],
    }


# Against references -----------------------------------------------------------------------------

numbers = st.decimals(-1000, 1000, places=2, allow_nan=False).map(str)
Tree = tuple[str, Fraction | None]
"""An expression, and what it is; None where it divides by zero."""


def leaf(number: str) -> Tree:
    # A sign before a number binds less than a power, so it stands in parentheses.
    return (f"({number})" if number.startswith("-") else number), Fraction(number)


def joined(parts: tuple[Tree, str, Tree]) -> Tree:
    (left, one), sign, (right, other) = parts
    text = f"({left} {sign} {right})"
    if one is None or other is None or (sign in "/%" and not other):
        return text, None
    match sign:
        case "+":
            return text, one + other
        case "-":
            return text, one - other
        case "*":
            return text, one * other
        case "/":
            return text, one / other
        case _:
            return text, one - other * (one / other).__floor__()


trees = st.recursive(
    numbers.map(leaf),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/%"), inner).map(joined),
    max_leaves=10,
)


@given(trees)
def test_arithmetic_agrees_with_fractions(tree: Tree) -> None:
    text, wanted = tree
    if len(text) > LONGEST - 20:
        return
    if wanted is None:
        with pytest.raises(InvalidCall):
            calculate(text)
        return
    if max(wanted.numerator.bit_length(), wanted.denominator.bit_length()) > MOST_BITS // 4:
        return
    assert calculate(f"{text} = {wanted.numerator} / {wanted.denominator}").truth


@given(st.lists(st.tuples(numbers, st.sampled_from("+-*")), min_size=1, max_size=12))
def test_precedence_agrees_with_python(parts: list[tuple[str, str]]) -> None:
    text = "".join(f"{number} {sign} " for number, sign in parts) + "1"
    python = "".join(f"Fraction('{number}') {sign} " for number, sign in parts) + "Fraction(1)"
    wanted = eval(python, {"Fraction": Fraction})
    found = calculate(text)
    assert Fraction(found.value or "") == wanted
    assert found.exact


days = st.dates(date(1600, 1, 1), date(2999, 12, 31))


@given(days, st.integers(-90_000, 90_000))
def test_days_agree_with_datetime(day: date, count: int) -> None:
    assert calculate(f"{day} + {count} days").day == (day + timedelta(days=count)).isoformat()
    assert calculate(f"{day} + {count} days - {day}").value == str(count)


@given(days, st.integers(-400, 400))
def test_weekdays_weeks_and_business_days_agree_with_counting(day: date, count: int) -> None:
    other = day + timedelta(days=count)
    first, last = sorted((day, other))
    between = [first + timedelta(days=n) for n in range((last - first).days)]
    wanted = sum(each.weekday() < 5 for each in between) * (1 if count >= 0 else -1)
    assert calculate(f"business_days_between({day}, {other})").value == str(wanted)
    assert calculate(f"weekday({day})").text == day.strftime("%A")
    assert calculate(f"iso_week({day})").text == day.strftime("%G-W%V")


@given(days, st.integers(0, 1200))
def test_months_come_back_to_where_they_began(day: date, count: int) -> None:
    later = calculate(f"{day} + {count} months").day
    assert calculate(f"months_between({day}, {later})").value == str(count)


@given(st.text(alphabet="0123456789.+-*/^%()<>=, rtodayEURkmin[]", max_size=60))
def test_any_text_is_worked_out_or_refused(text: str) -> None:
    try:
        found = calculate(text)
    except (InvalidCall, ValidationError):
        return
    assert (found.value, found.day, found.text, found.truth) != (None, None, None, None)


def test_the_parser_refuses_what_is_too_long() -> None:
    with pytest.raises(FormulaError, match="at most 500 characters"):
        parse("1+" * 300 + "1", lambda _: False)

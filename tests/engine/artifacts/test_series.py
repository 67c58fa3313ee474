"""What a chart shows: exact sums, in an order and a unit that the answer says."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.artifacts.things import EVENTS, PAYMENTS, event, material, passage, payment
from runwright.artifacts.chart import Series
from runwright.engine.artifacts.material import CannotMake
from runwright.engine.artifacts.series import MOST_BARS, MOST_NAMES, series


def shown(found: Series) -> list[tuple[str, str]]:
    return [(bar.label, str(bar.value)) for bar in found.bars]


def test_months_without_payments_stand_between_those_with_some() -> None:
    found = series(material(*PAYMENTS, topic="my spending per month", per="month"))
    assert shown(found) == [("Aug", "12.50"), ("Sep", "0"), ("Oct", "1242.10")]
    assert (found.title, found.unit, found.axis) == ("Spending per month", "EUR", "Month")
    assert found.subtitle == "3 payments, 3 August to 17 October 2026"


@pytest.mark.parametrize(
    ("per", "labels"),
    [
        ("year", ["2026"]),
        ("quarter", ["Q3", "Q4"]),
        ("weekday", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
        ("merchant", ["Landlord", "Grocer", "Bakery Müller"]),
    ],
)
def test_it_adds_up_by_what_was_asked(per: str, labels: list[str]) -> None:
    found = series(material(*PAYMENTS, per=per))
    assert [bar.label for bar in found.bars] == labels
    assert sum(bar.value for bar in found.bars) == Decimal("1254.60")


def test_without_a_word_months_come_first_then_names_then_days() -> None:
    third = payment(4, "2026-09-09", "Grocer", "-1.00")
    assert series(material(*PAYMENTS, third)).axis == "Month"
    assert series(material(*PAYMENTS[1:])).axis == "Merchant"
    assert series(material(*EVENTS)).axis == "Day"


def test_what_came_in_is_not_taken_for_spending() -> None:
    salary = payment(9, "2026-10-05", "Acme", "3500.00")
    out = series(material(*PAYMENTS, salary, topic="my spending per month", per="month"))
    into = series(material(*PAYMENTS, salary, topic="my income per month", per="month"))
    both = series(material(*PAYMENTS, salary, topic="the balance per month", per="month"))
    assert shown(out)[-1] == ("Oct", "1242.10")
    assert shown(into) == [("Oct", "3500.00")]
    assert shown(both)[-1] == ("Oct", "2257.90")


def test_currencies_are_never_added() -> None:
    dollars = [payment(n, "2026-10-02", "Diner", "-10.00", "USD") for n in (5, 6)]
    found = series(material(*PAYMENTS, *dollars, per="month"))
    assert found.unit == "EUR"
    assert found.note == "2 amounts in another currency are not in it."
    assert sum(bar.value for bar in found.bars) == Decimal("1254.60")


def test_many_names_become_few_and_the_rest() -> None:
    many = [payment(n, "2026-10-02", f"Shop {chr(65 + n)}", f"-{30 - n}.00") for n in range(20)]
    found = series(material(*many, per="merchant"))
    assert len(found.bars) == MOST_NAMES
    assert found.bars[-1].label == "9 others"
    assert found.bars[-1].is_rest
    assert sum(bar.value for bar in found.bars) == sum(30 - n for n in range(20))


def test_too_many_days_become_weeks_and_it_is_said() -> None:
    days = [payment(n, f"2026-{n % 9 + 1:02}-05", "Grocer", "-1.00") for n in range(20)]
    found = series(material(*days, per="day"))
    assert found.axis == "Week from"
    assert len(found.bars) <= MOST_BARS
    assert found.note == "By day there would be too much to show, so it is by week."


def test_events_are_counted_on_the_day_they_begin_in_the_projects_zone() -> None:
    late = event(5, "2026-11-20T23:30:00.000Z", None, "Late")
    found = series(material(*EVENTS, late, per="day"))
    assert [str(bar.value) for bar in found.bars] == ["1", "0", "0", "0", "1", "1"]
    assert (found.unit, found.bars[-1].label) == ("events", "21")


def test_a_table_is_drawn_by_its_first_column_of_figures() -> None:
    rows = (("Region", "Sales (k)"), ("North", "1,200.5"), ("South", "(30)"), ("East", "12 %"))
    found = series(material(passage("", kind="table", rows=rows)))
    assert shown(found) == [("North", "1200.5"), ("South", "-30"), ("East", "12")]
    assert (found.unit, found.axis) == ("Sales (k)", "Region")


def test_years_are_names_and_not_figures() -> None:
    rows = (("Year", "Sales"), ("2025", "3"), ("2026", "4"))
    found = series(material(passage("", kind="table", rows=rows)))
    assert shown(found) == [("2025", "3"), ("2026", "4")]


def test_words_make_no_chart() -> None:
    with pytest.raises(CannotMake, match="needs amounts or events"):
        series(material(passage("The lease ends.")))
    with pytest.raises(CannotMake, match="needs figures"):
        series(material(passage("", kind="table", rows=(("a", "b"), ("x", "y")))))

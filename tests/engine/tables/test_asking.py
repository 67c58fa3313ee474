"""The wording of a question says what is to be done."""

from decimal import Decimal

import pytest

from runwright.engine.tables.asking import Bound, read_question


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("What was the net income in 2019?", "value"),
        ("What was the change in revenue between 2018 and 2019?", "change"),
        ("How much did rent decrease by from 2017 to 2018?", "change"),
        ("What is the percentage change in revenue from 2018 to 2019?", "growth"),
        ("What was the % change in gains from 2018 to 2019?", "growth"),
        ("What is the difference between cash and debt in 2019?", "difference"),
        ("What is the average inventory for 2018 and 2019?", "average"),
        ("What is the sum of land and buildings in 2019?", "sum"),
        ("What is the total provision between 2017 to 2019?", "sum"),
        ("What are tax fees as a percentage of total fees in 2019?", "share"),
        ("What percentage of total sales is made up of licences?", "share"),
        ("What is the ratio of assets to liabilities in 2019?", "ratio"),
        ("In which year was revenue the largest?", "extreme"),
        ("Which years does the table provide information for?", "periods"),
        ("How many years did net income exceed $30,000 thousand?", "count"),
        ("Which segment had the highest revenue in 2019?", "best_line"),
        ("What are the components of inventory?", "lines"),
        ("Why did revenue decrease in 2019?", "prose"),
        ("What was the increase in sales driven by?", "prose"),
        ("How is depreciation calculated?", "prose"),
    ],
)
def test_the_operation_is_read_from_the_wording(question: str, operation: str) -> None:
    assert read_question(question).operation == operation


def test_years_and_subject_are_told_apart() -> None:
    asked = read_question("What was the percentage change in total sales between 2018 and 2019?")
    assert asked.years == (2018, 2019)
    assert "total sales" in asked.subjects[0]


def test_a_bound_has_its_scale() -> None:
    asked = read_question("How many years did rent exceed $5 million?")
    assert asked.bound == Bound(1, Decimal(5), "million")


def test_two_days_are_compared_as_days() -> None:
    asked = read_question(
        "What was the change in revenue between July 27, 2019 and April 27, 2019?"
    )
    assert [subject.split()[-3:] for subject in asked.subjects] == [
        ["April", "27,", "2019"],
        ["July", "27,", "2019"],
    ]


def test_a_hostile_question_is_read_in_no_time_worth_naming() -> None:
    # Nothing is asserted but that it comes back: patterns that backtrack would not.
    for text in ("what percentage of " * 220, "ratio of a to b " * 250, "and, " * 800):
        assert read_question(text).operation

"""Reports in lower case, with spaced punctuation and mangled headers, are answered all the same."""

import pytest

from runwright.engine.tables.answer import answer, speaks_of
from runwright.engine.tables.figures import Answer
from runwright.engine.types import Item

TEXT = (
    "northfield inc . notes . a reconciliation of the beginning and ending amount of gross reserve "
    "claims is as follows ( in millions ) . backlog interest , net for fiscal 2015 decreased $ 13 "
    "million , or 23% ( 23 % ) , as compared to fiscal 2014 . the river plant had 930 gas "
    "customers as of december 31 , 2015 , compared to 860 gas customers as of december 31 , 2014 . "
    "timber volumes of $ 670 million were down from $ 691 million in 2014 and $ 687 million in "
    "2013 . storm costs were $ 1.4 billion ( 16 percent of sales ) in fiscal 2015 , $ 1.3 billion "
    "( 18 percent of sales ) in fiscal 2014 . acquired licences were $ 8.5 million ."
)
RESERVES = (
    ("-", "2015", "2014"),
    ("balance at beginning of year", "$ 70.1", "$ 72.0"),
    ("additions for claims of prior years", "1.4", "5.0"),
    ("settlements", "-24.5 ( 24.5 )", "-6.9 ( 6.9 )"),
    ("balance at end of year", "$ 47.0", "$ 70.1"),
)
SHARES = (
    ("-", "total number of shares purchased", "average price paid per share"),
    ("october 1-31", "1000", "$ 5.50"),
    ("november 1-30", "2000", "$ 6.00"),
    ("total", "3000", "$ 5.83"),
)
PLANS = (
    ("years", "domestic plans", "foreign plans"),
    ("2010", "$ 17.2", "$ 23.5"),
    ("2011", "11.1", "24.7"),
    ("2012", "10.8", "26.4"),
)
GROUPED = (
    ("-", "2014", "2013", "-", "( in millions except percentages )"),
    ("silicon", "$ 1400", "48% ( 48 % )", "$ 1295", "55% ( 55 % )"),
    ("display", "1517", "52% ( 52 % )", "1077", "45% ( 45 % )"),
    ("total", "$ 2917", "100% ( 100 % )", "$ 2372", "100% ( 100 % )"),
)


def ask(question: str, rows: tuple[tuple[str, ...], ...] = RESERVES) -> Answer:
    table = "\n".join(map(" | ".join, rows))
    items = [
        Item("f#0", "files", TEXT, file="f", page=1, kind="page"),
        Item("f#1", "files", table, file="f", page=1, kind="table", rows=rows),
    ]
    found = answer(question, items)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what was the value of gross reserve claims at the end of 2015?", "$47.0 million"),
        ("what was the total of gross reserve claims in 2014?", "$70.1 million"),
        ("what was the change in gross reserve claims from 2014 to 2015?", "-$23.1 million"),
        ("what were the settlements in 2015?", "-24.5 million"),
        ("what was the decrease in backlog interest from 2014 to 2015?", "$13 million"),
        ("what was the number of gas customers in 2015?", "930"),
        ("what was the number of gas customers in 2014?", "860"),
        ("what was the change in timber volumes from 2014 to 2015?", "-$21 million"),
        ("between 2014 and 2015, what was the change in storm costs?", "$0.1 billion"),
        ("what is the 2015 value of storm costs less the 2014 value?", "$0.1 billion"),
        ("what were the acquired licences in thousands?", "$8,500 thousand"),
        ("what were the acquired licences times 1000?", "$8,500 million"),
    ],
)
def test_lower_case_reports_are_read(question: str, value: str) -> None:
    assert ask(question).value == value


def test_what_shares_cost_is_their_number_times_the_average_price() -> None:
    found = ask("what was the total value of the shares purchased in october?", SHARES)
    assert found.value == "$5,500"
    assert "1,000" in found.sentence
    assert "$5.50" in found.sentence


def test_a_count_of_shares_is_not_multiplied() -> None:
    found = ask("what was the number of shares purchased in october?", SHARES)
    assert found.value.startswith("1,000")


def test_two_months_of_one_column_are_added() -> None:
    question = "what is the sum of the average price per share in october and november?"
    assert ask(question, SHARES).value.startswith("$11.50")


def test_the_highest_and_the_lowest_of_a_column_are_set_apart() -> None:
    question = "what was the difference between the highest and the lowest domestic plans payment?"
    assert ask(question, PLANS).value.startswith("$6.4")


def test_years_that_slid_to_the_left_are_put_over_their_groups() -> None:
    assert ask("what was the change in silicon from 2013 to 2014?", GROUPED).value == "$105 million"


def test_short_forms_of_finance_meet_the_long_ones() -> None:
    assert speaks_of("capital expenditures for property, plant and equipment", "cap ex for pp&e")


def test_half_of_the_words_must_be_spoken_of() -> None:
    assert not speaks_of("figures for 2019 and 2018", "what was the net income in 2019")

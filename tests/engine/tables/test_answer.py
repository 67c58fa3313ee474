"""Questions are answered from the cells and sentences of a report, with the work shown."""

import pytest

from runwright.engine.tables.answer import answer, has_table
from runwright.engine.tables.figures import Answer
from runwright.engine.types import Item

TEXT = """Revenue by product

The following table shows revenue by product line (in thousands):

Licence revenue increased by $2.5 million in 2019, primarily due to new contracts in Asia.

Deferred costs are costs that we pay before the work is done.

Rent was $1.2 million, $1.1 million and $0.9 million in 2019, 2018 and 2017, respectively."""

ROWS = (
    ("", "2019", "2018", "2017"),
    ("Product revenue:", "", "", ""),
    ("Licences", "$12,500", "$10,000", "$8,000"),
    ("Support (1)", "4,000", "5,000", "5,500"),
    ("Total product revenue", "16,500", "15,000", "13,500"),
    ("Other income (expense), net", "(300)", "—", "120"),
    ("Earnings per share", "$1.20", "$0.90", "$0.75"),
)


def items() -> list[Item]:
    page = Item("file_1#0", "files", TEXT, file="file_1", page=1, kind="page")
    table = "\n".join(" | ".join(row) for row in ROWS)
    return [
        page,
        Item("file_1#1", "files", table, file="file_1", page=1, kind="table", rows=ROWS),
    ]


def ask(question: str) -> Answer:
    found = answer(question, items())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was the licences revenue in 2018?", "$10,000 thousand"),
        (
            "What was the support revenue in 2019 and 2018 respectively?",
            "4,000 thousand; 5,000 thousand",
        ),
        ("What was other income (expense), net in 2019?", "-300 thousand"),
        ("What were the earnings per share in 2019?", "$1.20"),
        ("What was the change in licences revenue between 2018 and 2019?", "$2,500 thousand"),
        ("What was the change in support between 2018 and 2019?", "-1,000 thousand"),
        ("What is the percentage change in support from 2018 to 2019?", "-20%"),
        ("What is the average licences revenue for 2018 and 2019?", "$11,250 thousand"),
        ("What is the sum of licences and support in 2019?", "$16,500 thousand"),
        ("What is licences as a percentage of total product revenue in 2018?", "66.67%"),
        ("What is the ratio of licences to support in 2018?", "2"),
        ("What is the difference between licences and support in 2019?", "$8,500 thousand"),
        ("In which year was support the largest?", "2017"),
        ("In which years was support more than 4,500 thousand?", "2018; 2017"),
        ("How many years did licences exceed $9,000 thousand?", "2"),
        ("Which years does the table show?", "2019; 2018; 2017"),
        ("What are the components of product revenue?", "Licences; Support"),
        ("Which product had the highest product revenue in 2019?", "Licences"),
    ],
)
def test_the_table_answers(question: str, value: str) -> None:
    found = ask(question)
    assert found.value == value
    assert found.items == ("file_1#1",)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How much was the rent in 2018?", "$1.1 million"),
        ("What was the change in rent between 2017 and 2019?", "$0.3 million"),
        ("What was the increase in licence revenue in 2019?", "$2.5 million"),
        ("What are deferred costs?", "costs that we pay before the work is done"),
        ("Why did licence revenue increase in 2019?", "primarily due to new contracts in Asia"),
        ("What does the table show?", "revenue by product line"),
    ],
)
def test_the_sentences_answer(question: str, value: str) -> None:
    found = ask(question)
    assert found.value == value
    assert found.items == ("file_1#0",)


def test_the_work_is_shown() -> None:
    change = ask("What was the change in total product revenue between 2018 and 2019?")
    assert change.sentence == (
        "Product revenue: Total product revenue rose by 1,500 thousand from 15,000 thousand (2018) "
        "to 16,500 thousand (2019)."
    )
    share = ask("What is licences as a percentage of total product revenue in 2018?")
    assert "$10,000 thousand" in share.sentence
    assert "15,000 thousand" in share.sentence


def test_nothing_is_divided_by_zero() -> None:
    found = answer("What is the percentage change in other income from 2018 to 2019?", items())
    assert found is None or "%" not in found.value


def test_years_in_rows_are_periods_too() -> None:
    rows = (
        ("", "Operating Leases", "Finance Leases"),
        ("", "(Dollars in millions)", ""),
        ("2020", "$460", "47"),
        ("2021", "361", "28"),
    )
    table = Item("file_1#0", "files", "x", file="file_1", kind="table", rows=rows)
    found = answer("What were the finance leases in 2021?", [table])
    assert found is not None
    assert found.value == "$28 million"


def test_a_label_of_two_years_is_a_row_and_no_stretch() -> None:
    rows = (
        ("Fiscal Year", "Ground Leases", "Building Leases"),
        ("2020 – 2024", "381", "697"),
        ("2025 – 2029", "198", "270"),
    )
    table = Item("file_1#0", "files", "x", file="file_1", kind="table", rows=rows)
    found = answer("What is the number of ground leases expiring in 2025 - 2029?", [table])
    assert found is not None
    assert found.value == "198"


def test_a_business_year_that_ends_in_january_is_that_of_the_year_before() -> None:
    rows = (
        ("(in millions)", "January 3, 2020", "December 28, 2018"),
        ("Interest", "$133", "$138"),
    )
    table = Item("file_1#0", "files", "x", file="file_1", kind="table", rows=rows)
    found = answer("What was the interest in fiscal 2019 and 2018 respectively?", [table])
    assert found is not None
    assert found.value == "$133 million; $138 million"


def test_a_table_that_came_as_lines_is_asked_as_well() -> None:
    text = "2019 | 2018\nRevenue | $500 | $400\nCosts | 300 | 250"
    passage = Item("item_1", "documents", text, file="file_2")
    assert has_table(passage)
    found = answer("What was the change in revenue between 2018 and 2019?", [passage])
    assert found is not None
    assert found.value == "$100"


def test_of_several_tables_the_one_that_fits_answers() -> None:
    other = (("", "2019"), ("Employees", "1,200"), ("Offices", "14"))
    second = Item("file_1#2", "files", "Employees | 1,200\nOffices | 14", file="file_1", rows=other)
    found = answer("What was the number of offices in 2019?", [*items(), second])
    assert found is not None
    assert (found.value, found.items) == ("14", ("file_1#2",))


def test_what_no_row_and_no_sentence_has_is_not_answered() -> None:
    found = answer("Who painted the ceiling of the chapel?", items())
    assert found is None or found.covered < 0.34

"""Questions about tables of documents: figures that are surely meant, and silence about others."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import surroundings
from runwright.files.formats import passages
from runwright.minds.embedded import tables
from runwright.minds.embedded.parser.parser import is_available
from runwright.minds.embedded.program import Answer, Do, Look
from runwright.minds.embedded.query import Query
from runwright.records.facts import Table
from runwright.tools.base import Item
from runwright.tools.catalog import parse_call
from runwright.tools.memory import RecordList

pytestmark = pytest.mark.skipif(not is_available(), reason="the parser was not made")

ALL = ("calendar", "documents", "finance")
USAGE = """
    month|electric_kwh|gas_therms|cost_usd
    2025-09|612|9|101.20
    2025-10|498|31|97.55
    2025-11|455|58|112.40
    2025-12|520|91|148.02
    2026-01|541|104|160.77
    2026-02|470|88|139.10
    2026-03|433|61|110.35
    2026-04|401|37|90.12
    2026-05|422|15|80.44
    2026-06|560|8|95.63
    2026-07|634|6|107.90
    2026-08|558|7|96.31
    2026-09|489|11|88.87
    2026-10|462|29|94.15
    """
REPORT = """
    |2024|2025|Budget 2026
    Income|||
    Membership fees|84.0|91.5|95.0
    Hall hire|12.5|10.0|14.0
    Total income|96.5|101.5|109.0
    Expenses|||
    Salaries|52.0|55.4|58.0
    Repairs|9.1|17.6|12.0
    Total expenses|61.1|73.0|70.0
    """
PRICES = """
    Ticket|Price
    Day pass|€14.00
    Day pass, under 16|€8.00
    Ten visits|€110.00
    Adult membership|€420.00
    Child membership|€180.00
    Family membership|€890.00
    Court hire, one hour|€22.50
    """
LEAGUE = """
    Team|Played|Wins|Goals for|Goals against|Points
    Harlow Rovers|10|7|22|9|22
    Otters|10|6|19|11|20
    Marsh Lane|10|3|12|20|11
    St Anne's|10|1|7|25|4
    """
LABS = """
    Test|Date|Result|Unit|Reference range
    Ferritin|2025-05-12|18|ng/ml|30-400
    Ferritin|2025-11-03|41|ng/ml|30-400
    Ferritin|2026-05-20|66|ng/ml|30-400
    Vitamin D|2026-05-20|24|ng/ml|30-100
    Haemoglobin|2026-05-20|13.9|g/dl|12-16
    """
FEES = """
    Class|2025/26|2026/27|Teacher
    Year 7|€4,100|€4,300|Ms Byrne
    Year 8|€4,100|€4,300|Mr Okafor
    Year 9|€4,450|€4,650|Mrs Lund
    """
RECIPE = """
    Ingredient|Quantity
    Plain flour|450 g
    Rye flour|50 g
    Butter|120 g
    Milk|250 ml
    Eggs|3
    """
GROCERIES = """
    Groceries|Price
    Bread|€3.20
    Milk|€1.60
    Coffee|€7.90
    """
METER = """
    Read on|Water meter (m³)
    2026-01-31|1204
    2026-02-28|1213
    2026-03-31|1225
    2026-04-30|1236
    2026-05-31|1250
    2026-06-30|1266
    """


FOUND = """
    how much what is the which who did does do we i my in of for on to a at per are was were
    electricity
    """
"""What a search in memory finds for every question here; the one of a project goes by meaning."""


def records_of(
    name: str, text: str, caption: str = "", *, page: int | None = None, size: int = 99
) -> Iterator[Item[Any]]:
    """A table as its reader makes it, with so many rows a record."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    for draft in passages.from_table(rows, title=name, page=page, caption=caption):
        facts = draft.facts
        assert isinstance(facts, Table)
        for at in range(0, len(facts.rows), size):
            part = {"rows": facts.rows[at : at + size], "first_row": facts.first_row + at}
            cells = " ".join(cell for row in (facts.header, *facts.rows) for cell in row)
            text = f"{FOUND} {name} {facts.title} {cells}".replace("_", " ")
            yield Item(f"{name}-{at}", "documents", facts.model_copy(update=part), file=name,
                       page=page, title=name, text=text)  # fmt: skip


TABLES: tuple[Item[Any], ...] = (
    *records_of("xcel_usage.csv", USAGE, size=5),
    *records_of("annual report.pdf", REPORT, "Income and expenses (EUR thousands)", page=4),
    *records_of("club prices.md", PRICES, "Tickets and membership"),
    *records_of("league.md", LEAGUE, "Under 12 league table"),
    *records_of("bloods.csv", LABS, "Lab results"),
    *records_of("school fees.pdf", FEES, "School fees by class", page=2),
    *records_of("bread.md", RECIPE, "Farmhouse loaf recipe"),
    *records_of("shop.md", GROCERIES, "Groceries price list"),
    *records_of("water.csv", METER),
)
RECORDS = RecordList(items=TABLES, today=date(2026, 11, 18), zone=ZoneInfo("Europe/Dublin"))


def asked(text: str, records: RecordList = RECORDS, **fields: Any) -> Answer | None:
    around = surroundings(records)._replace(sources=ALL)
    return driven(tables.answer(Query(text, "finance", **fields), around), records)


def driven(program: Generator[Look | Do, Any, Answer | None], records: RecordList) -> Answer | None:
    reply: Any = None
    while True:
        try:
            wish = program.send(reply)
        except StopIteration as stop:
            found: Answer | None = stop.value
            return found
        assert isinstance(wish, Look)
        tool, arguments = parse_call(wish.tool, wish.arguments)
        reply = [item for read in tool.reads(arguments) for item in records.read(read)]


ANSWERED = {
    "average kWh over june july and august": "584 kWh on average.",
    "how much electricity did we use in March": "433 kWh.",
    "which month did we use the most gas": "January 2026: 104 therms, the highest.",
    "what was our lowest kwh month": "April 2026: 401 kWh, the lowest.",
    "total kwh from January to March 2026": "1,444 kWh in total.",
    "how many kWh did we use over the summer": "1,752 kWh in total.",
    "how did electricity use change from june to july":
        "Up by 74 kWh (13.2%), from 560 kWh to 634 kWh.",
    "did our electricity use go up between May and June":
        "Up by 138 kWh (32.7%), from 422 kWh to 560 kWh.",
    "kwh july 2026": "634 kWh.",
    "in which month did we use the least gas": "July 2026: 6 therms, the lowest.",
    "how much gas did we use last December": "91 therms.",
    "average gas therms per month": "39.64 therms on average.",
    "average electricity use per month in 2026": "497 kWh on average.",
    "what's the budget for repairs in 2026": "€12,000.00.",
    "what were total expenses in 2024 according to the annual report": "€61,100.00.",
    "annual report: salaries in 2025": "€55,400.00.",
    "annual report: how much more were repairs in 2025 than in 2024":
        "Up by €8,500.00 (93.4%), from €9,100.00 to €17,600.00.",
    "how did my ferritin result change from May 2025 to May 2026":
        "Up by 48 ng/ml (266.7%), from 18 ng/ml to 66 ng/ml.",
    "what was total income in 2025 in the annual report": "€101,500.00.",
    "how much does a day pass cost": "€14.00.",
    "how much is the day pass for under 16": "€8.00.",
    "price of the family membership": "€890.00.",
    "what does court hire cost": "€22.50.",
    "what do adult and child membership cost": "- Adult membership: €420.00",
    "how many points does Harlow Rovers have": "22.",
    "how many wins do the Otters have": "6.",
    "which team has the most points": "Harlow Rovers: 22, the highest.",
    "average points per team": "14.25 on average.",
    "how many goals against did St Anne's have": "25.",
    "how many teams are in the league table": "4.",
    "what was my ferritin in May 2025": "18 ng/ml.",
    "highest ferritin result": "Ferritin, 20 May 2026: 66 ng/ml, the highest.",
    "what's the reference range for vitamin D": "30-100.",
    "what is my haemoglobin result": "13.9 g/dl.",
    "what are the school fees for Year 9 in 2026/27": "€4,650.00.",
    "who is the teacher of Year 8": "Mr Okafor.",
    "how much butter do I need for the loaf": "120 g.",
    "how much flour is in the farmhouse loaf recipe": "- Plain flour: 450 g",
    "total flour quantity in the recipe": "500 g in total.",
    "what was the water meter in April": "1,236 m³.",
    "price list: how much is coffee": "€7.90.",
}  # fmt: skip

UNANSWERED = (
    "how much did I spend on groceries in May",
    "total cost of groceries",
    "how much did we pay for electricity in March",
    "what did electricity cost in June",
    "how much did we spend on repairs in 2025",
    "how much did I pay the Otters",
    "what was my biggest payment in July",
    "how much gas did the neighbours use in March",
    "kwh in March 2019",
    "average kWh in the office over the summer",
    "biggest expense in 2025",
    "what's the price of membership in 2024",
    "total water in March and April",
    "how much water did we use in the first half of 2026",
    "salaries last year",
    "How much did Netflix cost me last month?",
    "how much is a squash lesson",
    "how many goals did the Otters score",
    "what is my rent",
    "is my ferritin going up",
    "total ferritin",
    "electricity in June without the weekend",
    "which team conceded the fewest cards",
    "when is the next league match",
    "how many months had more than 500 kWh",
    "what share of income was membership fees in 2025",
    "how much is milk",
    "what is the weather in June",
    "how did the lab result change from November 2025 to May 2026",
    "how much was gas in january",
    "How much on gas this year altogether?",
    "which month had the highest electricity",
    "average electricity per month",
)


@pytest.mark.parametrize(("question", "said"), ANSWERED.items())
def test_a_figure_of_a_table_is_said(question: str, said: str) -> None:
    found = asked(question)
    assert found is not None
    assert found.text.splitlines()[0] == said


def test_what_it_was_worked_out_from_comes_second() -> None:
    found = asked("average kWh over june july and august")
    assert found is not None
    assert found.text.splitlines()[1] == (
        "electric_kwh of June 2026, July 2026 and August 2026, 3 rows (xcel_usage.csv)."
    )
    assert found.items == ("xcel_usage.csv-5", "xcel_usage.csv-10")


def test_a_title_and_a_page_are_named() -> None:
    found = asked("what's the budget for repairs in 2026")
    assert found is not None
    assert found.text.splitlines()[1] == (
        "Budget 2026 of Repairs (Income and expenses (EUR thousands), annual report.pdf, page 4)."
    )


def test_two_tables_that_fit_alike_leave_it_open() -> None:
    twice = (*TABLES, *records_of("league 2.md", LEAGUE, "Under 12 league table"))
    records = RecordList(items=twice, today=RECORDS.today, zone=RECORDS.zone)
    assert asked("how many points does Harlow Rovers have", records) is None


def test_without_bookings_money_of_a_table_is_meant() -> None:
    around = surroundings(RECORDS)._replace(sources=("documents",))
    found = driven(tables.answer(Query("repairs in 2025", "finance"), around), RECORDS)
    assert found is not None
    assert found.text.startswith("€17,600.00.")
    assert asked("repairs in 2025") is None


def test_a_counted_table_is_named() -> None:
    found = asked("how many teams are in the league table")
    assert found is not None
    assert found.text == "4.\nAll 4 rows (Under 12 league table, league.md)."


def test_without_documents_nothing_is_looked_at() -> None:
    around = surroundings(RECORDS)._replace(sources=("finance",))
    with pytest.raises(StopIteration) as stop:
        next(tables.answer(Query("kwh july 2026", "finance"), around))
    assert stop.value.value is None


@pytest.mark.parametrize("question", UNANSWERED)
def test_what_is_not_surely_about_one_table_is_left_to_others(question: str) -> None:
    assert asked(question) is None

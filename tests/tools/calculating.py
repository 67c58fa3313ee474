"""`calculate` over a few earlier results."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from pydantic import Field

from runwright.records.facts import Amount, Currency
from runwright.tools.base import Result, Value
from runwright.tools.calculate import Arguments, run
from runwright.tools.calculate import Result as Calculation
from runwright.tools.fields import Money
from runwright.tools.memory import RecordList

TODAY = date(2026, 11, 16)


class Group(Value):
    name: str
    total: Amount
    currency: Currency | None = None
    share: str = "0.25"
    count: int = 2


class Spending(Result):
    totals: tuple[Money, ...] = ()
    groups: tuple[Group, ...] = ()
    first_day: str | None = Field(default=None)
    is_complete: bool = True


SPENDING = Spending(
    items=("item_1", "item_2"),
    totals=(
        Money(amount="42.10", currency="EUR"),
        Money(amount="3", currency="USD"),
        Money(amount="7", account="Giro"),
        Money(amount="8", account="Depot"),
    ),
    groups=(
        Group(name="REWE", total="10.05", currency="EUR"),
        Group(name="dm", total="9.95", currency="EUR", count=3),
    ),
    first_day="2026-10-01",
)


def records(**results: Result) -> RecordList:
    return RecordList(
        items=[], today=TODAY, zone=ZoneInfo("Europe/Berlin"), results={"r1": SPENDING, **results}
    )


def calculate(expression: str, **results: Result) -> Calculation:
    return run(Arguments(expression=expression), records(**results))


def written(expression: str, **results: Result) -> str:
    """What came out, in one line."""
    found = calculate(expression, **results)
    if found.value is None:
        return str(found.day or found.text or found.truth)
    unit = found.unit or found.currency or (f"({found.account})" if found.account else "")
    return f"{found.value} {unit}".strip()

"""A run's results and records, over which answers are checked."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from runwright.minds.language.checking import Checked, check
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.minds.language.parts import Answer
from runwright.records.facts import Document
from runwright.tools import calculate
from runwright.tools.event_rows import EventRow, Person
from runwright.tools.fields import Match, Money, Period
from runwright.tools.find_events import FindEvents, FoundEvents
from runwright.tools.find_transactions import (
    FindTransactionsArguments,
    FindTransactionsResult,
    TransactionRow,
)
from runwright.tools.measure_transactions import (
    GroupFigures,
    MeasureTransactionsArguments,
    MeasureTransactionsResult,
)

OCTOBER = Period(start="2026-10-01", end="2026-11-01")
SEPTEMBER = Period(start="2026-09-01", end="2026-10-01")
LEASE = (
    "The tenant may end the lease with three months' notice, the landlord with six months' notice. "
    "Notice must be given in writing. The deposit is not returned before the keys are handed over."
)


def spending(amount: str, period: Period, **match: Match) -> Outcome:
    return Outcome(
        "measure_transactions",
        MeasureTransactionsArguments(period=period, direction="spent", **match),
        MeasureTransactionsResult(
            kept=3, items=("item_1",), total=Money(amount=amount, currency="EUR")
        ),
    )


def comparison(expression: str, truth: bool) -> Outcome:
    return Outcome(
        "calculate", calculate.Arguments(expression=expression), calculate.Result(truth=truth)
    )


RESULTS = {
    "r1": spending("95.23", OCTOBER, category=Match(any_of=("groceries",))),
    "r2": spending("900.00", OCTOBER, category=Match(any_of=("rent",))),
    "r3": spending("61.50", SEPTEMBER, category=Match(any_of=("groceries",))),
    "r4": spending("41.03", OCTOBER, who=Match(any_of=("REWE",))),
    "r5": spending("1203.40", OCTOBER, who=Match(none_of=("REWE",))),
    "r6": Outcome(
        "find_events",
        FindEvents(period=Period(start="2026-11-16", end="2026-11-23")),
        FoundEvents(
            kept=2,
            matching=2,
            items=("item_7", "item_8"),
            rows=(
                EventRow(
                    id="item_7",
                    title="1:1 with Kofi Mensah",
                    start="2026-11-19T10:00:00.000Z",
                    end="2026-11-19T11:00:00.000Z",
                    place="Room 4",
                    people=(Person(name="Kofi Mensah"),),
                ),
                EventRow(
                    id="item_8",
                    title="Dentist",
                    start="2026-11-20T08:00:00.000Z",
                    end="2026-11-20T09:00:00.000Z",
                    status="cancelled",
                ),
            ),
        ),
    ),
    "r7": Outcome(
        "find_transactions",
        FindTransactionsArguments(period=OCTOBER, order="largest"),
        FindTransactionsResult(
            kept=2,
            items=("item_1", "item_2"),
            rows=(
                TransactionRow(
                    id="item_2",
                    day="2026-10-16",
                    amount="-54.20",
                    currency="EUR",
                    counterparty="EDEKA",
                ),
                TransactionRow(
                    id="item_1",
                    day="2026-10-09",
                    amount="-41.03",
                    currency="EUR",
                    counterparty="REWE",
                ),
            ),
        ),
    ),
    "r8": comparison("r1.total > r3.total", True),
    "r9": comparison("r4.total > r1.total", False),
    "r10": Outcome(
        "measure_transactions",
        MeasureTransactionsArguments(period=OCTOBER, direction="spent", by="counterparty"),
        MeasureTransactionsResult(
            kept=2,
            total=Money(amount="95.23", currency="EUR"),
            groups=(
                GroupFigures(group="EDEKA", count=1, total="54.20", currency="EUR"),
                GroupFigures(group="REWE", count=1, total="41.03", currency="EUR"),
            ),
        ),
    ),
    "r11": Outcome(
        "find_events",
        FindEvents(period=Period(start="2026-11-21", end="2026-11-23")),
        FoundEvents(),
    ),
}
EVIDENCE = Evidence(
    results=RESULTS,
    records={
        "item_l": RecordText(
            LEASE, Document(document="contract", title="Lease", parties=("Ada Weiss",)), "Lease"
        )
    },
    today=date(2026, 11, 16),
    zone=ZoneInfo("Europe/Berlin"),
)


def checked(*parts: dict[str, object], language: str = "en") -> Checked:
    return check(Answer.model_validate({"parts": parts, "language": language}), EVIDENCE)


def of_text(text: str) -> Checked:
    """A derived part where there is an expression, else a fact."""
    kind = "derived" if "{=" in text else "fact"
    german = any(word in text for word in (" für ", " Sie ", " haben ", "findet", "im Oktober"))
    return checked({"type": kind, "text": text}, language="de" if german else "en")

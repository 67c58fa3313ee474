"""A small life in records, and the results of real tools over it, as answers cite them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from records.books import GIRO, SAVINGS, booked
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.tools import catalog
from runwright.tools.base import Item
from runwright.tools.memory import RecordList
from tools import calendar_kit, document_records, money

OCTOBER = money.OCTOBER
SEPTEMBER = money.SEPTEMBER
WEEK = {"start": "2026-11-16", "end": "2026-11-23"}
LEASE = (
    "The tenant may end the lease with three months' notice. The landlord may end the lease with "
    "six months' notice.",
    "Notice must be given in writing. The deposit of 2,400 EUR is not returned before the keys are "
    "handed over.",
)
MINUTES = (
    "Kofi Mensah prepares the budget until 4 December 2026. Lena Vogt books the venue.",
    "The launch was moved to March. Nobody objected.",
)


def _month(month: str) -> list[Any]:
    first = f"2026-{month}"
    return [
        money.bought(f"{first}-01", "-900.00", "Hausverwaltung Meier", category="Rent"),
        money.bought(f"{first}-05", "-12.99", "Netflix", category="Entertainment"),
        money.bought(f"{first}-07", "-64.00", "Stadtwerke", category="Electricity"),
        booked(f"{first}-28", "2850.00", "Acme GmbH", type="salary", category="Salary"),
    ]


_GIRO = [
    *_month("08"),
    money.bought("2026-08-14", "-48.10", "REWE", category="Groceries"),
    *_month("09"),
    money.bought("2026-09-11", "-61.50", "REWE", category="Groceries"),
    money.bought("2026-09-19", "-35.40", "Trattoria Roma", category="Restaurants"),
    *_month("10"),
    money.bought("2026-10-09", "-41.03", "REWE", category="Groceries"),
    money.bought("2026-10-16", "-54.20", "EDEKA", category="Groceries"),
    money.bought("2026-10-22", "-118.90", "Deutsche Bahn", category="Travel"),
    booked("2026-10-24", "30.00", "Zalando", type="refund", category="Clothing"),
    money.bought("2026-11-02", "-23.75", "REWE", category="Groceries", balance="1840.33"),
]
_SAVED = [booked("2026-10-30", "200.00", "Sparplan", type="income", balance="5200.00")]
_BOOKS = money.books({
    "giro": money.euros(GIRO, *_GIRO),
    "savings": money.euros(SAVINGS, *_SAVED),
}).items  # fmt: skip
_AGENDA: list[Item[Any]] = [
    calendar_kit.event("Stand-up", "2026-11-16 09:30", "09:45", id="e1", series="s1"),
    calendar_kit.event("Budget review", "2026-11-17 14:00", "15:30", id="e2", place="Room 4",
                       people=("Lena Vogt", "Kofi Mensah")),
    calendar_kit.event("Dentist", "2026-11-17 15:00", "16:00", id="e3", place="Dr. Brandt"),
    calendar_kit.event("1:1 with Kofi Mensah", "2026-11-19 11:00", "12:00", id="e4",
                       people=("Kofi Mensah",)),
    calendar_kit.event("Yoga", "2026-11-20 18:00", "19:00", id="e5", status="cancelled"),
    calendar_kit.event("Trip to Oslo", "2026-12-03", "2026-12-07", id="e6"),
]  # fmt: skip
_PAPERS: list[Item[Any]] = [
    document_records.document("lease", document="contract", title="Lease Goethestraße 4",
                              date="2024-03-01", parties=("Ada Weiss", "Hausverwaltung Meier")),
    *(document_records.passage("lease", n, text, page=n) for n, text in enumerate(LEASE, 1)),
    document_records.document("minutes", document="minutes", title="Launch minutes",
                              date="2026-11-10"),
    *(document_records.passage("minutes", n, text, page=1) for n, text in enumerate(MINUTES, 1)),
    document_records.document("bill1", document="invoice", title="Invoice NL-88", total="64.00",
                              issuer="Stadtwerke", number="NL-88", due="2026-10-07",
                              currency="EUR", date="2026-09-28"),
    document_records.document("bill2", document="invoice", title="Invoice 2026-17", total="310.00",
                              issuer="Malerei Krause", number="2026-17", due="2026-11-30",
                              currency="EUR", date="2026-11-12"),
    *document_records.table("sales", ["Region", "2025", "2026"],
                            [["North", "120", "150"], ["South", "200", "180"]],
                            title="Net sales", units=("", "EUR", "EUR")),
]  # fmt: skip
ITEMS = [*_BOOKS, *_AGENDA, *_PAPERS]

_GROCERIES = {"any_of": ["groceries"]}
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "r1": ("measure_transactions",
           {"period": OCTOBER, "direction": "spent", "category": _GROCERIES}),
    "r2": ("measure_transactions", {"period": OCTOBER, "compared": SEPTEMBER, "direction": "spent",
                                    "category": _GROCERIES}),
    "r3": ("measure_transactions", {"period": OCTOBER, "direction": "spent", "by": "category"}),
    "r4": ("measure_transactions", {"period": {"start": "2026-08-01", "end": "2026-11-01"},
                                    "direction": "spent", "category": _GROCERIES, "by": "month",
                                    "per": "month"}),
    "r5": ("find_transactions",
           {"period": OCTOBER, "direction": "spent", "order": "largest", "limit": 5}),
    "r6": ("find_recurring_payments", {"direction": "spent", "state": "active"}),
    "r7": ("get_balances", {}),
    "r8": ("find_events", {"period": WEEK}),
    "r9": ("find_events", {"people": {"any_of": ["Kofi Mensah"]}, "next_from": "2026-11-16"}),
    "r10": ("measure_events", {"period": WEEK, "by": "day"}),
    "r11": ("find_free_time", {"period": {"start": "2026-11-18", "end": "2026-11-19"},
                               "least_minutes": 120}),
    "r12": ("find_conflicts", {"period": WEEK}),
    "r13": ("list_documents", {"kinds": ["invoice"], "order": "due"}),
    "r14": ("search_documents", {"text": "end the lease notice", "limit": 3}),
    "r15": ("match_records", {"join": "invoice_bookings"}),
    "r16": ("query_table", {"measure": "sum", "column": {"name": {"any_of": ["2026"]}},
                            "title": {"any_of": ["Net sales"]}}),
    "r17": ("measure_transactions",
            {"period": OCTOBER, "direction": "received", "types": ["salary"]}),
    "r18": ("measure_transactions", {"period": OCTOBER, "direction": "spent"}),
    "r19": ("measure_transactions",
            {"period": SEPTEMBER, "direction": "spent", "category": _GROCERIES}),
    "r20": ("calculate", {"expression": "r1.total > r19.total"}),
    "r21": ("measure_transactions",
            {"period": OCTOBER, "direction": "spent", "who": {"any_of": ["REWE"]}}),
    "r22": ("measure_transactions", {"period": OCTOBER, "direction": "spent",
                                     "category": {"none_of": ["rent"]}}),
    "r23": ("find_events", {"period": {"start": "2026-11-21", "end": "2026-11-23"}}),
    "r24": ("calculate", {"expression": "r17.total - r18.total"}),
    "r25": ("measure_transactions", {"period": OCTOBER, "direction": "spent",
                                     "amount": {"least": "100"}}),
    "r26": ("query_table", {"measure": "change", "column": {"name": {"any_of": ["2025"]}},
                            "to_column": {"name": {"any_of": ["2026"]}},
                            "title": {"any_of": ["Net sales"]},
                            "rows": [{"equals": ["South"]}]}),
    "r27": ("find_events", {"period": WEEK, "status": ["cancelled"]}),
    "r28": ("find_transactions", {"who": {"any_of": ["Netflix"]}, "order": "newest"}),
    "r29": ("find_events", {"about": {"any_of": ["Oslo"]}}),
    "r30": ("measure_transactions", {"period": {"start": "2026-11-01", "end": "2026-12-01"},
                                     "direction": "spent", "category": _GROCERIES}),
    "r31": ("calculate", {"expression": "r18.total <= 1500 EUR"}),
    "r32": ("calculate", {"expression": "r2.units[0].compared.difference > 0"}),
    "r33": ("calculate", {"expression": "r1.total < r19.total"}),
    "r34": ("measure_transactions", {"period": {"start": "2026-09-01", "end": "2026-11-01"},
                                     "direction": "spent", "category": _GROCERIES}),
    "r35": ("find_free_time", {"period": {"start": "2026-11-19", "end": "2026-11-20"}}),
    "r36": ("find_events", {"period": WEEK, "order": "longest"}),
}  # fmt: skip


def outcomes(items: Sequence[Item[Any]] = ITEMS) -> dict[str, Outcome]:
    """Every call done in its order, by the tools themselves."""
    done: dict[str, Outcome] = {}
    for name, (tool_name, given) in CALLS.items():
        tool = catalog.TOOLS[tool_name]
        arguments = tool.arguments.model_validate(given)
        records = RecordList(
            items=items,
            today=money.TODAY,
            zone=calendar_kit.BERLIN,
            results={each: outcome.result for each, outcome in done.items()},
        )
        done[name] = Outcome(tool_name, arguments, tool.run(arguments, records))
    return done


def evidence() -> Evidence:
    """The run whose answer is checked."""
    return Evidence(
        results=outcomes(),
        records={item.id: RecordText(item.text, item.facts, item.title) for item in ITEMS},
        today=money.TODAY,
        zone=calendar_kit.BERLIN,
    )

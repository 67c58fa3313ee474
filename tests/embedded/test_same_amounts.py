"""A sum that a document names is found among the bookings, of whoever the words may mean."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import same_amounts
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Passage, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

MINUTES = Item(
    "p1", "documents", Passage(), file="f1", title="minutes.md",
    text="Choir minutes. The sub is €95.00 from this autumn. It was €90.00 before.",
)  # fmt: skip
CHOIR, CAFE = "NORTHGATE SINGERS", "CORNER CAFE"


def paid(n: int, day: str, counterparty: str, amount: str) -> Item[Transaction]:
    facts = Transaction(day=day, amount=amount, currency="EUR", counterparty=counterparty)
    return Item(f"b{n}", "finance", facts, file="bank", row=n)


BOOKED = (
    paid(1, "2026-02-11", CHOIR, "-90.00"),
    paid(2, "2026-09-16", CHOIR, "-95.00"),
    paid(3, "2026-09-20", CAFE, "-95.00"),
    paid(4, "2026-09-21", CHOIR, "-12.00"),
)


@pytest.fixture
def likely(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    found = {CHOIR: 0.9, CAFE: 0.1}
    monkeypatch.setattr(reader, "is_available", lambda: True)
    monkeypatch.setattr(reader, "meant", lambda _w, _q, names: [found[each] for each in names])
    return found


def asked(*items: Any, spans: tuple[Span, ...] = ()) -> Outcome | None:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query("have I paid the new choir sub of the autumn", "mixed", spans=spans)
    return attempt(same_amounts.answer(query, surroundings(records)), records)


def test_the_booking_of_the_written_sum_is_told_with_the_sentence(likely: dict[str, float]) -> None:
    autumn = Span("P", "since September", 30)
    found = asked(MINUTES, *BOOKED, spans=(autumn,))
    assert found is not None
    assert found.text.splitlines() == [
        "€95.00 went out to NORTHGATE SINGERS on Wednesday 16 September 2026.",
        "Written down is “The sub is €95.00 from this autumn.” (minutes.md).",
    ]
    assert found.answer.items == ("b2", "p1")
    assert likely[CHOIR] > likely[CAFE]


def test_where_two_sums_or_two_payees_may_be_meant_nothing_is_told(
    likely: dict[str, float],
) -> None:
    assert asked(MINUTES, *BOOKED) is None  # €90.00 and €95.00 are both the choir's
    likely[CAFE] = 0.8
    assert asked(MINUTES, *BOOKED, spans=(Span("P", "since September", 30),)) is None


def test_what_nobody_surely_means_is_not_told(likely: dict[str, float]) -> None:
    likely.update({CHOIR: 0.4})
    assert asked(MINUTES, *BOOKED, spans=(Span("P", "since September", 30),)) is None


def test_without_documents_or_a_sum_in_them_nothing_is_told(likely: dict[str, float]) -> None:
    assert asked(*BOOKED) is None
    plain = MINUTES._replace(text="Choir minutes of the autumn.")
    assert asked(plain, *BOOKED) is None
    assert likely

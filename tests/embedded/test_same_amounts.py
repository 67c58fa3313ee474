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
FITS = 0.9
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
    monkeypatch.setattr(reader, "fits", lambda _q, _told: FITS)
    return found


def asked(
    *items: Any,
    text: str = "have I paid the new choir sub of the autumn",
    spans: tuple[Span, ...] = (),
) -> Outcome | None:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query(text, "mixed", spans=spans)
    return attempt(same_amounts.answer(query, surroundings(records)), records)


def test_the_booking_of_the_written_sum_is_told_with_the_sentence(likely: dict[str, float]) -> None:
    autumn = Span("P", "since September", 30)
    found = asked(MINUTES, *BOOKED, spans=(autumn,))
    assert found is not None
    assert found.text.splitlines() == [
        "Yes: €95.00 went out to NORTHGATE SINGERS on Wednesday 16 September 2026.",
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


# Whom the words name needs no network to be sure of it.


def named(text: str, *spans: Span, sub: str = "The sub is €95.00") -> Outcome | None:
    minutes = MINUTES._replace(text=f"Choir minutes. {sub} a term.")
    october = paid(5, "2026-10-16", CHOIR, "-95.00")
    return asked(minutes, BOOKED[1], BOOKED[2], october, text=text, spans=spans)


@pytest.fixture
def unlikely(monkeypatch: pytest.MonkeyPatch, likely: dict[str, float]) -> None:
    assert likely[CHOIR] > likely[CAFE]
    monkeypatch.setattr(reader, "fits", lambda _q, _told: 0.0)


@pytest.mark.usefixtures("unlikely")
def test_that_what_was_paid_is_what_is_written_is_told_of_a_payee_that_is_named() -> None:
    found = named("does what Northgate takes match the sub in the minutes, and on which account")
    assert found is not None
    assert found.first_line == (
        "Yes: €95.00 went out to NORTHGATE SINGERS on Wednesday 16 September 2026 and "
        "Friday 16 October 2026."
    )
    asked_whether = named("check if Northgate takes the sub that was agreed")
    assert asked_whether is not None
    assert asked_whether.first_line.startswith("Yes: ")


@pytest.mark.usefixtures("unlikely")
def test_no_yes_is_said_to_a_question_that_does_not_ask_whether_both_are_the_same() -> None:
    found = named("the sub in the minutes, on what day was it that Northgate took it")
    assert found is not None
    assert found.first_line.startswith("€95.00 went out")


@pytest.mark.usefixtures("unlikely")
@pytest.mark.parametrize("text", [
    "did Northgate take more than the sub in the minutes",
    "was I late with the sub that Northgate asks for in the minutes",
])  # fmt: skip
def test_how_far_two_things_are_apart_is_not_told_by_a_sum_that_both_have(text: str) -> None:
    assert named(text) is None


@pytest.mark.usefixtures("unlikely")
def test_a_sum_that_was_paid_until_another_one_was_is_not_told() -> None:
    raised = paid(6, "2026-11-02", CHOIR, "-99.00")
    text = "is Northgate taking the sub from the minutes"
    assert asked(MINUTES, BOOKED[1], text=text) is not None
    assert asked(MINUTES, BOOKED[1], raised, text=text) is None


@pytest.mark.usefixtures("unlikely")
def test_another_thing_than_the_sum_is_written_for_is_not_told() -> None:
    fee = Span("C", "entry fee", 19)
    text = "did Northgate take the entry fee of the minutes"
    assert named(text, fee) is None
    assert named(text, fee, sub="The entry fee is €95.00") is not None


@pytest.mark.usefixtures("unlikely")
def test_what_is_paid_often_is_added_up() -> None:
    months = [paid(n, f"2026-{n:02}-16", CHOIR, "-95.00") for n in range(5, 10)]
    text = "is Northgate taking the sub from the minutes, and how much was it so far"
    found = asked(MINUTES, *months, text=text)
    assert found is not None
    assert found.first_line == (
        "Yes: €95.00 went out to NORTHGATE SINGERS 5 times, €475.00 in all: first on Saturday "
        "16 May 2026, last on Wednesday 16 September 2026."
    )

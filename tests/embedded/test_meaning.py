"""Words that stand in no record are taken for what a learned network says that they mean."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, run, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import calendar, finance, weighing
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

GYM = "LEISUREWORLD CHURCHFIELD"


def paid(n: int, counterparty: str, amount: str) -> Item[Transaction]:
    facts = Transaction(
        day=f"2026-10-0{n}", amount=amount, currency="EUR", counterparty=counterparty
    )
    # The word stands in what is searched alone, as a search by meaning finds what does not.
    return Item(f"b{n}", "finance", facts, file="bank", row=n, text=f"{counterparty} gym")


BOOKED = (paid(1, GYM, "-36.50"), paid(2, GYM, "-36.50"), paid(3, "CORNER CAFE", "-4.20"))
PLUMBER = Item(
    "e1", "calendar",
    Event(title="Lucey – service", start="2026-10-06", end="2026-10-07", all_day=True),
    text="Lucey – service boiler fella",
)  # fmt: skip


@pytest.fixture
def likely(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How likely each record is meant, by the beginning of its text."""
    found: dict[str, float] = {}

    def meant(_words: str, _question: str, records: list[str]) -> list[float]:
        return [found.get(record.partition(" | ")[0], 0.0) for record in records]

    monkeypatch.setattr(reader, "is_available", lambda: True)
    monkeypatch.setattr(reader, "meant", meant)
    return found


def spent(*items: Any) -> Outcome:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    read = Query("what did the gym cost", "finance", "sum", "out", spans=(Span("C", "gym", 13),))
    return run(finance.answer(read, surroundings(records)), records)


def test_a_payee_that_is_surely_meant_is_counted_and_named(likely: dict[str, float]) -> None:
    likely[GYM] = 0.93
    found = spent(*BOOKED)
    assert found.answer.is_answer
    assert found.first_line == "You spent €73.00 at gym."
    assert f"“gym” was taken as {GYM}" in found.text


def test_a_payee_that_may_be_meant_is_shown_as_just_that(likely: dict[str, float]) -> None:
    likely[GYM] = 0.7
    found = spent(*BOOKED)
    assert not found.answer.is_answer
    assert found.first_line.startswith(f"If “gym” means {GYM}: You spent €73.00")


def test_what_nothing_means_is_still_told_to_stand_nowhere(likely: dict[str, float]) -> None:
    likely[GYM] = 0.4
    found = spent(*BOOKED)
    assert found.first_line.startswith("I found no booking with “gym”")


def test_those_far_behind_the_likeliest_are_left_out(likely: dict[str, float]) -> None:
    likely.update({GYM: 0.95, "CORNER CAFE": 0.65})
    assert "€73.00" in spent(*BOOKED).first_line
    likely["CORNER CAFE"] = 0.8
    assert "€77.20" in spent(*BOOKED).first_line


def test_an_event_that_is_surely_meant_is_told(likely: dict[str, float]) -> None:
    likely["Lucey – service"] = 0.9
    records = RecordList(items=(PLUMBER,), today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    text = "when did the boiler fella come"
    read = Query(text, "calendar", "last", spans=(Span("T", "boiler fella", 13),))
    found = run(calendar.answer(read, surroundings(records)), records)
    assert "6 October" in found.first_line
    assert "I read “boiler fella” as “Lucey – service”" in found.text
    likely["Lucey – service"] = 0.8
    found = run(calendar.answer(read, surroundings(records)), records)
    assert found.first_line.startswith("I found no event with “boiler fella”")


def test_other_readings_do_not_search_for_what_words_mean(likely: dict[str, float]) -> None:
    likely[GYM] = 0.95
    records = RecordList(items=BOOKED, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    read = Query("what did the gym cost", "finance", "sum", "out", spans=(Span("C", "gym", 13),))
    program = weighing._rehearsed(finance.answer(read, surroundings(records)))
    assert run(program, records).first_line.startswith("I found no booking with “gym”")

"""What a trip cost is what was booked on the days that the calendar gives it."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import trips
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

TRIP = Item(
    "e1", "calendar", Event(title="Lisbon offsite", start="2026-05-18", end="2026-05-21",
                            all_day=True),
)  # fmt: skip


def paid(n: int, day: str, amount: str) -> Item[Transaction]:
    facts = Transaction(day=day, amount=amount, currency="EUR", counterparty=f"Firm {n}")
    return Item(f"b{n}", "finance", facts, file="bank", row=n)


PAID = (paid(1, "2026-05-17", "-9.00"), paid(2, "2026-05-18", "-80.00"),
        paid(3, "2026-05-20", "-20.50"), paid(4, "2026-05-21", "-7.00"))  # fmt: skip


def asked(text: str, *spans: Span, items: tuple[Any, ...] = (TRIP, *PAID)) -> Outcome | None:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query(text, "finance", "sum", "out", spans=spans)
    return attempt(trips.answer(query, surroundings(records)), records)


def test_a_trip_is_what_was_spent_on_its_days() -> None:
    said = asked("what did the Lisbon offsite cost?", Span("C", "Lisbon offsite", 13))
    assert said is not None
    assert said.first_line.startswith("You spent €100.50")
    assert "Lisbon offsite" in said.text


def test_an_event_is_found_although_no_name_was_tagged() -> None:
    said = asked("What did the offsite on my calendar cost me?")
    assert said is not None
    assert said.first_line.startswith("You spent €100.50")


def test_what_names_no_event_is_left_to_others() -> None:
    assert asked("what did Lidl cost?", Span("M", "Lidl", 9)) is None
    lisbon = Span("C", "Lisbon offsite", 13)
    assert asked("what did the Lisbon offsite cost?", lisbon, items=PAID) is None
    during = Span("P", "in May", 28)
    assert asked("what did the Lisbon offsite cost in May?", lisbon, during) is None


def test_an_event_that_words_do_not_name_is_found_by_what_they_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    likely = {"Lisbon offsite": 0.9}

    def meant(_words: str, _question: str, records: list[str]) -> list[float]:
        return [likely[record.partition(" | ")[0]] for record in records]

    monkeypatch.setattr(reader, "is_available", lambda: True)
    monkeypatch.setattr(reader, "meant", meant)
    spans = Span("T", "team jolly", 9), Span("P", "the four days", 20)
    said = asked("what the team jolly cost, the four days", *spans)
    assert said is not None
    assert said.first_line.startswith("You spent €100.50")
    assert "These are the days of “Lisbon offsite” in your calendar." in said.text
    likely["Lisbon offsite"] = 0.5
    assert asked("what the team jolly cost, the four days", *spans) is None


def test_what_was_paid_around_a_trip_and_names_its_place_belongs_to_it() -> None:
    flight = Transaction(day="2026-04-15", amount="-218.70", currency="EUR",
                         counterparty="TAP Air", purpose="Flight to Lisbon and back")  # fmt: skip
    items = (TRIP, *PAID, Item("b9", "finance", flight, file="bank", row=9))
    said = asked("What did the Lisbon offsite cost?", Span("C", "Lisbon offsite", 13), items=items)
    assert said is not None
    assert said.first_line == (
        "€319.20 in all, with 1 booking outside its days that names where it went."
    )
    assert "You spent €100.50" in said.text
    assert "TAP Air" in said.text
    assert "b9" in said.answer.items


def test_of_a_trip_on_one_card_what_was_paid_around_it_is_that_cards() -> None:
    visa, other = (
        {"account": name, "account_kind": "credit card", "currency": "EUR"}
        for name in ("Visa", "Amex")
    )
    items = tuple(
        Item(f"c{n}", "finance", Transaction(day=day, amount=amount, counterparty="Residencia",
             counterparty_raw=f"RESIDENCIA {town}", **card), file=card["account"], row=n)
        for n, (day, amount, town, card) in enumerate([
            ("2026-04-15", "-150.00", "LISBON PT", visa),
            ("2026-04-16", "-33.00", "LISBON PT", other),
            ("2026-05-19", "-80.00", "LISBON PT", visa),
            ("2026-05-19", "-9.00", "LISBON PT", other),
        ])
    )  # fmt: skip
    spans = Span("PL", "Lisbon", 9), Span("ACC", "the Visa", 30)
    said = asked("what did Lisbon cost all in on the Visa", *spans, items=(TRIP, *items))
    assert said is not None
    assert said.first_line.startswith("€230.00 in all")
    assert set(said.answer.items) == {"c0", "c2"}


def test_the_town_in_which_somebody_lives_is_not_where_a_trip_went() -> None:
    at_home = tuple(
        Item(f"h{n}", "finance", Transaction(day=f"2026-04-{n:02}", amount="-5.00", currency="EUR",
             counterparty="Pastel Lisbon"), file="bank", row=20 + n)
        for n in range(1, 9)
    )  # fmt: skip
    items = (TRIP, *PAID, *at_home)
    said = asked("What did the Lisbon offsite cost?", Span("C", "Lisbon offsite", 13), items=items)
    assert said is not None
    assert said.first_line.startswith("You spent €100.50")


def test_the_parts_of_a_whole_trip_do_not_narrow_it() -> None:
    lisbon, food = Span("PL", "Lisbon", 9), Span("C", "food", 29)
    said = asked("what did Lisbon cost all in, food and taxis", lisbon, food)
    assert said is not None
    assert said.first_line.startswith("You spent €100.50")
    taxis = Span("C", "taxis", 13)
    part = asked("what did the taxis in Lisbon cost", lisbon, taxis)
    assert part is None or "€100.50" not in part.text


def test_who_is_named_in_the_title_is_no_place() -> None:
    stag = Event(title="Finlay's stag with Rory", place="Bunkhouse, Aviemore",
                 start="2026-05-18", end="2026-05-21", all_day=True)  # fmt: skip
    others = tuple(
        Item(f"o{n}", "finance", Transaction(day="2026-04-10", amount="-30.00", currency="EUR",
             counterparty=name), file="bank", row=30 + n)
        for n, name in enumerate(("Finlay Ross", "Rory Beaton", "Aviemore Hostel"))
    )  # fmt: skip
    items = (Item("e2", "calendar", stag), *PAID, *others)
    said = asked("what did Finlay's stag cost all in", Span("T", "stag", 18), items=items)
    assert said is not None
    assert said.first_line.startswith("€130.50 in all, with 1 booking outside its days")
    assert "Aviemore Hostel" in said.text


def test_who_went_along_names_no_stay() -> None:
    records = RecordList(items=(TRIP, *PAID), today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    una = Span("M", "Lisbon", 13)
    query = Query("total I sent Lisbon", "finance", "sum", "out", spans=(una,))
    assert attempt(trips.of_a_stay(query, surroundings(records)), records) is None
    place = query._replace(spans=(Span("PL", "Lisbon", 13),))
    assert attempt(trips.of_a_stay(place, surroundings(records)), records) is not None

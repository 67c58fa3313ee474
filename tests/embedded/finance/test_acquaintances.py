"""Whom an event names in full is found in bookings that have the initial alone."""

from __future__ import annotations

from embedded.finance.household import ask
from records.books import booked
from runwright.records.facts import Attendee, Event
from runwright.tools.base import Item
from runwright.tools.memory import RecordList
from tools.money import books, euros


def _records(*events: Event) -> RecordList:
    rows = [
        booked("2026-03-01", "-40.00", "S BUNN", type="transfer", purpose="ABBA TICKETS"),
        booked("2026-04-01", "-30.00", "MS T HOWES", type="transfer", purpose="FPI"),
        booked("2026-05-01", "-25.00", "BUNN S YORK", type="transfer"),
        booked("2026-06-01", "-9.00", "YORK CHIPS", type="purchase"),
        booked("2026-07-01", "-35.00", "ZELLE TO RAYMOND COLE", type="transfer"),
    ]
    known = books({"giro": euros("111111", *rows)})
    held = [Item(f"calendar/{n}", "calendar", event) for n, event in enumerate(events, 1)]
    return RecordList(items=[*known.items, *held], today=known.today, zone=known.zone)


def _event(title: str, *names: str) -> Event:
    people = tuple(Attendee(name=name) for name in names)
    return Event(title=title, start="2026-05-02", end="2026-05-03", all_day=True, attendees=people)


def test_whoever_is_invited_by_a_full_name_is_the_initial_and_surname_of_the_bank() -> None:
    done = ask("sum", "out", "M Tina", records=_records(_event("Meal", "Tina Howes")))
    assert done.first_line == "You spent €30.00 at MS T HOWES."
    assert "“Tina” was taken as MS T HOWES" in done.text


def test_a_title_names_somebody_too_and_the_bank_may_turn_the_name_round() -> None:
    done = ask("sum", "out", "M Sharon", records=_records(_event("Dinner with Sharon Bunn")))
    assert done.first_line == "You spent €65.00 at Sharon."
    assert "“Sharon” was taken as S BUNN and BUNN S YORK" in done.text


def test_a_short_first_name_is_a_longer_one_beside_the_surname() -> None:
    done = ask("sum", "out", "M Ray", records=_records(_event("Haircut", "Ray Cole")))
    assert done.first_line == "You spent €35.00 at ZELLE TO RAYMOND COLE."


def test_an_initial_that_two_people_have_is_nobody_for_certain() -> None:
    records = _records(_event("Meal", "Tina Howes", "Terry Howes"))
    assert not ask("sum", "out", "M Tina", records=records).answer.is_answer


def test_names_that_the_same_bookings_bear_are_one() -> None:
    records = _records(_event("Dinner with Sharon Bunn"))
    done = ask("sum", "out", "M Sharon", "M York", records=records,
               text="what did I send Sharon towards York")  # fmt: skip
    assert done.first_line == "You spent €25.00 at BUNN S YORK."


def test_what_a_listed_payment_was_for_is_told() -> None:
    done = ask("list", "out", "M S BUNN", "P in March 2026", records=_records(),
               text="what was S BUNN for and how much in March 2026")  # fmt: skip
    assert "The booking says: “ABBA TICKETS”." in done.text


def test_a_code_of_the_bank_is_not_listed_as_what_a_payment_was_for() -> None:
    done = ask("list", "out", "M HOWES", records=_records(), text="what was HOWES for")
    assert "The booking" not in done.text

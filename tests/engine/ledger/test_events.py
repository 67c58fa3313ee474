"""Which days an event covers, and which payments belong to it."""

from collections.abc import Callable

import pytest

from engine.ledger.books import BOOKS, booking, event
from runwright.engine.actions import perform
from runwright.engine.ledger.events import happening
from runwright.engine.types import Finding, Item, Moment, Step, Work

Belonging = Callable[..., tuple[str, ...]]


@pytest.mark.parametrize(
    ("at", "until", "first", "last"),
    [
        ("2026-05-02", "2026-05-06", "2026-05-02", "2026-05-05"),
        ("2026-05-02", None, "2026-05-02", "2026-05-02"),
        ("2026-05-02", "2026-05-02", "2026-05-02", "2026-05-02"),
        ("2026-05-02T08:00:00Z", "2026-05-03T09:00:00Z", "2026-05-02", "2026-05-03"),
        # Until midnight in Berlin, and from a quarter past it.
        ("2026-05-02T08:00:00Z", "2026-05-02T22:00:00Z", "2026-05-02", "2026-05-02"),
        ("2026-05-02T22:15:00Z", "2026-05-02T23:00:00Z", "2026-05-03", "2026-05-03"),
    ],
)
def test_an_event_covers_its_days(
    moment: Moment, at: str, until: str | None, first: str, last: str
) -> None:
    found = happening(["e"], Work(moment, (event("e", "Offsite", at, until),)))
    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.fixture
def belonging(moment: Moment) -> Belonging:
    def run(happens: Item, *payments: Item, mode: str = "cost") -> tuple[str, ...]:
        before = Finding("filter", "part", items=(happens.id,))
        work = Work(moment, (happens, *payments), (before,))
        return perform(Step("filter", "part", {"around": mode}), work).items

    return run


CONCERT = event("e", "Concert of the Spinners", "2026-05-02T18:00:00Z", "2026-05-02T20:00:00Z")


def test_a_payment_that_names_an_hour_of_the_day_stands_alone(belonging: Belonging) -> None:
    named = booking(1, "2026-04-28", "-40.00", "EUR", "Spinners tour")
    other = booking(2, "2026-05-02", "-9.00", "EUR", "Xyzzy")
    assert belonging(CONCERT, named, other) == ("booking_01",)
    assert belonging(CONCERT, named, other, mode="days") == ("booking_02",)


def test_without_any_the_payments_of_the_day_are_meant(belonging: Belonging) -> None:
    other = booking(2, "2026-05-02", "-9.00", "EUR", "Xyzzy")
    assert belonging(CONCERT, other) == ("booking_02",)
    assert belonging(CONCERT, other, mode="paid") == ()


def test_words_far_from_its_days_are_no_sign(belonging: Belonging) -> None:
    named = booking(1, "2025-04-28", "-40.00", "EUR", "Spinners tour")
    assert belonging(CONCERT, named) == ()


def test_a_journey_may_be_booked_months_before(belonging: Belonging) -> None:
    trip = event("e", "Trip to Porto", "2026-05-02", "2026-05-05")
    flight = booking(1, "2026-02-10", "-99.00", "EUR", "Ryanair", "Porto")
    shop = booking(2, "2026-02-10", "-9.00", "EUR", "Porto wines")
    assert belonging(trip, flight, shop) == ("booking_01",)


def test_money_that_comes_in_is_no_cost(belonging: Belonging) -> None:
    back = booking(1, "2026-05-02", "40.00", "EUR", "Spinners tour")
    assert belonging(CONCERT, back) == ()


def test_days_of_one_name_that_follow_each_other_are_one_event(moment: Moment) -> None:
    days = [event(f"e{n}", f"Fair, day {n}", f"2026-05-0{n}") for n in (2, 3, 4)]
    earlier = event("e0", "Fair, day 1", "2025-05-02")
    work = Work(moment, (*BOOKS, earlier, *days))
    step = Step("filter", "part", {"of": "calendar", "words": "the fair"})
    assert perform(step, work).items == ("e2", "e3", "e4")

"""What is spent and what is set aside never pass a budget together, whoever draws on it at once."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db import kit
from runwright import clock
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.transaction import Reader
from runwright.errors import RateLimited
from runwright.trust import audit, budgets
from runwright.trust.budgets import Holder, Reservation
from runwright.trust.scopes import Scope
from runwright.trust.types import Budget, Period
from support.properties import examples

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
_numbers = itertools.count()


def holder(amount: int, period: Period = "day", kind: str = "key") -> Holder:
    """Somebody whom no other test knows."""
    return Holder(f"{kind}_{next(_numbers):05}", Budget(amount, period))


class Book:
    """The budgets of one project."""

    def __init__(self, database: Database, zone: str = "UTC") -> None:
        self.database = database
        self.zone = ZoneInfo(zone)
        self.grant = kit.grant("proj_x", Scope.RUNS_WRITE)
        self.last = Reservation(0, ())
        """What `takes` has set aside."""
        self.costs: list[tuple[str, int, datetime]] = []
        """What was spent by whom and when, before anybody asked for a budget."""

    def reserve(self, amount: int, *holders: Holder, at: datetime = NOW) -> Reservation | None:
        return self.database.write_now(
            lambda tx: budgets.reserve(
                tx, self.grant, holders, amount, at, self.zone, self.spent_since
            )
        )

    def takes(self, amount: int, *holders: Holder) -> bool:
        """Whether there was room for so much."""
        try:
            made = self.reserve(amount, *holders)
        except RateLimited:
            return False
        assert made is not None
        self.last = made
        return True

    def settle(self, reservation: Reservation | None, cost: int) -> None:
        self.database.write_now(lambda tx: budgets.settle(tx, self.grant, reservation, cost))

    def forget(self, whose: Holder) -> None:
        self.database.write_now(lambda tx: budgets.forget(tx, self.grant, whose.id))

    def state(self, whose: Holder, at: datetime = NOW) -> tuple[int, int]:
        return self.database.read_now(
            lambda reader: budgets.state(reader, self.grant, whose, at, self.zone)
        )

    def cost(self, whose: Holder, cost: int, at: datetime) -> None:
        """A run that ended before anybody asked for a budget."""
        self.costs.append((whose.id, cost, at))

    def spent_since(
        self,
        reader: Reader,  # noqa: ARG002 - the protocol's
        projects: Collection[str],
        by: str,
        payers: Any,
        since: datetime,
    ) -> int:
        """What the accounts of runs would say."""
        assert set(projects) == {"proj_x"}
        own = [each for each in self.costs if each[0] in payers and each[2] >= since]
        assert all(whose.startswith("ag_") == (by == "agent") for whose, _, _ in own)
        return sum(cost for _, cost, _ in own)


@pytest.fixture(scope="module")
def book(
    kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Book]:
    """One database for all: every test has holders of its own."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    driver = driver_for(Settings(data=tmp_path_factory.mktemp("budgets"), database_url=url))
    migrate(driver)
    opened = Database(driver, audit.append, 1000)
    opened.start()
    yield Book(opened)
    opened.close()


# Setting aside and settling ---------------------------------------------------------------------


def test_a_budget_is_filled_to_the_last_unit_and_no_further(book: Book) -> None:
    key = holder(10)
    assert [book.takes(amount, key) for amount in (4, 6, 1)] == [True, True, False]
    assert book.state(key) == (0, 10)


def test_settling_frees_what_was_not_spent(book: Book) -> None:
    key = holder(10)
    held = book.reserve(8, key)
    assert not book.takes(3, key)
    book.settle(held, 5)
    assert book.state(key) == (5, 0)
    assert [book.takes(5, key), book.takes(1, key)] == [True, False]


def test_a_run_without_a_budget_sets_nothing_aside(book: Book) -> None:
    assert book.reserve(5) is None
    book.settle(None, 5)


def test_nothing_is_set_aside_when_one_of_two_budgets_is_full(book: Book) -> None:
    key, agent = holder(100), holder(3, kind="ag")
    assert not book.takes(5, key, agent)
    assert (book.state(key), book.state(agent)) == ((0, 0), (0, 0))
    held = book.reserve(3, key, agent)
    assert (book.state(key), book.state(agent)) == ((0, 3), (0, 3))
    book.settle(held, 1)
    assert (book.state(key), book.state(agent)) == ((1, 0), (1, 0))


def test_a_holder_who_is_named_twice_pays_once(book: Book) -> None:
    key = holder(10)
    book.reserve(4, key, key)
    assert book.state(key) == (0, 4)


def test_runs_made_together_are_all_set_aside_or_none(book: Book) -> None:
    key, first, second = holder(10), holder(4, kind="ag"), holder(4, kind="ag")

    def together(*amounts: int) -> list[Reservation | None]:
        wishes = [((key,), 1), ((key, first), amounts[0]), ((second, key), amounts[1]), ((), 9)]
        return book.database.write_now(
            lambda tx: budgets.reserve_each(
                tx, book.grant, wishes, NOW, book.zone, book.spent_since
            )
        )

    with pytest.raises(RateLimited):
        together(4, 5)
    assert [book.state(each) for each in (key, first, second)] == [(0, 0)] * 3
    *made, free = together(4, 3)
    assert free is None
    assert [book.state(each) for each in (key, first, second)] == [(0, 8), (0, 4), (0, 3)]
    for held in made:
        book.settle(held, 1)
    assert [book.state(each) for each in (key, first, second)] == [(3, 0), (1, 0), (1, 0)]


def test_a_reservation_is_read_back_as_it_was_written(book: Book) -> None:
    held = book.reserve(7, holder(10), holder(10, "month", "ag"))
    assert held is not None
    assert Reservation.loads(held.dumps()) == held
    assert Reservation.loads(None) is None


def test_the_refusal_says_whose_limit_it_is_and_until_when(book: Book) -> None:
    agent = holder(2_500_000_000_000, "month", "ag")
    with pytest.raises(RateLimited) as refused:
        book.reserve(2_500_000_000_001, agent)
    for told in ("agent", "2.500000", "month", "2026-12-01T00:00:00.000Z"):
        assert told in refused.value.message
    assert refused.value.retry_after == 15.5 * 86400


def test_to_wait_is_never_less_than_a_second(book: Book) -> None:
    last = datetime(2026, 11, 15, 23, 59, 59, 999_999, UTC)
    with pytest.raises(RateLimited) as refused:
        book.reserve(2, holder(1), at=last)
    assert refused.value.retry_after == 1


def test_many_at_once_never_pass_the_limit(book: Book) -> None:
    key, agent = holder(70), holder(1000, kind="ag")
    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(lambda _: book.takes(3, key, agent), range(100)))
    assert sum(taken) == 70 // 3
    assert (book.state(key), book.state(agent)) == ((0, 69), (0, 69))


Action = tuple[str, int, int]
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("reserve"), st.integers(0, 40), st.just(0)),
        st.tuples(st.just("settle"), st.integers(0, 30), st.integers(0, 100)),
    ),
    max_size=30,
)


@settings(max_examples=25, deadline=None)
@given(limits=st.tuples(st.integers(0, 100), st.integers(0, 100)), actions=ACTIONS)
def test_spent_and_set_aside_never_pass_the_limit(
    book: Book, limits: tuple[int, int], actions: list[Action]
) -> None:
    key, agent = holder(limits[0]), holder(limits[1], "month", "ag")
    held: list[Reservation] = []
    spent = 0
    for what, number, share in actions:
        aside = sum(each.amount for each in held)
        if what == "reserve":
            fits = spent + aside + number <= min(limits)
            assert book.takes(number, key, agent) == fits
            if fits:
                held.append(book.last)
        elif held:
            reservation = held.pop(number % len(held))
            cost = reservation.amount * share // 100
            book.settle(reservation, cost)
            spent += cost
        aside = sum(each.amount for each in held)
        for whose in (key, agent):
            assert book.state(whose) == (spent, aside)
            assert spent + aside <= whose.budget.amount


# Periods ----------------------------------------------------------------------------------------


def at(text: str) -> datetime:
    return clock.parse(text)


SPANS: list[tuple[Period, str, str, str, str]] = [
    ("day", "UTC", "2026-11-15T12:00Z", "2026-11-15T00:00Z", "2026-11-16T00:00Z"),
    ("day", "UTC", "2026-11-15T00:00Z", "2026-11-15T00:00Z", "2026-11-16T00:00Z"),
    ("day", "Asia/Tokyo", "2026-11-15T16:00Z", "2026-11-15T15:00Z", "2026-11-16T15:00Z"),
    ("day", "Asia/Kathmandu", "2026-11-15T18:14Z", "2026-11-14T18:15Z", "2026-11-15T18:15Z"),
    # 23 and 25 hours, before and after the clocks were changed.
    ("day", "Europe/Berlin", "2026-03-29T00:30Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z"),
    ("day", "Europe/Berlin", "2026-03-29T20:00Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z"),
    ("day", "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"),
    ("day", "Europe/Berlin", "2026-10-25T01:30Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"),
    # A midnight that comes twice: the first one counts, also in the hour that is repeated.
    ("day", "Atlantic/Azores", "2026-10-25T00:30Z", "2026-10-25T00:00Z", "2026-10-26T01:00Z"),
    ("day", "Atlantic/Azores", "2026-10-25T01:30Z", "2026-10-25T00:00Z", "2026-10-26T01:00Z"),
    ("day", "Atlantic/Azores", "2026-10-25T02:30Z", "2026-10-25T00:00Z", "2026-10-26T01:00Z"),
    # A midnight that never comes.
    ("day", "Africa/Cairo", "2026-04-23T22:30Z", "2026-04-23T22:00Z", "2026-04-24T21:00Z"),
    # Clocks set back across midnight: the wall shows the day before once more.
    ("day", "America/St_Johns", "2010-11-07T02:45Z", "2010-11-07T02:30Z", "2010-11-08T03:30Z"),
    ("month", "UTC", "2026-11-15T12:00Z", "2026-11-01T00:00Z", "2026-12-01T00:00Z"),
    ("month", "UTC", "2026-12-31T23:59Z", "2026-12-01T00:00Z", "2027-01-01T00:00Z"),
    ("month", "UTC", "2028-02-29T10:00Z", "2028-02-01T00:00Z", "2028-03-01T00:00Z"),
    ("month", "Europe/Berlin", "2026-03-31T21:59Z", "2026-02-28T23:00Z", "2026-03-31T22:00Z"),
    ("month", "Pacific/Auckland", "2026-09-30T12:00Z", "2026-09-30T11:00Z", "2026-10-31T11:00Z"),
]


@pytest.mark.parametrize(("period", "zone", "now", "start", "end"), SPANS)
def test_a_period_begins_and_ends_at_midnight_in_the_time_zone(
    period: Period, zone: str, now: str, start: str, end: str
) -> None:
    assert budgets.span(period, at(now), ZoneInfo(zone)) == (at(start), at(end))


ZONES = [
    "UTC",
    "Europe/Berlin",
    "Atlantic/Azores",
    "America/Havana",
    "Africa/Cairo",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Asia/Beirut",
    "Pacific/Apia",
]


@examples(150)
@given(
    now=st.datetimes(datetime(1990, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC)),
    zone=st.sampled_from(ZONES),
    period=st.sampled_from(["day", "month"]),
)
def test_every_moment_is_in_one_period(now: datetime, zone: str, period: Period) -> None:
    there = ZoneInfo(zone)
    start, end = budgets.span(period, now, there)
    assert start <= now < end
    for moment in (start, start + (end - start) / 2, end - timedelta(microseconds=1)):
        assert budgets.span(period, moment, there) == (start, end)
    assert budgets.span(period, end, there)[0] == end


def test_the_next_period_begins_with_nothing_spent(book: Book) -> None:
    key = holder(10)
    book.settle(book.reserve(10, key), 10)
    assert not book.takes(1, key)
    tomorrow = NOW + timedelta(days=1)
    book.reserve(10, key, at=tomorrow)
    assert (book.state(key), book.state(key, tomorrow)) == ((10, 0), (0, 10))


def test_a_run_is_settled_in_the_period_that_it_was_set_aside_in(book: Book) -> None:
    key, tomorrow = holder(10), NOW + timedelta(days=1)
    held = book.reserve(10, key)
    book.reserve(4, key, at=tomorrow)
    book.settle(held, 6)
    assert (book.state(key), book.state(key, tomorrow)) == ((6, 0), (0, 4))


# Budgets that come later ------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["key", "ag"])
def test_a_new_budget_counts_what_the_period_has_cost_already(book: Book, prefix: str) -> None:
    whose = holder(10, kind=prefix)
    book.cost(whose, 7, datetime(2026, 11, 15, 0, tzinfo=UTC))
    book.cost(whose, 100, datetime(2026, 11, 14, 23, 45, tzinfo=UTC))
    assert [book.takes(4, whose), book.takes(3, whose)] == [False, True]
    assert book.state(whose) == (7, 3)


def test_the_first_day_of_a_month_is_not_taken_for_the_month(book: Book) -> None:
    """A day's row and a month's row begin at the same moment and are two."""
    first = datetime(2026, 11, 1, 9, tzinfo=UTC)
    daily = holder(10)
    monthly = Holder(daily.id, Budget(20, "month"))
    book.settle(book.reserve(10, daily, at=first), 10)
    book.cost(daily, 10, first)
    book.cost(daily, 8, first + timedelta(days=3))
    assert not book.takes(3, monthly)
    book.reserve(2, monthly)
    assert book.state(monthly) == (18, 2)


def test_a_budget_that_is_set_anew_counts_what_was_spent_without_it(book: Book) -> None:
    key = holder(10)
    book.settle(book.reserve(4, key), 4)
    book.cost(key, 4, NOW)
    book.cost(key, 5, NOW + timedelta(minutes=15))
    book.forget(key)
    assert [book.takes(2, key), book.takes(1, key)] == [False, True]
    assert book.state(key) == (9, 1)
    book.forget(key)
    assert book.state(key) == (9, 1), "what is set aside is not forgotten"

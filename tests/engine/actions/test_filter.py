"""A filter only chooses; what it chose is what the next step works on."""

from collections.abc import Callable, Iterable

import pytest

from engine.ledger.books import BOOKS, EVENTS
from runwright.engine.actions import perform
from runwright.engine.types import Finding, Item, Moment, Step, Work

Chosen = Callable[..., Finding]


@pytest.fixture
def chosen(moment: Moment) -> Chosen:
    def run(
        arguments: dict[str, str], items: Iterable[Item] = BOOKS, earlier: Iterable[Finding] = ()
    ) -> Finding:
        work = Work(moment=moment, items=tuple(items), earlier=tuple(earlier))
        return perform(Step("filter", "part", arguments), work)

    return run


def test_it_says_nothing_of_its_own(chosen: Chosen) -> None:
    finding = chosen({"subject": "Lidl"})
    assert (finding.answer, finding.reason, finding.value) == (None, None, None)
    assert finding.items == ("booking_06", "booking_28")


def test_nothing_chosen_is_no_error(chosen: Chosen) -> None:
    finding = chosen({"subject": "Harrods"})
    assert (finding.answer, finding.reason, finding.items) == (None, None, ())


def test_days_are_whole_days_in_the_projects_zone(chosen: Chosen) -> None:
    late = BOOKS[0]._replace(id="late", at="2026-03-31T22:30:00Z")
    march = {"days": "2026-03-01/2026-04-01"}
    april = {"days": "2026-04-01/2026-05-01"}
    assert chosen(march, [late]).items == ()
    assert chosen(april, [late]).items == ("late",)


@pytest.mark.parametrize(
    ("bound", "count"),
    [("above", 0), ("least", 2), ("below", 0), ("most", 2)],
)
def test_bounds_are_exact(chosen: Chosen, bound: str, count: int) -> None:
    arguments = {bound: "12.99", "subject": "Netflix"}
    assert len(chosen(arguments).items) == count


def test_moves_between_own_accounts_are_neither_spent_nor_earned(chosen: Chosen) -> None:
    days = {"days": "2026-03-30/2026-03-31"}
    assert chosen({**days, "direction": "out"}).items == ()
    assert chosen({**days, "direction": "in"}).items == ()
    assert len(chosen(days).items) == 2


def test_a_transfer_with_one_side_only_counts(chosen: Chosen) -> None:
    alone = [item for item in BOOKS if item.id != "booking_13"]
    assert chosen({"days": "2026-03-30/2026-03-31", "direction": "out"}, alone).items != ()


def test_an_account_is_chosen_by_its_name(chosen: Chosen) -> None:
    assert len(chosen({"subject": "@travel"}).items) == 9
    assert chosen({"subject": "@business"}).items == ()


def test_an_event_is_chosen_by_its_words(chosen: Chosen) -> None:
    finding = chosen({"of": "calendar", "words": "the offsite"}, [*BOOKS, *EVENTS])
    assert finding.items == ("event_london",)


def test_without_an_event_no_payment_is_guessed(chosen: Chosen) -> None:
    nothing = Finding("filter", "part")
    arguments = {"around": "cost", "sure": "yes", "keep": "yes", "subject": "Lidl"}
    assert chosen(arguments, [*BOOKS, *EVENTS], [nothing]).items == ()


def test_items_of_other_kinds_are_no_bookings(chosen: Chosen) -> None:
    remark = BOOKS[0]._replace(id="remark", kind="passage")
    unknown = BOOKS[0]._replace(id="unknown", amount=None)
    undated = BOOKS[0]._replace(id="undated", at=None)
    broken = BOOKS[0]._replace(id="broken", amount="NaN")
    assert chosen({}, [remark, unknown, undated, broken]).items == ()

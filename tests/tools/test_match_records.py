"""`match_records`: what belongs together is matched for a reason, and nothing else is."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from runwright.records.facts import Attendee
from runwright.tools.match_arguments import Arguments
from runwright.tools.match_records import TOOL
from runwright.tools.match_results import Result
from tools.document_records import booking, document, event, over, passage


def match(*items: Any, currency: str | None = None, **arguments: Any) -> Result:
    return TOOL.run(Arguments.model_validate(arguments), over(*items, currency=currency))


def bill(file: str, total: str | None, **facts: Any) -> Any:
    usual = {"document": "invoice", "date": "2026-10-01", "currency": "EUR", "issuer": "Northlight"}
    return document(file, total=total, **{**usual, **facts})


def pairs(result: Result) -> list[tuple[str, str, str]]:
    return [(pair.left, pair.right, pair.sure) for pair in result.pairs]


# Bills ------------------------------------------------------------------------------------------


def test_the_number_and_the_amount_of_a_bill_prove_its_payment() -> None:
    result = match(
        bill("a", "85.40", number="NE-2026-88107", issuer="Northlight Energy"),
        booking(1, "2026-10-09", "-85.40", "PAYPAL", purpose="inv NE2026-88107 thanks"),
        booking(2, "2026-10-09", "-85.40", "Bakery"),
        join="invoice_bookings",
    )
    assert pairs(result) == [("a/doc", "b1", "certain")]
    assert result.pairs[0].reasons == ("number", "amount", "currency", "near")
    assert result.pairs[0].days == 8
    assert (result.bills[0].state, result.bills[0].paid_on) == ("paid", "2026-10-09")


def test_amount_currency_and_name_match_within_the_days() -> None:
    bills = bill("a", "85.40", issuer="Northlight Energy GmbH", due="2026-10-15")
    paid = booking(1, "2026-10-14", "-85.40", "NORTHLIGHT ENERGY")
    assert pairs(match(bills, paid, join="invoice_bookings")) == [("a/doc", "b1", "certain")]
    assert match(bills, paid, join="invoice_bookings", days_after=5).pairs == ()
    abroad = booking(1, "2026-10-14", "-85.40", "NORTHLIGHT ENERGY", currency="USD")
    assert match(bills, abroad, join="invoice_bookings").pairs == ()


@pytest.mark.parametrize(
    ("name", "line", "is_cut"),
    [
        ("Longman Auto Centre", "LONGMAN AUTO CENTR", True),
        ("Bedminster Motor Works", "BEDMINSTER MOTOR WO", True),
        ("Collister Creek Veterinary Clinic", "COLLISTER CREEK VET BOISE", True),
        ("Anna Marie Berg", "Anna Marie Roth", False),
        ("Northlight Energy", "North", False),
        ("Bank of London", "Bank of", False),
    ],
)
def test_a_name_that_a_bank_cut_off_is_still_that_name(name: str, line: str, is_cut: bool) -> None:
    bills = bill("a", "85.40", issuer=name)
    paid = booking(1, "2026-10-09", "-85.40", line)
    assert bool(match(bills, paid, join="invoice_bookings").pairs) == is_cut


def test_an_equal_amount_alone_is_no_match() -> None:
    result = match(
        bill("a", "85.40", due="2026-11-15"),
        booking(1, "2026-10-14", "-85.40", "Bakery"),
        join="invoice_bookings",
    )
    assert result.pairs == ()
    assert [(each.state, each.amount) for each in result.states] == [("overdue", "85.40")]
    assert "bookings_end" in [note.code for note in result.notes]


@pytest.mark.parametrize(
    ("due", "state"),
    [("2026-11-15", "overdue"), ("2026-11-16", "open"), ("2026-11-17", "open"), (None, "open")],
)
def test_a_bill_is_overdue_from_the_day_after_it_was_due(due: str | None, state: str) -> None:
    result = match(bill("a", "85.40", due=due), join="invoice_bookings")
    assert result.bills[0].state == state
    assert match(bill("a", "85.40", due=due), join="invoice_bookings", states=["paid"]).bills == ()


def test_monthly_bills_of_one_amount_take_the_payment_that_follows_each() -> None:
    bills = [bill(f"m{month}", "39.99", date=f"2026-0{month}-05") for month in (1, 2, 3)]
    paid = [booking(month, f"2026-0{month}-20", "-39.99", "Northlight") for month in (1, 3)]
    result = match(*bills, *paid, join="invoice_bookings")
    assert sorted(pairs(result)) == [("m1/doc", "b1", "likely"), ("m3/doc", "b3", "likely")]
    assert {each.id: each.state for each in result.bills}["m2/doc"] == "open"


def test_a_booking_that_pays_another_bill_pays_none_that_is_asked_for() -> None:
    result = match(
        bill("a", "39.99", number="NL-1001", title="First"),
        bill("b", "39.99", number="NL-1002", title="Second"),
        booking(1, "2026-10-09", "-39.99", "Northlight", purpose="NL-1001"),
        join="invoice_bookings",
        documents={"number": "NL-1002"},
    )
    assert [(each.id, each.state) for each in result.bills] == [("b/doc", "open")]


def test_payments_in_parts_pay_a_bill_when_they_come_to_its_total() -> None:
    first = booking(1, "2026-10-09", "-60.00", "Northlight", purpose="NL-1001 part one")
    second = booking(2, "2026-10-19", "-40.00", "Northlight", purpose="NL-1001 rest")
    asked = bill("a", "100.00", number="NL-1001")
    half = match(asked, first, join="invoice_bookings")
    assert (half.bills[0].state, half.pairs[0].sure) == ("open", "likely")
    whole = match(asked, first, second, join="invoice_bookings")
    assert (whole.bills[0].state, whole.bills[0].paid_on) == ("paid", "2026-10-19")


def test_a_part_with_the_number_of_a_bill_without_an_issuer_is_a_payment_of_it() -> None:
    asked = bill("a", "100.00", number="NL-1001", issuer=None)
    part = booking(1, "2026-10-09", "-60.00", "Northlight", purpose="NL-1001 part one")
    result = match(asked, part, join="invoice_bookings")
    assert pairs(result) == [("a/doc", "b1", "likely")]
    assert result.bills[0].state == "open"


def test_two_bookings_to_the_issuer_that_come_to_the_total_pay_a_bill() -> None:
    asked = bill("a", "100.00")
    first = booking(1, "2026-10-09", "-60.00", "Northlight")
    second = booking(2, "2026-10-20", "-40.00", "Northlight")
    result = match(asked, first, second, join="invoice_bookings")
    assert pairs(result) == [("a/doc", "b1", "likely"), ("a/doc", "b2", "likely")]
    assert result.bills[0].state == "paid"
    assert match(asked, first, join="invoice_bookings").pairs == ()
    elsewhere = booking(2, "2026-10-20", "-40.00", "Bakery")
    assert match(asked, first, elsewhere, join="invoice_bookings").pairs == ()


def test_several_ways_to_come_to_the_total_prove_no_payment() -> None:
    parts = [
        booking(n, f"2026-10-{8 + n:02}", amount, "Northlight")
        for n, amount in enumerate(["-60.00", "-40.00", "-70.00", "-30.00"], 1)
    ]
    assert match(bill("a", "100.00"), *parts, join="invoice_bookings").pairs == ()


def test_what_was_paid_abroad_pays_a_bill_in_that_currency() -> None:
    result = match(
        bill("a", "20.00", currency="USD"),
        booking(
            1,
            "2026-10-02",
            "-18.31",
            "Northlight",
            original_amount="20.00",
            original_currency="USD",
        ),
        join="invoice_bookings",
    )
    assert result.pairs[0].reasons == ("original_amount", "currency", "same_name", "near")


def test_a_credit_note_is_paid_by_money_that_comes_in() -> None:
    note, back = bill("a", "-20.00"), booking(1, "2026-10-02", "20.00", "Northlight")
    assert pairs(match(note, back, join="invoice_bookings")) == [("a/doc", "b1", "certain")]
    out = booking(1, "2026-10-02", "-20.00", "Northlight")
    assert match(note, out, join="invoice_bookings").pairs == ()


def test_an_own_bill_is_paid_by_whoever_it_went_to() -> None:
    own = bill("a", "500.00", issuer="Ada Lovelace", parties=("Ada Lovelace", "Babbage Ltd"))
    result = match(own, booking(1, "2026-10-20", "500.00", "BABBAGE"), join="invoice_bookings")
    assert pairs(result) == [("a/doc", "b1", "likely")]
    assert "incoming" in result.pairs[0].reasons


def test_an_unknown_currency_makes_a_match_likely_only() -> None:
    result = match(
        bill("a", "85.40"),
        booking(1, "2026-10-14", "-85.40", "Northlight", currency=None),
        join="invoice_bookings",
    )
    assert pairs(result) == [("a/doc", "b1", "likely")]


def test_copies_receipts_and_pending_lines() -> None:
    result = match(
        bill("a", "10.00", number="1001"),
        bill("copy", "10.00", number="1001"),
        bill("r", "7.00", document="receipt"),
        booking(1, "2026-10-02", "-10.00", "Northlight", status="pending"),
        join="invoice_bookings",
        documents={"kinds": ["invoice", "receipt"]},
    )
    assert {each.id: each.state for each in result.bills} == {"a/doc": "open", "r/doc": "paid"}
    assert "repeated_invoices" in [note.code for note in result.notes]


@pytest.mark.parametrize("number", ["2026", "7", "A-12"])
def test_short_numbers_and_years_prove_nothing(number: str) -> None:
    result = match(
        bill("a", "10.00", number=number),
        booking(1, "2026-10-02", "-10.00", "Bakery", purpose=f"order {number}"),
        join="invoice_bookings",
    )
    assert result.pairs == ()


def test_a_number_inside_a_longer_one_is_another_number() -> None:
    result = match(
        bill("a", "10.00", number="88107"),
        booking(1, "2026-10-02", "-10.00", "Bakery", purpose="order 9988107"),
        join="invoice_bookings",
    )
    assert result.pairs == ()


# Events -----------------------------------------------------------------------------------------


def test_what_was_paid_on_the_days_of_an_event_comes_with_totals_by_currency() -> None:
    result = match(
        event(1, "Lisbon", "2026-05-01", "2026-05-04", all_day=True),
        booking(1, "2026-04-30", "-1.00", "Early"),
        booking(2, "2026-05-01", "-10.00", "Cafe"),
        booking(3, "2026-05-03", "-20.00", "Museum", currency="USD", account="US1"),
        booking(4, "2026-05-04", "-2.00", "Late"),
        booking(5, "2026-05-06", "-4.00", "Tram", valued="2026-05-02"),
        join="event_bookings",
    )
    assert sorted(pair.right for pair in result.pairs) == ["b2", "b3", "b5"]
    assert [(each.amount, each.currency) for each in result.spent] == [
        ("14.00", "EUR"),
        ("20.00", "USD"),
    ]
    assert {pair.sure for pair in result.pairs} == {"likely"}


def test_a_window_reaches_further_and_a_name_makes_it_certain() -> None:
    dinner = event(
        1,
        "Dinner",
        "2026-05-01T18:00:00.000Z",
        "2026-05-01T22:00:00.000Z",
        place="Trattoria Roma, Hauptstr. 5",
        attendees=(Attendee(name="Ben Roth"),),
    )
    bookings = [
        booking(1, "2026-05-01", "-50.00", "TRATTORIA ROMA"),
        booking(2, "2026-05-02", "25.00", "Ben Roth"),
        booking(3, "2026-05-02", "-9.00", "Taxi"),
    ]
    near = match(dinner, *bookings, join="event_bookings", days_after=1)
    assert pairs(near) == [("e1", "b1", "certain"), ("e1", "b2", "likely"), ("e1", "b3", "likely")]
    assert near.pairs[1].reasons == ("near", "person_name")
    named = match(dinner, *bookings, join="event_bookings", days_after=1, by_name=True)
    assert [pair.right for pair in named.pairs] == ["b1", "b2"]


def test_days_are_those_of_the_projects_zone() -> None:
    late = event(1, "Late", "2026-03-28T23:30:00.000Z", "2026-03-29T22:00:00.000Z")
    days = [booking(n, f"2026-03-{27 + n}", "-1.00", "Shop") for n in (1, 2, 3)]
    assert [pair.right for pair in match(late, *days, join="event_bookings").pairs] == ["b2"]


def test_what_does_not_take_place_or_count_is_left_out() -> None:
    result = match(
        event(1, "Off", "2026-05-01", "2026-05-02", all_day=True, status="cancelled"),
        event(2, "Task", "2026-05-01", what="task"),
        event(3, "On", "2026-05-01", "2026-05-02", all_day=True),
        booking(1, "2026-05-01", "-5.00", "Shop", status="pending"),
        booking(2, "2026-05-01", "-6.00", "Shop"),
        join="event_bookings",
    )
    assert pairs(result) == [("e3", "b2", "likely")]


def test_a_booking_of_two_events_counts_once_in_the_whole() -> None:
    days: dict[str, Any] = {"start": "2026-05-01", "end": "2026-05-02", "all_day": True}
    result = match(
        event(1, "One", **days),
        event(2, "Two", **days),
        booking(1, "2026-05-01", "-6.00", "Shop"),
        join="event_bookings",
    )
    assert [each.amount for each in result.spent] == ["6.00"]
    assert [group.spent[0].amount for group in result.groups] == ["6.00", "6.00"]
    assert "shared_bookings" in [note.code for note in result.notes]


def test_documents_of_the_day_that_name_the_event() -> None:
    board = event(
        1,
        "Board meeting Helios",
        "2026-05-01T09:00:00.000Z",
        attendees=(Attendee(name="Ada Lovelace"),),
    )
    items = [
        document("minutes", title="Minutes, Helios board meeting", date="2026-05-01"),
        document("memo", title="Memo", date="2026-05-01"),
        passage("memo", 1, "For the board meeting on Helios we need a room."),
        document("letter", title="Letter", date="2026-05-01", parties=("Ada Lovelace", "Bo")),
        document("other", title="Other", date="2026-05-01"),
        document("later", title="Helios board meeting", date="2026-05-02"),
    ]
    result = match(board, *items, join="event_documents")
    assert [(pair.right, pair.sure, pair.reasons[1]) for pair in result.pairs] == [
        ("minutes/doc", "certain", "title_in_title"),
        ("letter/doc", "likely", "person_name"),
        ("memo/doc", "likely", "title_in_text"),
    ]
    after = match(board, *items, join="event_documents", days_after=1)
    assert ("e1", "later/doc", "likely") in pairs(after)


# Parties ----------------------------------------------------------------------------------------


def test_parties_are_matched_with_bookings_by_their_names() -> None:
    lease = document("lease", document="contract", parties=("Hausverwaltung Krüger GmbH", "Ada"))
    result = match(
        lease,
        booking(1, "2026-05-01", "-900.00", "HAUSVERWALTUNG KRUEGER"),
        booking(2, "2026-05-01", "-901.00", "Hausverwaltung Kruger"),
        booking(3, "2026-06-01", "-902.00", "Hausverwaltung Kruger Sued"),
        booking(4, "2026-06-01", "-903.00", "Bank", purpose="Rent, Hausverwaltung Kruger"),
        booking(5, "2026-06-01", "-904.00", "Kruger"),
        booking(6, "2026-06-01", "-905.00", "Hausverwaltung Meier"),
        join="party_bookings",
    )
    assert {pair.right: pair.reasons for pair in result.pairs} == {
        "b1": ("same_name",),
        "b2": ("same_name",),
        "b3": ("part_of_name",),
        "b4": ("name_in_line",),
        "b5": ("part_of_name",),
    }
    assert {pair.right for pair in result.pairs[:2]} == {"b1", "b2"}
    assert [each.amount for each in result.groups[0].spent] == ["4510.00"]


def test_common_words_alone_join_nobody() -> None:
    result = match(
        document("a", parties=("Bank of Berlin", "The Shop")),
        booking(1, "2026-05-01", "-9.00", "Bank"),
        booking(2, "2026-05-01", "-9.00", "Shop Berlin"),
        join="party_bookings",
    )
    assert result.pairs == ()
    assert result.unmatched == 1


# Arguments --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        {"join": "invoice_bookings", "events": {"title": {"any_of": ["x"]}}},
        {"join": "event_bookings", "documents": {"number": "1"}},
        {"join": "event_documents", "bookings": {"direction": "in"}},
        {"join": "event_bookings", "states": ["paid"]},
        {"join": "party_bookings", "by_name": True},
        {"join": "party_bookings", "days_after": 3},
        {},
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Arguments.model_validate(arguments)


def test_both_sides_are_chosen_by_their_arguments() -> None:
    days: dict[str, Any] = {"end": "2026-05-02", "all_day": True}
    items = [
        event(1, "Lisbon", "2026-05-01", **days),
        event(2, "Porto", "2026-05-01", **days),
        booking(1, "2026-05-01", "-6.00", "Shop"),
        booking(2, "2026-05-01", "-60.00", "Hotel"),
    ]
    result = match(
        *items,
        join="event_bookings",
        events={"title": {"any_of": ["lisbon"]}},
        bookings={"amount": {"least": "10"}},
    )
    assert pairs(result) == [("e1", "b2", "likely")]


def test_no_record_is_listed_beyond_the_limits() -> None:
    days = event(1, "Long", "2026-01-01", "2026-12-31", all_day=True)
    many = [booking(n, "2026-05-01", f"-{n}.00", f"Shop {n}") for n in range(1, 200)]
    result = match(days, *many, join="event_bookings")
    assert (len(result.pairs), result.more, result.kept) == (50, 149, 199)
    assert len(result.rows) <= 100


# Against references -----------------------------------------------------------------------------

START = date(2026, 1, 1)
names = st.sampled_from(["Northlight", "Telco", "Bakery", "Museum", "Garage"])


@given(
    st.lists(st.tuples(st.integers(1, 60), names, st.integers(0, 60)), max_size=12),
    st.lists(st.tuples(st.integers(1, 60), names, st.integers(0, 90)), max_size=12),
    st.lists(st.integers(0, 20), min_size=1, max_size=3, unique=True),
)
def test_planted_payments_are_found_and_nothing_is_matched_without_reason(
    bills: list[tuple[int, str, int]], noise: list[tuple[int, str, int]], planted: list[int]
) -> None:
    invoices = {
        f"n{n}/doc": bill(f"n{n}", f"{euros}.00", issuer=name, date=str(START + timedelta(day)))
        for n, (euros, name, day) in enumerate(bills)
    }
    # The planted ones have amounts that nothing else has, and a number in their line.
    for n in planted:
        facts = {"number": f"PL-10{n:02}", "date": str(START), "issuer": "Planted"}
        invoices[f"p{n}/doc"] = bill(f"p{n}", f"{1000 + n}.00", **facts)
    paid = [
        booking(n, str(START + timedelta(day)), f"-{euros}.00", name)
        for n, (euros, name, day) in enumerate(noise)
    ]
    paid += [
        booking(100 + n, str(START + timedelta(n)), f"-{1000 + n}.00", "P", purpose=f"pl-10{n:02}")
        for n in planted
    ]
    result = match(*invoices.values(), *paid, join="invoice_bookings")
    assert {(f"p{n}/doc", f"b{100 + n}", "certain") for n in planted} <= set(pairs(result))
    assert len({pair.right for pair in result.pairs}) == len(result.pairs)
    by_id = {item.id: item.facts for item in paid}
    paid_by: dict[str, Decimal] = defaultdict(Decimal)
    for pair in result.pairs:
        invoice, payment = invoices[pair.left].facts, by_id[pair.right]
        paid_by[pair.left] += Decimal(payment.amount or 0)
        assert payment.counterparty == invoice.issuer or invoice.number.lower() in payment.purpose
    for left, amount in paid_by.items():
        # One booking, or two that come to it together.
        assert amount == -Decimal(invoices[left].facts.total)
    # Nothing that could still be paired is left: not both a bill and a booking of the same.
    matched = {each for pair in result.pairs for each in (pair.left, pair.right)}
    free_bills = [item.facts for key, item in invoices.items() if key not in matched]
    free = [facts for key, facts in by_id.items() if key not in matched]
    for invoice in free_bills:
        for payment in free:
            gap = (date.fromisoformat(payment.day or "") - date.fromisoformat(invoice.date)).days
            shares = payment.counterparty == invoice.issuer
            equal = Decimal(payment.amount or 0) == -Decimal(invoice.total)
            assert not (equal and shares and -5 <= gap <= 120)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 5)), max_size=8),
    st.lists(st.tuples(st.integers(0, 70), st.integers(1, 500)), max_size=25),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_events_have_exactly_the_bookings_of_their_window(
    events: list[tuple[int, int]], bookings: list[tuple[int, int]], before: int, after: int
) -> None:
    happening = [
        event(
            n,
            f"E{n}",
            str(START + timedelta(day)),
            str(START + timedelta(day + long)),
            all_day=True,
        )
        for n, (day, long) in enumerate(events)
    ]
    paid = [
        booking(n, str(START + timedelta(day)), f"-{euros}.00", f"Shop {chr(97 + n)}")
        for n, (day, euros) in enumerate(bookings)
    ]
    result = match(*happening, *paid, join="event_bookings", days_before=before, days_after=after)
    expected = {
        (f"e{n}", f"b{m}")
        for n, (day, long) in enumerate(events)
        for m, (booked, _) in enumerate(bookings)
        if booked in range(day - before, day + long + after)
    }
    assert result.kept == len(expected)
    assert {(pair.left, pair.right) for pair in result.pairs} <= expected
    reached = {m for _, m in expected}
    total = sum(euros for m, (_, euros) in enumerate(bookings) if f"b{m}" in reached)
    assert sum(Decimal(each.amount) for each in result.spent) == total

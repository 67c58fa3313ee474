"""Single bookings, lists of them, and whether there is one."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask

LAST = "the last payment to Lidl"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", f"Saturday 14 November 2026: {LAST}, €20.00."),
        ("amount", f"€20.00: {LAST}, on Saturday 14 November 2026."),
        ("payee", f"Lidl: {LAST}, €20.00 on Saturday 14 November 2026."),
    ],
)
def test_what_is_asked_of_the_last_booking_comes_first(asked: str, expected: str) -> None:
    assert ask("last", "out", "M Lidl", ask=asked).first_line == expected


def test_the_first_booking_is_the_oldest() -> None:
    assert ask("first", "out", "MP the window cleaner").first_line == (
        "Thursday 20 August 2026: the first payment to Window Cleaner Jones, €60.00."
    )


def test_the_largest_booking_names_its_payee() -> None:
    outcome = ask("max", "out", "P in October", "XC rent", ask="payee")
    assert outcome.first_line == (
        "IKEA: your largest payment without rent in October 2026, "
        "€250.00 on Saturday 10 October 2026."
    )


def test_a_refund_is_no_payment() -> None:
    assert "20 September 2026" in ask("last", "out", "M Zalando").first_line


def test_several_are_listed() -> None:
    lines = ask("last", "out", "M Lidl", "N three").text.splitlines()
    assert lines[0] == "The last 3 payments to Lidl:"
    assert lines[1] == "- Saturday 14 November 2026: Lidl, €20.00"
    assert len([line for line in lines if line.startswith("-")]) == 3


def test_a_long_list_is_cut_and_says_what_is_left() -> None:
    text = ask("list", "out", "P in 2026").text
    assert text.count("\n- ") == 16
    assert "- and " in text


def test_a_list_says_how_many_and_what_they_come_to() -> None:
    assert ask("list", "out", "C groceries", "P in October").first_line == (
        "2 payments for groceries in October 2026, €50.00 in all:"
    )


def test_movements_of_an_account_are_all_of_them() -> None:
    outcome = ask("last", "any", "ACC my savings")
    assert outcome.first_line.startswith("Monday 2 November 2026: the last booking on your savings")


def test_pending_bookings_are_a_state() -> None:
    outcome = ask("list", "out", state="pending")
    assert outcome.first_line == "1 pending payment, €19.00 in all:"
    assert "Amazon, €19.00 (pending)" in outcome.text


def test_a_double_charge_is_found() -> None:
    outcome = ask("exists", "out", "M Papa Johns", state="duplicate")
    assert outcome.first_line.startswith("Yes, 2 bookings that repeat to Papa Johns")


def test_no_double_charge_is_no() -> None:
    assert ask("exists", "out", "M Lidl", state="duplicate").text.startswith("No.")


def test_whether_it_has_come_yet_is_told_by_the_latest() -> None:
    assert ask("exists", "out", "C rent").first_line == (
        "Yes: the latest was €900.00 on Sunday 1 November 2026 to Hausverwaltung Meyer."
    )
    assert ask("exists", "out", "MP the window cleaner").first_line.startswith("Not lately")


def test_whether_there_was_one_in_a_period_starts_with_yes_or_no() -> None:
    assert ask("exists", "out", "M IKEA", "P in October").first_line == (
        "Yes: €250.00 on Saturday 10 October 2026."
    )
    assert ask("exists", "out", "M IKEA", "P in May").text.startswith("No. I found no payments")


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        ("A> 40", "Yes: you spent €50.00 on groceries in October 2026, €10.00 more than €40.00."),
        (
            "A> €600",
            "No: you spent €50.00 on groceries in October 2026, €550.00 less than €600.00.",
        ),
        ("A< 60", "Yes: you spent €50.00 on groceries in October 2026, €10.00 less than €60.00."),
    ],
)
def test_a_bound_of_the_total_is_compared_with_the_total(bound: str, expected: str) -> None:
    outcome = ask("exists", "out", "C groceries", "P in October", bound, is_on_total=True)
    assert outcome.first_line == expected


def test_a_firm_that_stands_in_no_booking_was_not_paid() -> None:
    outcome = ask("exists", "out", "M Telstra")
    assert outcome.text.startswith("No. I found no booking with “Telstra”")
    assert outcome.answer.is_answer


def test_a_thing_that_stands_in_no_booking_may_still_have_been_bought() -> None:
    assert not ask("exists", "out", "C cigarettes").answer.is_answer


def test_a_bound_in_another_currency_is_not_compared() -> None:
    outcome = ask("exists", "out", "C groceries", "A> £600", is_on_total=True)
    assert not outcome.answer.is_answer
    assert "no exchange rates" in outcome.text
    assert not ask("list", "out", "A> £600").answer.is_answer

"""Names and periods against each other, trends, reasons, regular payments, balances, events."""

from __future__ import annotations

from embedded.finance.household import ask, household, trip
from records.books import CARD, GIRO
from runwright.tools.make_file import MadeFile
from tools.money import books, bought, euros


def test_the_one_with_more_comes_first() -> None:
    assert ask("compare", "out", "M Lidl", "M Rewe", "P in October").first_line == (
        "REWE City: €30.00, €10.00 more than Lidl (€20.00) in October 2026."
    )


def test_one_that_stands_nowhere_is_said_and_the_other_is_given() -> None:
    text = ask("compare", "out", "M Lidl", "M Aldi", "P in October").text
    assert text.startswith("You spent €20.00 at Lidl in October 2026.")
    assert "I found no booking with “Aldi”" in text


def test_two_periods_are_compared() -> None:
    assert ask("compare", "out", "P in October", "P2 in September").first_line == (
        "More: €1,305.49 in October 2026 against €1,004.99 in September 2026, "
        "€300.50 (29.9 %) more."
    )


def test_one_period_is_compared_with_the_one_before() -> None:
    outcome = ask("compare", "out", "P in October")
    assert "in September 2026" in outcome.first_line


def test_the_month_before_is_relative_to_the_other_period() -> None:
    outcome = ask("compare", "out", "P in August", "P2 the month before")
    assert "in July 2026" in outcome.first_line


def test_part_of_a_year_against_last_year_is_the_same_part() -> None:
    outcome = ask("compare", "out", "P this November", "P2 last year")
    assert "in November 2025" in outcome.first_line
    assert "is not over yet" in outcome.text


def test_this_june_and_last_june_are_two() -> None:
    outcome = ask("compare", "out", "P this November", "P2 last November")
    assert "in November 2026 against" in outcome.first_line
    assert "in November 2025" in outcome.first_line


def test_the_year_before_last_year_is_another_one() -> None:
    outcome = ask("compare", "out", "P this year", "P2 the year before")
    assert "in 2026 against €1,980.00 in 2025" in outcome.first_line


def test_a_trend_is_drawn_when_asked_for() -> None:
    outcome = ask("trend", "out", "C groceries", form="chart")
    assert isinstance(outcome.results[-1], MadeFile)


def test_regular_payments_are_written_to_a_file_when_asked_for() -> None:
    outcome = ask("recur", "out", form="csv", text="a CSV of what I pay every month")
    assert isinstance(outcome.results[-1], MadeFile)
    assert outcome.results[-1].name in outcome.text


def test_a_period_outside_the_records_is_not_compared() -> None:
    outcome = ask("compare", "out", "P in March", "P2 in March 2025")
    assert not outcome.answer.is_answer


def test_a_price_that_rose_is_told_with_its_day() -> None:
    assert ask("trend", "out", "M Netflix").first_line == (
        "Up by €2.00 (15.4 %): Netflix went from €12.99 to €14.99 on 3 May 2026."
    )


def test_a_price_that_did_not_change_is_told() -> None:
    assert ask("trend", "out", "M Vodafone").first_line.startswith("No change: Vodafone has been")


def test_a_trend_sets_the_later_half_against_the_earlier() -> None:
    assert ask("trend", "out", "P from January to September").first_line.startswith(
        "About the same"
    )


def test_why_names_what_grew() -> None:
    lines = ask("why", "out", "P in October").text.splitlines()
    assert lines[0].startswith("October 2026 came to €1,305.49, €280.50 more than usual")
    assert lines[2] == "- Shopping: €250.00 more (€250.00 against €0.00 usually)"
    assert "- IKEA: €250.00 more (€250.00 against €0.00 usually)" in lines


def test_why_says_so_when_it_was_not_dearer() -> None:
    assert ask("why", "out", "P in July").text.startswith("It was hardly dearer")


def test_regular_payments_are_listed_with_what_they_come_to() -> None:
    text = ask("recur", "out").text
    assert "- Netflix: €14.99 a month, next about 3 December 2026" in text
    assert "regular payments" in text.splitlines()[0]


def test_rent_is_no_subscription() -> None:
    outcome = ask("recur", "out", ask="amount", text="what do my subscriptions cost")
    assert "Netflix" in outcome.text
    assert "€900.00" not in outcome.text
    assert "not counted as subscriptions: Hausverwaltung Meyer" in outcome.text


def test_what_is_due_in_a_period_to_come() -> None:
    text = ask("recur", "out", "P before the end of the month").text
    assert "Netflix" not in text


def test_what_comes_every_month_is_due_in_later_months_too() -> None:
    text = ask("recur", "out", "P in January 2027").text
    assert "- Sunday 3 January 2027: Netflix, €14.99" in text


def test_when_something_is_charged_next() -> None:
    assert ask("recur", "out", "M Netflix").first_line.startswith(
        "About Thursday 3 December 2026: the next Netflix, €14.99 a month"
    )


def test_a_balance_is_what_the_file_states() -> None:
    assert ask("balance", "any", "ACC my current account").first_line.startswith("€1,234.50 in ")


def test_what_is_left_of_a_loan_or_owed_to_a_payee_is_no_balance_of_an_account() -> None:
    for found in (
        ask("balance", "any", text="how much is left on our mortgage"),
        ask("balance", "any", "C IKEA", text="how much was the balance on the IKEA kitchen"),
    ):
        assert not found.answer.is_answer
        assert "€" not in found.first_line


def test_a_balance_that_no_file_states_is_not_made_up() -> None:
    outcome = ask("balance", "any", "ACC my savings")
    assert not outcome.answer.is_answer


def test_a_period_bounded_by_an_event_needs_the_calendar() -> None:
    outcome = ask("sum", "out", "PE during the Lisbon trip")
    assert not outcome.answer.is_answer
    assert "depends on an event" in outcome.text


def test_a_period_bounded_by_an_event_is_read_from_the_one_that_fits() -> None:
    records = household(events=(trip("Lisbon trip", "2026-10-08", "2026-10-14"),))
    text = ask("sum", "out", "PE during the Lisbon trip", records=records).text
    assert text.startswith("You spent €296.50 from 8 to 13 October 2026.")
    assert "“Lisbon trip” in your calendar" in text


def test_two_events_that_fit_are_asked_back() -> None:
    events = (
        trip("Lisbon trip", "2026-10-08", "2026-10-14"),
        trip("Lisbon trip", "2026-05-08", "2026-05-14"),
    )
    outcome = ask("sum", "out", "PE since the Lisbon trip", records=household(events=events))
    assert not outcome.answer.is_answer


def test_a_shop_that_is_visited_every_month_is_no_subscription() -> None:
    days = ("2026-08-05", "2026-09-04", "2026-10-05", "2026-11-04")
    rows = [
        *(bought(day, "-13.99", "Netflix") for day in days),
        *(
            bought(day, amount, "Pret A Manger")
            for day, amount in zip(days, ("-6.45", "-7.95", "-8.10", "-9.30"), strict=True)
        ),
    ]
    records = books({"card": euros(CARD, *rows)})
    text = ask("recur", text="which subscriptions do I have", records=records).text
    assert "Netflix" in text
    assert "not counted as subscriptions: Pret A Manger" in text


def test_three_months_are_compared_one_by_one() -> None:
    outcome = ask("compare", "out", "M Rewe", "P in August", "P September", "P2 October")
    assert [line.split(":")[0] for line in outcome.text.splitlines()[1:4]] == [
        "- August 2026",
        "- September 2026",
        "- October 2026",
    ]


def test_payments_of_every_month_are_a_price_whatever_the_days() -> None:
    rows = [bought(day, "-13.99", "Netflix") for day in ("2026-09-03", "2026-10-05", "2026-11-03")]
    records = books({"card": euros(CARD, *rows)})
    question = "what does Netflix cost me per month"
    outcome = ask("avg", "out", "M Netflix", group="month", text=question, records=records)
    assert outcome.first_line == "€13.99 each time: Netflix."


def test_where_nothing_was_paid_nothing_rises() -> None:
    flight = bought("2026-11-03", "-219.96", "Southwest")
    given = books({"giro": euros(GIRO, flight, bought("2026-01-05", "-5.00", "Bakery"))})
    assert not ask("trend", "out", "M Southwest", records=given).answer.is_answer

"""How much, how many, on average, which share: the figure first, then what was counted."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask, household
from records.books import GIRO, booked
from tools.money import books, bought, euros

BARE = household(categorised=False)


def test_a_sum_begins_with_the_figure_and_says_what_was_counted() -> None:
    outcome = ask("sum", "out", "M Lidl", "P in October")
    assert outcome.text == "You spent €20.00 at Lidl in October 2026.\n1 payment."
    assert outcome.answer.is_answer
    assert len(outcome.answer.items) == 1


def test_without_a_period_all_that_is_on_record_counts_and_is_said() -> None:
    text = ask("sum", "out", "M Lidl").text
    assert text.startswith("You spent €260.00 at Lidl.")
    assert "from 1 November 2025 to 14 November 2026" in text


def test_own_transfers_are_not_spent_and_that_is_said() -> None:
    outcome = ask("sum", "out", "P in August")
    assert outcome.first_line == "You spent €1,064.99 in August 2026."
    assert "between own accounts left out" in outcome.text


def test_the_category_of_the_file_decides() -> None:
    assert ask("sum", "out", "C groceries", "P in October").first_line == (
        "You spent €50.00 on groceries in October 2026."
    )


def test_without_categories_merchants_stand_for_them_and_are_named() -> None:
    text = ask("sum", "out", "C groceries", "P in October", records=BARE).text
    assert text.startswith("You spent €50.00 on groceries in October 2026.")
    assert "REWE City" in text
    assert "Lidl" in text


def test_a_name_of_another_category_is_not_counted() -> None:
    outcome = ask("sum", "out", "C taxis", "P in October", records=BARE)
    assert outcome.first_line == "You spent €18.00 on taxis in October 2026."


def test_a_category_tagged_as_a_merchant_is_taken_as_the_category() -> None:
    assert ask("sum", "out", "M groceries", "P in October").first_line == (
        "You spent €50.00 on groceries in October 2026."
    )


def test_words_of_a_purpose_count_too() -> None:
    outcome = ask("sum", "out", "C rent", "P in October", records=BARE)
    assert outcome.first_line == "You spent €900.00 on rent in October 2026."


def test_a_name_that_stands_nowhere_is_said_with_those_that_look_like_it() -> None:
    outcome = ask("sum", "out", "M Lydl", "P in May")
    assert outcome.text == (
        "I found no booking with “Lydl” in May 2026 or around then. Did you mean Lidl?"
    )
    assert not outcome.answer.is_answer
    assert outcome.calls == []


def test_a_category_that_fits_nothing_is_said_so() -> None:
    outcome = ask("sum", "out", "C flowers")
    assert outcome.text.startswith("I found no booking with “flowers”")
    assert not outcome.answer.is_answer


def test_a_guess_at_a_name_is_said() -> None:
    assert "“Netlfix” was taken as Netflix" in ask("sum", "out", "M Netlfix", "P in May").text


def test_a_period_before_the_records_is_no_zero() -> None:
    outcome = ask("sum", "out", "P in March 2025")
    assert outcome.text.startswith("I have no bookings in March 2025")
    assert not outcome.answer.is_answer


def test_a_period_far_from_any_booking_is_no_empty_ledger() -> None:
    outcome = ask("sum", "out", "P in 2019")
    assert outcome.text == "I have no bookings in 2019, nor within a year of that."


def test_a_period_that_the_records_cover_in_part_says_when_they_begin() -> None:
    assert "your records begin on 1 November 2025" in ask("sum", "out", "P in 2025").text


def test_nothing_spent_is_said_as_such() -> None:
    assert ask("sum", "out", "M IKEA", "P in May").first_line == (
        "Nothing: you spent no money at IKEA in May 2026."
    )


def test_exclusions_are_applied_and_said() -> None:
    text = ask("sum", "out", "C groceries", "P in October", "XM Lidl").text
    assert text.startswith("You spent €30.00 on groceries without Lidl in October 2026.")


def test_an_exclusion_of_what_is_not_there_changes_nothing_and_is_said() -> None:
    text = ask("sum", "out", "C groceries", "P in October", "XM Aldi").text
    assert text.startswith("You spent €50.00")
    assert "no booking with “Aldi” to leave out" in text


def test_a_type_is_left_out() -> None:
    outcome = ask("sum", "in", "P in October", "XC salary", records=BARE)
    assert outcome.first_line.startswith("Nothing: you received no money without salary")


def test_periods_are_left_out_of_sums_and_averages() -> None:
    spans = ("M Lidl", "P from January to October", "XP July and August")
    outcome = ask("avg", "out", *spans, group="month")
    assert outcome.first_line.startswith("€20.00 a month on average at Lidl without July 2026 and")
    assert "€160.00 over 8 months" in outcome.text


def test_weekdays_are_a_filter() -> None:
    # 14 November, 14 March and 14 February 2026 are Saturdays.
    outcome = ask("count", "out", "M Lidl", "P in 2026", "WD on Saturdays")
    assert outcome.first_line == ("3 payments to Lidl on Saturdays in 2026, €60.00 in all.")


def test_weekdays_that_cannot_be_read_are_asked_back() -> None:
    outcome = ask("sum", "out", "WD on school days")
    assert not outcome.answer.is_answer
    assert "“on school days”" in outcome.text


@pytest.mark.parametrize(
    ("spans", "figure"),
    [(("A> 100",), "€1,150.00"), (("A< €5",), "€7.50"), (("A= 250",), "€250.00")],
)
def test_amounts_bound_each_booking(spans: tuple[str, ...], figure: str) -> None:
    assert f"You spent {figure} of " in ask("sum", "out", "P in October", *spans).text


def test_an_account_is_a_filter() -> None:
    outcome = ask("sum", "out", "ACC my credit card", "P in October")
    assert outcome.first_line == "You spent €65.49 on your credit card in October 2026."


def test_an_account_that_is_not_known_is_asked_back_with_those_that_are() -> None:
    outcome = ask("sum", "out", "ACC the Monzo account")
    assert not outcome.answer.is_answer
    assert "credit card" in outcome.text


def test_what_was_kept_of_both_directions_names_them() -> None:
    assert ask("sum", "any", "P in August").first_line == (
        "€1,435.01 more came in than went out (€2,500.00 in, €1,064.99 out) in August 2026."
    )


def test_refunds_are_summed_as_money_that_came_back() -> None:
    outcome = ask("sum", "in", "P in September", state="refunded")
    assert outcome.first_line == "€80.00 was refunded to you in September 2026."


def test_currencies_are_never_added() -> None:
    records = books(
        {
            "a": euros(GIRO, bought("10-02", "-10.00", "Lidl")),
            "b": [
                each.model_copy(update={"currency": "USD"})
                for each in euros("X1", bought("10-03", "-5.00", "Lidl"))
            ],
        }
    )
    outcome = ask("sum", "out", "M Lidl", records=records)
    assert outcome.first_line == "You spent €10.00 and $5.00 at Lidl."
    dollars = ask("sum", "out", "M Lidl", "CU in dollars", records=records)
    assert dollars.first_line == "You spent $5.00 at Lidl in USD."


def test_a_conversion_is_not_made_up() -> None:
    assert "I have no exchange rates" in ask("sum", "out", "M Lidl", "UNIT in pounds").text


def test_a_share_is_of_spending_or_of_income() -> None:
    spending = ask("share", "out", "C rent", "P in August")
    assert spending.first_line == "84.5 % of your spending went on rent in August 2026."
    income = ask("share", "out", "C rent", "P in August", share_of="income")
    assert income.first_line == "36.0 % of your income went on rent in August 2026."


def test_the_rate_of_saving_is_what_is_left_of_the_income() -> None:
    assert ask("share", "any", "P in August").first_line == (
        "57.4 % of your income was left over in August 2026."
    )


def test_an_average_of_months_divides_by_those_that_have_passed() -> None:
    outcome = ask("avg", "out", "P in 2026", group="month")
    assert " over 10.5" in outcome.text


def test_rent_that_was_paid_this_month_is_that_of_a_whole_month() -> None:
    outcome = ask("avg", "out", "C rent", "P in 2026", group="month")
    assert outcome.first_line == "€900.00 a month on average on rent in 2026."


def test_an_average_of_years_is_not_diluted_by_months_without_records() -> None:
    outcome = ask("avg", "out", "C rent", group="year")
    assert "€11,700.00 over 1.04 years" in outcome.text


def test_just_the_number_is_just_the_number() -> None:
    assert ask("sum", "out", "M Lidl", "P in October", form="number").text == "€20.00"
    assert ask("count", "out", "M Lidl", form="number").text == "13"


def test_a_short_answer_is_one_line() -> None:
    outcome = ask("list", "out", "M Lidl", "P in October", form="short")
    assert outcome.text == "1 payment to Lidl in October 2026, €20.00 in all."


def test_since_payday_begins_with_the_last_salary() -> None:
    text = ask("sum", "out", "M Lidl", "P since payday").text
    assert text.startswith("You spent €20.00 at Lidl since 28 October 2026.")
    assert "your last salary came on Wednesday 28 October 2026" in text.replace("Your", "your")


def test_a_state_that_bookings_do_not_have_is_declined() -> None:
    outcome = ask("list", "out", "P in October", state="cancelled")
    assert not outcome.answer.is_answer


def test_a_thing_that_is_nearly_a_name_is_not_taken_for_it() -> None:
    outcome = ask("sum", "out", "C Ikeas chairs")
    assert not outcome.answer.is_answer


def test_a_period_that_was_read_in_part_is_said() -> None:
    text = ask("sum", "out", "M Lidl", "P in the June quarter").text
    assert text.startswith("You spent €20.00 at Lidl in June 2026.")
    assert "“in the June quarter” was taken as June 2026" in text


def test_words_that_are_no_period_are_asked_back() -> None:
    outcome = ask("sum", "out", "M Lidl", "P this term")
    assert not outcome.answer.is_answer
    assert "“this term”" in outcome.text


def test_a_time_of_day_cannot_narrow_bookings() -> None:
    assert not ask("sum", "out", "TI in the morning").answer.is_answer


def test_of_nothing_no_share_is_told() -> None:
    outcome = ask("share", "out", "M IKEA", "P in May 2026")
    assert not outcome.answer.is_answer


def test_more_that_came_back_than_was_paid_was_received() -> None:
    shop = bought("2026-10-05", "-12.50", "Bookshop")
    back = booked("2026-10-06", "40.00", "Bookshop", type="refund")
    given = books({"giro": euros(GIRO, shop, back)})
    assert ask("sum", "out", "M Bookshop", records=given).first_line == (
        "You received €27.50 more than you spent at Bookshop."
    )


def test_a_refund_comes_from_whoever_is_named_with_it() -> None:
    given = books({"giro": euros(GIRO, booked("2026-03-03", "310.00", "IRS TREAS"))})
    assert ask("sum", "out", "M IRS refund", records=given).first_line == (
        "You received €310.00 from IRS TREAS."
    )

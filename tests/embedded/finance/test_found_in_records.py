"""Names, kinds, accounts and directions that the records decide, and what yes or no is said to."""

from __future__ import annotations

import pytest

from embedded import runner
from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import answer, targets, unmarked
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.query import Query, Span
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros


def _records() -> RecordList:
    """A bank account of which no file says the kind, and a card."""
    bank = [
        booked("2026-08-01", "-1450.00", "HILLSIDE PROP MGMT", type="purchase", balance="900.00"),
        booked("2026-09-01", "-1450.00", "HILLSIDE PROP MGMT", type="purchase", balance="120.50"),
        booked("2026-10-01", "-1525.00", "HILLSIDE PROP MGMT", type="purchase", balance="700.00"),
        booked("2026-11-01", "-1525.00", "HILLSIDE PROP MGMT", type="purchase", balance="800.00"),
        booked("2026-10-30", "2000.00", "NORTHSHORE REHAB", type="salary"),
        booked("2026-10-12", "262.50", "LAKESIDE YOGA", type="other"),
        booked("2026-10-07", "-100.00", "ATM WITHDRAWAL", type="cash"),
        booked("2026-10-03", "-250.00", "SAV", type="own_transfer",
               purpose="Online Transfer to SAV"),
        booked("2026-10-20", "-500.00", "CAPITAL ONE", type="card_settlement"),
    ]  # fmt: skip
    card = [
        bought("2026-10-22", "-29.10", "HOLIDAY STATIONS", category="Gas/Automotive"),
        bought("2026-10-23", "-1246.80", "DELTA AIR", category="Airfare"),
        bought("2026-10-24", "-90.00", "DENTAL ASSOC", category="Health Care"),
        booked("2026-10-25", "-14.37", "", counterparty_raw="INTEREST CHARGE", type="interest",
               category="Fee/Interest Charge"),
        booked("2026-10-26", "-29.00", "PAST DUE FEE", type="fee", category="Fee/Interest Charge"),
        bought("2026-10-27", "-40.00", "REI", category="Merchandise"),
        booked("2026-10-21", "500.00", "PAYMENT", type="card_settlement"),
        booked("2026-10-28", "40.00", "REI", type="refund", category="Payment/Credit"),
    ]  # fmt: skip
    return books({
        "bank": euros(None, *bank),
        "card": euros("6208", *card, account_kind="credit card"),
    })  # fmt: skip


RECORDS = _records()
BOOK = open_book(RECORDS.items)


def test_a_name_written_as_one_wins_over_the_category_of_that_name() -> None:
    target = targets.of_brand("Holiday", BOOK)
    assert target is not None
    assert target.names == ("HOLIDAY STATIONS",)


def test_a_car_is_no_care() -> None:
    assert not isinstance(targets.of_thing("car", BOOK), targets.Target)


def test_interest_is_the_type_and_not_a_label_that_has_more_in_it() -> None:
    assert "€14.37" in ask("sum", "out", "C interest", records=RECORDS).first_line


def test_a_slip_in_the_name_of_a_kind_is_overlooked() -> None:
    assert "7 October" in ask("last", "out", "C cash withdrawl", records=RECORDS).first_line


def test_rent_is_known_by_the_trade_of_who_is_paid() -> None:
    first = ask("recur", "out", "C rent", records=RECORDS, ask="amount").first_line
    assert "€1,525.00 a month" in first
    assert "€1,450.00 before 1 October 2026" in first


def test_capitals_that_one_name_begins_with_stand_for_it() -> None:
    assert ask("sum", "out", "M DELT", records=RECORDS).first_line.startswith("You spent €1,246.80")


def test_pay_and_a_payer_are_added() -> None:
    first = ask("sum", "in", "C Pay", "C yoga", "P in October", records=RECORDS).first_line
    assert "€2,262.50" in first


@pytest.mark.parametrize(
    ("account", "total"),
    [("the card", "€1,409.27"), ("the Capital One card", "€1,409.27"), ("checking", "€2,125.00"),
     ("my Chase account", "€2,125.00")],
)  # fmt: skip
def test_the_only_account_of_a_kind_is_meant(account: str, total: str) -> None:
    said = ask("sum", "out", f"ACC {account}", "P in October", records=RECORDS)
    assert total in said.first_line


def test_a_card_is_paid_off_by_what_the_bank_sent_it() -> None:
    said = ask("sum", "out", "ACC the card", "P in October", records=RECORDS,
               text="How much did I pay off on the card in October?")  # fmt: skip
    assert "€500.00" in said.first_line


def test_money_put_aside_is_found_without_a_file_of_the_savings() -> None:
    assert "€250.00" in ask("sum", "out", "ACC savings", records=RECORDS).first_line
    assert not ask("balance", "any", "ACC savings", records=RECORDS).answer.is_answer


def test_the_lowest_balance_is_one_that_the_file_states() -> None:
    said = ask("balance", "any", "ACC checking", records=RECORDS, text="lowest checking balance")
    assert said.first_line.startswith("€120.50 on Tuesday 1 September 2026")


def test_what_came_in_from_a_shop_is_a_refund() -> None:
    assert ask("exists", "in", "M REI", records=RECORDS).first_line.startswith("Yes: ")


def test_what_has_only_payments_is_not_said_to_have_brought_nothing() -> None:
    said = ask("count", "in", "M Delta", records=RECORDS)
    assert said.first_line.startswith("1 payment")
    assert "nothing came in" in said.text.lower()


def test_whether_somebody_paid_is_not_answered_by_having_paid_them() -> None:
    assert ask("exists", "in", "M Delta", records=RECORDS).first_line.startswith("No.")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("Is Delta costing me more than Holiday?", "Yes. "),
     ("Was Delta cheaper than Holiday?", "No. "),
     ("Who got more, Delta or Holiday?", "DELTA AIR"),
     ("Did I spend more at Delta or at Holiday?", "DELTA AIR")],
)  # fmt: skip
def test_yes_or_no_is_said_to_whether_the_first_is_more(text: str, verdict: str) -> None:
    said = ask("compare", "out", "M Delta", "M Holiday", records=RECORDS, text=text)
    assert said.first_line.startswith(verdict)


def test_a_name_that_no_span_has_is_compared_too() -> None:
    said = ask("compare", "out", "M Holiday", records=RECORDS, has_alternatives=True,
               text="Holiday or Delta Air, who got more")  # fmt: skip
    assert said.first_line.startswith("DELTA AIR")


def test_a_name_said_twice_is_the_part_of_all_that_are_named() -> None:
    said = ask("share", "out", "M Delta", "M Holiday", "M Holiday", records=RECORDS,
               share_of="spending")  # fmt: skip
    assert said.first_line.startswith("2.3 % of what went to DELTA AIR and HOLIDAY STATIONS")


def test_a_share_of_pay_is_of_salary_alone() -> None:
    said = ask("share", "out", "C rent", "P in October", records=RECORDS, share_of="income",
               text="what part of my pay went on rent in October")  # fmt: skip
    assert said.first_line.startswith("76.2 % of your salary")


def test_months_that_do_not_meet_leave_out_what_lies_between() -> None:
    said = ask("sum", "out", "M Hillside", "P in August", "P in October", records=RECORDS)
    assert "€2,975.00" in said.first_line


def test_a_stray_period_beside_one_that_can_be_read_is_not_asked_back() -> None:
    assert ask("sum", "out", "P my", "P in October", "M Hillside", records=RECORDS).answer.is_answer


def test_all_that_is_on_record_is_no_period() -> None:
    said = ask("sum", "out", "M Hillside", "P over the whole time", records=RECORDS)
    assert "€5,950.00" in said.first_line


def test_cash_is_found_where_no_span_has_it() -> None:
    said = ask("sum", "out", "P in October", records=RECORDS, text="cash I took out in October")
    assert "€100.00" in said.first_line


def test_a_span_that_ends_within_a_name_is_lengthened() -> None:
    spans = unmarked.whole_names(Query("DELTA AIR", "finance", spans=(Span("XC", "DELTA"),)), BOOK)
    assert [each.text for each in spans] == ["DELTA AIR"]


def test_a_kind_beside_everything_is_only_an_example() -> None:
    outcome = ask("sum", "in", "P in October", text="in October, wages and everything",
                  records=RECORDS)  # fmt: skip
    assert "€2,262.50" in outcome.first_line


def test_a_firm_and_a_thing_that_are_listed_are_added_up() -> None:
    given = books({
        "giro": euros(
            None,
            bought("2026-10-02", "-10.00", "SPOTIFY"),
            bought("2026-10-03", "-80.00", "GOOGLE", purpose="YouTube TV"),
            bought("2026-10-04", "-5.00", "GOOGLE", purpose="One storage"),
        ),
    })  # fmt: skip
    text = "Spotify and YouTube TV"
    spans = (Span("M", "Spotify", 0), Span("M", "YouTube TV", 12))
    query = Query(text, "finance", "sum", "out", spans=spans)
    outcome = runner.run(answer(query, runner.surroundings(given)), given)
    assert "€90.00" in outcome.first_line

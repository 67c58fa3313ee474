"""Prices that changed, what is left when something is taken off, and names one by one."""

from __future__ import annotations

from typing import Any

import pytest

from embedded.finance.household import ask
from records.books import GIRO, booked
from runwright.minds.embedded.finance.rereading import APART, NET, OWED, TAKEN_OFF, reread
from runwright.minds.embedded.query import Query, Span
from tools.money import books, bought, euros

MONTHS = range(3, 12)
FLAT = books({
    "giro": euros(
        GIRO,
        *(booked(f"2026-{month:02}-03", "-768.00", "Housing Ltd", purpose="Rent")
          for month in MONTHS),
        *(booked(f"2026-{month:02}-02", "384.00", "Paul Weber", type="transfer")
          for month in MONTHS),
        bought("2026-02-10", "-500.00", "Tax Office"),
        bought("2026-08-10", "-300.00", "Tax Office"),
        booked("2026-06-10", "120.00", "Tax Office", type="tax"),
    ),
})  # fmt: skip


def query(text: str, measure: str, *spans: Span, **said: Any) -> Query:
    return Query(text, "finance", measure, said.pop("direction", "out"), spans=spans, **said)


@pytest.mark.parametrize(
    "text",
    [
        "what percent did Sky put their price up by",
        "how much has Sky gone up",
        "did Sky raise what we pay",
    ],
)
def test_a_price_that_went_up_is_a_trend(text: str) -> None:
    assert reread(query(text, "share", Span("M", "Sky", text.index("Sky")))).measure == "trend"


@pytest.mark.parametrize(
    "text", ["what percent went to Sky", "how much did we put up for Sky", "what do I pay Sky"]
)
def test_what_is_paid_is_no_change_of_a_price(text: str) -> None:
    assert reread(query(text, "share", Span("M", "Sky", text.index("Sky")))).measure == "share"


def test_a_change_is_looked_for_in_the_period_that_is_named() -> None:
    assert ask("trend", "out", "M Netflix", "P in May").first_line == (
        "Up by €2.00 (15.4 %): Netflix went from €12.99 to €14.99 on 3 May 2026."
    )
    assert ask("trend", "out", "M Netflix", "P in October").first_line == (
        "No change in October 2026: Netflix is €14.99 monthly; it was €12.99 before 3 May 2026."
    )


def test_whether_a_price_rose_begins_with_yes_or_no() -> None:
    rose = ask("trend", "out", "M Netflix", text="I pay Netflix. Did they raise it?")
    assert rose.first_line.startswith("Yes. Up by €2.00")
    fell = ask("trend", "out", "M Netflix", text="Did Netflix get cheaper?")
    assert fell.first_line.startswith("No. Up by €2.00")


def test_what_came_back_is_taken_off_whatever_the_bank_calls_it() -> None:
    text = "what did I pay the Tax Office in 2026 minus what they paid back in June"
    found = reread(
        query(text, "sum", Span("M", "Tax Office"), Span("P", "in 2026"), Span("P", "in June"))
    )
    assert (found.flags, found.words("P")) == ((NET,), ("in 2026",))
    outcome = ask("sum", "any", "M Tax Office", "P in 2026", flags=(NET,), records=FLAT)
    assert outcome.first_line == (
        "You spent €680.00 (€800.00 less €120.00 that came back) at Tax Office in 2026."
    )


def test_what_somebody_gives_is_taken_off() -> None:
    text = "rent minus what Paul gives me, what do I pay a month"
    asked = query(text, "recur", Span("C", "rent"), Span("XC", "Paul", text.index("Paul")))
    assert reread(asked).words(TAKEN_OFF) == ("Paul",)
    outcome = ask("recur", "out", "C rent", f"{TAKEN_OFF} Paul", records=FLAT)
    assert outcome.first_line.startswith("€384.00 a month: €768.00 on")
    assert "less €384.00 from Paul Weber" in outcome.first_line


def test_what_nobody_gives_cannot_be_taken_off() -> None:
    outcome = ask("recur", "out", "C rent", f"{TAKEN_OFF} Zoe", records=FLAT)
    assert not outcome.answer.is_answer


def test_what_was_exchanged_is_not_to_be_seen() -> None:
    asked = reread(query("how many dollars did I convert to euros", "sum"))
    outcome = ask("sum", "out", state=asked.state, text=asked.text)
    assert not outcome.answer.is_answer


def test_several_names_are_told_one_by_one_and_together() -> None:
    outcome = ask("sum", "out", "M Lidl", "M REWE", "P in October", text="Lidl and REWE, each?")
    assert outcome.text.splitlines()[:3] == [
        "€50.00 together at Lidl and REWE City in October 2026:",
        "- Lidl: €20.00",
        "- REWE City: €30.00",
    ]


def test_which_account_pays_is_told_by_account() -> None:
    asked = reread(query("which account does Sky come out of", "recur", group="account"))
    assert (asked.measure, asked.group) == ("sum", "account")


def test_money_back_for_what_was_bought_in_a_month_may_come_later() -> None:
    records = books({
        "giro": euros(
            GIRO,
            bought("2026-09-20", "-80.00", "Zalando"),
            booked("2026-10-05", "80.00", "Zalando", type="refund"),
        ),
    })  # fmt: skip
    outcome = ask("exists", "in", "M Zalando", "P in September", state="refunded", records=records)
    assert outcome.first_line == "Yes: €80.00 on Monday 5 October 2026."
    assert "nothing came back in September 2026 itself" in outcome.text


def test_what_is_owed_on_a_card_is_called_so() -> None:
    bill = bought("2026-11-10", "-63.36", "Tesco", balance="-463.36")
    records = books({"card": euros("4711", bill, account_kind="credit card")})
    assert ask("balance", "any", "ACC credit card", records=records).first_line == (
        "You owe €463.36 on 4711 (credit card)."
    )


def test_the_days_between_the_last_two_payments_are_counted() -> None:
    asked = reread(
        query("how many days were between the last two payments to the Tax Office", "list")
    )
    assert (asked.measure, asked.flags, asked.words("N")) == ("last", (APART,), ("two",))
    outcome = ask("last", "out", "M Tax Office", "N two", flags=(APART,), records=FLAT)
    assert outcome.first_line == "181 days between the last 2 payments to Tax Office:"


def test_groups_that_are_listed_come_with_their_total() -> None:
    text = ask("sum", "out", "P in October", group="account").text
    assert "€1,305.49 in all" in text


def test_what_was_put_on_an_own_account_that_is_named_is_counted() -> None:
    raw = "FLEX SAVER ****90213 O KERR"
    saved = booked("2026-06-29", "-250.00", "FLEX SAVER", counterparty_raw=raw, type="transfer")
    records = books({"giro": euros(GIRO, saved, bought("2026-06-30", "-9.00", "Lidl"))})
    assert ask("sum", "out", "M flex saver", records=records).first_line == (
        "You spent €250.00 at FLEX SAVER."
    )
    assert ask("sum", "out", records=records).first_line == "You spent €9.00."


def test_a_year_at_the_rate_of_now_is_told() -> None:
    text = "what is the yearly cost of Netflix at the current rate"
    assert reread(query(text, "avg", Span("M", "Netflix"))).measure == "recur"
    assert ask("recur", "out", "M Netflix", text=text, ask="amount").first_line == (
        "€179.88 a year for Netflix, at €14.99 a month; it was €12.99 before 3 May 2026."
    )


def test_direct_debits_that_went_up_are_told_one_by_one() -> None:
    text = "which of my direct debits went up in April?"
    asked = reread(query(text, "trend", Span("C", "direct debits", 12), Span("P", "in April", 34)))
    assert asked.measure == "recur"
    assert asked.words("C") == ()
    named = reread(query("which Sky payments went up?", "trend", Span("C", "Sky", 6)))
    assert named.words("C") == ("Sky",)


def test_a_payment_that_somebody_made_goes_out() -> None:
    text = "what's the biggest payment I've made from Starling"
    asked = reread(query(text, "max", Span("ACC", "Starling", 43), direction="in"))
    assert asked.direction == "out"


@pytest.mark.parametrize(
    "text", ["which books did I buy at Housing Ltd?", "what exactly did I buy at Housing Ltd?"]
)
def test_no_booking_says_what_was_bought(text: str) -> None:
    outcome = ask("list", "out", "M Housing Ltd", records=FLAT, text=text)
    assert not outcome.answer.is_answer
    assert "not what was bought" in outcome.text


def test_what_was_bought_somewhere_may_be_the_payments() -> None:
    text = "what did I buy at Housing Ltd?"
    assert ask("list", "out", "M Housing Ltd", records=FLAT, text=text).answer.is_answer


def test_what_went_on_a_card_are_the_payments() -> None:
    card = Span("ACC", "the credit card", 13)
    assert reread(query("what went on the credit card?", "sum", card)).measure == "list"
    assert reread(query("what total went on the credit card?", "sum", card)).measure == "sum"


LOAN = books({
    "giro": euros(
        GIRO,
        booked("2026-01-19", "-600.00", "Rhodri Price", type="transfer"),
        booked("2026-04-02", "250.00", "Rhodri Price", type="transfer"),
        booked("2026-09-28", "250.00", "Rhodri Price", type="transfer"),
        bought("2026-10-02", "-12.25", "Postcode Lottery"),
        booked("2026-06-12", "30.00", "Postcode Lottery", type="transfer"),
    ),
})  # fmt: skip


def test_what_somebody_owes_is_what_went_out_less_what_came_back() -> None:
    asked = query("what does he still owe me", "sum", Span("M", "Rhodri", -1),
                  Span("A=", "£600", -1), Span("P", "in january", -1), direction="in")  # fmt: skip
    owed = reread(asked)
    assert (owed.direction, owed.flags, owed.words("P", "A=")) == ("any", (NET, OWED), ())
    text = ask("sum", "any", "M Rhodri", records=LOAN, flags=(NET, OWED)).text
    assert text.startswith("€100.00 is left (€600.00 went out, €500.00 came in)")
    mine = query("what do I owe the dentist", "sum", Span("M", "dentist", 14))
    assert reread(mine) == mine


def test_what_is_won_came_in() -> None:
    won = query("have I ever won anything on the lottery", "exists", Span("C", "lottery", 32))
    assert reread(won).direction == "in"
    assert "€30.00" in ask("exists", "in", "C postcode lottery", records=LOAN).text

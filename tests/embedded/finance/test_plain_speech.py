"""Words around a name as people say them: whom it was for, what is owed, what is no account."""

from __future__ import annotations

from embedded.finance.household import ask
from records.books import GIRO, booked
from runwright.minds.embedded.finance.rereading import BILL, OWED, reread
from runwright.minds.embedded.query import Query, Span
from tools.money import books, bought, euros

VET = bought("2026-08-12", "-212.40", "ACADIAN OAKS VETERINARY")
TYRES = bought("2026-04-07", "-612.48", "DISCOUNT TIRE")
LOAN = booked("2026-02-03", "-300.00", "JUDE ROBICHAUX")
BACK = booked("2026-06-03", "175.00", "JUDE ROBICHAUX")
GIVEN = books({"giro": euros(GIRO, VET, TYRES, LOAN, BACK)})


def test_whom_something_was_bought_for_is_left_aside_and_named() -> None:
    text = ask(
        "sum", "out", "C vet", "M roux", text="how much was the vet for roux", records=GIVEN
    ).text
    assert text.startswith("You spent €212.40 on vet")
    assert "“roux” stands in no booking and was left aside" in text


def test_what_names_no_account_is_left_aside_and_what_may_name_one_is_asked_back() -> None:
    text = ask("sum", "out", "M Discount Tire", "ACC the corolla", records=GIVEN).text
    assert text.startswith("You spent €612.48 at DISCOUNT TIRE")
    assert "“the corolla” stands in no booking" in text
    asked = ask("sum", "out", "M Discount Tire", "ACC the business account", records=GIVEN)
    assert not asked.answer.is_answer


def test_what_somebody_still_owes_is_what_has_not_come_back() -> None:
    jude = Span("M", "jude", 0)
    february = Span("P", "in february", 23)
    asked = Query(
        "jude borrowed money in february, what does he still owe", "finance", "sum", "in",
        spans=(jude, february),
    )  # fmt: skip
    owed = reread(asked)
    assert OWED in owed.flags
    assert owed.spans == (jude,)
    own = reread(asked._replace(text="how much do i still owe jude from february"))
    assert OWED not in own.flags


def test_a_period_within_words_for_an_event_that_no_calendar_has() -> None:
    given = books({"giro": euros(GIRO, VET, bought("2026-09-09", "-10.00", "ACADIAN OAKS"))})
    text = ask("sum", "out", "M acadian oaks", "PE since the kids went back in september",
               records=given).text  # fmt: skip
    assert text.startswith("You spent €10.00")
    assert "“since the kids went back in september” was taken as since 1 September 2026" in text


def test_months_without_a_word_between_them_are_one_stretch() -> None:
    text = ask("sum", "out", "M acadian oaks", "P over the three months july aug sept",
               records=GIVEN).text  # fmt: skip
    assert "€212.40" in text.splitlines()[0]
    assert "from 1 July to 30 September 2026" in text


def test_where_a_branch_is_belongs_to_its_name_in_a_comparison() -> None:
    here = bought("2026-05-01", "-30.00", "CULVERS OF WATERLOO")
    there = bought("2026-05-02", "-50.00", "CULVERS OF LAKE DELTON")
    ranch = bought("2026-05-03", "-40.00", "PIZZA RANCH")
    given = books({"giro": euros(GIRO, here, there, ranch)})
    text = "who got more, pizza ranch or culvers in waterloo"
    outcome = ask("compare", "out", "M pizza ranch", "M culvers", "PL waterloo",
                  text=text, records=given)  # fmt: skip
    assert outcome.first_line.startswith("PIZZA RANCH: €40.00, €10.00 more than")


def test_subscriptions_of_something_are_not_all_regular_payments() -> None:
    outcome = ask("recur", "out", "C choir subs", records=GIVEN)
    assert not outcome.answer.is_answer


def test_kin_that_pays_into_a_joint_account_is_no_employer() -> None:
    days = [f"2026-0{n}-01" for n in range(1, 8)]
    kin = [booked(day, "1300.00", "Tomasz Zielinski", type="income") for day in days]
    own = [booked(day, "1200.00", "Agnieszka Zielinska", type="income") for day in days]
    wages = [booked(day, f"24{n}0.10", "MARISCHAL GATE HTL", type="income")
             for n, day in enumerate(days)]  # fmt: skip
    given = books({"giro": euros(GIRO, *kin, *own, *wages)})
    assert ask("sum", "in", "C wage", "P in may", records=given).first_line == (
        "You received €2,440.10 for wage in May 2026."
    )


def test_what_goes_the_other_way_for_something_else_is_not_stated() -> None:
    state = booked("2026-04-02", "148.00", "STATE OF GEORGIA")
    given = books({"giro": euros(GIRO, state, TYRES)})
    outcome = ask("sum", "out", "M State of Georgia", "C tuition", records=given)
    assert not outcome.answer.is_answer
    assert ask("sum", "in", "M State of Georgia", records=given).answer.is_answer


def test_what_is_paid_to_a_card_is_its_bill() -> None:
    bills = [
        booked(f"2026-0{n}-08", f"-{n}00.00", "CHASE CREDIT CRD EPAY", type="card_settlement")
        for n in range(1, 6)
    ]
    card = [bought("2026-05-02", "-70.00", "GROCER", account_kind="credit card")]
    given = books({"giro": euros(GIRO, *bills), "card": euros(None, *card)})
    outcome = ask("max", "out", "M chase", text="ugliest chase payment", records=given)
    assert outcome.first_line.startswith("€500.00 on Friday 8 May 2026")


def test_a_payment_to_a_firm_is_no_bill_of_a_card() -> None:
    netflix, amex = Span("M", "Netflix", 3), Span("ACC", "Amex", 3)
    asked = Query("my Netflix payment", "finance", "last", "out", spans=(netflix,))
    assert BILL not in reread(asked).flags
    bill = asked._replace(text="my Amex payment", spans=(amex,))
    assert BILL in reread(bill).flags

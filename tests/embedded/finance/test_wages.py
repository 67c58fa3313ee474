"""Wages that no booking calls so, known by who pays how."""

from __future__ import annotations

from datetime import date

from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import paydays, wages
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Transaction
from runwright.tools.memory import RecordList
from tools.money import books, euros


def _monthly(day: int, amount: str, name: str, kind: str = "other") -> list[Transaction]:
    return [booked(f"2026-{month:02}-{day:02}", amount, name, type=kind) for month in range(4, 11)]


HOSPITAL = _monthly(28, "2400.00", "LEEDS TEACHING HOS")
FLATMATE = _monthly(2, "900.00", "T BRENNAN BILLS", "transfer")
BENEFIT = _monthly(3, "179.80", "HMRC CHILD BENEFIT", "tax")
LAST = booked("2026-11-03", "179.80", "HMRC CHILD BENEFIT", type="tax")


def _records(*rows: Transaction) -> RecordList:
    return books({"bank": euros(None, *sorted(rows, key=lambda each: each.day or ""))})


RECORDS = _records(*HOSPITAL, *FLATMATE, *BENEFIT, LAST)


def test_wages_come_from_whoever_pays_regularly_and_most() -> None:
    assert wages.employers([*HOSPITAL, *FLATMATE, *BENEFIT]) == ("LEEDS TEACHING HOS",)


def test_two_jobs_are_two_employers() -> None:
    second = _monthly(15, "900.00", "CAFE NORTH LTD", "transfer")
    assert wages.employers([*HOSPITAL, *second]) == ("LEEDS TEACHING HOS", "CAFE NORTH LTD")


def test_what_comes_now_and_then_is_no_wage() -> None:
    days = ("2026-03-02", "2026-03-29", "2026-06-11", "2026-10-30")
    assert wages.employers([booked(day, "1750.00", "ACME LTD", type="other") for day in days]) == ()


def test_to_get_paid_is_to_get_wages_and_not_any_money() -> None:
    query = paydays.reread(Query("When did I last get paid?", "finance", "last", direction="in"))
    assert query.words("C") == ("wages",)
    done = ask("last", "in", "C wages", records=RECORDS)
    assert done.text.startswith("Wednesday 28 October 2026")
    assert "Wages: LEEDS TEACHING HOS" in done.text


def test_to_get_paid_by_somebody_is_no_wage() -> None:
    words, spans = "When did I last get paid by Zoe?", (Span("M", "Zoe", 28),)
    query = Query(words, "finance", "last", direction="in", spans=spans)
    assert paydays.reread(query) == query


def test_the_last_pays_are_so_many_paydays() -> None:
    words = "What was my average take-home over the last 3 pays?"
    spans = (Span("P", "over the last 3 pays", 30),)
    query = paydays.reread(Query(words, "finance", "avg", direction="in", spans=spans))
    assert query.words("C") == ("wages",)
    done = ask("avg", "in", "C wages", f"{paydays.PAYS} {query.word(paydays.PAYS)}",
               records=RECORDS)  # fmt: skip
    assert "€2,400.00" in done.text
    assert "3 incoming payments" in done.text


def test_whose_payments_are_meant_is_asked_where_nobody_pays_as_employers_do() -> None:
    done = ask("sum", "in", "C wages", records=_records(*FLATMATE))
    assert done.text == paydays.UNTOLD


def test_paydays_are_those_of_the_employer() -> None:
    assert wages.paydays(HOSPITAL, ["LEEDS TEACHING HOS"])[-1] == date(2026, 10, 28)


def test_what_was_paid_in_is_any_money() -> None:
    query = Query("How much was paid in last week?", "finance", "sum", direction="in")
    assert paydays.reread(query) == query
    asked = Query("When was I last paid?", "finance", "last", direction="in")
    assert paydays.reread(asked).words("C") == ("wages",)


def test_where_no_wages_can_be_told_a_total_is_of_all_that_came_in() -> None:
    text = "How much did I get paid in October?"
    query = Query(text, "finance", "sum", direction="in", spans=(Span("P", "in October", 24),))
    assert paydays.is_any_income(paydays.reread(query))


def test_wages_are_paid_on_two_days_of_each_month_whatever_the_line_says() -> None:
    days = ["08-14", "08-31", "09-15", "09-30", "10-15", "10-30", "11-13"]
    school = [
        booked(f"2026-{day}", "2061.90", "ELECTRONIC DEPOSIT DENVER SCHL DIRECT DEP", type="other")
        for day in days
    ]
    assert wages.employers([*school, *FLATMATE]) == ("ELECTRONIC DEPOSIT DENVER SCHL DIRECT DEP",)

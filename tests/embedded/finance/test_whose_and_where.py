"""Whose pay, which account, which way, and what else a question says that must not be dropped."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded import names
from runwright.minds.embedded.finance import targets, unmarked
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.finance.rereading import TAKEN_OFF, reread
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Transaction
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros


def _monthly(day: int, amount: str, name: str, **facts: str) -> list[Transaction]:
    return [booked(f"2026-{m:02}-{day:02}", amount, name, **facts) for m in range(3, 12)]


def _records() -> RecordList:
    firm = [
        *_monthly(5, "-865.00", "Dylan Tuilagi", type="purchase", purpose="WAGES"),
        *_monthly(6, "1400.00", "Henderson K", type="other", purpose="INV1194"),
        bought("2026-04-10", "-150.00", "BLACKROCK CLINIC"),
        booked("2026-04-20", "119.00", "VHI CLAIM", type="refund"),
        bought("2025-11-26", "-55.00", "NCTS ONLINE", purpose="NCT"),
        bought("2026-11-03", "-60.00", "NCTS ONLINE", purpose="NCT"),
        booked("2026-03-30", "-18.40", "FEE", type="fee", counterparty_raw="FEE-QTRLY MAINT"),
        booked("2026-06-30", "-17.20", "FEE", type="fee", counterparty_raw="FEE-QTRLY MAINT"),
        *_monthly(9, "-159.20", "AIB MORTGAGES", type="purchase"),
        booked("2026-05-05", "-500.00", "AIB", type="transfer"),
        bought("2026-06-12", "-612.48", "AXA INSURANCE DAC", purpose="MOTOR POL"),
    ]  # fmt: skip
    home = [
        *_monthly(1, "-960.00", "LINLEY & SIMPSON", type="transfer"),
        *_monthly(2, "440.00", "T OAKES", type="transfer", purpose="RENT AND BILLS"),
        *_monthly(28, "2400.00", "TE WHATU ORA", type="salary"),
        *_monthly(3, "-250.00", "CLONTARF CU", type="purchase"),
        booked("2026-07-13", "3000.00", "CLONTARF CU", type="other"),
        booked("2026-04-01", "650.00", "DANIEL REYES", type="transfer"),
        bought("2026-04-02", "-20.00", "H-E-B"),
        bought("2026-04-03", "-30.00", "CITY OF DAREBIN"),
        bought("2026-04-04", "-40.00", "TIME OUT MARKET"),
    ]  # fmt: skip
    union = [
        *_monthly(4, "250.00", "AIB", type="transfer"),
        booked("2026-07-13", "-3000.00", "EFT to AIB", type="transfer"),
    ]
    return books({
        "firm": euros("111111", *sorted(firm, key=lambda e: e.day or ""), bank="ANZ"),
        "home": euros("222222", *sorted(home, key=lambda e: e.day or ""), bank="AIB"),
        "union": euros("333333", *sorted(union, key=lambda e: e.day or ""), bank="Clontarf CU"),
    })  # fmt: skip


RECORDS = _records()
BOOK = open_book(RECORDS.items)


def test_whose_wages_are_asked_for_is_found_in_the_bookings() -> None:
    done = ask("recur", "in", "OW Dylan's", "C wages", records=RECORDS, ask="amount")
    assert done.first_line.startswith("€865.00 a month for Dylan Tuilagi")


def test_wages_of_somebody_who_stands_nowhere_are_those_of_the_one_employer() -> None:
    done = ask("last", "in", "OW Ana's", "C pay", records=RECORDS)
    assert "TE WHATU ORA" in done.first_line
    assert "no booking names Ana" in done.text


def test_a_credit_union_is_an_account_and_no_credit_card() -> None:
    moved = ask("sum", "out", "ACC the credit union", "P in May 2026", records=RECORDS,
                text="how much did I put into the credit union in May 2026")  # fmt: skip
    assert moved.first_line.startswith("You moved €250.00 to the credit union")


def test_what_money_was_taken_out_for_stands_in_no_booking() -> None:
    text = "how much did I take out of the credit union for the axa in July 2026"
    spans = ("ACC the credit union", "C axa", "P in July 2026")
    done = ask("sum", "out", *spans, records=RECORDS, text=text)
    assert done.first_line.startswith("You moved €3,000.00 from the credit union")
    assert "no booking says that it was for “axa”" in done.text


def test_the_business_account_is_the_one_that_bills_are_paid_to() -> None:
    done = ask("sum", "in", "ACC the business account", "P in May 2026", records=RECORDS)
    assert done.first_line.startswith("You received €1,400.00 on the business account")


def test_the_own_rent_is_what_is_paid_and_not_what_comes_in_with_that_word() -> None:
    done = ask("recur", "out", "C rent", records=RECORDS, ask="amount")
    assert done.first_line.startswith("€960.00 a month for LINLEY & SIMPSON")


def test_fees_of_a_kind_are_found_as_the_bank_shortens_them() -> None:
    done = ask("sum", "out", "M ANZ", "C quarterly fees", records=RECORDS)
    assert done.first_line.startswith("You spent €35.60 on “quarterly fees”")


def test_what_stands_nowhere_is_not_left_aside_where_somebody_is_paid_for_many_things() -> None:
    done = ask("sum", "out", "M AIB", "C locksmith", records=RECORDS)
    assert "no booking with “locksmith”" in done.text
    assert not done.answer.is_answer


def test_what_is_paid_once_a_year_is_compared_with_the_last_time() -> None:
    done = ask("trend", "out", "C NCT", records=RECORDS, text="Has the NCT gone up?")
    assert done.first_line.startswith("Yes. Up by €5.00: NCTS ONLINE was €60.00")


def test_what_somebody_else_gave_back_is_taken_off() -> None:
    text = "How much did Blackrock Clinic cost me after the VHI refund?"
    query = Query(text, "finance", "sum", "out", spans=(Span("M", "Blackrock Clinic", 13),))
    assert reread(query).words(TAKEN_OFF) == ("VHI",)
    done = ask("sum", "out", "M Blackrock Clinic", f"{TAKEN_OFF} VHI", records=RECORDS)
    assert done.first_line.startswith("€31.00: €150.00")


def test_a_price_that_rose_is_paid_whichever_way_the_parser_has_it() -> None:
    query = Query("When did the VHI increase kick in?", "finance", "trend", "in",
                  spans=(Span("M", "VHI", 13),))  # fmt: skip
    assert reread(query).direction == "out"


def test_what_an_insurer_insures_stands_in_its_line() -> None:
    done = ask("sum", "out", "C van insurance", records=RECORDS)
    assert done.first_line.startswith("You spent €612.48 on van insurance")


def test_a_part_that_is_included_narrows_nothing() -> None:
    text = "what did Henderson pay me in May 2026, INV1194 included"
    done = ask("sum", "in", "M Henderson", "C INV1194", "P in May 2026", records=RECORDS, text=text)
    assert done.first_line.startswith("You received €1,400.00 from Henderson K in May 2026")


def test_money_from_one_account_into_another_is_what_arrived() -> None:
    text = "how much have I moved from AIB into the credit union in May 2026"
    spans = ("ACC AIB", "ACC the credit union", "P in May 2026")
    done = ask("sum", "out", *spans, records=RECORDS, text=text)
    assert done.first_line.startswith("You moved €250.00 to the credit union")


@pytest.mark.parametrize(
    ("said", "meant"),
    [("heb", "H-E-B"), ("Dan", "DANIEL REYES"), ("Darebin Council", "CITY OF DAREBIN")],
)
def test_names_are_found_as_people_say_them(said: str, meant: str) -> None:
    found = targets.of_name(said, BOOK)
    assert isinstance(found, targets.Target)
    assert found.names == (meant,)


def test_a_word_that_can_be_said_is_nobodys_initials() -> None:
    assert not names.find("Tom", ["TIME OUT MARKET"])
    assert names.find("TOM", ["TIME OUT MARKET"])


def test_whether_a_payment_was_late_is_not_told_by_bookings() -> None:
    query = Query("Was Dan late at all?", "finance", "exists", "in", spans=(Span("M", "Dan", 4),))
    assert unmarked.reread(query).state == "late"
    fees = Query(
        "Did I pay late fees?", "finance", "exists", "out", spans=(Span("C", "late fees"),)
    )
    assert unmarked.reread(fees).state == ""


def test_categories_that_are_joined_are_several() -> None:
    query = Query("streaming and software", "finance", "recur", "out",
                  spans=(Span("C", "streaming and software", 0),))  # fmt: skip
    assert unmarked.reread(query).words("C") == ("streaming", "software")

"""Words that stand in no booking are left aside beside a name that does, and the answer says so."""

from __future__ import annotations

from embedded.finance.household import ask
from records.books import booked
from tools.money import books, bought, euros

RECORDS = books({
    "giro": euros(
        "111111",
        booked("2026-03-01", "-15.00", "P BLYTH WINDOWS", type="transfer"),
        bought("2026-03-05", "-87.00", "NORWICH THEATRE"),
        bought("2026-03-09", "-400.00", "TUI UK"),
        booked("2026-04-01", "-300.00", "", type="transfer", counterparty_raw="",
               purpose="R GOTTS PLUMBING BOILER"),
        booked("2026-04-01", "-700.00", "D HOWES BOILER", type="transfer"),
        booked("2026-04-02", "-85.00", "S BUNN", type="transfer", purpose="YORK DEPOSIT"),
        bought("2026-04-03", "-60.00", "KROGER"),
        bought("2026-04-04", "-30.00", "KROGER FUEL CTR"),
    )
})  # fmt: skip


def test_what_somebody_is_stands_beside_the_name() -> None:
    done = ask("last", "out", "M blyth", "M the window cleaner", records=RECORDS,
               text="when did i last pay blyth the window cleaner")  # fmt: skip
    assert "the last payment to P BLYTH WINDOWS" in done.first_line
    assert "“the window cleaner” stands in no booking and was left aside" in done.text


def test_another_firm_that_stands_nowhere_is_not_left_aside() -> None:
    done = ask("sum", "out", "M blyth", "M Lidl", records=RECORDS, text="blyth and Lidl in total")
    assert not done.answer.is_answer


def test_who_sold_a_thing_may_have_been_read_as_a_place() -> None:
    done = ask("sum", "out", "C panto tickets", "PL norwich theatre", records=RECORDS,
               text="what did the panto tickets set me back, would be norwich theatre")  # fmt: skip
    assert done.first_line == "You spent €87.00 at NORWICH THEATRE."
    assert "“panto tickets” stands in no booking" in done.text


def test_a_town_is_nobody_who_sold_a_thing() -> None:
    done = ask("sum", "out", "C panto tickets", "PL norwich", records=RECORDS,
               text="what did the panto tickets in norwich cost")  # fmt: skip
    assert not done.answer.is_answer


def test_the_name_alone_counts_where_none_of_its_bookings_has_the_other_words() -> None:
    done = ask("sum", "out", "M TUI", "C deposit", records=RECORDS,
               text="what did TUI come to with the deposit")  # fmt: skip
    assert done.first_line == "You spent €400.00 at TUI UK."
    assert "no booking with TUI UK says “deposit”" in done.text


def test_of_several_counterparties_none_is_taken_for_the_other_words() -> None:
    done = ask("sum", "out", "M Kroger", "C deposit", records=RECORDS,
               text="what did Kroger come to with the deposit")  # fmt: skip
    assert "€90.00" not in done.text


def test_whoever_stands_in_a_line_alone_is_not_added_to_the_thing() -> None:
    done = ask("sum", "out", "C boiler", "M Gotts", records=RECORDS,
               text="boiler. What did I pay Gotts for it?")  # fmt: skip
    assert done.first_line == "You spent €300.00 on “boiler” at Gotts."


def test_what_money_was_sent_by_narrows_whom_it_was_sent_to() -> None:
    records = books({
        "giro": euros(
            "111111",
            booked("2026-03-01", "-60.00", "ZELLE TO KEISHA BROWN", type="transfer"),
            booked("2026-03-02", "-40.00", "ZELLE TO RAYMOND COLE", type="transfer"),
        )
    })  # fmt: skip
    done = ask("sum", "out", "ACC zelle", "M keisha brown", records=records,
               text="every zelle to keisha brown")  # fmt: skip
    assert "€60.00" in done.first_line


def test_one_word_of_what_is_left_out_may_tell_some_of_the_bookings() -> None:
    records = books({
        "giro": euros(
            "111111",
            bought("2026-03-01", "-200.00", "COSTCO WHSE"),
            bought("2026-03-02", "-65.00", "COSTCO", counterparty_raw="COSTCO *ANNUAL RENEWAL"),
        )
    })  # fmt: skip
    done = ask("sum", "out", "M costco", "XC membership renewal", records=records,
               text="costco without membership renewal")  # fmt: skip
    assert done.first_line == "You spent €200.00 at costco without renewal."


def test_a_way_of_paying_is_not_left_aside() -> None:
    done = ask("list", "out", "M TUI", "C deposit", records=RECORDS,
               text="which TUI direct debits were a deposit")  # fmt: skip
    assert "€400.00" not in done.text


_KINDS = books({
    "giro": euros(
        "111111",
        bought("2026-05-01", "-26.00", "CO-OP GROUP"),
        booked("2026-05-02", "-80.00", "CO-OP GROUP", type="cash"),
        bought("2026-05-03", "-64.00", "BRYGGEN"),
        booked("2026-05-04", "-2.00", "NON-STERLING TRANS FEE", type="fee"),
        booked("2026-05-05", "-12.00", "LATE PAYMENT FEE", type="fee"),
    )
})  # fmt: skip


def test_cash_that_was_got_at_a_shop_is_left_out_of_what_was_spent_there() -> None:
    done = ask("sum", "out", "M co-op", "XC cash", records=_KINDS, text="co-op, shopping not cash")
    assert done.first_line == "You spent €26.00 at CO-OP GROUP without cash."


def test_fees_for_paying_abroad_are_left_out_whatever_the_bank_calls_them() -> None:
    done = ask("sum", "out", "XC foreign fees", records=_KINDS, text="without the foreign fees")
    assert done.first_line.startswith("You spent €182.00 without foreign fees")
    paid = ask("sum", "out", "C foreign fees", records=_KINDS, text="the foreign fees")
    assert paid.first_line == "You spent €2.00 on foreign fees."

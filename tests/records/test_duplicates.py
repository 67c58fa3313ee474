"""The same booking in two files counts once; two equal bookings are two."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.books import GIRO, SAVINGS, Books, booked, on
from runwright.records.booking_keys import booking_keys
from runwright.records.entries import KnownFile
from runwright.records.facts import Transaction

COFFEE = booked("11-02", "-3.50", "Cafe Blau", type="purchase", currency="EUR")
RENT = booked("11-01", "-900.00", "Ina Holt", type="purchase", currency="EUR")
LAMP = booked("11-03", "-40.00", "Lamp Shop", type="purchase", currency="EUR")
BOOK = booked("11-04", "-12.00", "Book Shop", type="purchase", currency="EUR")
EURO = "EUR"


def test_two_equal_coffees_on_one_day_are_two_in_one_file_and_in_two_exports() -> None:
    rows = on(GIRO, COFFEE, COFFEE, RENT)
    assert Books().add("a", rows).spent() == {EURO: Decimal("907.00")}
    assert Books().add("a", rows).add("b", rows).spent() == {EURO: Decimal("907.00")}


def test_overlapping_exports_of_an_account_count_each_booking_once() -> None:
    books = Books().add("a", on(GIRO, RENT, COFFEE, LAMP)).add("b", on(GIRO, COFFEE, LAMP, BOOK))
    assert books.spent() == {EURO: Decimal("955.50")}
    assert books.treatment("b/1")[:4] == ("b/1", False, "duplicate", "a/2")
    assert books.notes() == []


def test_equal_bookings_on_two_accounts_are_two() -> None:
    books = Books().add("a", on(GIRO, COFFEE)).add("b", on(SAVINGS, COFFEE))
    assert books.spent() == {EURO: Decimal("7.00")}


def test_the_banks_id_decides_whatever_the_words_say() -> None:
    early = booked("11-02", "-3.50", "CAFE BLAU PENDING", bank_id="77", status="pending")
    late = booked("11-03", "-3.50", "Cafe Blau", bank_id="77")
    books = Books(currency="EUR").add("a", on(GIRO, early)).add("b", on(GIRO, late))
    assert books.treatment("a/1").of == "b/1"
    assert books.treatment("b/1").counts


def test_an_id_that_stands_in_two_rows_of_a_file_is_no_id() -> None:
    rows = on(
        GIRO, booked("11-02", "-3.50", "A", bank_id="1"), booked("11-02", "-9", "B", bank_id="1")
    )
    assert len(set(booking_keys(rows))) == 2
    assert Books().add("a", rows).add("b", rows).treatment("b/2").of == "a/2"


def test_ids_that_count_from_one_do_not_meet_without_an_account() -> None:
    books = Books(currency="EUR")
    books.add("a", [booked("11-02", "-3.50", "A", bank_id="1")])
    books.add("b", [booked("11-05", "-8.00", "B", bank_id="1")])
    assert books.spent() == {EURO: Decimal("11.50")}


def test_three_equal_rows_prove_that_exports_without_an_account_overlap() -> None:
    first, second = on(None, RENT, COFFEE, LAMP), on(None, RENT, COFFEE, LAMP, BOOK)
    books = Books().add("a", first).add("b", second)
    assert books.spent() == {EURO: Decimal("955.50")}
    backward = Books().add("a", first).add("b", second[::-1])
    assert backward.spent() == {EURO: Decimal("955.50")}


def test_fewer_equal_rows_without_an_account_all_count_and_a_note_says_so() -> None:
    books = Books().add("a", on(None, RENT, COFFEE, BOOK)).add("b", on(None, RENT, COFFEE, LAMP))
    assert books.spent() == {EURO: Decimal("1859.00")}
    (note,) = books.resolve().notes
    assert note.code == "possible_duplicates"
    assert note.items == ("a/1", "a/2", "b/1", "b/2")
    assert note.text == "4 bookings in different files may be the same; all are counted"


def test_equal_rows_that_do_not_stand_together_prove_nothing() -> None:
    other = [booked(f"11-1{n}", "-1.00", f"Shop {n}", currency="EUR") for n in range(3)]
    first = on(None, RENT, other[0], COFFEE, other[1], LAMP, other[2])
    books = Books().add("a", first).add("b", on(None, RENT, COFFEE, LAMP))
    assert books.spent() == {EURO: Decimal("1890.00")}


def test_the_owner_may_say_which_account_a_file_is_of() -> None:
    known = {"a": KnownFile(account="household"), "b": KnownFile(account="Household")}
    books = Books(known).add("a", on(None, COFFEE)).add("b", on(None, COFFEE))
    assert books.spent() == {EURO: Decimal("3.50")}


def test_bookings_of_one_account_that_differ_in_words_count_and_are_mentioned() -> None:
    other = COFFEE.model_copy(update={"counterparty": "Kartenzahlung"})
    books = Books().add("a", on(GIRO, COFFEE)).add("b", on(GIRO, other))
    assert books.spent() == {EURO: Decimal("7.00")}
    assert books.notes() == ["possible_duplicates"]


def test_an_account_exported_in_two_formats_counts_each_booking_once() -> None:
    as_csv = [
        COFFEE.model_copy(update={"purpose": "KARTENZAHLUNG, 2026-11-01T08:12 Debitk.1"}),
        COFFEE.model_copy(update={"purpose": "KARTENZAHLUNG, 2026-11-01T13:41 Debitk.1"}),
    ]
    as_camt = [
        COFFEE.model_copy(
            update={"purpose": f"2026-11-01T{at} Debitk.1, EREF 65, KARTENZAHLUNG", "bank_id": at}
        )
        for at in ("13:41", "08:12")
    ]
    books = Books().add("a", on(GIRO, *as_csv)).add("b", on(GIRO, *as_camt))
    books.add("c", on(GIRO, *as_csv))
    assert books.spent() == {EURO: Decimal("7.00")}
    assert [books.treatment(f"b/{n}").of for n in (1, 2)] == ["a/2", "a/1"]
    assert books.notes() == []


def test_other_ids_of_the_bank_make_equal_words_two_bookings() -> None:
    rows = [on(GIRO, COFFEE.model_copy(update={"bank_id": n})) for n in "12"]
    books = Books().add("a", rows[0]).add("b", rows[1])
    assert books.spent() == {EURO: Decimal("7.00")}
    assert books.notes() == ["possible_duplicates"]


@pytest.mark.parametrize("field", ["day", "amount"])
def test_what_lacks_its_day_or_amount_is_never_a_duplicate(field: str) -> None:
    rows = on(GIRO, COFFEE.model_copy(update={field: None}))
    assert booking_keys(rows) == [""]
    assert Books().add("a", rows).add("b", rows).treatment("b/1").counts


DAYS = st.integers(1, 9).map(lambda day: f"11-0{day}")
ROWS = st.lists(
    st.builds(booked, DAYS, st.sampled_from(["-1.00", "-2.00", "-3"]), st.sampled_from("AB")),
    max_size=25,
).map(lambda rows: sorted(rows, key=lambda facts: facts.day or ""))


def of_days(rows: list[Transaction], first: int, last: int) -> list[Transaction]:
    return [facts for facts in rows if first <= int((facts.day or "")[-2:]) <= last]


@given(ROWS, st.integers(1, 9), st.integers(1, 9))
def test_exports_that_overlap_by_whole_days_come_to_what_one_export_does(
    rows: list[Transaction], end: int, start: int
) -> None:
    rows = on(GIRO, *rows, currency="EUR")
    whole = Books().add("all", rows)
    cut = Books().add("a", of_days(rows, 1, end))
    cut.add("b", of_days(rows, min(start, end + 1), 9))
    assert cut.spent() == whole.spent()


@given(ROWS)
def test_every_item_is_treated_and_the_order_of_files_changes_no_sum(
    rows: list[Transaction],
) -> None:
    rows = on(GIRO, *rows, currency="EUR")
    one = Books().add("a", rows).add("b", rows[::2])
    other = Books().add("b", rows).add("a", rows[::2])
    assert set(one.resolve().treatments) == {item.id for item in one.items}
    assert one.spent() == other.spent()


def test_rows_without_an_account_repeat_those_of_a_file_that_names_it() -> None:
    named = on(GIRO, *(e.model_copy(update={"bank_id": e.day}) for e in (RENT, COFFEE, LAMP, BOOK)))
    books = Books().add("qfx", named).add("csv", on(None, COFFEE, BOOK, LAMP))
    assert books.spent() == {EURO: Decimal("955.50")}
    assert books.treatment("csv/1").of == "qfx/2"


def test_two_rows_without_an_account_do_not_repeat_those_of_a_file_that_names_it() -> None:
    books = Books().add("qfx", on(GIRO, RENT, COFFEE, LAMP)).add("csv", on(None, COFFEE, LAMP))
    assert books.spent() == {EURO: Decimal("987.00")}


def test_rows_of_a_card_do_not_repeat_those_of_a_checking_account() -> None:
    checking = on(GIRO, RENT, COFFEE, LAMP, account_kind="checking")
    card = on(None, RENT, COFFEE, LAMP, account_kind="credit card")
    assert Books().add("a", checking).add("b", card).spent() == {EURO: Decimal("1887.00")}


def test_a_german_bank_code_with_a_number_is_the_account_of_the_iban() -> None:
    books = Books().add("csv", on(GIRO, RENT)).add("mt940", on("37040044/532013000", RENT))
    assert books.spent() == {EURO: Decimal("900.00")}

"""QIF: registers, both orders of dates, splits, investments."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import qif
from runwright.files.formats.types import Draft, Reading, Table

READING = Reading("x.qif", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))


def read(text: str, zone: str = "UTC") -> list[Draft]:
    parts = list(qif.read(text, READING._replace(zone=ZoneInfo(zone))))
    assert isinstance(parts[0], Table)
    assert len(parts[0].rows) == len(parts)
    return [part for part in parts if isinstance(part, Draft)]


def test_records_become_transactions_in_order() -> None:
    first, second = read(
        "!Type:Bank\nD12/19/18\nPGrocer\nMweekly\nT-1,025.00\nLFood\n^\nD12/20/18\nT10\n^\n"
    )
    assert (first.at, first.amount, first.title, first.row) == (
        "2018-12-19", "-1025.00", "Grocer", 1,
    )  # fmt: skip
    assert first.text == "19 December 2018: -1025.00 to Grocer, weekly, Food"
    assert (second.at, second.amount, second.row) == ("2018-12-20", "10", 2)


def test_day_and_month_are_ordered_once_for_the_file() -> None:
    european = read("!Type:Bank\nD04/12/2018\nT1,50\n^\nD19/12/2018\nT2,00\n^\n")
    assert [d.at for d in european] == ["2018-12-04", "2018-12-19"]
    assert [d.amount for d in european] == ["1.50", "2.00"]
    assert read("!Type:Bank\nD04/12/2018\nT1.50\n^\n")[0].at == "2018-04-12"
    assert read("!Type:Bank\nD04/12/2018\nT1.50\n^\n", "Europe/Berlin")[0].at == "2018-12-04"


def test_an_apostrophe_begins_the_years_after_2000() -> None:
    assert read("!Type:CCard\nD1/25'04\nT-5.00\n^\nD1/26/94\nT1\n^\n")[0].at == "2004-01-25"
    assert read("!Type:CCard\nD1/25'04\nT-5.00\n^\nD1/26/94\nT1\n^\n")[1].at == "1994-01-26"


def test_splits_are_named_and_not_counted_twice() -> None:
    (booking,) = read("!Type:Bank\nD12/19/18\nT-30.00\nSFood\nEbread\n$-10.00\nSHome\n$-20.00\n^\n")
    assert booking.amount == "-30.00"
    assert "Food -10.00" in booking.text
    assert "bread" in booking.text


def test_splits_make_the_amount_when_there_is_no_total() -> None:
    (booking,) = read("!Type:Bank\nD12/19/18\nSFood\n$-10.00\nSHome\n$-20.00\n^\n")
    assert booking.amount == "-30.00"


def test_lists_and_options_are_no_bookings_and_accounts_are_mentioned() -> None:
    found = read(
        "!Option:AutoSwitch\n!Account\nNGiro\nTBank\n^\n!Type:Bank\nD12/19/18\nT1\n^\n"
        "!Type:Cat\nNFood\nE\n^\n!Type:Memorized\nKC\nT-9.00\nPRent\n^\n!Type:Security\nNACME\n^\n"
    )
    assert [d.amount for d in found] == ["1"]
    assert [(m.kind, m.name, m.key) for m in found[0].mentions] == [("account", "Giro", "GIRO")]


def test_investments_take_their_direction_from_the_action() -> None:
    bought, sold, moved = read(
        "!Type:Invst\nD12/19/18\nNBuy\nYACME\nI10.00\nQ5\nT50.00\n^\n"
        "D12/20/18\nNSell\nYACME\nT60.00\n^\nD12/21/18\nNReinvDiv\nYACME\nT7.00\n^\n"
    )
    assert (bought.amount, sold.amount, moved.amount) == ("-50.00", "60.00", None)
    assert "quantity 5" in bought.text
    assert "worth 7.00" in moved.text


def test_a_record_that_cannot_be_read_whole_is_still_there() -> None:
    (booking,) = read("!Type:Bank\nD31/02/2018\nTNaN\nPX")
    assert (booking.at, booking.amount) == (None, None)
    assert "31/02/2018" in booking.text
    assert "NaN" in booking.text


def test_a_file_without_a_header_line_is_a_register() -> None:
    assert [d.amount for d in read("D12/19/18\r\nT-1.00\r\n^\r\n")] == ["-1.00"]


def test_endless_digits_are_no_amount() -> None:
    (booking,) = read(f"!Type:Bank\nD12/19/18\nT{'9' * 1_000_000}\n^\n")
    assert booking.amount is None
    assert len(booking.text) < 200


def test_an_empty_file_has_no_bookings() -> None:
    assert read("") == []
    assert read("^\n^\n") == []


def test_sections_and_bare_records_are_recognised() -> None:
    assert qif.looks_like("\ufeff!Type:Bank\nD1/1/20")
    assert qif.looks_like("D12/19/18\r\nT-1.00\r\nPShop\r\n^\r\n")
    assert not qif.looks_like("Dear Anna,\nThank you.\n")

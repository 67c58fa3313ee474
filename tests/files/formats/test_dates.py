"""Dates: what is one, and the order of day and month decided from the whole file."""

from __future__ import annotations

from datetime import date

import pytest

from runwright.files.formats.bank import dates
from runwright.files.formats.bank.dates import Hints

NOW = date(2026, 11, 15)


def day(text: str, order: dates.Order = "day") -> str | None:
    written = dates.cut(text)
    found = dates.day_of(written, order, NOW) if written else None
    return found.isoformat() if found else None


def order(*texts: str, hints: Hints | None = None) -> dates.Order:
    written = [w for text in texts if (w := dates.cut(text))]
    return dates.order_of(written, NOW, hints or Hints())


@pytest.mark.parametrize(
    "text",
    ["2024-03-12", "2024/3/12", "20240312", "12.03.2024", "12.3.24", "12/03/2024", "12-03-24",
     "12 Mar 2024", "12-Mar-24", "Mar 12, 2024", "March 12th, 2024", "12. März 2024",
     "12 mars 2024", "12 de marzo de 2024", "12 marzo 2024", "12 maart 2024", "2024-Mar-12",
     "Tue, 12 Mar 2024", "Di 12.03.2024", "12/3'24", "12.03.2024 14:33", "2024-03-12T00:00:00",
     " 12 / 03 / 2024 "],
)  # fmt: skip
def test_a_day_is_read_in_many_spellings(text: str) -> None:
    assert day(text) == "2024-03-12"


@pytest.mark.parametrize(
    ("name", "month"),
    [("Januar", 1), ("févr.", 2), ("mrz", 3), ("abril", 4), ("mei", 5), ("giugno", 6),
     ("juillet", 7), ("août", 8), ("Sept", 9), ("okt", 10), ("noviembre", 11), ("dez", 12)],
)  # fmt: skip
def test_months_have_names_in_six_languages(name: str, month: int) -> None:
    assert dates.month_named(name) == month


@pytest.mark.parametrize(
    "text",
    ["", "Total", "12345", "31/02/2024", "2024-13-01", "00/00/0000", "99.99.9999",
     "12 Foo 2024", "2024", "1 234,50", "x" * 1_000_000, "1" * 1_000_000, "٢٠٢٤-٠١-٠١"],
)  # fmt: skip
def test_what_is_no_day_is_none(text: str) -> None:
    assert day(text) is None


def test_a_number_above_twelve_settles_the_order_for_all_rows() -> None:
    assert order("01/02/2024", "25/02/2024") == "day"
    assert order("01/02/2024", "02/25/2024") == "month"


def test_points_always_put_the_day_first() -> None:
    assert order("01.02.2024", hints=Hints(currency="USD")) == "day"


def test_an_order_that_leads_into_the_future_is_wrong() -> None:
    assert order("12/11/2026", "11/11/2026") == "day"
    winter = dates.cut("02/12/2026")
    assert winter is not None
    assert dates.order_of([winter], date(2026, 1, 15), Hints()) == "month"


def test_rows_keep_one_order_of_time() -> None:
    assert order("01/12/2024", "02/01/2024", "02/03/2024") == "month"


def test_hints_decide_what_the_dates_leave_open() -> None:
    same = ("03/03/2024", "04/04/2024")
    assert order(*same, hints=Hints(decimal_comma=True, zone="America/New_York")) == "day"
    assert order(*same, hints=Hints(english=False, zone="America/New_York")) == "day"
    assert order(*same, hints=Hints(currency="USD")) == "month"
    assert order(*same, hints=Hints(currency="GBP", zone="America/New_York")) == "day"
    assert order(*same, hints=Hints(zone="America/New_York")) == "month"
    assert order(*same, hints=Hints(zone="Europe/Berlin")) == "day"
    assert order(*same, hints=Hints(zone="UTC", otherwise="month")) == "month"


def test_rows_near_each_other_are_likelier_than_rows_over_the_whole_year() -> None:
    assert order("02/01/2024", "02/03/2024", "02/09/2024") == "month"
    assert order("01/02/2024", "03/02/2024", "09/02/2024") == "day"


def test_two_digits_of_a_year_lie_at_most_ten_years_ahead() -> None:
    assert dates.full_year(36, NOW) == 2036
    assert dates.full_year(37, NOW) == 1937
    assert day("01/02/94") == "1994-02-01"
    assert day("1/ 2'04") == "2004-02-01"


def test_a_day_without_a_year_is_the_last_one_by_then() -> None:
    assert day("12.03.") == "2026-03-12"
    assert day("24.12.") == "2025-12-24"
    assert dates.latest_in("Statement 01.12.2023 - 05.01.2024", "day", NOW) == date(2024, 1, 5)


def test_a_time_with_a_zone_is_an_instant_and_any_other_a_day() -> None:
    def at(text: str) -> str:
        written = dates.cut(text)
        assert written is not None
        return dates.stamped(date(2024, 3, 12), written)

    assert at("2024-03-12T14:33:11+02:00").startswith("2024-03-12T12:33:11")
    assert at("2024-03-12 02:33 pm Z").startswith("2024-03-12T14:33:00")
    assert at("2024-03-12 14:33") == "2024-03-12"
    assert at("2024-03-12T00:00:00+02:00") == "2024-03-12"
    assert at("2024-03-12T14:33:11+99:00") == "2024-03-12"


def test_an_instant_out_of_range_stays_a_day() -> None:
    written = dates.cut("2024-01-01T01:00:00+14:00")
    assert written is not None
    assert dates.stamped(date.min, written) == "0001-01-01"

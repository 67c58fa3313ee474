"""Days and periods that a text names, with or without the vague ones."""

from __future__ import annotations

from datetime import date

import pytest

from runwright.text.calendars import Viewpoint
from runwright.text.period_wording import describe
from runwright.text.written_dates import periods_in

VIEWPOINT = Viewpoint(date(2026, 10, 12))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Return it by Friday 23 October.", ["23 October 2026"]),
        ("Closed from 26 to 30 October", ["26 to 30 October 2026"]),
        ("Due 15.11.2026, or 2026-12-01", ["15 November 2026", "1 December 2026"]),
        ("On the 3rd floor since last year, in May, 1.5 bar and 14 days", []),
    ],
)
def test_days_that_are_written_out(text: str, found: list[str]) -> None:
    days = periods_in(text, VIEWPOINT, is_exact=True)
    assert [describe(each.likeliest) for each in days] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("after the September meeting", ["September 2026"]),
        ("last year's report", ["2025"]),
        ("Annual Report 2024", ["2024"]),
        ("the last meeting of the residents", []),
    ],
)
def test_periods_without_what_leads_to_them(text: str, found: list[str]) -> None:
    assert [describe(each.likeliest) for each in periods_in(text, VIEWPOINT)] == found

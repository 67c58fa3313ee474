"""Series are whole, say whether they go on, and are refused rather than cut."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.ics import reader as ics
from runwright.files.formats.ics import recurrence as ics_recurrence
from runwright.files.formats.types import Draft, Page, Reading, Unreadable
from runwright.records.facts import Event

READING = Reading("work.ics", datetime(2026, 11, 15, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def calendar(*components: str) -> str:
    return "\n".join(["BEGIN:VCALENDAR", *components, "END:VCALENDAR", ""])


def event(*lines: str) -> str:
    return "\n".join(["BEGIN:VEVENT", *lines, "END:VEVENT"])


def events(*components: str) -> list[Draft]:
    parts = ics.read(calendar(*components), READING)
    return [part for part in parts if isinstance(part, Draft)]


def facts_of(draft: Draft) -> Event:
    assert isinstance(draft.facts, Event)
    return draft.facts


def starts(*components: str) -> list[str | None]:
    return [draft.at for draft in events(*components)]


def test_an_endless_series_is_kept_from_its_first_day_to_the_horizon() -> None:
    found = starts(event("UID:1", "DTSTART:19900101T090000Z", "RRULE:FREQ=DAILY"))
    days = [datetime(1990, 1, 1) + timedelta(days=n) for n in range(len(found))]
    assert found == [f"{day:%Y-%m-%d}T09:00:00.000Z" for day in days]
    assert str(found[-1]).startswith("2028-11-15")


def test_a_series_with_an_end_is_kept_to_it_if_that_is_within_ten_years() -> None:
    start = "DTSTART:20261101T090000Z"
    (*_, last) = events(event("UID:1", start, "RRULE:FREQ=MONTHLY;UNTIL=20351231T000000Z"))
    assert last.at == "2035-12-01T09:00:00.000Z"
    assert not facts_of(last).endless
    (*_, last) = events(event("UID:1", start, "RRULE:FREQ=MONTHLY;UNTIL=20991231T000000Z"))
    assert last.at == "2028-11-01T09:00:00.000Z"
    assert facts_of(last).endless


def test_the_page_says_how_far_endless_series_are_listed_and_what_cannot_be() -> None:
    text = calendar(
        event("UID:1", "SUMMARY:Yearly", "DTSTART;VALUE=DATE:20261101", "RRULE:FREQ=YEARLY"),
        event("UID:2", "SUMMARY:Odd", "DTSTART;VALUE=DATE:20261102", "RRULE:FREQ=NEVER"),
        event("UID:3", "SUMMARY:Never", "DTSTART:tomorrow"),
    )
    page = next(ics.read(text, READING))
    assert isinstance(page, Page)
    assert page.text.splitlines()[-5:] == [
        "Series that go on are listed until 15 November 2028.",
        "",
        "1 entry has no readable date, and cannot be listed.",
        "",
        "Odd: its rule cannot be read; only its first date is listed.",
    ]


def test_a_series_goes_on_two_years_beyond_the_last_start_in_the_file() -> None:
    found = starts(
        event("UID:1", "DTSTART:20261101T090000Z", "RRULE:FREQ=YEARLY"),
        event("UID:2", "DTSTART:20300601T090000Z"),
    )
    assert str(found[-1]).startswith("2031-11-01")


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=1000000000"])
def test_a_series_that_is_too_long_is_refused_by_name(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ics_recurrence, "MOST_OCCURRENCES", 500)
    with pytest.raises(Unreadable, match="“Tick” repeats more than 500 times"):
        starts(event("UID:1", "SUMMARY:Tick", "DTSTART:20261101T090000Z", f"RRULE:{rule}"))


def test_rules_that_are_too_hard_to_follow_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ics_recurrence, "MOST_STEPS", 3_000)
    rule = "RRULE:FREQ=SECONDLY;INTERVAL=2;BYSECOND=1"
    with pytest.raises(Unreadable, match="take too long to follow"):
        starts(event("UID:1", "DTSTART:20261101T090000Z", rule))


def test_a_rule_that_never_comes_true_leaves_the_start() -> None:
    rule = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
    (draft,) = events(event("UID:1", "DTSTART:20261101T090000Z", rule))
    assert draft.at == "2026-11-01T09:00:00.000Z"
    assert not facts_of(draft).endless


def test_too_many_occurrences_are_refused_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ics_recurrence, "MOST_OCCURRENCES", 20)
    series = [
        event(f"UID:{n}", f"DTSTART:202611{10 + n}T090000Z", "RRULE:FREQ=DAILY;COUNT=10")
        for n in range(3)
    ]
    assert len(starts(*series[:2])) == 20
    with pytest.raises(Unreadable, match="more than 20 occurrences"):
        starts(*series)


def test_the_start_of_a_series_is_its_first_occurrence_whatever_its_rule_says() -> None:
    rule = "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2"
    found = starts(event("UID:1", "DTSTART;VALUE=DATE:20261102", rule))  # a Monday
    assert found == ["2026-11-02", "2026-11-06", "2026-11-13"]


def test_a_series_that_ended_before_it_began_was_deleted() -> None:
    other = event("UID:2", "DTSTART;VALUE=DATE:20261101")
    rule = "RRULE:FREQ=DAILY;UNTIL=20261101T000000Z"
    assert starts(event("UID:1", "DTSTART:20261102T090000Z", rule), other) == ["2026-11-01"]


def test_an_hour_of_one_occurrence_in_utc_is_not_another_ones_by_the_clock() -> None:
    """Two a day, an hour apart, as far as the zone is from UTC."""
    series = event(
        "UID:1", "DTSTART;TZID=Europe/Berlin:20261102T090000",
        "RRULE:FREQ=DAILY;BYHOUR=9,10;COUNT=2", "EXDATE:20261102T090000Z",
    )  # fmt: skip
    assert starts(series) == ["2026-11-02T08:00:00.000Z"]


def test_a_rule_may_leave_out_what_another_gives() -> None:
    series = event(
        "UID:1", "DTSTART;VALUE=DATE:20261102", "RRULE:FREQ=DAILY;COUNT=4",
        "EXRULE:FREQ=DAILY;INTERVAL=2",
    )  # fmt: skip
    assert starts(series) == ["2026-11-03", "2026-11-05"]


def test_long_series_share_the_room_for_descriptions_and_people() -> None:
    note, people = "word " * 240, "\n".join(f"ATTENDEE:mailto:p{n}@x.org" for n in range(120))
    rule = "RRULE:FREQ=DAILY"
    long = event("UID:1", "DTSTART;VALUE=DATE:19700101", rule, f"DESCRIPTION:{note}", people)
    first = facts_of(events(long)[0])
    assert first.note is not None
    assert 300 < len(first.note) < 700
    assert len(first.attendees) + first.more_attendees == 120
    assert 50 < len(first.attendees) < 100


def test_a_rule_that_makes_no_sense_costs_no_other_rule() -> None:
    rules = ("RRULE:FREQ=NEVER", "RRULE:FREQ=DAILY;COUNT=2")
    assert starts(event("UID:1", "DTSTART;VALUE=DATE:20261102", *rules)) == [
        "2026-11-02",
        "2026-11-03",
    ]

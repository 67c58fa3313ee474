"""Calendars become events: series, exceptions, zones, and whatever else is in them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.context.types import Mention
from runwright.files.formats.ics import components as ics_components
from runwright.files.formats.ics import reader as ics
from runwright.files.formats.ics.events import LONGEST_NOTE
from runwright.files.formats.types import Draft, Page, Reading, Unreadable
from runwright.records.facts import Attendee, Event

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
READING = Reading("work.ics", NOW, BERLIN)


def calendar(*components: str, head: str = "") -> str:
    return "\n".join(
        ["BEGIN:VCALENDAR", "VERSION:2.0", *filter(None, [head]), *components, "END:VCALENDAR", ""]
    )


def event(*lines: str, kind: str = "VEVENT") -> str:
    return "\n".join([f"BEGIN:{kind}", *lines, f"END:{kind}"])


def events(*components: str, head: str = "") -> list[Draft]:
    parts = ics.read(calendar(*components, head=head), READING)
    return [part for part in parts if isinstance(part, Draft)]


def starts(*components: str, head: str = "") -> list[str | None]:
    return [draft.at for draft in events(*components, head=head)]


def test_an_event_says_all_that_its_calendar_does() -> None:
    (draft,) = events(
        event(
            "UID:1",
            "SUMMARY:Budget review",
            "DTSTART;TZID=Europe/Berlin:20261116T090000",
            "DTEND;TZID=Europe/Berlin:20261116T103000",
            "LOCATION:Room 4",
            "ORGANIZER;CN=Ann Smith:mailto:Ann@Example.com",
            'ATTENDEE;CN="Jones, Bob":MAILTO:bob@example.com',
            "ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@example.com",
            "ATTENDEE:mailto:carol@example.com",
            "DESCRIPTION:Bring the\\, figures.",
            "BEGIN:VALARM\nTRIGGER:-PT5M\nSUMMARY:Not this\nEND:VALARM",
        )
    )
    assert draft == Draft(
        source="calendar",
        text="Budget review, Monday 16 November 2026, 09:00–10:30. Place: Room 4. Organised by Ann "
        "Smith. With Jones, Bob, carol@example.com. Bring the, figures.",
        title="Budget review",
        mentions=(
            Mention("person", "Ann Smith", "ann@example.com"),
            Mention("place", "Room 4", "room 4"),
            Mention("place", "Room 4", "room4@example.com"),
            Mention("person", "Jones, Bob", "bob@example.com"),
            Mention("person", "carol@example.com", "carol@example.com"),
        ),
        facts=Event(
            title="Budget review",
            start="2026-11-16T08:00:00.000Z",
            end="2026-11-16T09:30:00.000Z",
            zone="Europe/Berlin",
            place="Room 4",
            organiser=Attendee(name="Ann Smith", address="ann@example.com"),
            attendees=(
                Attendee(name="Jones, Bob", address="bob@example.com"),
                Attendee(name="carol@example.com", address="carol@example.com"),
            ),
            calendar="work",
            note="Bring the, figures.",
        ),
    )


def test_the_page_is_an_agenda_with_each_description_once() -> None:
    text = calendar(
        event("UID:1", "SUMMARY:Standup", "DTSTART:20261116T080000Z", "RRULE:FREQ=DAILY;COUNT=2",
              "DESCRIPTION:Be short.", "LOCATION:Hall"),
    )  # fmt: skip
    page = next(ics.read(text, READING))
    assert page == Page(
        1,
        "Monday 16 November 2026, 09:00: Standup (Hall)\n"
        "Tuesday 17 November 2026, 09:00: Standup (Hall)\n\n"
        "Standup: Be short.",
    )


@pytest.mark.parametrize(
    ("lines", "at", "until", "words"),
    [
        (["DTSTART;VALUE=DATE:20261225"], "2026-12-25", "2026-12-26", "25 December 2026, all day"),
        (
            ["DTSTART;VALUE=DATE:20260701", "DTEND;VALUE=DATE:20260708"],
            "2026-07-01",
            "2026-07-08",
            "from Wednesday 1 July 2026 to Tuesday 7 July 2026",
        ),
        (
            ["DTSTART:20261116T090000"],  # floating: the project's zone
            "2026-11-16T08:00:00.000Z",
            "2026-11-16T08:00:00.000Z",
            "Monday 16 November 2026, 09:00.",
        ),
        (
            ["DTSTART:20261116T090000Z", "DURATION:PT1H30M"],
            "2026-11-16T09:00:00.000Z",
            "2026-11-16T10:30:00.000Z",
            "10:00–11:30",
        ),
        (
            ["DTSTART;TZID=America/New_York:20261116T090000", "DURATION:PT1H"],
            "2026-11-16T14:00:00.000Z",
            "2026-11-16T15:00:00.000Z",
            "15:00–16:00 (09:00 America/New_York)",
        ),
        (
            ["DTSTART;TZID=Eastern Standard Time:20261116T090000", "DURATION:PT1H"],
            "2026-11-16T14:00:00.000Z",
            "2026-11-16T15:00:00.000Z",
            "15:00–16:00",
        ),
        (
            ["DTSTART;TZID=/vendor.example/Europe/London:20261116T090000", "DURATION:PT1H"],
            "2026-11-16T09:00:00.000Z",
            "2026-11-16T10:00:00.000Z",
            "10:00–11:00",
        ),
        (
            ["DTSTART;TZID=Nowhere/At All:20261116T090000", "DURATION:PT1H"],
            "2026-11-16T08:00:00.000Z",
            "2026-11-16T09:00:00.000Z",
            "09:00–10:00",
        ),
        (
            ["DTSTART:20261116T220000Z", "DTEND:20261117T010000Z"],
            "2026-11-16T22:00:00.000Z",
            "2026-11-17T01:00:00.000Z",
            "from Monday 16 November 2026, 23:00 to Tuesday 17 November 2026, 02:00",
        ),
        (
            ["DTSTART:20261116T100000Z", "DTEND:20261116T090000Z"],  # the wrong way round
            "2026-11-16T09:00:00.000Z",
            "2026-11-16T10:00:00.000Z",
            "10:00–11:00",
        ),
    ],
)
def test_times_are_told_in_the_projects_zone(
    lines: list[str], at: str, until: str, words: str
) -> None:
    (draft,) = events(event("UID:1", "SUMMARY:It", *lines))
    assert (draft.at, draft.until) == (at, until)
    assert words in draft.text


def test_a_series_keeps_its_hour_when_the_clocks_change() -> None:
    series = event(
        "UID:1", "DTSTART;TZID=Europe/Berlin:20261023T090000", "RRULE:FREQ=DAILY;COUNT=4"
    )
    assert starts(series) == [
        "2026-10-23T07:00:00.000Z",
        "2026-10-24T07:00:00.000Z",
        "2026-10-25T08:00:00.000Z",
        "2026-10-26T08:00:00.000Z",
    ]


ZONE = """BEGIN:VTIMEZONE
TZID:Head office
BEGIN:STANDARD
DTSTART:16011028T030000
TZOFFSETFROM:+0300
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE"""


def test_a_zone_that_the_file_defines_is_followed_wherever_it_stands() -> None:
    summer = event("UID:1", "DTSTART;TZID=Head office:20260701T090000")
    winter = event("UID:2", "DTSTART;TZID=Head office:20261201T090000")
    expected = ["2026-07-01T06:00:00.000Z", "2026-12-01T07:00:00.000Z"]
    assert starts(ZONE, summer, winter) == expected
    assert starts(summer, winter, ZONE) == expected


def test_a_zone_of_one_file_is_unknown_in_the_next() -> None:
    winter = event("UID:2", "DTSTART;TZID=Head office:20261201T090000")
    assert starts(ZONE, winter) == ["2026-12-01T07:00:00.000Z"]
    assert starts(winter) == ["2026-12-01T08:00:00.000Z"]


def test_a_calendar_may_name_its_zone_in_its_own_way() -> None:
    series = event("UID:1", "DTSTART:20260701T090000")
    assert starts(series, head="X-WR-TIMEZONE:America/New_York") == ["2026-07-01T13:00:00.000Z"]
    assert starts(series, head="X-WR-TIMEZONE:No/Where") == ["2026-07-01T07:00:00.000Z"]


def test_exceptions_leave_out_and_move() -> None:
    series = event(
        "UID:1", "SUMMARY:Talk", "DTSTART:20261101T100000Z", "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE:20261102T100000Z",
    )  # fmt: skip
    moved = event(
        "UID:1", "SUMMARY:Late talk", "RECURRENCE-ID:20261103T100000Z", "DTSTART:20261103T180000Z"
    )
    found = events(series, moved)
    assert [(draft.at, draft.title) for draft in found] == [
        ("2026-11-01T10:00:00.000Z", "Talk"),
        ("2026-11-03T18:00:00.000Z", "Late talk"),
        ("2026-11-04T10:00:00.000Z", "Talk"),
        ("2026-11-05T10:00:00.000Z", "Talk"),
    ]


def test_a_change_of_this_and_all_that_follow() -> None:
    series = event("UID:1", "DTSTART:20261101T100000Z", "RRULE:FREQ=DAILY;COUNT=4")
    later = event(
        "UID:1", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261103T100000Z", "DTSTART:20261103T120000Z"
    )
    assert starts(series, later) == [
        "2026-11-01T10:00:00.000Z",
        "2026-11-02T10:00:00.000Z",
        "2026-11-03T12:00:00.000Z",
        "2026-11-04T12:00:00.000Z",
    ]


def test_more_dates_may_have_a_length_of_their_own() -> None:
    found = events(
        event("UID:1", "DTSTART:20261101T100000Z", "DTEND:20261101T110000Z",
              "RDATE;VALUE=PERIOD:20261105T100000Z/PT4H", "RDATE:20261107T100000Z")
    )  # fmt: skip
    assert [(draft.at, draft.until) for draft in found] == [
        ("2026-11-01T10:00:00.000Z", "2026-11-01T11:00:00.000Z"),
        ("2026-11-05T10:00:00.000Z", "2026-11-05T14:00:00.000Z"),
        ("2026-11-07T10:00:00.000Z", "2026-11-07T11:00:00.000Z"),
    ]


@pytest.mark.parametrize(
    ("start", "until", "days"),
    [
        ("DTSTART;VALUE=DATE:20261101", "20261103", 3),
        ("DTSTART;VALUE=DATE:20261101", "20261103T120000Z", 3),
        ("DTSTART:20261101T100000Z", "20261103T100000Z", 3),
        ("DTSTART:20261101T100000Z", "20261103T095959Z", 2),
        ("DTSTART:20261101T100000", "20261103T100000Z", 3),
        ("DTSTART;TZID=Europe/Berlin:20261101T100000", "20261103T090000Z", 3),
        ("DTSTART;TZID=Europe/Berlin:20261101T100000", "20261104", 3),
        ("DTSTART;TZID=Europe/Berlin:20261101T100000", "20261103T100000", 3),
    ],
)
def test_a_series_ends_as_it_says_in_whatever_form(start: str, until: str, days: int) -> None:
    assert len(starts(event("UID:1", start, f"RRULE:FREQ=DAILY;UNTIL={until}"))) == days


def test_an_entry_given_twice_is_one_and_the_newer_counts() -> None:
    old = event("UID:1", "SEQUENCE:1", "SUMMARY:Old", "DTSTART:20261101T100000Z")
    new = event("UID:1", "SEQUENCE:2", "SUMMARY:New", "DTSTART:20261101T110000Z")
    assert [draft.title for draft in events(new, old, new)] == ["New"]


def test_two_calendars_in_a_file_are_one() -> None:
    one = calendar(event("UID:1", "SUMMARY:A", "DTSTART:20261101T100000Z"))
    two = calendar(event("UID:2", "SUMMARY:B", "DTSTART:20261102T100000Z"))
    drafts = [part for part in ics.read(one + two + one, READING) if isinstance(part, Draft)]
    assert [draft.title for draft in drafts] == ["A", "B"]


def test_what_is_cancelled_says_so() -> None:
    (draft,) = events(
        event("UID:1", "SUMMARY:Trip", "STATUS:CANCELLED", "DTSTART:20261101T100000Z")
    )
    assert draft.text.startswith("Cancelled: Trip, ")
    assert draft.title == "Trip"
    (draft,) = events(event("UID:1", "SUMMARY:Trip", "DTSTART:20261101"), head="METHOD:CANCEL")
    assert draft.text.startswith("Cancelled: Trip, ")


def test_a_task_is_an_event_when_it_is_due() -> None:
    found = events(
        event("UID:1", "SUMMARY:Taxes", "DUE;VALUE=DATE:20261130", kind="VTODO"),
        event("UID:2", "SUMMARY:Rent", "DTSTART:20261101T080000Z", "DUE:20261103T080000Z",
              "RRULE:FREQ=MONTHLY;COUNT=2", kind="VTODO"),
    )  # fmt: skip
    assert [(draft.title, draft.at, draft.until) for draft in found] == [
        ("To do: Rent", "2026-11-03T08:00:00.000Z", None),
        ("To do: Taxes", "2026-11-30", None),
        ("To do: Rent", "2026-12-03T08:00:00.000Z", None),
    ]
    assert found[1].text == "To do: Taxes, due Monday 30 November 2026."


def test_what_has_no_date_can_still_be_found() -> None:
    found = events(
        event("UID:1", "SUMMARY:Learn to swim", kind="VTODO"),
        event("UID:2", "SUMMARY:A good day", "DTSTART;VALUE=DATE:20261101", kind="VJOURNAL"),
    )
    assert [(draft.text, draft.at) for draft in found] == [
        ("To do: Learn to swim.", None),
        ("Note: A good day, Sunday 1 November 2026.", "2026-11-01"),
    ]


GOOD = event("UID:good", "SUMMARY:Good", "DTSTART:20261101T100000Z")


@pytest.mark.parametrize(
    "broken",
    [
        event("UID:1", "SUMMARY:No start"),
        event("UID:1", "DTSTART:yesterday"),
        event("UID:1", "DTSTART:20261399T990000Z"),
        event("UID:1", "this is no line at all", "DTSTART"),
        "BEGIN:VEVENT\nUID:1\nSUMMARY:Never ends",
        "END:VEVENT\nEND:VEVENT",
        event("UID:1", "DTSTART:20261101T100000Z/PT1H"),
        "BEGIN:VEVENT\n" * 3000,
    ],
)
def test_a_broken_component_costs_no_other(broken: str) -> None:
    assert [draft.title for draft in events(broken, GOOD)] == ["Good"]


@pytest.mark.parametrize(
    "line",
    [
        "RRULE:FREQ=NEVER",
        "RRULE:D1 #10",
        "DURATION:P999999999D",
        "DURATION:soon",
        "EXDATE:never",
        "RDATE:20261301",
        "SEQUENCE:many",
        "RECURRENCE-ID:whenever",
        "DTSTART:20301101T100000Z",  # a second one
        "X-ODD;=:",
    ],
)
def test_a_broken_property_costs_no_event(line: str) -> None:
    assert starts(event("UID:1", "DTSTART:20261101T100000Z", line)) == ["2026-11-01T10:00:00.000Z"]


@pytest.mark.parametrize(
    "text", [calendar(), calendar(event("SUMMARY:No date")), "BEGIN:VCALENDAR\n"]
)
def test_a_calendar_without_anything_readable_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="Export it again"):
        list(ics.read(text, READING))


def test_a_file_that_was_cut_off_gives_what_it_has() -> None:
    text = calendar(GOOD, GOOD.replace("good", "2"))
    assert len(list(ics.read(text[: text.rindex("DTSTART") + 24], READING))) == 3


def test_folded_lines_are_joined() -> None:
    (draft,) = events("BEGIN:VEVENT\nSUMM\n ARY:Long\n\t er title\nDTSTART:2026\n 1101\nEND:VEVENT")
    assert (draft.title, draft.at) == ("Longer title".replace("er", " er"), "2026-11-01")


def test_html_in_a_description_is_read_as_words() -> None:
    (draft,) = events(event("DTSTART:20261101", "SUMMARY:A", "DESCRIPTION:<p>Tea &amp\\; cake</p>"))
    assert draft.text.endswith("Tea & cake")


def test_a_huge_description_is_cut_in_each_event_but_kept_on_the_page() -> None:
    words = "word " * 5000
    text = calendar(event("UID:1", "SUMMARY:A", "DTSTART:20261101", f"DESCRIPTION:{words}"))
    page, draft = ics.read(text, READING)
    assert isinstance(page, Page)
    assert isinstance(draft, Draft)
    assert page.text.count("word") == 5000
    assert len(draft.text) < LONGEST_NOTE + 100


def test_a_calendar_with_too_many_entries_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ics_components, "MOST_COMPONENTS", 2)
    assert len(starts(GOOD, GOOD.replace("good", "2"))) == 2
    with pytest.raises(Unreadable, match="year by year"):
        starts(GOOD, GOOD, GOOD)


def test_a_zone_with_a_rule_for_every_second_is_not_followed() -> None:
    wild = ZONE.replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "FREQ=SECONDLY")
    winter = event("UID:2", "DTSTART;TZID=Head office:20261201T090000")
    assert starts(wild, winter) == ["2026-12-01T08:00:00.000Z"]


def test_the_last_day_of_time_is_no_trouble() -> None:
    found = starts(
        event("UID:1", "DTSTART:20261101T090000Z", "RRULE:FREQ=YEARLY;COUNT=2"),
        event("UID:2", "DTSTART:99991231T235959Z"),
        event("UID:3", "DTSTART:00010101T000000Z", "RRULE:FREQ=YEARLY"),
    )
    assert "2027-11-01T09:00:00.000Z" in found


def test_occurrences_are_those_of_a_span() -> None:
    text = calendar(
        event("UID:1", "DTSTART;VALUE=DATE:20261101", "RRULE:FREQ=DAILY"),
        event("UID:2", "DTSTART:20261103T120000", "DURATION:PT1H"),
    )
    span = (datetime(2026, 11, 3, tzinfo=BERLIN), datetime(2026, 11, 5, tzinfo=BERLIN))
    found = ics.occurrences(text, *span, BERLIN)
    assert [(one.start, one.end) for one in found] == [
        (date(2026, 11, 3), date(2026, 11, 4)),
        (
            datetime(2026, 11, 3, 12, tzinfo=BERLIN),
            datetime(2026, 11, 3, 13, tzinfo=BERLIN),
        ),
        (date(2026, 11, 4), date(2026, 11, 5)),
    ]


def test_a_calendar_is_known_by_the_name_of_its_file_too() -> None:
    one = event("UID:1", "SUMMARY:Review", "DTSTART:20261116T090000")

    def name(filename: str, head: str) -> str | None:
        parts = ics.read(calendar(one, head=head), READING._replace(filename=filename))
        (draft,) = (part for part in parts if isinstance(part, Draft))
        return draft.facts.calendar if isinstance(draft.facts, Event) else None

    assert name("work.ics", "X-WR-CALNAME:Atlantic Ltd") == "Atlantic Ltd (work)"
    assert name("work.ics", "X-WR-CALNAME:Work") == "Work"
    assert name("work.ics", "") == "work"
    assert name("calendar-export.ics", "X-WR-CALNAME:Atlantic Ltd") == "Atlantic Ltd"
    assert name("work.ics", "X-WR-CALNAME:ann@example.org") == "ann@example.org"

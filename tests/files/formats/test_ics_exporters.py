"""Calendars as real programs write them become the facts that their owners would state."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.files.formats.ics import reader as ics
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Attendee, Event

READING = Reading("my.ics", datetime(2026, 11, 15, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def drafts_of(text: str) -> list[Draft]:
    return [part for part in ics.read(text, READING) if isinstance(part, Draft)]


def events_of(text: str) -> list[Event]:
    return [draft.facts for draft in drafts_of(text) if isinstance(draft.facts, Event)]


def titled(text: str, title: str) -> list[Event]:
    return [event for event in events_of(text) if event.title == title]


GOOGLE = """BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:ann@example.org
X-WR-TIMEZONE:Europe/Berlin
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20261019T100000
DTEND;TZID=Europe/Berlin:20261019T103000
RRULE:FREQ=WEEKLY;UNTIL=20261116T225959Z;BYDAY=MO
EXDATE;TZID=Europe/Berlin:20261109T100000
UID:weekly@google.com
ORGANIZER;CN=Ben Okafor:mailto:ben@example.org
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ben Okafor;X-NUM-GUESTS=0:
 mailto:ben@example.org
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=ann@example.org:mailto:
 ann@example.org
SEQUENCE:1
STATUS:CONFIRMED
SUMMARY:Weekly
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20261103T160000
DTEND;TZID=Europe/Berlin:20261103T163000
UID:weekly@google.com
RECURRENCE-ID;TZID=Europe/Berlin:20261102T100000
SEQUENCE:2
STATUS:CONFIRMED
SUMMARY:Weekly
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20261116T100000
DTEND;TZID=Europe/Berlin:20261116T103000
UID:weekly@google.com
RECURRENCE-ID;TZID=Europe/Berlin:20261116T100000
SEQUENCE:2
STATUS:CANCELLED
SUMMARY:Weekly
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART:20261118T170000Z
DTEND:20261118T190000Z
UID:party@google.com
ORGANIZER;CN=Cy Voss:mailto:cy@example.org
ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=DECLINED;CN=ann@example.org:mailto:ann@example.org
ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=TENTATIVE;CN=Dee:mailto:dee@example.org
ATTENDEE;CUTYPE=RESOURCE;PARTSTAT=ACCEPTED;CN=Roof:mailto:roof@resource.calendar.google.com
STATUS:CONFIRMED
SUMMARY:Party
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261223
DTEND;VALUE=DATE:20270102
UID:leave@google.com
STATUS:TENTATIVE
SUMMARY:Leave
TRANSP:TRANSPARENT
END:VEVENT
END:VCALENDAR
"""


def test_google_a_moved_occurrence_is_once_and_names_its_old_place() -> None:
    weekly = titled(GOOGLE, "Weekly")
    assert [(one.start, one.moved_from, one.status) for one in weekly] == [
        ("2026-10-19T08:00:00.000Z", None, "confirmed"),
        ("2026-10-26T09:00:00.000Z", None, "confirmed"),  # the clocks went back the day before
        ("2026-11-03T15:00:00.000Z", "2026-11-02T09:00:00.000Z", "confirmed"),
        ("2026-11-16T09:00:00.000Z", None, "cancelled"),
    ]
    assert {one.series for one in weekly} == {"weekly@google.com"}
    assert {one.calendar for one in weekly} == {"ann@example.org"}
    assert not any(one.endless for one in weekly)


def test_google_a_cancelled_occurrence_and_a_moved_one_say_so() -> None:
    texts = [draft.text for draft in drafts_of(GOOGLE) if draft.title == "Weekly"]
    assert texts[-1].startswith("Cancelled: Weekly, Monday 16 November 2026, 10:00–10:30.")
    assert texts[-2].endswith("Moved from Monday 2 November 2026, 10:00.")


def test_google_an_invitation_keeps_every_answer() -> None:
    (party,) = titled(GOOGLE, "Party")
    assert party.organiser == Attendee(name="Cy Voss", address="cy@example.org")
    assert party.attendees == (
        Attendee(name="ann@example.org", address="ann@example.org", answer="declined"),
        Attendee(name="Dee", address="dee@example.org", answer="tentative"),
    )
    assert (party.place, party.zone, party.series) == ("Roof", "Europe/Berlin", None)
    (text,) = [draft.text for draft in drafts_of(GOOGLE) if draft.title == "Party"]
    assert text == (
        "Party, Wednesday 18 November 2026, 18:00–20:00. Place: Roof. Organised by Cy Voss. "
        "With Dee. Declined by ann@example.org."
    )


def test_google_days_that_may_be_free_are_not_busy() -> None:
    (leave,) = titled(GOOGLE, "Leave")
    assert (leave.start, leave.end, leave.all_day) == ("2026-12-23", "2027-01-02", True)
    assert (leave.status, leave.busy, leave.zone) == ("tentative", False, None)


OUTLOOK = """BEGIN:VCALENDAR
PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
VERSION:2.0
METHOD:PUBLISH
X-CALSTART:20261019T060000Z
X-WR-RELCALID:{0000002E-1B94-4B2F-9F9B-1B2B6A5B7F3E}
X-WR-CALNAME;VALUE=TEXT:Kalender\\, Büro
BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
CLASS:PUBLIC
DTSTART;TZID="W. Europe Standard Time":20261023T083000
DTEND;TZID="W. Europe Standard Time":20261023T090000
RRULE:FREQ=DAILY;COUNT=4
SUMMARY;LANGUAGE=de:Stand-up
TRANSP:OPAQUE
UID:040000008200E00074C5B7101A82E008
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261224
DTEND;VALUE=DATE:20261225
SUMMARY;LANGUAGE=de:Heiligabend
TRANSP:TRANSPARENT
UID:holiday
X-MICROSOFT-CDO-BUSYSTATUS:FREE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID="W. Europe Standard Time":20261201T000000
DTEND;TZID="W. Europe Standard Time":20261203T000000
SUMMARY:Fair
UID:fair
X-MICROSOFT-CDO-ALLDAYEVENT:TRUE
X-MICROSOFT-CDO-BUSYSTATUS:OOF
END:VEVENT
BEGIN:VEVENT
DTSTART:20261204T090000Z
DTEND:20261204T100000Z
SUMMARY:Perhaps
UID:perhaps
ORGANIZER;CN="Meyer, Jo":invalid:nomail
X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE
END:VEVENT
END:VCALENDAR
"""


def test_outlook_windows_zones_are_iana_zones_and_keep_the_hour_over_the_change() -> None:
    standup = titled(OUTLOOK, "Stand-up")
    assert [one.start for one in standup] == [
        "2026-10-23T06:30:00.000Z",
        "2026-10-24T06:30:00.000Z",
        "2026-10-25T07:30:00.000Z",
        "2026-10-26T07:30:00.000Z",
    ]
    assert {one.zone for one in standup} == {"Europe/Berlin"}
    assert {one.calendar for one in standup} == {"Kalender, Büro"}


def test_outlook_shows_time_as_free_away_or_tentative() -> None:
    (eve,), (fair,) = titled(OUTLOOK, "Heiligabend"), titled(OUTLOOK, "Fair")
    assert (eve.busy, eve.all_day) == (False, True)
    assert (fair.busy, fair.all_day, fair.start, fair.end) == (
        True,
        True,
        "2026-12-01",
        "2026-12-03",
    )
    (perhaps,) = titled(OUTLOOK, "Perhaps")
    assert (perhaps.status, perhaps.busy) == ("tentative", True)
    assert perhaps.organiser == Attendee(name="Meyer, Jo")


EXCHANGE = """BEGIN:VCALENDAR
METHOD:CANCEL
PRODID:Microsoft Exchange Server 2010
VERSION:2.0
BEGIN:VEVENT
ORGANIZER;CN=Eva Lind:mailto:eva@example.org
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Ann:mailto:Ann@Example.org
UID:040000008200E00074C5B7101A82E009
RECURRENCE-ID;TZID=Pacific Standard Time:20261117T090000
SUMMARY;LANGUAGE=en-US:Canceled: Sync
DTSTART;TZID=Pacific Standard Time:20261117T090000
DTEND;TZID=Pacific Standard Time:20261117T093000
SEQUENCE:3
STATUS:CANCELLED
X-MICROSOFT-CDO-BUSYSTATUS:FREE
END:VEVENT
END:VCALENDAR
"""


def test_exchange_the_cancellation_of_one_occurrence_stands_alone() -> None:
    (sync,) = events_of(EXCHANGE)
    assert (sync.start, sync.zone) == ("2026-11-17T17:00:00.000Z", "America/Los_Angeles")
    assert (sync.status, sync.moved_from) == ("cancelled", None)
    assert sync.series == "040000008200E00074C5B7101A82E009"
    (draft,) = drafts_of(EXCHANGE)
    assert "18:00–18:30 (09:00 America/Los_Angeles)" in draft.text


APPLE_BIRTHDAYS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Apple Inc.//macOS 15.1//EN
X-WR-CALNAME:Birthdays
X-APPLE-CALENDAR-COLOR:#8295AF
BEGIN:VEVENT
DTSTART;VALUE=DATE:19500229
SUMMARY:Nobody
UID:impossible
RRULE:FREQ=YEARLY
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:19500314
DTEND;VALUE=DATE:19500315
SUMMARY:Grandma
TRANSP:TRANSPARENT
UID:grandma
RRULE:FREQ=YEARLY;INTERVAL=1
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:16040630
DTEND;VALUE=DATE:16040701
SUMMARY:Year unknown
UID:unknown
RRULE:FREQ=YEARLY;INTERVAL=1
END:VEVENT
END:VCALENDAR
"""


def test_apple_an_endless_birthday_since_1950_has_every_year_and_goes_on() -> None:
    grandma = titled(APPLE_BIRTHDAYS, "Grandma")
    assert [one.start for one in grandma] == [f"{year}-03-14" for year in range(1950, 2029)]
    assert all(one.endless and one.series == "grandma" and not one.busy for one in grandma)
    assert [one.start for one in titled(APPLE_BIRTHDAYS, "Year unknown")][::424] == [
        "1604-06-30",
        "2028-06-30",
    ]


def test_apple_a_day_that_does_not_exist_costs_no_other_and_is_counted() -> None:
    assert titled(APPLE_BIRTHDAYS, "Nobody") == []
    page = next(ics.read(APPLE_BIRTHDAYS, READING))
    assert "1 entry has no readable date, and cannot be listed." in str(page)


APPLE_TRAVEL = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Apple Inc.//iOS 18.1//EN
NAME:Travel
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20261202T213000
DTEND;TZID=America/New_York:20261203T010000
SUMMARY:Flight
LOCATION:BER\\nTerminal 1
UID:flight
ORGANIZER;EMAIL=ann@example.org:urn:uuid:9C89DC40-4E3C-11D9
ATTENDEE;CN=Ann;EMAIL=ann@example.org;PARTSTAT=ACCEPTED:/aMTIzNDU2Nzg5/principal/
ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:0000
END:VEVENT
BEGIN:VEVENT
DTSTART:20261205T200000
DTEND:20261206T020000
SUMMARY:Concert
UID:concert
END:VEVENT
END:VCALENDAR
"""


def test_apple_an_event_may_end_in_another_zone_or_float() -> None:
    (flight,), (concert,) = titled(APPLE_TRAVEL, "Flight"), titled(APPLE_TRAVEL, "Concert")
    assert (flight.start, flight.end) == ("2026-12-02T20:30:00.000Z", "2026-12-03T06:00:00.000Z")
    assert (flight.zone, flight.place, flight.calendar) == (
        "Europe/Berlin",
        "BER Terminal 1",
        "Travel",
    )
    assert (concert.start, concert.end) == ("2026-12-05T19:00:00.000Z", "2026-12-06T01:00:00.000Z")


def test_apple_people_are_known_by_their_address_and_ids_are_nobody() -> None:
    (flight,) = titled(APPLE_TRAVEL, "Flight")
    ann = Attendee(name="Ann", address="ann@example.org", answer="accepted")
    assert (flight.organiser, flight.attendees) == (ann, (ann,))


NEXTCLOUD = """BEGIN:VCALENDAR
VERSION:2.0
CALSCALE:GREGORIAN
PRODID:-//SabreDAV//SabreDAV//EN
X-WR-CALNAME:Personal
X-APPLE-CALENDAR-COLOR:#0082c9
REFRESH-INTERVAL;VALUE=DURATION:PT4H
BEGIN:VTODO
UID:1
DUE;TZID=Europe/Berlin:20261120T180000
SUMMARY:Tax return
STATUS:NEEDS-ACTION
END:VTODO
BEGIN:VTODO
UID:2
DTSTART;VALUE=DATE:20261116
SUMMARY:Water the plants
RRULE:FREQ=DAILY;COUNT=2
END:VTODO
BEGIN:VTODO
UID:3
SUMMARY:Buy paint
COMPLETED:20261101T100000Z
PERCENT-COMPLETE:100
END:VTODO
BEGIN:VJOURNAL
UID:4
DTSTART;VALUE=DATE:20261110
SUMMARY:First snow
END:VJOURNAL
END:VCALENDAR
"""


def test_nextcloud_tasks_are_due_or_begin_and_notes_have_a_day() -> None:
    found = [(one.what, one.title, one.start, one.due, one.status) for one in events_of(NEXTCLOUD)]
    assert found == [
        ("task", "Water the plants", "2026-11-16", False, "confirmed"),
        ("task", "Water the plants", "2026-11-17", False, "confirmed"),
        ("task", "Tax return", "2026-11-20T17:00:00.000Z", True, "confirmed"),
        ("task", "Buy paint", None, True, "done"),
        ("note", "First snow", "2026-11-10", True, "confirmed"),
    ]
    assert [draft.text for draft in drafts_of(NEXTCLOUD)][1:] == [
        "To do: Water the plants, from Tuesday 17 November 2026.",
        "To do: Tax return, due Friday 20 November 2026, 18:00.",
        "Done: To do: Buy paint.",
        "Note: First snow, Tuesday 10 November 2026.",
    ]


THUNDERBIRD = """BEGIN:VCALENDAR
PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
VERSION:2.0
BEGIN:VEVENT
UID:choir
SUMMARY:Choir
DTSTART;TZID=Europe/Vienna:20261001T190000
DTEND;TZID=Europe/Vienna:20261001T210000
RRULE:FREQ=MONTHLY;BYDAY=1TH
RDATE;TZID=Europe/Vienna:20261219T170000
RDATE;VALUE=PERIOD;TZID=Europe/Vienna:20261220T150000/PT4H
EXDATE:20261105T180000Z
EXDATE;VALUE=DATE:20270107
X-MOZ-GENERATION:4
END:VEVENT
BEGIN:VEVENT
UID:choir
RECURRENCE-ID;TZID=Europe/Vienna:20261203T190000
SUMMARY:Choir (church)
DTSTART;TZID=Europe/Vienna:20261203T190000
DTEND;TZID=Europe/Vienna:20261203T220000
LOCATION:Church
END:VEVENT
END:VCALENDAR
"""


def test_thunderbird_dates_are_added_left_out_and_changed_in_place() -> None:
    found = [(one.title, one.start, one.end) for one in events_of(THUNDERBIRD)[:5]]
    assert found == [
        ("Choir", "2026-10-01T17:00:00.000Z", "2026-10-01T19:00:00.000Z"),
        ("Choir (church)", "2026-12-03T18:00:00.000Z", "2026-12-03T21:00:00.000Z"),
        ("Choir", "2026-12-19T16:00:00.000Z", "2026-12-19T18:00:00.000Z"),
        ("Choir", "2026-12-20T14:00:00.000Z", "2026-12-20T18:00:00.000Z"),
        ("Choir", "2027-02-04T18:00:00.000Z", "2027-02-04T20:00:00.000Z"),
    ]
    assert all(one.endless and one.moved_from is None for one in events_of(THUNDERBIRD))


TWO_CALENDARS = """BEGIN:VCALENDAR
X-WR-CALNAME:Work
X-WR-TIMEZONE:America/New_York
BEGIN:VEVENT
UID:a
SUMMARY:Review
DTSTART:20261116T140000Z
END:VEVENT
END:VCALENDAR
BEGIN:VCALENDAR
X-WR-CALNAME:Family
BEGIN:VEVENT
UID:b
SUMMARY:Zoo
DTSTART:20261116T100000
END:VEVENT
END:VCALENDAR
"""


def test_two_calendars_in_a_file_keep_their_names_and_zones() -> None:
    found = [(one.title, one.calendar, one.start, one.zone) for one in events_of(TWO_CALENDARS)]
    assert found == [
        ("Zoo", "Family", "2026-11-16T09:00:00.000Z", "Europe/Berlin"),
        ("Review", "Work", "2026-11-16T14:00:00.000Z", "America/New_York"),
    ]


SPLIT = """BEGIN:VCALENDAR
BEGIN:VEVENT
UID:run
SUMMARY:Run
DTSTART;TZID=Europe/London:20261101T070000
DTEND;TZID=Europe/London:20261101T080000
RRULE:FREQ=DAILY;COUNT=5
END:VEVENT
BEGIN:VEVENT
UID:run
RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20261103T070000
SUMMARY:Run
STATUS:CANCELLED
DTSTART;TZID=Europe/London:20261103T070000
DTEND;TZID=Europe/London:20261103T080000
END:VEVENT
END:VCALENDAR
"""


def test_a_series_that_is_cancelled_from_some_day_on_stays_to_be_seen() -> None:
    assert [(one.start, one.status) for one in events_of(SPLIT)] == [
        ("2026-11-01T07:00:00.000Z", "confirmed"),
        ("2026-11-02T07:00:00.000Z", "confirmed"),
        ("2026-11-03T07:00:00.000Z", "cancelled"),
        ("2026-11-04T07:00:00.000Z", "cancelled"),
        ("2026-11-05T07:00:00.000Z", "cancelled"),
    ]

"""The calendar of the invented year: what happens when, where and with whom.

Series are kept as rules for the file, and counted out here by plain steps of days for the
reference, so that neither the file's recurrence nor its reader has a say in what is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
_DAY = timedelta(days=1)


class Event(NamedTuple):
    """One occurrence."""

    title: str
    start: datetime
    """In Berlin's time; midnight when it takes whole days."""
    end: datetime
    whole_days: bool = False
    people: tuple[str, ...] = ()
    place: str = ""
    cancelled: bool = False
    zone: str = "Europe/Berlin"
    """Whose clock the file writes it by."""
    series: str = ""
    """The identifier of the series that it belongs to."""


class Series(NamedTuple):
    """What happens again and again."""

    key: str
    first: Event
    rule: str
    days: tuple[date, ...]
    """The days on which it happens, counted out."""
    left_out: tuple[date, ...]
    moved: tuple[tuple[date, Event], ...] = ()


MAIL = {
    "Jonas Weber": "jonas@halden.example",
    "Priya Raman": "priya@halden.example",
    "Tomasz Nowak": "tomasz@halden.example",
    "Lena Okafor": "lena@halden.example",
    "Nadia Petrov": "nadia@aster.example",
    "Karim Haddad": "karim@post.example",
    "Felix Arndt": "felix@post.example",
    "Henrik Voss": "voss@steuer.example",
    "Sofia Marin": "sofia@post.example",
    "Daniel Osei": "daniel@post.example",
    "Erik Sandvik": "erik@nordlicht.example",
    "Marta Klein": "marta@veloria.example",
    "Olga Brenner": "olga@papierwerk.example",
    "Grace Lin": "grace@designweek.example",
    "Ben Adeyemi": "ben@solara.example",
}
_SHORT = {name.split()[0]: name for name in MAIL}

# Day, times, title, people by first name, place; a zone stands behind the times.
_ONCE = """
2026-01-08|10:00-11:30|Kick-off Aster rebrand|Nadia Tomasz|Aster office, Torstraße 12
2026-01-19|16:00-17:00|Performance review|Lena|Room Spree
2026-01-22|12:30-13:30|Lunch with Karim|Karim|Café Linde
2026-01-29|08:30-09:00|Dentist Dr. Brandt||Karl-Marx-Straße 88
2026-02-03|11:00-12:00|Aster design review|Nadia Priya|Room Havel
2026-02-10|14:00-15:30|Pricing workshop|Jonas Lena|Room Spree
2026-02-17|19:00-22:00|Theatre with Felix|Felix|Volksbühne
2026-02-24|10:00-11:00|Aster design review|Nadia Priya|Room Havel
2026-02-26|13:00-13:45|Interview Sofia Marin|Sofia Lena|Room Spree
2026-03-04|09:00-10:00|Tax adviser|Henrik|Sonnenallee 41
2026-03-10|11:00-12:00|Aster design review|Nadia Priya|Room Havel
2026-03-12|2026-03-13|UX Days Hamburg|Tomasz|Hamburg
2026-03-19|15:00-16:30|Aster final presentation|Nadia Jonas Lena|Aster office, Torstraße 12
2026-03-27|12:30-13:30|Lunch with Karim|Karim|Osteria Bruna
2026-04-09|09:30-10:30|Nordlicht site survey|Erik|Studio
2026-04-14|10:00-11:00|Planning Lisbon offsite|Jonas Priya|Room Havel
2026-04-16|14:00-15:00|Quarterly review Q1|Jonas Priya Tomasz Lena|Room Spree
2026-04-28|11:00-12:00|Portfolio review|Tomasz|Room Havel
2026-05-05|13:00-14:00|Planning Lisbon offsite|Jonas Priya|Room Havel
2026-05-12|16:00-17:00|Nordlicht handover|Erik|Studio
2026-05-18|2026-05-21|Team offsite Lisbon|Jonas Priya Tomasz Lena|Hotel Miradouro, Lisbon
2026-05-19|20:00-22:30 Europe/Lisbon|Team dinner|Jonas Priya Tomasz Lena|Taberna do Mar, Lisbon
2026-05-28|12:30-13:30|Lunch with Karim|Karim|Café Linde
2026-06-09|10:00-12:00|Brand workshop Veloria|Marta Priya|Veloria, Hauptstraße 7
2026-06-12|2026-06-12|Felix's birthday||
2026-06-16|15:00-16:00|Veloria check-in|Marta|Video call
2026-06-25|09:00-09:30|Dentist Dr. Brandt||Karl-Marx-Straße 88
2026-06-30|15:00-16:00|Veloria check-in|Marta|Video call
2026-07-07|11:00-12:00|Veloria check-in|Marta|Video call
2026-07-09|14:00-15:00|Quarterly review Q2|Jonas Priya Tomasz Lena|Room Spree
2026-07-18|2026-07-31|Holiday in Sweden|Felix|Vimmerby, Sweden
2026-08-04|11:00-12:00|Veloria check-in|Marta|Video call
2026-08-11|10:00-11:30|Interview Daniel Osei|Daniel Lena|Room Spree
2026-08-18|13:00-14:00|Lunch with Karim|Karim|Café Linde
2026-08-20|16:00-17:30|Veloria presentation|Marta Jonas|Veloria, Hauptstraße 7
2026-08-27|09:30-11:00|Accessibility workshop|Tomasz Priya|Room Havel
2026-09-02|11:00-12:00|Nordlicht follow-up call|Erik|Video call
2026-09-10|14:00-17:00|Figura training|Tomasz Priya|Room Spree
2026-09-17|12:00-13:00|Papierwerk print check|Olga|Papierwerk, Köpenicker Straße 30
2026-09-24|17:00-18:00|Flat inspection||Weserstraße 19
2026-09-29|10:00-11:00|Roadmap 2027|Lena Jonas|Room Havel
2026-10-05|2026-10-09|Design Week New York||New York
2026-10-06|10:00-11:00 America/New_York|Meeting with Grace Lin|Grace|Javits Center
2026-10-13|14:00-15:00|Quarterly review Q3|Jonas Priya Tomasz Lena|Room Spree
2026-10-15|12:30-13:30|Lunch with Karim|Karim|Sushi Kano
2026-10-20|09:00-10:30|Client pitch Solara|Ben Lena|Solara, Kantstraße 3
2026-10-27|15:00-16:00|Solara contract call|Ben|Video call
2026-10-28|10:00-10:30|Eye test||Optik Blick
2026-11-03|10:00-11:00|Solara kick-off|Ben Priya Tomasz|Solara, Kantstraße 3
2026-11-10|13:00-14:30|Roadmap 2027|Lena Jonas|Room Havel
2026-11-12|17:30-18:00|Flu shot||Praxis Emre
2026-11-16|11:00-12:00|Solara design review|Ben Priya|Video call
2026-11-16|14:00-15:30|Hiring sync|Lena|Room Spree
2026-11-17|10:00-11:00|Veloria renewal call|Marta|Video call
2026-11-17|13:00-14:00|Lunch with Karim|Karim|Osteria Bruna
2026-11-17|15:30-16:30|Portfolio review|Tomasz|Room Havel
2026-11-18|09:00-10:30|Strategy session|Lena Jonas|Room Spree
2026-11-18|10:00-11:00|Solara data call|Ben|Video call
2026-11-19|09:00-12:00|Moderation training, part 1|Tomasz|Room Spree
2026-11-19|13:00-16:30|Moderation training, part 2|Tomasz|Room Spree
2026-11-20|14:00-15:00|Demo day|Jonas Priya Tomasz Lena|Room Spree
2026-11-22|2026-11-22|Mum's birthday||
2026-11-24|09:00-10:00|Solara design review|Ben Priya|Video call
2026-11-24|16:00-17:00|Tax adviser|Henrik|Sonnenallee 41
2026-11-26|08:30-09:00|Dentist Dr. Brandt||Karl-Marx-Straße 88
2026-11-27|10:00-11:00|CANCELLED Vendor call Inkwell||Video call
2026-11-27|15:00-16:00|Veloria check-in|Marta|Video call
2026-12-03|15:30-16:30|Veloria year-end call|Marta|Video call
2026-12-08|14:00-15:00|Quarterly review Q4|Jonas Priya Tomasz Lena|Room Spree
2026-12-11|18:00-23:00|Christmas party|Jonas Priya Tomasz Lena|Osteria Bruna
2026-12-23|2026-12-31|Winter break||
"""


@cache
def once() -> tuple[Event, ...]:
    """What happens a single time."""
    return tuple(_event(line) for line in _ONCE.split("\n") if line)


@cache
def series() -> tuple[Series, ...]:
    """What recurs."""
    moved = _event("2026-09-08|11:00-12:00|Budget review|Lena|Room Havel")
    return (
        _weekly(
            _event("2026-01-05|09:30-09:45|Team stand-up|Jonas Priya Tomasz|Video call"),
            ("standup", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214T083000Z"),
            (1, date(2026, 12, 14)),
            (
                *(date(2026, 4, 6), date(2026, 5, 18), date(2026, 5, 25)),
                *(date(2026, 7, 20), date(2026, 7, 27), date(2026, 10, 5)),
            ),
        ),
        _weekly(
            _event("2026-01-14|14:00-14:30|1:1 with Priya|Priya|Room Havel"),
            ("priya", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;UNTIL=20261216T130000Z"),
            (2, date(2026, 12, 16)),
            (date(2026, 5, 20), date(2026, 7, 29), date(2026, 10, 7)),
        ),
        _weekly(
            _event("2026-09-01|18:30-19:45|Yoga||Studio Lotus"),
            ("yoga", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=16"),
            (1, date(2026, 12, 15)),
            (date(2026, 10, 6),),
        ),
        Series(
            "budget",
            _event("2026-02-05|15:00-16:00|Budget review|Lena|Room Havel"),
            "RRULE:FREQ=MONTHLY;BYDAY=1TH;COUNT=11",
            tuple(_first_thursday(month) for month in range(2, 13)),
            (),
            ((date(2026, 9, 3), moved._replace(series="budget")),),
        ),
    )


@cache
def occurrences() -> tuple[Event, ...]:
    """Everything that happens, in order; what was cancelled is marked."""
    repeated = [event for one in series() for event in _counted(one)]
    return tuple(sorted([*once(), *repeated], key=lambda event: (event.start, event.title)))


def _weekly(
    first: Event, named: tuple[str, str], steps: tuple[int, date], left_out: tuple[date, ...]
) -> Series:
    weeks, last = steps
    days, day = [], first.start.date()
    while day <= last:
        days.append(day)
        day += weeks * 7 * _DAY
    return Series(named[0], first, named[1], tuple(days), left_out)


def _first_thursday(month: int) -> date:
    day = date(2026, month, 1)
    while day.weekday() != 3:
        day += _DAY
    return day


def _counted(one: Series) -> Iterator[Event]:
    moved = dict(one.moved)
    for day in one.days:
        if day in moved:
            yield moved[day]
        elif day not in one.left_out:
            start, end = (
                datetime.combine(day, clock.time(), BERLIN)
                for clock in (one.first.start, one.first.end)
            )
            yield one.first._replace(start=start, end=end, series=one.key)


def _event(line: str) -> Event:
    day, times, title, people, place = line.split("|")
    named = tuple(_SHORT[name] for name in people.split())
    cancelled = title.startswith("CANCELLED ")
    title = title.removeprefix("CANCELLED ")
    if "-" in times and ":" not in times:
        first, last = date.fromisoformat(day), date.fromisoformat(times)
        start, end = (datetime.combine(each, time(), BERLIN) for each in (first, last + _DAY))
        return Event(title, start, end, True, named, place)
    hours, _, zone = times.partition(" ")
    there = ZoneInfo(zone) if zone else BERLIN
    start, end = (
        datetime.fromisoformat(f"{day}T{hour}").replace(tzinfo=there).astimezone(BERLIN)
        for hour in hours.split("-")
    )
    return Event(title, start, end, False, named, place, cancelled, zone or "Europe/Berlin")

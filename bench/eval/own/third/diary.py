"""The calendar of the third set, as the times on Wellington's clocks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

ZONE = "Pacific/Auckland"
HERE = ZoneInfo(ZONE)
PEOPLE = {
    "Joss Beck": "joss@beck.example",
    "Ngaire Pohatu": "ngaire@kowhai.example",
    "Tom Marlowe": "tom@marlowe.example",
    "Wiremu Ellis": "wiremu@ellis-engineers.example",
    "Sione Faleolo": "sione@faleolo.example",
    "Amari Okafor": "amari@piano.example",
    "Fleur Daniels": "fleur@daniels.example",
}


class Event(NamedTuple):
    """Something planned; of whole days when its times are both midnight."""

    title: str
    start: datetime
    end: datetime
    place: str = ""
    people: tuple[str, ...] = ()
    rule: str = ""
    left_out: tuple[date, ...] = ()
    cancelled: bool = False

    @property
    def whole_days(self) -> bool:
        """Whether it has no time of day."""
        return self.start.hour == self.end.hour == 0 and self.start.minute == 0


def planned() -> list[Event]:
    """As the calendar file keeps them: a series once."""
    return [_event(line) for line in _EVENTS.strip().splitlines()]


def occurrences() -> list[Event]:
    """Everything that takes place, each day of a series for itself, in order."""
    found = [one for event in planned() for one in _each(event)]
    return sorted(found, key=lambda one: one.start)


def _each(event: Event) -> Iterator[Event]:
    if not event.rule:
        yield event
        return
    parts = dict(part.split("=") for part in event.rule.split(";"))
    step = timedelta(weeks=int(parts.get("INTERVAL", "1")))
    at = event
    for _ in range(int(parts["COUNT"])):
        if at.start.date() not in event.left_out:
            yield at
        start = (at.start.replace(tzinfo=None) + step).replace(tzinfo=HERE)
        at = at._replace(start=start, end=start + (event.end - event.start))


def _event(line: str) -> Event:
    when, title, place, people, rule, left_out = (line + "|" * 5).split("|")[:6]
    day, _, times = when.partition(" ")
    names = tuple(name for name in PEOPLE if name.split()[0] in people.split(","))
    gone = tuple(date.fromisoformat(f"2026-{one}") for one in left_out.split(",") if one)
    start, end = _times(day, times)
    cancelled = rule == "CANCELLED"
    rule = "" if cancelled else rule.replace("W;", "FREQ=WEEKLY;")
    return Event(title, start, end, place, names, rule, gone, cancelled)


def _times(day: str, times: str) -> tuple[datetime, datetime]:
    first, _, last = day.partition("..")
    begin, _, end = times.partition("-")
    if not times:
        after = date.fromisoformat(f"2026-{last or first}") + timedelta(days=1)
        return _at(first, "00:00"), datetime.combine(after, datetime.min.time(), HERE)
    return _at(first, begin), _at(first, end)


def _at(day: str, clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-{day}T{clock}").replace(tzinfo=HERE)


_EVENTS = """
02-03 15:30-16:15|Piano lesson Mila|Miss Amari's studio|Amari|W;COUNT=34|04-07,04-14,07-07,07-14
02-05 16:00-16:45|Swimming Theo|Freyberg Pool||W;COUNT=33|04-09,04-16,07-09,07-16
02-04 10:00-11:30|Site meeting Kowhai School|Kowhai School|Ngaire,Wiremu|W;INTERVAL=2;COUNT=18|
01-19 08:45-09:15|Week planning||Joss|W;COUNT=40|
04-03..04-06|Easter in Nelson|Nelson Holiday Park|Joss||
07-10..07-14|Melbourne trip|Melbourne|Joss||
02-14 19:00-22:00|Valentine's dinner|Logan Brown|Joss||
03-27 18:30-21:00|Dinner with Fleur|Ombra|Fleur||
05-15 19:00-22:30|Anniversary dinner|Logan Brown|Joss||
08-21 18:30-21:30|Dinner with the Marlowes|Logan Brown|Tom||
04-22 14:00-14:45|Dentist|Dr Faleolo Dental|Sione||
10-21 14:00-14:45|Dentist|Dr Faleolo Dental|Sione||
06-09 09:00-09:30|Biscuit paw surgery drop-off|Island Bay Vets|||
06-23 16:30-17:00|Biscuit check-up|Island Bay Vets|||
07-22 12:00-12:40|Eye test Joss|Specs on Lambton|Joss||
06-04 08:00-12:00|Drain repair|Home|||
07-21 08:30-09:00|Drop off Subaru|Hutt Road Motors|||
09-10 09:30-10:30|Marlowe Bakery fit-out review|Marlowe Bakery|Tom||
09-10 13:00-14:00|Call with Wiremu|Phone|Wiremu||
09-10 14:30-15:00|Quantity surveyor call|Phone|||
09-11 11:00-12:00|Coffee with Fleur|Prefab|Fleur||
09-11 17:30-18:30|Theo parent-teacher evening|Thorndon School|Joss||
09-12 10:00-12:00|Mila netball|Hataitai courts|||
09-12 11:30-13:00|Biscuit grooming|Animates Kilbirnie|||
09-14 13:00-14:30|Council pre-application|Wellington City Council|Ngaire||
09-15 16:00-17:00|Kowhai design presentation|Kowhai School|Ngaire,Wiremu||
09-15 15:45-16:30|Optician Mila|Specs on Lambton|||
09-16 13:00-15:00|Concrete pour inspection|Kowhai School|Wiremu||
09-17 09:00-17:00|Passive house seminar|Te Papa|||
09-18 15:00-16:00|Invoice round||||
09-19..09-20|Weekend at the bach|Otaki|Joss||
09-21 19:00-21:00|School board meeting|Kowhai School|Ngaire||
09-24|Mila's birthday||||
09-26 14:00-16:30|Mila's birthday party|Capital Climbing|||
09-28..10-09|School holidays||||
10-05 09:00-10:00|Rates review meeting|Town Hall|||
10-15 10:00-11:00|Final account Marlowe|Marlowe Bakery|Tom||
08-05 11:00-12:00|Fit-out kick-off Marlowe|Marlowe Bakery|Tom||
08-26 15:00-16:00|Marlowe tender review|Studio|Tom,Wiremu||
09-08 18:00-19:00|Book club|Fleur's place|Fleur|CANCELLED|
09-03 12:30-13:30|Lunch with Fleur|Prefab|Fleur||
10-27 09:00-09:30|Biscuit vaccination|Island Bay Vets|||
11-13..11-15|Architects' congress|Auckland|||
"""

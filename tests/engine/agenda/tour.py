"""A year of a singer with two children: rehearsals, a tour, appointments. Berlin, 2026.

Times are on the clocks of Berlin; "now" is Sunday, 15 November 2026, 11:30.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from runwright.engine.types import Item

_BERLIN = ZoneInfo("Europe/Berlin")


def _instant(day: str, clock: str) -> str:
    local = datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=_BERLIN)
    return local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:00.000Z")


def _timed(id: str, title: str, when: str, details: str = "") -> Item:
    """`when` is "2026-06-12 20:00-22:30"."""
    day, hours = when.split()
    start, end = hours.split("-")
    text = f"{title}, {day}, {hours}.{' ' if details else ''}{details}"
    at, until = _instant(day, start), _instant(day, end)
    return Item(id=id, source="calendar", text=text, at=at, until=until, kind="event", title=title)


def _all_day(id: str, title: str, first: str, last: str, details: str = "") -> Item:
    after = (date.fromisoformat(last) + timedelta(days=1)).isoformat()
    text = f"{title}, {first} to {last}.{' ' if details else ''}{details}"
    return Item(
        id=id, source="calendar", text=text, at=first, until=after, kind="event", title=title
    )


def _series(id: str, title: str, days: str, hours: str, details: str = "") -> list[Item]:
    return [_timed(f"{id}_{day[5:]}", title, f"{day} {hours}", details) for day in days.split()]


BAND = "With Jonas Brandt, Aylin Kaya, Tomasz Nowak."
EVENTS = (
    *_series(
        "reh",
        "Band rehearsal",
        "2026-01-13 2026-01-27 2026-02-10 2026-03-03 2026-05-05 2026-05-19 2026-09-15 2026-10-06 "
        "2026-10-20 2026-11-03 2026-11-17 2026-12-01 2026-12-15",
        "18:00-21:00",
        f"Place: Studio 3. {BAND}",
    ),
    *_series(
        "manager",
        "1:1 Helena",
        "2026-01-08 2026-02-05 2026-03-05 2026-04-09 2026-10-08 2026-11-05 2026-11-19 2026-12-10",
        "10:00-10:30",
        "With Helena Vogt.",
    ),
    *_series(
        "label",
        "Amberline check-in",
        "2026-06-03 2026-06-17 2026-08-12 2026-10-14 2026-11-25",
        "15:00-16:00",
        "Place: Room 12. With Oskar Lindqvist, Helena Vogt.",
    ),
    *_series(
        "pilates",
        "Pilates",
        "2026-10-12 2026-10-19 2026-10-26 2026-11-02 2026-11-09 2026-11-16 2026-11-23 2026-11-30",
        "08:30-09:30",
        "Place: Körperwerk.",
    ),
    *_series("swim", "Swimming Nils", "2026-11-18 2026-11-25 2026-12-02", "16:00-17:00"),
    _timed("gig_oslo", "Concert Oslo", "2026-06-12 20:00-22:30", f"Place: Parkteatret. {BAND}"),
    _timed("gig_gdansk", "Concert Gdańsk", "2026-06-14 20:00-22:30", f"Place: Stary Maneż. {BAND}"),
    _timed("gig_riga", "Concert Riga", "2026-08-21 21:00-23:00", BAND),
    _timed("gig_home", "Concert Berlin", "2026-12-18 20:00-22:30", f"Place: Lido. {BAND}"),
    _timed("check_home", "Sound check", "2026-12-18 16:00-17:30", f"Place: Lido. {BAND}"),
    _timed("mix", "Mixing session", "2026-11-20 10:00-15:00", "Place: Studio 3. With Aylin Kaya."),
    _timed("radio", "Radio interview", "2026-11-20 14:30-15:30", "With Petra Sommer."),
    _timed("press", "Press interview", "2026-09-22 11:00-11:45", "With Dieter Falk."),
    _timed("kids", "Parents' evening", "2026-11-24 19:00-20:30", "Place: Linden School."),
    _timed("paed", "Paediatrician Mira", "2026-09-09 09:00-09:30", "Place: Dr. Holm, Torstr. 8."),
    _timed("dent", "Dentist", "2026-11-26 11:15-12:00", "Place: Dr. Yilmaz."),
    _timed("dent_old", "Dentist", "2026-05-21 11:15-12:00", "Place: Dr. Yilmaz."),
    _timed("lunch_a", "Lunch with Aylin", "2026-10-23 12:30-13:30", "Place: Trattoria Nove."),
    _timed("lunch_p", "Lunch with Petra", "2026-11-27 13:00-14:00", "Place: Café Anders."),
    _timed("vocal", "Vocal coaching (cancelled)", "2026-11-18 10:00-11:00", "With Irina Popov."),
    _timed("photo", "Photo shoot", "2026-11-19 13:00-16:00", "The shoot has been called off."),
    _timed("tax", "Tax adviser", "2026-03-17 14:00-15:00", "With Frau Kessler."),
    _timed("vinyl", "Release party", "2026-09-25 20:00-23:30", f"Place: Room 2. {BAND}"),
    _all_day("mira", "Mira's birthday", "2026-12-05", "2026-12-05"),
    _all_day("camp", "Songwriting retreat", "2026-04-20", "2026-04-24", "Place: Rügen."),
    _all_day("sea", "Holiday in Denmark", "2026-07-13", "2026-07-24"),
    _all_day("fair", "Music fair Hamburg", "2026-09-16", "2026-09-18", "Place: Hamburg."),
)

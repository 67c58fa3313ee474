"""What the files of the second set say, read plainly, with none of the service's own readers.

The bank's file is laid out as Revolut exports it, the card's is QIF with the day before the month.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

FOLDER = Path(__file__).resolve().parent
ZONE = "Europe/Lisbon"
NOW = datetime(2026, 10, 14, 9, 20, tzinfo=UTC)
"""A Wednesday, twenty past ten in Lisbon."""
BANK, CARD, DIARY = "account-statement.csv", "card.qif", "calendar.ics"
PAPERS = (
    "contract-saint-eloi.md",
    "invoice-2026-031.txt",
    "invoice-2026-034.txt",
    "invoice-estudio-lince.txt",
    "itinerary.md",
    "letter-tax-office.txt",
    "notes-loewenzahn.md",
)
FILES = (DIARY, BANK, CARD, *PAPERS)
FIRST, LAST = date(2026, 1, 1), date(2026, 12, 31)
_CENT = Decimal("0.01")


class Booking(NamedTuple):
    """One line of a statement."""

    day: date
    name: str
    amount: Decimal
    currency: str
    sort: str
    """The bank's type, or the card's category."""


class Event(NamedTuple):
    """One occurrence, in the time of Lisbon."""

    title: str
    start: datetime
    end: datetime
    whole_days: bool
    place: str
    people: tuple[str, ...]
    cancelled: bool


@cache
def bank() -> tuple[Booking, ...]:
    """The account's lines; what was reverted never happened."""
    with (FOLDER / BANK).open(encoding="utf-8", newline="") as lines:
        return tuple(
            Booking(
                date.fromisoformat(row["Started Date"][:10]),
                row["Description"],
                Decimal(row["Amount"]),
                row["Currency"],
                row["Type"],
            )
            for row in csv.DictReader(lines)
            if row["State"] == "COMPLETED"
        )


@cache
def card() -> tuple[Booking, ...]:
    """The card's lines, its monthly settlements among them."""
    records = (FOLDER / CARD).read_text(encoding="utf-8").partition("\n")[2].split("^\n")
    return tuple(_charge(record) for record in records if record.strip())


def _charge(record: str) -> Booking:
    field = {line[0]: line[1:] for line in record.splitlines()}
    day = datetime.strptime(field["D"], "%d/%m/%Y").date()  # noqa: DTZ007 - a day
    return Booking(day, field["P"], Decimal(field["T"]), "EUR", field["L"])


@cache
def events() -> tuple[Event, ...]:
    """Every occurrence of 2026, cancelled ones among them, in their order."""
    calendar = icalendar.Calendar.from_ical((FOLDER / DIARY).read_bytes())
    found = recurring_ical_events.of(calendar).between(FIRST, LAST)
    return tuple(sorted(map(_event, found), key=lambda one: (one.start, one.title)))


def _event(raw: Any) -> Event:
    start, end = raw["DTSTART"].dt, raw["DTEND"].dt
    people = raw.get("ATTENDEE", [])
    return Event(
        str(raw["SUMMARY"]),
        _moment(start),
        _moment(end),
        not isinstance(start, datetime),
        str(raw.get("LOCATION", "")),
        tuple(one.params["CN"] for one in (people if isinstance(people, list) else [people])),
        raw.get("STATUS") == "CANCELLED",
    )


def _moment(value: date) -> datetime:
    if isinstance(value, datetime):
        return value.astimezone(ZoneInfo(ZONE))
    return datetime.combine(value, time(), ZoneInfo(ZONE))


# Looking things up ------------------------------------------------------------------------------


def booked(
    lines: Sequence[Booking], *names: str, since: str = "2026-01-01", until: str = "2026-12-31"
) -> list[Booking]:
    """The lines whose name has one of the words in it, from one day to another."""
    first, last = date.fromisoformat(since), date.fromisoformat(until)
    return [
        one
        for one in lines
        if first <= one.day <= last and any(name in one.name for name in names or ("",))
    ]


def of_sort(lines: Sequence[Booking], sort: str) -> list[Booking]:
    """The lines of a type or category."""
    return [one for one in lines if one.sort == sort]


def total(lines: Iterable[Booking]) -> Decimal:
    """What the lines come to, without its sign."""
    return abs(sum((one.amount for one in lines), Decimal(0)))


def average(lines: Sequence[Booking]) -> Decimal:
    """What one line comes to, to the cent."""
    return (total(lines) / len(lines)).quantize(_CENT)


def on(day: str) -> list[Event]:
    """What takes place on a day."""
    begin = datetime.combine(date.fromisoformat(day), time(), ZoneInfo(ZONE))
    end = begin + timedelta(days=1)
    return [one for one in events() if not one.cancelled and one.start < end and one.end > begin]


def named(title: str, person: str = "") -> list[Event]:
    """What takes place under a title, or with somebody."""
    return [
        one
        for one in events()
        if title in one.title and (not person or person in one.people) and not one.cancelled
    ]


def gaps(day: str, begin: int, end: int) -> list[tuple[datetime, datetime]]:
    """The stretches of a day between two hours in which no timed event takes place."""
    midnight = datetime.combine(date.fromisoformat(day), time(), ZoneInfo(ZONE))
    at, close = midnight.replace(hour=begin), midnight.replace(hour=end)
    found = []
    for one in on(day):
        if one.whole_days:
            continue
        if at < min(one.start, close):
            found.append((at, min(one.start, close)))
        at = max(at, one.end)
    return [*found, (at, close)] if at < close else found


def quoted(paper: str, words: str) -> str:
    """The words, which the paper must have."""
    text = " ".join((FOLDER / paper).read_text(encoding="utf-8").split())
    if words not in text:
        raise LookupError(f"{paper} does not say {words!r}")
    return words

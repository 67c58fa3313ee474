"""Events joined with the bookings of their days, and with documents that name them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from runwright.records.facts import Document, Event
from runwright.text.words import word_set
from runwright.tools.base import Item
from runwright.tools.counted_bookings import Booking
from runwright.tools.match_arguments import EventChoice
from runwright.tools.match_results import Match, Reason, Sure
from runwright.tools.matching import fits
from runwright.tools.name_agreement import agreement, is_telling, name_words

_DAY = timedelta(days=1)
_MEETINGS = word_set("""
    meeting call appointment termin besprechung treffen lunch dinner breakfast weekly monthly
    daily sync review session trip party day
    """)
"""What events are called that have no name of their own."""


class Dated(NamedTuple):
    """An event that takes place, with its first and last day in the project's zone."""

    item: Item[Event]
    first: date
    last: date


def chosen_events(items: Iterable[Item[Event]], choice: EventChoice, zone: ZoneInfo) -> list[Dated]:
    """The events that were asked for, in the order of their days."""
    events = [event for item in items if (event := _dated(item, zone)) is not None]
    kept = [event for event in events if _is_chosen(event, choice)]
    return sorted(kept, key=lambda event: (event.first, event.item.id))


def _dated(item: Item[Event], zone: ZoneInfo) -> Dated | None:
    facts = item.facts
    if facts.what != "event" or facts.status == "cancelled" or facts.start is None:
        return None
    first = local_day(facts.start, zone)
    if facts.end is None or facts.end <= facts.start:
        return Dated(item, first, first)
    return Dated(item, first, _last_day(facts.end, zone))


def _last_day(end: str, zone: ZoneInfo) -> date:
    """The end is exclusive: what ends at midnight does not reach the next day."""
    if len(end) == len("2026-11-16"):
        return date.fromisoformat(end) - _DAY
    return (_instant(end) - timedelta(microseconds=1)).astimezone(zone).date()


def local_day(moment: str, zone: ZoneInfo) -> date:
    """The day of a day or instant."""
    if len(moment) == len("2026-11-16"):
        return date.fromisoformat(moment)
    return _instant(moment).astimezone(zone).date()


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _is_chosen(event: Dated, choice: EventChoice) -> bool:
    facts = event.item.facts
    if choice.period is not None:
        days = choice.period.days
        if days.end is not None and event.first >= days.end:
            return False
        if days.start is not None and event.last < days.start:
            return False
    return (
        fits(choice.title, (facts.title,))
        and fits(choice.place, (facts.place,))
        and fits(choice.people, _people(facts))
    )


def _people(facts: Event) -> list[str]:
    people = [*facts.attendees, *([facts.organiser] if facts.organiser else [])]
    return [person.name for person in people]


# Bookings ---------------------------------------------------------------------------------------


def with_bookings(
    events: Iterable[Dated],
    bookings: Sequence[Booking],
    window: tuple[int, int],
    *,
    by_name: bool,
) -> Iterator[Match]:
    """Every booking that was booked or made in the window of an event.

    It is certain only if the event also names the counterparty.
    """
    dated = sorted(
        {(day, n) for n, booking in enumerate(bookings) for day in (booking.day, booking.made)}
    )
    days = [day for day, _ in dated]
    for event in events:
        begin = bisect_left(days, event.first - timedelta(days=window[0]))
        end = bisect_right(days, event.last + timedelta(days=window[1]))
        named: dict[str, tuple[Reason, ...]] = {}
        for number in sorted({n for _, n in dated[begin:end]}):
            booking = bookings[number]
            counterparty = booking.item.facts.counterparty
            if counterparty not in named:
                named[counterparty] = _names(event.item.facts, counterparty)
            if by_name and not named[counterparty]:
                continue
            yield _match(event, booking, named[counterparty])


def _match(event: Dated, booking: Booking, names: tuple[Reason, ...]) -> Match:
    is_during = any(event.first <= day <= event.last for day in (booking.day, booking.made))
    reasons: tuple[Reason, ...] = ("during" if is_during else "near", *names)
    sure: Sure = "certain" if is_during and names else "likely"
    return Match(event.item.id, booking.id, sure, reasons, (booking.made - event.first).days)


def _names(facts: Event, counterparty: str) -> tuple[Reason, ...]:
    """In what the event names the other side of a booking."""
    reasons: list[Reason] = []
    if facts.place and agreement(counterparty, facts.place):
        reasons.append("place_name")
    if _is_named(facts.title) and agreement(counterparty, facts.title):
        reasons.append("title_name")
    if any(agreement(counterparty, name) for name in _people(facts)):
        reasons.append("person_name")
    return tuple(reasons)


def _is_named(title: str) -> bool:
    """Whether a title has a name of its own: `Lunch` has none."""
    return is_telling(name_words(title) - _MEETINGS)


# Documents --------------------------------------------------------------------------------------


def with_documents(
    events: Iterable[Dated],
    documents: Iterable[Item[Document]],
    passages: Iterable[Item[Any]],
    window: tuple[int, int],
) -> Iterator[Match]:
    """Every document that bears a day in the window of an event, and names it."""
    dated = sorted(
        ((date.fromisoformat(item.facts.date), item) for item in documents if item.facts.date),
        key=lambda each: (each[0], each[1].id),
    )
    days = [day for day, _ in dated]
    texts: dict[str, list[Item[Any]]] = {}
    for passage in passages:
        texts.setdefault(passage.file, []).append(passage)
    for event in events:
        begin = bisect_left(days, event.first - timedelta(days=window[0]))
        end = bisect_right(days, event.last + timedelta(days=window[1]))
        for day, document in dated[begin:end]:
            names = _mentions(event.item.facts, document, texts.get(document.file, ()))
            if names:
                is_same = event.first <= day <= event.last
                sure: Sure = "certain" if is_same and "title_in_title" in names else "likely"
                reasons: tuple[Reason, ...] = ("same_day" if is_same else "near", *names)
                yield Match(event.item.id, document.id, sure, reasons, (day - event.first).days)


def _mentions(
    facts: Event, document: Item[Document], passages: Iterable[Item[Any]]
) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    words = name_words(facts.title)
    if _is_named(facts.title):
        if words <= name_words(document.facts.title):
            reasons.append("title_in_title")
        elif any(words <= name_words(passage.text) for passage in passages):
            reasons.append("title_in_text")
    parties = document.facts.parties
    if any(agreement(name, party) == "same" for name in _people(facts) for party in parties):
        reasons.append("person_name")
    return tuple(reasons)

"""What an event of the calendar cost: the event found by its words, the payments by its days.

A payment belongs to an event when it names it or its place around its days, when it is of its
kind (a dentist's bill for the dentist), or when it lies on its days: for a trip all of them count,
for an hour in a day only if nothing else fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine import periods
from runwright.engine.days import moved
from runwright.engine.ledger import wording
from runwright.engine.ledger.categories import named_in
from runwright.engine.ledger.entries import Entry, day_of, entries_of
from runwright.engine.ledger.selection import selection_of
from runwright.engine.ledger.settling import settled
from runwright.engine.ledger.sums import sums
from runwright.engine.ledger.words import stem, stems
from runwright.engine.types import Finding, Item, Step, Work

GENERAL = word_set("""
    event events meeting meetings appointment appointments trip trips visit visits calendar day days
    date session sessions entry the my our with at to for in of and team weekend
""")
"""Words that say only that something happens."""
_PLACE = re.compile(r"\bPlace: ([^.\n]{2,120})")
_SQUASHED = re.compile(r"[\W_]+")
_HOUSEHOLD = frozenset(
    {"rent", "mortgage", "utilities", "electricity", "gas and heating", "water", "insurance"}
    | {"internet and phone", "streaming", "taxes", "loans", "savings and investments", "bank fees"}
)
_TRAVEL = frozenset({"flights", "hotels", "trains"})
_BEFORE, _AFTER, _BILLED, _BOOKED = (timedelta(days=days) for days in (7, 3, 30, 120))
_LONG = 4


class Happening(NamedTuple):
    """One event, or several that follow each other under one name."""

    items: tuple[Item, ...]
    first: date
    last: date

    def said(self) -> str:
        """The event with its days, in words."""
        when = periods.said(self.first, self.last + timedelta(days=1))
        return f"“{self.items[0].title or self.items[0].text[:60]}” ({when})"


def chosen(arguments: Mapping[str, str], work: Work) -> list[str]:
    """Ids of the event that the words name: the latest that has begun, else the next."""
    wanted = _telling(arguments.get("words", ""))
    limits = selection_of(arguments).days
    found = [
        (day, event)
        for event in work.items
        if event.source == "calendar" and (day := day_of(event.at, work.moment.zone)) is not None
        if _names(event, wanted) and (not limits or any(a <= day < b for a, b in limits))
    ]
    if not found or not wanted:
        return []
    in_title = [each for each in found if _names(each[1], wanted, title_only=True)]
    ordered = sorted(in_title or found, key=lambda each: (each[0], each[1].id))
    today = work.moment.now.astimezone(work.moment.zone).date()
    begun = [each for each in ordered if each[0] <= today]
    return [event.id for event in _run(begun or ordered[:1], work)]


def _run(ordered: Sequence[tuple[date, Item]], work: Work) -> list[Item]:
    """The last of some events, with those that lead up to it day by day."""
    run = [ordered[-1][1]]
    first = ordered[-1][0]
    for day, event in reversed(ordered[:-1]):
        _, last = _days(event, work)
        if (first - last).days > 1:
            break
        run.insert(0, event)
        first = min(first, day)
    return run


def happening(ids: Sequence[str], work: Work) -> Happening | None:
    """The event among the ids that a step before chose."""
    wanted = frozenset(ids)
    items = tuple(item for item in work.items if item.id in wanted and item.source == "calendar")
    if not items:
        return None
    spans = [_days(item, work) for item in items]
    return Happening(items, min(first for first, _ in spans), max(last for _, last in spans))


def payments(arguments: Mapping[str, str], work: Work) -> list[str]:
    """Ids of the payments that belong to the event of the step before."""
    event = happening(work.earlier[-1].items if work.earlier else (), work)
    entries = entries_of(work.items, work.moment.zone)
    selection = selection_of(arguments)
    if event is None:
        fits = selection.subject.alternatives and "sure" not in arguments
        return [entry.id for entry in selection.chosen(entries)] if fits else []
    offset = timedelta(days=int(arguments.get("offset", "0")))
    event = event._replace(first=event.first + offset, last=event.last + offset)
    event = _widened(event, arguments.get("span", ""))
    leaving = [entry for entry in entries if entry.amount < 0]
    found = _belonging(leaving, event, arguments["around"])
    if arguments["around"] == "days":
        selection = settled(selection, found)
        found = selection.chosen(found)
    elif selection.currency:
        found = [entry for entry in found if entry.currency in selection.currency.split()]
    return [entry.id for entry in found]


def _widened(event: Happening, span: str) -> Happening:
    """The event with all of the week or month that it lies in."""
    if not span:
        return event
    if span == "month":
        first = event.first.replace(day=1)
        after = moved(event.last.replace(day=1), 1, "month")
        return event._replace(first=first, last=after - timedelta(days=1))
    monday = event.first - timedelta(days=event.first.weekday())
    sunday = event.last + timedelta(days=6 - event.last.weekday())
    saturday = sunday - timedelta(days=1)
    return event._replace(first=saturday if span == "weekend" else monday, last=sunday)


def _belonging(entries: Sequence[Entry], event: Happening, mode: str) -> list[Entry]:
    during = [entry for entry in entries if event.first <= entry.day <= event.last]
    if mode == "days":
        return during
    close = [entry for entry in entries if _is_named(entry, event) or _is_of_its_kind(entry, event)]
    if mode == "paid" or (close and event.first == event.last):
        return close
    ids = {entry.id for entry in close}
    ids |= {entry.id for entry in during if _HOUSEHOLD.isdisjoint(entry.categories)}
    return [entry for entry in entries if entry.id in ids]


def _is_named(entry: Entry, event: Happening) -> bool:
    """Whether a payment around its days has one of its words; travel is booked long before."""
    early = _BEFORE if _TRAVEL.isdisjoint(entry.categories) else _BOOKED
    if not event.first - early <= entry.day <= event.last + _AFTER:
        return False
    return not _words_of(event).isdisjoint(entry.words)


def _is_of_its_kind(entry: Entry, event: Happening) -> bool:
    if not event.first - _AFTER <= entry.day <= event.last + _BILLED:
        return False
    kinds = {found.category for item in event.items for found in named_in(stems(item.title))}
    return not kinds.isdisjoint(entry.categories)


def _words_of(event: Happening) -> frozenset[str]:
    """The words that tell this event from others: of its title and its place.

    A word for a kind of place, such as "hotel", tells nothing: every stay has one.
    """
    words: set[str] = set()
    for item in event.items:
        place = _PLACE.search(item.text)
        words |= set(stems(f"{item.title} {place[1] if place else ''}"))
    return frozenset(
        word
        for word in words
        if len(word) >= _LONG and word not in GENERAL | STOP and not named_in([word])
    )


def told(step: Step, work: Work) -> Finding:
    """What the event cost, or what of it is not there."""
    ids = work.earlier[-1].items if work.earlier else ()
    event = happening(ids, work)
    wanted = frozenset(ids)
    entries = entries_of((item for item in work.items if item.id in wanted), work.moment.zone)
    name = step.arguments["event"]
    if event is None and not entries:
        when = selection_of(step.arguments)
        within = f" {when.when()}" if when.days else ""
        reason = f"nothing in your calendar is called “{name}”{within}"
        return Finding(step.action, step.part, reason=reason)
    if event is None:
        return _without_event(step, name, entries)
    if not entries:
        reason = f"nothing in your finance records is a payment for {event.said()}"
        if step.arguments.get("mode") == "days":
            recognised = wording.described(selection_of(step.arguments), several=False)
            days = _on_days(step, event)
            reason = f"nothing in your finance records is a payment{recognised} {days}"
        return Finding(step.action, step.part, reason=reason)
    value = wording.value(sums(entries))
    if step.arguments.get("figure") == "count":
        value = str(len(entries))
    items = (*(item.id for item in event.items), *(entry.id for entry in entries))
    answer = _sentence(step, event, entries)
    return Finding(step.action, step.part, answer=answer, value=value, items=items)


def _sentence(step: Step, event: Happening, entries: Sequence[Entry]) -> str:
    mode = step.arguments.get("mode", "cost")
    figures = wording.money(sums(entries))
    if mode == "paid":
        lead = f"Yes: for {event.said()} you paid {figures}"
    elif mode == "days":
        lead = f"You spent {figures}{_about(step)} {_on_days(step, event)}"
    else:
        lead = f"{event.said()} cost you {figures}"
    if len(entries) == 1:
        return f"{lead}: one payment, {wording.one(entries[0])}."
    basis = _basis(event, entries) if mode == "cost" else ""
    return f"{lead}, in {len(entries)} payments{basis}:\n{wording.lines(entries, 'out')}"


def _about(step: Step) -> str:
    """What of the spending is meant: " on groceries", " in payments that name Tesco"."""
    selection = selection_of(step.arguments)
    if not selection.subject.alternatives:
        return ""
    recognised = wording.described(selection, several=True)
    return wording.on_what(selection) or f" in payments{recognised}"


def _basis(event: Happening, entries: Sequence[Entry]) -> str:
    """Why they were counted, so that people can check."""
    named = sum(_is_named(entry, event) or _is_of_its_kind(entry, event) for entry in entries)
    if named == len(entries):
        return " that name it or are of its kind"
    if not named:
        return " on its days"
    return f", {named} by name or kind and {len(entries) - named} on its days"


def _on_days(step: Step, event: Happening) -> str:
    if span := step.arguments.get("span", ""):
        wide = _widened(event, span)
        days = periods.said(wide.first, wide.last + timedelta(days=1))
        return f"in the {span} of {event.said()}, {days}"
    offset = int(step.arguments.get("offset", "0"))
    if offset:
        day = event.first + timedelta(days=offset)
        when = periods.said(day, day + timedelta(days=1))
        return f"on {when}, the day {'after' if offset > 0 else 'before'} {event.said()}"
    return f"{'during' if event.first != event.last else 'on the day of'} {event.said()}"


def _without_event(step: Step, name: str, entries: Sequence[Entry]) -> Finding:
    """No such event, but payments that say the same words."""
    selection = selection_of(step.arguments)._replace(days=())
    counted = wording.counted(entries, selection)
    answer = (
        f"You paid {wording.money(sums(entries))}: {counted}. "
        f"Nothing in your calendar is called “{name}”."
    )
    items = tuple(entry.id for entry in entries)
    value = wording.value(sums(entries))
    return Finding(step.action, step.part, answer=answer, value=value, items=items)


def _days(item: Item, work: Work) -> tuple[date, date]:
    zone = work.moment.zone
    first = day_of(item.at, zone) or date.min
    last = day_of(item.until, zone)
    if last is None or last <= first:
        return first, first
    # The end of a day-long event is the day after; so is a midnight.
    if item.until and (len(item.until) == 10 or _ends_at_midnight(item.until, work)):
        last -= timedelta(days=1)
    return first, last


def _ends_at_midnight(until: str, work: Work) -> bool:
    try:
        end = datetime.fromisoformat(until).astimezone(work.moment.zone)
    except (ValueError, OverflowError):
        return False
    return (end.hour, end.minute) == (0, 0)


def _telling(words: str) -> tuple[str, ...]:
    found = [word for word in fold(words).split() if word not in STOP]
    telling = [word for word in found if word not in GENERAL]
    return tuple(telling or found)


def _names(event: Item, wanted: Sequence[str], *, title_only: bool = False) -> bool:
    text = event.title if title_only else f"{event.title} {event.text}"
    said = frozenset(stems(text))
    squashed = _SQUASHED.sub("", fold(text))
    return all(
        stem(word) in said or (len(plain := _SQUASHED.sub("", word)) > _LONG and plain in squashed)
        for word in wanted
    )

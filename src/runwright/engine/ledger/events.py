"""Events and what was paid for them: the event found by its words, the payments by its days.

A payment belongs to an event when it names it or its place around its days, when it is of its
kind (a dentist's bill for the dentist), or when it lies on its days: for a trip all of them count,
for an hour in a day only if nothing else fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine import periods
from runwright.engine.days import moved
from runwright.engine.ledger.categories import named_in
from runwright.engine.ledger.entries import Entry, between, day_of, entries_of
from runwright.engine.ledger.selection import Selection, selection_of
from runwright.engine.ledger.settling import settled
from runwright.engine.ledger.subjects import Subject
from runwright.engine.ledger.words import stem, stems
from runwright.engine.patterns import lazily
from runwright.engine.types import Item, Work

GENERAL = word_set("""
    event events meeting meetings appointment appointments trip trips visit visits calendar day days
    date session sessions entry the my our with at to for in of and team weekend
""")
"""Words that say only that something happens."""
EVENT_NOUN = (
    r"offsite|off-site|trip|conference|workshop|retreat|meeting|appointment|kick-?off|wedding|party"
    r"|concert|festival|holiday|vacation|getaway|summit|seminar|training|course|visit|birthday|dinner"
    r"|lunch|breakfast|brunch|event|excursion|tour|stay|reunion|meet-?up|hackathon|congress|exhibition"
    r"|weekend|fair|show|match|interview|check-?up|session|lesson|class|anniversary|celebration"
    r"|weekend away|dentist|barbecue|picnic|camp|hike|game|opera|webinar|demo|review|call|journey"
    r"|convention|symposium|graduation|ceremony|rehearsal|inspection|test|exam|examination|repair"
    r"|drop-?off|surgery|operation|vaccination|fitting|delivery|reading|launch|opening|outing"
    r"|night out"
)
"""A pattern: words for what stands in calendars."""
_IS_EVENT = lazily(EVENT_NOUN)
_PLACE = lazily(r"\bPlace: ([^.\n]{2,120})")
_SQUASHED = lazily(r"[\W_]+")
_HOUSEHOLD = frozenset(
    {"rent", "mortgage", "utilities", "electricity", "gas and heating", "water", "insurance"}
    | {
        "internet and phone",
        "streaming",
        "subscriptions",
        "taxes",
        "loans",
        "savings and investments",
        "bank fees",
    }
)
_TRAVEL = frozenset({"flights", "hotels", "trains"})
_BEFORE, _AFTER, _BILLED, _BOOKED = (timedelta(days=days) for days in (7, 3, 30, 120))
LONG_BEFORE, LONG_AFTER = timedelta(days=190), timedelta(days=400)
"""How far from the days of a question the payments for its event may lie; events can be long."""
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
    words = arguments.get("words", "")
    limits = selection_of(arguments).days
    dated = [
        (day, event)
        for event in work.items
        if event.source == "calendar" and (day := day_of(event.at, work.moment.zone)) is not None
        if not limits or any(a <= day < b for a, b in limits)
    ]
    wanted = _telling(words)
    found = [each for each in dated if wanted and _names(each[1], wanted)]
    if not found and (wanted := _loosely(words, wanted, dated)):
        found = [each for each in dated if _names(each[1], wanted)]
    if not found:
        return []
    in_title = [each for each in found if _names(each[1], wanted, title_only=True)]
    ordered = sorted(in_title or found, key=lambda each: (each[0], each[1].id))
    today = work.moment.now.astimezone(work.moment.zone).date()
    begun = [each for each in ordered if each[0] <= today]
    return [event.id for event in _run(begun or ordered[:1], work)]


def _loosely(
    words: str, wanted: Sequence[str], dated: Sequence[tuple[date, Item]]
) -> tuple[str, ...]:
    """The words without those that no event has, where they tell little: "our summer holiday".

    A name is never left aside, and a word for another kind of event only beside two names.
    """
    known = tuple(word for word in wanted if any(_names(event, (word,)) for _, event in dated))
    names = {fold(word) for word in words.split() if word[:1].isupper()}
    left = [word for word in wanted if word not in known]
    if not known or not names.isdisjoint(left):
        return ()
    other_kind = any(_IS_EVENT.fullmatch(word) for word in left)
    return () if other_kind and len(names.intersection(known)) < 2 else known


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
    selection = selection_of(arguments)
    if event is None:
        fits = selection.subject.alternatives and "sure" not in arguments
        entries = entries_of(work.items if fits else (), work.moment.zone)
        return [entry.id for entry in selection.chosen(entries)] if fits else []
    offset = timedelta(days=int(arguments.get("offset", "0")))
    event = event._replace(first=event.first + offset, last=event.last + offset)
    event = widened(event, arguments.get("span", ""))
    if arguments.get("span") == "since":
        event = event._replace(last=work.moment.now.astimezone(work.moment.zone).date())
    near = between(work.items, event.first - _BOOKED, event.last + _BILLED)
    booked = entries_of(near, work.moment.zone, beside=work.items)
    leaving = [entry for entry in booked if entry.amount < 0]
    mode = arguments["around"]
    found = _belonging(leaving, event, mode)
    if mode == "days":
        selection = _beyond(settled(selection, found), event)
        found = selection.chosen(found)
    elif selection.currency:
        found = [entry for entry in found if entry.currency in selection.currency.split()]
    if selection.subject.but:
        found = selection._replace(subject=Subject(but=selection.subject.but)).chosen(found)
    return [entry.id for entry in found]


def _beyond(selection: Selection, event: Happening) -> Selection:
    """What is asked of its payments beside the event's own words: "in Rome during the trip"."""
    text = " ".join(f"{item.title} {item.text}" for item in event.items)
    said = frozenset(stems(text))
    kept = tuple(
        each
        for each in selection.subject.alternatives
        if any(d.category or not said.issuperset(stems(d.said)) for d in each)
    )
    return selection._replace(subject=selection.subject._replace(alternatives=kept))


def widened(event: Happening, span: str) -> Happening:
    """The event with all of the week or month that it lies in."""
    if span in ("", "since"):
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
    close = closely(entries, event)
    if mode == "paid" or (close and event.first == event.last):
        return close
    ids = {entry.id for entry in close}
    ids |= {entry.id for entry in during if _HOUSEHOLD.isdisjoint(entry.categories)}
    return [entry for entry in entries if entry.id in ids]


def closely(entries: Sequence[Entry], event: Happening) -> list[Entry]:
    """The payments that name an event around its days, or are of its kind."""
    words, kinds = _words_of(event), _kinds_of(event)
    first, last = event.first - _BOOKED, event.last + _BILLED
    near = [entry for entry in entries if first <= entry.day <= last]
    return [e for e in near if _is_named(e, event, words) or _is_of_kind(e, event, kinds)]


def _is_named(entry: Entry, event: Happening, words: frozenset[str]) -> bool:
    """Whether a payment has one of its words; travel is booked long before."""
    if entry.day > event.last + _AFTER or words.isdisjoint(entry.words):
        return False
    return entry.day >= event.first - _BEFORE or not _TRAVEL.isdisjoint(entry.categories)


def _is_of_kind(entry: Entry, event: Happening, kinds: frozenset[str]) -> bool:
    """Whether a payment soon after is of the kind that its title names."""
    return entry.day >= event.first - _AFTER and not kinds.isdisjoint(entry.categories)


def _kinds_of(event: Happening) -> frozenset[str]:
    titles = (stems(item.title) for item in event.items)
    return frozenset(found.category for title in titles for found in named_in(title))


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

"""Names in a query, found in the fields of events: titles, people, places, calendars, notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from runwright.minds.embedded.calendar.terms import Terms, find_terms, is_of_life, telling_words
from runwright.records.facts import Attendee, Event
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item
from runwright.tools.event_filter import people_of

Field = Literal["title", "people", "place", "calendar", "note"]
_ORDER: dict[str, tuple[Field, ...]] = {
    "T": ("title", "calendar", "people", "place", "note"),
    "PS": ("people", "title", "place", "calendar", "note"),
    "PL": ("place", "title", "note", "calendar", "people"),
    "OW": ("calendar", "people", "title"),
}
"""Where a name of a kind is looked for first."""
_MINE = word_set("my mine i me our ours us we myself own the")
_LEAST_EVENTS = 3
_SHARE = 0.6
_CLEARLY = 0.9
"""Whoever is in nearly as many events is as likely to be the owner."""
_NEARLY_ALL = 0.95
_LEAST_MORE = 2
"""Unless one is in all that name people, and the other is not."""


class Found(NamedTuple):
    """Where a name was found, and as what."""

    text: str
    """As the person wrote it."""
    terms: dict[Field, tuple[str, ...]]
    read_as: str = ""
    without: str = ""
    """A word of it that was left out."""
    is_sure: bool = False
    """Whether what was found is that all the same."""
    less: tuple[str, ...] = ()
    """Words that a title must not have."""
    kind: str = ""
    """What events are called that have it, where that says it better than the name: `work`."""


class Texts:
    """The fields of some events, each text once."""

    def __init__(self, events: Iterable[Item[Event]]) -> None:
        facts = [item.facts for item in events]
        self._texts: dict[Field, list[str]] = {
            "title": [event.title for event in facts],
            "people": [text for event in facts for text in _people(event)],
            "place": [event.place for event in facts if event.place],
            "calendar": [event.calendar for event in facts if event.calendar],
            "note": [event.note for event in facts if event.note],
        }
        self._events = facts

    def find(self, code: str, text: str) -> Found | None:
        """Where a name stands: first as it is written, then in another spelling."""
        order = _ORDER[code]
        if is_of_life(text) and (terms := self._terms(text, "calendar")) and not terms.guess:
            return self._found(text, code, "calendar", terms)
        candidates = [(field, terms) for field in order if (terms := self._terms(text, field))]
        plain = [each for each in candidates if not each[1].guess]
        if not plain and (split := self._split(text, order)) is not None:
            return split
        if not candidates:
            return None
        field, terms = min(candidates, key=lambda each: each[1].guess)
        return self._found(text, code, field, terms)

    def have(self, names: Sequence[dict[Field, tuple[str, ...]]]) -> bool:
        """Whether one event has all of several names."""
        return any(all(has(each, terms) for terms in names) for each in self._events)

    def titles_with(self, terms: dict[Field, tuple[str, ...]]) -> int:
        """How many different titles the events of a name have."""
        return len({fold(each.title) for each in self._events if has(each, terms)})

    def near(self, code: str, text: str) -> tuple[str, ...]:
        """Texts that come near a name which stands nowhere."""
        return self._terms(text, _ORDER[code][0]).near

    def _terms(self, text: str, field: Field) -> Terms:
        return find_terms(text, self._texts[field], are_titles=field == "title")

    def _found(self, text: str, code: str, field: Field, terms: Terms) -> Found:
        """A person's name in titles counts, too, in whatever form it stands there."""
        kept = {field: terms.terms}
        in_title = (code, field) in (("PS", "people"), ("PL", "place"))
        if in_title and (more := self._terms(text, "title")) and not more.guess:
            kept[field] = tuple(dict.fromkeys((*terms.terms, *more.terms)))
        return Found(text, kept, terms.read_as, terms.without, terms.is_sure)

    def _split(self, text: str, order: Sequence[Field]) -> Found | None:
        """`dinner with Clara`: some words in the title, others among the people."""
        words = telling_words(text)
        kept: dict[Field, tuple[str, ...]] = {}
        rest = words
        for field in order[:4]:
            here = [word for word in rest if self._is_word(word, field)]
            if here and (terms := self._terms(" ".join(here), field)):
                kept[field] = terms.terms
                rest = [word for word in rest if word not in here]
        is_whole = len(kept) > 1 and not rest and any(has(each, kept) for each in self._events)
        return Found(text, kept) if is_whole else None

    def _is_word(self, word: str, field: Field) -> bool:
        terms = self._terms(word, field)
        return bool(terms) and not terms.guess


def has(event: Event, terms: dict[Field, tuple[str, ...]]) -> bool:
    """Whether an event has one of the terms in each of the fields."""
    return all(
        any(_has_words(text, term) for text in _field(event, field) for term in each)
        for field, each in terms.items()
    )


def _has_words(text: str, term: str) -> bool:
    return set(split_words(term)) <= set(split_words(fold(text)))


def _field(event: Event, field: Field) -> list[str]:
    match field:
        case "people":
            return [*_people(event), event.title]
        case "place":
            return [event.place or "", event.title]
        case _:
            return [getattr(event, field) or ""]


def _people(event: Event) -> list[str]:
    return [text for who in people_of(event) for text in (who.name, who.address) if text]


def is_mine(text: str) -> bool:
    """Whether a name says nothing but that it is one's own."""
    return all(word in _MINE for word in split_words(fold(text)))


def owner_of(events: Sequence[Item[Event]]) -> Attendee | None:
    """Whose calendar it is: whoever is in most events that name people, if it is one alone."""
    named = [people_of(item.facts) for item in events if people_of(item.facts)]
    calendars = {
        fold(item.facts.calendar.partition(" (")[0]) for item in events if item.facts.calendar
    }
    counts = Counter[str]()
    people: dict[str, Attendee] = {}
    for group in named:
        # One person has an address at work and another one at home.
        keys = {fold(w.name) if " " in w.name else w.address or fold(w.name): w for w in group}
        people = {**keys, **people}
        counts.update(keys.keys())
    for who in people.values():
        if who.address in calendars or fold(who.name) in calendars:
            return who
    most = counts.most_common(2)
    if not most or most[0][1] < max(_LEAST_EVENTS, _SHARE * len(named)):
        return None
    if _is_guest_alone(people[most[0][0]], events):
        return None
    first, second = most[0][1], most[1][1] if len(most) > 1 else 0
    is_always = first >= _NEARLY_ALL * len(named) and first >= second + _LEAST_MORE
    is_alone = second < _CLEARLY * first or is_always
    return people[most[0][0]] if is_alone else None


def calendars_of(name: str, events: Sequence[Item[Event]]) -> tuple[str, ...]:
    """The calendars whose owner bears a name, as far as their events tell."""
    wanted = set(telling_words(name))
    calendars: dict[str, list[Item[Event]]] = {}
    for item in events:
        if item.facts.calendar:
            calendars.setdefault(item.facts.calendar, []).append(item)
    owners = {calendar: owner_of(own) for calendar, own in calendars.items()}
    return tuple(
        calendar
        for calendar, owner in owners.items()
        if owner is not None and wanted <= set(split_words(fold(owner.name)))
    )


def _is_guest_alone(who: Attendee, events: Sequence[Item[Event]]) -> bool:
    """Whoever is the only guest of an event that nobody organises is met there by its owner."""
    return any(
        item.facts.organiser is None and tuple(item.facts.attendees) == (who,) for item in events
    )

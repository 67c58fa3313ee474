"""How old somebody is on their next birthday: the year of birth that people write into it, as
`Dad's birthday (b. 1943)`, or `Born 1943` in its description."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

from runwright.minds.embedded.calendar import birthdays
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event
from runwright.text.calendars import DAY
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words
from runwright.tools.base import InvalidCall, Item

_AGES = (("how", "old"), ("what", "age"), ("which", "age"))
_BORN = re.compile(r"(?:\b(?:born|b\.|geb\.?|geboren|since)|\*)\s*(?:in |on |am )?[^,;()\n]{0,14}?"
                   r"\b((?:19|20)[0-9]{2})\b", re.IGNORECASE)  # fmt: skip
_OLDEST = 120


class _Born(NamedTuple):
    """A birthday to come, and the year that it goes back to."""

    item: Item[Event]
    day: date
    year: int


def is_asked(query: Query) -> bool:
    """`How old will Dad be?`, `what age is she turning?`"""
    words = split_words(fold(query.text))
    return any(pair in _AGES for pair in pairwise(words))


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The age of the one person who is named; None if no birthday tells it."""
    if "calendar" not in surroundings.sources or not is_asked(query):
        return None
    items: Sequence[Item[Any]] = yield Look("find_events", {})
    asked = set(split_words(strip_possessives(fold(query.whole))))
    known = list(_known(items, asked, surroundings))
    if not known or len({each.year for each in known}) > 1:
        return None
    first = min(known, key=lambda each: each.day)
    title, after = first.item.facts.title, first.day + DAY
    found = yield Do("find_events", {
        "about": {"any_of": [title], "within": ["title"]},
        "period": {"start": first.day.isoformat(), "end": after.isoformat()},
    })  # fmt: skip
    if isinstance(found, InvalidCall):
        return None
    text = (
        f"{first.day.year - first.year} years old on {phrases.day(first.day.isoformat())}: "
        f"“{title}”, born in {first.year}."
    )
    return Answer(text, items=(first.item.id,))


def _known(
    items: Sequence[Item[Any]], asked: set[str], surroundings: Surroundings
) -> Iterator[_Born]:
    for item in items:
        event = item.facts
        if not isinstance(event, Event) or not event.start or event.status == "cancelled":
            continue
        name = set(split_words(fold(birthdays.name_in(event.title))))
        day = date.fromisoformat(event.start[:10])
        born = _BORN.search(f"{event.title}\n{event.note or ''}")
        if not name or name.isdisjoint(asked) or day < surroundings.today or born is None:
            continue
        if 0 < day.year - int(born[1]) <= _OLDEST:
            yield _Born(item, day, int(born[1]))

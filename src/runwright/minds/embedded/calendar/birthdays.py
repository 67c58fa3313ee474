"""Whose birthday it is: the name that stands in the title of the birthday."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import Steps, Task, find
from runwright.minds.embedded.query import Query
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import join_words

_MEASURES = ("who", "next", "list", "when", "last", "first", "exists")
_BIRTHDAY = word_set("birthday birthdays bday bdays geburtstag geburtstage")
_CELEBRATION = word_set("""
    party dinner lunch brunch breakfast drinks bbq meal tea do celebration present presents gift
    gifts card cake shopping call feier essen weekend trip
    """)
"""What is done for a birthday, and need not be on its day."""
_NAME = re.compile(r"(?P<before>.*?)[\s:–-]*\b(?:birthday|bday|geburtstag)\b[\s:–-]*(?P<after>.*)")
_AGE = re.compile(r"\s*\(?\d{1,3}(?:st|nd|rd|th|\.)?\)?$")


def is_asked(query: Query) -> bool:
    """`Whose birthday is next week?`, `who has a birthday in May?`"""
    words = split_words(fold(query.text))
    is_of_whom = not {"whose", "who", "who's", "wer", "wessen"}.isdisjoint(words)
    named = query.words("PS", "PL", "OW")
    return (
        query.measure in _MEASURES
        and is_of_whom
        and not _BIRTHDAY.isdisjoint(words)
        and not named
        and not query.state
    )


def whose(task: Task) -> Steps:
    """The names of the birthdays in the days that are asked about, or the next."""
    clock = task.clock
    is_last = task.query.measure == "last"
    if not task.is_dated:
        days = span(None, clock.today) if is_last else span(clock.today, None)
        task = task.looking(days)
    rows = [row for row in fitting_rows(task, task.events) if _is_birthday(row)]
    plain = [row for row in rows if not _is_celebration(row)] or rows
    if not plain:
        terms = {"any_of": sorted(_BIRTHDAY), "within": ["title"]}
        yield from find(task._replace(filter={**task.filter, "about": terms}))
        return task.answer(f"I found no birthday{task.where_in_time()}.")
    chosen = plain
    if not task.is_dated or task.query.measure in ("next", "last"):
        first = clock.first_day(plain[-1] if is_last else plain[0])
        chosen = [row for row in plain if clock.first_day(row) == first]
    found = yield from confirm(task, chosen)
    first = min(clock.first_day(row) for row in found)
    others = [row for row in rows if row not in plain and clock.first_day(row) < first + DAY]
    return task.answer(*_told(task, found, others), items=tuple(row.id for row in found))


def _told(task: Task, rows: Sequence[EventRow], others: Sequence[EventRow]) -> tuple[str, ...]:
    names = list(dict.fromkeys(filter(None, map(name_of, rows))))
    lines = "; ".join(event_line(row, task.clock) for row in rows)
    beside = "; ".join(event_line(row, task.clock) for row in others[:2])
    return (
        f"{join_words(names)}: {lines}." if names else f"{lines}.",
        f"Also: {beside}." if beside and task.query.measure != "last" else "",
    )


def name_of(row: EventRow) -> str:
    """Whose birthday an event is."""
    return name_in(row.title)


def name_in(title: str) -> str:
    """`Mom` of `Mom's birthday`, `Ben` of `Birthday: Ben (40)`."""
    found = _NAME.fullmatch(title.replace("Birthday", "birthday").replace("Geb", "geb"))
    if found is None:
        return ""
    before = _AGE.sub("", found["before"]).strip(" :–-")
    after = _AGE.sub("", found["after"]).removeprefix("of ").removeprefix("von ").strip(" :–-()")
    return strip_possessives(before) if before else after


def _is_birthday(row: EventRow) -> bool:
    return not _BIRTHDAY.isdisjoint(split_words(fold(row.title)))


def _is_celebration(row: EventRow) -> bool:
    return not _CELEBRATION.isdisjoint(split_words(fold(row.title)))

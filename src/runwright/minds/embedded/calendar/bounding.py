"""Periods that an event bounds: `before the offsite`, `during the Lisbon trip`."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.calendar.tenses import Tense
from runwright.minds.embedded.calendar.terms import find_terms, telling_words
from runwright.minds.embedded.calendar.wording import Clock, quoted
from runwright.records.facts import Event
from runwright.text.calendars import DAY, Period, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.hours import join_words

_LEADS = {
    "before": "before", "until": "before", "till": "before", "til": "before", "up": "before",
    "by": "before", "side": "before", "between": "before", "ahead": "before",
    "after": "after", "following": "after", "since": "since", "from": "since", "during": "during",
    "while": "during", "on": "during", "over": "during", "for": "during", "in": "during",
    "at": "during", "around": "during", "throughout": "during",
}  # fmt: skip
_FRAME = word_set("""
    the a an my our his her their we i he she they it is are was were to of this side now and
    day days week weeks weekend night morning right just in on be goes go going comes come back
    starts start started begins began ends end ended announced had got
    """)
"""What stands around the name of an event and says nothing of it."""


def event_period(
    text: str, events: Sequence[Item[Event]], clock: Clock, tense: Tense | None, *, is_sure: bool
) -> tuple[Period, str] | str:
    """The days that an event bounds, and what was taken for it; or a question, if no event or
    several fit."""
    words = split_words(fold(text))
    lead = next((_LEADS[word] for word in words if word in _LEADS), "during")
    name = " ".join(word for word in words if word not in _LEADS and word not in _FRAME)
    titles = [item.facts.title for item in events if item.facts.status != "cancelled"]
    terms = find_terms(name, titles, are_titles=True) if name else None
    if not terms or terms.read_as:
        what = "event" if is_sure else "period or event"
        return f"I know no {what} that “{text}” could mean. Which days do you mean?"
    exact = [text for text in terms.texts if telling_words(text) == telling_words(name)]
    rows = _rows(exact or terms.texts, events)
    chosen = _chosen(rows, lead, clock, tense)
    if chosen is None:
        return _question(text, rows, clock)
    remark = f"“{text}” is taken from {chosen.title}, {clock.when(chosen)}."
    return _bounds(words, lead, chosen, clock), remark


def _rows(titles: Sequence[str], events: Sequence[Item[Event]]) -> list[EventRow]:
    wanted = set(titles)
    rows = [
        event_row(item)
        for item in events
        if item.facts.title in wanted and item.facts.start and item.facts.status != "cancelled"
    ]
    return sorted(rows, key=lambda row: row.start or "")


def _chosen(
    rows: Sequence[EventRow], lead: str, clock: Clock, tense: Tense | None
) -> EventRow | None:
    """The one that is clearly meant: the only one, or the nearest of one name on the side that
    the words look to."""
    if len(rows) == 1:
        return rows[0]
    today = clock.today
    past = [row for row in rows if clock.first_day(row) <= today]
    ahead = [row for row in rows if clock.last_day(row) >= today]
    looks_back = lead == "since" or tense == "past"
    side = (past[::-1] or ahead) if looks_back else (ahead or past[::-1])
    names = {fold(row.title) for row in side}
    days = {clock.first_day(row) for row in side}
    return side[0] if side and (len(names) == 1 or len(days) == 1) else None


def _question(text: str, rows: Sequence[EventRow], clock: Clock) -> str:
    named = [f"{row.title} ({clock.when(row)})" for row in rows[:4]]
    if len(rows) > 4:
        named.append(f"{len(rows) - 4} more")
    return f"Several events could be meant by {quoted([text])}: {join_words(named)}. Which one?"


def _bounds(words: Sequence[str], lead: str, row: EventRow, clock: Clock) -> Period:
    first, after = clock.first_day(row), clock.last_day(row) + DAY
    if _is_beside(words):
        return span(after, after + DAY) if lead == "after" else span(first - DAY, first)
    today = clock.today
    match lead:
        case "before":
            return span(today if first > today else None, first)
        case "after":
            return span(after, None)
        case "since":
            return span(first, max(today + DAY, first + DAY))
        case _ if _is_week(words, row):
            monday = first - first.weekday() * DAY
            return span(monday, monday + 7 * DAY)
        case _:
            return span(first, after)


def _is_week(words: Sequence[str], row: EventRow) -> bool:
    """`Thanksgiving week`, `the week of the wedding`: the whole week; a `Book week` is itself."""
    return "week" in words and "week" not in split_words(fold(row.title))


def _is_beside(words: Sequence[str]) -> bool:
    """`the day after the wedding`, `the day before`."""
    return any(
        word == "day" and words[place + 1] in ("after", "before")
        for place, word in enumerate(words[:-1])
    )

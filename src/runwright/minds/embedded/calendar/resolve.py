"""From a query to a task: its spans become the arguments of an event filter, and what cannot
become one is said, or asked back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwright.minds.embedded.calendar.bounding import event_period
from runwright.minds.embedded.calendar.fields import (
    owner_of,
)
from runwright.minds.embedded.calendar.filters import Filters
from runwright.minds.embedded.calendar.lookup import fitting_rows, look
from runwright.minds.embedded.calendar.month_days import in_its_month, is_number_alone
from runwright.minds.embedded.calendar.naming import (
    Named,
    find_names,
    named_query,
    names_oneself,
    oneself,
    together,
)
from runwright.minds.embedded.calendar.sides import Side, side_of
from runwright.minds.embedded.calendar.task import (
    ALWAYS,
    Steps,
    Task,
    give_up,
)
from runwright.minds.embedded.calendar.tenses import counts_what_was, tense_of
from runwright.minds.embedded.calendar.when import (
    When,
    combined,
    days_from,
    read_when,
)
from runwright.minds.embedded.calendar.wording import (
    Clock,
    clock_of,
    quoted,
)
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Attendee
from runwright.text.calendars import DAY, Period, span
from runwright.text.folding import fold
from runwright.text.words import split_words

_NAMES = ("T", "PS", "PL", "OW")
_DAYS_AND_TIMES = ("P", "PE", "TI")
_ABOUT_ONE = ("when", "next", "last", "who", "where", "until", "gap", "compare")
"""Measures that tell of a record: what could not be read of its time is said, not asked back."""
_BY_START = ("list", "count", "duration")
"""Measures to which a night shift belongs with the day on which it begins."""
_LOOKS_BACK_TOO = (
    "list", "count", "duration", "busiest", "who", "where", "when", "compare", "exists",
)  # fmt: skip


def resolve(query: Query, surroundings: Surroundings) -> Steps:
    """The task that a query sets."""
    clock = clock_of(surroundings)
    query = yield from named_query(query, clock)
    when = read_when(query, clock.today)
    when, bounded, remarks, unread = yield from _bound(query, when, clock)
    chosen = _days(query, when, clock, bounded)
    events = yield from look(chosen.period, clock)
    if not events and chosen.other is not None:
        other = yield from look(chosen.other, clock)
        if other:
            chosen, events = chosen._replace(period=chosen.other, several=()), other
    names = yield from find_names(query, events, clock)
    owner = owner_of(names.events)
    if owner is None and _is_about_people(query):
        owner = owner_of((yield from look(ALWAYS, clock)))
    filters = Filters(query, when, owner)
    _add_names(filters, query, owner, names)
    if names.are_shifts and query.measure in _BY_START and chosen.period.start is not None:
        filters.leave_out(days_from(chosen.period.start - DAY, 1))
    if names.found and query.measure not in ("free", "conflicts"):
        filters.add_kinds(names.events)
    task = Task(
        query=query,
        surroundings=surroundings,
        clock=clock,
        when=when,
        tense=tense_of(query),
        period=chosen.period,
        several=chosen.several,
        is_dated=chosen.is_dated,
        filter=filters.arguments,
        subject=filters.subject,
        left_out=filters.left_out,
        kind=filters.kind,
        is_named=bool(names.found),
        owner=filters.owner,
        events=tuple(events),
        remarks=(*remarks, *filters.remarks, *names.remarks),
        side=_side(query, chosen, clock),
        is_read=not unread,
    )
    if unread and not chosen.is_dated and _is_endless(task):
        give_up(f"I could not read {quoted(unread, 'and')}. Which days or hours do you mean?")
    if is_number_alone(task):
        every = yield from look(ALWAYS, clock)
        return in_its_month(task, task._replace(events=every))
    return (yield from _in_state(task, chosen.other))


def _add_names(filters: Filters, query: Query, owner: Attendee | None, names: Named) -> None:
    """Who and what the events must name, and what they must not."""
    for code, found in together(names):
        filters.include(code, found)
    if owner is not None and (mine := oneself(query, owner, names)) is not None:
        filters.include("PS", mine)
    for _, left_out in names.excluded:
        filters.exclude(left_out)
    filters.add_properties()


def _is_endless(task: Task) -> bool:
    """What is left of a series without an end has no number."""
    wanted = {row.id for row in fitting_rows(task, task.events)}
    is_figure = task.query.measure in ("list", "count", "duration")
    return is_figure and any(item.facts.endless and item.id in wanted for item in task.events)


def resolve_anytime(query: Query, surroundings: Surroundings) -> Steps:
    """The same for one of two names: a day that only the other has does not bound it."""
    task = yield from resolve(query, surroundings)
    if not task.is_dated or fitting_rows(task, task.events):
        return task
    text = query.text
    for each in query.spans:
        text = text.replace(each.text, "", 1) if each.code in _DAYS_AND_TIMES else text
    spans = tuple(each for each in query.spans if each.code not in _DAYS_AND_TIMES)
    return (yield from resolve(query._replace(text=text, spans=spans), surroundings))


def _in_state(task: Task, other: Period | None) -> Steps:
    """What was moved or cancelled may lie ahead, whatever the verb looks to."""
    if task.query.state not in ("moved", "cancelled") or other is None:
        return task
    if fitting_rows(task, task.events):
        return task
    events = yield from look(other, task.clock)
    there = task.looking(other)._replace(events=events)
    return there if fitting_rows(there, events) else task


def _is_about_people(query: Query) -> bool:
    """Whether it matters who oneself is."""
    words = set(split_words(fold(query.text)))
    is_counted = query.measure == "count" and "people" in words
    is_grouped = query.group == "person" or query.measure == "who"
    is_told = is_grouped or is_counted or names_oneself(query)
    return is_told or bool(query.role or query.state)


# Days -------------------------------------------------------------------------------------------


class _Days(NamedTuple):
    period: Period
    several: tuple[Period, ...] = ()
    is_dated: bool = True
    other: Period | None = None
    """The other reading, if the first has no events."""


def _side(query: Query, chosen: _Days, clock: Clock) -> Side:
    """Only a period that now divides has two sides."""
    if not chosen.is_dated and query.measure == "exists":
        return ""
    if chosen.is_dated and clock.today not in chosen.period:
        return ""
    return side_of(query) or ("over" if counts_what_was(query) else "")


def _bound(query: Query, when: When, clock: Clock) -> Steps:
    """Periods that events bound; what is still unread is said or asked back."""
    texts = [each.text for each in query.spans if each.code == "PE"]
    asked = {each.text for each in query.spans if each.code in ("P", "XP")}
    unread = [text for text in when.unread if text not in asked]
    bounded: list[Period] = []
    remarks: list[str] = []
    for text in [*texts, *(text for text in when.unread if text in asked)]:
        events = yield from look(ALWAYS, clock)
        found = event_period(text, events, clock, tense_of(query), is_sure=text in texts)
        if isinstance(found, str):
            if not _may_be_left(query, text, when):
                give_up(found)
            unread.append(text)
            continue
        period, remark = found
        if text in {each.text for each in query.spans if each.code == "XP"}:
            when = when._replace(left_out=(*when.left_out, period))
        else:
            bounded.append(period)
        remarks.append(remark)
    if unread:
        if not all(_may_be_left(query, text, when) for text in unread):
            give_up(f"I could not read {quoted(unread, 'and')}. Which days or hours do you mean?")
        remarks.append(f"I could not apply {quoted(unread, 'and')}.")
    return when, bounded, remarks, unread


def _may_be_left(query: Query, text: str, when: When) -> bool:
    """Whether what could not be read of the time is said, and not asked back: of one event, or
    beside days that could be read, if it only names them once more."""
    if query.measure in _ABOUT_ONE or _is_beside_name(query, text):
        return True
    words = split_words(fold(text))
    return words[:1] == ["this"] and (bool(when.periods) or side_of(query) == "ahead")


def _is_beside_name(query: Query, text: str) -> bool:
    """`the last practice of the season`: what only says more of a named event bounds nothing."""
    is_named = query.measure == "first" and bool(query.words("T", "PS", "PL"))
    return is_named and split_words(fold(text))[:1] == ["of"]


def _days(query: Query, when: When, clock: Clock, bounded: Sequence[Period]) -> _Days:
    if not when.periods and not bounded:
        if when.is_this_day:
            return _Days(days_from(clock.today, 1))
        if when.hours is not None and when.hours.is_moment and _is_of_a_day(query):
            is_over = when.hours.start < clock.now.hour * 60 + clock.now.minute
            return _Days(days_from(clock.today + is_over * DAY, 1))
        return _Days(ALWAYS, is_dated=False)
    found = combined([*(readings[0] for readings in when.periods), *bounded])
    if len(found) > 1:
        starts = [period.start for period in found]
        ends = [period.end for period in found]
        start = None if None in starts else min(filter(None, starts))
        end = None if None in ends else max(filter(None, ends))
        return _Days(span(start, end), found)
    readings = when.periods[0] if len(when.periods) == 1 and not bounded else ()
    other = readings[1] if len(readings) > 1 and query.measure in _LOOKS_BACK_TOO else None
    is_long = other is not None and other.grain not in ("day", "week", "weekend")
    is_open = is_long or tense_of(query) is None or query.state in ("moved", "cancelled")
    return _Days(found[0], other=other if is_open else None)


def _is_of_a_day(query: Query) -> bool:
    """`Am I free at 3?` means the next time that it is three."""
    is_named = any(each.code in _NAMES for each in query.spans)
    return not is_named and query.measure in ("list", "exists", "free", "who", "where", "conflicts")

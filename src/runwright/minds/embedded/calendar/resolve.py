"""From a query to a task: its spans become the arguments of an event filter, and what cannot
become one is said, or asked back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwright.minds.embedded.calendar.bounding import event_period
from runwright.minds.embedded.calendar.fields import (
    Found,
    Texts,
    has,
    is_mine,
    owner_of,
)
from runwright.minds.embedded.calendar.filters import Filters
from runwright.minds.embedded.calendar.leftover import (
    might_name,
    names_calendar,
    of_calendar,
    with_leftover,
)
from runwright.minds.embedded.calendar.lookup import fitting_rows
from runwright.minds.embedded.calendar.sides import Side, side_of
from runwright.minds.embedded.calendar.task import (
    ALWAYS,
    Steps,
    Task,
    bounds,
    give_up,
)
from runwright.minds.embedded.calendar.terms import is_empty, is_of_life
from runwright.minds.embedded.calendar.when import (
    When,
    combined,
    days_from,
    read_when,
    tense_of,
)
from runwright.minds.embedded.calendar.wording import (
    Clock,
    clock_of,
    quoted,
)
from runwright.minds.embedded.program import Look, Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text.calendars import DAY, Period, span
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item
from runwright.tools.event_filter import EventFilter, Status, select
from runwright.tools.memory import RecordList

_NAMES = ("T", "PS", "PL", "OW")
_DAYS_AND_TIMES = ("P", "PE", "TI")
_KINDS = ("event", "task", "note")
_STATUS: tuple[Status, ...] = ("confirmed", "tentative", "cancelled", "done")
_EXCLUDED = {"XT": "T", "XPS": "PS", "XC": "T", "XM": "T"}
_ABOUT_ONE = ("when", "next", "last", "who", "where", "until", "gap", "compare")
"""Measures that tell of a record: what could not be read of its time is said, not asked back."""
_LOOKS_BACK_TOO = (
    "list", "count", "duration", "busiest", "who", "where", "when", "compare", "exists",
)  # fmt: skip


def resolve(query: Query, surroundings: Surroundings) -> Steps:
    """The task that a query sets."""
    clock = clock_of(surroundings)
    query = yield from _named(query, clock)
    when = read_when(query, clock.today)
    when, bounded, remarks = yield from _bound(query, when, clock)
    chosen = _days(query, when, clock, bounded)
    events = yield from _look(chosen.period, clock)
    if not events and chosen.other is not None:
        other = yield from _look(chosen.other, clock)
        if other:
            chosen, events = chosen._replace(period=chosen.other, several=()), other
    names = yield from _names(query, events, clock)
    owner = owner_of(names.events)
    if owner is None and _is_about_people(query):
        owner = owner_of((yield from _look(ALWAYS, clock)))
    filters = Filters(query, when, owner)
    for found in _together(names):
        filters.include(*found)
    for found in names.excluded:
        filters.exclude(*found)
    filters.add_properties()
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
    )
    return (yield from _in_state(task, chosen.other))


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


def _named(query: Query, clock: Clock) -> Steps:
    """The query, with a topic that no span names."""
    if names_calendar(query):
        every = yield from _look(ALWAYS, clock)
        calendars = [item.facts.calendar for item in every if item.facts.calendar]
        query = of_calendar(query, calendars)
    if not might_name(query):
        return query
    events = yield from _look(ALWAYS, clock)
    found = with_leftover(query, [item.facts.title for item in events])
    if isinstance(found, str):
        give_up(_unknown("T", found, Texts(events), bool(events)))
    return found


def _in_state(task: Task, other: Period | None) -> Steps:
    """What was moved or cancelled may lie ahead, whatever the verb looks to."""
    if task.query.state not in ("moved", "cancelled") or other is None:
        return task
    if fitting_rows(task, task.events):
        return task
    events = yield from _look(other, task.clock)
    there = task.looking(other)._replace(events=events)
    return there if fitting_rows(there, events) else task


def _is_about_people(query: Query) -> bool:
    """Whether it matters who oneself is."""
    words = set(split_words(fold(query.text)))
    is_counted = query.measure == "count" and "people" in words
    is_grouped = query.group == "person" or query.measure == "who"
    return is_grouped or is_counted or bool(query.role or query.state)


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
    return side_of(query) if not chosen.is_dated or clock.today in chosen.period else ""


def _look(period: Period, clock: Clock) -> Steps:
    """The events of a period; a read may give those of the days around it, too."""
    items: Sequence[Item[Event]] = yield Look("find_events", {"period": bounds(period)})
    if period == ALWAYS:
        return tuple(items)
    records = RecordList(items=items, today=clock.today, zone=clock.zone)
    wanted = EventFilter.model_validate({"period": bounds(period), "what": _KINDS})
    return tuple(each.item for each in select(wanted, records, _STATUS).kept)


def _bound(query: Query, when: When, clock: Clock) -> Steps:
    """Periods that events bound; what is still unread is said or asked back."""
    texts = [each.text for each in query.spans if each.code == "PE"]
    asked = {each.text for each in query.spans if each.code in ("P", "XP")}
    unread = [text for text in when.unread if text not in asked]
    bounded: list[Period] = []
    remarks: list[str] = []
    for text in [*texts, *(text for text in when.unread if text in asked)]:
        events = yield from _look(ALWAYS, clock)
        found = event_period(text, events, clock, tense_of(query), is_sure=text in texts)
        if isinstance(found, str):
            if query.measure not in _ABOUT_ONE and not _is_beside_name(query, text):
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
        if not all(_is_beside_name(query, text) for text in unread) and (
            query.measure not in _ABOUT_ONE
        ):
            give_up(f"I could not read {quoted(unread, 'and')}. Which days or hours do you mean?")
        remarks.append(f"I could not apply {quoted(unread, 'and')}.")
    return when, bounded, remarks


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


# Names ------------------------------------------------------------------------------------------


class _Named(NamedTuple):
    found: tuple[tuple[str, Found], ...]
    excluded: tuple[tuple[str, Found], ...]
    events: tuple[Item[Event], ...]
    remarks: tuple[str, ...]


def _names(query: Query, events: tuple[Item[Event], ...], clock: Clock) -> Steps:
    """Where every name of a query stands; all events are looked at for one that the period does
    not have."""
    wanted = [
        each
        for each in query.spans
        if each.code in _NAMES and not is_own(each) and not is_choice(query, each)
    ]
    wanted = [
        each
        for each in wanted
        if each.code != "T" or not is_empty(each.text) or is_of_life(each.text)
    ] or wanted
    unwanted = [each for each in query.spans if each.code in _EXCLUDED]
    texts = Texts(events)
    found = {each: texts.find(each.code, each.text) for each in wanted}
    if any(name is None or name.read_as for name in found.values()):
        events = yield from _look(ALWAYS, clock)
        texts = Texts(events)
        found = {each: texts.find(each.code, each.text) for each in wanted}
    remarks = []
    for each, name in found.items():
        if name is None and each.code == "T" and is_empty(each.text):
            continue
        if name is None:
            give_up(_unknown(each.code, each.text, texts, bool(events)))
        if name.without:
            remarks.append(f"Nothing is called “{each.text}”: I left out “{name.without}”.")
        if name.read_as:
            remarks.append(f"I read “{each.text}” as “{name.read_as}”.")
    excluded = []
    for each in unwanted:
        name = texts.find(_EXCLUDED[each.code], each.text)
        if name is None:
            remarks.append(f"Nothing here is called “{each.text}”, so nothing was left out for it.")
        else:
            excluded.append((each.code, name))
    found = _bearing(found, texts)
    kept = tuple((each.code, name) for each, name in found.items() if name is not None)
    return _Named(kept, tuple(excluded), events, tuple(remarks))


def _bearing(found: dict[Span, Found | None], texts: Texts) -> dict[Span, Found | None]:
    """What was taken over from the question before goes where no event bears it, too."""
    own = {each: name for each, name in found.items() if each.start >= 0}
    if not own or len(own) == len(found):
        return found
    terms = [name.terms for name in found.values() if name is not None]
    return found if texts.have(terms) else own


def _together(names: _Named) -> list[tuple[str, Found]]:
    """Two topics that stand in one title are one: the `sales` and the `calls` of `Sales call`."""
    topics = [found for code, found in names.found if code == "T"]
    in_title = [found.terms["title"] for found in topics if set(found.terms) == {"title"}]
    if len(topics) != 2 or len(in_title) != 2:
        return list(names.found)
    both = tuple(f"{one} {other}" for one in in_title[0] for other in in_title[1])
    if not any(has(item.facts, {"title": both}) for item in names.events):
        return list(names.found)
    joined = Found(f"{topics[0].text} {topics[1].text}", {"title": both})
    rest = [(code, found) for code, found in names.found if code != "T"]
    return [("T", joined), *rest]


def is_choice(query: Query, each: Span) -> bool:
    """`Is it in the studio or online?` asks for what is so: neither is a filter."""
    is_asked = {"where": "PL", "who": "PS"}.get(query.measure) == each.code
    return is_asked and query.has_alternatives and len(query.words(each.code)) > 1


def is_own(each: Span) -> bool:
    return bool(each.code == "OW" and is_mine(each.text))


def _unknown(code: str, text: str, texts: Texts, has_events: bool) -> str:
    if not has_events:
        return "There are no events in your calendar."
    if code == "OW":
        return f"I have no calendar of “{text}”, and no event names them."
    near = texts.near(code, text)
    hint = f" Did you mean {quoted(near)}?" if near else ""
    return f"I found no event with “{text}” in your calendar.{hint}"

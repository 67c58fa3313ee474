"""`conflicts` and `gap`: events on top of each other, and the time between them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.exists import exists
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.naming import is_own
from runwright.minds.embedded.calendar.resolve import resolve, resolve_anytime
from runwright.minds.embedded.calendar.task import Steps, Task, alone, call, find, give_up
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.wording import (
    Clock,
    counted,
    in_unit,
    length,
    note_line,
    quoted,
    title,
)
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendars import span
from runwright.text.words import word_set
from runwright.tools.event_rows import EventRow
from runwright.tools.find_conflicts import Conflict, Conflicts
from runwright.tools.hours import is_day

_NAMES = ("about", "people", "also", "place", "calendars")
_MOST = 15
_BOTH = word_set("can could both enough")
"""Words that ask whether it works out rather than whether it clashes."""


def conflicts(task: Task) -> Steps:
    """What overlaps: all of a period, or only what overlaps a named event; at a time of day,
    whatever is there."""
    if asks_about_time(task.query):
        return (yield from exists(task))
    sets = yield from _name_sets(task)
    kept = {key: value for key, value in task.filter.items() if key not in _NAMES}
    about = {key: value for key, value in task.filter.get("about", {}).items() if key != "any_of"}
    if about.get("none_of"):
        kept["about"] = about
    if not task.is_dated:
        task = task.looking(span(task.clock.today, None))
    arguments = {**kept, "period": task.arguments()["period"]}
    if task.is_named:
        # Days that are blocked in no calendar still clash with what has hours.
        arguments |= {"all_day": None, "busy": None}
    result: Conflicts = yield from call("find_conflicts", arguments)
    rows = {row.id: row for row in result.rows}
    pairs = [
        pair for pair in result.conflicts
        if pair.first in rows and pair.second in rows
        and _is_between(pair, sets) and _is_clash(rows[pair.first], rows[pair.second])
    ]  # fmt: skip
    if not pairs:
        if result.conflict_count > len(result.conflicts):
            give_up(f"There are {result.conflict_count} overlaps, too many to look through. "
                    "Which week or month do you mean?")  # fmt: skip
        return task.answer(*_none(task), note_line(result.notes), items=result.items)
    count = len(pairs) if task.is_named else result.conflict_count
    what = f" with {_names(task)}" if task.is_named else ""
    body = [_pair(pair, rows, task.clock) for pair in pairs[:_MOST]]
    left = [f"- and {count - _MOST} more"] if count > _MOST else []
    lead = "" if task.words & _BOTH else "Yes, "
    return task.answer(f"{lead}{counted(count, 'overlap')}{what}{task.where_in_time()}:",
                       *body, *left, note_line(result.notes), items=result.items)  # fmt: skip


def asks_about_time(query: Query) -> bool:
    """`Would 3 pm clash with anything` asks what is there, and not what overlaps."""
    return (
        query.measure == "conflicts"
        and not query.words("T", "PS", "PL")
        and bool(query.words("TI"))
    )


def _name_sets(task: Task) -> Steps:
    """The events of each name: a clash is between two of them, or of one with anything."""
    codes = ("T", "PS", "PL", "OW")
    names = [each for each in task.query.spans if each.code in codes and not is_own(each)]
    if len(names) != 2 or {"anything", "something"} & task.words:
        rows = fitting_rows(task, task.events)
        return [{row.id for row in rows}] if task.is_named else []
    sets = []
    for name in names:
        one = yield from resolve(_single(task, name), task.surroundings)
        sets.append({row.id for row in fitting_rows(one, one.events)})
    return sets


def _is_between(pair: Conflict, sets: Sequence[set[str]]) -> bool:
    if len(sets) < 2:
        return not sets or bool({pair.first, pair.second} & sets[0])
    one, other = sets
    return (pair.first in one and pair.second in other) or (
        pair.first in other and pair.second in one
    )


def _is_clash(one: EventRow, other: EventRow) -> bool:
    """Two that keep one busy, or whole days and something with hours that does so."""
    timed = [row for row in (one, other) if not row.all_day]
    return (one.busy and other.busy) or (len(timed) == 1 and timed[0].busy)


def _names(task: Task) -> str:
    return quoted(task.query.words("T", "PS", "PL", "OW"))


def _no(task: Task) -> str:
    return "No" if task.words & _BOTH else "No, no"


def _none(task: Task) -> tuple[str, ...]:
    if not task.is_named:
        count = len(fitting_rows(task, task.events)) if task.is_dated else 0
        there = f" {counted(count, 'event')} in that time." if count else ""
        return (f"{_no(task)} two events overlap{task.where_in_time()}.{there}",)
    rows = fitting_rows(task, task.events)
    rows = [row for row in rows if task.clock.last_day(row) >= task.clock.today] or rows
    shown = [event_line(row, task.clock) for row in rows[:2]]
    lead = "Nothing" if task.words & _BOTH else "No, nothing"
    return (f"{lead} overlaps {_names(task)}{task.where_in_time()}.",
            *(f"{line}." for line in shown))  # fmt: skip


def _pair(pair: Conflict, rows: dict[str, EventRow], clock: Clock) -> str:
    one, other = rows[pair.first], rows[pair.second]
    return (
        f"- {clock.day(clock.local(pair.start).date())}: {title(one)} ({clock.hours(one)}) and "
        f"{title(other)} ({clock.hours(other)}), {length(pair.minutes)} at the same time"
    )


# Gaps -------------------------------------------------------------------------------------------


def gap(task: Task) -> Steps:
    """The time between two events, or between those of a kind."""
    names = [each for each in task.query.spans if each.code in ("T", "PS", "PL")]
    codes = [each.code for each in names]
    twice = next((code for code in codes if codes.count(code) > 1), "")
    if not task.is_named and not task.is_dated:
        give_up("Between which two events?")
    if not twice:
        return (yield from _between_all(task, _coming(task)))
    pair = [each for each in names if each.code == twice][:2]
    sides = []
    for name in pair:
        one = yield from resolve_anytime(_single(task, name), task.surroundings)
        sides.append(_coming(one))
    return (yield from _between_two(task, sides[0], sides[1], [name.text for name in pair]))


def _single(task: Task, name: Span) -> Query:
    """One of the two events; whoever else is named may belong to the other."""
    query = alone(task.query, name)
    kept = tuple(each for each in query.spans if each == name or each.code in ("P", "PE"))
    return query._replace(spans=kept)


def _coming(task: Task) -> list[EventRow]:
    """What fits in the period, or else from today on, or else at all."""
    rows = fitting_rows(task, task.events)
    if task.is_dated:
        return rows
    return [row for row in rows if task.clock.first_day(row) >= task.clock.today] or rows


def _between_two(
    task: Task, ones: Sequence[EventRow], others: Sequence[EventRow], names: Sequence[str]
) -> Steps:
    for name, rows in zip(names, (ones, others), strict=True):
        if not rows:
            result = yield from find(task)
            missing = f"I found no event matching “{name}”{_ahead(task)}."
            return task.answer(missing, note_line(result.notes))
    pairs = [(a, b) for a in ones for b in others if a.id != b.id]
    if not pairs:
        return task.answer(f"Both names lead to the same event: {event_line(ones[0], task.clock)}.")
    in_order = [pair for pair in pairs if (pair[0].start or "") <= (pair[1].start or "")]
    first, second = min(in_order or pairs, key=lambda pair: _distance(task, *pair))
    if (first.start or "") > (second.start or ""):
        first, second = second, first
    yield from confirm(task, [first, second])
    return task.answer(
        f"{_gap_words(task, first, second)}.",
        f"From {event_line(first, task.clock)}, to {event_line(second, task.clock)}.",
        items=(first.id, second.id),
    )


def _ahead(task: Task) -> str:
    return task.where_in_time() if task.is_dated else " coming up"


def _between_all(task: Task, rows: Sequence[EventRow]) -> Steps:
    timed = [row for row in rows if not is_day(row.start or "")] or list(rows)
    if len(timed) < 2:
        if not timed:
            give_up(f"I found no event{task.subject}{_ahead(task)}. Between which two events?")
        return task.answer(f"There is only one event{task.subject}{_ahead(task)}: "
                           f"{event_line(timed[0], task.clock)}, "
                           "so there is nothing in between.")  # fmt: skip
    pairs = list(pairwise(timed))
    if len(pairs) == 1:
        return (yield from _between_two(task, timed[:1], timed[1:], ["", ""]))
    if task.words & {"longest", "biggest", "shortest", "smallest", "tightest"}:
        is_long = bool(task.words & {"longest", "biggest"})
        pick = (max if is_long else min)(pairs, key=lambda pair: _minutes(task, *pair))
        return (yield from _between_two(task, [pick[0]], [pick[1]], ["", ""]))
    yield from confirm(task, timed)
    body = [f"- {_gap_words(task, a, b)} between {title(a)} ({task.clock.when(a)}) and {title(b)} "
            f"({task.clock.when(b)})" for a, b in pairs[:10]]  # fmt: skip
    left = [f"- and {len(pairs) - 10} more"] if len(pairs) > 10 else []
    return task.answer(f"{counted(len(pairs), 'gap')} between {task.named(len(timed))}"
                       f"{_ahead(task)}:", *body, *left,
                       items=tuple(row.id for row in timed))  # fmt: skip


def _gap_words(task: Task, first: EventRow, second: EventRow) -> str:
    minutes = _minutes(task, first, second)
    days = (task.clock.first_day(second) - task.clock.last_day(first)).days
    unit = unit_of(task)
    if unit in ("day", "week", "night") or (not unit and days > 1):
        weeks = f" ({counted(days // 7, 'week')})" if days % 7 == 0 and days else ""
        return f"{counted(days, 'day')}{weeks}"
    if minutes < 0:
        return f"None, they overlap by {length(-minutes)}"
    return in_unit(minutes, unit) if unit else length(minutes)


def _minutes(task: Task, first: EventRow, second: EventRow) -> float:
    return (_start(task, second) - _finish(task, first)).total_seconds() / 60


def _distance(task: Task, one: EventRow, other: EventRow) -> float:
    first, second = sorted((one, other), key=lambda row: row.start or "")
    return abs(_minutes(task, first, second))


def _start(task: Task, row: EventRow) -> datetime:
    return task.clock.local(row.start or "")


def _finish(task: Task, row: EventRow) -> datetime:
    return task.clock.local(row.end or row.start or "")

"""`busiest` and `compare`: groups, periods or names against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwright.minds.embedded.calendar import files
from runwright.minds.embedded.calendar.fields import is_mine
from runwright.minds.embedded.calendar.figures import (
    GROUPS,
    group_name,
    measured,
    on_record,
)
from runwright.minds.embedded.calendar.resolve import resolve_anytime
from runwright.minds.embedded.calendar.task import (
    Steps,
    Task,
    alone,
    give_up,
)
from runwright.minds.embedded.calendar.wording import (
    counted,
    length,
    note_line,
)
from runwright.minds.embedded.program import Answer
from runwright.text.calendars import Period, span
from runwright.text.calendars import unit_of as unit_period
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.hours import join_words
from runwright.tools.measure_events import EventMeasure


def busiest(task: Task) -> Steps:
    """The group with most hours, or with least."""
    query = task.query
    by = query.group if query.group in GROUPS else "day"
    task = on_record(task)
    if not task.is_dated and by in ("day", "week") and task.tense != "past":
        task = task.looking(span(task.clock.today, None))
    if query.order == "asc" and task.tense != "past" and task.clock.today in task.period:
        # Whoever looks for a quiet day wants one that is still to come.
        task = task.looking(span(task.clock.today, task.period.end))
    result = yield from measured(task, by, "busy_hours")
    groups = [group for group in result.groups if group.count or query.order == "asc"]
    if not result.kept or not groups:
        return task.answer(f"I found no {task.named()}{task.where_in_time()}.")
    if file := files.format_of(query):
        return (yield from files.write(task._replace(query=query._replace(group=by)), result, file))
    is_least = query.order == "asc"
    groups.sort(key=lambda g: (g.busy_minutes, g.count), reverse=not is_least)
    best = [
        g for g in groups if (g.busy_minutes, g.count) == (groups[0].busy_minutes, groups[0].count)
    ]
    names = join_words([group_name(group, by, task) for group in best[:5]])
    more = f" and {len(best) - 5} more" if len(best) > 5 else ""
    each = " each" if len(best) > 1 else ""
    figures = f"{counted(best[0].count, 'event')}, {length(best[0].busy_minutes)}{each}"
    if query.ask == "count":
        head = f"{counted(best[0].count, 'event')} on {names}."
    else:
        head = f"{names}{more}: {figures}."
    then = [
        f"{group_name(g, by, task)} ({counted(g.count, 'event')}, {length(g.busy_minutes)})"
        for g in groups[len(best) : len(best) + 2]
    ]
    ranked = f"{'Quietest' if is_least else 'Busiest'} by hours, of {task.named(result.kept)}"
    return task.answer(
        head, f"Then {join_words(then)}." if then else "",
        f"{ranked}{task.where_in_time()}.", note_line(result.notes), items=result.items,
    )  # fmt: skip


_AUXILIARIES = word_set("did do does is are was were have has had am will")
_MORE = word_set("more busier longer")
_LESS = word_set("less fewer quieter shorter")


class _Side(NamedTuple):
    name: str
    events: int
    minutes: int
    items: tuple[str, ...]


def compare(task: Task) -> Steps:
    """Two periods, or two names, against each other."""
    sides = yield from _sides(task)
    one, other = sides[0], sides[1]
    if "longer" in task.words and one.events == other.events == 1:
        return _compared_lengths(task, one, other)
    named = f"{one.name}: {counted(one.events, 'event')}, {length(one.minutes)}"
    against = f"{other.name}: {counted(other.events, 'event')}, {length(other.minutes)}"
    difference, minutes = one.events - other.events, one.minutes - other.minutes
    if not difference and not minutes:
        head = f"The same: {counted(one.events, 'event')}, {length(one.minutes)} each."
    else:
        ahead = one if difference > 0 or (not difference and minutes > 0) else other
        more = _by(abs(difference), abs(minutes), is_mixed=difference * minutes < 0)
        is_period = _two_periods(task) is not None
        name = f"More {lower(ahead.name)}" if is_period else f"{ahead.name} has more"
        head = f"{name}: {more}."
    if lead := _yes_or_no(task, difference, minutes):
        head = f"{lead}. {head}"
    return task.answer(head, f"- {named}", f"- {against}", _what(task),
                       items=(*one.items, *other.items))  # fmt: skip


def _yes_or_no(task: Task, difference: int, minutes: int) -> str:
    """`did I have more in September than in October` wants a yes or a no."""
    words = split_words(fold(task.query.text))
    is_asked = words[:1] and words[0] in _AUXILIARIES and "or" not in words
    if not is_asked or not task.words & (_MORE | _LESS):
        return ""
    figure = minutes if task.words & {"time", "hours", "busier", "longer"} else difference
    return "Yes" if (figure < 0 if task.words & _LESS else figure > 0) else "No"


def upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _by(count: int, minutes: int, *, is_mixed: bool) -> str:
    if not count:
        return f"{length(minutes)} more, with as many events"
    if is_mixed:
        return f"{counted(count, 'event')} more, but {length(minutes)} less"
    return f"{counted(count, 'event')} and {length(minutes)} more" if minutes else (
        f"{counted(count, 'event')} more, of the same length in all"
    )  # fmt: skip


def _what(task: Task) -> str:
    is_same = _two_periods(task) is not None
    return f"Counted: {task.named()}." if is_same and (task.subject or task.kind) else ""


def _compared_lengths(task: Task, one: _Side, other: _Side) -> Answer:
    if one.minutes == other.minutes:
        head = f"Both take {length(one.minutes)}."
    else:
        longer = max(one, other, key=lambda side: side.minutes)
        head = f"{longer.name} is longer, by {length(abs(one.minutes - other.minutes))}."
    body = [f"- {side.name}: {length(side.minutes)}" for side in (one, other)]
    return task.answer(head, *body, items=(*one.items, *other.items))


def _sides(task: Task) -> Steps:
    periods = _two_periods(task)
    if periods is not None:
        sides = []
        for period in periods:
            result = yield from measured(task.looking(period), None, "hours")
            sides.append(_side(upper(task.clock.period(period)), result))
        return sides
    names = [each for each in task.query.spans if each.code in ("T", "PS", "PL", "OW")]
    codes = [each.code for each in names]
    code = next((code for code in codes if codes.count(code) > 1), "")
    if not code:
        give_up("What should I compare? Name two periods, people or kinds of event.")
    sides = []
    people = [each for each in names if each.code == "PS"]
    wanted = [each for each in names if each.code == code][:2]
    are_pairs = code == "T" and len(people) == 2
    for place, name in enumerate(wanted):
        query = alone(task.query, name)
        called = "your calendar" if is_mine(name.text) else name.text
        if are_pairs:
            # `lunches with Lena or coffees with Tobias`: each topic has its own person.
            query = alone(query, people[place])
            called = f"{called} with {people[place].text}"
        narrowed = yield from resolve_anytime(query, task.surroundings)
        result = yield from measured(on_record(narrowed), None, "hours")
        sides.append(_side(upper(called), result))
    return sides


def _side(name: str, result: EventMeasure) -> _Side:
    return _Side(name, result.total.count, result.total.minutes, result.items)


def _two_periods(task: Task) -> Sequence[Period] | None:
    if task.when.compared:
        first = task.period if task.is_dated else unit_period(task.clock.today, "month")
        return (first, _nearest_reading(task.when.compared, first))
    if len(task.several) > 1:
        return task.several[:2]
    if task.is_dated and task.period.days is not None and not _has_two_names(task):
        return (task.period, task.period.shifted(-1))
    return None


def _nearest_reading(readings: Sequence[Period], first: Period) -> Period:
    """`June or July`: both of one year."""
    if first.start is None:
        return readings[0]
    day = first.start
    return min(readings, key=lambda each: abs(((each.start or day) - day).days))


def _has_two_names(task: Task) -> bool:
    return any(len(task.query.words(code)) > 1 for code in ("T", "PS", "PL", "OW"))

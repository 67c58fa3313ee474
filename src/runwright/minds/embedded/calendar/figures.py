"""`count`, `duration`, `busiest` and `compare`: figures of events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from runwright.artifacts.markdown import write_table
from runwright.minds.embedded.calendar import files
from runwright.minds.embedded.calendar.details import event_line, length_words, others
from runwright.minds.embedded.calendar.lists import nothing
from runwright.minds.embedded.calendar.lookup import fitting_rows
from runwright.minds.embedded.calendar.resolve import resolve
from runwright.minds.embedded.calendar.task import (
    Steps,
    Task,
    alone,
    find,
    first_person,
    give_up,
    measure,
)
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.when import read_weekdays
from runwright.minds.embedded.calendar.wording import (
    MOST_LINES,
    counted,
    in_unit,
    length,
    note_line,
    row_minutes,
    title,
)
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.calendar_words import MONTH_NAMES
from runwright.text.calendars import DAY, Period, span
from runwright.text.calendars import unit_of as unit_period
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Note
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import join_words
from runwright.tools.measure_events import EventGroup, EventMeasure

_DAYS = word_set("days evenings nights mornings afternoons weekends")
_PEOPLE = word_set("people persons attendees guests colleagues")
_ANSWERS = {"accepted": "accepted", "declined": "declined", "tentative": "tentative",
            "unanswered": "none"}  # fmt: skip
_EXTREMES = word_set("longest shortest quickest")
_GROUPS = ("day", "week", "month", "quarter", "year", "weekday", "hour", "person", "place")


def on_record(task: Task) -> Task:
    """Without a period, what the verb looks to: what is over, what is ahead, or everything."""
    if task.is_dated or task.query.state:
        return task
    today = task.clock.today
    if task.tense == "past":
        return task.looking(span(None, today + DAY))
    if task.tense == "future" and not task.query.group and task.query.measure != "busiest":
        return task.looking(span(today, None))
    return task


def counts_answers(query: Query) -> bool:
    """`How many have accepted the reunion` counts people, `how many did I accept` events."""
    is_mine = bool(first_person(query))
    return query.state in _ANSWERS and bool(query.words("T")) and not is_mine


def lists_events(query: Query) -> bool:
    """Whether a figure is read off a list of events rather than measured."""
    if query.measure == "count":
        return counts_answers(query) or query.state in ("cancelled", "tentative")
    is_plain = query.measure == "duration" and query.group not in _GROUPS
    words = set(split_words(fold(query.text)))
    is_ordered = query.order in ("desc", "asc") or query.ask == "name" or bool(words & _EXTREMES)
    return is_plain and is_ordered


def count_events(task: Task) -> Steps:
    """How many."""
    query = task.query
    if counts_answers(query):
        return (yield from _count_answers(task))
    task = on_record(task)
    if query.state in ("cancelled", "tentative"):
        result = yield from find(task, status=[query.state])
        count = task.named(result.kept) if result.kept else f"None: I found no {task.named()}"
        return task.answer(f"{count}{task.where_in_time()}.", items=result.items)
    if (unit := _counted_days(task)) and not query.group:
        return (yield from _days_with(task, unit))
    by = query.group if query.group in _GROUPS else None
    if by is None and task.words & _PEOPLE and not query.words("PS"):
        by = "person"
    result = yield from _measured(task, by, "count")
    if query.form == "number" and by is None:
        return task.answer(str(result.total.count), items=result.items)
    if by is None:
        return task.answer(_counted(task, result), _spread(task, result),
                           note_line(_plain_notes(result)), items=result.items)  # fmt: skip
    if query.group != "person" and by == "person":
        return task.answer(
            f"{counted(result.group_count, 'person')} in {task.named(result.kept)}"
            f"{task.where_in_time()}: {join_words([g.name for g in result.groups[:12]])}.",
            items=result.items,
        )
    return (yield from _grouped(task, result, "count"))


def _counted_days(task: Task) -> str:
    """`how many Fridays`, `how many evenings`: days are counted, and not events."""
    words = split_words(fold(task.query.text))
    after = words[words.index("many") + 1 :][:3] if "many" in words else []
    return next((word for word in after if word in _DAYS or read_weekdays(word)), "")


def _days_with(task: Task, unit: str) -> Steps:
    result = yield from _measured(task, "day", "count")
    days = sum(group.count > 0 for group in result.groups)
    noun = unit.capitalize() if read_weekdays(unit) and unit not in _DAYS else unit
    return task.answer(
        f"{days} {noun if days != 1 else noun.removesuffix('s')} with at least one event.",
        f"{task.named(result.kept)}{task.where_in_time()}.",
        note_line(_plain_notes(result)),
        items=result.items,
    )


def _counted(task: Task, result: EventMeasure) -> str:
    count = result.total.count
    if not count:
        return f"None: I found no {task.named()}{task.where_in_time()}."
    return f"{task.named(count)}{task.where_in_time()}."


def _spread(task: Task, result: EventMeasure) -> str:
    """From when to when, where no period was named."""
    if task.period.start is not None and task.period.end is not None:
        return ""
    ids = set(result.items)
    days = sorted(
        task.clock.local(item.facts.start).date()
        for item in task.events
        if item.id in ids and item.facts.start
    )
    if not days:
        return ""
    if days[0] == days[-1]:
        return f"It is on {task.clock.day(days[0])}." if len(days) == 1 else ""
    return f"The first is on {task.clock.day(days[0])}, the last on {task.clock.day(days[-1])}."


def _plain_notes(result: EventMeasure) -> list[Note]:
    return [note for note in result.notes if note.code != "all_day_without_hours"]


def _count_answers(task: Task) -> Steps:
    """How many people answered so to an event."""
    kept = {key: value for key, value in task.filter.items() if key != "people"}
    task = task._replace(filter=kept, kind="")
    result = yield from find(task, task.period if task.is_dated else span(task.clock.today, None))
    rows = result.rows
    if not rows:
        return (yield from nothing(task, result))
    row = rows[0]
    names = others(task, row, (_ANSWERS[task.query.state],))
    who = f": {join_words(names)}" if names else ""
    if not row.people:
        return task.answer(f"The calendar names nobody for {event_line(row, task.clock)}.")
    return task.answer(
        f"{counted(len(names), 'person')}{who}.",
        f"{task.query.state.capitalize()}, among {counted(len(row.people), 'person')} invited to "
        f"{event_line(row, task.clock)}.",
        items=(row.id,),
    )


def _measured(task: Task, by: str | None, rank: str) -> Steps:
    arguments: dict[str, Any] = {"rank": rank}
    if by is not None:
        arguments["by"] = by
    if by == "person" and task.owner is not None and task.owner.name:
        arguments["leave_out"] = [task.owner.name]
    if by in ("day", "week", "month", "weekday", "hour", "quarter", "year"):
        arguments["limit"] = 400
    return (yield from measure(task, **arguments))


# Groups -----------------------------------------------------------------------------------------


def group_name(group: EventGroup, by: str, task: Task) -> str:
    """A group as people call it."""
    match by:
        case "day":
            return task.clock.day(date.fromisoformat(group.name))
        case "week":
            return f"week of {task.clock.day(date.fromisoformat(group.start or ''))}"
        case "month":
            year, month = group.name.split("-")
            return f"{MONTH_NAMES[int(month) - 1]} {year}"
        case "quarter":
            year, quarter = group.name.split("-")
            return f"{quarter} {year}"
        case "weekday":
            return group.name.capitalize()
        case "hour":
            return f"{group.name}–{(int(group.name[:2]) + 1) % 24:02}:00"
        case _:
            return group.name


def _figure(group: EventGroup, figure: str, task: Task) -> str:
    if figure == "count":
        return counted(group.count, "event")
    return in_unit(group.minutes, unit_of(task))


def _grouped(task: Task, result: EventMeasure, figure: str) -> Steps:
    query, by = task.query, task.query.group
    groups = list(result.groups)
    if not result.kept or not groups:
        return task.answer(f"None: I found no {task.named()}{task.where_in_time()}.")
    if file := files.format_of(query):
        return (yield from files.write(task, result, file))
    if query.ask == "amount":
        return _average(task, result, figure)
    if query.order in ("desc", "asc"):
        side = -1 if query.order == "desc" else 1
        groups.sort(key=lambda g: side * (g.count if figure == "count" else g.minutes))
    rows = [(group_name(group, by, task), _figure(group, figure, task)) for group in groups]
    total = (
        task.named(result.kept) if figure == "count" else
        f"{in_unit(result.total.minutes, unit_of(task))} in {task.named(result.kept)}"
    )  # fmt: skip
    foot = f"{total}{task.where_in_time()}."
    if query.order in ("desc", "asc"):
        head = f"{rows[0][0]}: {rows[0][1]}."
        then = [f"{name} ({text})" for name, text in rows[1:5]]
        return task.answer(head, f"Then {join_words(then)}." if then else "", foot,
                           note_line(result.notes), items=result.items)  # fmt: skip
    left = len(rows) - MOST_LINES
    if query.form == "table":
        body = write_table((by.capitalize(), "Events" if figure == "count" else "Time"), rows)
    else:
        body = "\n".join(f"- {name}: {text}" for name, text in rows[:MOST_LINES])
        body += f"\n- and {left} more" if left > 0 else ""
    return task.answer(body, foot, note_line(result.notes), items=result.items)


def _average(task: Task, result: EventMeasure, figure: str) -> Answer:
    """One figure a week or month, on average."""
    number = len(result.groups)
    total = result.total.count if figure == "count" else result.total.minutes
    mean = total / number
    by = task.query.group
    text = (f"{mean:.1f} events" if figure == "count" else length(mean)) + f" a {by} on average"
    return task.answer(
        f"{text}.",
        f"{task.named(result.kept)} in {counted(number, by)}{task.where_in_time()}.",
        items=result.items,
    )


# Duration ---------------------------------------------------------------------------------------


def duration(task: Task) -> Steps:
    """How long one is, or all together."""
    query = task.query
    if query.group in _GROUPS:
        result = yield from _measured(on_record(task), query.group, "hours")
        return (yield from _grouped(on_record(task), result, "hours"))
    if lists_events(query):
        return (yield from _longest(on_record(task)))
    one = _only(task)
    if one is not None:
        return (yield from _of_one(task, one))
    task = on_record(task)
    result = yield from _measured(task, None, "hours")
    if not result.kept:
        return task.answer(f"None: I found no {task.named()}{task.where_in_time()}.",
                           note_line(result.notes))  # fmt: skip
    total = result.total
    unit = unit_of(task)
    if not total.minutes and total.all_day:
        text = f"{counted(result.all_day_days, 'day')}"
        return task.answer(f"{text}: {task.named(total.count)}{task.where_in_time()}, all of whole "
                           "days.", items=result.items)  # fmt: skip
    if query.form == "number":
        return task.answer(in_unit(total.minutes, unit or "hour"), items=result.items)
    mean = f", {length(result.average_minutes)} on average" if total.count > 1 else ""
    return task.answer(
        f"{in_unit(total.minutes, unit)}.",
        f"{task.named(total.count)}{task.where_in_time()}{mean}.",
        _whole_days(result),
        _spread(task, result),
        note_line(_plain_notes(result)),
        items=result.items,
    )


def _whole_days(result: EventMeasure) -> str:
    """What has no hours is said beside them."""
    count = result.total.all_day
    if not count:
        return ""
    whole = f"{counted(count, 'event')} of whole days, {counted(result.all_day_days, 'day')} in all"
    return f"Not in these hours: {whole}."


def _only(task: Task) -> EventRow | None:
    """The one event that is meant: the only one, or the next of a series that never differs."""
    if not task.is_named:
        return None
    limits = ("least_minutes", "most_minutes")
    kept = {key: value for key, value in task.filter.items() if key not in limits}
    rows = fitting_rows(task._replace(filter=kept), task.events)
    if len(rows) == 1:
        return rows[0]
    same = {(row.title, row_minutes(row, task.clock)) for row in rows}
    if task.is_dated or len(same) != 1 or task.words & {"total", "many", "altogether", "all"}:
        return None
    ahead = [row for row in rows if task.clock.first_day(row) >= task.clock.today]
    return (ahead or rows[::-1])[0] if rows else None


def _of_one(task: Task, row: EventRow) -> Steps:
    least, most = task.when.least, task.when.most
    kept = {k: v for k, v in task.filter.items() if k not in ("least_minutes", "most_minutes")}
    day = task.clock.first_day(row)
    yield from measure(task._replace(filter=kept), span(day, task.clock.last_day(row) + DAY))
    minutes = row_minutes(row, task.clock)
    unit = unit_of(task)
    text = length_words(row, task.clock)
    if unit:
        text = f"{in_unit(minutes, unit)}: {event_line(row, task.clock)}."
    if least is not None or most is not None:
        is_so = (least is None or minutes >= least) and (most is None or minutes <= most)
        text = f"{'Yes' if is_so else 'No'}, {text}"
    return task.answer(text, items=(row.id,))


def _longest(task: Task) -> Steps:
    is_short = task.query.order == "asc" or task.words & {"shortest", "quickest"}
    order = "shortest" if is_short else "longest"
    if not task.filter.get("all_day"):
        task = task._replace(filter={**task.filter, "all_day": False})
    result = yield from find(task, order=order, limit=3)
    if not result.rows:
        return (yield from nothing(task, result))
    row = result.rows[0]
    then = [f"{title(each)} ({length(row_minutes(each, task.clock))})" for each in result.rows[1:]]
    return task.answer(
        f"{title(row)}, {length(row_minutes(row, task.clock))}: {task.clock.when(row)}.",
        f"Then {join_words(then)}." if then else "",
        f"The {order} of {task.named(result.matching)}{task.where_in_time()}.",
        note_line(result.notes),
        items=result.items,
    )


# Busiest and compare ----------------------------------------------------------------------------


def busiest(task: Task) -> Steps:
    """The group with most hours, or with least."""
    query = task.query
    by = query.group if query.group in _GROUPS else "day"
    task = on_record(task)
    if not task.is_dated and by in ("day", "week") and task.tense != "past":
        task = task.looking(span(task.clock.today, None))
    result = yield from _measured(task, by, "busy_hours")
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
    measured = f"{'Quietest' if is_least else 'Busiest'} by hours, of {task.named(result.kept)}"
    return task.answer(
        head, f"Then {join_words(then)}." if then else "",
        f"{measured}{task.where_in_time()}.", note_line(result.notes), items=result.items,
    )  # fmt: skip


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
    return task.answer(head, f"- {named}", f"- {against}", _what(task),
                       items=(*one.items, *other.items))  # fmt: skip


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
    return f"Counted: {task.named()}." if task.subject or task.kind else ""


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
            result = yield from _measured(task.looking(period), None, "hours")
            words = task.clock.period(period)
            sides.append(_side(f"{words[:1].upper()}{words[1:]}", result))
        return sides
    names = [each for each in task.query.spans if each.code in ("T", "PS", "PL", "OW")]
    codes = [each.code for each in names]
    code = next((code for code in codes if codes.count(code) > 1), "")
    if not code:
        give_up("What should I compare? Name two periods, people or kinds of event.")
    sides = []
    for name in [each for each in names if each.code == code][:2]:
        narrowed = yield from resolve(alone(task.query, name), task.surroundings)
        result = yield from _measured(on_record(narrowed), None, "hours")
        sides.append(_side(name.text[:1].upper() + name.text[1:], result))
    return sides


def _side(name: str, result: EventMeasure) -> _Side:
    return _Side(name, result.total.count, result.total.minutes, result.items)


def _two_periods(task: Task) -> Sequence[Period] | None:
    if task.when.compared:
        first = task.period if task.is_dated else unit_period(task.clock.today, "month")
        return (first, task.when.compared[0])
    if len(task.several) > 1:
        return task.several[:2]
    if task.is_dated and task.period.days is not None and not _has_two_names(task):
        return (task.period, task.period.shifted(-1))
    return None


def _has_two_names(task: Task) -> bool:
    return any(len(task.query.words(code)) > 1 for code in ("T", "PS", "PL", "OW"))

"""`duration`: how long one event is, or all together, or which is the longest."""

from __future__ import annotations

from runwright.minds.embedded.calendar.details import event_line, length_words
from runwright.minds.embedded.calendar.figures import (
    GROUPS,
    grouped,
    is_on_a_side,
    lists_events,
    measured,
    on_record,
    plain_notes,
    rows_on_side,
    spread,
)
from runwright.minds.embedded.calendar.lists import nothing
from runwright.minds.embedded.calendar.lookup import fitting_rows
from runwright.minds.embedded.calendar.task import (
    Steps,
    Task,
    find,
    measure,
)
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.wording import (
    counted,
    in_unit,
    length,
    note_line,
    row_minutes,
    row_nights,
    title,
)
from runwright.minds.embedded.program import Answer
from runwright.text.calendars import DAY, span
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import join_words
from runwright.tools.measure_events import EventMeasure

_MOST_STAYS = 10


def duration(task: Task) -> Steps:
    """How long one is, or all together."""
    query = task.query
    if query.group in GROUPS:
        result = yield from measured(on_record(task), query.group, "hours")
        return (yield from grouped(on_record(task), result, "hours"))
    if lists_events(query):
        return (yield from _longest(on_record(task)))
    one = None if is_on_a_side(query) else _only(task)
    if one is not None:
        return (yield from _of_one(task, one))
    task = on_record(task)
    if is_on_a_side(query):
        return (yield from _on_side(task))
    result = yield from measured(task, None, "hours")
    if not result.kept:
        return task.answer(f"None: I found no {task.named()}{task.where_in_time()}.",
                           note_line(result.notes))  # fmt: skip
    total = result.total
    unit = unit_of(task)
    if unit == "night" and (stays := _nights(task, result)) is not None:
        return stays
    if total.all_day and (not total.minutes or unit in ("day", "night")):
        return _days_of(task, result)
    if query.form == "number":
        return task.answer(in_unit(total.minutes, unit or "hour"), items=result.items)
    mean = f", {length(result.average_minutes)} on average" if total.count > 1 else ""
    return task.answer(
        f"{in_unit(total.minutes, unit)}.",
        f"{task.named(total.count)}{task.where_in_time()}{mean}.",
        _whole_days(result),
        spread(task, result),
        note_line(plain_notes(result)),
        items=result.items,
    )


def _nights(task: Task, result: EventMeasure) -> Answer | None:
    """The nights of stays; nothing where an event lies within a day."""
    rows = fitting_rows(task, task.events)
    nights = [row_nights(row, task.clock) for row in rows]
    if not rows or not all(nights):
        return None
    head = f"{counted(sum(nights), 'night')}: {task.named(len(rows))}{task.where_in_time()}."
    each = [f"{event_line(row, task.clock)} ({n})" for row, n in zip(rows, nights, strict=True)]
    return task.answer(head, f"{'; '.join(each[:_MOST_STAYS])}.", items=result.items)


def _days_of(task: Task, result: EventMeasure) -> Answer:
    """Whole days are what is asked for; hours are said beside them."""
    total, timed = result.total, result.total.count - result.total.all_day
    text = f"{counted(result.all_day_days, 'day')}: {task.named(total.all_day)}"
    return task.answer(
        f"{text}{task.where_in_time()}, {'all ' if total.all_day > 1 else ''}of whole days.",
        f"Besides, {counted(timed, 'event')} with hours: {length(total.minutes)}." if timed else "",
        items=result.items,
    )


def _on_side(task: Task) -> Steps:
    """What is over, or what is still to come, added up."""
    rows = yield from rows_on_side(task)
    if not rows:
        return task.answer(f"None: I found no {task.named()}{task.where_in_time()}.")
    timed = [row for row in rows if not row.all_day]
    minutes = sum(row_minutes(row, task.clock) for row in timed or rows)
    mean = f", {length(minutes / len(timed))} on average" if len(timed) > 1 else ""
    whole = len(rows) - len(timed) if timed else 0
    return task.answer(
        f"{in_unit(minutes, unit_of(task))}.",
        f"{task.named(len(timed or rows))}{task.where_in_time()}{mean}.",
        f"Not in these hours: {counted(whole, 'event')} of whole days." if whole else "",
        items=tuple(row.id for row in rows),
    )


def _whole_days(result: EventMeasure) -> str:
    """What has no hours is said beside them."""
    count = result.total.all_day
    if not count:
        return ""
    whole = f"{counted(count, 'event')} of whole days, {counted(result.all_day_days, 'day')} in all"
    return f"Not in these hours: {whole}."


def _only(task: Task) -> EventRow | None:
    """The one event that is meant: the only one, or the next of a series that never differs; or
    what is on at a moment, which is longer than that."""
    is_moment = task.is_dated and task.when.hours is not None and task.when.hours.is_moment
    if not task.is_named and not is_moment:
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
    size = in_unit(minutes, unit)
    if unit == "night" and (nights := row_nights(row, task.clock)):
        size = counted(nights, "night")
    elif unit == "night":
        size = length(minutes)
    if unit:
        text = f"{size}: {event_line(row, task.clock)}."
    if task.query.form == "number":
        return task.answer(size if unit else in_unit(minutes, "hour"), items=(row.id,))
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

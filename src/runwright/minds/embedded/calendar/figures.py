"""`count`, and what all figures of events share: the period, groups and averages."""

from __future__ import annotations

from datetime import date
from typing import Any

from runwright.artifacts.markdown import write_table
from runwright.minds.embedded.calendar import files
from runwright.minds.embedded.calendar.details import event_line, others
from runwright.minds.embedded.calendar.lists import nothing
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows, rows_of_name
from runwright.minds.embedded.calendar.sides import side_of
from runwright.minds.embedded.calendar.task import (
    Steps,
    Task,
    counts_answers,
    find,
    measure,
)
from runwright.minds.embedded.calendar.tenses import counts_up_to_now
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.when import read_weekdays
from runwright.minds.embedded.calendar.wording import (
    MOST_LINES,
    counted,
    in_unit,
    length,
    note_line,
    row_nights,
)
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.calendar_words import MONTH_NAMES
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Note
from runwright.tools.hours import join_words
from runwright.tools.measure_events import EventGroup, EventMeasure

_DAYS = word_set("days evenings nights mornings afternoons weekends")
_PEOPLE = word_set("people persons attendees guests colleagues")
_ANSWERS = {"accepted": "accepted", "declined": "declined", "tentative": "tentative",
            "unanswered": "none"}  # fmt: skip
_NEAR = 14
EXTREMES = word_set("longest shortest quickest")
GROUPS = ("day", "week", "month", "quarter", "year", "weekday", "hour", "person", "place")


def on_record(task: Task) -> Task:
    """Without a period, what the verb looks to: what is over, what is ahead, or everything."""
    today = task.clock.today
    if task.is_dated or task.query.state or task.side:
        return task
    if task.tense == "past":
        return task.looking(span(None, today + DAY))
    if task.tense == "future" and not task.query.group and task.query.measure != "busiest":
        return task.looking(span(today, None))
    return task


def lists_events(query: Query) -> bool:
    """Whether a figure is read off a list of events rather than measured."""
    if query.measure == "count":
        return counts_answers(query) or query.state in ("cancelled", "tentative")
    is_plain = query.measure == "duration" and query.group not in GROUPS
    words = set(split_words(fold(query.text)))
    is_ordered = query.order in ("desc", "asc") or query.ask == "name" or bool(words & EXTREMES)
    return is_plain and is_ordered


def is_on_a_side(query: Query) -> bool:
    """Whether a figure counts what is over, or what is ahead, to the minute."""
    is_plain = query.measure in ("count", "duration") and query.group not in GROUPS
    has_side = bool(side_of(query)) or counts_up_to_now(query)
    if not is_plain or not has_side or counts_answers(query):
        return False
    counts_others = query.measure == "count" and bool(_counted_days(query) or _counts_people(query))
    return not counts_others


def _counts_people(query: Query) -> bool:
    words = set(split_words(fold(query.text)))
    return bool(words & _PEOPLE) and not query.words("PS")


def rows_on_side(task: Task) -> Steps:
    """Those events, by their start."""
    result = yield from find(task)
    wanted = set(result.items)
    rows = [row for row in fitting_rows(task, task.events) if row.id in wanted]
    return rows or list(result.rows)


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
    if is_on_a_side(query):
        return (yield from _count_on_side(task))
    if (unit := _counted_days(query)) and not query.group:
        return (yield from _days_with(task, unit))
    by = query.group if query.group in GROUPS else None
    if by is None and _counts_people(query):
        by = "person"
    result = yield from measured(task, by, "count")
    if query.form == "number" and by is None:
        return task.answer(str(result.total.count), items=result.items)
    if by is None:
        edge = yield from _before_season(task, result.total.count)
        return task.answer(_counted(task, result), edge or spread(task, result),
                           note_line(plain_notes(result)), items=result.items)  # fmt: skip
    if query.group != "person" and by == "person":
        return task.answer(
            f"{counted(result.group_count, 'person')} in {task.named(result.kept)}"
            f"{task.where_in_time()}: {join_words([g.name for g in result.groups[:12]])}.",
            items=result.items,
        )
    return (yield from grouped(task, result, "count"))


def _count_on_side(task: Task) -> Steps:
    rows = yield from rows_on_side(task)
    items = tuple(row.id for row in rows)
    if task.query.form == "number":
        return task.answer(str(len(rows)), items=items)
    if not rows:
        return task.answer(f"None: I found no {task.named()}{task.where_in_time()}.")
    ends = sorted({task.clock.first_day(row) for row in (rows[0], rows[-1])})
    spread = f"The first is on {task.clock.day(ends[0])}, the last on {task.clock.day(ends[-1])}."
    edge = yield from _before_season(task, len(rows))
    return task.answer(
        f"{task.named(len(rows))}{task.where_in_time()}.",
        edge or (spread if len(ends) > 1 else ""),
        items=items,
    )


def _before_season(task: Task, count: int) -> Steps:
    """A season has no sharp beginning: what lies just before it is said beside it."""
    start = task.period.start
    if task.period.grain != "season" or start is None or not task.is_named:
        return ""
    rows = yield from rows_of_name(task)
    near = sum(start - _NEAR * DAY <= task.clock.first_day(row) < start for row in rows)
    if not near:
        return ""
    day = task.clock.day(start)
    return f"Counted from {day} on; {count + near} with the {near} of the two weeks before."


def _counted_days(query: Query) -> str:
    """`how many Fridays`, `how many evenings`: days are counted, and not events."""
    words = split_words(fold(query.text))
    after = words[words.index("many") + 1 :] if "many" in words else []
    after = after[1:] if after[:1] and after[0] in ("more", "working", "free") else after
    named = {word for text in query.words("T") for word in split_words(fold(text))}
    unit = next((word for word in after[:1] if word in _DAYS or read_weekdays(word)), "")
    return "" if unit in named else unit


def _days_with(task: Task, unit: str) -> Steps:
    result = yield from measured(task, "day", "count")
    rows = fitting_rows(task, task.events) if unit == "nights" and task.is_named else []
    nights = [row_nights(row, task.clock) for row in rows]
    if rows and all(nights) and all(row.all_day for row in rows):
        # The days of a stay are one more than its nights.
        text = f"{counted(sum(nights), 'night')}: {event_line(rows[0], task.clock)}"
        more = f" and {counted(len(rows) - 1, 'more stay')}" if len(rows) > 1 else ""
        return task.answer(f"{text}{more}.", items=result.items)
    dates = [date.fromisoformat(group.name) for group in result.groups if group.count > 0]
    if unit == "weekends":
        # A weekend is its Saturday.
        dates = list({day - (day.weekday() - 5) * DAY for day in dates if day.weekday() > 4})
    days = len(dates)
    noun = unit.capitalize() if read_weekdays(unit) and unit not in _DAYS else unit
    return task.answer(
        f"{days} {noun if days != 1 else noun.removesuffix('s')} with at least one event.",
        f"{task.named(result.kept)}{task.where_in_time()}.",
        note_line(plain_notes(result)),
        items=result.items,
    )


def _counted(task: Task, result: EventMeasure) -> str:
    count = result.total.count
    if not count:
        return f"None: I found no {task.named()}{task.where_in_time()}."
    return f"{task.named(count)}{task.where_in_time()}."


def spread(task: Task, result: EventMeasure) -> str:
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


def plain_notes(result: EventMeasure) -> list[Note]:
    return [note for note in result.notes if note.code != "all_day_without_hours"]


def _count_answers(task: Task) -> Steps:
    """How many people answered so to an event."""
    task = _without_answers(task)
    clock = task.clock
    rows = fitting_rows(task, task.events)
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return (yield from nothing(task, (yield from find(task))))
    (row, *_) = yield from confirm(task, (ahead or rows[::-1])[:1])
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


def _without_answers(task: Task) -> Task:
    """The event itself, whoever answered; a person in its name stays, as in `Finn's party`."""
    kept = {key: value for key, value in task.filter.items() if key not in ("people", "also")}
    plain = task._replace(filter=kept, kind="", side="")
    people = task.filter.get("people", {})
    named = {key: value for key, value in people.items() if key not in ("answers", "role")}
    narrow = plain._replace(filter={**kept, "people": named})
    return narrow if named and fitting_rows(narrow, narrow.events) else plain


def measured(task: Task, by: str | None, rank: str) -> Steps:
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


def grouped(task: Task, result: EventMeasure, figure: str) -> Steps:
    query, by = task.query, task.query.group
    groups = list(result.groups)
    notes = plain_notes(result) if figure == "count" else result.notes
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
                           note_line(notes), items=result.items)  # fmt: skip
    left = len(rows) - MOST_LINES
    if query.form == "table":
        body = write_table((by.capitalize(), "Events" if figure == "count" else "Time"), rows)
    else:
        body = "\n".join(f"- {name}: {text}" for name, text in rows[:MOST_LINES])
        body += f"\n- and {left} more" if left > 0 else ""
    return task.answer(body, foot, note_line(notes), items=result.items)


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

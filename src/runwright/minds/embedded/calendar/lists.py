"""`list`, `next`, `last` and `first`: events in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.calendar import files
from runwright.minds.embedded.calendar.details import detail, event_line
from runwright.minds.embedded.calendar.lookup import NAMES, called_off, fitting_rows, rows_of_name
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task, find, now_of
from runwright.minds.embedded.calendar.tenses import is_last_to_come
from runwright.minds.embedded.calendar.terms import is_empty
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.when import days_from
from runwright.minds.embedded.calendar.wording import (
    Clock,
    counted,
    lines,
    note_line,
    short_list,
)
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text import numbers
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Note
from runwright.tools.event_rows import EventRow
from runwright.tools.find_events import FoundEvents

HORIZON = 7
"""Days that a list without a period looks ahead, unless it names something."""


def limit_of(task: Task) -> int | None:
    """How many are asked for."""
    found = numbers.read(task.query.word("N"))
    number = int(found[0].value) if found else 0
    return number if 0 < number <= 1000 else None


def list_events(task: Task) -> Steps:
    """The events of a period, or those ahead."""
    if side := beside_name(task.query):
        return (yield from _beside(task, side))
    limit = limit_of(task)
    if limit is not None and not task.is_dated:
        return (yield from _some(task, limit))
    more: dict[str, Any] = {}
    if not task.is_dated:
        task = _from_today(task)
        if is_over(task):
            task = task.looking(span(None, task.clock.today + DAY))
            task = task._replace(remarks=(*task.remarks, "None is coming up."))
            more["order"] = "last"
    if task.query.order in ("newest", "desc"):
        more["order"] = "last" if task.query.order == "newest" else "longest"
    if limit is not None:
        more["limit"] = limit
    result = yield from find(task, **more)
    if not result.rows:
        return (yield from nothing(task, result))
    if file := files.format_of(task.query):
        return (yield from files.write(task, result, file))
    return _listed(task, result)


def _from_today(task: Task) -> Task:
    """Without a period: what is ahead, or what is over if the verb looks back."""
    today = task.clock.today
    if task.side or (task.is_named and wants_all(task)):
        return task
    if task.tense == "past":
        return task.looking(span(None, today + DAY))
    if task.is_named or task.filter:
        return task.looking(span(today, None))
    return task.looking(days_from(today, HORIZON))


def beside_name(query: Query) -> str:
    """`after the call with Anna`: whether what lies beside a named event is asked for."""
    names = [each for each in query.spans if each.code in ("T", "PS") and each.start > 0]
    before = split_words(fold(query.text[: names[0].start])) if len(names) == 1 else []
    while before and (before[-1] in ("the", "my", "with", "a") or is_empty(before[-1])):
        before.pop()
    return before[-1] if before and before[-1] in ("after", "before") else ""


def _beside(task: Task, side: str) -> Steps:
    """The rest of the day of an event, after it or before it."""
    clock = task.clock
    rows = [row for row in fitting_rows(task, task.events) if row.start]
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return (yield from nothing(task, (yield from find(task))))
    row = (ahead or rows[::-1])[0]
    kept = {key: value for key, value in task.filter.items() if key not in NAMES}
    day = task._replace(filter=kept, side="").looking(days_from(clock.first_day(row), 1))
    more: dict[str, Any] = {"limit": 50, "order": "first"}
    more |= {"next_from": row.end or row.start} if side == "after" else {"previous_to": row.start}
    result = yield from find(day, **more)
    when = f"{side} {event_line(row, clock)}"
    if not result.rows:
        return task.answer(f"Nothing else on that day {when}.", items=(row.id,))
    head = f"{counted(result.kept, 'event')} on that day {when}:"
    return task.answer(head, lines(result.rows, clock, one_day=True), items=result.items)


def wants_all(task: Task) -> bool:
    """`all my meetings with Erik`, or a file of them: what is over as well as what is ahead."""
    says_all = bool(task.words & {"all", "every"}) and "allday" not in task.query.flags
    return says_all or bool(files.format_of(task.query))


def is_over(task: Task) -> bool:
    """Whether all that bears the names lies behind."""
    if not task.is_named or task.period.start != task.clock.today or task.side:
        return False
    return not fitting_rows(task, task.events) and bool(fitting_rows(task, task.events, ALWAYS))


def _some(task: Task, limit: int) -> Steps:
    """`the next four`, `the last three`."""
    looks_back = task.tense == "past" or task.query.order == "newest" or "last" in task.words
    side = "previous_to" if looks_back else "next_from"
    more: dict[str, Any] = {side: now_of(task), "limit": limit}
    result = yield from find(task._replace(side=""), **more)
    if not result.rows:
        return (yield from nothing(task, result))
    which = "last" if looks_back else "next"
    head = f"The {which} {task.named(result.kept)}:" if result.kept > 1 else f"The {which} one:"
    return task.answer(head, lines(result.rows, task.clock), items=result.items)


def _listed(task: Task, result: FoundEvents) -> Answer:
    query, clock, rows = task.query, task.clock, result.rows
    head = f"{task.named(result.kept)}{task.where_in_time()}"
    notes = note_line(result.notes)
    if query.form == "number":
        return task.answer(str(result.kept), f"{head}.", items=result.items)
    if query.form == "short":
        return task.answer(f"{head}: {short_list(rows, clock)}.", items=result.items)
    if query.form == "table":
        return task.answer(
            files.table(rows, clock, result.more), f"{head}.", notes, items=result.items
        )
    if query.group in ("person", "place"):
        body = _grouped(rows, query.group, clock)
    else:
        days = len({clock.first_day(row) for row in rows if row.start})
        is_full = days > 1 and len(rows) > max(8, 1.5 * days)
        body = lines(
            rows,
            clock,
            result.more,
            by_day=query.group == "day" or is_full,
            one_day=task.period.days == 1,
        )
    return task.answer(f"{head}:", body, notes, items=result.items)


def _grouped(rows: Sequence[EventRow], group: str, clock: Clock) -> str:
    groups: dict[str, list[EventRow]] = {}
    for row in rows:
        names = [who.name for who in row.people] if group == "person" else [row.place or ""]
        for name in names or [""]:
            groups.setdefault(name or f"(no {group})", []).append(row)
    parts = [f"**{name}**\n{lines(each, clock)}" for name, each in sorted(groups.items())]
    return "\n".join(parts)


def nothing(task: Task, result: FoundEvents) -> Steps:
    """That there is none, and where the nearest is."""
    near = yield from nearest(task)
    if off := called_off(task):
        near = f"One is cancelled: {event_line(off, task.clock)}. {near}".strip()
    return task.answer(
        f"I found no {task.named()}{task.where_in_time()}.",
        near,
        note_line(result.notes),
        items=result.items,
    )


def nearest(task: Task) -> Steps:
    """What is called the same, but lies at another time."""
    if not task.is_named or task.period == ALWAYS or task.query.state:
        return ""
    rows = yield from rows_of_name(task)
    clock = task.clock
    if away := [row for row in rows if _was_in(task, row)]:
        return f"It was moved: {event_line(away[0], clock)}."
    if task.is_dated and clock.today not in task.period:
        return _around(task, rows)
    ahead = [row for row in rows if clock.local(row.start or "") >= clock.now]
    back = [row for row in rows if clock.local(row.start or "") < clock.now]
    parts = []
    if ahead:
        parts.append(f"The next one is {event_line(ahead[0], task.clock)}.")
    if back:
        parts.append(f"The last one was {event_line(back[-1], task.clock)}.")
    return " ".join(parts)


def moved_away(task: Task) -> Steps:
    """The first event of the names that was to be in the period, before it was moved."""
    rows = yield from rows_of_name(task)
    return next((row for row in rows if _was_in(task, row)), None)


def _was_in(task: Task, row: EventRow) -> bool:
    """Whether an event was to be in the period, before it was moved out of it."""
    return bool(row.moved_from) and task.clock.local(row.moved_from or "").date() in task.period


def _around(task: Task, rows: Sequence[EventRow]) -> str:
    """The last one before a period, and the first behind it."""
    clock, start, end = task.clock, task.period.start, task.period.end
    before = [row for row in rows if start is not None and clock.first_day(row) < start]
    after = [row for row in rows if end is not None and clock.first_day(row) >= end]
    parts = [f"Before that: {event_line(before[-1], clock)}."] if before else []
    parts += [f"After that: {event_line(after[0], clock)}."] if after else []
    return " ".join(parts)


def next_event(task: Task) -> Steps:
    """The next one, or the next few."""
    if task.query.has_alternatives or len(task.query.words("T")) > 1:
        return (yield from _each_next(task))
    if place := _place(task):
        return (yield from _at_place(task, place))
    limit = limit_of(task)
    result = yield from find(task, next_from=now_of(task), limit=limit or 1)
    if not result.rows:
        return (yield from _none_on_side(task, "coming up"))
    if len(result.rows) > 1:
        head = f"The next {task.named(result.kept)}:"
        return task.answer(head, lines(result.rows, task.clock), items=result.items)
    return task.answer(detail(task, result.rows[0]), _tie(result.notes), items=result.items)


def _place(task: Task) -> int:
    """How many further on than the one that a measure means: `the next but one` is one on."""
    words = " ".join(split_words(fold(task.query.text)))
    flags = task.query.flags
    skipped = any(phrase in words for phrase in ("next but one", "after next", "last but one"))
    step = -1 if task.query.measure == "last" else 1
    return flags.count("after") - flags.count("before") + skipped * step


def _at_place(task: Task, place: int) -> Steps:
    """The event that is so many after the next one; before it, if the number is negative."""
    more: dict[str, Any] = {"next_from": now_of(task), "limit": place + 1}
    if place < 0:
        more = {"previous_to": now_of(task), "limit": -place}
    result = yield from find(task, **more)
    if len(result.rows) < more["limit"]:
        side = "after that" if place >= 0 else "before that"
        return task.answer(f"I found no {task.named()} {side}.", items=result.items)
    row = result.rows[-1]
    return task.answer(detail(task, row), items=(row.id,))


def _each_next(task: Task) -> Steps:
    """Which of several comes first."""
    result = yield from find(task, next_from=now_of(task), limit=50)
    if not result.rows:
        return (yield from _none_on_side(task, "coming up"))
    first: dict[str, EventRow] = {}
    for row in result.rows:
        first.setdefault(row.title.casefold(), row)
    rows = list(first.values())
    rest = rows[1:5]
    return task.answer(
        detail(task, rows[0]),
        f"Then: {'; '.join(event_line(row, task.clock) for row in rest)}." if rest else "",
        items=tuple(row.id for row in rows[:5]),
    )


def last_event(task: Task) -> Steps:
    """The last one that is over; where the verb looks ahead, the last of all, if they end."""
    if place := _place(task):
        return (yield from _at_place(task, place - 1))
    limit = limit_of(task)
    if limit is None and task.is_named and is_last_to_come(task.query) and _ends_ahead(task):
        result = yield from find(task, next_from=now_of(task), order="last")
        return task.answer(detail(task, result.rows[0]), items=result.items)
    result = yield from find(task, previous_to=now_of(task), limit=limit or 1)
    if not result.rows:
        return (yield from _none_on_side(task, "past"))
    if len(result.rows) > 1:
        head = f"The last {task.named(result.kept)}:"
        return task.answer(head, lines(result.rows, task.clock), items=result.items)
    text = detail(task, result.rows[0])
    if {"since", "ago"} & task.words:
        text = f"{ago(task, result.rows[0])}: {text}"
    return task.answer(text, _tie(result.notes), items=result.items)


def _ends_ahead(task: Task) -> bool:
    """Whether the last event of a name is still to come; a series without an end has no last."""
    ahead = {
        row.id
        for row in fitting_rows(task, task.events)
        if task.clock.local(row.start or "") > task.clock.now
    }
    return bool(ahead) and not any(item.facts.endless for item in task.events if item.id in ahead)


def ago(task: Task, row: EventRow) -> str:
    """`100 days ago`, in the unit that was asked for."""
    days = (task.clock.today - task.clock.first_day(row)).days
    if days == 0:
        return "Today"
    if unit_of(task) == "week":
        weeks, rest = divmod(days, 7)
        parts = [counted(weeks, "week")] if weeks else []
        parts += [counted(rest, "day")] if rest or not weeks else []
        return f"{' and '.join(parts)} ago"
    return f"{counted(days, 'day')} ago"


def _none_on_side(task: Task, side: str) -> Steps:
    near = yield from nearest(task.looking(days_from(task.clock.today, 1)))
    where = "" if task.period == ALWAYS else task.where_in_time()
    if side == "past":
        return task.answer(f"I found no past {task.named()}{where}.", near)
    return task.answer(f"I found no {task.named()}{where} {side}.", near)


def _tie(notes: Sequence[Note]) -> str:
    tied = next((note.count for note in notes if note.code == "tie"), 0)
    return f"{counted(tied, 'more event')} at the same time." if tied else ""


def first_event(task: Task) -> Steps:
    """The first or last of a period; by its end, if that is asked for."""
    if not task.is_dated and not task.is_named:
        task = task.looking(days_from(task.clock.today, 1))
    if not task.filter.get("all_day") and not task.is_named:
        task = task._replace(filter={**task.filter, "all_day": False})
    is_last = task.query.order == "newest"
    wants_end = "end" in task.query.flags
    more: dict[str, Any] = {"order": "last" if is_last else "first"}
    is_ahead = task.tense == "future" and ((task.period.days or 0) > 1 or _is_carried(task))
    if is_ahead and not is_last and not task.side and task.clock.today in task.period:
        more |= {"next_from": now_of(task), "limit": 1000}
    result = yield from find(task, **more)
    if not result.rows:
        return (yield from nothing(task, result))
    if "earliest" in task.words and not task.is_named and (task.period.days or 0) > 1:
        return _earliest(task, result)
    if is_last and wants_end:
        row = max(result.rows, key=lambda row: row.end or row.start or "")
    else:
        row = result.rows[0]
    rest = counted(result.kept, "event") + task.where_in_time()
    return task.answer(detail(task, row), f"{rest} in all.", items=result.items)


def _is_carried(task: Task) -> bool:
    """`And what time do I start?` asks of the event that was named before, and that is ahead."""
    names = [each for each in task.query.spans if each.code in ("T", "PS", "PL")]
    return bool(names) and not task.is_dated and all(each.start < 0 for each in names)


def _earliest(task: Task, result: FoundEvents) -> Answer:
    """Of several days, what begins earliest by the clock; the first of all is said beside it."""
    clock = task.clock
    row = min(result.rows, key=lambda row: clock.local(row.start or "").time())
    first = result.rows[0]
    beside = "" if row == first else f"The first of all is {event_line(first, clock)}."
    rest = counted(result.kept, "event") + task.where_in_time()
    return task.answer(
        detail(task, row),
        f"The earliest by the clock of {rest}. {beside}".strip(),
        items=result.items,
    )

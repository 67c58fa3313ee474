"""`when`, `where`, `who` and `until`: what is asked of one event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from runwright.minds.embedded.calendar.details import (
    detail,
    end_words,
    event_line,
    listed_people,
    others,
    people_count,
    place_words,
)
from runwright.minds.embedded.calendar.lists import nothing, status_of
from runwright.minds.embedded.calendar.rhythm import rhythm
from runwright.minds.embedded.calendar.task import Steps, Task, find, give_up, measure
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.when import days_from
from runwright.minds.embedded.calendar.wording import (
    counted,
    in_unit,
    length,
    note_line,
    quoted,
    title,
)
from runwright.text.calendars import DAY, span
from runwright.tools.event_rows import EventRow
from runwright.tools.find_events import FoundEvents
from runwright.tools.hours import is_day, join_words

_ANSWERS = {
    "accepted": ("accepted", "accepted"),
    "declined": ("declined", "declined"),
    "tentative": ("tentative", "answered “maybe” to"),
    "unanswered": ("none", "not yet answered"),
}


class _Choice:
    """The event that is meant, among those that fit."""

    def __init__(self, task: Task, result: FoundEvents) -> None:
        clock = task.clock
        rows = sorted(result.rows, key=lambda row: row.start or "")
        now = clock.now
        self.running = [r for r in rows if _begin(task, r) <= now < _end(task, r)]
        self.ahead = [r for r in rows if _begin(task, r) > now]
        self.back = [r for r in rows if _end(task, r) <= now][::-1]
        looks_back = task.tense == "past" and not task.is_dated
        current = [*self.running, *self.ahead]
        self.ordered = [*self.back, *current] if looks_back else [*current, *self.back]
        if task.is_dated:
            self.ordered = rows

    @property
    def row(self) -> EventRow:
        return self.ordered[0]


def _begin(task: Task, row: EventRow) -> datetime:
    return task.clock.local(row.start or "")


def _end(task: Task, row: EventRow) -> datetime:
    if is_day(row.start or ""):
        return task.clock.local((task.clock.last_day(row) + DAY).isoformat())
    return task.clock.local(row.end or row.start or "")


def when_is(task: Task) -> Steps:
    """When it is, or how often."""
    task = _without_alternatives(task)
    if not task.is_named and not task.is_dated and not task.filter:
        give_up("Which event do you mean?")
    result = yield from find(task, **status_of(task))
    if not result.rows:
        return (yield from nothing(task, result))
    choice = _Choice(task, result)
    if "recurring" in task.query.flags:
        return task.answer(rhythm(result.rows, task.clock), items=result.items)
    rest = _further(task, choice)
    notes = note_line(result.notes) if task.is_dated else ""
    return task.answer(detail(task, choice.row), rest, notes, items=(choice.row.id,))


def _further(task: Task, choice: _Choice) -> str:
    """What else fits: a person must see that one was chosen."""
    rest = choice.ordered[1:]
    if not rest:
        return ""
    same = [row for row in rest if row.title == choice.row.title]
    if len(same) == len(rest) and not task.is_dated:
        ahead = [row for row in rest if row in choice.ahead]
        return f"It comes again {task.clock.when(ahead[0])}." if ahead else ""
    named = "; ".join(event_line(row, task.clock) for row in rest[:4])
    more = f"; and {len(rest) - 4} more" if len(rest) > 4 else ""
    return f"Also: {named}{more}."


def _without_alternatives(task: Task) -> Task:
    """`Is it at six or at seven?` asks for what is so: the alternatives are no filter."""
    if not task.query.has_alternatives:
        return task
    kept = dict(task.filter)
    if task.when.other_hours:
        kept.pop("hours", None)
    if len(task.query.words("PL")) > 1:
        kept.pop("place", None)
    if len(task.query.words("PS")) > 1:
        kept.pop("people", None)
    return task._replace(filter=kept)


def where_is(task: Task) -> Steps:
    """Where it is."""
    task = _without_alternatives(task)
    task = _today_if_bare(task)
    if task.when.is_now:
        task = task._replace(filter={**task.filter, "hours": _now_hours(task)})
    result = yield from find(task, **status_of(task))
    if not result.rows:
        return (yield from nothing(task, result))
    choice = _Choice(task, result)
    if not task.is_named and len(result.rows) > 1:
        head = f"{task.named(result.kept)}{task.where_in_time()}:"
        return task.answer(head, _places(task, result.rows), items=result.items)
    return task.answer(
        place_words(choice.row, task.clock), _other_places(choice), items=(choice.row.id,)
    )


def _places(task: Task, rows: Sequence[EventRow]) -> str:
    return "\n".join(
        f"- {row.place or 'no place named'}: {title(row)}, {task.clock.when(row)}"
        for row in rows[:10]
    )


def _other_places(choice: _Choice) -> str:
    places = dict.fromkeys(
        row.place for row in choice.ordered[1:] if row.place and row.place != choice.row.place
    )
    return f"Others that fit are at {quoted(list(places)[:3], 'and')}." if places else ""


def _now_hours(task: Task) -> dict[str, str]:
    now = task.clock.now
    end = now + timedelta(minutes=1)
    return {"start": f"{now:%H:%M}", "end": "24:00" if end.date() != now.date() else f"{end:%H:%M}"}


def _today_if_bare(task: Task) -> Task:
    if task.is_named or task.is_dated:
        return task
    return task.looking(days_from(task.clock.today, 1))


def who_is(task: Task) -> Steps:
    """Who is there, who answered how, who invited, or whom one sees most."""
    query = task.query
    if query.group == "person":
        return (yield from _most_seen(task))
    task = _without_alternatives(task)
    if not task.is_named and not task.when.hours:
        return (yield from _most_seen(_today_if_bare(task)))
    result = yield from find(task)
    if not result.rows:
        return (yield from nothing(task, result))
    row = _Choice(task, result).row
    if query.role == "organiser":
        who = row.organiser.name if row.organiser else ""
        text = f"{who} organises {event_line(row, task.clock)}." if who else (
            f"The calendar does not name who organises {event_line(row, task.clock)}."
        )  # fmt: skip
        return task.answer(text, items=(row.id,))
    return task.answer(*_people_words(task, row), items=(row.id,))


def _people_words(task: Task, row: EventRow) -> tuple[str, ...]:
    where = event_line(row, task.clock)
    if task.query.state in _ANSWERS:
        answer, words = _ANSWERS[task.query.state]
        names = _wanted(task, others(task, row, (answer,)))
        if not row.people:
            return (f"The calendar names nobody for {where}.",)
        head = listed_people(names) if names else "Nobody"
        verb = "has" if len(names) <= 1 else "have"
        return (f"{head} {verb} {words} {where}.",)
    names = _wanted(task, others(task, row))
    if not names:
        return (f"The calendar names nobody else for {where}.",)
    more = f" and {row.more_people} more" if row.more_people else ""
    if task.query.ask == "count":
        return (
            f"{counted(people_count(row), 'person')}: {listed_people(names)}{more}.",
            f"{where}.",
        )
    if task.query.form == "list":
        return (*(f"- {name}" for name in names), f"{where}.")
    return (f"{listed_people(names)}{more}: {where}.", _declined(task, row))


def _wanted(task: Task, names: list[str]) -> list[str]:
    """Without those who are named as known."""
    known = [text.casefold() for text in task.query.words("XPS", "PS")]
    if task.query.has_alternatives:
        known = []
    return [name for name in names if not any(each in name.casefold() for each in known)] or names


def _declined(task: Task, row: EventRow) -> str:
    names = others(task, row, ("declined",))
    return f"Declined by {listed_people(names)}." if names else ""


def _most_seen(task: Task) -> Steps:
    """Whom one meets, the most frequent first."""
    mine = [task.owner.name] if task.owner and task.owner.name else []
    result = yield from measure(task, by="person", leave_out=mine, limit=10)
    if not result.groups:
        return task.answer(f"I found nobody in {task.named()}{task.where_in_time()}.")
    first = result.groups[0]
    if task.query.group == "person":
        named = [
            f"{g.name} ({counted(g.count, 'event')}, {length(g.minutes)})" for g in result.groups
        ]
        return task.answer(f"{named[0]}.", f"Then {join_words(named[1:])}." if named[1:] else "",
                           f"Counted: {task.named(result.kept)}{task.where_in_time()}.",
                           items=result.items)  # fmt: skip
    names = [group.name for group in result.groups]
    more = result.group_count - len(names)
    return task.answer(
        f"{join_words([*names, f'{more} more'] if more > 0 else names)}"
        f"{task.where_in_time()}." if first else "",
        f"Named in {task.named(result.kept)}.",
        items=result.items,
    )  # fmt: skip


def until_event(task: Task) -> Steps:
    """How long it is until an event begins or ends."""
    wants_end = "end" in task.query.flags
    if not task.is_named and not task.is_dated and not wants_end:
        give_up("Until which event?")
    period = task.period if task.is_dated else span(task.clock.today, None)
    result = yield from find(task, period)
    rows = sorted(result.rows, key=lambda row: row.start or "")
    point = _end if wants_end else _begin
    coming = [row for row in rows if point(task, row) > task.clock.now]
    if not coming:
        running = [row for row in rows if _end(task, row) > task.clock.now]
        if running:
            return task.answer(f"It is on now: {event_line(running[0], task.clock)}.",
                               items=(running[0].id,))  # fmt: skip
        return (yield from nothing(task.looking(span(task.clock.today, None)), result))
    row = coming[0]
    minutes = (point(task, row) - task.clock.now).total_seconds() / 60
    days = (point(task, row).date() - task.clock.today).days
    what = end_words(row, task.clock) if wants_end else f"{event_line(row, task.clock)}."
    return task.answer(f"{_distance(task, minutes, days, is_day(row.start or ''))}: {what}",
                       items=(row.id,))  # fmt: skip


def _distance(task: Task, minutes: float, days: int, is_whole: bool) -> str:
    unit = unit_of(task)
    if unit == "workday":
        first = task.clock.today
        count = sum((first + n * DAY).weekday() < 5 for n in range(days))
        return f"{counted(count, 'working day')}"
    if unit in ("day", "night"):
        return counted(days, unit)
    if unit == "week":
        weeks, rest = divmod(days, 7)
        parts = [counted(weeks, "week")] if weeks else []
        return " and ".join([*parts, counted(rest, "day")] if rest or not weeks else parts)
    if unit:
        return in_unit(minutes, unit)
    if days == 0 or (days == 1 and minutes < 24 * 60 and not is_whole):
        return length(minutes)
    weeks = f" ({days // 7} weeks)" if days % 7 == 0 and days >= 14 else ""
    return f"{counted(days, 'day')}{weeks}"

"""`when`, `where`, `who` and `until`: what is asked of one event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from runwright.minds.embedded.calendar.details import (
    detail,
    end_words,
    event_line,
    is_asker,
    listed_people,
    moved_words,
    others,
    people_count,
    place_words,
)
from runwright.minds.embedded.calendar.lists import moved_away, nearest, nothing
from runwright.minds.embedded.calendar.lookup import called_off, confirm, fitting_rows, look
from runwright.minds.embedded.calendar.naming import is_choice, is_own
from runwright.minds.embedded.calendar.notes import LONGEST, beside, unknown_detail
from runwright.minds.embedded.calendar.rhythm import rhythm
from runwright.minds.embedded.calendar.task import Steps, Task, find, give_up, measure
from runwright.minds.embedded.calendar.units import unit_of
from runwright.minds.embedded.calendar.when import days_from
from runwright.minds.embedded.calendar.wording import (
    counted,
    in_unit,
    length,
    quoted,
    title,
)
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.calendar_words import HOLIDAYS
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import is_day, join_words

_ANSWERS = {
    "accepted": ("accepted", "accepted"),
    "declined": ("declined", "declined"),
    "tentative": ("tentative", "answered “maybe” to"),
    "unanswered": ("none", "not yet answered"),
}


_NAMING = re.compile(
    r"\b(?:with|w/|vs?|versus|and)[ .]|[(&/]| [-–:] (?!.*\d)|['’]s\b", re.IGNORECASE
)
# `Game vs Grandview` and `Physical - Dr. Okafor` tell who; `Long day - Ward 8C` does not.
_MOST_LINES = 10
_BEFORE_FEAST = 14
"""So many days before a feast what is done for it may lie."""


class _Choice(NamedTuple):
    """The events that fit, the one that is meant first."""

    row: EventRow
    rest: tuple[EventRow, ...]
    ahead: tuple[EventRow, ...]


def _begin(task: Task, row: EventRow) -> datetime:
    return task.clock.local(row.start or "")


def _end(task: Task, row: EventRow) -> datetime:
    if is_day(row.start or ""):
        return task.clock.local((task.clock.last_day(row) + DAY).isoformat())
    return task.clock.local(row.end or row.start or "")


def _choose(task: Task) -> Steps:
    """The one of a period, or else the next, or the last if the verb looks back; nothing if none
    fits."""
    rows = fitting_rows(task, task.events)
    if not rows:
        return None
    now = task.clock.now
    back = [row for row in rows if _end(task, row) <= now and _begin(task, row) < now][::-1]
    ahead = [row for row in rows if row not in back]
    sides = (back, ahead) if task.tense == "past" else (ahead, back)
    ordered = rows if task.is_dated else sides[0] or sides[1]
    (row, *_) = yield from confirm(task, ordered[:1])
    return _Choice(row, tuple(ordered[1:]), tuple(ahead))


def _none(task: Task) -> Steps:
    if off := called_off(task):
        day = span(task.clock.first_day(off), task.clock.last_day(off) + DAY)
        result = yield from find(task, day, status=["cancelled"])
        near = yield from nearest(task.looking(day))
        text = f"It is cancelled: {event_line(off, task.clock)}."
        return task.answer(text, near, items=result.items)
    result = yield from find(task)
    return (yield from nothing(task, result))


def when_is(task: Task) -> Steps:
    """When it is, or how often."""
    task = _without_alternatives(task)
    if not task.is_named and not task.is_dated and not task.filter:
        give_up("Which event do you mean?")
    if "recurring" in task.query.flags:
        # Not every calendar says what belongs to a series: the days tell.
        kept = {key: value for key, value in task.filter.items() if key != "recurring"}
        task = task._replace(filter=kept, kind="")
        result = yield from find(task)
        if not result.rows:
            return (yield from nothing(task, result))
        rows = fitting_rows(task, task.events)
        return task.answer(rhythm(rows or result.rows, task.clock), items=result.items)
    if "instead" in task.words and task.is_dated and (away := (yield from moved_away(task))):
        day = task.looking(span(task.clock.first_day(away), task.clock.last_day(away) + DAY))
        (row, *_) = yield from confirm(day, [away])
        return task.answer(f"{detail(day, row)} It was moved there.", items=(row.id,))
    choice = yield from _choose(task)
    is_long = (task.period.days or 0) > 1
    if choice is not None and choice.rest and is_long and not (task.is_named or task.filter):
        # Nothing that was asked about has been used but the days.
        give_up("Which event do you mean?")
    if choice is None and _is_for_feast(task.query):
        task = yield from _before_feast(task)
        choice = yield from _choose(task)
    if choice is None:
        return (yield from _none(task))
    if task.query.state == "moved":
        return task.answer(moved_words(task, choice.row), items=(choice.row.id,))
    return task.answer(
        detail(task, choice.row),
        beside(task, choice.row),
        _further(task, choice),
        items=(choice.row.id,),
    )


def _is_for_feast(query: Query) -> bool:
    """`When do the schools finish for Christmas?` asks for a day that comes before it."""
    words = split_words(fold(strip_possessives(query.word("P"))))
    return words[:1] == ["for"] and " ".join(words[1:]) in HOLIDAYS


def _before_feast(task: Task) -> Steps:
    """The same task about the weeks before the feast, too."""
    start, end = task.period.start, task.period.end
    wide = span(start - _BEFORE_FEAST * DAY if start else None, end)
    events = yield from look(wide, task.clock)
    return task.looking(wide)._replace(events=events)


def _further(task: Task, choice: _Choice) -> str:
    """What else fits: a person must see that one was chosen."""
    rest = choice.rest
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
    if not task.query.has_alternatives and not task.when.other_hours:
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
    if not task.is_named:
        result = yield from find(task)
        if not result.rows:
            return (yield from nothing(task, result))
        head = f"{task.named(result.kept)}{task.where_in_time()}:"
        return task.answer(head, _places(task, result.rows), items=result.items)
    choice = yield from _choose(task)
    if choice is None:
        return (yield from _none(task))
    if unknown := unknown_detail(task, choice.row):
        return task.answer(unknown, items=(choice.row.id,))
    return task.answer(
        place_words(choice.row, task.clock),
        beside(task, choice.row) if choice.row.place else "",
        _other_places(choice),
        items=(choice.row.id,),
    )


def _places(task: Task, rows: Sequence[EventRow]) -> str:
    return "\n".join(
        f"- {row.place or 'no place named'}: {title(row)}, {task.clock.when(row)}"
        for row in rows[:10]
    )


def _other_places(choice: _Choice) -> str:
    places = dict.fromkeys(
        row.place for row in choice.rest if row.place and row.place != choice.row.place
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


def measures_people(query: Query) -> bool:
    """Whether people are asked for without naming an event: `who do I meet tomorrow`."""
    named = [
        each
        for each in query.spans
        if each.code in ("T", "PS", "PL", "OW", "TI")
        and not is_own(each)
        and not is_choice(query, each)
    ]
    return query.measure == "who" and (query.group == "person" or not named)


def who_is(task: Task) -> Steps:
    """Who is there, who answered how, who invited, or whom one sees most."""
    query = task.query
    if query.group == "person":
        return (yield from _most_seen(task))
    if measures_people(query):
        return (yield from _most_seen(_today_if_bare(task)))
    task = _without_alternatives(task)
    choice = yield from _choose(task)
    if choice is None:
        return (yield from _none(task))
    row = choice.row
    if query.role == "organiser":
        who = row.organiser.name if row.organiser else ""
        text = f"{who} organises {event_line(row, task.clock)}." if who else (
            f"The calendar does not name who organises {event_line(row, task.clock)}."
        )  # fmt: skip
        return task.answer(text, items=(row.id,))
    if query.state not in _ANSWERS and not _wanted(task, others(task, row)):
        return _unnamed(task, choice)
    return task.answer(*_people_words(task, row), items=(row.id,))


def _unnamed(task: Task, choice: _Choice) -> Answer:
    """Where nobody is invited, the titles or the description may tell; else the calendar does not
    say who, which is no answer."""
    row, rows = choice.row, (choice.row, *choice.rest)
    if len({each.title for each in rows}) > 1 and all(_NAMING.search(each.title) for each in rows):
        lines = "\n".join(f"- {event_line(each, task.clock)}" for each in rows[:_MOST_LINES])
        return task.answer(lines, items=tuple(each.id for each in rows))
    head = f"The calendar names nobody else for {event_line(row, task.clock)}."
    if row.note:
        return task.answer(f"Its description says: {row.note[:LONGEST]}", head, items=(row.id,))
    said = task.answer(head, items=(row.id,))
    return said if _NAMING.search(row.title) else said._replace(is_answer=False)


def _people_words(task: Task, row: EventRow) -> tuple[str, ...]:
    where = event_line(row, task.clock)
    if task.query.state in _ANSWERS:
        answer, words = _ANSWERS[task.query.state]
        names = _wanted(task, others(task, row, (answer,)))
        if not row.people:
            return (f"The calendar names nobody for {where}.",)
        if not names and answer == "none":
            return (f"Everybody has answered {where}.",)
        head = listed_people(names) if names else "Nobody"
        verb = "has" if len(names) <= 1 else "have"
        return (f"{head} {verb} {words} {where}.",)
    names = _wanted(task, others(task, row))
    more = f" and {row.more_people} more" if row.more_people else ""
    if task.query.ask == "count":
        invited = {who.name for who in row.people}
        head = people_count(task, row)
        named = [name for name in names if name in invited] or names
        by = row.organiser.name if row.organiser is not None else ""
        is_apart = bool(invited) and by not in invited and not is_asker(task, by)
        return (
            f"{head}: {listed_people(named)}{more}.",
            f"{where}{f', organised by {by}' if by and is_apart else ''}.",
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
        # Whoever it was, no event says so.
        return task.answer(f"I found nobody in {task.named()}{task.where_in_time()}.")._replace(
            is_answer=False
        )
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
    rows = fitting_rows(task, task.events)
    point = _end if wants_end else _begin
    coming = [row for row in rows if point(task, row) > task.clock.now]
    running = [row for row in rows if _begin(task, row) <= task.clock.now < _end(task, row)]
    if not coming and not running:
        ahead = task if task.is_dated else task.looking(span(task.clock.today, None))
        return (yield from _none(ahead))
    (row, *_) = yield from confirm(task, (coming or running)[:1])
    if not coming:
        return task.answer(f"It is on now: {event_line(row, task.clock)}.", items=(row.id,))
    minutes = (point(task, row) - task.clock.now).total_seconds() / 60
    days = (point(task, row).date() - task.clock.today).days
    what = end_words(row, task.clock) if wants_end else f"{event_line(row, task.clock)}."
    return task.answer(f"{_distance(task, minutes, days, is_day(row.start or ''))}: {what}",
                       items=(row.id,))  # fmt: skip


def _distance(task: Task, minutes: float, days: int, is_whole: bool) -> str:
    unit = unit_of(task)
    if days == 0 and unit in ("day", "night", "week", "workday"):
        return f"It is today, in {length(minutes)}"
    if unit == "workday":
        first = task.clock.today
        count = sum((first + n * DAY).weekday() < 5 for n in range(days))
        return f"{counted(count, 'working day')}"
    if unit in ("day", "night"):
        return counted(days, unit)
    if unit == "week":
        number, rest = divmod(days, 7)
        parts = [counted(number, "week")] if number else []
        return " and ".join([*parts, counted(rest, "day")] if rest or not number else parts)
    if unit:
        return in_unit(minutes, unit)
    if days == 0 or (days == 1 and minutes < 24 * 60 and not is_whole):
        return length(minutes)
    weeks = f" ({days // 7} weeks)" if days % 7 == 0 and days >= 14 else ""
    return f"{counted(days, 'day')}{weeks}"

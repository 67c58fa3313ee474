"""`exists`: whether there is such an event, or whether one is in some state."""

from __future__ import annotations

from runwright.minds.embedded.calendar.attendance import (
    answer_given,
    asks_answer,
    asks_own_answer,
    attendance,
    own_answer,
)
from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lists import HORIZON, nearest
from runwright.minds.embedded.calendar.lookup import called_off
from runwright.minds.embedded.calendar.rhythm import rhythm
from runwright.minds.embedded.calendar.task import Steps, Task, find
from runwright.minds.embedded.calendar.when import days_from
from runwright.minds.embedded.calendar.wording import lines, note_line
from runwright.minds.embedded.program import Answer
from runwright.text.calendars import DAY, span
from runwright.tools.find_events import FoundEvents

_STATES = ("cancelled", "tentative", "moved", "declined", "accepted", "unanswered")
_SHORT, _MOST, _FEW = 7, 15, 5
_ALL = ["confirmed", "tentative", "cancelled"]


def exists(task: Task) -> Steps:
    """Yes or no, and what there is."""
    if len(task.several) > 1:
        return (yield from _each(task))
    given: Answer | None = yield from _answered(task)
    if given is not None:
        return given
    task = _bounded(task)
    if task.query.state in _STATES:
        return (yield from _in_state(task))
    result = yield from find(task)
    if not result.rows:
        near = yield from nearest(task)
        if off := called_off(task):
            return task.answer(f"No, it is cancelled: {event_line(off, task.clock)}.", near)
        return task.answer(
            f"No, I found no {task.named()}{task.where_in_time()}.", near, note_line(result.notes)
        )
    if text := attendance(task, result.rows):
        return task.answer(text, items=result.items)
    if "recurring" in task.query.flags and task.is_named:
        return task.answer(f"Yes. {rhythm(result.rows, task.clock)}", items=result.items)
    return _yes(task, result)


def _answered(task: Task) -> Steps:
    """Whether people have answered an invitation, if that is asked."""
    given: Answer | None = None
    if asks_answer(task) and "answers" in task.filter.get("people", {}):
        given = yield from answer_given(task)
    if given is None and asks_own_answer(task):
        given = yield from own_answer(task)
    return given


def _bounded(task: Task) -> Task:
    """Without a period: what is ahead, or what has been."""
    if task.is_dated:
        return task
    today = task.clock.today
    if task.tense == "past":
        return task.looking(span(None, today + DAY))
    if task.is_named or task.query.flags or task.query.state:
        return task.looking(span(today, None))
    return task.looking(days_from(today, HORIZON))


def _yes(task: Task, result: FoundEvents) -> Answer:
    if len(result.rows) == 1:
        return task.answer(f"Yes, {event_line(result.rows[0], task.clock)}.",
                           note_line(result.notes), items=result.items)  # fmt: skip
    is_short = task.period.days is not None and task.period.days <= _SHORT
    shown = result.rows[: _MOST if is_short else _FEW]
    return task.answer(
        f"Yes, {task.named(result.kept)}{task.where_in_time()}:",
        lines(shown, task.clock, result.kept - len(shown), one_day=task.period.days == 1),
        note_line(result.notes),
        items=result.items,
    )


def _each(task: Task) -> Steps:
    """Alternatives: for each of the periods."""
    texts: list[str] = []
    items: list[str] = []
    for period in task.several[:3]:
        result = yield from find(task, period)
        items += result.items
        words = task.clock.period(period)
        head = f"{words[:1].upper()}{words[1:]}"
        if not result.rows:
            texts.append(f"{head}: no.")
        elif len(result.rows) == 1:
            texts.append(f"{head}: yes, {event_line(result.rows[0], task.clock)}.")
        else:
            texts.append(f"{head}: yes, {task.named(result.kept)}:\n"
                         f"{lines(result.rows, task.clock, result.more)}")  # fmt: skip
    return task.answer(*texts, items=tuple(items))


def _in_state(task: Task) -> Steps:
    """Whether it is cancelled, moved, accepted, …; if not, how it stands."""
    state = task.query.state
    status = [state] if state in ("cancelled", "tentative") else _ALL[:2]
    result = yield from find(task, status=status)
    if result.rows:
        return _yes(task, result)
    kept = {key: value for key, value in task.filter.items() if key != "moved"}
    people = kept.get("people", {})
    if "answers" in people:
        kept["people"] = {key: value for key, value in people.items() if key != "answers"}
    plain = task._replace(filter=kept, kind="")
    there = yield from find(plain, status=_ALL[:2])
    if not there.rows:
        near = yield from nearest(plain)
        return task.answer(f"No, I found no {plain.named()}{task.where_in_time()}.", near)
    verb = {"cancelled": "is on", "moved": "is where its series has it"}.get(
        state, f"is not {state}"
    )
    today = task.clock.today
    row = min(there.rows, key=lambda row: abs((task.clock.first_day(row) - today).days))
    return task.answer(f"No, it {verb}: {event_line(row, task.clock)}.", items=(row.id,))

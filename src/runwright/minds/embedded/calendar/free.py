"""`free`: whether there is time, and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from runwright.minds.embedded.calendar.task import Steps, Task, bounds, call, give_up, now_of
from runwright.minds.embedded.calendar.when import clocks, days_from, read_weekdays
from runwright.minds.embedded.calendar.whose import is_hidden, subject, unseen, whose
from runwright.minds.embedded.calendar.wording import (
    Clock,
    counted,
    hours_words,
    length,
    note_line,
    short_list,
    span_words,
)
from runwright.minds.embedded.program import Answer
from runwright.text.calendar_words import WEEKDAY_NAMES
from runwright.text.calendars import Period, span
from runwright.text.stopwords import QUESTION_WORDS
from runwright.text.times import Hours
from runwright.text.words import word_set
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.find_free_time import MOST_DAYS, FreeTime
from runwright.tools.hours import join_words

HORIZON = 14
FAR = 90
_WAKING = Hours(8 * 60, 22 * 60)
_WORKING = Hours(9 * 60, 17 * 60)
_USUAL = 30
_MOST = 12
_DAYS = word_set("""
    day days evening evenings weekend weekends afternoon afternoons morning mornings night nights
    """)
_BUSY = word_set("busy booked occupied engaged tied")
"""What turns the question round: whoever is busy is not free."""
_QUESTIONS = QUESTION_WORDS | word_set("when's what's whens whats where's which's")
_ASKS_FREE = word_set("or can could possible free available open")
_PARTS = (
    (word_set("evening evenings night nights"), 18, 24),
    (word_set("afternoon afternoons"), 12, 18),
    (word_set("mornings"), 8, 12),
)
_LONGEST = word_set("longest biggest largest")
_WHOLE = word_set("totally completely entirely wholly whole fully nothing")
_FIRST = word_set("first next earliest soonest")


def free(task: Task) -> Steps:
    """Yes or no with what is in the way, or the stretches that are left."""
    task = _with_parts(_bounded(_of_one_day(task)))
    if len(task.several) > 1:
        return (yield from _each(task))
    hours = _hours(task)
    result = yield from _free_time(task, task.period, hours)
    return _answered(task, result, hours)


def _with_parts(task: Task) -> Task:
    """`which weekend`, `an evening`: parts of a week or day that no span names."""
    when = task.when
    days = task.period.days or 0
    if task.words & {"weekend", "weekends"} and days > 2 and not when.weekdays:
        when = when._replace(weekdays=("saturday", "sunday"))
    for words, start, end in _PARTS:
        if task.words & words and when.hours is None:
            when = when._replace(hours=Hours(start * 60, end * 60))
    return task._replace(when=when)


def _of_one_day(task: Task) -> Task:
    """`Thursday afternoon this week`: a weekday of one week is one day."""
    start, named = task.period.start, task.when.weekdays
    if len(named) != 1 or task.period.days != 7 or start is None or len(task.several) > 1:
        return task
    days = [start + timedelta(days=number) for number in range(7)]
    day = next(day for day in days if WEEKDAY_NAMES[day.weekday()].lower() == named[0])
    return task._replace(when=task.when._replace(weekdays=())).looking(days_from(day, 1))


def _bounded(task: Task) -> Task:
    """Closed at both ends, and nothing that is over."""
    today = task.clock.today
    if not task.is_dated:
        if task.when.hours is not None and task.when.hours.is_moment:
            is_over = task.when.hours.start <= task.clock.now.hour * 60 + task.clock.now.minute
            return task.looking(days_from(today + timedelta(days=is_over), 1))
        if task.when.hours is not None and any(map(_has_digit, task.query.words("TI"))):
            is_over = task.when.hours.end <= task.clock.now.hour * 60
            return task.looking(days_from(today + timedelta(days=is_over), 1))
        return task.looking(days_from(today, HORIZON))
    start, end = task.period.start or today, task.period.end
    if _is_over(task) and "today" not in task.words:
        return task.looking(days_from(today + timedelta(days=7), 1))
    if end is None or (end - start).days > MOST_DAYS:
        # The first of all has no other bound than what was asked for.
        ahead = FAR if task.words & _FIRST else HORIZON
        return task.looking(span(start, start + timedelta(days=min(ahead, MOST_DAYS))))
    return task if task.period.start else task.looking(span(start, end))


def _has_digit(text: str) -> bool:
    """Whoever names hours by the clock means a day: `between 1 and 3`."""
    return any(sign.isdigit() for sign in text)


def _is_over(task: Task) -> bool:
    """`Tuesday at 11`, said on a Tuesday at noon, is that of next week."""
    hours, now = task.when.hours, task.clock.now
    is_today = task.period.start == task.clock.today and task.period.days == 1
    is_named = is_today and any(map(read_weekdays, task.query.words("P")))
    return is_named and hours is not None and hours.end <= now.hour * 60 + now.minute


def _hours(task: Task) -> Hours:
    """The hours that count: those named, a whole waking day, or working hours."""
    if task.when.is_now:
        now = task.clock.now.hour * 60 + task.clock.now.minute
        return Hours(now, now)
    if task.when.hours is not None:
        hours = task.when.hours
        # "After 5" is not until midnight, nor "before 10" from midnight on.
        if hours.end == 24 * 60 and hours.start < 22 * 60:
            return Hours(hours.start, 22 * 60)
        return Hours(7 * 60, hours.end) if hours.start == 0 and hours.end > 7 * 60 else hours
    days = task.period.days
    is_weekend = set(task.when.weekdays) == {"saturday", "sunday"} or task.period.grain == "weekend"
    if (
        is_weekend
        or (days == 1 and task.when.length is None)
        or task.words & ({"day", "days"} | _WHOLE)
    ):
        return _WAKING
    return _WORKING


def _least(task: Task) -> int:
    return task.when.least or task.when.length or task.when.most or _USUAL


def _free_time(task: Task, period: Period, hours: Hours) -> Steps:
    is_moment = hours.is_moment
    asked = hours
    if is_moment:
        asked = Hours(hours.start, hours.start + (task.when.length or 1))
    is_single = asked.end - asked.start < _least(task)
    arguments: dict[str, Any] = {
        "period": bounds(period),
        "hours": clocks(asked),
        "least_minutes": max(1, asked.end - asked.start if is_single else _least(task)),
        "limit": 200,
        "order": "longest" if task.words & _LONGEST else "first",
    }
    today = task.clock.today
    if not is_moment and period.end is not None and period.end > today and (
        period.start is None or period.start <= today
    ):  # fmt: skip
        arguments["not_before"] = now_of(task)
    if task.when.weekdays:
        arguments["weekdays"] = list(task.when.weekdays)
    arguments |= whose(task)
    return (yield from call("find_free_time", arguments))


# Answers ----------------------------------------------------------------------------------------


def _busy_rows(task: Task, result: FreeTime) -> list[EventRow]:
    wanted = set(result.items)
    rows = [event_row(item) for item in task.events if item.id in wanted]
    return sorted(rows, key=lambda row: row.start or "")


def _answered(task: Task, result: FreeTime, hours: Hours) -> Answer:
    if is_hidden(task, result):
        give_up(f"I cannot tell whether {subject(task)} free{task.where_in_time()}: their calendar "
                "is not here, and no event of yours names them then.")  # fmt: skip
    notes = note_line([n for n in result.notes if n.code != "all_day"])
    tail = (notes, unseen(task, result))
    days = task.period.days or 0
    if task.words & _LONGEST and result.stretches:
        longest = f"{_span(result, 0, task.clock)}: {length(result.stretches[0].minutes)}."
        counts = f"The longest free stretch {_in_hours(hours)}{task.where_in_time()}."
        return task.answer(longest, counts, *tail, items=result.items)
    if hours.is_moment and days > 1:
        return _free_days(task, result, hours, tail)
    if days == 1 and (hours.is_moment or not task.words & _QUESTIONS):
        return _yes_or_no(task, result, hours, tail)
    if task.words & {"many", "number"} and task.words & _DAYS:
        whole = _whole_days(task, result)
        count = len(whole)
        return task.answer(
            f"{counted(count, 'day')} with nothing {_in_hours(hours)}{task.where_in_time()}"
            f"{_named_days(task, whole)}.", *tail, items=result.items,
        )  # fmt: skip
    if task.words & {"much", "hours"} and task.when.length is None and task.when.least is None:
        return task.answer(f"{result.free_hours} hours free {_in_hours(hours)}"
                           f"{task.where_in_time()}.", *tail, items=result.items)  # fmt: skip
    if (
        (task.words & _DAYS or _asks_weekday(task))
        and days > 1
        and task.when.length is None
        and task.when.least is None
    ):
        return _free_days(task, result, hours, tail)
    return _stretches(task, result, hours, tail)


def _asks_weekday(task: Task) -> bool:
    """`the first Saturday that is wholly open` is a day with nothing on."""
    return len(task.when.weekdays) == 1 and bool(task.words & _FIRST and task.words & _WHOLE)


def _in_hours(hours: Hours) -> str:
    return hours_words(hours)


def _whole_days(task: Task, result: FreeTime) -> list[str]:
    """The free days but for today: what is left of it is no whole day."""
    today = task.clock.today.isoformat()
    return [day for day in result.free_days if day != today or task.when.hours is not None]


def _named_days(task: Task, days: Sequence[str]) -> str:
    named = [task.clock.day(date.fromisoformat(day)) for day in days[:_MOST]]
    left = len(days) - len(named)
    return f": {join_words([*named, f'{left} more'] if left > 0 else named)}" if named else ""


def _yes_or_no(task: Task, result: FreeTime, hours: Hours, tail: tuple[str, ...]) -> Answer:
    clock, rows = task.clock, _busy_rows(task, result)
    when = f"{clock.period(task.period)}, {_in_hours(hours)}"
    who = subject(task)
    if result.is_all_free:
        wanted = f" for {length(task.when.length)}" if task.when.length else ""
        lead = "No" if _asks_busy(task) else "Yes"
        return task.answer(f"{lead}, {who} free {when}{wanted}.", *tail, items=result.items)
    taken = f"In the way: {short_list(rows, clock)}."
    if hours.is_moment or not result.stretches:
        least = f" for {length(_least(task))}" if task.when.length or task.when.least else ""
        lead = "Yes" if _asks_busy(task) else "No"
        text = f"{lead}, {who} not free{least} {when}."
        return task.answer(text, taken, *tail, items=result.items)
    free = join_words(_times(result, clock))
    if task.when.length or task.when.least:
        return task.answer(f"Yes, {length(_least(task))} would fit {clock.period(task.period)}: "
                           f"{free}.", taken, *tail, items=result.items)  # fmt: skip
    return task.answer(f"Not all of the time {when}. Free: {free}.", taken, *tail,
                       items=result.items)  # fmt: skip


def _asks_busy(task: Task) -> bool:
    return bool(task.words & _BUSY) and not task.words & _ASKS_FREE


def _times(result: FreeTime, clock: Clock) -> list[str]:
    spans = [(clock.local(each.start), clock.local(each.end)) for each in result.stretches[:_MOST]]
    return [f"{start:%H:%M}–{end:%H:%M}" for start, end in spans]


def _free_days(task: Task, result: FreeTime, hours: Hours, tail: tuple[str, ...]) -> Answer:
    """Days with nothing in the hours that count; of weekends, those with both days."""
    whole_days = _whole_days(task, result)
    days = [date.fromisoformat(day) for day in whole_days]
    if task.words & {"weekend", "weekends"}:
        whole = [day for day in days if day.weekday() == 5 and day + timedelta(days=1) in days]
        whole = whole[:1] if task.words & _FIRST else whole
        if whole:
            named = [f"{task.clock.day(day)} and the Sunday after it" for day in whole[:_MOST]]
            return task.answer(f"{join_words(named)}.", f"Weekends with nothing {_in_hours(hours)}"
                               f"{task.where_in_time()}.", *tail, items=result.items)  # fmt: skip
    if not days:
        return task.answer(f"No day is wholly free {_in_hours(hours)}{task.where_in_time()}.",
                           *_some(task, result), *tail, items=result.items)  # fmt: skip
    if task.words & _FIRST and not task.words & {"days", "evenings", "afternoons", "mornings"}:
        return task.answer(
            f"{task.clock.day(days[0])}.",
            f"The first day with nothing {_in_hours(hours)}{task.where_in_time()}.",
            *tail,
            items=result.items,
        )
    text = _named_days(task, whole_days).removeprefix(": ")
    return task.answer(f"{text}.", f"Days with nothing {_in_hours(hours)}{task.where_in_time()}.",
                       *tail, items=result.items)  # fmt: skip


def _some(task: Task, result: FreeTime) -> tuple[str, ...]:
    return (f"Free stretches:\n{_lines(task, result)}",) if result.stretches else ()


def _stretches(task: Task, result: FreeTime, hours: Hours, tail: tuple[str, ...]) -> Answer:
    least = f" of at least {length(_least(task))}"
    where = f"{_in_hours(hours)}{task.where_in_time()}"
    if not result.stretches:
        return task.answer(f"No, there is no free stretch{least} {where}.", *tail,
                           items=result.items)  # fmt: skip
    is_yes_no = not task.words & _QUESTIONS
    head = f"{'Yes, ' if is_yes_no else ''}{counted(result.stretch_count, 'free stretch')}"
    head = head.replace("stretchs", "stretches")
    if task.words & _FIRST and not task.words & {"slots", "times", "week", "month"}:
        first = f"The first free stretch{least} {where}."
        return task.answer(f"{_span(result, 0, task.clock)}.", first, *tail, items=result.items)
    return task.answer(f"{head}{least} {where}:", _lines(task, result), *tail, items=result.items)


def _lines(task: Task, result: FreeTime) -> str:
    by_day: dict[date, list[str]] = {}
    shown = 0
    for each in result.stretches:
        start, end = task.clock.local(each.start), task.clock.local(each.end)
        if len(by_day) == _MOST and start.date() not in by_day:
            break
        by_day.setdefault(start.date(), []).append(_hours_of(start, end, task.clock))
        shown += 1
    found = [f"- {task.clock.day(day)}: {', '.join(spans)}" for day, spans in by_day.items()]
    left = result.stretch_count - shown
    return "\n".join([*found, f"- and {left} more"] if left > 0 else found)


def _hours_of(start: datetime, end: datetime, clock: Clock) -> str:
    if start.date() == end.date() or end - start <= timedelta(hours=12):
        return f"{start:%H:%M}–{end:%H:%M}"
    return f"{start:%H:%M} to {clock.day(end.date())}, {end:%H:%M}"


def _span(result: FreeTime, place: int, clock: Clock) -> str:
    each = result.stretches[place]
    return span_words(clock.local(each.start), clock.local(each.end), clock)


def _each(task: Task) -> Steps:
    """Alternatives: each of the periods, the freest first to be named."""
    sides = []
    for place, period in enumerate(task.several[:3]):
        one = task.looking(period)
        hours = _hours(one)
        if task.when.other_hours and place <= len(task.when.other_hours) and place:
            hours = task.when.other_hours[place - 1]
        if _is_over(one):
            period = period.shifted(7)
            one = one.looking(period)
        result = yield from _free_time(one, period, hours)
        sides.append((one, result, hours))
    best = max(sides, key=lambda side: (side[1].is_all_free, float(side[1].free_hours)))
    clear = [side for side in sides if side[1].is_all_free]
    name = task.clock.period_name(best[0].period)
    free_hours = {side[1].free_hours for side in sides}
    if len(clear) == len(sides):
        head = "All are free." if len(sides) > 2 else "Both are free."
    elif clear:
        head = f"{name} is free."
    elif not any(side[1].stretches for side in sides):
        head = "None of them is free." if len(sides) > 2 else "Neither is free."
    elif len(free_hours) == 1:
        head = f"As much is free on each: {best[1].free_hours} hours."
    else:
        head = f"{name} has more free time: {best[1].free_hours} hours."
    bodies = [_one(*side) for side in sides]
    items = tuple(item for side in sides for item in side[1].items)
    return task.answer(head, *bodies, unseen(task, sides[0][1]), items=items)


def _one(task: Task, result: FreeTime, hours: Hours) -> str:
    rows = _busy_rows(task, result)
    words = task.clock.period(task.period)
    if result.is_all_free:
        return f"- {words[:1].upper()}{words[1:]}: free {_in_hours(hours)}."
    taken = short_list(rows[:6], task.clock)
    left = f"; free {join_words(_times(result, task.clock))}" if (
        result.stretches and not hours.is_moment and task.period.days == 1) else ""  # fmt: skip
    return f"- {words[:1].upper()}{words[1:]}, {_in_hours(hours)}: taken by {taken}{left}."

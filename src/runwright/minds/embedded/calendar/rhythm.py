"""How often something comes: the rhythm of events that repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from statistics import median

from runwright.minds.embedded.calendar.wording import Clock, counted, title
from runwright.text.calendar_words import WEEKDAY_NAMES
from runwright.tools.event_rows import EventRow

_NAMES = ((1, "every day"), (7, "every week"), (14, "every two weeks"), (21, "every three weeks"))
_FOUR_WEEKS = 28
_PLACES = ("first", "second", "third", "fourth")
_MONTH = (28, 31)
_QUARTER = (89, 93)
_YEAR = (363, 367)


def rhythm(rows: Sequence[EventRow], clock: Clock) -> str:
    """`Every week, mostly on Tuesdays: Standup; 12 times from … to …`."""
    days = sorted({clock.first_day(row) for row in rows if row.start})
    names = Counter(title(row) for row in rows)
    name = names.most_common(1)[0][0]
    others = f" and {counted(len(names) - 1, 'other')}" if len(names) > 1 else ""
    if len(days) == 1:
        return f"Once: {name}, {clock.when(rows[0])}."
    planned = sorted({_planned(row, clock) for row in rows if row.start})
    steps = [(later - earlier).days for earlier, later in pairwise(planned)]
    often = _often(steps)
    on = _on_day(planned, is_monthly=often == "Every month")
    ahead = [row for row in rows if clock.first_day(row) >= clock.today]
    coming = f" The next one is {clock.when(ahead[0])}." if ahead else ""
    return (
        f"{often}{on}: {name}{others}, {counted(len(rows), 'time')} from {clock.day(days[0])} to "
        f"{clock.day(days[-1])}.{coming}"
    )


def _planned(row: EventRow, clock: Clock) -> date:
    """The day on which its series has it."""
    return clock.local(row.moved_from or row.start or "").date()


def _on_day(days: Sequence[date], *, is_monthly: bool) -> str:
    """`, on Tuesdays`; `, on the second Tuesday` of every month."""
    weekday, count = Counter(day.weekday() for day in days).most_common(1)[0]
    if len(days) < 3 or count <= 0.7 * len(days):
        return ""
    places = {(day.day - 1) // 7 for day in days}
    if is_monthly and count == len(days) and len(places) == 1 and max(places) < len(_PLACES):
        return f", on the {_PLACES[max(places)]} {WEEKDAY_NAMES[weekday]}"
    return f", on {WEEKDAY_NAMES[weekday]}s"


def _often(steps: Sequence[int]) -> str:
    days = median(steps) if steps else 0
    if days == _FOUR_WEEKS and all(step % _FOUR_WEEKS == 0 for step in steps):
        # The second Tuesday of every month is four weeks on, too, but not each time.
        return "Every four weeks"
    for length, name in _NAMES:
        if days == length:
            return f"{name[:1].upper()}{name[1:]}"
    for (least, most), name in ((_MONTH, "month"), (_QUARTER, "quarter"), (_YEAR, "year")):
        if least <= days <= most:
            return f"Every {name}"
    return f"Every {days:g} days, as a rule"

"""How often something comes: the rhythm of events that repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from runwright.minds.embedded.calendar.wording import Clock, counted, title
from runwright.text.calendar_words import WEEKDAY_NAMES
from runwright.tools.event_rows import EventRow

_NAMES = ((1, "every day"), (7, "every week"), (14, "every two weeks"), (21, "every three weeks"))
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
    steps = [(later - earlier).days for earlier, later in pairwise(days)]
    often = _often(median(steps))
    weekday, count = Counter(day.weekday() for day in days).most_common(1)[0]
    on = f", on {WEEKDAY_NAMES[weekday]}s" if count > 0.7 * len(days) and len(days) > 2 else ""
    ahead = [row for row in rows if clock.first_day(row) >= clock.today]
    coming = f" The next one is {clock.when(ahead[0])}." if ahead else ""
    return (
        f"{often}{on}: {name}{others}, {counted(len(rows), 'time')} from {clock.day(days[0])} to "
        f"{clock.day(days[-1])}.{coming}"
    )


def _often(days: float) -> str:
    for length, name in _NAMES:
        if days == length:
            return f"{name[:1].upper()}{name[1:]}"
    for (least, most), name in ((_MONTH, "month"), (_QUARTER, "quarter"), (_YEAR, "year")):
        if least <= days <= most:
            return f"Every {name}"
    return f"Every {days:g} days, as a rule"

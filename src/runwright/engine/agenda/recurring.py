"""Events that come back: how often, on which weekday, and when the next one is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.agenda.answers import Answer, Asked, missing
from runwright.engine.agenda.events import Event
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.telling import counted, day_told, hours_told, limits_of
from runwright.engine.agenda.vocabulary import tokens
from runwright.engine.days import WEEKDAYS
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily

_UNITS = {"day": 1, "week": 7, "fortnight": 14, "month": 30, "quarter": 91, "year": 365}
_NAMED = {
    "daily": 1,
    "weekly": 7,
    "biweekly": 14,
    "bi-weekly": 14,
    "fortnightly": 14,
    "monthly": 30,
    "quarterly": 91,
    "yearly": 365,
    "annual": 365,
    "annually": 365,
}
_EVERY = lazily(
    r"\b(?:every|each|once\san?|once\severy)\s(?:(?P<count>other|second|third|fourth|\d{1,2}|two|three|four"
    r"|six|single)\s)?(?P<unit>day|week|fortnight|month|quarter|year)s?\b",
    re.I,
)
_BACK = lazily(
    r"\b(?:recurring|recurs?|recurrent|repeating|repeats?|repeated|regular(?:ly)?)\b"
    r"|\b(?:is|are|happens?|held|be|place|comes?)\s(?P<named>daily|weekly|bi-?weekly|fortnightly|monthly"
    r"|quarterly|yearly|annual(?:ly)?)\b",
    re.I,
)
_ORDINALS = {"other": 2, "second": 2, "third": 3, "fourth": 4, "single": 1}
_TOLD = {1: "every day", 7: "every week", 30: "every month", 91: "every quarter", 365: "every year"}
_FEWEST = 3
_MOST_TOLD = 12
_REGULAR = 0.6
"""So many of the gaps must be the usual one."""


class Series(NamedTuple):
    """Events of one title that come at regular intervals."""

    events: Sequence[Event]
    days: int
    """How many days lie between two of them; 30 for a month."""


def returning(text: str) -> tuple[str, str] | None:
    """How often something comes back, in days, and the text without it; None if not asked."""
    every, back = _EVERY.search(text), _BACK.search(text)
    if every is None and back is None:
        return None
    days = _days(every) if every else _NAMED.get((back["named"] or "").lower(), 0) if back else 0
    plain = _EVERY.sub(" ", _BACK.sub(" ", text))
    return (str(days) if days else ""), plain


def _days(every: re.Match[str]) -> int:
    count = (every["count"] or "1").lower()
    return (_ORDINALS.get(count) or read_count(count) or 1) * _UNITS[every["unit"].lower()]


def series_of(events: Sequence[Event]) -> list[Series]:
    """Every series among some events, in the order of their first event."""
    titled: dict[str, list[Event]] = {}
    for event in events:
        titled.setdefault(" ".join(tokens(event.title)), []).append(event)
    found = ((own, _interval(own)) for own in titled.values())
    return [Series(own, days) for own, days in found if days]


def _interval(events: Sequence[Event]) -> int:
    """The usual number of days between events; 0 when they come irregularly."""
    gaps = [(b.start.date() - a.start.date()).days for a, b in pairwise(events)]
    if len(events) < _FEWEST:
        return 0
    rounded = Counter(_rounded(gap) for gap in gaps)
    days, times = max(rounded.items(), key=lambda pair: (pair[1], -pair[0]))
    return days if days and times >= _REGULAR * len(gaps) else 0


def _rounded(gap: int) -> int:
    for unit, slack in ((30, 5), (91, 8), (365, 4)):
        if abs(gap - unit) <= slack and gap != 28:
            return unit
    return gap if gap <= 6 or gap % 7 == 0 else 0


def often_told(days: int) -> str:
    """ "Every week", "every 2 weeks"."""
    if days in _TOLD:
        return _TOLD[days]
    return f"every {days // 7} weeks" if days % 7 == 0 else f"every {days} days"


def tell_recurring(asked: Asked) -> Answer:
    """What comes back, and how often."""
    wanted = int(asked.request.unit or "0")
    found = [s for s in series_of(asked.fitting) if _fits(s, wanted)]
    if not found and asked.request.topic and not asked.fitting:
        return missing(asked)
    if not found:
        often = f" {often_told(wanted)}" if wanted else ""
        return Answer(f"No: nothing on your calendar{limits_of(asked.request)} repeats{often}.")
    told = "; ".join(_told(series, asked) for series in found[:_MOST_TOLD])
    more = f"; and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    used = tuple(_next(series, asked) for series in found[:_MOST_TOLD])
    return Answer(f"Repeating on your calendar: {told}{more}.", used)


def _fits(series: Series, wanted: int) -> bool:
    return not wanted or series.days == wanted or (wanted == 14 and series.days == 15)


def _next(series: Series, asked: Asked) -> Event:
    ahead = [event for event in series.events if event.ends > asked.now]
    return ahead[0] if ahead else series.events[-1]


def _told(series: Series, asked: Asked) -> str:
    one = _next(series, asked)
    weekday = f" on {WEEKDAYS[one.start.weekday()]}" if series.days % 7 == 0 else ""
    hours = "all day" if one.all_day else hours_told(one)
    which = "next" if one.ends > asked.now else "last"
    when = f"{counted(len(series.events))}, the {which} on {day_told(one.start.date())}"
    return f"“{one.title}” {often_told(series.days)}{weekday}, {hours} ({when})"


def how_often(asked: Asked) -> str:
    """How often the events of a question come, for one that asks just that."""
    found = series_of(asked.fitting)
    return "".join(
        f" “{each.events[0].title}” comes {often_told(each.days)}." for each in found[:_FEWEST]
    )


def as_recurring(request: Request, unit: str) -> Request:
    """The request as one for what comes back."""
    return request._replace(
        ask="recurring", unit=unit, order="", take="", side="", past="", whenever="1"
    )

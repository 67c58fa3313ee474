"""The periods that a question names: read from its words, or bounded by an event or a payday."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from runwright.minds.embedded.finance import period_words, phrases, stays
from runwright.minds.embedded.finance.period_lists import is_since, spelled_out
from runwright.minds.embedded.program import Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event
from runwright.text import periods
from runwright.text.calendars import DAY, Period, Viewpoint, span, unit_of
from runwright.text.durations import add_months
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

EVERYTHING = span(None, None)
PERIODS_BEFORE = 3
"""A period is dear or cheap against so many of its length before it."""
VAGUE_DAYS = timedelta(days=30)
_ALWAYS = word_set("""
    years ever far yet whole entire all records record history altogether overall total always
    """)
_VAGUE = _ALWAYS | word_set("""
    lately recently nowadays currently now these days the other day over right so just at moment
    my in on of for during time file files statement statements data
    """)
_EARLIER = word_set("before previous prior preceding last earlier")
_WEEKLY = word_set("""
    weekends weekdays mondays tuesdays wednesdays thursdays fridays saturdays sundays workdays
    """)
_NO_EVENTS = word_set("""
    return returns refund refunds increase rise raise hike change changes
    """)
"""What prices and purchases go through, and no calendar has: sums are less refunds anyway."""
PAYDAY = word_set("payday paycheck")
_SINCE, _AFTER = word_set("since from seit"), word_set("after following nach")
_BEFORE = word_set("before until till bis")
_UNTIL = word_set("until till til bis")
_DURING = word_set("during on at over in while throughout for")
_LED = _SINCE | _AFTER | _BEFORE | word_set("during while")
_LEADS = _SINCE | _AFTER | _BEFORE | _DURING
_LEADS |= word_set("ever the our my we i was were am is of once when")
_BEGUN = word_set("start started starting begin began begun beginning signed joined outset")
_FROM_THE_BEGINNING = _LEADS | _BEGUN | word_set("up very first have had ever it this that with")
_OF_ALL = ("sum", "count", "avg", "list", "max", "min")
"""Measures of all that lies in a period."""


class Times(NamedTuple):
    """The periods of a question."""

    period: Period = EVERYTHING
    compared: Period | None = None
    outside: tuple[Period, ...] = ()
    is_named: bool = False
    """Whether the question names a period at all."""
    is_before: bool = False
    """Whether it is compared with whatever lies before it."""
    since_payday: bool = False
    remark: str = ""
    """What was taken for granted."""
    problem: str = ""
    """What could not be read, as a question back."""
    unread: tuple[str, ...] = ()
    """What was taken for a period, and is none."""


def resolve(query: Query, around: Surroundings) -> Generator[Look | Do, Any, Times]:
    """The periods that the spans of a query mean; the calendar is looked at for events."""
    viewpoint = Viewpoint(around.today, tense=_tense(query))
    times = Times(since_payday=any(map(_is_payday, query.words("P", "PE"))))
    found: list[Period] = []
    unread: list[str] = []
    named = [words for words in query.words("PE") if _may_be_event(words)]
    # `After the summer` names no event.
    plain = [words for words in named if periods.read(words, viewpoint)]
    events = [words for words in named if words not in plain]
    for words in spelled_out((*query.words("P"), *plain), viewpoint):
        if _is_payday(words) or is_weekdays(words) or _is_from_the_beginning(words):
            continue
        if (vague := _vague(words, query, around.today)) is not None:
            times = times._replace(remark=_as_days(words) if vague != EVERYTHING else "")
            found.extend([vague] if vague != EVERYTHING else [])
        elif (period := period_words.read(words, viewpoint)) is not None:
            is_open = query.measure in _OF_ALL and is_since(words, query)
            period = span(period.start, around.today + DAY) if is_open else period
            found.append(period)
            times = times._replace(remark=_taken_as(words, period, viewpoint) or times.remark)
        elif _LED & set(split_words(fold(words))[:1]):
            events.append(words)
        else:
            unread.append(words)
    times = times._replace(unread=tuple(unread))
    if unread and not found:
        return times._replace(problem=_unreadable(unread[0]))
    if unread:
        times = times._replace(remark=f"“{unread[0]}” was not taken into account")
    times, found = _compared(query, viewpoint, times, found)
    if times.problem:
        return times
    times = _without(query, viewpoint, times._replace(period=_common(found), is_named=bool(found)))
    times = times._replace(outside=(*times.outside, *_between(found)))
    if events and not times.problem:
        return (yield from _by_event(events[0], times, around))
    return times


def _may_be_event(words: str) -> bool:
    said = set(split_words(fold(words)))
    if _is_payday(words) or _is_from_the_beginning(words):
        return False
    return not _NO_EVENTS & said and not said <= _LEADS


def _taken_as(words: str, period: Period, viewpoint: Viewpoint) -> str:
    """What a season or a part of a period was taken for."""
    is_season = period.grain == "month" and period_words.CHRISTMAS & set(split_words(fold(words)))
    if not is_season and not period_words.is_in_part(words, viewpoint):
        return ""
    return f"“{words}” was taken as {phrases.named(period, viewpoint.today)}"


def _compared(
    query: Query, viewpoint: Viewpoint, times: Times, found: list[Period]
) -> tuple[Times, list[Period]]:
    """With the period that the others are compared with, and the others."""
    others = [period_words.read(words, viewpoint) for words in query.words("P2")]
    times = times._replace(
        compared=next(filter(None, others), None),
        is_before=any(other is None for other in others),
    )
    if times.is_before and not _is_earlier(query.words("P2")[0]):
        return times._replace(problem=_unreadable(query.words("P2")[0])), found
    if len(found) == 2 and times.compared is None and query.measure == "compare":
        return times._replace(compared=found[1]), found[:1]
    if not found and times.compared and query.measure != "compare":
        return times._replace(compared=None), [times.compared]
    return times, found


def _without(query: Query, viewpoint: Viewpoint, times: Times) -> Times:
    """With the periods that are left out; one may name several: `July and August`."""
    outside: list[Period] = []
    for words in query.words("XP"):
        if is_weekdays(words):
            continue
        one = periods.read(words, viewpoint)[:1]
        several = one or tuple(each.readings[0] for each in periods.find(words, viewpoint))
        if not several:
            return times._replace(problem=_unreadable(words))
        outside.extend(several)
    return times._replace(outside=tuple(outside))


def is_weekdays(words: str) -> bool:
    """Whether words name days of every week, not a stretch of days."""
    return bool(_WEEKLY & set(split_words(fold(words))))


def _vague(words: str, query: Query, today: date) -> Period | None:
    """What is vague is taken as the last month where a figure needs a period, else as no bound."""
    parts = split_words(fold(words))
    if not parts or not set(parts) <= _VAGUE:
        return None
    is_recent = not set(parts) & _ALWAYS and any(part not in STOP_WORDS for part in parts)
    if not is_recent or query.measure not in (
        *("sum", "count", "list", "max", "min", "share", "why"),
    ):
        return EVERYTHING
    return span(today - VAGUE_DAYS, today + DAY)


def _as_days(words: str) -> str:
    return f"“{words}” was taken as the last {VAGUE_DAYS.days} days"


def _is_earlier(words: str) -> bool:
    """Whether words mean the period before another: `the quarter before`, `the last one`."""
    return bool(_EARLIER & set(split_words(fold(words))))


def with_comparison(times: Times, query: Query, today: date) -> Times:
    """With the period that another is set against, where the question leaves it to us."""
    if query.measure == "why":
        period = times.period if times.is_named else unit_of(today, "month").shifted(-1)
        if period.start is None or period.end is None:
            return times
        before = span(period.shifted(-PERIODS_BEFORE).start, period.start)
        return times._replace(period=period, compared=before, is_named=True)
    number = len(query.words("M", "MP", "C", "PL", "PS"))
    has_other = query.has_alternatives and not times.compared and not times.is_before
    if query.measure != "compare" or number > 1 or (number and has_other):
        return times
    if not times.is_named:
        # Against last year means this year; nothing at all, the last whole month.
        other = times.compared or unit_of(today, "month").shifted(-2)
        return times._replace(period=other.shifted(1), compared=other, is_named=True)
    is_year = any("year" in fold(words) for words in query.words("P2"))
    if times.is_before and is_year and times.period.grain not in ("year", "fiscal_year", "span"):
        times = times._replace(compared=unit_of(today, "year").shifted(-1))
    return times._replace(compared=_counterpart(times))


def _counterpart(times: Times) -> Period | None:
    """What a period is compared with: the one that is named, or else the one before it.

    A part of a year against a whole one, or against `a year ago`, means the same part of it.
    """
    period, other = times.period, times.compared
    if other is None:
        return None if period.start is None or period.end is None else period.shifted(-1)
    if (other.start, other.end) == (period.start, period.end):
        # `This June` and `last June` are two: nothing is compared with itself.
        return _year_before(period)
    is_part = period.grain in ("day", "week", "month", "quarter", "season", "half")
    if not is_part or period.start is None or period.end is None or other.start is None:
        return other
    if other.grain == "year" or (other.grain == "day" and period.grain != "day"):
        years = period.start.year - other.start.year
        is_year_ago = other.grain == "year" or years == 1
        if years and is_year_ago:
            return _year_before(period, years)
    return other


def _year_before(period: Period, years: int = 1) -> Period:
    if period.start is None or period.end is None:
        return period
    start, end = (add_months(day, -12 * years) for day in (period.start, period.end))
    return Period(start, end, period.grain)


def _tense(query: Query) -> Any:
    return None if query.measure == "recur" else "past"


def _is_payday(words: str) -> bool:
    return bool(PAYDAY & set(split_words(fold(words))))


def _is_from_the_beginning(words: str) -> bool:
    """Whether words bound nothing but what is on record: `since I started`."""
    said = set(split_words(fold(words)))
    return bool(said & _SINCE) and bool(said & _BEGUN) and said <= _FROM_THE_BEGINNING


def _common(found: Sequence[Period]) -> Period:
    """One period; of several, what all of them have in common, or all from first to last."""
    if len(found) < 2:
        return found[0] if found else EVERYTHING
    starts = [period.start for period in found if period.start]
    ends = [period.end for period in found if period.end]
    start, end = max(starts, default=None), min(ends, default=None)
    if start is None or end is None or start < end:
        return span(start, end)
    # `July and August this year`: the year only says of which.
    inner = [each for each in found if not any(_holds(each, other) for other in found)]
    return span(min(each.start or start for each in inner), max(each.end or end for each in inner))


def _holds(period: Period, other: Period) -> bool:
    """Whether a period is longer than another and has all of it."""
    if None in (period.start, period.end, other.start, other.end) or period == other:
        return False
    return bool(period.start <= other.start and other.end <= period.end)  # type: ignore[operator]


def _between(found: Sequence[Period]) -> list[Period]:
    """What lies between periods of which none overlaps another: neither was named."""
    known = sorted((period.start, period.end) for period in found if period.start and period.end)
    if len(known) < 2 or len(known) < len(found) or _overlap(known):
        return []
    return [span(end, start) for (_, end), (start, _) in pairwise(known) if end < start]


def _overlap(known: Sequence[tuple[date, date]]) -> bool:
    return any(start < end for (_, end), (start, _) in pairwise(known))


def _unreadable(words: str) -> str:
    return (
        f"I could not tell which days “{words}” means. "
        "Please name the period, for example “in May” or “from 3 to 9 May”."
    )


# Events -----------------------------------------------------------------------------------------


def _by_event(words: str, times: Times, around: Surroundings) -> Generator[Look | Do, Any, Times]:
    """A period bounded by the one event in the calendar that the words name; a period beside it
    says which event is meant, or counts alone where no event fits."""
    event = None
    if times.is_named and times.period.grain in ("day", "span", "week"):
        return times  # days that are said need no event to tell them
    within = times.period if times.is_named else None
    if "calendar" in around.sources:
        items: Sequence[Item[Any]] = yield Look("find_events", {})
        known = [item.facts for item in items if isinstance(item.facts, Event)]
        event = stays.event_of(words, known, within, around.zone)
    period = _bounded(words, event, around) if event else None
    if event is None and within is None and (inside := _inside(words, around)) is not None:
        when = phrases.within(inside, around.today)
        return times._replace(period=inside, is_named=True, remark=f"“{words}” was taken as {when}")
    ends = bool(_UNTIL & set(split_words(fold(words))[:1]))
    if (event is None or period is None) and within is not None and not ends:
        aside = f"“{words}” was not taken into account" if stays.telling(words) else times.remark
        return times._replace(remark=aside)
    if event is None or period is None:
        return times._replace(problem=_no_event(words, around))
    remark = f"“{words}” was read from “{event.title}” in your calendar"
    return times._replace(period=period, is_named=True, remark=remark)


def _inside(words: str, around: Surroundings) -> Period | None:
    """The one period that words for an event have in them: `since they went back in September`."""
    found = periods.find(words, Viewpoint(around.today, tense="past"))
    if len(found) != 1 or found[0].readings[0].start is None:
        return None
    period = found[0].readings[0]
    is_open = bool(_SINCE & set(split_words(fold(words))[:1]))
    return span(period.start, around.today + DAY) if is_open else period


def _bounded(words: str, event: Event, around: Surroundings) -> Period | None:
    first, last = stays.days_of(event, around.zone)
    lead = split_words(fold(words))[:1]
    word = lead[0] if lead else ""
    if word in _SINCE:
        return span(first, around.today + DAY) if first <= around.today else None
    if word in _AFTER:
        return span(last + DAY, around.today + DAY) if last < around.today else None
    if word in _BEFORE:
        return span(None, first)
    return span(first, last + DAY)


def _no_event(words: str, around: Surroundings) -> str:
    if "calendar" in around.sources:
        return (
            f"I could not tell the days of “{words}”: no single event in your calendar fits. "
            "From which day to which do you mean?"
        )
    return (
        f"“{words}” depends on an event, and this task reads no calendar. "
        "From which day to which do you mean?"
    )

"""When a query is about: periods, times of day, weekdays and lengths, from its spans alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from runwright.minds.embedded.calendar.sides import side_of
from runwright.minds.embedded.calendar.tenses import tense_of
from runwright.minds.embedded.query import Query
from runwright.text import durations, periods, times
from runwright.text.calendar_words import WEEKDAYS
from runwright.text.calendars import DAY, Period, Viewpoint, day_period, span
from runwright.text.expressions import Expression
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.times import Hours
from runwright.text.words import split_words, word_set

_THIS_DAY = word_set("this tonight tonite now later earlier today still")
_NOW = (("now",), ("right", "now"), ("just", "now"), ("at", "the", "moment"))
_FOLLOWING = word_set("next following after")
_PRECEDING = word_set("last previous before")
_AROUND = word_set("commencing beginning starting coming either day date whole entire rest s")
"""What may stand beside a period without changing it."""
_BOUNDS = word_set("after before since until till following")
_TIME_BESIDE = re.compile(
    r"(?:on )?(?:the )?(?P<time>night|evening|morning|afternoon) (?P<way>before|after) (?P<day>.+)"
)
# "the night before Thanksgiving"
_COUNTING = word_set("counting including")
_WEEKEND = ("saturday", "sunday")
_WORKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
_ALL_DAYS = (*_WORKDAYS, *_WEEKEND)
_EVENING = Hours(18 * 60, 24 * 60)


class When(NamedTuple):
    """When a query is about, as far as its words tell."""

    periods: tuple[tuple[Period, ...], ...] = ()
    """One entry a period that is named, each with its readings, the likeliest first."""
    compared: tuple[Period, ...] = ()
    """The readings of the period that it is compared with."""
    hours: Hours | None = None
    other_hours: tuple[Hours, ...] = ()
    """Further times of day, if several are named as alternatives."""
    is_this_day: bool = False
    """Whether the time of day says that today is meant: `tonight`."""
    is_now: bool = False
    weekdays: tuple[str, ...] = ()
    left_out: tuple[Period, ...] = ()
    least: int | None = None
    most: int | None = None
    length: int | None = None
    """Minutes."""
    unread: tuple[str, ...] = ()
    """What could not be read."""


def read_when(query: Query, today: date) -> When:
    """All that the spans of a query say about time."""
    viewpoint = Viewpoint(today, tense=tense_of(query))
    reader = _Reader(viewpoint)
    for each in query.spans:
        match each.code:
            case "P" if query.measure != "free" and _is_season(each.text):
                reader.season(each.text)
            case "P":
                reader.period(each.text)
            case "P2":
                reader.compared(each.text)
            case "TI":
                reader.time(each.text, is_either=query.has_alternatives)
            case "WD":
                reader.weekday(each.text)
            case "XP":
                reader.exclude(each.text)
            case "D" | "D>" | "D<":
                reader.length(each.code, each.text)
    # The today of "up to today" is no period.
    is_beside_now = query.measure in ("next", "last", "until") or side_of(query) == "over"
    if not is_beside_now and not reader.when.periods and not query.words("PE", "XP", "P"):
        reader.left_over(query)
    return reader.when


class _Reader:
    """Takes the spans one after the other."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self._viewpoint = viewpoint
        self.when = When()

    def period(self, text: str) -> None:
        """A period, a weekday that comes again, or a time of day that stands with it."""
        when = self.when
        if (beside := _TIME_BESIDE.fullmatch(fold(text).strip())) is not None:
            # The night before a feast is a time of the day before it.
            self.time(beside["time"], is_either=False)
            text = f"the day {beside['way']} {beside['day']}"
            when = self.when
        readings = self._readings(text)
        if readings:
            self.when = when._replace(periods=(*when.periods, *readings))
            self._time_beside(text)
        elif (weekdays := read_weekdays(text)) and not _bounds_more(text):
            self.when = when._replace(weekdays=(*when.weekdays, *weekdays))
        elif not text.isdigit() and not _rest(text, ()) and (hours := _hours(text)):
            self.when = when._replace(hours=hours[0], is_this_day=_says_today(text))
        else:
            self._not_read(text)

    def season(self, text: str) -> None:
        """The days around Christmas, from the last ones before it until Epiphany."""
        self.period(text)
        *before, readings = self.when.periods or ((),)
        wide = tuple(
            span(each.start - 4 * DAY, each.end + 11 * DAY)
            for each in readings
            if each.start and each.end
        )
        self.when = self.when._replace(periods=(*before, wide or readings))

    def left_over(self, query: Query) -> None:
        """A period that the clause names outside its spans."""
        text = query.text
        for each in query.spans:
            text = text.replace(each.text, ";" * len(each.text), 1)
        found = periods.find(text, self._viewpoint)
        # The today of "counting today's" is within what is counted, and bounds nothing.
        # The week of "what day of the week" is any.
        found = [
            each
            for each in found
            if _last_word(text[: each.start]) not in _COUNTING
            and split_words(fold(text[: each.end]))[-4:] != ["day", "of", "the", "week"]
        ]
        if len(found) == 1 and found[0].likeliest.start is not None:
            self.when = self.when._replace(periods=(found[0].readings,))

    def compared(self, text: str) -> None:
        readings = self._readings(text)
        if readings:
            self.when = self.when._replace(compared=readings[0])
        else:
            self._not_read(text)

    def time(self, text: str, *, is_either: bool) -> None:
        words = tuple(split_words(fold(text)))
        if words in _NOW:
            self.when = self.when._replace(is_now=True, is_this_day=True)
            return
        hours = _hours(text)
        if not hours:
            found = periods.read(text, self._viewpoint)
            if found or _says_today(text):
                today = (day_period(self._viewpoint.today),)
                self.when = self.when._replace(periods=(*self.when.periods, found or today))
                return
            self._not_read(text)
            return
        if len(hours) > 1 and not times.read(text) and _are_joined(text):
            # "Afternoon and evening" is one stretch; "morning and evening" cannot be asked for.
            whole = _united(hours)
            if whole is None:
                self._not_read(text)
                return
            hours = (whole,)
        if not is_either and (within := _within(hours, self.when.hours)) is not None:
            # The 7 of "Thursday night at 7" is in the evening.
            self.when = self.when._replace(hours=within)
            return
        both = _united((*filter(None, (self.when.hours,)), hours[0]))
        if self.when.hours is None or (both is not None and not is_either):
            self.when = self.when._replace(hours=both)
        else:
            others = (*self.when.other_hours, hours[0])
            self.when = self.when._replace(other_hours=others)
        self.when = self.when._replace(is_this_day=self.when.is_this_day or _says_today(text))

    def weekday(self, text: str) -> None:
        weekdays = read_weekdays(text)
        if not weekdays:
            self._not_read(text)
            return
        self.when = self.when._replace(weekdays=(*self.when.weekdays, *weekdays))
        if "weeknight" in fold(text) and self.when.hours is None:
            self.when = self.when._replace(hours=_EVENING)

    def exclude(self, text: str) -> None:
        weekdays = () if periods.read(text, self._viewpoint) else read_weekdays(text)
        readings = self._readings(text)
        if weekdays:
            kept = self.when.weekdays or _ALL_DAYS
            left = tuple(day for day in kept if day not in weekdays)
            self.when = self.when._replace(weekdays=left)
        elif readings:
            self.when = self.when._replace(left_out=(*self.when.left_out, readings[0][0]))
        else:
            self._not_read(text)

    def length(self, code: str, text: str) -> None:
        minutes = _minutes(text)
        if minutes is None:
            self._not_read(text)
        elif code == "D>":
            self.when = self.when._replace(least=minutes)
        elif code == "D<":
            self.when = self.when._replace(most=minutes)
        else:
            self.when = self.when._replace(length=minutes)

    def _readings(self, text: str) -> tuple[tuple[Period, ...], ...]:
        """The readings of each period that a text names."""
        alone = periods.read(_until_its_end(text), self._viewpoint)
        if alone:
            return (alone,)
        if beside := self._beside(text):
            return ((beside,),)
        found = periods.find(text, self._viewpoint)
        return tuple(each.readings for each in found) if not _rest(text, found) else ()

    def _beside(self, text: str) -> Period | None:
        """`next`, `the week after`, `last`: seen from the period that was named before."""
        words = set(split_words(fold(text)))
        before = self.when.periods[-1][0] if self.when.periods else None
        if before is None or len(words) > 3 or before.start is None:
            return None
        step = 1 if words & _FOLLOWING else -1 if words & _PRECEDING else 0
        if not step or not words <= _FOLLOWING | _PRECEDING | word_set("the one week month that"):
            return None
        if before.grain == "day":
            return day_period(before.start + timedelta(days=7 * step))
        return before.shifted(step)

    def _time_beside(self, text: str) -> None:
        for each in times.find(text):
            words = fold(text[each.start : each.end])
            # The 9 of "from 9 to 22 November" is a day.
            is_clear = not any(sign.isdigit() for sign in words) or any(
                mark in words for mark in (":", "am", "pm", "clock", "uhr")
            )
            if is_clear and self.when.hours is None:
                self.when = self.when._replace(hours=each.likeliest)

    def _not_read(self, text: str) -> None:
        self.when = self.when._replace(unread=(*self.when.unread, text))


def _bounds_more(text: str) -> bool:
    """`after the fair weekend` is bounded by something, and is no weekday that comes again."""
    words = split_words(fold(text))
    return not _BOUNDS.isdisjoint(words) and any(
        word not in STOP_WORDS and word not in _AROUND and not any(_weekdays_of(word))
        for word in words
    )


def _last_word(text: str) -> str:
    return next(reversed(split_words(fold(text))), "")


def _is_season(text: str) -> bool:
    """`over Christmas`, but neither `on Christmas Day` nor `Christmas 2025 and Easter`."""
    words = split_words(fold(text))
    is_wide = words[:1] in (["over"], ["around"], ["during"], ["at"])
    return is_wide and len(words) < 5 and words[-1] in ("christmas", "xmas")


def _until_its_end(text: str) -> str:
    """`before the year is out` ends with the year and not where it begins."""
    words = split_words(fold(text))
    for end in (("is", "out"), ("is", "over"), ("is", "up"), ("ends",)):
        if words[:1] == ["before"] and tuple(words[-len(end) :]) == end:
            return f"until the end of {' '.join(words[1 : -len(end)])}"
    return text


def _rest(text: str, found: Sequence[Expression[Period]]) -> list[str]:
    """What else a text says: `Easter week` is not Easter."""
    places = [(each.start, each.end) for each in found]
    places += [(each.start, each.end) for each in times.find(text)]
    for start, end in places:
        text = text[:start] + " " * (end - start) + text[end:]
    words = split_words(fold(text))
    return [word for word in words if word not in STOP_WORDS and word not in _AROUND]


def _hours(text: str) -> tuple[Hours, ...]:
    alone = times.read(text)
    return alone or tuple(each.likeliest for each in times.find(text))


def _are_joined(text: str) -> bool:
    return not {"and", "und", "&"}.isdisjoint(split_words(fold(text)))


def _united(hours: Sequence[Hours]) -> Hours | None:
    """Times of day that touch each other, as one; nothing if a gap is between them."""
    first, *rest = sorted(hours)
    if rest and any(each.is_moment for each in hours):
        return None
    for each in rest:
        if each.start > first.end:
            return None
        first = Hours(first.start, max(first.end, each.end))
    return first


def _within(moments: Sequence[Hours], window: Hours | None) -> Hours | None:
    """The moment that lies in a time of day that was named before."""
    if window is None or window.is_moment:
        return None
    inside = (
        each for each in moments if each.is_moment and window.start <= each.start < window.end
    )
    return next(inside, None)


def _says_today(text: str) -> bool:
    return not _THIS_DAY.isdisjoint(split_words(fold(text)))


def _minutes(text: str) -> int | None:
    readings = durations.read(text) or tuple(
        each.likeliest
        for each in durations.find(text)
        or durations.find(f"one {text}")
        # The hour of "a clear hour".
        or durations.find(f"one {text.split()[-1]}")
    )
    total = readings[0].total_minutes if readings else None
    return None if total is None else int(total)


def read_weekdays(text: str) -> tuple[str, ...]:
    """`on Mondays and Wednesdays`, `at weekends`, `a weekday`."""
    found = [day for word in split_words(fold(text)) for day in _weekdays_of(word)]
    return tuple(dict.fromkeys(found))


def _weekdays_of(word: str) -> Iterator[str]:
    single = word.removesuffix("'s").removesuffix("s")
    if word in ("weekends", "weekend"):
        yield from _WEEKEND
    elif single in ("weekday", "weeknight", "workday"):
        yield from _WORKDAYS
    elif (number := WEEKDAYS.get(word, WEEKDAYS.get(single))) is not None:
        yield _ALL_DAYS[number]


def combined(found: Sequence[Period]) -> tuple[Period, ...]:
    """Periods that are named together: one that lies in another narrows it, others are several."""
    kept: list[Period] = []
    for period in found:
        for place, other in enumerate(kept):
            narrow = _intersection(period, other)
            if narrow is not None:
                kept[place] = narrow
                break
        else:
            kept.append(period)
    return tuple(kept)


def _intersection(one: Period, other: Period) -> Period | None:
    start = max((p.start for p in (one, other) if p.start), default=None)
    end = min((p.end for p in (one, other) if p.end), default=None)
    if start is not None and end is not None and start >= end:
        return None
    for each in (one, other):
        if (each.start, each.end) == (start, end):
            return each
    return span(start, end)


def clocks(hours: Hours) -> dict[str, str]:
    """Hours as tools take them; a moment is the minute that begins then."""
    end = hours.end + 1 if hours.is_moment else hours.end
    return {"start": _clock(hours.start), "end": "24:00" if end == times.DAY else _clock(end)}


def _clock(minute: int) -> str:
    minute %= times.DAY
    return f"{minute // 60:02}:{minute % 60:02}"


def days_from(day: date, count: int) -> Period:
    """So many days from one on."""
    return span(day, day + count * DAY)

"""Recurrence rules (RFC 5545, `RRULE`), followed step by step and for so many steps at most.

`dateutil` follows a rule that never matches until the year 9999, and reads `BYWEEKNO` and
`BYSETPOS` in its own way; a file must not be able to make that wait. All times here are wall
clock times without a zone.
"""

from __future__ import annotations

import calendar
import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

_WEEK = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?\d{0,2})(MO|TU|WE|TH|FR|SA|SU)")
_UNITS = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600}
_FREQUENCIES = (*_UNITS, "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_LAST_YEAR = 9000


class Effort:
    """How many steps may still be taken."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> bool:
        """Take steps; False when there are no more."""
        self.left -= steps
        return self.left >= 0


class Rule(NamedTuple):
    """A rule, with what it takes from the start of its series filled in."""

    frequency: str
    interval: int
    limit: int | None
    """How many starts it has in all."""
    week_start: int
    months: frozenset[int]
    weeks: frozenset[int]
    year_days: frozenset[int]
    month_days: frozenset[int]
    days: frozenset[tuple[int, int]]
    """Which one of the month or year (0 for each), and the day of the week."""
    hours: frozenset[int]
    minutes: frozenset[int]
    seconds: frozenset[int]
    positions: frozenset[int]


def parse(text: str, start: datetime, all_day: bool) -> Rule:
    """The rule of a series that begins at `start`; ValueError when it makes no sense."""
    pairs = (part.partition("=") for part in text.upper().split(";"))
    parts = {name.strip(): value.strip() for name, _, value in pairs if value.strip()}
    if all_day:
        parts = {name: parts[name] for name in parts if name not in _TIMES}
    if parts.get("FREQ") not in _FREQUENCIES:
        raise ValueError(f"no frequency in {text[:80]!r}")
    count = int(parts.get("COUNT", "-1"))
    rule = Rule(
        parts["FREQ"],
        max(1, int(parts.get("INTERVAL", "1"))),
        count if count >= 0 else None,
        _WEEK.index(parts.get("WKST", "MO")),
        _numbers(parts, "BYMONTH", 1, 12),
        _numbers(parts, "BYWEEKNO", -53, 53),
        _numbers(parts, "BYYEARDAY", -366, 366),
        _numbers(parts, "BYMONTHDAY", -31, 31),
        frozenset(_day(day) for day in parts.get("BYDAY", "").split(",") if day.strip()),
        _numbers(parts, "BYHOUR", 0, 23),
        _numbers(parts, "BYMINUTE", 0, 59),
        _numbers(parts, "BYSECOND", 0, 59),
        _numbers(parts, "BYSETPOS", -31_622_400, 31_622_400),
    )
    return _filled_in(rule, start)


_TIMES = ("BYHOUR", "BYMINUTE", "BYSECOND")


def _numbers(parts: dict[str, str], name: str, least: int, most: int) -> frozenset[int]:
    numbers = frozenset(int(value) for value in parts.get(name, "").split(",") if value.strip())
    if any(not least <= number <= most or (least < 0 and number == 0) for number in numbers):
        raise ValueError(f"{name} is out of range")
    return numbers


def _day(text: str) -> tuple[int, int]:
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text[:20]!r} is no day")
    return int(found[1]) if found[1].strip("+-") else 0, _WEEK.index(found[2])


def _filled_in(rule: Rule, start: datetime) -> Rule:
    """With the day of the series' start where the rule names none."""
    if rule.year_days or rule.month_days or rule.days:
        return rule
    if rule.weeks or rule.frequency == "WEEKLY":
        return rule._replace(days=frozenset({(0, start.weekday())}))
    if rule.frequency == "YEARLY":
        rule = rule._replace(months=rule.months or frozenset({start.month}))
    if rule.frequency in ("YEARLY", "MONTHLY"):
        return rule._replace(month_days=frozenset({start.day}))
    return rule


def follow(rule: Rule, start: datetime, last: datetime, effort: Effort) -> Iterator[datetime]:
    """The starts of a series in order, from its own to `last`, while the effort lasts."""
    left = rule.limit
    for days, times in _periods(rule, start):
        # Looking at a day costs about half of what making a moment does.
        if not effort.spend(1 + len(days) // 2) or datetime.combine(days[0], time()) > last:
            return
        days = [day for day in days if _is_day(rule, day)]
        for found in _chosen(rule, days, times):
            if found < start:
                continue
            if found > last or left == 0 or not effort.spend():
                return
            yield found
            left = left - 1 if left is not None else None


def _chosen(rule: Rule, days: Sequence[date], times: Sequence[time]) -> Iterator[datetime]:
    """The moments of one period, or those of them at the rule's positions."""
    size = len(days) * len(times)
    places: Sequence[int] = range(size)
    if rule.positions:
        counted = {place - 1 if place > 0 else size + place for place in rule.positions}
        places = sorted(place for place in counted if 0 <= place < size)
    for place in places:
        day, moment = divmod(place, len(times))
        yield datetime.combine(days[day], times[moment])


def _periods(rule: Rule, start: datetime) -> Iterator[tuple[list[date], list[time]]]:
    """Period after period: its days, and the times that count on each."""
    if rule.frequency in _UNITS:
        yield from _short_periods(rule, start)
        return
    fields = (rule.hours or {start.hour}, rule.minutes or {start.minute})
    times = _times(*fields, rule.seconds or {start.second})
    for days in _long_periods(rule, start.date()):
        yield days, times


def _long_periods(rule: Rule, start: date) -> Iterator[list[date]]:
    if rule.frequency == "YEARLY":
        for year in range(start.year, _LAST_YEAR, rule.interval):
            months = sorted(rule.months) or range(1, 13)
            yield [day for month in months for day in _month(year, month)]
    elif rule.frequency == "MONTHLY":
        first = start.year * 12 + start.month - 1
        for number in range(first, _LAST_YEAR * 12, rule.interval):
            yield _month(number // 12, number % 12 + 1)
    else:
        size = 7 if rule.frequency == "WEEKLY" else 1
        first = start.toordinal()
        first -= (start.weekday() - rule.week_start) % 7 if size == 7 else 0
        last = date(_LAST_YEAR, 1, 1).toordinal()
        for number in range(first, last, size * rule.interval):
            yield [date.fromordinal(max(1, number + day)) for day in range(size)]


def _short_periods(rule: Rule, start: datetime) -> Iterator[tuple[list[date], list[time]]]:
    unit = _UNITS[rule.frequency]
    begin = datetime.combine(start.date(), time())
    first = (start - begin).seconds // unit
    last = (datetime(_LAST_YEAR, 1, 1) - begin) // timedelta(seconds=unit)
    for number in range(first, last, rule.interval):
        now = begin + timedelta(seconds=number * unit)
        hours = {now.hour} & (rule.hours or {now.hour})
        minutes, seconds = rule.minutes or {start.minute}, rule.seconds or {start.second}
        if unit <= 60:
            minutes = {now.minute} & (rule.minutes or {now.minute})
        if unit == 1:
            seconds = {now.second} & (rule.seconds or {now.second})
        yield [now.date()], _times(hours, minutes, seconds)


def _times(
    hours: frozenset[int] | set[int],
    minutes: frozenset[int] | set[int],
    seconds: frozenset[int] | set[int],
) -> list[time]:
    fields = (sorted(hours), sorted(minutes), sorted(seconds))
    return [time(*moment) for moment in itertools.product(*fields)]


def _month(year: int, month: int) -> list[date]:
    return [date(year, month, day + 1) for day in range(calendar.monthrange(year, month)[1])]


def _is_day(rule: Rule, day: date) -> bool:
    if rule.months and day.month not in rule.months:
        return False
    if rule.month_days:
        length = calendar.monthrange(day.year, day.month)[1]
        if day.day not in rule.month_days and day.day - length - 1 not in rule.month_days:
            return False
    if rule.year_days:
        number, length = day.timetuple().tm_yday, 365 + calendar.isleap(day.year)
        if number not in rule.year_days and number - length - 1 not in rule.year_days:
            return False
    if rule.weeks and not _is_week(rule, day):
        return False
    return not rule.days or any(_is_named(rule, day, *named) for named in rule.days)


def _is_named(rule: Rule, day: date, place: int, weekday: int) -> bool:
    if day.weekday() != weekday:
        return False
    if place == 0 or rule.frequency not in ("MONTHLY", "YEARLY") or rule.weeks:
        return True
    number, length = day.day, calendar.monthrange(day.year, day.month)[1]
    if rule.frequency == "YEARLY" and not rule.months:
        number, length = day.timetuple().tm_yday, 365 + calendar.isleap(day.year)
    return place == ((number - 1) // 7 + 1 if place > 0 else -((length - number) // 7 + 1))


def _is_week(rule: Rule, day: date) -> bool:
    """Whether the day's week has one of the numbers; week 1 has four days of its year at least."""
    middle = day + timedelta(days=3 - (day.weekday() - rule.week_start) % 7)
    number = (middle.timetuple().tm_yday - 1) // 7 + 1
    length = 365 + calendar.isleap(middle.year)
    rest = (length - middle.timetuple().tm_yday) // 7 + 1
    return number in rule.weeks or -rest in rule.weeks

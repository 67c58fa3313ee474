"""Recurrence rules (RFC 5545, `RRULE`), followed day by day and for so many steps at most.

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

LONGEST_GAP = timedelta(days=100 * 366)
"""A rule that gives nothing for so long gives nothing more, such as the 30th of February. The
29th of February on a given day of the week comes after 40 years at the latest."""

_WEEK = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?\d{0,2})(MO|TU|WE|TH|FR|SA|SU)")
_UNITS = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600}
_FREQUENCIES = (*_UNITS, "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_TIMES = ("BYHOUR", "BYMINUTE", "BYSECOND")
_LAST_YEAR = 9000
_SECONDS_IN_DAY = 86_400


class TooMuchEffort(Exception):
    """A rule takes more steps than are allowed."""


class Effort:
    """How many steps may still be taken."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps; `TooMuchEffort` when there are no more."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchEffort


class Rule(NamedTuple):
    """A rule, with what it takes from the start of its series filled in."""

    frequency: str
    interval: int
    limit: int | None
    """How many starts it has in all."""
    until: str | None
    """The last start, as the file writes it."""
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
        parts.get("UNTIL"),
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


def _numbers(parts: dict[str, str], name: str, least: int, most: int) -> frozenset[int]:
    numbers = frozenset(int(value) for value in parts.get(name, "").split(",") if value.strip())
    if any(not least <= number <= most or (least < 0 and number == 0) for number in numbers):
        raise ValueError(f"{name} is out of range")
    return numbers


def _day(text: str) -> tuple[int, int]:
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text[:20]!r} is not a day")
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


def follow(
    rule: Rule, start: datetime, effort: Effort, until: datetime | None = None
) -> Iterator[datetime]:
    """The starts of a series in order, `until` the last one; `TooMuchEffort` beyond the effort.

    The start of the series is among them if the rule has it, as `libical` reads rules.
    """
    left, latest = rule.limit, start
    for begin, days, times in _periods(rule, start, effort):
        first = datetime.combine(begin, time())
        if first - latest > LONGEST_GAP or (until is not None and first > until):
            return
        for found in _chosen(rule, days, times):
            if found < start:
                continue
            if left == 0 or (until is not None and found > until):
                return
            effort.spend()
            yield found
            latest = found
            left = left - 1 if left is not None else None


class _Period(NamedTuple):
    """A year, month, week, day, hour, minute or second."""

    begin: date
    days: Sequence[date]
    """Those that may be meant."""
    times: Sequence[time]
    """Those that count on each day."""


def _chosen(rule: Rule, days: Sequence[date], times: Sequence[time]) -> Iterator[datetime]:
    """The moments of one period, or those of them at the rule's positions."""
    days = [day for day in days if _is_day(rule, day)]
    size = len(days) * len(times)
    places: Sequence[int] = range(size)
    if rule.positions:
        counted = {place - 1 if place > 0 else size + place for place in rule.positions}
        places = sorted(place for place in counted if 0 <= place < size)
    for place in places:
        day, moment = divmod(place, len(times))
        yield datetime.combine(days[day], times[moment])


def _periods(rule: Rule, start: datetime, effort: Effort) -> Iterator[_Period]:
    """Period after period; those that hold nothing, too, so that the search can end."""
    if rule.frequency in _UNITS:
        yield from _short_periods(rule, start, effort)
        return
    fields = (rule.hours or {start.hour}, rule.minutes or {start.minute})
    times = _times(*fields, rule.seconds or {start.second})
    for begin, days in _long_periods(rule, start.date()):
        effort.spend(1 + len(days) // 2)  # looking at a day costs half of what a moment does
        yield _Period(begin, days, times)


def _long_periods(rule: Rule, start: date) -> Iterator[tuple[date, Sequence[date]]]:
    if rule.frequency == "YEARLY":
        for year in range(start.year, _LAST_YEAR, rule.interval):
            months = sorted(rule.months) or range(1, 13)
            days = [day for month in months for day in _month(rule, year, month)]
            yield date(year, 1, 1), days
    elif rule.frequency == "MONTHLY":
        first = start.year * 12 + start.month - 1
        for number in range(first, _LAST_YEAR * 12, rule.interval):
            year, month = number // 12, number % 12 + 1
            yield date(year, month, 1), _month(rule, year, month)
    else:
        size = 7 if rule.frequency == "WEEKLY" else 1
        first = start.toordinal()
        first -= (start.weekday() - rule.week_start) % 7 if size == 7 else 0
        last = date(_LAST_YEAR, 1, 1).toordinal()
        for number in range(first, last, size * rule.interval):
            days = [date.fromordinal(max(1, number + day)) for day in range(size)]
            yield days[0], days


def _short_periods(rule: Rule, start: datetime, effort: Effort) -> Iterator[_Period]:
    """Hours, minutes or seconds, of those days alone that the rule names."""
    unit = _UNITS[rule.frequency]
    step = unit * rule.interval
    first_day = start.toordinal()
    first = (start.hour * 3600 + start.minute * 60 + start.second) // unit * unit
    for number in range(first_day, date(_LAST_YEAR, 1, 1).toordinal()):
        effort.spend()
        if number > first_day:
            first = (first - _SECONDS_IN_DAY) % step
        day = date.fromordinal(number)
        if first >= _SECONDS_IN_DAY or not _is_day(rule, day):
            yield _Period(day, (), ())
            continue
        for second in _seconds(rule, range(first, _SECONDS_IN_DAY, step)):
            effort.spend()
            yield _Period(day, [day], _moments(rule, start, second))


def _seconds(rule: Rule, periods: range) -> Iterator[int]:
    """The periods of a day, by their first second, that the rule does not rule out."""
    for hour in sorted(rule.hours) or range(24):
        in_hour = _between(periods, hour * 3600, hour * 3600 + 3600)
        if rule.frequency == "HOURLY" or not rule.minutes:
            yield from in_hour
            continue
        for minute in sorted(rule.minutes):
            begin = hour * 3600 + minute * 60
            yield from _between(in_hour, begin, begin + 60)


def _between(numbers: range, least: int, end: int) -> range:
    """Those of the numbers from `least` to before `end`."""
    skipped = max(0, -((numbers.start - least) // numbers.step))
    return range(numbers.start + skipped * numbers.step, min(end, numbers.stop), numbers.step)


def _moments(rule: Rule, start: datetime, second: int) -> list[time]:
    """What one hour, minute or second of a day holds."""
    hour, minute, second = second // 3600, second // 60 % 60, second % 60
    if rule.frequency == "HOURLY":
        return _times({hour}, rule.minutes or {start.minute}, rule.seconds or {start.second})
    if rule.frequency == "MINUTELY":
        return _times({hour}, {minute}, rule.seconds or {start.second})
    return _times({hour}, {minute}, {second} & (rule.seconds or {second}))


def _times(
    hours: frozenset[int] | set[int],
    minutes: frozenset[int] | set[int],
    seconds: frozenset[int] | set[int],
) -> list[time]:
    fields = (sorted(hours), sorted(minutes), sorted(seconds))
    return [time(*moment) for moment in itertools.product(*fields)]


def _month(rule: Rule, year: int, month: int) -> Sequence[date]:
    """The days of a month, or those of them that the rule counts from its beginning or end."""
    length = calendar.monthrange(year, month)[1]
    numbers: Sequence[int] = range(1, length + 1)
    if rule.month_days:
        counted = {day if day > 0 else length + 1 + day for day in rule.month_days}
        numbers = sorted(day for day in counted if 1 <= day <= length)
    return [date(year, month, day) for day in numbers]


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

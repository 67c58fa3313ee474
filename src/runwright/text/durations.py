"""How long: `90 minutes`, `an hour and a half`, `1h30`, `two weeks`, `a year and two months`."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal, NamedTuple

from runwright.text.expressions import Expression
from runwright.text.number_words import ARTICLES, VAGUE
from runwright.text.numbers import Number, count_at, number_at
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

Unit = tuple[Literal["minutes", "days", "months"], int]
_MINUTE: Unit = ("minutes", 1)
_SECOND: Unit = ("minutes", 0)
_NAMES: dict[Unit, str] = {
    _MINUTE: "minute minutes min mins minuten",
    ("minutes", 60): "hour hours hr hrs h std stunde stunden",
    ("days", 1): "day days tag tage tagen tages d",
    ("days", 7): "week weeks wk wks woche wochen",
    ("days", 14): "fortnight fortnights",
    ("months", 1): "month months mo mos mth mths monat monate monaten monats",
    ("months", 3): "quarter quarters quartal quartale quartalen",
    ("months", 12): "year years yr yrs jahr jahre jahren jahres",
    ("months", 120): "decade decades jahrzehnt jahrzehnte jahrzehnten",
}
_UNITS = {name: unit for unit, names in _NAMES.items() for name in names.split()}
_SECONDS = word_set("second seconds sec secs sekunde sekunden")
_QUARTERS = ("quarter", "quarters")
_ONLY_GLUED = frozenset(("d", "mo"))
_WHOLE = ("full", "whole", "ganze", "ganzer", "ganzen")
_SHORT = frozenset(("h", "hr", "hrs", "std"))


class Duration(NamedTuple):
    """A length of time. Months and days stay apart, since months differ in length."""

    months: Decimal = Decimal(0)
    days: Decimal = Decimal(0)
    minutes: Decimal = Decimal(0)

    def plus(self, other: Duration) -> Duration:
        """Both, one after the other."""
        return Duration(
            self.months + other.months, self.days + other.days, self.minutes + other.minutes
        )

    @property
    def total_minutes(self) -> Decimal | None:
        """In minutes; None where months make it uncertain."""
        return None if self.months else self.days * 1440 + self.minutes

    def after(self, day: date) -> date:
        """The day that lies so far after another; parts of a day or month are rounded down."""
        months, part = divmod(self.months, 1)
        days = int(self.days + part * 30 + self.minutes // 1440)
        return add_months(day, int(months)) + timedelta(days=days)


Reading = tuple[tuple[Duration, ...], int]


def add_months(day: date, months: int) -> date:
    """So many months later; the last day of the month where it has no such day."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def find(text: str) -> list[Expression[Duration]]:
    """The durations in a text."""
    tokens = Tokens(text)
    found, at = [], 0
    while at < len(tokens):
        result = duration_at(tokens, at)
        if result is None:
            at += 1
            continue
        readings, after = result
        found.append(Expression(*tokens.span(at, after), readings))
        at = after
    return found


def read(text: str) -> tuple[Duration, ...]:
    """The readings of a text that is one duration; an article or `or so` around it may stand."""
    tokens = Tokens(text)
    result = duration_at(tokens, 0)
    if result is None:
        result = duration_at(tokens, tokens.skip(0, "for", "a", "an", "about", "around", "some"))
    if result is None:
        return ()
    rest = tuple(tokens.text(at) for at in range(result[1], len(tokens)))
    return result[0] if rest in ((), ("or", "so"), ("long",)) else ()


def duration_at(tokens: Tokens, at: int) -> Reading | None:
    """The duration that begins at a token, with the smaller parts that follow it."""
    first = _part(tokens, at)
    if first is None:
        return None
    readings, after, unit = first
    clock = _minutes_behind(tokens, after)
    if clock is not None:
        minutes, after = clock
        return tuple(each.plus(minutes) for each in readings), after
    half = _and_part(tokens, after, unit)
    if half is not None:
        extra, after = half
        return tuple(each.plus(extra) for each in readings), after
    step = tokens.skip(tokens.skip(after, ","), "and", "und")
    second = _part(tokens, step)
    if second is not None and _rank(second[2]) < _rank(unit):
        rest = duration_at(tokens, step) or (second[0], second[1])
        return tuple(each.plus(rest[0][0]) for each in readings), rest[1]
    return readings, after


def _rank(unit: Unit) -> int:
    return {"minutes": 1, "days": 1440, "months": 43200}[unit[0]] * unit[1]


def _part(tokens: Tokens, at: int) -> tuple[tuple[Duration, ...], int, Unit] | None:
    """One number with its unit."""
    count = _count(tokens, at)
    if count is None:
        return None
    numbers, after = count
    step = after + 1 if tokens.text(after) == "-" and tokens.glued(after) else after
    step = tokens.skip(tokens.skip(step, "of"), "more", "further", *_WHOLE)
    if numbers[0].over == 1 and numbers[0].value < 1:
        step = tokens.skip(step, *ARTICLES)
    if tokens.text(step - 1) == "of":
        step = tokens.skip(step, *ARTICLES)
    word = tokens.text(step)
    if word in _SECONDS:
        parts = tuple(Duration(minutes=each.decimal / 60) for each in numbers)
        return parts, step + 1, _SECOND
    unit = _UNITS.get(word)
    if unit is None or (word in _ONLY_GLUED and not tokens.glued(step)):
        return None
    # "€2m" and "3d model" are not durations; "min." is one with its dot.
    end = step + 1
    if word in ("min", "std", "mo") and tokens.text(end) == "." and tokens.glued(end):
        end += 1
    return tuple(_times(each, unit) for each in numbers), end, unit


def _count(tokens: Tokens, at: int) -> tuple[tuple[Number, ...], int] | None:
    text = tokens.text(at)
    if text in ARTICLES and tokens.text(at + 1) in VAGUE:
        return (Number(Decimal(VAGUE[tokens.text(at + 1)])),), at + 2
    if text in VAGUE:
        return (Number(Decimal(VAGUE[text])),), at + 1
    number = number_at(tokens, at)
    if number is not None and _is_quarters(tokens, number[1]):
        number = _quarters(tokens, at)
    if number is not None:
        return None if number[0][0].percent or number[0][0].value < 0 else number
    if text not in ARTICLES:
        return None
    # "a 90-minute call", "a half-hour", "a good hour"
    inner = number_at(tokens, at + 1)
    if inner is not None:
        return inner
    return (Number(Decimal(1)),), tokens.skip(at + 1, "good", "further", "single", *_WHOLE)


def _is_quarters(tokens: Tokens, after: int) -> bool:
    """`two quarters` are six months, but `three quarters of an hour` are a part of one."""
    return tokens.text(after - 1) in _QUARTERS and tokens.text(after) not in ("of", *_UNITS)


def _quarters(tokens: Tokens, at: int) -> tuple[tuple[Number, ...], int] | None:
    count = count_at(tokens, at)
    return ((Number(Decimal(count[0])),), count[1]) if count else None


def _times(number: Number, unit: Unit) -> Duration:
    size = number.decimal * unit[1]
    size = size.to_integral_value() if size == size.to_integral_value() else size
    return Duration(**{unit[0]: size})


def _minutes_behind(tokens: Tokens, after: int) -> tuple[Duration, int] | None:
    """The 30 of `1h30` and `1 h 30`."""
    if tokens.text(after - 1) not in _SHORT or not tokens.is_digits(after):
        return None
    text = tokens.text(after)
    if len(text) != 2 or int(text) > 59:
        return None
    unit = _UNITS.get(tokens.text(after + 1))
    return Duration(minutes=Decimal(text)), after + 2 if unit == _MINUTE else after + 1


def _and_part(tokens: Tokens, after: int, unit: Unit) -> tuple[Duration, int] | None:
    """`an hour and a half`, `a month and three quarters`."""
    if tokens.text(after) not in ("and", "und"):
        return None
    number = number_at(tokens, after + 1)
    if tokens.texts(after + 1, 2) in (("a", "half"), ("one", "half")):
        number = (Number(Decimal("0.5")),), after + 3
    if number is None or number[0][0].decimal >= 1 or tokens.text(number[1]) in _UNITS:
        return None
    return _times(number[0][0], unit), number[1]

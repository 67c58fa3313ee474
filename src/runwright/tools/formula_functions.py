"""What operators and functions of a formula do with their values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from runwright.text.calendar_words import WEEKDAY_NAMES
from runwright.text.durations import add_months
from runwright.tools import quantities, units
from runwright.tools.base import InvalidCall
from runwright.tools.quantities import Quantity
from runwright.tools.result_paths import Figure, Scalar

_DAYS = units.known()["days"]
_MONTHS = units.known()["months"]
_YEARS = units.known()["years"]
_PERCENT = ((units.PERCENT, 1),)
_MOST_DECIMALS = 30
_NO_DECIMALS = Quantity(Fraction(0))
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip


class Function(NamedTuple):
    """What it does, and how many values it takes; `most` is None where there is no limit."""

    apply: Callable[..., Scalar]
    least: int
    most: int | None
    help: str = ""
    """How it is called and what it gives; empty for an operator."""


def apply(name: str, values: tuple[Figure, ...]) -> Figure:
    """What a function or an operator makes of its values; the day of the run is not made here."""
    function = FUNCTIONS[name]
    spread = _spread(values) if function.most is None else values
    if len(values) < function.least or (function.most is not None and len(values) > function.most):
        raise InvalidCall(f"{name} takes {_count(function)}, not {len(values)}.")
    if not spread and function.least:
        raise InvalidCall(f"{name} has no values.")
    return function.apply(*spread)


def _count(function: Function) -> str:
    if function.most is None:
        return f"at least {function.least} value"
    both = {function.least, function.most}
    return f"{' or '.join(map(str, sorted(both)))} value{'s' if function.most > 1 else ''}"


def _spread(values: tuple[Figure, ...]) -> tuple[Scalar, ...]:
    """Lists, as `r1.groups[*].total` gives them, as their values."""
    flat: list[Scalar] = []
    for value in values:
        # A quantity is a tuple too.
        if isinstance(value, tuple) and not isinstance(value, Quantity):
            flat += value
        else:
            flat.append(value)
    return tuple(flat)


def _number(value: Figure) -> Quantity:
    if isinstance(value, Quantity):
        return value
    raise InvalidCall(f"{_kind(value)} cannot be reckoned with like a number.")


def _date(value: Figure) -> date:
    if isinstance(value, date):
        return value
    raise InvalidCall(f"A day such as 2026-11-16 is needed, not {_kind(value).lower()}.")


def _kind(value: Figure) -> str:
    match value:
        case Quantity():
            return "A number"
        case date():
            return "A day"
        case bool():
            return "A truth value"
        case str():
            return "A text"
        case _:
            return "A list"


# Operators --------------------------------------------------------------------------------------


def _add(one: Figure, other: Figure) -> Scalar:
    if isinstance(one, date):
        return _moved(one, _number(other))
    if isinstance(other, date):
        return _moved(other, _number(one))
    return quantities.add(_number(one), _number(other))


def _subtract(one: Figure, other: Figure) -> Scalar:
    if isinstance(one, date) and isinstance(other, date):
        return _days_between(other, one)
    if isinstance(one, date):
        return _moved(one, quantities.negate(_number(other)))
    return quantities.add(_number(one), quantities.negate(_number(other)))


def _moved(day: date, length: Quantity) -> date:
    """So much later: whole days, weeks, months or years. A month without that day has its last."""
    dimensions = units.dimensions(length.units)
    if dimensions not in ({"time": 1}, {"months": 1}):
        raise InvalidCall("To a day, add days, weeks, months or years: `2026-01-31 + 1 month`.")
    unit = _MONTHS if "months" in dimensions else _DAYS
    count = quantities.convert(length, unit).figure
    if count.denominator != 1:
        raise InvalidCall("Only whole days, weeks, months and years can be added to a day.")
    try:
        if unit is _MONTHS:
            return add_months(day, count.numerator)
        return day + timedelta(days=count.numerator)
    except (ValueError, OverflowError):
        raise InvalidCall("The calendar has only the years 1 to 9999.") from None


def _attach(value: Figure, unit: Quantity) -> Scalar:
    number = _number(value)
    if number.units:
        raise InvalidCall(f"The figure already has a unit: {units.text_of(number.units)}.")
    return Quantity(number.figure, unit.units, number.is_exact)


def _convert(value: Figure, unit: Figure) -> Scalar:
    target = _number(unit)
    if target.figure != 1 or not target.units:
        raise InvalidCall("Behind `in` stands a unit: `100 km in mi`.")
    return quantities.convert(_number(value), target.units)


def _is_nothing(value: Quantity) -> bool:
    """Nothing is nothing in every unit, except for degrees, which are never plain."""
    return not value.figure and not value.units


def _compare(sign: str) -> Callable[[Figure, Figure], bool]:
    def compare(one: Figure, other: Figure) -> bool:
        if isinstance(one, Quantity) and isinstance(other, Quantity):
            if units.has_percent(one.units) != units.has_percent(other.units):
                one, other = one.plain, other.plain
            if not _is_nothing(one) and not _is_nothing(other):
                other = quantities.aligned(one, other, "compared with")
            return _COMPARISONS[sign](one.figure, other.figure)
        if type(one) is not type(other) or (isinstance(one, str | bool) and sign not in "!="):
            raise InvalidCall(f"{_kind(one)} cannot be compared with {_kind(other).lower()}.")
        return _COMPARISONS[sign](one, other)

    return compare


# Functions --------------------------------------------------------------------------------------


def _one(act: Callable[[Quantity], Quantity]) -> Callable[[Figure], Quantity]:
    return lambda value: act(_number(value))


def _two(act: Callable[[Quantity, Quantity], Quantity]) -> Callable[[Figure, Figure], Quantity]:
    return lambda one, other: act(_number(one), _number(other))


def _root(value: Figure, degree: Figure) -> Quantity:
    return quantities.root(_number(value), _whole(degree, 1, 12, "The degree of a root"))


def _whole(value: Figure, least: int, most: int, name: str) -> int:
    number = _number(value)
    if number.units or number.figure.denominator != 1 or not least <= number.figure <= most:
        raise InvalidCall(f"{name} must be a whole number from {least} to {most}.")
    return number.figure.numerator


def _round(value: Figure, decimals: Figure = _NO_DECIMALS) -> Quantity:
    places = _whole(decimals, -_MOST_DECIMALS, _MOST_DECIMALS, "The number of decimals")
    return quantities.rounded(_number(value), places)


def _to_whole(act: Callable[[Fraction], int]) -> Callable[[Figure], Quantity]:
    return _one(lambda value: value._replace(figure=Fraction(act(value.figure))))


def _sum(*values: Figure) -> Quantity:
    first, *others = map(_number, values)
    for other in others:
        first = quantities.add(first, other)
    return first


def _average(*values: Figure) -> Quantity:
    total = _sum(*values)
    return total._replace(figure=quantities.bounded(total.figure / len(values)))


def _extreme(sign: str) -> Callable[..., Scalar]:
    is_better = _compare(sign)

    def extreme(first: Scalar, *others: Scalar) -> Scalar:
        for other in others:
            first = other if is_better(other, first) else first
        return first

    return extreme


def _percent_change(before: Figure, after: Figure) -> Quantity:
    old, new = _number(before), _number(after)
    if not old.figure:
        raise InvalidCall("A change from zero has no percentage.")
    change = quantities.add(new, quantities.negate(quantities.aligned(new, old, "compared with")))
    return _share(change, old._replace(figure=abs(old.figure)))


def _share(part: Figure, whole: Figure) -> Quantity:
    one, other = _number(part), _number(whole)
    other = quantities.aligned(one, other, "compared with")
    # A share of temperatures or percentages is one of their figures.
    ratio = quantities.divide(one._replace(units=()), other._replace(units=()))
    return quantities.convert(ratio, _PERCENT)


def _days_between(start: Figure, end: Figure) -> Quantity:
    return Quantity(Fraction((_date(end) - _date(start)).days), _DAYS)


def _business_days_between(start: Figure, end: Figure) -> Quantity:
    first, last = _date(start), _date(end)
    return Quantity(Fraction(_business_days(last) - _business_days(first)), _DAYS)


def _business_days(day: date) -> int:
    """How many days from Monday to Friday there were before a day; 1 January of year 1 is one."""
    weeks, rest = divmod(day.toordinal() - 1, 7)
    return 5 * weeks + min(rest, 5)


def _months_between(start: Figure, end: Figure) -> Quantity:
    first, last = _date(start), _date(end)
    if last < first:
        return quantities.negate(_months_between(last, first))
    months = 12 * (last.year - first.year) + last.month - first.month
    # The last of them is whole when its day is reached: from 31 January, on 28 February.
    is_whole = add_months(first, months) <= last
    return Quantity(Fraction(months if is_whole else months - 1), _MONTHS)


def _years_between(start: Figure, end: Figure) -> Quantity:
    months = _months_between(start, end).figure
    return Quantity(Fraction(int(months / 12)), _YEARS)


def _weekday(day: Figure) -> str:
    return WEEKDAY_NAMES[_date(day).weekday()]


def _iso_week(day: Figure) -> str:
    year, week, _ = _date(day).isocalendar()
    return f"{year:04}-W{week:02}"


FUNCTIONS: dict[str, Function] = {
    "+": Function(_add, 2, 2),
    "-": Function(_subtract, 2, 2),
    "*": Function(_two(quantities.multiply), 2, 2),
    "/": Function(_two(quantities.divide), 2, 2),
    "%": Function(_two(quantities.remainder), 2, 2),
    "^": Function(_two(quantities.power), 2, 2),
    "in": Function(_convert, 2, 2),
    "to": Function(_convert, 2, 2),
    "unit": Function(_attach, 2, 2),
    "negative": Function(_one(quantities.negate), 1, 1),
    **{sign: Function(_compare(sign), 2, 2) for sign in _COMPARISONS},
    "abs": Function(_one(lambda v: v._replace(figure=abs(v.figure))), 1, 1, "abs(x)"),
    "avg": Function(_average, 1, None, "avg(x, …): the mean"),
    "business_days_between": Function(
        _business_days_between,
        2,
        2,
        "business_days_between(a, b): Monday to Friday from a to before b, without holidays",
    ),
    "ceil": Function(_to_whole(ceil), 1, 1, "ceil(x): up to a whole number"),
    "days_between": Function(_days_between, 2, 2, "days_between(a, b): b - a"),
    "floor": Function(_to_whole(floor), 1, 1, "floor(x): down to a whole number"),
    "iso_week": Function(_iso_week, 1, 1, "iso_week(a): such as 2026-W47"),
    "max": Function(_extreme(">"), 1, None, "max(x, …)"),
    "min": Function(_extreme("<"), 1, None, "min(x, …)"),
    "months_between": Function(_months_between, 2, 2, "months_between(a, b): whole months"),
    "percent_change": Function(
        _percent_change, 2, 2, "percent_change(old, new): in % of the old figure"
    ),
    "root": Function(_root, 2, 2, "root(x, n)"),
    "round": Function(_round, 1, 2, "round(x, decimals): halves away from zero"),
    "share": Function(_share, 2, 2, "share(part, whole): in %"),
    "sqrt": Function(_one(lambda v: quantities.root(v, 2)), 1, 1, "sqrt(x)"),
    "sum": Function(_sum, 1, None, "sum(x, …)"),
    "weekday": Function(_weekday, 1, 1, "weekday(a): such as Monday"),
    "years_between": Function(_years_between, 2, 2, "years_between(a, b): whole years"),
}
"""By name; operators are functions of two values."""


def is_function(name: str) -> bool:
    """Whether a formula may call it by its name."""
    return name in FUNCTIONS and bool(FUNCTIONS[name].help)

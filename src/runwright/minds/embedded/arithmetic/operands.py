"""Figures put together: what an operator, a percentage or a rate makes of two of them."""

from __future__ import annotations

from runwright.minds.embedded.arithmetic.lexicon import CLOCK_UNITS, DAY_UNITS
from runwright.minds.embedded.arithmetic.terms import Unread, Value, ValueKind


def has_top(expression: str, *signs: str) -> bool:
    """Whether one of these operators stands outside all parentheses."""
    depth = 0
    for at, character in enumerate(expression):
        depth += (character == "(") - (character == ")")
        if not depth and any(expression.startswith(f" {sign} ", at) for sign in signs):
            return True
    return False


def grouped(expression: str, *signs: str) -> str:
    """In parentheses, if one of these operators would bind less than what comes."""
    return f"({expression})" if has_top(expression, *signs) else expression


def plus(one: Value, other: Value) -> Value:
    """A percentage is one of what stands before it: 80 plus 19 % is 95.20."""
    if other.kind == "percent" and one.kind != "percent":
        return times(one, Value(f"(1 + {other.expression})"))
    left, right = alike(one, other)
    return left._replace(expression=f"{left.expression} + {right.expression}", noun="", plain="")


def minus(one: Value, other: Value) -> Value:
    """Likewise: 80 minus 20 % is 64."""
    if other.kind == "percent" and one.kind != "percent":
        return times(one, Value(f"(1 - {other.expression})"))
    left, right = alike(one, other)
    right_side = grouped(right.expression, "+", "-")
    return left._replace(expression=f"{left.expression} - {right_side}", noun="", plain="")


def alike(one: Value, other: Value) -> tuple[Value, Value]:
    """Both in money where one names its currency: `$60 plus 12` is 72 dollars."""
    if one.kind == "money" and other.kind == "number" and not other.noun and other.plain:
        return one, other._replace(expression=f"{other.plain} {_currency(one)}", kind="money")
    if other.kind == "money" and one.kind == "number" and not one.noun and one.plain:
        return one._replace(expression=f"{one.plain} {_currency(other)}", kind="money"), other
    return one, other


def _currency(value: Value) -> str:
    return value.expression.rstrip(")").split()[-1]


def times(one: Value, other: Value) -> Value:
    """The product; a rate and a length of time that it goes on for give what they come to."""
    left = grouped(one.expression, "+", "-")
    right = grouped(other.expression, "+", "-")
    expression = f"{left} * {right}"
    if one.kind == "rate" and one.unit in CLOCK_UNITS | DAY_UNITS:
        # Minutes a day, for so many weeks, are said in minutes or hours.
        expression = f"({expression} in {one.unit})"
    kinds = (one.kind, other.kind)
    kind: ValueKind = "money" if "money" in kinds else "measure" if "measure" in kinds else "number"
    return Value(expression, kind, unit=one.unit or other.unit)


def over(one: Value, other: Value) -> Value:
    """The quotient."""
    left = grouped(one.expression, "+", "-")
    right = grouped(other.expression, "+", "-", "*", "/")
    kind = "number" if other.kind in ("money", "measure") else one.kind
    return Value(f"{left} / {right}", kind, unit=one.unit)


def at_price(count: Value, price: Value) -> Value:
    """So many at a price each: what is counted loses its unit, 85 hours at 95 euros are 85 × 95."""
    if price.kind == "percent":
        raise Unread(question="Should the percentage be added, taken off, or worked out alone?")
    if not count.plain or (count.kind == "measure" and price.kind == "measure"):
        # "60 miles at 30 mph" is no price: what is meant is a time.
        raise Unread()
    if price.kind == "rate":
        return times(price, count)
    return times(Value(count.plain), price)


def rate(value: Value, unit: str) -> Value:
    """So much a day, an hour, a kilo."""
    return Value(f"{grouped(value.expression, '+', '-')} / {unit}", "rate", unit=value.unit)


def percent_of(percent: Value, value: Value) -> Value:
    right = grouped(value.expression, "+", "-")
    return Value(f"{percent.expression} * {right}", value.kind, unit=value.unit)


def included(value: Value, percent: Value) -> Value:
    """What is left of an amount that has the percentage in it already."""
    return over(value, Value(f"(1 + {percent.expression})"))._replace(kind=value.kind)

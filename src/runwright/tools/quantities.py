"""Exact figures with units, and reckoning with them.

Figures are fractions. A root or a power that has no exact value is worked out to `DIGITS`
significant digits, and what comes of it is marked as not exact. Figures are bounded, so that no
operation takes long.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from runwright.tools.base import InvalidCall
from runwright.tools.units import (
    Unit,
    Units,
    dimensions,
    has_percent,
    has_temperature,
    size,
    text_of,
)

DIGITS = 28
"""Significant digits of what cannot be written exactly."""
MOST_BITS = 2048
"""Of a numerator and a denominator: some 600 digits."""
_LARGEST_POWER = 1000
_MOST_UNITS = 4
_WORKING = Context(prec=DIGITS + 12)
_LARGEST_EXPONENT = 500
"""Of ten: roots and powers beyond are not turned into fractions."""
_MOST_PLACES = 60
"""Decimals that are written out; a figure with more is rounded."""
_EXACT_ROOT_BITS = 100
"""Integers so small have at most 31 digits, which the working precision tells apart."""


class Quantity(NamedTuple):
    """A figure with its unit."""

    figure: Fraction
    units: Units = ()
    is_exact: bool = True

    @property
    def plain(self) -> Quantity:
        """The same without its percent sign: 15 % is 0.15."""
        if not has_percent(self.units):
            return self
        return Quantity(self.figure / 100, (), self.is_exact)


def bounded(figure: Fraction) -> Fraction:
    """The figure, unless it has too many digits."""
    if max(figure.numerator.bit_length(), figure.denominator.bit_length()) > MOST_BITS:
        raise InvalidCall("The figures become too large or have too many digits.")
    return figure


def convert(value: Quantity, units: Units) -> Quantity:
    """The same in another unit."""
    if value.units == units:
        return value
    if has_percent(units) and not value.units:
        return Quantity(value.figure * 100, units, value.is_exact)
    if dimensions(value.plain.units) != dimensions(units):
        raise InvalidCall(_mismatch("converted to", value.units, units))
    figure = value.plain.figure
    if len(units) == 1 and has_temperature(units) and units[0][1] == 1:
        before, after = value.units[0][0], units[0][0]
        kelvin = figure * before.size + before.zero
        return Quantity(bounded((kelvin - after.zero) / after.size), units, value.is_exact)
    return Quantity(bounded(figure * size(value.plain.units) / size(units)), units, value.is_exact)


def aligned(one: Quantity, other: Quantity, verb: str) -> Quantity:
    """The second in the unit of the first, for what needs one unit."""
    if one.units == other.units:
        return other
    if has_temperature(one.units) and has_temperature(other.units):
        raise InvalidCall("Convert the temperatures to one unit first: `20 °C in °F`.")
    if dimensions(one.units) != dimensions(other.units):
        raise InvalidCall(_mismatch(verb, other.units, one.units))
    return convert(other, one.units)


def _mismatch(verb: str, given: Units, wanted: Units) -> str:
    if any(u.is_money for u, _ in given) and any(u.is_money for u, _ in wanted):
        return (
            f"Amounts in {text_of(given)} cannot be {verb} amounts in {text_of(wanted)}: "
            "there are no exchange rates."
        )
    if {"time", "months"} == {*dimensions(given), *dimensions(wanted)}:
        return "Months and years have no fixed number of days: use dates, `2026-01-31 + 1 month`."
    if not given:
        return f"A plain number cannot be {verb} figures in {text_of(wanted)}: give it a unit."
    if not wanted:
        return f"Figures in {text_of(given)} cannot be {verb} plain numbers: give those a unit."
    return f"Figures in {text_of(given)} cannot be {verb} figures in {text_of(wanted)}."


def add(one: Quantity, other: Quantity) -> Quantity:
    """The sum, in the unit of the first."""
    if has_percent(one.units) != has_percent(other.units):
        one, other = _percent_of_one(one), _percent_of_one(other)
    other = aligned(one, other, "added to")
    return Quantity(bounded(one.figure + other.figure), one.units, one.is_exact and other.is_exact)


def _percent_of_one(value: Quantity) -> Quantity:
    """`1 + 15 %` is 1.15, but `300 + 15 %` may mean 345 or 300.15."""
    if has_percent(value.units) or (not value.units and value.figure == 1):
        return value.plain
    raise InvalidCall("Say of what the percentage is taken: write `300 * (1 + 15%)`.")


def negate(value: Quantity) -> Quantity:
    return value._replace(figure=-value.figure)


def multiply(one: Quantity, other: Quantity) -> Quantity:
    """The product; units are multiplied too."""
    return _product(one.plain, other.plain, 1)


def divide(one: Quantity, other: Quantity) -> Quantity:
    """The quotient; units are divided too."""
    if not other.figure:
        raise InvalidCall("Division by zero.")
    return _product(one.plain, other.plain, -1)


def _product(one: Quantity, other: Quantity, sign: int) -> Quantity:
    figure = one.figure * other.figure if sign > 0 else one.figure / other.figure
    is_exact = one.is_exact and other.is_exact
    if not one.units and not other.units:
        return Quantity(bounded(figure), (), is_exact)
    if (has_temperature(one.units) and (other.units or sign < 0)) or (
        has_temperature(other.units) and one.units
    ):
        raise InvalidCall("Temperatures can be converted, added and compared, not multiplied.")
    units, scale = _merged(one.units, other.units, sign)
    return _settled(figure * scale, units, is_exact)


def _merged(one: Units, other: Units, sign: int) -> tuple[Units, Fraction]:
    """The units of a product, and what the figure is multiplied by when two become one."""
    powers = dict(one)
    scale = Fraction(1)
    for unit, exponent in other:
        kin = next((each for each in powers if each.kind == unit.kind), unit)
        scale *= (unit.size / kin.size) ** (exponent * sign)
        powers[kin] = powers.get(kin, 0) + exponent * sign
    return tuple((unit, exponent) for unit, exponent in powers.items() if exponent), scale


def _settled(figure: Fraction, units: Units, is_exact: bool) -> Quantity:
    if units and not dimensions(units):
        figure, units = figure * size(units), ()
    money = [exponent for unit, exponent in units if unit.is_money]
    if any(abs(exponent) > 1 for exponent in money) or money.count(1) > 1:
        raise InvalidCall("Amounts of money cannot be multiplied with each other.")
    if len(units) > _MOST_UNITS or any(abs(exponent) > 9 for _, exponent in units):
        raise InvalidCall("The unit of the result has too many parts.")
    return Quantity(bounded(figure), units, is_exact)


def remainder(one: Quantity, other: Quantity) -> Quantity:
    """What is left after whole divisions; it has the sign of the divisor."""
    if not other.figure:
        raise InvalidCall("Division by zero.")
    other = aligned(one, other, "divided with a remainder by")
    return Quantity(one.figure % other.figure, one.units, one.is_exact and other.is_exact)


def power(base: Quantity, exponent: Quantity) -> Quantity:
    """A power; exact for whole exponents and for roots that are."""
    base, exponent = base.plain, exponent.plain
    if exponent.units:
        raise InvalidCall("An exponent must be a plain number.")
    is_exact = base.is_exact and exponent.is_exact
    top, bottom = exponent.figure.numerator, exponent.figure.denominator
    if bottom == 1:
        return _whole_power(base, top)._replace(is_exact=is_exact)
    if bottom <= 12 and abs(top) <= 12:
        found = root(base, bottom)
        return _whole_power(found, top)._replace(is_exact=is_exact and found.is_exact)
    return Quantity(_real_power(base, exponent.figure), (), False)


def _whole_power(base: Quantity, exponent: int) -> Quantity:
    if has_temperature(base.units):
        raise InvalidCall("Temperatures can be converted, added and compared, not multiplied.")
    if exponent < 0 and not base.figure:
        raise InvalidCall("Division by zero.")
    bits = max(base.figure.numerator.bit_length(), base.figure.denominator.bit_length())
    if abs(exponent) > _LARGEST_POWER or (bits > 1 and bits * abs(exponent) > 2 * MOST_BITS):
        raise InvalidCall("The exponent is too large.")
    units = tuple((unit, power * exponent) for unit, power in base.units if exponent)
    return _settled(base.figure**exponent, units, base.is_exact)


def root(value: Quantity, degree: int) -> Quantity:
    """The root of a degree: exact where there is one."""
    value = value.plain
    if value.figure < 0:
        raise InvalidCall("A negative number has no such root.")
    if any(exponent % degree for _, exponent in value.units):
        raise InvalidCall(f"The unit {text_of(value.units)} has no such root.")
    units = tuple((unit, exponent // degree) for unit, exponent in value.units)
    above = _whole_root(value.figure.numerator, degree)
    below = _whole_root(value.figure.denominator, degree)
    if above is not None and below is not None:
        return Quantity(Fraction(above, below), units, value.is_exact)
    plain = Quantity(value.figure)
    return Quantity(_real_power(plain, Fraction(1, degree)), units, False)


def _whole_root(number: int, degree: int) -> int | None:
    if degree == 2:
        guess = isqrt(number)
    elif number.bit_length() > _EXACT_ROOT_BITS:
        return None
    else:
        guess = round(_WORKING.power(Decimal(number), _WORKING.divide(Decimal(1), degree)))
    return guess if guess**degree == number else None


def _real_power(base: Quantity, exponent: Fraction) -> Fraction:
    if base.units:
        raise InvalidCall("Only a plain number can be raised to such a power.")
    if base.figure < 0:
        raise InvalidCall("A negative number has no such power.")
    if not base.figure:
        if exponent < 0:
            raise InvalidCall("Division by zero.")
        return Fraction(0)
    with localcontext(_WORKING) as context:
        context.clear_traps()
        found = _decimal(base.figure) ** _decimal(exponent)
        if not found.is_finite() or abs(found.adjusted()) > _LARGEST_EXPONENT:
            raise InvalidCall("The figures become too large or have too many digits.")
        return bounded(Fraction(found))


def _decimal(figure: Fraction) -> Decimal:
    return Decimal(figure.numerator) / Decimal(figure.denominator)


def rounded(value: Quantity, digits: int) -> Quantity:
    """Rounded to so many decimals; halves away from zero, as in commerce."""
    scale = Fraction(10) ** digits
    scaled = abs(value.figure) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = -1 if value.figure < 0 else 1
    return value._replace(figure=sign * whole / scale)


def written(value: Quantity) -> tuple[str, bool]:
    """The figure as a decimal, and whether that is exact; else it has `DIGITS` digits."""
    places = _places(value.figure.denominator)
    if value.is_exact and places is not None and places <= _MOST_PLACES:
        return _exact(value.figure, places), True
    with localcontext(Context(prec=DIGITS)):
        text = f"{_decimal(value.figure):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text), False


def _exact(figure: Fraction, places: int) -> str:
    sign = "-" if figure.numerator < 0 else ""
    digits = str(abs(figure.numerator) * 10**places // figure.denominator)
    if not places:
        return sign + digits
    digits = digits.zfill(places + 1)
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _places(denominator: int) -> int | None:
    """How many decimals a fraction with this denominator has; None if they do not end."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def currency_unit(value: Quantity) -> Unit | None:
    """The currency of an amount of money; None for any other figure."""
    if len(value.units) == 1 and value.units[0][0].is_money and value.units[0][1] == 1:
        return value.units[0][0]
    return None

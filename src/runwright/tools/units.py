"""Units of measure and currencies: their names, their sizes, and products of them.

A unit of several (`km/h`, `EUR/kg`) is a product of powers. What may be added is what has the same
dimensions; months and years have none in common with days, since they have no fixed length.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from runwright.text import currencies

_MONEY = "money:"
_UNKNOWN = "money:account:"


class Unit(NamedTuple):
    """One unit: so many of the base unit of its dimension, to a power."""

    symbol: str
    dimension: str
    size: Fraction = Fraction(1)
    power: int = 1
    """A litre is a length to the third power."""
    zero: Fraction = Fraction(0)
    """Of a temperature: where its scale begins, in kelvin."""

    @property
    def kind(self) -> tuple[str, int]:
        """Units of one kind become one unit when they are multiplied."""
        return self.dimension, self.power

    @property
    def is_money(self) -> bool:
        return self.dimension.startswith(_MONEY)


Units = tuple[tuple[Unit, int], ...]
"""A product of powers; empty for a plain number."""

PERCENT = Unit("%", "percent", Fraction(1, 100))
_NAME = re.compile(r"(?P<name>[^\^*/]+)(?:\^(?P<power>-?\d+))?")

# Symbol, size, further names. Volumes are in cubic metres, speeds in metres a second.
_LENGTHS = """
    m 1 metre metres meter meters | km 1000 kilometre kilometres kilometer kilometers |
    cm 1/100 centimetre centimetres centimeter centimeters |
    mm 1/1000 millimetre millimetres millimeter millimeters | um 1/1000000 µm |
    inch 0.0254 inches | ft 0.3048 foot feet | yd 0.9144 yard yards | mi 1609.344 mile miles |
    nmi 1852
"""
_AREAS = "m2 1 m² sqm | km2 1000000 km² | cm2 1/10000 cm² | ha 10000 hectare hectares |" + (
    "acre 4046.8564224 acres | sqft 0.09290304 ft2 ft²"
)
_VOLUMES = """
    l 1/1000 L litre litres liter liters | ml 1/1000000 mL millilitre millilitres milliliter
    milliliters | cl 1/100000 | dl 1/10000 | m3 1 m³ | cm3 1/1000000 cm³ |
    gal 0.003785411784 gallon gallons | qt 0.000946352946 quart quarts |
    pt 0.000473176473 pint pints | cup 0.0002365882365 cups | floz 0.0000295735295625
"""
_MASSES = """
    g 1 gram grams | kg 1000 kilogram kilograms | mg 1/1000 milligram milligrams |
    t 1000000 tonne tonnes | lb 453.59237 lbs pound_mass | oz 28.349523125 ounce ounces |
    st 6350.29318 stone
"""
_TIMES = """
    s 1 sec second seconds | ms 1/1000 millisecond milliseconds | min 60 minute minutes |
    h 3600 hr hrs hour hours | days 86400 d day | weeks 604800 week wk
"""
_DATA = """
    B 1 byte bytes | bit 1/8 bits | kB 1000 KB | MB 1000000 | GB 1000000000 | TB 1000000000000 |
    PB 1000000000000000 | KiB 1024 | MiB 1048576 | GiB 1073741824 | TiB 1099511627776 |
    kbit 125 | Mbit 125000 | Gbit 125000000
"""
_TEMPERATURES = (
    (Unit("°C", "temperature", Fraction(1), 1, Fraction("273.15")), "degC celsius Celsius"),
    (
        Unit("°F", "temperature", Fraction(5, 9), 1, Fraction("459.67") * Fraction(5, 9)),
        "degF fahrenheit Fahrenheit",
    ),
    (Unit("K", "temperature"), "kelvin Kelvin"),
)


@cache
def known() -> dict[str, Units]:
    """Every unit by each of its names; currencies are found by their codes."""
    names: dict[str, Units] = {}
    for dimension, power, rows in (
        *(("length", 1, _LENGTHS), ("length", 2, _AREAS), ("length", 3, _VOLUMES)),
        *(("mass", 1, _MASSES), ("time", 1, _TIMES), ("data", 1, _DATA)),
        ("months", 1, "months 1 month | years 12 year yr yrs | quarters 3 quarter"),
    ):
        for row in rows.split("|"):
            symbol, size, *further = row.split()
            unit = Unit(symbol, dimension, Fraction(size), power)
            names |= dict.fromkeys((symbol, *further), ((unit, 1),))
    for unit, further_names in _TEMPERATURES:
        names |= dict.fromkeys((unit.symbol, *further_names.split()), ((unit, 1),))
    hour, mile = names["h"][0][0], names["mi"][0][0]
    names["kmh"] = names["kph"] = ((names["km"][0][0], 1), (hour, -1))
    names["mph"] = ((mile, 1), (hour, -1))
    names["knots"] = names["knot"] = names["kn"] = ((names["nmi"][0][0], 1), (hour, -1))
    return names


def named(name: str) -> Units | None:
    """The unit or currency of a name; None if there is none."""
    if name == PERCENT.symbol:
        return ((PERCENT, 1),)
    code = currencies.code_of(name)
    # `pound` is a mass here and a currency elsewhere; a code or a sign is never in doubt.
    is_certain = name in currencies.CODES or name in currencies.SIGNS
    if code is not None and (is_certain or name not in known()):
        return money(code)
    return known().get(name)


def money(currency: str | None, account: str | None = None) -> Units:
    """The unit of amounts in a currency; one that is unknown is its account's own."""
    if currency is not None:
        return ((Unit(currency, _MONEY + currency), 1),)
    return ((Unit("unknown currency", _UNKNOWN + (account or "")), 1),)


def is_unknown(unit: Unit) -> bool:
    """Whether it is a currency that nothing tells."""
    return unit.dimension.startswith(_UNKNOWN)


def account_of(unit: Unit) -> str | None:
    """The account whose unknown currency this is, if it is one."""
    return unit.dimension.partition(_UNKNOWN)[2] or None


def dimensions(units: Units) -> dict[str, int]:
    """The power of each dimension; none for a plain number."""
    powers: Counter[str] = Counter()
    for unit, exponent in units:
        powers[unit.dimension] += unit.power * exponent
    return {name: power for name, power in powers.items() if power}


def size(units: Units) -> Fraction:
    """How many of the base units one of these is."""
    product = Fraction(1)
    for unit, exponent in units:
        product *= unit.size**exponent
    return product


def has_temperature(units: Units) -> bool:
    return any(unit.dimension == "temperature" for unit, _ in units)


def has_percent(units: Units) -> bool:
    return units == ((PERCENT, 1),)


def text_of(units: Units) -> str:
    """`km/h`, `EUR/kg`, `m^2`; `read` reads it back."""
    above = "*".join(_power(unit, exponent) for unit, exponent in units if exponent > 0)
    below = "".join(f"/{_power(unit, -exponent)}" for unit, exponent in units if exponent < 0)
    return f"{above or 1}{below}" if below else above


def _power(unit: Unit, exponent: int) -> str:
    return unit.symbol if exponent == 1 else f"{unit.symbol}^{exponent}"


def read(text: str) -> Units | None:
    """A unit as `text_of` writes it; None if part of it is unknown."""
    units: list[tuple[Unit, int]] = []
    for at, factors in enumerate(text.split("/")):
        for factor in factors.split("*"):
            if factor == "1":
                continue
            parts = _NAME.fullmatch(factor)
            found = named(parts["name"]) if parts else None
            if parts is None or found is None:
                return None
            exponent = int(parts["power"] or 1) * (-1 if at else 1)
            units += [(unit, power * exponent) for unit, power in found]
    return tuple(units)

"""Money, exactly: counted in millionths of a millionth of whatever the currency is.

A price per million tokens with six decimals is a whole number of these for each token, so every
sum is a sum of whole numbers, on both databases.
"""

from __future__ import annotations

from decimal import Decimal

UNITS = 10**12
"""So many make one of the currency."""
_DECIMALS = 12
_LEAST_DECIMALS = 6


def units(amount: Decimal) -> int:
    """A decimal as a count; `ValueError` when it is finer than what is counted."""
    scaled = amount.scaleb(_DECIMALS)
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{amount} has more than {_DECIMALS} decimals")
    return int(scaled)


def shown(count: int) -> str:
    """A count as an exact decimal with at least six places: `0.001240`."""
    sign, count = ("-", -count) if count < 0 else ("", count)
    whole, fraction = divmod(count, UNITS)
    digits = f"{fraction:0{_DECIMALS}}".rstrip("0").ljust(_LEAST_DECIMALS, "0")
    return f"{sign}{whole}.{digits}"

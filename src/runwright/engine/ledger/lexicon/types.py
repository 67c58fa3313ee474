"""What a category of bookings is."""

from __future__ import annotations

from typing import NamedTuple


class Category(NamedTuple):
    """A kind of spending or income."""

    name: str
    """As answers say it."""
    asked: str
    """What people call it, separated by commas; a `*` marks what bookings say of other things."""
    signs: str = ""
    """What bookings of it say, separated by commas."""
    parts: str = ""
    """The narrower categories that it is made of."""
    arrives: bool = False
    """Whether it is money that comes in."""

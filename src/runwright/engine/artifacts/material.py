"""What a file is made of, and what making one gives; with the days and amounts of items."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Item, Moment

DAY_LENGTH = 10
"""Characters of `2026-11-15`: what is longer is an instant."""


_LEAD = lazily(r"(?:my|our|the|all|of|list|show|me|an?|please)\s+", re.I)


class CannotMake(Exception):
    """There is nothing that such a file could hold; the text says why."""


class Material(NamedTuple):
    """What a file is to be made of."""

    moment: Moment
    topic: str = ""
    """What it is about, in the words of the prompt; empty when it only says "it"."""
    findings: tuple[Finding, ...] = ()
    """The findings that answered."""
    items: tuple[Item, ...] = ()
    """What those answers rest on."""
    per: str = ""
    """By what a chart adds up: a unit of time, `weekday`, `merchant` or `category`."""
    shape: str = ""
    """`line` when a line is asked for."""


class Made(NamedTuple):
    """A file, and what can be said of it in half a sentence."""

    kind: str
    filename: str
    media_type: str
    content: bytes
    told: str
    """What stands behind "I made payments.csv": " with 12 rows"."""
    note: str = ""
    """What it leaves out, as a sentence."""


def day_of(item: Item, moment: Moment) -> date | None:
    """The day of an item, in the project's time zone."""
    return None if item.at is None else _day(item.at, moment)


def _day(text: str, moment: Moment) -> date | None:
    if len(text) == DAY_LENGTH:
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    found = instant(text)
    return None if found is None else found.astimezone(moment.zone).date()


def instant(text: str) -> datetime | None:
    """A moment in UTC as items carry it; None if it is a day, or none at all."""
    if len(text) == DAY_LENGTH:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def local_time(text: str | None, moment: Moment) -> str:
    """A day, or a day and a time in the project's zone; empty if there is none."""
    if not text:
        return ""
    found = instant(text)
    return text if found is None else f"{found.astimezone(moment.zone):%Y-%m-%d %H:%M}"


def amount_of(item: Item) -> Decimal | None:
    """The exact amount of an item."""
    if item.amount is None:
        return None
    try:
        found = Decimal(item.amount)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def in_order(items: tuple[Item, ...], moment: Moment) -> list[Item]:
    """By time; what has none comes last, and equals stay as they were."""

    def key(item: Item) -> tuple[bool, str]:
        return (not item.at, local_time(item.at, moment))

    return sorted(items, key=key)


def heading(topic: str, otherwise: str, longest: int = 70) -> str:
    """A title from the words of the prompt."""
    words = " ".join(topic.split()).strip(" ?.!:,;")
    while (lead := _LEAD.match(words)) and lead.end() < len(words):
        words = words[lead.end() :]
    words = words or otherwise
    if len(words) > longest:
        words = words[: longest - 1].rstrip() + "…"
    return words[:1].upper() + words[1:]


def count(number: int, one: str, many: str = "") -> str:
    """ "1 row", "12 rows"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"

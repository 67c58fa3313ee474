"""The forms in which an amount, a day, a time or a stretch of time may reasonably be said."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

Forms = list[str]


def money(amount: Decimal | str) -> Forms:
    """With its cents, or without them when there are none."""
    amount = Decimal(amount)
    whole = [str(int(amount))] if amount == int(amount) else []
    shorter = [f"{amount:.1f}"] if amount * 10 == int(amount * 10) and not whole else []
    return [f"{amount:.2f}", *whole, *shorter]


def number(count: int) -> Forms:
    """In figures, or in a word when it is small."""
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    counts = {1: ["once"], 2: ["twice"]}.get(count, [])
    return [str(count), *words[count : count + 1], *counts]


def day(value: date) -> Forms:
    """In words or in figures."""
    return [
        value.strftime("%Y-%m-%d"),
        value.strftime("%d/%m/%Y"),
        f"{value.day} {value:%B}",
        f"{value.day} {value:%b}",
        f"{value:%B} {value.day}",
        f"{value:%b} {value.day}",
        *(f"{value.day}{end} {value:%B}" for end in ("st", "nd", "rd", "th")),
    ]


def clock(value: datetime) -> Forms:
    """By twenty-four hours or by twelve."""
    hour, half = value.hour % 12 or 12, "am" if value.hour < 12 else "pm"
    said = [f"{value:%H:%M}", f"{value.hour}:{value:%M}"]
    said += [f"{hour}:{value:%M} {half}", f"{hour}:{value:%M}{half}"]
    return said if value.minute else [*said, f"{hour} {half}", f"{hour}{half}"]


def span(begin: datetime, end: datetime) -> Forms:
    """From one time to another."""
    ends = (f"{begin:%H:%M}", f"{end:%H:%M}"), (_short(begin), _short(end))
    return [joined for a, b in ends for joined in (f"{a}-{b}", f"{a} and {b}", f"{a} - {b}")]


def _short(value: datetime) -> str:
    return f"{value.hour}:{value:%M}"


def length(minutes: int) -> Forms:
    """A stretch of time in hours and minutes."""
    hours, rest = divmod(minutes, 60)
    only = [f"{minutes} minutes", f"{minutes} min", f"{minutes}-minute"]
    if not rest:
        word = number(hours)[1]
        return [*only, *(f"{n} hour{s}" for n in (hours, word) for s in ("", "s")), f"{hours} h",
                f"{hours}h"]  # fmt: skip
    if not hours:
        return only
    tenths = [f"{Decimal(minutes) / 60:.2f}".rstrip("0")]
    joined = [
        f"{hours}{h}{a}{rest}{m}"
        for h, m in (
            (" hours", " minutes"),
            (" hour", " minutes"),
            (" h", " min"),
            ("h", "m"),
            ("h", ""),
        )
        for a in (" ", " and ", "")
    ]
    return [*only, *tenths, *joined, f"{hours}:{rest:02}"]

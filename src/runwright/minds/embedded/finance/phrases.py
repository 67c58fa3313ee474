"""Sums of money, days, periods and lists as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from runwright.text import period_wording
from runwright.text.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
from runwright.text.calendars import DAY, Period
from runwright.tools.base import Note

MOST_NAMES = 5
_SIGNS = {
    "EUR": "€", "GBP": "£", "USD": "$", "AUD": "A$", "CAD": "CA$", "NZD": "NZ$", "HKD": "HK$",
    "SGD": "S$", "INR": "₹", "JPY": "¥",
}  # fmt: skip
_WHOLE = frozenset({"JPY", "KRW", "VND", "CLP", "ISK", "UGX", "XAF", "XOF"})
"""Currencies without a smaller unit."""


def money(amount: str | Decimal, currency: str | None, account: str | None = None) -> str:
    """`€1,234.50`, `CA$12.00`, `12.50 CHF`; without a unit, and with its account, where none is
    known."""
    value = Decimal(amount)
    places = 0 if currency in _WHOLE and value == value.to_integral_value() else 2
    figure = f"{abs(value):,.{max(places, _places(value))}f}"
    minus = "-" if value < 0 else ""
    if currency in _SIGNS:
        return f"{minus}{_SIGNS[currency]}{figure}"
    if currency:
        return f"{minus}{figure} {currency}"
    return f"{minus}{figure} (currency unknown{f', {account}' if account else ''})"


def _places(value: Decimal) -> int:
    """Two, or as many as it has if that is more and they are not zeros."""
    exponent = value.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < -2 else 0


def join(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """`a, b and 12 more`."""
    if len(names) <= most:
        return join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 payment`, `14 payments`, `1,204 payments`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def times(number: int) -> str:
    """`once`, `twice`, `14 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def day(when: date | str | None) -> str:
    """`Tuesday 17 November 2026`."""
    if when is None:
        return "a day that is not on record"
    if isinstance(when, str):
        when = date.fromisoformat(when)
    return f"{WEEKDAY_NAMES[when.weekday()]} {short_day(when)}"


def short_day(when: date | str) -> str:
    """`17 November 2026`."""
    when = date.fromisoformat(when) if isinstance(when, str) else when
    return f"{when.day} {MONTH_NAMES[when.month - 1]} {when.year}"


def month(label: str) -> str:
    """`October 2026` for `2026-10`."""
    return f"{MONTH_NAMES[int(label[5:7]) - 1]} {label[:4]}"


def within(period: Period, today: date) -> str:
    """`in October 2026`, `on 3 May 2026`, `since 1 March 2026`; nothing for all time."""
    start, end = period.start, period.end
    if start is None:
        return "" if end is None else f"up to {short_day(end - DAY)}"
    if end is None or (end == today + DAY and period.days != 1 and period.grain == "span"):
        return f"since {short_day(start)}" if start <= today else f"from {short_day(start)} on"
    match period.grain:
        case "day":
            return f"on {day(start)}"
        case "week" | "weekend" | "fiscal_year":
            return f"from {_range(start, end - DAY)}"
        case "span" if period.days == 1:
            return f"on {day(start)}"
        case "span":
            return f"from {_range(start, end - DAY)}"
        case _:
            return f"in {period_wording.describe(period)}"


def named(period: Period, today: date) -> str:
    """The period as a subject: `October 2026`, `the time since 1 March 2026`."""
    phrase = within(period, today)
    head, _, rest = phrase.partition(" ")
    if head in ("in", "on"):
        return rest
    if head == "from" and " to " in rest:
        return rest
    return f"the time {phrase}" if phrase else "all time"


def _range(first: date, last: date) -> str:
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {short_day(last)}"
    if first.year == last.year:
        return f"{first.day} {MONTH_NAMES[first.month - 1]} to {short_day(last)}"
    return f"{short_day(first)} to {short_day(last)}"


def note_clauses(notes: Iterable[Note]) -> list[str]:
    """What a tool assumed or left out, as clauses; the reach of the records is said elsewhere."""
    return [note.text for note in notes if note.code != "outside_records"]


def sentence(*parts: str) -> str:
    """Words with single spaces, a capital and a full stop."""
    text = (
        " ".join(" ".join(parts).split()).replace(" ,", ",").replace(" .", ".").replace(" :", ":")
    )
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".?!:" else f"{text}."


def lines(*parts: str) -> str:
    """The lines that are not empty."""
    return "\n".join(part for part in parts if part)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 1) -> str:
    """A Markdown table whose last columns are figures."""
    marks = ["---"] * (len(header) - figures) + ["---:"] * figures
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, marks, *cells])

"""One date, read by all readers; and two that make a range: `3 to 9 May`, `from A to B`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from runwright.text import number_words
from runwright.text.calendar_words import (
    ARTICLES,
    DAY_PARTS,
    EDGES,
    FISCAL,
    HOLIDAY_STARTS,
    JOINTS,
    MONTHS,
    NEAR,
    ROLLING,
    SEASONS,
    SIDES,
    THIRDS,
    UNITS,
    WEEKDAYS,
)
from runwright.text.calendars import Period, Viewpoint, day_period, span
from runwright.text.date_parts import beside_at, edge_at, nth_at
from runwright.text.dates import (
    Atom,
    day_alone_at,
    day_month_at,
    day_number,
    fiscal_at,
    month_day_at,
    named_at,
    week_number_at,
    year_at,
    year_behind,
    year_first_at,
)
from runwright.text.numeric_dates import figures_at
from runwright.text.relative_dates import (
    ago_at,
    near_at,
    rolling_at,
    same_unit_at,
    side_unit_at,
    to_date_at,
)
from runwright.text.tokens import Tokens
from runwright.text.weekdays import weekday_at

Reader = Callable[[Tokens, int, Viewpoint], Atom | None]
Readings = tuple[tuple[Period, ...], int]
"""What may be meant, the likeliest first, and the token after the last."""
_FIGURE_READERS = (figures_at, day_month_at, year_first_at, nth_at, year_at, ago_at, day_alone_at)
_READERS = (
    day_month_at, nth_at, edge_at, to_date_at, weekday_at, rolling_at, side_unit_at, same_unit_at,
    named_at, month_day_at, fiscal_at, week_number_at, near_at, day_alone_at, year_at,
    ago_at,
)  # fmt: skip

_FIRST_WORDS = frozenset(
    (
        *MONTHS, *WEEKDAYS, *SEASONS, *HOLIDAY_STARTS, *SIDES, *ROLLING, *NEAR, *EDGES, *THIRDS,
        *UNITS, *FISCAL, *DAY_PARTS, *ARTICLES, *number_words.ARTICLES, *number_words.UNITS,
        *number_words.TENS, *number_words.GERMAN, *number_words.VAGUE, *number_words.HUNDREDS,
        *number_words.SCALES, *number_words.ORDINALS,
        "q", "h", "w", "kw", "cw", "kalenderwoche", "calendar", "fortnight", "all", "final",
        "same", "recent", "these", "those", "now", "jetzt", "later", "earlier", "rest",
        "remainder", "remaining", "so", "to", "until", "till", "in", "vor", "within", "about",
        "around", "just", "ytd", "mtd", "qtd", "wtd", "eoy", "eom", "eow", "eoq", "jahr", "year",
    )
)  # fmt: skip
"""Every word that a date can begin with; a text has few of them."""


class Scan(Tokens):
    """The tokens of a text, and the dates that were read in it before: each place is read once."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.memo: dict[tuple[int, str], Atom | None] = {}


def atom_at(tokens: Scan, at: int, viewpoint: Viewpoint) -> Atom | None:
    """The one date that begins at a token: the longest of all readings of its words."""
    if not tokens.is_digits(at) and tokens.text(at) not in _FIRST_WORDS:
        return None
    place = at, viewpoint.order
    if place not in tokens.memo:
        tokens.memo[place] = _longest_at(tokens, at, viewpoint)
    return tokens.memo[place]


def _longest_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    best = _plain_atom_at(tokens, at, viewpoint)
    beside = safely(_beside_at, tokens, at, viewpoint)
    return beside if beside and (best is None or beside.after > best.after) else best


def _plain_atom_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    best: Atom | None = None
    for reader in _FIGURE_READERS if tokens.is_digits(at) else _READERS:
        atom = safely(reader, tokens, at, viewpoint) if at < len(tokens) else None
        if atom is not None and (best is None or atom.after > best.after):
            best = atom
    return best


def _beside_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    # A date beside a date beside a date is not read: nobody writes it, and it would have no end.
    return beside_at(tokens, at, viewpoint, _plain_atom_at)


def safely(reader: Reader, tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """None for what no calendar has: 31 April, week 60, the year 10000."""
    try:
        atom = reader(tokens, at, viewpoint)
    except (ValueError, OverflowError):
        return None
    readings = distinct(atom.readings) if atom else ()
    return atom._replace(readings=readings) if atom and readings else None


def range_at(tokens: Scan, at: int, viewpoint: Viewpoint, *, between: bool) -> Readings | None:
    """`3 to 9 May`, `May 3 to 9`, `from March to May 2025`, `between A and B`, `A – B`."""
    short = _short_range(tokens, at, viewpoint, between)
    if short is not None:
        return short
    first = atom_at(tokens, at, viewpoint)
    if first is None:
        return None
    step = _joint(tokens, first.after, between)
    if step is None:
        return None
    try:
        second = _second(tokens, step, first, viewpoint)
    except ValueError:
        return None  # May 3 to 32
    if second is None:
        return None
    order = first.order or second.order
    if order and order != viewpoint.order:
        # 10/1 to 10/15: the second settles the order for both.
        return range_at(tokens, at, viewpoint._replace(order=order), between=between)
    readings = _joined(first, second, viewpoint)
    return (readings, second.after) if readings else None


def _joint(tokens: Tokens, at: int, between: bool) -> int | None:
    for size in (2, 1):
        if tokens.texts(at, size) in JOINTS:
            return at + size
    return at + 1 if between and tokens.text(at) in ("and", "und", "&") else None


def _short_range(tokens: Tokens, at: int, viewpoint: Viewpoint, between: bool) -> Readings | None:
    """`3 to 9 May`: the first day stands without its month. `5 and 6 May` are two days in a row."""
    number = day_number(tokens, at)
    if number is None or tokens.text(number[1]) in MONTHS:
        return None
    after = tokens.skip(number[1], ".")
    step = _joint(tokens, after, between)
    neighbours = step is None and tokens.text(after) in ("and", "und", "&", "or")
    second = safely(day_month_at, tokens, step or after + 1, viewpoint)
    if (step is None and not neighbours) or second is None:
        return None
    readings = []
    for last in second.readings:
        if last.start is None or last.end is None or not 0 < number[0] < last.start.day:
            continue
        if neighbours and last.start.day != number[0] + 1:
            continue
        readings.append(span(last.start.replace(day=number[0]), last.end))
    return (tuple(readings), second.after) if readings else None


def _second(tokens: Scan, at: int, first: Atom, viewpoint: Viewpoint) -> Atom | None:
    """The end of a range; after `May 3 to` a bare number is a day of May."""
    second = atom_at(tokens, at, viewpoint)
    if second is None and tokens.text(at) in ("now", "date"):
        return Atom((day_period(viewpoint.today),), at + 1)
    if second is not None and not second.bare:
        return second
    if not _is_month_day(tokens, first.after):
        return second
    number = day_number(tokens, at)
    days = [p.start for p in first.readings if number and p.start and p.start.day < number[0]]
    if number is None or not days:
        return second
    if (year := year_behind(tokens, number[1], viewpoint)) is not None:
        return Atom((day_period(date(year[0], days[0].month, number[0])),), year[1])
    return Atom(tuple(day_period(day.replace(day=number[0])) for day in days), number[1])


def _is_month_day(tokens: Tokens, after: int) -> bool:
    """Whether the date before is written with its month first: `May 3`, `May the 3rd`."""
    back = after - 1
    if tokens.text(back) in ("st", "nd", "rd", "th"):
        back -= 1
    before = back - 2 if tokens.text(back - 1) in ("the", ".") else back - 1
    return tokens.is_digits(back) and tokens.text(before) in MONTHS


def _joined(first: Atom, second: Atom, viewpoint: Viewpoint) -> tuple[Period, ...]:
    """From the first to the end of the second, in years that fit each other."""
    if first.around is None or second.around is None:
        pairs = [_pair(first, second)]
    else:
        pairs = [(each, _from(second, each.start)) for each in first.readings if each.start]
    spans = [
        span(a.start, b.end) for a, b in pairs if a and b and a.start and b.end and a.start < b.end
    ]
    if viewpoint.tense == "past":
        spans.sort(key=lambda p: p.start is not None and p.start > viewpoint.today)
    return distinct(spans)


def _pair(first: Atom, second: Atom) -> tuple[Period | None, Period | None]:
    a, b = first.readings[0], second.readings[0]
    if first.around is not None and b.end is not None:
        before = [p for p in first.around(b.end) if p.start and p.start < b.end]
        return (before[-1] if before else None), b
    if second.around is not None and a.start is not None:
        return a, _from(second, a.start)
    return a, b


def _from(atom: Atom, start: date | None) -> Period | None:
    """The first that ends after a day."""
    if atom.around is None or start is None:
        return atom.readings[0]
    return next((p for p in atom.around(start) if p.start and p.start >= start), None)


def distinct(periods: Iterable[Period]) -> tuple[Period, ...]:
    real = (p for p in periods if p.start is None or p.end is None or p.start < p.end)
    return tuple(dict.fromkeys(real))

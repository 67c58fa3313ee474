"""The days and periods that a text names, without the prepositions that lead to them."""

from __future__ import annotations

from collections.abc import Iterator

from runwright.text.calendar_words import MONTHS, SIDES
from runwright.text.calendars import Period, Viewpoint
from runwright.text.date_ranges import Scan, atom_at, range_at
from runwright.text.expressions import Expression


def periods_in(
    text: str, viewpoint: Viewpoint, *, is_exact: bool = False
) -> Iterator[Expression[Period]]:
    """In the order of the text; where it is to be exact, only days that are written out."""
    tokens, at = Scan(text), 0
    while at < len(tokens):
        is_between = tokens.text(at - 1) == "between"
        found = range_at(tokens, at, viewpoint, between=is_between)
        if found is None and (atom := atom_at(tokens, at, viewpoint)):
            found = atom.readings, atom.after
        readings, after = found or ((), at + 1)
        if readings and _is_date(tokens, at, after, readings[0], is_exact):
            yield Expression(*tokens.span(at, after), readings)
            at = after
        else:
            at += 1


def _is_date(tokens: Scan, at: int, after: int, period: Period, is_exact: bool) -> bool:
    words = tokens.texts(at, after - at)
    figures = sum(map(str.isdecimal, words))
    has_month = any(word in MONTHS for word in words)
    if is_exact:
        is_written = bool(figures) if has_month else figures >= len("dmy")
        return is_written and period.grain in ("day", "span")
    return bool(figures) or has_month or any(word in SIDES for word in words)

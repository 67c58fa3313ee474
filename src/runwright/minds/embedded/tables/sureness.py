"""Whether a question is surely about a table, and what is worked out there."""

from __future__ import annotations

from typing import NamedTuple

from runwright.minds.embedded.tables.asked import Asked
from runwright.minds.embedded.tables.choice import Choice, choose
from runwright.minds.embedded.tables.lexicon import CALENDAR, FLOWS, MONEY, matched, words_of
from runwright.minds.embedded.tables.views import View
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES, SIGNS
from runwright.tools.table_arguments import Measure
from runwright.tools.tables import Line

_WORDS_TO_MISS_ONE = 4
_MOST_LISTED = 8
_RATHER_WRITTEN = 0.5
_OF_SEVERAL = ("average", "min", "max")
_RATES = ("/", "%", "°", "‰")
"""Units of figures that are never added."""


class Pick(NamedTuple):
    """What a question surely means."""

    view: View
    measure: Measure
    columns: tuple[int, ...]
    """The one whose figures are meant; two for a change from one to the other."""
    lines: tuple[Line, ...]
    to_lines: tuple[Line, ...]
    """For a change from row to row: the last of them."""
    unit: str
    weight: int
    """How many words of the question are found there."""


def pick(view: View, asked: Asked, viewpoint: Viewpoint, *, has_bookings: bool) -> Pick | None:
    """What is meant in a table; None if anything speaks against it.

    - Every word names the column, its unit, the rows, or the table. Of four words one may not, if
      it is no name, number, unit of time, or word for paying.
    - One column is meant, or two where a change is asked for (`_measure`).
    - Rows are named by words or a period; all of them are meant only where a word says what is
      worked out, and not where sections make them rows of different kinds (`_measure`).
    - Bookings could not as well be meant, or the question is rather one for documents
      (`_may_be_booked`).
    """
    choice = choose(view, asked, viewpoint)
    asked, words = choice.asked, choice.asked.words
    around = matched(words, f"{view.over} {view.sides}")
    grains = {time.period.grain for time in view.row_times.values()}
    telling = choice.heads | choice.names | around
    found = telling | {word for word in words if CALENDAR.get(word) in grains}
    missing = words - found
    if not telling or missing & asked.needed or _WORDS_TO_MISS_ONE * len(missing) > len(words):
        return None
    measure, unit = _measure(view, choice), ""
    if measure is None:
        return None
    if measure != "count":
        own = view.unit(choice.columns[0], choice.lines)
        if (own is None and measure != "list") or (measure == "sum" and _is_rate(own or "")):
            return None
        unit = own or ""
        is_open = has_bookings and asked.written < _RATHER_WRITTEN
        if is_open and _may_be_booked(view, choice, around, unit):
            return None
    lines, to_lines = _sides(view, choice) if measure == "change" else (choice.lines, ())
    columns = () if measure == "count" else choice.columns
    return Pick(view, measure, columns, lines, to_lines, unit, len(found))


def _measure(view: View, choice: Choice) -> Measure | None:
    """What is worked out of the rows; None if they do not go with it.

    A word for it may be part of a name, `Total income`. Several rows without such a word are
    listed, unless they are times of what flows: those make an amount.
    """
    asked, count, columns = choice.asked, len(choice.lines), choice.columns
    measure = asked.measure
    if measure == "change":
        return measure if _can_change(view, choice) else None
    if measure == "count" and not choice.heads:
        is_of_rows = bool(matched(asked.words, view.sides)) and not choice.is_chosen
        return measure if is_of_rows and not view.has_parts else None
    if len(columns) != 1 or not count or (asked.is_of_names and not choice.heads):
        return None
    if measure == "count" or asked.told_by & (choice.heads | choice.names):
        measure = "value"
    if measure in _OF_SEVERAL and count == 1:
        return None
    if measure == "value" and count > 1:
        is_flow = choice.is_timed and asked.is_amount and not choice.names
        measure = "sum" if is_flow and view.unit(columns[0]) in FLOWS.values() else "list"
    if measure == "sum" and view.is_counter(columns[0]) and count > 1:
        return None
    is_whole = measure in ("value", "list", "share") or view.has_parts
    if (is_whole and not choice.is_chosen) or (measure == "share" and view.has_parts):
        return None
    return None if measure == "list" and count > _MOST_LISTED else measure


def _can_change(view: View, choice: Choice) -> bool:
    """From one column to another in a row, or from the first row of a time to the last, where all
    of these rows are of the same."""
    lines, columns = choice.lines, choice.columns
    if len(columns) == 2:
        return len(lines) == 1 and bool(choice.names)
    same = 1 if view.label is None else len({view.table.cell(each, view.label) for each in lines})
    is_clear = len(lines) == 2 or (len(lines) > 2 and len(choice.asked.periods) == 1)
    return len(columns) == 1 and choice.is_timed and same == 1 and is_clear


def _sides(view: View, choice: Choice) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    if len(choice.columns) == 2:
        return choice.lines, ()
    times = view.row_times
    first, *_, last = sorted(choice.lines, key=lambda line: times[line.number].period[:2])
    return (first,), (last,)


def _may_be_booked(view: View, choice: Choice, around: frozenset[str], unit: str) -> bool:
    """Whether bookings could as well be meant.

    What may be money is meant only where header or table are named by a word that chooses no
    bookings. Of kilowatt hours a word is enough that is no kind of spending, or that says that
    something was used: `how much was gas` asks for money.
    """
    asked = choice.asked
    beyond = (choice.heads | around) - MONEY - asked.told_by - CALENDAR.keys()
    is_price = not MONEY.isdisjoint(words_of(view.table.header(choice.columns[0])))
    if is_price or not unit or unit in CODES or unit in SIGNS:
        return not beyond - asked.booked
    return not (asked.is_used or (beyond | choice.names) - asked.spent)


def _is_rate(unit: str) -> bool:
    return any(sign in unit for sign in _RATES)

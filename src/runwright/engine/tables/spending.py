"""What was spent on shares: their number times the average price, where a table has only these."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked
from runwright.engine.tables.figures import Answer, full_name, number_of, said, said_cell
from runwright.engine.tables.grid import Grid, Line
from runwright.engine.tables.match import Matcher, Pick
from runwright.engine.tables.units import Unit

_SPENT = lazily(r"\b(?:spent|spend|cash|outflow|cost|paid|value|dollars|worth|expenditure)\b", re.I)
_SHARES = lazily(r"\b(?:re)?purchas|\bbought\b|\bbuy\s?back", re.I)
_OTHERWISE = lazily(r"\baverage\b|\bper\b|\bnumber\b|\bhow\smany\b|\bremain|\byet\b", re.I)
_COUNTED = lazily(r"\bnumber\s?of\s?(?:shares|units)\s?(?:re)?purchased\b", re.I)
_PRICED = lazily(r"\baverage\s?price", re.I)
_VALUED = lazily(
    r"\b(?:dollar|aggregate|total)\s(?:value|cost|amount)\b.*\bpurchased\s(?!under)", re.I
)


def spent(asked: Asked, matcher: Matcher) -> Answer | None:
    """The money that purchases took, when the table has their number and average price alone."""
    text = asked.text
    if not (_SPENT.search(text) and _SHARES.search(text)) or _OTHERWISE.search(text):
        return None
    counted, priced = _column(matcher.grid, _COUNTED), _column(matcher.grid, _PRICED)
    if counted is None or priced is None or _column(matcher.grid, _VALUED) is not None:
        return None
    pick = matcher.pick(asked.subjects[0], asked.years[0] if asked.years else None)
    return _product(matcher.grid, pick, counted, priced) if pick is not None else None


def _column(grid: Grid, called: re.Pattern[str]) -> Line | None:
    return next((column for column in grid.columns if called.search(column.label)), None)


def _product(grid: Grid, pick: Pick, counted: Line, priced: Line) -> Answer | None:
    count = pick._replace(column=counted, cell=grid.cell(pick.row, counted))
    price = pick._replace(column=priced, cell=grid.cell(pick.row, priced))
    if count.cell.number is None or price.cell.number is None:
        return None
    currency = price.cell.currency or "$"
    text = said(number_of(count.cell) * number_of(price.cell), Unit("", currency), 2)
    sentence = (
        f"{full_name(pick.row)}: {text} ({said_cell(grid, count)} at an average price of "
        f"{said_cell(grid, price)})."
    )
    return Answer(text, sentence, max(pick.covered, 0.9), (grid.id,))

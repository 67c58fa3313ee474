"""The column and the rows of a table that the words and periods of a question fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from runwright.minds.embedded.tables.asked import Asked
from runwright.minds.embedded.tables.lexicon import MONEY, matched, words_of
from runwright.minds.embedded.tables.times import header_time, within
from runwright.minds.embedded.tables.views import View, is_of_names
from runwright.text.calendar_words import ARTICLES
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES
from runwright.text.stopwords import PREPOSITIONS
from runwright.tools.tables import Line


class Choice(NamedTuple):
    """What fits a question best in one table."""

    asked: Asked
    """With the words of periods that are no times here among those that must name something."""
    columns: tuple[int, ...]
    """One, or one for each period; more where the question leaves a choice."""
    lines: tuple[Line, ...]
    heads: frozenset[str]
    """The words that a column is called by."""
    names: frozenset[str]
    """The words that rows are called by."""
    is_timed: bool
    """Whether a period chose the rows."""

    @property
    def is_chosen(self) -> bool:
        """Whether rows were chosen at all."""
        return self.is_timed or bool(self.names)


def choose(view: View, asked: Asked, viewpoint: Viewpoint) -> Choice:
    """The rows of the periods that are asked for, or else the columns; then what words name."""
    numbers = [_rows_of(view, each, viewpoint) for each in asked.periods]
    dated = [_column_of(view, each, asked, viewpoint) for each in asked.periods]
    is_timed = bool(numbers) and all(numbers)
    lines = view.table.lines
    if is_timed:
        meant = set[int]().union(*numbers)
        lines = tuple(line for line in lines if line.number in meant)
    if dated and not is_timed and None not in dated:
        columns = tuple(sorted((n for n in dated if n is not None), key=_begin(view, viewpoint)))
    else:
        asked = asked if is_timed else _without_periods(asked)
        columns = _by_words(view, asked)
    heads = frozenset[str]().union(*(_heads(view, n, asked) for n in columns))
    lines, names = _by_names(view, lines, asked, columns, heads)
    return Choice(asked, columns, lines, heads, names, is_timed)


def _without_periods(asked: Asked) -> Asked:
    """The same where its periods are none of the table: their words must name something."""
    words = frozenset(word for each in asked.periods for word in words_of(each))
    words -= PREPOSITIONS | ARTICLES
    return asked._replace(words=asked.words | words, needed=asked.needed | words)


def _rows_of(view: View, said: str, viewpoint: Viewpoint) -> set[int]:
    """The numbers of the rows of a period; none where two columns of times disagree."""
    over = frozenset(words_of(view.over))
    found = [within(times, said, over, viewpoint) for times in view.times.values()]
    return found[0] if found and all(each == found[0] for each in found) else set()


def _column_of(view: View, said: str, asked: Asked, viewpoint: Viewpoint) -> int | None:
    """The column of a period. The question must have its other words, and the one with most of
    them is meant: `2026` beside `Budget 2026`, unless a budget is asked for."""
    dated = {n: header_time(view.table.header(n), viewpoint) for n in view.columns}
    times = {n: time for n, (time, _) in dated.items() if time is not None}
    fitting = within(times, said, frozenset(words_of(view.over)), viewpoint)
    words = " ".join(asked.words)
    others = {n: len(dated[n][1]) for n in fitting if matched(dated[n][1], words) == dated[n][1]}
    best = [n for n, count in others.items() if count == max(others.values())]
    return best[0] if len(best) == 1 else None


def _begin(view: View, viewpoint: Viewpoint) -> Callable[[int], date]:
    """When the time of a column begins: a change goes from the earlier one to the later."""

    def begin(column: int) -> date:
        time, _ = header_time(view.table.header(column), viewpoint)
        return time.period.start or date.min if time else date.min

    return begin


def _heads(view: View, column: int, asked: Asked) -> frozenset[str]:
    """The words of the question that a column is called by; one of money is called a price."""
    unit = view.unit(column, view.table.lines) or ""
    header = view.table.header(column)
    is_price = unit in CODES and not any(map(str.isdigit, header))
    own = matched(asked.words | asked.told_by, f"{header} {unit}")
    return own | (asked.words & MONEY) if is_price else own


def _by_words(view: View, asked: Asked) -> tuple[int, ...]:
    """The column that has most words of the question, before others the one that has no more than
    its unit beside them; all of figures if none has any."""
    found = {n: len(_heads(view, n, asked)) for n in view.columns}
    most = max(found.values(), default=0)
    if not most:
        return tuple(n for n in view.columns if not is_of_names(view.table, n))
    best = tuple(n for n in view.columns if found[n] == most)
    said = " ".join(asked.words | asked.told_by)
    plain = tuple(n for n in best if _is_said(view.table.header(n), view.unit(n), said))
    return plain if len(best) > 1 and plain else best


def _is_said(header: str, unit: str | None, said: str) -> bool:
    words = words_of(header)
    own = frozenset(words[:-1] if unit and len(words) > 1 else words)
    return matched(own, said) == own


def _by_names(
    view: View, lines: Sequence[Line], asked: Asked, columns: Iterable[int], heads: frozenset[str]
) -> tuple[tuple[Line, ...], frozenset[str]]:
    """The rows with most words of the question, before others those that are called just so, and
    these words; all rows if none has any. `Total` alone names a row of just that name."""
    filled = [line for line in lines if any(view.table.cell(line, n) for n in columns)]
    words = (asked.words | asked.told_by) - heads
    named = {line: matched(words, view.names(line)) for line in filled}
    said = " ".join(words | heads)
    named = {line: found for line, found in named.items()
             if found & asked.words or (found and _is_said(line.label, "", said))}  # fmt: skip
    most = max(map(len, named.values()), default=0)
    best = [line for line, found in named.items() if len(found) == most]
    plain = [line for line in best if _is_said(line.label, "", said)]
    chosen = tuple(plain or best)
    return chosen or tuple(filled), frozenset[str]().union(*(named[line] for line in chosen))

"""The program that answers a question from one table, if it is surely about it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pydantic import ValidationError

from runwright.minds.embedded.program import Answer, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.searching import searched
from runwright.minds.embedded.tables.asked import asked_by
from runwright.minds.embedded.tables.sureness import Pick, pick
from runwright.minds.embedded.tables.views import view_of
from runwright.minds.embedded.tables.wording import worded
from runwright.records.facts import Table
from runwright.text.calendars import Viewpoint
from runwright.tools import query_table
from runwright.tools.base import InvalidCall, Records
from runwright.tools.fields import Match
from runwright.tools.memory import RecordList
from runwright.tools.table_arguments import Arguments, ColumnChoice, Condition
from runwright.tools.table_results import Result
from runwright.tools.tables import Line, WholeTable, whole_tables

_MOST_CELLS = 50
"""So many cells the tool compares whole; of more it looks for the words."""
_MOST_FILES, _MOST_ROWS = 6, 1_000
"""A project may have any number of tables: those are looked into that a search finds."""


def answer(query: Query, surroundings: Surroundings) -> Generator[Look | Do, Any, Answer | None]:
    """The figure that is asked for; None if no table or several may be meant."""
    viewpoint = Viewpoint(surroundings.today, tense="past")
    asked = asked_by(query, viewpoint) if "documents" in surroundings.sources else None
    if asked is None:
        return None
    near = yield Look("search_documents", searched(query.whole))
    files = list(dict.fromkeys(each.file for each in near if isinstance(each.facts, Table)))
    if not files:
        return None
    found = yield Look("query_table", {"measure": "list", "files": files[:_MOST_FILES]})
    tables = [table for table in whole_tables(found) if len(table.lines) <= _MOST_ROWS]
    views = [view_of(table, viewpoint) for table in tables]
    has_bookings = "finance" in surroundings.sources
    tried = [pick(view, asked, viewpoint, has_bookings=has_bookings) for view in views]
    picks = [each for each in tried if each is not None]
    most = max((each.weight for each in picks), default=0)
    best = [each for each in picks if each.weight == most]
    if len(best) != 1:
        return None
    records = RecordList(
        items=found, today=surroundings.today, zone=surroundings.zone,
        currency=surroundings.currency,
    )  # fmt: skip
    result = _result(best[0], records)
    return None if result is None else Answer(worded(best[0], result), items=result.items)


def _result(chosen: Pick, records: Records) -> Result | None:
    """What the tool works out; None if it refuses, or cannot be given just these rows."""
    columns = [ColumnChoice(number=n + 1) for n in chosen.columns]
    has_column = chosen.measure not in ("list", "count")
    try:
        result = query_table.run(
            Arguments(
                files=(chosen.view.table.file,),
                number=chosen.view.table.facts.number,
                measure=chosen.measure,
                column=columns[0] if has_column else None,
                to_column=columns[1] if has_column and len(columns) > 1 else None,
                rows=_conditions(chosen.view.table, chosen.lines, chosen.measure),
                to_rows=_conditions(chosen.view.table, chosen.to_lines, chosen.measure),
            ),
            records,
        )
    except (InvalidCall, ValidationError):
        return None
    return result if result.kept == len({*chosen.lines, *chosen.to_lines}) else None


def _conditions(table: WholeTable, lines: Sequence[Line], measure: str) -> tuple[Condition, ...]:
    """What the cells of some rows must be for the tool to choose them, column by column."""
    if not lines or (len(lines) == len(table.lines) and measure not in ("value", "share")):
        return ()
    cells = {n: {table.cell(line, n) for line in lines} for n in range(min(table.width, 20))}
    return tuple(
        Condition(column=ColumnChoice(number=n + 1), equals=tuple(sorted(some)))
        if len(some) <= _MOST_CELLS
        else Condition(column=ColumnChoice(number=n + 1), contains=Match(any_of=tuple(some)))
        for n, some in cells.items()
        if "" not in some
    )

"""Forms of an answer beside sentences: a table in it, or a file with it."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.artifacts.markdown import write_table
from runwright.minds.embedded.calendar.task import Steps, Task, call
from runwright.minds.embedded.calendar.wording import MOST_LINES, Clock, counted, note_line, title
from runwright.minds.embedded.query import Query
from runwright.tools.base import Result
from runwright.tools.event_rows import EventRow

_FORMATS = {"csv": "csv", "ics": "ics", "chart": "chart"}
_COLUMNS = ("start", "end", "title", "place", "status")


def format_of(query: Query) -> str:
    """The format of the file that is wanted, if one is."""
    return _FORMATS.get(query.form, "")


def write(task: Task, result: Result, file: str) -> Steps:
    """The file of the first result, and a sentence on what is in it."""
    wanted = file
    if file == "ics" and not any(isinstance(row, EventRow) for row in result.rows):
        wanted = "csv"
    if file == "chart" and any(isinstance(row, EventRow) for row in result.rows):
        wanted = "csv" if not getattr(result, "groups", ()) else "chart"
    arguments: dict[str, object] = {"format": wanted, "results": ["r1"], "name": "events"}
    if wanted == "chart":
        arguments |= {"columns": ["name", _figure(task)], "title": _title(task)}
    elif wanted == "csv" and not getattr(result, "groups", ()):
        arguments |= {"columns": list(_COLUMNS), "part": "rows"}
    made = yield from call("make_file", arguments)
    noun = "bar" if wanted == "chart" else "event" if not getattr(result, "groups", ()) else "row"
    kind = {"csv": "CSV file", "ics": "calendar file", "chart": "chart"}[wanted]
    other = "" if wanted == file else f" A {file} file cannot be made of this."
    return task.answer(
        f"{made.name} is a {kind} with {counted(made.row_count, noun)}: "
        f"{task.named()}{task.where_in_time()}.{other}",
        note_line((*result.notes, *made.notes)),
        items=result.items,
    )


def _figure(task: Task) -> str:
    return "hours" if task.query.measure == "duration" else "count"


def _title(task: Task) -> str:
    figure = "Hours of" if task.query.measure == "duration" else "Number of"
    return f"{figure} {task.named()} by {task.query.group or 'group'}"[:200]


def table(rows: Sequence[EventRow], clock: Clock, more: int = 0) -> str:
    """Events as a table."""
    cells = [
        (clock.when(row), title(row), row.place or "", ", ".join(who.name for who in row.people))
        for row in rows[:MOST_LINES]
    ]
    left = more + len(rows) - len(cells)
    written = write_table(("When", "What", "Where", "Who"), cells)
    return f"{written}\n\nand {left} more" if left else written

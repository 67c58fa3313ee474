"""A table of what was found, as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runwright.artifacts.csv_text import MEDIA_TYPE, write_csv
from runwright.engine.artifacts.material import (
    CannotMake,
    Made,
    Material,
    count,
    day_of,
    in_order,
    local_time,
)
from runwright.engine.types import Item, Moment

KIND = "table"

Row = Sequence[str]


def make(material: Material) -> Made:
    """A table of everything that the answer rests on, or of the answers themselves."""
    name, header, rows = _table(material)
    content = write_csv(header, rows)
    return Made(KIND, f"{name}.csv", MEDIA_TYPE, content, f" with {count(len(rows), 'row')}")


def _table(material: Material) -> tuple[str, Row, list[Row]]:
    items, moment = material.items, material.moment
    kinds = {item.kind for item in items}
    tables = [item.rows for item in items if item.rows]
    if tables:
        header, *rows = _joined(tables)
        return "table", header, rows
    ordered = in_order(items, moment)
    if kinds == {"transaction"}:
        return _transactions(ordered, moment)
    if kinds == {"event"}:
        return _events(ordered, moment)
    if items:
        return _mixed(items, moment)
    return _answers(material)


def _joined(tables: Sequence[Sequence[Row]]) -> list[Row]:
    """The rows of all tables, as wide as the widest; a header that is repeated stands once."""
    rows = list(tables[0])
    for table in tables[1:]:
        rows += table[1:] if table[0] == rows[0] else table
    width = max(map(len, rows))
    return [(*row, *[""] * (width - len(row))) for row in rows]


def _transactions(items: Sequence[Item], moment: Moment) -> tuple[str, Row, list[Row]]:
    leaves = all((item.amount or "").startswith("-") for item in items)
    header = ("date", "name", "amount", "currency", "details", "page", "file", "id")
    rows: list[Row] = [
        (
            str(day_of(item, moment) or ""),
            item.title,
            item.amount or "",
            item.currency or "",
            _line(item.text),
            *_where(item),
        )
        for item in items
    ]
    return "payments" if leaves else "transactions", header, rows


def _events(items: Sequence[Item], moment: Moment) -> tuple[str, Row, list[Row]]:
    header = ("start", "end", "title", "details", "page", "file", "id")
    rows: list[Row] = [
        (
            local_time(item.at, moment),
            local_time(item.until, moment),
            item.title,
            _line(item.text),
            *_where(item),
        )
        for item in items
    ]
    return "events", header, rows


def _mixed(items: Iterable[Item], moment: Moment) -> tuple[str, Row, list[Row]]:
    header = ("source", "date", "title", "amount", "currency", "text", "page", "file", "id")
    rows: list[Row] = [
        (
            item.source,
            local_time(item.at, moment),
            item.title,
            item.amount or "",
            item.currency or "",
            _line(item.text),
            *_where(item),
        )
        for item in items
    ]
    return "findings", header, rows


def _answers(material: Material) -> tuple[str, Row, list[Row]]:
    rows: list[Row] = [
        (_line(finding.part), finding.answer or "", finding.value or "")
        for finding in material.findings
    ]
    if not rows:
        raise CannotMake("there is nothing to put into a CSV file")
    return "answers", ("question", "answer", "value"), rows


def _where(item: Item) -> tuple[str, str, str]:
    return (str(item.page or ""), item.file or "", item.id)


def _line(text: str) -> str:
    return " ".join(text.split())

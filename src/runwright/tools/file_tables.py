"""A result as a table: of its rows, or of the groups and other lists that it has instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from runwright.tools.base import InvalidCall, Result

_COMMON = frozenset(Result.model_fields)
_INSTANT = len("2026-11-15T09:00:00.000Z")


class FileTable(NamedTuple):
    """Columns with names, and rows of text."""

    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    usual: frozenset[str] = frozenset()
    """Columns that say of every row what is always so: no place, busy, confirmed."""

    @property
    def figures(self) -> frozenset[int]:
        """The columns that hold nothing but numbers."""
        return frozenset(
            n for n in range(len(self.header))
            if (filled := [row[n] for row in self.rows if row[n]])
            and all(number(text) is not None for text in filled)
        )  # fmt: skip


def table_of(result: Result, part: str, name: str, zone: ZoneInfo) -> FileTable:
    """One list of a result, or its figures as a single row.

    A row has a column for each field in the order of the schema. Values within a value are columns
    of their own: `total.amount`.
    """
    values = result.model_dump(mode="json")
    part = part or _usual_part(values)
    if part and not _is_list(values.get(part)):
        raise InvalidCall(f"{name} has no list {part}.")
    own = set(values) - _COMMON
    rows = values[part] if part else [{name: values[name] for name in values if name in own}]
    told = result.model_dump(mode="json", exclude_defaults=True)
    telling = told.get(part, []) if part else [{name: told[name] for name in told if name in own}]
    flat = [dict(_flat(row, zone)) for row in rows]
    header = tuple(dict.fromkeys(chain.from_iterable(flat)))
    changed = {column for row in telling for column, _ in _flat(row, zone)}
    return FileTable(
        header,
        [tuple(row.get(column, "") for column in header) for row in flat],
        frozenset(header) - changed,
    )


def _usual_part(values: Mapping[str, Any]) -> str:
    """The groups of a measure, whose rows are but examples; else the rows; else the longest list
    of values; empty if there is none."""
    for part in ("groups", "rows"):
        if _is_list(values.get(part)):
            return part
    lists = [part for part in values if part not in _COMMON and _is_list(values[part])]
    return max(lists, key=lambda part: len(values[part]), default="")


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _flat(row: Mapping[str, Any], zone: ZoneInfo, lead: str = "") -> Iterable[tuple[str, str]]:
    for name, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, zone, f"{lead}{name}.")
        else:
            yield f"{lead}{name}", _text(value, zone)


def _text(value: Any, zone: ZoneInfo) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case str() if len(value) == _INSTANT and value.endswith("Z") and value[10] == "T":
            return f"{datetime.fromisoformat(value).astimezone(zone):%Y-%m-%d %H:%M}"
        case list():
            return ", ".join(_name(each, zone) for each in value)
        case _:
            return str(value)


def _name(value: Any, zone: ZoneInfo) -> str:
    """What stands for a value in a list of values: its name, or all of it."""
    if not isinstance(value, dict):
        return _text(value, zone)
    return str(value.get("name") or " ".join(text for _, text in _flat(value, zone) if text))


def choose(table: FileTable, columns: Sequence[str], name: str) -> FileTable:
    """The table with the columns that are asked for, or with those that say something;
    `InvalidCall` if it does not have them."""
    columns = columns or [each for each in table.header if each not in table.usual]
    if missing := [column for column in columns if column not in table.header]:
        raise InvalidCall(
            f"{name} has no column {', '.join(missing)}: it has {', '.join(table.header)}."
        )
    places = [table.header.index(column) for column in columns]
    return FileTable(tuple(columns), [tuple(row[n] for n in places) for row in table.rows])


def number(text: str) -> Decimal | None:
    """The number that a text is, if it is one."""
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None

"""What an answer may rest on: the calls of a run with their results, and the records they read.

A slot names a value by its path. What the value is of is told by the objects on that path and by
the arguments of the call: both are the slot's scope, and nothing else of the result is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from runwright.records.facts import Facts
from runwright.tools import calculate
from runwright.tools.base import Arguments, InvalidCall, Result
from runwright.tools.memory import RecordList

_STEP = re.compile(r"\.(?P<field>[A-Za-z_]\w*)|\[(?P<index>\d+)\]")
PATH = re.compile(r"(?P<name>r\d+)(?P<steps>(?:\.[A-Za-z_]\w*|\[\d+\])*)")
_WHOLE_LIST = re.compile(r"\[\*\]\.?(\w*)")
_RECORD_FIELDS = ("id", "left", "right", "last_id")
_PAIRED = (("left", "right"), ("first", "second"))
_OUTCOMES = (("value",), ("day",), ("text",), ("truth",))
_PASSAGES = ("passage", "table")
_DEEPEST = 8
"""How many calculations with calculations are followed."""


class Outcome(NamedTuple):
    """A call and what it gave."""

    tool: str
    arguments: Arguments
    result: Result


class RecordText(NamedTuple):
    """A record that the run has read."""

    text: str
    facts: Facts | None = None
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """All that an answer may rest on."""

    results: Mapping[str, Outcome] = field(default_factory=dict)
    """By name: `r1` is the result of the first call."""
    records: Mapping[str, RecordText] = field(default_factory=dict)
    """By id."""
    today: date
    zone: ZoneInfo


class Slot(NamedTuple):
    """A value of a result, with what it is of."""

    path: str
    outcome: Outcome
    fields: tuple[str, ...]
    """The names on the path: `rows`, `amount`."""
    indexes: tuple[int, ...]
    objects: tuple[BaseModel, ...]
    """The values on the path, the innermost last; the result itself is the first."""
    value: Any

    @property
    def name(self) -> str:
        """Which result: `r1`."""
        return self.path.partition(".")[0].partition("[")[0]

    @property
    def leaf(self) -> str:
        """The innermost field."""
        return self.fields[-1] if self.fields else ""

    @property
    def owner(self) -> BaseModel:
        """What the value is a field of."""
        return self.objects[-1]

    @property
    def is_of_record(self) -> bool:
        """Whether the value is of one record or one stretch of time, and not of the whole result
        or a group."""
        return any(
            "id" in fields
            or {"file", "document"} <= set(fields)
            or {"start", "end", "minutes"} <= set(fields)
            for fields in (type(each).model_fields for each in self.objects[1:])
        )


def find_slot(path: str, evidence: Evidence) -> Slot:
    """The value at a path; `InvalidCall` says why there is none."""
    found = PATH.fullmatch(path)
    if found is None:
        raise InvalidCall(f"`{path}` is no path such as `r1.total` or `r2.rows[0].day`.")
    outcome = evidence.results.get(found["name"])
    if outcome is None:
        raise InvalidCall(f"There is no result {found['name']}.")
    value: Any = outcome.result
    objects: list[BaseModel] = []
    fields: list[str] = []
    indexes: list[int] = []
    for step in _STEP.finditer(found["steps"]):
        if isinstance(value, BaseModel):
            objects.append(value)
        value = _stepped(value, step, path)
        if step["field"] is not None:
            fields.append(step["field"])
        else:
            indexes.append(int(step["index"]))
    if isinstance(value, BaseModel):
        objects.append(value)
        fields.append(_main_field(value, path))
        value = getattr(value, fields[-1])
    if value is None or isinstance(value, tuple | list | dict | BaseModel):
        raise InvalidCall(f"`{path}` is {'empty' if value is None else 'no single value'}.")
    return Slot(path, outcome, tuple(fields), tuple(indexes), tuple(objects), value)


def _stepped(value: Any, step: re.Match[str], path: str) -> Any:
    if step["field"] is not None:
        if not isinstance(value, BaseModel) or step["field"] not in type(value).model_fields:
            raise InvalidCall(f"`{path}`: there is no field `{step['field']}`.")
        return getattr(value, step["field"])
    if not isinstance(value, tuple | list) or int(step["index"]) >= len(value):
        raise InvalidCall(f"`{path}`: there is no entry {step[0]}.")
    return value[int(step["index"])]


def _main_field(value: BaseModel, path: str) -> str:
    """A sum of money stands for its amount, a figure of a table for its value."""
    names = type(value).model_fields
    for name in ("amount", "value"):
        if name in names and ("currency" in names or "unit" in names):
            return name
    raise InvalidCall(f"`{path}` is no single value: name one of its fields.")


class Work(NamedTuple):
    """An expression that was worked out."""

    expression: str
    result: calculate.Result
    slots: tuple[Slot, ...]
    """The figures that it took."""


def work_out(expression: str, evidence: Evidence) -> Work:
    """The value of an expression; `InvalidCall` says why there is none."""
    try:
        arguments = calculate.Arguments(expression=expression)
    except ValueError:
        raise InvalidCall(f"`{expression}` is no expression that `calculate` can read.") from None
    results = {name: each.result for name, each in evidence.results.items()}
    records = RecordList(items=(), today=evidence.today, zone=evidence.zone, results=results)
    result = calculate.run(arguments, records)
    return Work(expression, result, operands(expression, evidence))


def source_at(path: str, evidence: Evidence) -> Slot | Work:
    """The value at a path; what `calculate` gave is of the figures that it took."""
    slot = find_slot(path, evidence)
    arguments = slot.outcome.arguments
    if not isinstance(arguments, calculate.Arguments):
        return slot
    if slot.fields[:1] not in _OUTCOMES:
        raise InvalidCall(f"`{path}`: name the `value`, `day`, `text` or `truth` of {slot.name}.")
    result = slot.outcome.result
    if not isinstance(result, calculate.Result):
        raise TypeError(f"{slot.name} is no result of `calculate`")
    return Work(arguments.expression, result, operands(arguments.expression, evidence))


def operands(expression: str, evidence: Evidence, depth: int = _DEEPEST) -> tuple[Slot, ...]:
    """The slots that an expression names, those behind earlier calculations among them."""
    found: list[Slot] = []
    for path in PATH.finditer(expression):
        if not path["steps"]:
            continue
        rest = _WHOLE_LIST.match(expression, path.end())
        slot = _whole(path[0], rest[1], evidence) if rest else find_slot(path[0], evidence)
        arguments = slot.outcome.arguments
        if not isinstance(arguments, calculate.Arguments):
            found.append(slot)
        elif depth:
            found += operands(arguments.expression, evidence, depth - 1)
    return tuple(found)


def _whole(path: str, leaf: str, evidence: Evidence) -> Slot:
    """A whole list, such as `r1.groups[*].total`: it is of what the call is of, if it is whole."""
    found = PATH.fullmatch(path)
    outcome = evidence.results.get(found["name"]) if found else None
    if found is None or outcome is None:
        raise InvalidCall(f"There is no result {path.partition('.')[0]}.")
    result = outcome.result
    if any(getattr(result, name, 0) for name in ("more", "more_groups")):
        raise InvalidCall(f"`{path}` lists only some of what there is.")
    fields = (*(step["field"] for step in _STEP.finditer(found["steps"]) if step["field"]), leaf)
    return Slot(f"{path}[*].{leaf}", outcome, fields, (), (result,), "")


def records_of(slot: Slot) -> Iterator[str]:
    """The ids of the records that the objects on a slot's path are of."""
    for each in slot.objects[1:]:
        # `first` is the day of a series elsewhere: only beside `second` is it a record.
        names = ("first", "second") if hasattr(each, "second") else _RECORD_FIELDS
        for name in names:
            value = getattr(each, name, None)
            if isinstance(value, str):
                yield value


def are_joined(one: Slot, other: Slot) -> bool:
    """Whether a result says that the records of two slots belong together or overlap."""
    ids = {*records_of(one)}, {*records_of(other)}
    joins = (
        *getattr(one.outcome.result, "pairs", ()),
        *getattr(one.outcome.result, "conflicts", ()),
    )
    pairs = [(getattr(j, a), getattr(j, b)) for j in joins for a, b in _PAIRED if hasattr(j, b)]
    return one.outcome is other.outcome and any(
        (a in ids[0] and b in ids[1]) or (b in ids[0] and a in ids[1]) for a, b in pairs
    )


def items_of(slot: Slot) -> tuple[str, ...]:
    """The ids of the records that a slot rests on: its own, or those of the whole result."""
    return tuple(dict.fromkeys(records_of(slot))) or slot.outcome.result.items


def is_of_document(slot: Slot, record: str, evidence: Evidence) -> bool:
    """Whether a slot is of the document that a record stands in; if it is of a passage, of that
    record."""
    passages = [each for each in slot.objects[1:] if getattr(each, "kind", "") in _PASSAGES]
    if passages:
        return str(getattr(passages[-1], "id", "")) == record
    rows = [row for outcome in evidence.results.values() for row in outcome.result.rows]
    files = {getattr(row, "file", None) for row in rows if row.id == record} - {None}
    own = {getattr(each, "file", None) for each in slot.objects[1:]} - {None}
    is_read = getattr(slot.outcome.result, "document", None) is not None
    return bool(own & files) or (is_read and not own and record in slot.outcome.result.items)


def titles_of(record: str, evidence: Evidence) -> Iterator[str]:
    """The title and kind that results give to the document of a record."""
    for outcome in evidence.results.values():
        result = outcome.result
        files = {getattr(row, "file", None) for row in result.rows if row.id == record}
        for name in (getattr(result, "document", None), *getattr(result, "documents", ())):
            is_whole = getattr(result, "document", None) is name and record in result.items
            if name is not None and (name.file in files or is_whole):
                yield from (name.title, name.document)


def scalars(value: Any, depth: int = 3) -> Iterator[tuple[str, Any]]:
    """The plain values in a value, each with the name of its field."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            inner = getattr(value, name)
            if isinstance(inner, BaseModel | tuple | list):
                if depth:
                    yield from ((name if n == "" else n, v) for n, v in scalars(inner, depth - 1))
            elif inner is not None:
                yield name, inner
    elif isinstance(value, tuple | list):
        for each in value:
            yield from scalars(each, depth)
    elif value is not None:
        yield "", value

"""A mind whose plan is a list of tool calls that somebody has written down.

It understands no English: the plan says which tools are called with which arguments. Tests,
benchmarks and whoever wants a run of exactly these steps use it; the minds that understand a
prompt make such calls themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from runwright.minds import calling, inputs
from runwright.minds.blobs import items_in
from runwright.minds.cited import rows_of
from runwright.minds.reading import QueryResult, ReadResult, by_id, counted
from runwright.minds.records import FetchedRecords, query_of
from runwright.minds.types import Call, Closing, Output, Read, Task, Turn
from runwright.minds.values import Item, Plan, Step, Weighed
from runwright.tools.base import InvalidCall
from runwright.tools.catalog import parse_call

NAME = "calls"
_ARGUMENTS = "arguments"


class CallsMind:
    """Thinks for one run: every call of the plan, in order, all that they need being read first."""

    def __init__(self, task: Task, given: bytes) -> None:
        self._task = task
        self._calls = [_call(step) for step in task.plan.steps]
        self._parsed = [parse_call(call.tool, call.arguments) for call in self._calls]
        self._records = FetchedRecords(task.moment, task.currency)
        self._attached = items_in(given)
        self._records.give(self._attached)
        self._reads: list[list[QueryResult]] = []
        self._items: dict[str, Item] = {item.id: item for item in self._attached}
        self._outputs: list[Output] = []

    def next(self) -> Turn | None:
        """Everything at once, as the plan says it."""
        if not self._reads and self._task.read_sources:
            return Turn(reads=tuple(self._first_reads()))
        done = len(self._outputs)
        return Turn(calls=tuple(self._calls[done : done + 1])) if done < len(self._calls) else None

    def _first_reads(self) -> Iterable[Read]:
        wanted = [read for tool, arguments in self._parsed for read in tool.reads(arguments)]
        for source in self._task.read_sources:
            queries = (query_of(read) for read in wanted if read.source == source)
            yield Read(source, tuple(dict.fromkeys(queries)))

    def was_read(self, read: Read, found: ReadResult) -> int:
        """A read was done."""
        queries = zip(read.queries, found.queries, strict=True)
        taken = [self._records.take(query, each) for query, each in queries]
        self._reads.append(taken)
        self._items = {**by_id({}, [taken]), **self._items}
        return counted(taken)

    def perform(self, call: Call) -> Output:  # noqa: ARG002 - the protocol of minds
        """Call one tool."""
        return calling.run(*self._parsed[len(self._outputs)], self._records)

    def was_done(self, call: Call, output: Output) -> None:
        """A step was done."""
        self._outputs.append(output)
        if len(self._outputs) == len(self._calls):
            return  # no call is left that could name its result
        if (result := calling.result_of(call, output)) is not None:
            self._records.results[f"r{len(self._outputs)}"] = result

    def close(self) -> Closing:
        """What was called and what came of it, a line each."""
        lines = [
            f"{call.description}: {_told(output.step)}"
            for call, output in zip(self._calls, self._outputs, strict=False)
        ]
        ids = dict.fromkeys(i for output in self._outputs for i in output.step.get("items", ()))
        used = [self._items[item_id] for item_id in ids if item_id in self._items]
        return Closing(
            summary="\n".join(lines),
            parts=tuple({"type": "text", "text": line} for line in lines),
            answered=any("result" in output.private for output in self._outputs),
            artifacts=tuple(calling.files_of(self._outputs)),
            inputs=inputs.remember(self._reads, self._attached),
            weighed=Weighed(0, 0, len(self._outputs)),
            cited=rows_of(used) if used else b"",
        )


def plan_of(prompt: str) -> Plan:
    """The plan that a JSON list of calls stands for; `InvalidCall` if it is none."""
    try:
        calls = [(each["tool"], each.get("arguments", {})) for each in _list(orjson.loads(prompt))]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InvalidCall("The prompt must be a JSON list of tool calls.") from None
    steps = []
    for name, arguments in calls:
        tool, read = parse_call(name, arguments)
        kept = {_ARGUMENTS: orjson.dumps(arguments).decode()}
        steps.append(Step(tool.name, tool.describe(read), kept))
    return Plan(tuple(steps))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise TypeError("not a list of calls")
    return value


def _call(step: Step) -> Call:
    return Call(step.action, orjson.loads(step.arguments[_ARGUMENTS]), step.part)


def _told(step: Mapping[str, Any]) -> str:
    if "error" in step:
        return str(step["error"])
    return f"{step['kept']} of {step['looked_at']} records"

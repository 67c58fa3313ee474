"""Runs a program over records in memory, as the loop runs it over those of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Surroundings, Try
from runwright.minds.values import Moment
from runwright.tools.base import InvalidCall, Item, Result
from runwright.tools.catalog import parse_call
from runwright.tools.memory import RecordList


class Call(NamedTuple):
    """A tool that a program called, and with what."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass
class Outcome:
    """The answer of a program, and what it did for it."""

    answer: Answer
    calls: list[Call] = field(default_factory=list)
    results: list[Result | InvalidCall] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    tried: list[Try] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.answer.text

    @property
    def first_line(self) -> str:
        return self.answer.text.splitlines()[0]


def surroundings(records: RecordList, *, deep: bool = False) -> Surroundings:
    """Noon of the day of the records, with the sources that they come from."""
    now = datetime.combine(records.today, time(12), records.zone).astimezone(UTC)
    sources = tuple(sorted({item.source for item in records.items}))
    return Surroundings(Moment(now, records.zone), sources, records.currency, deep)


def run(program: Attempt, records: RecordList) -> Outcome:
    """Drives a program to its answer."""
    outcome = attempt(program, records)
    assert outcome is not None
    return outcome


def attempt(program: Attempt, records: RecordList) -> Outcome | None:
    """The same of one that may give up."""
    calls: list[Call] = []
    results: list[Result | InvalidCall] = []
    looks: list[Look] = []
    tried: list[Try] = []
    reply: Any = None
    while True:
        try:
            wish = program.send(reply)
        except StopIteration as stop:
            return stop.value and Outcome(stop.value.whole, calls, results, looks, tried)
        match wish:
            case Look():
                looks.append(wish)
                reply = _look(wish, records)
            case Try():
                tried.append(wish)
                reply = _do(wish, _with_results(records, results))
            case Do(tool, arguments):
                calls.append(Call(tool, arguments))
                reply = _do(wish, _with_results(records, results))
                results.append(reply)


def _look(look: Look, records: RecordList) -> Sequence[Item[Any]]:
    tool, arguments = parse_call(look.tool, look.arguments)
    return [item for read in tool.reads(arguments) for item in records.read(read)]


def _do(do: Do | Try, records: RecordList) -> Result | InvalidCall:
    """What the call gives. A call that leads nowhere is a reply, not the end of the run."""
    try:
        tool, arguments = parse_call(do.tool, do.arguments)
        result: Result = tool.run(arguments, records)
    except InvalidCall as invalid:
        return invalid
    return result


def _with_results(records: RecordList, results: Sequence[Result | InvalidCall]) -> RecordList:
    """The records, with earlier results under the names that later calls know them by."""
    named = {f"r{n}": each for n, each in enumerate(results, 1) if isinstance(each, Result)}
    return replace(records, results=named)

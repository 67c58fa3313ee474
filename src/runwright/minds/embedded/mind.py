"""The embedded mind: the clauses of a prompt, one after the other, each by its route's program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import structlog

from runwright.minds import calling, inputs
from runwright.minds.agent_policy import Guidance, guided_by
from runwright.minds.blobs import items_in
from runwright.minds.calling import MOST_ITEMS
from runwright.minds.cited import rows_of
from runwright.minds.embedded import asking, routes
from runwright.minds.embedded.program import Answer, Do, Program, Surroundings, Try, Wants
from runwright.minds.embedded.query import Query, from_json
from runwright.minds.instructions.types import Said
from runwright.minds.reading import QueryResult, ReadResult, by_id, counted
from runwright.minds.records import FetchedRecords, query_of
from runwright.minds.types import Call, Closing, Output, Read, Task, Turn
from runwright.minds.values import Item, Weighed
from runwright.tools.base import InvalidCall, Result
from runwright.tools.catalog import parse_call

log = structlog.get_logger()

_OF_NOTHING = ("exists", "count", "free", "conflicts")
"""What can be answered of nothing."""
_NAMES = ("M", "MP", "C", "PS", "T", "PL")


class EmbeddedMind:
    """Thinks for one run."""

    def __init__(self, task: Task, given: bytes) -> None:
        self._task = task
        self._attached = tuple(self._admitted(items_in(given)))
        admit = self._admitted if task.instructions else None
        self._records = FetchedRecords(task.moment, task.currency, admit)
        self._records.give(self._attached)
        self._reads: list[list[QueryResult]] = []
        self._outputs: list[Output] = []
        known = (*task.read_sources, *sorted(self._records.given_sources()))
        surroundings = Surroundings(
            task.moment, tuple(dict.fromkeys(known)), task.currency, task.deep
        )
        queries = [from_json(clause.query) for clause in task.plan.clauses]
        self._clauses = [_Clause(query, routes.answer(query, surroundings)) for query in queries]

    @cached_property
    def _rules(self) -> Guidance:
        return guided_by(self._task.instructions)

    def _admitted(self, items: Sequence[Item]) -> Sequence[Item]:
        return self._rules.admitted(items, self._task.moment)

    # What comes next ----------------------------------------------------------------------------

    def next(self) -> Turn | None:
        """What the clause in work wants: first everything that all of them read at once."""
        if not self._reads and self._task.read_sources:
            return Turn(reads=tuple(self._first_reads()))
        turns = (clause.next(self) for clause in self._clauses)
        return next((turn for turn in turns if turn is not None), None)

    def _first_reads(self) -> Iterator[Read]:
        wanted: dict[str, dict[Any, None]] = {source: {} for source in self._task.read_sources}
        for clause in self._clauses:
            for read in clause.first_reads():
                if read.source in wanted:
                    wanted[read.source] |= dict.fromkeys(read.queries)
        for source, queries in wanted.items():
            yield Read(source, tuple(queries))

    def missing(self, call: Call) -> list[Read]:
        """What must be read before a call can be made."""
        queries: dict[str, list[Any]] = {}
        for read in calling.reads_of(call):
            query = query_of(read)
            if read.source in self._task.read_sources and not self._records.has(query):
                queries.setdefault(read.source, []).append(query)
        return [Read(source, tuple(wanted)) for source, wanted in queries.items()]

    @property
    def records(self) -> FetchedRecords:
        """What was read."""
        return self._records

    @property
    def steps_done(self) -> int:
        """How many steps were done."""
        return len(self._outputs)

    def has_steps_left(self, clause: _Clause) -> bool:
        """Whether a clause may do one more: those that are planned for later ones are kept."""
        place = self._clauses.index(clause)
        later = sum(each.steps for each in self._task.plan.clauses[place + 1 :])
        return self.steps_done + later < self._task.max_steps

    # What came of it ----------------------------------------------------------------------------

    def was_read(self, read: Read, found: ReadResult) -> int:
        """A read was done."""
        queries = zip(read.queries, found.queries, strict=True)
        taken = [self._records.take(query, each) for query, each in queries]
        self._reads.append(taken)
        return counted(taken)

    def perform(self, call: Call) -> Output:
        """Do the step of the clause in work."""
        return calling.perform(call, self._records)

    def was_done(self, call: Call, output: Output) -> None:
        """A step was done."""
        clause = next(clause for clause in self._clauses if not clause.is_over)
        self._outputs.append(output)
        result = calling.result_of(call, output)
        if result is not None:
            self._records.results[f"r{len(self._outputs)}"] = result
        clause.was_done(call, output)

    # The answer ---------------------------------------------------------------------------------

    def close(self) -> Closing:
        """What the clauses answer, one below the other."""
        said = [answer for clause in self._clauses for answer in clause.answers()]
        # Two clauses that come to the same are answered once.
        answers = list({answer.text: answer for answer in said}.values())
        ids = dict.fromkeys(item for answer in answers for item in answer.items)
        known = by_id({item.id: item for item in self._attached}, self._reads)
        used = [known[item] for item in ids if item in known]
        stated = sum(answer.is_answer for answer in answers)
        return Closing(
            summary=self._summary(answers),
            parts=tuple(map(_part, answers)),
            answered=stated > 0,
            artifacts=tuple(calling.files_of(self._outputs)),
            inputs=inputs.remember(
                self._reads,
                self._attached,
                understood=[clause.query for clause in self._task.plan.clauses],
            ),
            # Each answer is put together by tools from the records that it cites.
            weighed=Weighed(stated, stated, len(self._outputs)),
            cited=rows_of(used) if used else b"",
        )

    def _summary(self, answers: Sequence[Answer]) -> str:
        if not self._task.instructions:
            return "\n\n".join(answer.text for answer in answers)
        return self._rules.summary([Said(each.text, not each.is_answer) for each in answers])


def _part(answer: Answer) -> Mapping[str, Any]:
    if not answer.is_answer:
        return {"type": "note", "text": answer.text}
    part = {"type": "fact", "text": answer.text, "items": answer.items[:MOST_ITEMS]}
    more = len(answer.items) - MOST_ITEMS
    return {**part, "more_items": more} if more > 0 else part


class _Clause:
    """A clause, and the program that answers it."""

    def __init__(self, query: Query, program: Program) -> None:
        self._query = query
        self._program = program
        self._answer: Answer | None = None
        self._wants: Wants | None = None
        self._kept: int | None = None
        """How many records its last step was about."""
        self._before: int | None = None
        """How many steps of other clauses were done before its own."""
        self._go_on(None)

    @property
    def is_over(self) -> bool:
        """Whether it has its answer."""
        return self._answer is not None

    def first_reads(self) -> Iterable[Read]:
        """What it reads before anything else."""
        if self._wants is None:
            return []
        return [Read(r.source, (query_of(r),)) for r in calling.reads_of(_call(self._wants))]

    def next(self, mind: EmbeddedMind) -> Turn | None:
        """What is to be read, or the step that is to be done; None when it is over."""
        while self._wants is not None:
            call = _call(self._wants)
            if missing := mind.missing(call):
                return Turn(reads=tuple(missing))
            if isinstance(self._wants, Try):
                self._go_on(_given(call, calling.perform(call, mind.records)))
                continue
            if isinstance(self._wants, Do):
                if not mind.has_steps_left(self):
                    self._go_on(InvalidCall("No steps are left."))
                    continue
                if self._before is None:
                    self._before = mind.steps_done
                return Turn(calls=(_numbered(call, self._before),))
            found = [mind.records.read(read) for read in calling.reads_of(call)]
            # One batch stays what it is: what was worked out from it is known there.
            self._go_on(found[0] if len(found) == 1 else list(chain.from_iterable(found)))
        return None

    def was_done(self, call: Call, output: Output) -> None:
        """Go on with what the tool gave."""
        given = _given(call, output)
        self._kept = 0 if isinstance(given, InvalidCall) else given.kept
        self._go_on(given)

    def answers(self) -> list[Answer]:
        """What it says."""
        if self._answer is None:
            return []
        # That nothing bears a name answers whether there is any, and how many; what was to be
        # told about it stays open, and the name may be another one.
        is_open = self._kept == 0 and self._query.measure not in _OF_NOTHING
        is_named = bool(self._query.words(*_NAMES))
        return [
            self._answer._replace(
                query=self._query, is_answer=self._answer.is_answer and not (is_open and is_named)
            )
        ]

    def _go_on(self, sent: Any) -> None:
        try:
            self._wants = self._program.send(sent)
            _call(self._wants)
        except StopIteration as stop:
            self._wants, self._answer = None, stop.value.whole
        except InvalidCall as error:
            log.warning("program_cannot_be_done", measure=self._query.measure, reason=str(error))
            self._program.close()
            self._wants, self._answer = None, asking.in_other_words(self._query)


def _given(call: Call, output: Output) -> Result | InvalidCall:
    """What a call gave, or why it gave nothing."""
    result = calling.result_of(call, output)
    return result if result is not None else InvalidCall(str(output.private["error"]))


def _numbered(call: Call, before: int) -> Call:
    """A call that names results of its own program, as they are numbered in the whole run."""
    if not before or "results" not in call.arguments:
        return call
    names = [f"r{int(name[1:]) + before}" for name in call.arguments["results"]]
    return call._replace(arguments={**call.arguments, "results": names})


def _call(wants: Wants) -> Call:
    tool, read = parse_call(wants.tool, wants.arguments)
    return Call(tool.name, wants.arguments, tool.describe(read))

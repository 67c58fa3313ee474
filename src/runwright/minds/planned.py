"""The mind of the first snapshots: a plan that was read from the prompt, step by step.

Its steps are opaque: what a step is told to do stays between the planner and the engine's actions,
and what is shown of it is the part of the prompt that asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from runwright.context.types import Gathering
from runwright.engine import actions, codec
from runwright.engine.claims import weigh
from runwright.engine.compose import telling
from runwright.engine.course import Course, Do
from runwright.engine.course import Read as EngineRead
from runwright.engine.types import Finding, Item
from runwright.minds import inputs
from runwright.minds.agent_policy import Guidance, guided_by
from runwright.minds.answered import has_answer
from runwright.minds.blobs import items_in
from runwright.minds.cited import cited
from runwright.minds.reading import ReadResult
from runwright.minds.types import Call, Closing, Output, Read, Task, Turn


class PlannedMind:
    """Thinks for one run."""

    def __init__(self, task: Task, given: bytes) -> None:
        self._task = task
        self._course = Course(task.plan, task.prompt, task.read_sources, task.max_steps, task.deep)
        if items := items_in(given):
            self._course.attach(self._rules.admitted(items, task.moment))

    @cached_property
    def _rules(self) -> Guidance:
        """Those of the agent; reading them takes time, and what is read first needs none."""
        return guided_by(self._task.instructions)

    def next(self) -> Turn | None:
        """All that is to be read, or else one step."""
        move = self._course.next()
        if move is None:
            return None
        if isinstance(move, Do):
            return Turn(calls=(Call(move.step.action, {}, move.step.part),))
        return Turn(reads=tuple(map(_read, self._course.pending)))

    def was_read(self, read: Read, found: ReadResult) -> int:  # noqa: ARG002 - the protocol of minds
        """A read was done."""
        items = self._rules.admitted(items_in(found.blob), self._task.moment)
        self._course.was_read(items)
        return len(items)

    def perform(self, call: Call) -> Output:  # noqa: ARG002 - the protocol of minds
        """Do the next step of the plan."""
        move = self._course.next()
        if not isinstance(move, Do):
            raise LookupError("there is no step to be done")
        work = self._course.work(self._task.moment)
        finding = actions.perform(move.step, work)
        return Output(_shown(finding, work.items), codec.finding_to_json(finding))

    def was_done(self, call: Call, output: Output) -> None:  # noqa: ARG002 - the protocol of minds
        """A step was done."""
        self._course.was_found(codec.finding_from_json(output.private))

    def close(self, worded: Sequence[Finding] | None = None) -> Closing:
        """The answer, in the findings or in what a language model made of them."""
        findings = list(self._course.findings if worded is None else worded)
        items = self._course.items
        return Closing(
            summary=self._rules.summary(findings),
            parts=tuple(_parts(findings)),
            answered=has_answer(findings),
            artifacts=tuple(each.artifact for each in findings if each.artifact is not None),
            inputs=inputs.remember([[read] for read in self._course.reads], self._course.attached),
            weighed=weigh(findings, items, self._task.moment.zone),
            cited=cited(findings, items) if items else b"",
        )

    @property
    def findings(self) -> list[Finding]:
        """What the steps found."""
        return self._course.findings

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that the run may see, each item once."""
        return self._course.items


def _read(read: EngineRead) -> Read:
    wanted = tuple(
        Gathering(
            text=want.text,
            limit=want.limit,
            whole=want.whole,
            words=want.words,
            start=want.start,
            end=want.end,
        )
        for want in read.wants
    )
    return Read(read.source, (wanted,))


def _shown(finding: Finding, items: Sequence[Item]) -> dict[str, Any]:
    result = {"answer": finding.answer, "value": finding.value, "reason": finding.reason}
    return {
        "looked_at": len(items),
        "kept": len(finding.items),
        "result": {name: value for name, value in result.items() if value is not None},
        "items": finding.items,
    }


def _parts(findings: Sequence[Finding]) -> Iterable[Mapping[str, Any]]:
    for finding in telling(findings):
        if finding.answer:
            yield {"type": "fact", "text": finding.answer, "items": finding.items}
        elif finding.reason:
            # What is shown beside a refusal was read as well.
            yield {"type": "note", "text": finding.reason, "items": finding.items}

"""What the computing processes do for a run: pure functions, values in, values out.

What a run has read crosses as bytes, a blob for each read (see `bundle`), so that the server
handles tens of thousands of items without looking at one. This module loads no more than computing
needs: such a process must start quickly.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson

from runwright.engine import actions, codec
from runwright.engine.claims import Weighed, weigh
from runwright.engine.course import Course, Read
from runwright.engine.types import Artifact, Finding, Item, Moment, Plan, Step, Work
from runwright.jobs.messages import Reply
from runwright.runs import inputs
from runwright.runs.evidence.cited import cited
from runwright.runs.guidance import Guidance, guided_by
from runwright.runs.perform import measured

FUNCTION = f"{__name__}:perform_measured"
ANSWER = f"{__name__}:answer_there"
COUNT = f"{__name__}:count_there"
CLOSE = f"{__name__}:close_there"
NOTHING = b'{"hits":[],"bulk":[]}'
"""The blob of a read that found nothing."""


class Task(NamedTuple):
    """A run that is planned: all that its course depends on, but for what it reads."""

    plan: Plan
    prompt: str
    sources: tuple[str, ...]
    max_steps: int
    instructions: str
    moment: Moment


class Moved(NamedTuple):
    """One move of a run: a read that gave so many items, or a step that took so long."""

    source: str = ""
    items: int = 0
    action: str = ""
    wall_us: int = 0
    cpu_us: int = 0


class Closing(NamedTuple):
    """What a run says in the end, and what is kept about it."""

    summary: str
    artifacts: tuple[Artifact, ...]
    inputs: bytes | None
    weighed: Weighed
    cited: bytes


class Outcome(NamedTuple):
    """How far a run came with what it was given to read."""

    moves: Sequence[Moved]
    closing: Closing | None
    """None when there is more to be read first."""
    wanted: Read | None = None

    @property
    def missing(self) -> Read:
        """What is to be read, of a run that is not closed."""
        if self.wanted is None:
            raise LookupError("a run is neither closed nor wants to read")
        return self.wanted


# What was read ---------------------------------------------------------------------------------


def bundle(hits: Iterable[Item], bulk: Sequence[bytes] = ()) -> bytes:
    """One read as a blob: what a search found, best first, and rows as the database gave them."""
    found = orjson.dumps([tuple(item) for item in hits])
    return b'{"hits":' + found + b',"bulk":[' + b",".join(bulk) + b"]}"


def items_in(blob: bytes) -> tuple[Item, ...]:
    """The items of one read, each once, those of a filter by their numbers."""
    read = orjson.loads(blob)
    found = {item.id: item for item in map(_item, read["hits"])}
    for rows in read["bulk"]:
        for *values, _ in sorted(rows, key=_number):
            found.setdefault(values[0], Item(*values))
    return tuple(found.values())


def admitted_items(instructions: str, moment: Moment, blobs: Iterable[bytes]) -> tuple[Item, ...]:
    """The items of several reads that the rules of a run let it see, each once."""
    rules, found = guided_by(instructions), dict[str, Item]()
    for blob in blobs:
        for item in rules.admitted(items_in(blob), moment):
            found.setdefault(item.id, item)
    return tuple(found.values())


def _item(values: Sequence[Any]) -> Item:
    item = Item(*values)
    return item._replace(rows=tuple(map(tuple, item.rows))) if item.rows else item._replace(rows=())


def _number(row: Sequence[Any]) -> int:
    number: int = row[-1]
    return number


# Computing -------------------------------------------------------------------------------------


def answer(task: Task, attached: Sequence[Item], reads: Iterable[Sequence[Item]]) -> Outcome:
    """Take a run's course from its beginning with what it has read, as far as that leads."""
    rules = guided_by(task.instructions)
    course = course_of(task, deep=False)
    if attached:
        course.attach(rules.admitted(attached, task.moment))
    moves, given = list[Moved](), iter(reads)
    while (move := course.next()) is not None:
        if isinstance(move, Read):
            found = next(given, None)
            if found is None:
                return Outcome(moves, None, move)
            items = rules.admitted(found, task.moment)
            course.was_read(items)
            moves.append(Moved(source=move.source, items=len(items)))
        else:
            moved, finding = _timed(move.step, course.work(task.moment))
            course.was_found(finding)
            moves.append(moved)
    return Outcome(moves, close(course, course.findings, rules, task.moment.zone))


def course_of(task: Task, *, deep: bool) -> Course:
    """The way of a run from its beginning."""
    sources = task.sources if task.plan.sources is None else task.plan.sources
    return Course(task.plan, task.prompt, sources, task.max_steps, deep)


def close(course: Course, findings: list[Finding], rules: Guidance, zone: ZoneInfo) -> Closing:
    """What a run that has taken its course says, in these findings, and what is kept of it."""
    items = course.items
    return Closing(
        summary=rules.summary(findings),
        artifacts=tuple(each.artifact for each in findings if each.artifact is not None),
        inputs=inputs.remember(course),
        weighed=weigh(findings, items, zone),
        cited=cited(findings, items) if items else b"",
    )


def _timed(step: Step, work: Work) -> tuple[Moved, Finding]:
    started = time.perf_counter_ns()
    finding, cpu_us = measured(lambda: actions.perform(step, work))
    wall_us = (time.perf_counter_ns() - started) // 1000
    return Moved(action=step.action, wall_us=wall_us, cpu_us=cpu_us), finding


# Across the border -----------------------------------------------------------------------------


def task_to_json(task: Task) -> dict[str, Any]:
    """A task for a computing process."""
    return {
        "plan": codec.plan_to_json(task.plan),
        "prompt": task.prompt,
        "sources": task.sources,
        "max_steps": task.max_steps,
        "instructions": task.instructions,
        **_moment_to_json(task.moment),
    }


def answer_there(given: dict[str, Any], attached: bytes, *reads: bytes) -> Reply:
    """`answer`, for a task and its blobs."""
    task = Task(
        plan=codec.plan_from_json(given["plan"]),
        prompt=given["prompt"],
        sources=tuple(given["sources"]),
        max_steps=given["max_steps"],
        instructions=given["instructions"],
        moment=_moment(given),
    )
    outcome = answer(task, items_in(attached), map(items_in, reads))
    value: dict[str, Any] = {"moves": [tuple(move) for move in outcome.moves]}
    if outcome.closing is None:
        return Reply({**value, "wanted": codec.read_to_json(outcome.missing)})
    closing, *blobs = _closing_to_json(outcome.closing)
    return Reply({**value, "closing": closing}, blobs)


def outcome_from(reply: Any) -> Outcome:
    """What `answer_there` replied."""
    value, blobs = reply if isinstance(reply, Reply) else (reply, ())
    moves = [Moved(*each) for each in value["moves"]]
    if "wanted" in value:
        return Outcome(moves, None, codec.read_from_json(value["wanted"]))
    return Outcome(moves, closing_from(value["closing"], blobs))


def count_there(given: dict[str, Any], blob: bytes) -> int:
    """How many items of a read the rules of a run let through."""
    rules = guided_by(given["instructions"])
    return len(rules.admitted(items_in(blob), _moment(given)))


def close_there(given: dict[str, Any], attached: bytes, *reads: bytes) -> Reply:
    """`close`, for a run whose findings were journaled and perhaps worded by a model."""
    rules, moment = guided_by(given["instructions"]), _moment(given)
    findings = [codec.finding_from_json(each) for each in given["findings"]]
    course = Course(Plan(()), "", ("",) * len(reads), 0, deep=False)
    for read in reads:
        course.was_read(rules.admitted(items_in(read), moment))
    if before := items_in(attached):
        course.attach(rules.admitted(before, moment))
    closing, *blobs = _closing_to_json(close(course, findings, rules, moment.zone))
    return Reply(closing, blobs)


def close_arguments(
    findings: Sequence[Finding], instructions: str, moment: Moment
) -> dict[str, Any]:
    """What `close_there` is given beside the blobs."""
    return {
        "findings": [codec.finding_to_json(finding) for finding in findings],
        "instructions": instructions,
        **_moment_to_json(moment),
    }


def count_arguments(instructions: str, moment: Moment) -> dict[str, Any]:
    """What `count_there` is given beside the blob."""
    return {"instructions": instructions, **_moment_to_json(moment)}


def closing_from(value: dict[str, Any], blobs: Sequence[bytes]) -> Closing:
    """What a computing process found in the end."""
    kept, rows = blobs
    return Closing(
        summary=value["summary"],
        artifacts=tuple(Artifact(**each) for each in value["artifacts"]),
        inputs=kept or None,
        weighed=Weighed(*value["weighed"]),
        cited=rows,
    )


def _closing_to_json(closing: Closing) -> tuple[dict[str, Any], bytes, bytes]:
    value = {
        "summary": closing.summary,
        "artifacts": [artifact._asdict() for artifact in closing.artifacts],
        "weighed": tuple(closing.weighed),
    }
    return value, closing.inputs or b"", closing.cited


# A step at a time ------------------------------------------------------------------------------


def arguments(
    step: Step, moment: Moment, earlier: Sequence[Finding], instructions: str, *, deep: bool
) -> dict[str, Any]:
    """A step and what came before it; what it may look at goes beside it, in blobs."""
    return {
        "plan": codec.plan_to_json(Plan(steps=(step,))),
        "earlier": [codec.finding_to_json(_light(finding)) for finding in earlier],
        "instructions": instructions,
        "deep": deep,
        **_moment_to_json(moment),
    }


def _light(finding: Finding) -> Finding:
    """Without the bytes of a file that was made: no later step looks into it."""
    if finding.artifact is None:
        return finding
    return finding._replace(artifact=finding.artifact._replace(content=""))


def perform_measured(given: dict[str, Any], *blobs: bytes) -> dict[str, Any]:
    """Do the step; the finding as JSON, and the computing time that it took."""
    started = time.process_time_ns()
    finding = perform(given, *blobs)
    return {"finding": finding, "cpu_us": (time.process_time_ns() - started) // 1000}


def perform(given: dict[str, Any], *blobs: bytes) -> dict[str, Any]:
    """Do the step; the finding as JSON."""
    moment = _moment(given)
    work = Work(
        moment=moment,
        items=admitted_items(given["instructions"], moment, blobs),
        earlier=tuple(codec.finding_from_json(finding) for finding in given["earlier"]),
        deep=given["deep"],
    )
    (step,) = codec.plan_from_json(given["plan"]).steps
    return codec.finding_to_json(actions.perform(step, work))


def _moment_to_json(moment: Moment) -> dict[str, str]:
    return {"now": moment.now.isoformat(), "zone": moment.zone.key}


def _moment(given: dict[str, Any]) -> Moment:
    return Moment(now=datetime.fromisoformat(given["now"]), zone=ZoneInfo(given["zone"]))

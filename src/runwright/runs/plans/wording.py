"""What a language model that words an answer is given, and how a run ends in its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.engine import codec
from runwright.engine.types import Finding, Item
from runwright.jobs.messages import Reply
from runwright.minds.planned import PlannedMind
from runwright.minds.types import Output, Task
from runwright.runs.loop import Journal, closing_to_json, task_from_json, task_to_json

CLOSE = f"{__name__}:close_there"


def material(task: Task, journal: Journal) -> tuple[list[Finding], Sequence[Item]]:
    """What the steps of a run found, and everything that it may see."""
    mind = _retraced(task, journal)
    return mind.findings, mind.items


def close_arguments(task: Task, journal: Journal, findings: Sequence[Finding]) -> dict[str, Any]:
    """What `close_there` is given beside the blobs."""
    return {
        "task": task_to_json(task),
        "outputs": [tuple(output) for output in journal.outputs],
        "findings": [codec.finding_to_json(finding) for finding in findings],
    }


def close_there(given: dict[str, Any], blob: bytes, *reads: bytes) -> Reply:
    """The end of a run in a model's words."""
    journal = Journal(blob, reads, [Output(*each) for each in given["outputs"]])
    mind = _retraced(task_from_json(given["task"]), journal)
    findings = [codec.finding_from_json(each) for each in given["findings"]]
    closing, *blobs = closing_to_json(mind.close(findings))
    return Reply(closing, blobs)


def _retraced(task: Task, journal: Journal) -> PlannedMind:
    """A mind that was told everything that the journal says."""
    mind = PlannedMind(task, journal.given)
    reads, outputs = iter(journal.reads), iter(journal.outputs)
    while (turn := mind.next()) is not None:
        for read in turn.reads:
            mind.was_read(read, next(reads))
        for call in turn.calls:
            mind.was_done(call, next(outputs))
    return mind

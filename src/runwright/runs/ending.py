"""How a run ends that did its steps: its result, frozen."""

from __future__ import annotations

from typing import Any

from runwright.engine.compose import compose
from runwright.engine.types import Finding
from runwright.runs import trace
from runwright.runs.artifacts import show as artifacts
from runwright.runs.types import Frozen, Recorded, RunHead


def conclude(
    head: RunHead, watch: trace.Stopwatch, records: list[Recorded], findings: list[Finding]
) -> Frozen:
    """The result of a run that did its steps, frozen."""
    made = artifacts.made(head.id, findings)
    result: dict[str, Any] = {
        "summary": compose(findings),
        "artifacts": [artifact.record.id for artifact in made],
    }
    records = [*records, watch.lap(trace.result_entry(trace.milliseconds(watch.now())))]
    return trace.freeze(head, "completed", records, result=result)._replace(artifacts=made)

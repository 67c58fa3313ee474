"""What the computing child process does for a run: one step, values in, values out."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from runwright.engine import actions, codec
from runwright.engine.types import Finding, Moment, Plan, Step, Work

FUNCTION = f"{__name__}:perform_measured"


def arguments(step: Step, work: Work) -> dict[str, Any]:
    """A step and what it may look at, as JSON."""
    return {
        "plan": codec.plan_to_json(Plan(steps=(step,))),
        "now": work.moment.now.isoformat(),
        "zone": work.moment.zone.key,
        "items": [codec.item_to_json(item) for item in work.items],
        "earlier": [codec.finding_to_json(_light(finding)) for finding in work.earlier],
        "deep": work.deep,
    }


def _light(finding: Finding) -> Finding:
    """Without the bytes of a file that was made: no later step looks into it."""
    if finding.artifact is None:
        return finding
    return finding._replace(artifact=finding.artifact._replace(content=""))


def perform_measured(given: dict[str, Any]) -> dict[str, Any]:
    """Do the step; the finding as JSON, and the computing time that it took."""
    started = time.process_time_ns()
    finding = perform(given)
    return {"finding": finding, "cpu_us": (time.process_time_ns() - started) // 1000}


def perform(given: dict[str, Any]) -> dict[str, Any]:
    """Do the step; the finding as JSON."""
    moment = Moment(now=datetime.fromisoformat(given["now"]), zone=ZoneInfo(given["zone"]))
    work = Work(
        moment=moment,
        items=tuple(map(codec.item_from_json, given["items"])),
        earlier=tuple(codec.finding_from_json(finding) for finding in given["earlier"]),
        deep=given["deep"],
    )
    (step,) = codec.plan_from_json(given["plan"]).steps
    return codec.finding_to_json(actions.perform(step, work))

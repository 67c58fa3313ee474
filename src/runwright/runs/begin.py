"""How a run begins, wherever it is done: its moment, and what is to be done."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from runwright import clock
from runwright.engine.types import Moment, Plan
from runwright.models.types import Snapshot
from runwright.runs.remote import Task
from runwright.runs.types import RunHead


def moment_of(head: RunHead) -> Moment:
    """When and where a run thinks it is, however much later it goes on or is done again."""
    return Moment(now=clock.parse(head.created_at), zone=ZoneInfo(head.request.time_zone))


def goes_deep(snapshot: Snapshot | None) -> bool:
    """Whether a run may take more steps than its plan named: the first snapshots did not."""
    return snapshot is not None and snapshot.is_deep and snapshot.behaviour > 1


def task_of(head: RunHead, plan: Plan) -> Task:
    """What is to be done for a run that has its plan."""
    asked = head.request
    return Task(
        plan=plan,
        prompt=asked.prompt,
        sources=tuple(asked.sources),
        max_steps=asked.max_steps,
        instructions=asked.instructions,
        moment=moment_of(head),
    )

"""How a run begins, wherever it is done: its moment, what it looks in, its course."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from runwright import clock
from runwright.engine.course import Course
from runwright.engine.types import Moment, Plan
from runwright.models.types import Snapshot
from runwright.runs import attachments
from runwright.runs.types import Request, RunHead


def moment_of(head: RunHead) -> Moment:
    """When and where a run thinks it is, however much later it goes on or is done again."""
    return Moment(now=clock.parse(head.created_at), zone=ZoneInfo(head.request.time_zone))


def looked_in(request: Request) -> tuple[str, ...]:
    """Everything that the plan may name: the sources, and the attached files."""
    return (*request.sources, attachments.SOURCE) if request.files else request.sources


def goes_deep(snapshot: Snapshot | None) -> bool:
    """Whether a run may take more steps than its plan named: the first snapshots did not."""
    return snapshot is not None and snapshot.is_deep and snapshot.behaviour > 1


def new_course(head: RunHead, plan: Plan, *, deep: bool) -> Course:
    """The way of a run from its beginning."""
    asked = head.request
    return Course(plan, asked.prompt, asked.sources, asked.max_steps, deep)

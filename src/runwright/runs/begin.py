"""How a run begins, wherever it is done: its moment, what it looks in, its course."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from runwright import clock
from runwright.engine.course import Course
from runwright.engine.types import Moment, Plan
from runwright.models.types import Snapshot
from runwright.runs import attachments
from runwright.runs.guidance import guidance_of
from runwright.runs.types import Request, RunHead


def moment_of(head: RunHead) -> Moment:
    """When and where a run thinks it is, however much later it goes on or is done again."""
    return Moment(now=clock.parse(head.created_at), zone=ZoneInfo(head.request.time_zone))


def looked_in(request: Request) -> tuple[str, ...]:
    """Everything that the plan may name: the sources, and what is given with the request."""
    sources = guidance_of(request).sources(request.sources)
    return (*sources, attachments.SOURCE) if request.files or request.after else sources


def plan_of(head: RunHead, behaviour: int, moment: Moment | None = None) -> Plan:
    """The plan that the embedded engine makes of a request; its moment, if it is known already."""
    asked, moment = head.request, moment or moment_of(head)
    return guidance_of(asked).plan(asked.prompt, moment, looked_in(asked), behaviour)


def goes_deep(snapshot: Snapshot | None) -> bool:
    """Whether a run may take more steps than its plan named: the first snapshots did not."""
    return snapshot is not None and snapshot.is_deep and snapshot.behaviour > 1


def new_course(head: RunHead, plan: Plan, *, deep: bool) -> Course:
    """The way of a run from its beginning."""
    asked = head.request
    sources = guidance_of(asked).sources(asked.sources)
    return Course(plan, asked.prompt, sources, asked.max_steps, deep)

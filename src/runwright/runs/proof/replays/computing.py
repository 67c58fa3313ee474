"""Who computes a replay: this process, or those that compute for requests.

`digest` is the hash over what there was to be read. This module loads no more than computing needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from runwright import later
from runwright.minds import inputs
from runwright.minds.blobs import items_in, items_of_query, queries_in
from runwright.minds.types import Task
from runwright.minds.values import Plan
from runwright.runs import loop
from runwright.runs.loop import Ahead, Journal
from runwright.runs.plans.types import PlanRequest

if TYPE_CHECKING:
    from runwright.minds import agent_policy
    from runwright.runs.plans import drafts
else:
    agent_policy = later.Module("runwright.minds.agent_policy")
    drafts = later.Module("runwright.runs.plans.drafts")

DIGEST = f"{__name__}:digest_there"


class Computer(Protocol):
    """Plans, does steps and hashes."""

    async def plan(self, request: PlanRequest, project_id: str) -> Plan:
        """The plan of a run."""

    async def advance(self, task: Task, journal: Journal, project_id: str) -> Ahead:
        """How far a run comes with what was read."""

    async def digest(self, task: Task, journal: Journal, project_id: str) -> str:
        """The hash over what there was to be read."""


class OnTheSpot:
    """Computes in this process: for commands, which serve nobody else meanwhile."""

    async def plan(self, request: PlanRequest, project_id: str) -> Plan:  # noqa: ARG002 - the protocol of replays
        """The plan of a run."""
        return drafts.draft(request)

    async def advance(self, task: Task, journal: Journal, project_id: str) -> Ahead:  # noqa: ARG002 - the protocol of replays
        """How far a run comes with what was read."""
        return loop.advance(task, journal)

    async def digest(self, task: Task, journal: Journal, project_id: str) -> str:  # noqa: ARG002 - the protocol of replays
        """The hash over what there was to be read."""
        return digest(task, journal.given, journal.reads)


def digest(task: Task, given: bytes, reads: Sequence[bytes]) -> str:
    """The hash over what there was to be read: all that was kept, also when the run went another
    way this time and asked for less or more."""
    rules = agent_policy.guided_by(task.instructions)
    found = [
        [rules.admitted(list(items_of_query(query)), task.moment) for query in queries_in(read)]
        for read in reads
    ]
    return inputs.digest(found, rules.admitted(items_in(given), task.moment))


def digest_there(task: dict[str, Any], given: bytes, *reads: bytes) -> str:
    """`digest`, values in, values out."""
    return digest(loop.task_from_json(task), given, reads)

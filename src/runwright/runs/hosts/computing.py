"""Who computes where: nothing to look at on the event loop, everything else in a process.

A run that has read nothing and asks for something short is worked out on the spot. As soon as
there are items, or rules of an agent, what it takes depends on what they say. Ledgers have a
process of their own, so that twenty thousand bookings keep no short question waiting.
"""

from __future__ import annotations

from typing import Any

import structlog

from runwright.errors import Internal, Overloaded
from runwright.jobs.child import CallFailed, Child, ChildFailed
from runwright.minds.types import Task
from runwright.runs import loop
from runwright.runs.loop import Ahead, Journal

MANY_BYTES = 256 * 1024
"""About a thousand bookings: what takes longer than a tenth of a second goes to the other queue."""
LIGHT_PROMPT = 200
"""Characters that are worked on in less than 5 ms, whatever they say."""
PATIENCE_SECONDS = 60.0
_RETRY_SECONDS = 5
_DRAWS = ("artifact", "make_file")

log = structlog.get_logger()


class Computing:
    """Carries runs on synchronous models on without ever holding the event loop up."""

    def __init__(self, quick: Child, ledgers: Child) -> None:
        self._quick = quick
        self._ledgers = ledgers

    async def advance(
        self, task: Task, journal: Journal, project_id: str, *, is_empty: bool
    ) -> Ahead:
        """Go on with what was read; `is_empty` if that was nothing."""
        if is_empty and is_light(task):
            return loop.advance(task, journal)
        given = loop.to_json(task, journal, loop.ALL)
        return loop.ahead_from(await self.call(loop.ADVANCE, given, journal, project_id))

    async def call(self, function: str, given: Any, journal: Journal, project_id: str) -> Any:
        """Have something computed over what was read."""
        blobs = [journal.given, *journal.reads]
        is_large = sum(map(len, blobs)) > MANY_BYTES
        child = self._ledgers if is_large else self._quick
        try:
            return await child.call(
                function, given, blobs, group=project_id, patience=PATIENCE_SECONDS
            )
        except ChildFailed as failed:
            log.warning("not_computed", reason=str(failed))
            raise Overloaded(
                "The answer could not be computed in time. No run was made.", _RETRY_SECONDS
            ) from None
        except CallFailed as failed:
            log.error("computing_failed", reason=str(failed))
            raise Internal from failed


def is_light(task: Task) -> bool:
    """Whether a run that has nothing to look at takes no time, whatever its prompt says."""
    return (
        not task.instructions
        and len(task.prompt) <= LIGHT_PROMPT
        and all(step.action not in _DRAWS for step in task.plan.steps)
    )

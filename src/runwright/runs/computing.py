"""Who computes where: nothing to look at on the event loop, everything else in a process.

A run that has read nothing and asks for something short is worked out on the spot. As soon as
there are items, or rules of an agent, what it takes depends on what they say. Ledgers have a
process of their own, so that twenty thousand bookings keep no short question waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from runwright.engine.types import Item
from runwright.errors import Internal, Overloaded
from runwright.jobs.child import CallFailed, Child, ChildFailed
from runwright.runs import drafts, remote
from runwright.runs.fetch import Fetched
from runwright.runs.remote import NOTHING, Outcome, Task, bundle

MANY_BYTES = 256 * 1024
"""About a thousand bookings: what takes longer than a tenth of a second goes to the other queue."""
PATIENCE_SECONDS = 60.0
_RETRY_SECONDS = 5
_DRAWS = "artifact"

log = structlog.get_logger()


class Computing:
    """Answers runs on synchronous models without ever holding the event loop up."""

    def __init__(self, quick: Child, ledgers: Child) -> None:
        self._quick = quick
        self._ledgers = ledgers

    async def answer(
        self, task: Task, attached: Sequence[Item], fetched: Sequence[Fetched], project_id: str
    ) -> Outcome:
        """Take a run's course with what it has read."""
        if is_light(task, attached, fetched):
            return remote.answer(task, (), ((),) * len(fetched))
        blobs = [bundle(attached) if attached else NOTHING, *(each.blob for each in fetched)]
        is_large = sum(map(len, blobs)) > MANY_BYTES
        child = self._ledgers if is_large else self._quick
        try:
            reply = await child.call(
                remote.ANSWER,
                remote.task_to_json(task),
                blobs,
                group=project_id,
                patience=PATIENCE_SECONDS,
            )
        except ChildFailed as failed:
            log.warning("not_computed", reason=str(failed))
            raise Overloaded(
                "The answer could not be computed in time. No run was made.", _RETRY_SECONDS
            ) from None
        except CallFailed as failed:
            log.error("computing_failed", reason=str(failed))
            raise Internal from failed
        return remote.outcome_from(reply)


def is_light(task: Task, attached: Sequence[Item], fetched: Sequence[Fetched]) -> bool:
    """Whether there is nothing to look at, and little to read: then it takes no time."""
    return (
        not attached
        and all(each.is_empty for each in fetched)
        and not task.instructions
        and drafts.is_short(task.prompt, looks=bool(task.sources))
        and all(step.action != _DRAWS for step in task.plan.steps)
    )

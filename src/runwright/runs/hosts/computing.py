"""Who computes where: nothing to look at on the event loop, everything else in a process.

A run that has read nothing and asks for something short is worked out on the spot. As soon as
there are items, or rules of an agent, what it takes depends on what they say. Ledgers have a
process of their own, so that twenty thousand bookings keep no short question waiting.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import structlog

from runwright.errors import Internal, Overloaded
from runwright.jobs.compute_process import CallFailed, Child, ChildFailed
from runwright.minds.kept_reads import ReadKey
from runwright.minds.reading import ReadResult
from runwright.minds.types import Task
from runwright.runs import loop
from runwright.runs.hosts.fetch import Fetched
from runwright.runs.hosts.kept_index import KeptIndex, KeptRead
from runwright.runs.loop import Ahead, Journal, Walk

MANY_BYTES = 256 * 1024
"""About a thousand bookings: what takes longer than a tenth of a second goes to the other queue."""
LIGHT_PROMPT = 200
"""Characters that are worked on in less than 5 ms, whatever they say."""
PATIENCE_SECONDS = 60.0
FORGET_SECONDS = 5.0
"""How long an erasure waits for a process to drop its copies before the process is ended."""
_RETRY_SECONDS = 5
_DRAWS = ("artifact", "make_file")

log = structlog.get_logger()


class NotKept(Exception):
    """A computing process does not have a read that it was taken to have."""


class Computing:
    """Carries runs on synchronous models on without ever holding the event loop up."""

    def __init__(self, quick: Child, ledgers: Child, *, keeps_reads: bool = False) -> None:
        """`keeps_reads` where every erasure passes through this server: see `forget`."""
        self._quick = quick
        self._ledgers = ledgers
        self.kept = KeptIndex(is_on=keeps_reads)

    async def advance(
        self,
        task: Task,
        journal: Journal,
        project_id: str,
        *,
        is_empty: bool,
        fetched: Sequence[Fetched] = (),
        begun: Walk | None = None,
    ) -> Ahead:
        """Go on with what was read; `is_empty` if that was nothing.

        `NotKept` when some of what was `fetched` is to be read after all. A run that has `begun`
        here and stays here goes on from where it has stopped.
        """
        if is_empty and is_light(task):
            walk = begun or Walk(task, journal)
            walk.take(map(ReadResult, journal.reads))
            return walk.go()
        keys = [self._current(each.key) for each in fetched]
        held = [each.kept for each, key in zip(fetched, keys, strict=True) if key and each.kept]
        if len(held) < sum(each.kept is not None for each in fetched):
            raise NotKept
        # What was read before an erasure is kept nowhere: its key is not current.
        is_current = all(key or each.key is None for each, key in zip(fetched, keys, strict=True))
        stays = is_current and any(keys)
        given = loop.to_json(task, journal, loop.ALL, keys, is_whole=bool(fetched), stays=stays)
        is_large = is_many(journal) or any(each.is_large for each in held)
        reply = await self.call(loop.ADVANCE, given, journal, project_id, is_large=is_large)
        if reply is None:
            self.kept.drop([key for key in keys if key])
            raise NotKept
        for each, key in zip(fetched, keys, strict=True):
            if key is not None:
                self.kept.note(key, KeptRead(each.files, is_large))
        return loop.ahead_from(reply)

    def _current(self, key: ReadKey | None) -> ReadKey | None:
        return key if key is not None and self.kept.is_current(key) else None

    async def forget(self, project_id: str) -> None:
        """Something of a project was erased: when this returns, no process has a copy of it.

        Whoever has read it before, and computes later, is not kept: its key is not current.
        """
        self.kept.forget(project_id)
        for child in (self._quick, self._ledgers):
            if child.pid is None:
                continue
            try:
                await child.call(loop.FORGET, project_id, group=project_id, patience=FORGET_SECONDS)
            except ChildFailed:
                # A call that was under way is begun again by the next process: this comes after it.
                await child.stop()
                with contextlib.suppress(ChildFailed):  # then that one is gone, too
                    await child.call(loop.FORGET, project_id, group=project_id)

    async def call(
        self,
        function: str,
        given: Any,
        journal: Journal,
        project_id: str,
        *,
        is_large: bool | None = None,
    ) -> Any:
        """Have something computed over what was read; `is_large` if it takes long."""
        blobs = [journal.given, *journal.reads]
        child = self._ledgers if is_large or is_many(journal) else self._quick
        try:
            return await child.call(
                function, given, blobs, group=project_id, patience=PATIENCE_SECONDS
            )
        except ChildFailed as failed:
            log.warning("not_computed", reason=str(failed))
            raise Overloaded(
                "The answer could not be computed in time. No run was created.", _RETRY_SECONDS
            ) from None
        except CallFailed as failed:
            log.error("computing_failed", reason=str(failed))
            raise Internal from failed


def is_many(journal: Journal) -> bool:
    """Whether computing over what was read takes long."""
    return len(journal.given) + sum(map(len, journal.reads)) > MANY_BYTES


def is_light(task: Task) -> bool:
    """Whether a run that has nothing to look at takes no time, whatever its prompt says."""
    return (
        not task.instructions
        and len(task.prompt) <= LIGHT_PROMPT
        and all(step.action not in _DRAWS for step in task.plan.steps)
    )

"""Takes jobs from SQLite and gives them to their handlers.

Each job is held under a lease that a heartbeat extends. The queue wakes at once for jobs of this
process; what is due later it finds within a second. When it stops, it hands back what it held;
when it dies, the next start takes everything up.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial

import structlog

from runwright import clock, ids
from runwright.db.database import Database
from runwright.errors import Overloaded
from runwright.jobs.embedded import store
from runwright.jobs.periodic import Chore, PeriodicTask, repeat
from runwright.jobs.retry import attempt
from runwright.jobs.turns import Turns
from runwright.jobs.types import IN_TURN, PRIORITIES, Handler, Job

POLL_SECONDS = 1.0

log = structlog.get_logger()


class EmbeddedQueue:
    """See `jobs.types.Queue`."""

    def __init__(
        self,
        *,
        database: Database,
        handlers: Mapping[str, Handler],
        chores: Sequence[Chore],
        lease: float,
    ) -> None:
        self._database = database
        self._handlers = dict(
            sorted(handlers.items(), key=lambda each: PRIORITIES[each[0]], reverse=True)
        )
        self._chores = chores
        self._lease = lease
        self._owner = ids.new("wrk")
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._kinds: dict[str, str] = {}
        """By job: its kind, while it is in work."""
        self._turns = {kind: Turns() for kind in IN_TURN}
        self._duties: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """See `Queue`."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    def busy(self) -> int:
        """See `Queue`."""
        return len(self._tasks)

    async def start(self) -> None:
        """See `Queue`."""
        self._loop = asyncio.get_running_loop()
        # This process holds the data folder's lock: whoever held a lease is dead.
        await self._database.write(lambda tx: store.free_all(tx, _now()))
        chores = (partial(self._do, chore) for chore in self._chores)
        duties: list[PeriodicTask] = [self._take_jobs, self._beat, *chores]
        for duty in duties:
            self._duties.append(asyncio.create_task(repeat(duty)))

    async def stop(self) -> None:
        """See `Queue`."""
        for task in [*self._duties, *self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._duties, *self._tasks.values(), return_exceptions=True)
        try:
            await self._database.write(lambda tx: store.hand_back(tx, self._owner, _now()))
        except Overloaded as problem:
            log.warning("jobs_left_to_their_leases", reason=problem.message)

    async def _take_jobs(self) -> None:
        """Take what is due, then wait to be woken, but not for long: some is due by then."""
        self._wake.clear()
        for kind, handler in self._handlers.items():
            await self._take_of(kind, handler.slots)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._wake.wait()

    async def _take_of(self, kind: str, slots: int) -> None:
        free = slots - list(self._kinds.values()).count(kind)
        if free <= 0 or not await self._database.read_inline(
            lambda reader: store.is_any_due(reader, kind, _now())
        ):
            return
        jobs = await (self._take_in_turn if kind in IN_TURN else self._take)(kind, free)
        for job in jobs:
            self._kinds[job.id] = kind
            self._tasks[job.id] = asyncio.create_task(self._work(job))

    async def _take(self, kind: str, free: int) -> list[Job]:
        return await self._database.write(
            lambda tx: store.take(tx, kind, self._owner, _now(), self._lease_end(), free)
        )

    async def _take_in_turn(self, kind: str, free: int) -> list[Job]:
        """Nobody else takes jobs here, so the writer need not wait while turns are worked out."""
        turns, until = self._turns[kind], self._lease_end()
        rows = await self._database.read(
            lambda reader: store.due_in_turn(reader, kind, _now(), free, turns.line())
        )
        jobs = await self._database.write(lambda tx: store.take_these(tx, rows, self._owner, until))
        for job in jobs:
            turns.served(job.project_id)
        return jobs

    async def _work(self, job: Job) -> None:
        try:
            done = await attempt(self._handlers[job.kind], job)
            if done.again_in is not None:
                await self._postpone(job, done.again_in)
        finally:
            # A job whose lease ran out may have been taken again, by this very worker.
            if self._tasks.get(job.id) is asyncio.current_task():
                del self._tasks[job.id]
                del self._kinds[job.id]
            self._wake.set()

    async def _postpone(self, job: Job, seconds: int) -> None:
        until = clock.stamp(clock.now() + timedelta(seconds=seconds))
        try:
            await self._database.write(lambda tx: store.postpone(tx, job, self._owner, until))
        except Overloaded as problem:
            log.warning("job_left_to_its_lease", job=job.id, reason=problem.message)

    async def _beat(self) -> None:
        """Say that the jobs held here are in good hands; leave those that were taken away."""
        await asyncio.sleep(self._lease / 3)
        held = dict(self._tasks)
        if not held:
            return
        lost = await self._database.write(
            lambda tx: store.extend(tx, self._owner, list(held), self._lease_end())
        )
        for job_id in lost:
            # Its subject was deleted, or another worker has it: whatever is still done is wasted.
            held[job_id].cancel()

    async def _do(self, chore: Chore) -> None:
        if chore.is_patient:
            await asyncio.sleep(chore.seconds)
        await chore.do()
        self._wake.set()
        if not chore.is_patient:
            await asyncio.sleep(chore.seconds)

    def _lease_end(self) -> str:
        return clock.stamp(clock.now() + timedelta(seconds=self._lease))


def _now() -> str:
    return clock.stamp(clock.now())

"""Background composition root: job kind to handler, and the loop that takes jobs.

A worker holds each job under a lease that its heartbeat extends. It wakes at once for jobs that
this process queued, and looks for others' every second. When it stops, it hands back what it
held; when it dies, the leases run out and another worker goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import structlog

from runwright import clock, ids
from runwright.api import store as replay_store
from runwright.config import Settings
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import Internal, Overloaded, Problem
from runwright.jobs import store
from runwright.jobs.child import Child
from runwright.jobs.types import Job
from runwright.runs import execute
from runwright.runs.service import JOB_KIND

POLL_SECONDS = 1.0
SWEEP_SECONDS = 30.0
MOST_ATTEMPTS = 8
LONGEST_BACKOFF = 60
EXPIRED_AT_ONCE = 200

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """What is done for one kind of job."""

    work: Callable[[Job], Awaitable[None]]
    give_up: Callable[[Job, Problem], Awaitable[None]]
    """Called when the job has failed too often: whatever it is about must end visibly."""


class Worker:
    """Takes jobs and carries them out, several at a time."""

    def __init__(self, *, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._child = Child()
        executor = execute.Executor(settings=settings, database=database, child=self._child)
        self._handlers: Mapping[str, Handler] = {
            JOB_KIND: Handler(work=executor.carry_on, give_up=executor.fail),
        }
        self._owner = ids.new("wrk")
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._duties: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """There is something to do; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    def busy(self) -> int:
        """How many jobs are in work here."""
        return len(self._tasks)

    async def start(self) -> None:
        """Begin to take jobs."""
        self._loop = asyncio.get_running_loop()
        if self._settings.is_sqlite:
            # This process holds the data folder's lock: whoever held a lease is dead.
            await self._database.write(lambda tx: store.free_all(tx, _now()))
        for duty in (self._take_jobs, self._beat, self._keep_house):
            self._duties.append(asyncio.create_task(duty()))

    async def stop(self) -> None:
        """Stop between two stored entries, and hand over what is not finished."""
        for task in [*self._duties, *self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._duties, *self._tasks.values(), return_exceptions=True)
        await self._child.stop()
        await self._database.write(lambda tx: store.hand_back(tx, self._owner, _now()))

    async def _take_jobs(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._take_some()
            except Overloaded as problem:
                log.warning("queue_unreachable", reason=problem.message)
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _take_some(self) -> None:
        free = self._settings.job_slots - len(self._tasks)
        if free <= 0 or not await self._database.read(lambda r: store.is_any_due(r, _now())):
            return
        jobs = await self._database.write(
            lambda tx: store.take(tx, self._owner, _now(), self._lease_end(), free)
        )
        for job in jobs:
            self._tasks[job.id] = asyncio.create_task(self._work(job))

    async def _work(self, job: Job) -> None:
        try:
            await self._attempt(job)
        finally:
            self._tasks.pop(job.id, None)
            self._wake.set()

    async def _attempt(self, job: Job) -> None:
        handler = self._handlers[job.kind]
        try:
            await handler.work(job)
        except Exception as error:
            log.exception("job_failed", job=job.id, kind=job.kind, subject=job.subject)
            if job.attempts >= MOST_ATTEMPTS and not isinstance(error, Overloaded):
                await handler.give_up(job, Internal())
            else:
                await self._postpone(job)

    async def _postpone(self, job: Job) -> None:
        seconds = min(2 ** (job.attempts - 1), LONGEST_BACKOFF)
        until = clock.stamp(clock.now() + timedelta(seconds=seconds))
        try:
            await self._database.write(lambda tx: store.postpone(tx, job, self._owner, until))
        except Overloaded as problem:
            log.warning("job_left_to_its_lease", job=job.id, reason=problem.message)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            if self._tasks:
                await _tolerantly(
                    self._database, lambda tx: store.extend(tx, self._owner, self._lease_end())
                )

    async def _keep_house(self) -> None:
        """Queue runs that nobody works on, and let go of expired answers."""
        while True:
            if await _tolerantly(self._database, execute.sweep()):
                self._wake.set()
            while await _tolerantly(self._database, _drop_expired_answers):
                await asyncio.sleep(0.05)
            await asyncio.sleep(SWEEP_SECONDS)

    def _lease_end(self) -> str:
        return clock.stamp(clock.now() + timedelta(seconds=self._settings.lease))


async def _tolerantly(database: Database, fn: Callable[[Tx], int | None]) -> int:
    """A duty that comes round again: when the storage is away, the next round does it."""
    try:
        return await database.write(fn) or 0
    except Overloaded as problem:
        log.warning("duty_postponed", reason=problem.message)
        return 0


def _drop_expired_answers(tx: Tx) -> int:
    return replay_store.drop_expired(tx, _now(), EXPIRED_AT_ONCE)


def _now() -> str:
    return clock.stamp(clock.now())

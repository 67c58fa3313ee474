"""Background composition root: job kind to handler, and the loop that takes jobs.

A worker holds each job under a lease that its heartbeat extends. It wakes at once for jobs that
this process queued, and looks for others' every second. When it stops, it hands back what it
held; when it dies, the leases run out and another worker goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import structlog

from runwright import clock, ids
from runwright.agents.conduct import Conductor
from runwright.api import store as replay_store
from runwright.config import Settings
from runwright.context.embedding import JOB_KIND as EMBED_KIND
from runwright.context.embedding import Embedding
from runwright.context.index.nearest.builder import Builder
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import Internal, Overloaded, Problem
from runwright.events import outbox
from runwright.events import store as events_store
from runwright.events.show import Show
from runwright.events.types import KEPT_DAYS as EVENTS_KEPT_DAYS
from runwright.events.webhooks import deliver, fanout
from runwright.events.webhooks.places import endpoints_at_once
from runwright.files import erase, extract
from runwright.files.blobs import Blobs
from runwright.jobs import store
from runwright.jobs.child import Child
from runwright.jobs.types import Job
from runwright.models.catalog import Catalog
from runwright.runs import execute, rescue
from runwright.runs.create import JOB_KIND as RUN_KIND
from runwright.runs.create import NETWORK_KIND
from runwright.runs.follow import Hub
from runwright.runs.language import Language
from runwright.trust.audit_keeper import Keeper
from runwright.trust.signing import SigningKey

POLL_SECONDS = 1.0
SWEEP_SECONDS = 30.0
MOST_ATTEMPTS = 8
LONGEST_BACKOFF = 60
EXPIRED_AT_ONCE = 200

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """What is done for one kind of job."""

    slots: int
    """How many are done at a time; kinds do not wait for each other."""
    work: Callable[[Job], Awaitable[None]]
    give_up: Callable[[Job, Problem], Awaitable[None]]
    """Called when the job has failed too often: whatever it is about must end visibly."""


class Worker:
    """Takes jobs and carries them out, several at a time."""

    def __init__(
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        database: Database,
        context: Context,
        blobs: Blobs,
        hub: Hub,
        language: Language,
        signing_key: SigningKey,
        show: Show,
    ) -> None:
        self._settings = settings
        self._database = database
        self._children = (Child(), Child())
        thinking, embedding = self._children
        runs = execute.Executor(
            settings=settings,
            catalog=catalog,
            database=database,
            child=thinking,
            context=context,
            hub=hub,
            language=language,
        )
        networks = Conductor(
            catalog=catalog,
            database=database,
            executor=runs,
            hub=hub,
            default_rate=settings.rate_limit,
        )
        files = extract.Extractor(
            settings=settings, database=database, blobs=blobs, wake_worker=self.wake
        )
        vectors = Embedding(database=database, child=embedding)
        telling = deliver.Deliverer(
            settings=settings, database=database, show=show, derive=signing_key.derive
        )

        def tell(webhook_id: str) -> None:
            telling.wake(webhook_id)
            self.wake()

        self._fan_out = fanout.FanOut(database=database, wake=tell)
        database.watch(outbox.append, self._fan_out.wake)
        self._eraser = erase.Eraser(database=database, blobs=blobs)
        self._handlers: Mapping[str, Handler] = {
            kind: Handler(slots=slots, work=does.carry_on, give_up=does.give_up)
            for kind, slots, does in (
                (RUN_KIND, settings.job_slots, runs),
                (NETWORK_KIND, settings.job_slots, networks),
                (erase.JOB_KIND, 4, self._eraser),
                (extract.JOB_KIND, settings.extract_slots, files),
                (EMBED_KIND, 1, vectors),
                (fanout.JOB_KIND, endpoints_at_once(), telling),
            )
        }
        self._indexes = Builder(database=database, least=settings.vector_index)
        self._logs = Keeper(database=database, signing_key=signing_key)
        self._owner = ids.new("wrk")
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._kinds: dict[str, str] = {}
        """By job: its kind, while it is in work."""
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
        for duty in (
            self._take_jobs,
            self._beat,
            self._keep_house,
            self._index_vectors,
            self._keep_logs,
            self._fan_out.duty,
        ):
            self._duties.append(asyncio.create_task(_for_ever(duty)))

    async def stop(self) -> None:
        """Stop between two stored entries, and hand over what is not finished."""
        for task in [*self._duties, *self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._duties, *self._tasks.values(), return_exceptions=True)
        for child in self._children:
            await child.stop()
        try:
            await self._database.write(lambda tx: store.hand_back(tx, self._owner, _now()))
        except Overloaded as problem:
            log.warning("jobs_left_to_their_leases", reason=problem.message)

    async def _take_jobs(self) -> None:
        """Take what is due, then wait to be woken, but not for long: others queue jobs too."""
        self._wake.clear()
        await self._take_some()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._wake.wait()

    async def _take_some(self) -> None:
        for kind, handler in self._handlers.items():
            await self._take_of(kind, handler.slots)

    async def _take_of(self, kind: str, slots: int) -> None:
        free = slots - list(self._kinds.values()).count(kind)
        if free <= 0 or not await self._database.glance(
            lambda reader: store.is_any_due(reader, kind, _now())
        ):
            return
        jobs = await self._database.write(
            lambda tx: store.take(tx, kind, self._owner, _now(), self._lease_end(), free)
        )
        for job in jobs:
            self._kinds[job.id] = kind
            self._tasks[job.id] = asyncio.create_task(self._work(job))

    async def _work(self, job: Job) -> None:
        try:
            await self._attempt(job)
        finally:
            # A job whose lease ran out may have been taken again, by this very worker.
            if self._tasks.get(job.id) is asyncio.current_task():
                del self._tasks[job.id]
                del self._kinds[job.id]
            self._wake.set()

    async def _attempt(self, job: Job) -> None:
        handler = self._handlers[job.kind]
        try:
            await handler.work(job)
        except Overloaded as problem:
            log.warning("job_postponed", job=job.id, reason=problem.message)
            await self._postpone(job)
        except Exception:
            log.exception("job_failed", job=job.id, kind=job.kind, subject=job.subject)
            if job.attempts >= MOST_ATTEMPTS:
                await handler.give_up(job, Internal())
            else:
                await self._postpone(job)

    async def _postpone(self, job: Job) -> None:
        seconds = min(2 ** min(job.attempts - 1, 10), LONGEST_BACKOFF)
        until = clock.stamp(clock.now() + timedelta(seconds=seconds))
        try:
            await self._database.write(lambda tx: store.postpone(tx, job, self._owner, until))
        except Overloaded as problem:
            log.warning("job_left_to_its_lease", job=job.id, reason=problem.message)

    async def _beat(self) -> None:
        """Say that the jobs held here are in good hands; leave those that were taken away."""
        await asyncio.sleep(self._settings.lease / 3)
        held = dict(self._tasks)
        if not held:
            return
        lost = await self._database.write(
            lambda tx: store.extend(tx, self._owner, list(held), self._lease_end())
        )
        for job_id in lost:
            # Its subject was deleted, or another worker has it: whatever is still done is wasted.
            held[job_id].cancel()

    async def _keep_house(self) -> None:
        """Queue what nobody works on; let go of what has expired and of bytes without a file."""
        for queue_orphans in (rescue.queue_orphans, extract.queue_orphans):
            if await self._database.write(queue_orphans):
                self._wake.set()
        if swept := await self._eraser.sweep():
            log.info("orphaned_blobs_erased", count=swept)
        for drop in (_drop_expired_answers, _drop_old_events, fanout.drop_old):
            while await self._database.write(drop):
                await asyncio.sleep(0.05)
        await asyncio.sleep(SWEEP_SECONDS)

    async def _index_vectors(self) -> None:
        """Give large shelves an index of their own, one after the other."""
        if not await self._indexes.build_next():
            await asyncio.sleep(SWEEP_SECONDS)

    async def _keep_logs(self) -> None:
        """Write the tiles of the audit logs' trees, and sign them now and then."""
        await self._logs.keep()
        await asyncio.sleep(SWEEP_SECONDS)

    def _lease_end(self) -> str:
        return clock.stamp(clock.now() + timedelta(seconds=self._settings.lease))


async def _for_ever(duty: Callable[[], Awaitable[None]]) -> None:
    """Do a duty over and over: a round that fails is logged, and the next one comes."""
    while True:
        try:
            await duty()
        except Overloaded as problem:
            log.warning("duty_postponed", duty=duty.__name__, reason=problem.message)
            await asyncio.sleep(POLL_SECONDS)
        except Exception:
            log.exception("duty_failed", duty=duty.__name__)
            await asyncio.sleep(POLL_SECONDS)


def _drop_expired_answers(tx: Tx) -> int:
    return replay_store.drop_expired(tx, _now(), EXPIRED_AT_ONCE)


def _drop_old_events(tx: Tx) -> int:
    before = clock.stamp(clock.now() - timedelta(days=EVENTS_KEPT_DAYS))
    return events_store.drop_old(tx, before, EXPIRED_AT_ONCE)


def _now() -> str:
    return clock.stamp(clock.now())

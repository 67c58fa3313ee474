"""Background composition root: job kind to handler, and the duties beside the jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta

import structlog

from runwright import clock
from runwright.access.login import store as login_store
from runwright.agents.network_executor import NetworkExecutor
from runwright.api import store as replay_store
from runwright.config import Settings
from runwright.context.embedding import JOB_KIND as EMBED_KIND
from runwright.context.embedding import Embedding
from runwright.context.index.pgvector.builder import Builder
from runwright.db.transaction import Tx
from runwright.events import outbox
from runwright.events import store as events_store
from runwright.events.types import KEPT_DAYS as EVENTS_KEPT_DAYS
from runwright.events.webhooks import deliver, fanout
from runwright.events.webhooks.concurrency import endpoints_at_once
from runwright.files import erase, extract
from runwright.jobs.compute_process import Child
from runwright.jobs.embedded.queue import EmbeddedQueue
from runwright.jobs.periodic import Chore, repeat
from runwright.jobs.types import Handler, Queue
from runwright.prepare import Prepared
from runwright.runs.create import JOB_KIND as RUN_KIND
from runwright.runs.create import NETWORK_KIND
from runwright.runs.hosts import executor as execute
from runwright.runs.hosts import orphans as rescue
from runwright.runs.inputs.attachments import patiently
from runwright.runs.listing.words.indexer import Indexer
from runwright.trust.audit_keeper import Keeper

SWEEP_SECONDS = 30.0
CHECKPOINT_SECONDS = 600.0
EXPIRED_AT_ONCE = 200

log = structlog.get_logger()


class Worker:
    """Carries out what is queued, several jobs at a time."""

    def __init__(self, settings: Settings, prepared: Prepared) -> None:
        database = prepared.database
        self._database = database
        self._children = (Child(name="runs"), Child(name="embedding"))
        thinking, embedding = self._children
        runs = execute.Executor(
            settings=settings,
            catalog=prepared.catalog,
            database=database,
            child=thinking,
            context=prepared.context,
            hub=prepared.hub,
            language=prepared.language,
        )
        networks = NetworkExecutor(
            catalog=prepared.catalog,
            database=database,
            executor=runs,
            hub=prepared.hub,
            default_rate=settings.rate_limit,
        )
        self._files = files = extract.Extractor(
            settings=settings,
            database=database,
            blobs=prepared.blobs,
            wake_worker=self.wake,
            forget=prepared.context.forget,
        )
        self._vectors = vectors = Embedding(
            database=database, child=embedding, is_wanted=settings.search_by_meaning
        )
        telling = deliver.Deliverer(
            settings=settings,
            database=database,
            show=prepared.show,
            derive=prepared.signing_key.derive,
        )

        def tell(webhook_id: str) -> None:
            telling.wake(webhook_id)
            self.wake()

        self._fan_out = fanout.FanOut(database=database, wake=tell)
        database.watch(outbox.append, lambda _: self._fan_out.wake())
        self._eraser = erase.Eraser(database=database, blobs=prepared.blobs)
        # Whoever holds the data folder takes every upload, and none before its start is over.
        self._is_alone = settings.is_sqlite and settings.blobs is None
        logs = Keeper(database=database, signing_key=prepared.signing_key)
        self._queue = _queue_for(
            settings,
            prepared,
            {
                kind: Handler(
                    slots=slots,
                    work=patiently(database, does.carry_on),
                    give_up=does.give_up,
                )
                for kind, slots, does in (
                    (RUN_KIND, settings.job_slots, runs),
                    (NETWORK_KIND, settings.job_slots, networks),
                    (erase.JOB_KIND, 4, self._eraser),
                    (extract.JOB_KIND, settings.extract_slots, files),
                    (EMBED_KIND, 1, vectors),
                    (fanout.JOB_KIND, endpoints_at_once(), telling),
                )
            },
            (
                Chore("housekeeping", SWEEP_SECONDS, self._housekeeping),
                Chore("tiles", SWEEP_SECONDS, logs.write_tiles),
                Chore("checkpoints", CHECKPOINT_SECONDS, logs.sign, is_patient=True),
            ),
        )
        self._indexes = Builder(database=database, least=settings.vector_index)
        self._words = Indexer(database=database)
        self._duties: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """There is something to do; may be called from any thread."""
        self._queue.wake()

    def busy(self) -> int:
        """How many jobs are in work here."""
        return self._queue.busy()

    async def start(self) -> None:
        """Begin to take jobs."""
        if self._is_alone:
            await self._sweep(erase.ANY_AGE)
        await self._queue.start()
        for duty in (
            self._index_vectors,
            self._fan_out.duty,
            self._words.duty,
        ):
            self._duties.append(asyncio.create_task(repeat(duty)))

    async def stop(self) -> None:
        """Stop between two stored entries, and hand over what is not finished."""
        for duty in self._duties:
            duty.cancel()
        await asyncio.gather(*self._duties, return_exceptions=True)
        await self._queue.stop()
        await self._files.stop()
        for child in self._children:
            await child.stop()

    async def _housekeeping(self) -> None:
        """Queue what nobody works on; let go of what has expired and of bytes without a file."""
        for queue_orphans in (rescue.queue_orphans, extract.queue_orphans):
            await self._database.write(queue_orphans)
        await self._sweep(erase.ORPHAN_SECONDS)
        for drop in (_drop_expired_answers, _drop_old_events, _drop_old_logins, fanout.drop_old):
            while await self._database.write(drop):
                await asyncio.sleep(0.05)

    async def _sweep(self, older_than: float) -> None:
        if swept := await self._eraser.sweep(older_than):
            log.info("orphaned_blobs_erased", count=swept)

    async def _index_vectors(self) -> None:
        """Have outdated vectors made again; give large shelves an index, one after the other."""
        if await self._vectors.renew():
            self.wake()
        elif not await self._indexes.build_next():
            await asyncio.sleep(SWEEP_SECONDS)


def _queue_for(
    settings: Settings,
    prepared: Prepared,
    handlers: Mapping[str, Handler],
    chores: Sequence[Chore],
) -> Queue:
    if settings.database_url is None:
        return EmbeddedQueue(
            database=prepared.database,
            handlers=handlers,
            chores=chores,
            lease=settings.lease,
        )
    # Procrastinate costs a third of a second to import; the embedded default needs none of it.
    from runwright.jobs.postgres.queue import PostgresQueue

    return PostgresQueue(
        url=settings.database_url,
        database=prepared.database,
        handlers=handlers,
        chores=chores,
        lease=settings.lease,
    )


def _drop_expired_answers(tx: Tx) -> int:
    return replay_store.drop_expired(tx, _now(), EXPIRED_AT_ONCE)


def _drop_old_events(tx: Tx) -> int:
    before = clock.stamp(clock.now() - timedelta(days=EVENTS_KEPT_DAYS))
    return events_store.drop_old(tx, before, EXPIRED_AT_ONCE)


def _drop_old_logins(tx: Tx) -> int:
    return login_store.drop_old(tx, _now())


def _now() -> str:
    return clock.stamp(clock.now())

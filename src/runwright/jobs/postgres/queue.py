"""Takes jobs through Procrastinate and gives them to their handlers.

Each kind has a worker of its own, so that kinds do not wait for each other. A commit that adds a
job, or calls one off, tells every process at once (LISTEN and NOTIFY); what is due later is found
within a second. Workers beat; the jobs of one that falls silent go to others. Rescuing them and
keeping house are periodic tasks, which one process at a time does for all.
"""

from __future__ import annotations

import asyncio
import logging
import select
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import structlog
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.connector import BaseConnector, Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job as TakenJob
from procrastinate.jobs import Status
from procrastinate.manager import JobManager, get_channel_for_queues
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from runwright.db.database import Database
from runwright.db.drivers import BUSY_SECONDS, WATCHFUL
from runwright.jobs.periodic import PAUSE_SECONDS, Chore, repeat
from runwright.jobs.postgres import store
from runwright.jobs.retry import attempt
from runwright.jobs.turns import Turns
from runwright.jobs.types import IN_TURN, Handler, Job

POLL_SECONDS = 1.0
CONNECTIONS = 2
_OPTIONS = f"-c idle_in_transaction_session_timeout={BUSY_SECONDS * 1000}"
"""Else a worker that freezes between a statement and its commit would hold its locks, and with them
whoever would rescue its jobs, for as long as it is frozen."""
HOUSE = "house"
"""The queue of what is done now and then for all."""

log = structlog.get_logger()


class PostgresQueue:
    """See `jobs.types.Queue`."""

    def __init__(
        self,
        *,
        url: str,
        database: Database,
        handlers: Mapping[str, Handler],
        chores: Sequence[Chore],
        lease: float,
    ) -> None:
        self._database = database
        self._handlers = handlers
        self._lease = lease
        self._busy = 0
        self._serving: list[asyncio.Task[None]] = []
        connector = _OneListener(
            queues=(*handlers, HOUSE),
            conninfo=url,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=BUSY_SECONDS,
            configure=_commit_each,
            kwargs={"application_name": "runwright worker", "options": _OPTIONS, **WATCHFUL},
        )
        # What it has to say of jobs and of outages is said here, in lines of our own.
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
        self._manager = _OwnJobs(connector)
        self._app, self._house = App(connector=connector), App(connector=connector)
        """Every worker of an app adds its periodic tasks: so that one does, they have their own."""
        self._app.job_manager = self._house.job_manager = self._manager
        for kind in handlers:
            self._app.task(name=kind, queue=kind, pass_context=True, retry=_Again())(self._work)
        for chore in (*chores, Chore("rescue", lease / 2, self._rescue)):
            self._schedule(chore)

    def wake(self) -> None:
        """Nothing to do: the database tells."""

    def busy(self) -> int:
        """See `Queue`."""
        return self._busy

    async def start(self) -> None:
        """See `Queue`."""
        await self._app.open_async()
        workers = [(self._app, kind, handler.slots) for kind, handler in self._handlers.items()]
        self._serving = [
            asyncio.create_task(repeat(partial(self._serve, *worker)))
            for worker in (*workers, (self._house, HOUSE, 2))
        ]

    async def stop(self) -> None:
        """See `Queue`."""
        self._manager.is_stopping = True
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self._app.close_async()

    async def _serve(self, app: App, kind: str, slots: int) -> None:
        """Take jobs of one kind, until told to stop or cut off from the database."""
        reason = "cut off from the database"
        try:
            await self._run_worker(app, kind, slots)
        except ConnectorException as error:
            reason = str(error.__cause__ or error)
        log.warning("jobs_not_taken", kind=kind, reason=reason)
        await asyncio.sleep(PAUSE_SECONDS)

    async def _run_worker(self, app: App, kind: str, slots: int) -> None:
        await app.run_worker_async(
            queues=[kind],
            concurrency=slots,
            fetch_job_polling_interval=POLL_SECONDS,
            abort_job_polling_interval=self._lease / 2,
            shutdown_graceful_timeout=0,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=self._lease / 5,
            stalled_worker_timeout=3 * self._lease,
        )

    async def _work(
        self,
        context: JobContext,
        project_id: str,
        subject: str,
        waits_for: str = "",  # noqa: ARG002 - Procrastinate's signature
    ) -> None:
        taken = context.job
        job = Job(
            id=str(taken.id),
            kind=taken.task_name,
            project_id=project_id,
            subject=subject,
            attempts=taken.attempts + 1,
        )
        self._busy += 1
        try:
            done = await attempt(self._handlers[job.kind], job)
        finally:
            self._busy -= 1
        if done.again_in is not None:
            raise _Later(done.again_in)
        if done.has_ended:
            self._manager.ended.add(job.id)

    async def _rescue(self) -> None:
        rescued = await self._database.write(lambda tx: store.rescue(tx, self._lease))
        if rescued:
            log.warning("jobs_rescued", count=rescued)

    def _schedule(self, chore: Chore) -> None:
        """Have one process at a time do something, about so often."""

        async def do(timestamp: int) -> None:  # noqa: ARG001 - Procrastinate's signature
            await chore.do()

        add = self._house.task(
            name=chore.name, queue=HOUSE, queueing_lock=chore.name, pass_context=False
        )
        self._house.periodic(cron=_cron(chore.seconds))(add(do))


def _cron(seconds: float) -> str:
    """About so often: a part of a minute, or of an hour."""
    if seconds < 60:
        return f"* * * * * */{min(max(int(seconds), 1), 30)}"
    return f"*/{min(int(seconds / 60), 30)} * * * *"


class _OneListener(PsycopgConnector):
    """Hears for every worker of this process on one connection; each would open its own."""

    def __init__(self, *, queues: Iterable[str], **options: Any) -> None:
        super().__init__(pool_factory=_pool, **options)
        self._channels = tuple(get_channel_for_queues(queues))
        self._hearers: dict[str, Notify] = {}
        self._listening: asyncio.Task[None] | None = None

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """See `PsycopgConnector`: returns never, and fails for all when the connection does."""
        own = tuple(channels)
        self._hearers |= dict.fromkeys(own, on_notification)
        if self._listening is None or self._listening.done():
            listen = super().listen_notify(self._pass_on, self._channels)
            self._listening = asyncio.create_task(listen)
        listening = self._listening
        try:
            await asyncio.shield(listening)
        finally:
            for channel in own:
                del self._hearers[channel]
            if not self._hearers:
                listening.cancel()

    async def _pass_on(self, *, channel: str, payload: str) -> None:
        if hearer := self._hearers.get(channel):
            await hearer(channel=channel, payload=payload)


def _pool(**options: Any) -> AsyncConnectionPool[Any]:
    return AsyncConnectionPool(**{**options, "check": check_open})


async def _commit_each(connection: AsyncConnection[Any]) -> None:
    """Procrastinate says everything in one statement: BEGIN and COMMIT would be two more."""
    await connection.set_autocommit(True)


async def check_open(connection: AsyncConnection[Any]) -> None:
    """Fail if the server has hung up, without asking it: what it said last is there to be read.

    Procrastinate would send an empty statement before each of its own.
    """
    unread = select.poll()
    unread.register(connection.fileno(), select.POLLIN)
    while unread.poll(0):
        connection.pgconn.consume_input()


class _Later(Exception):
    """A job must be tried again after so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class _Again(BaseRetryStrategy):
    """When a job comes again: as its attempt said, or at once if this process stops."""

    def get_retry_decision(self, *, exception: BaseException, job: TakenJob) -> RetryDecision:  # noqa: ARG002 - Procrastinate's signature
        seconds = exception.seconds if isinstance(exception, _Later) else 0
        return RetryDecision(retry_at=datetime.now(UTC) + timedelta(seconds=seconds))


class _OwnJobs(JobManager):
    """Ends only jobs that are still in the hands that took them."""

    is_stopping = False

    def __init__(self, connector: BaseConnector) -> None:
        super().__init__(connector)
        self._turns = {kind: Turns() for kind in IN_TURN}
        self.ended: set[str] = set()
        """Jobs in the hands of this process that are gone already, with what they were about."""

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> TakenJob | None:
        """See `JobManager`; where projects take turns, the job of whoever's turn it is."""
        kind, *_ = queues or ("",)
        turns = self._turns.get(kind)
        if turns is None:
            return await super().fetch_job(queues, worker_id)
        rows = await self.connector.execute_query_all_async(
            store.TAKE_IN_TURN, kind=kind, worker_id=worker_id, served=turns.line()
        )
        if not rows:
            return None
        job = TakenJob.from_row(rows[0])
        turns.served(str(job.task_kwargs["project_id"]))
        return job

    async def finish_job(self, job: TakenJob, status: Status, delete_job: bool) -> None:  # noqa: ARG002 - Procrastinate's signature
        """See `JobManager`; a job that went to another, or is gone, is left as it is."""
        if str(job.id) in self.ended:
            self.ended.remove(str(job.id))
            return
        await self._say(store.FINISH, job)

    async def retry_job(
        self,
        job: TakenJob,
        retry_at: datetime | None = None,
        priority: int | None = None,  # noqa: ARG002 - Procrastinate's signature
        queue: str | None = None,  # noqa: ARG002 - Procrastinate's signature
        lock: str | None = None,  # noqa: ARG002 - Procrastinate's signature
    ) -> None:
        """See `JobManager`; the same holds."""
        await self._say(store.RETRY, job, retry_at=retry_at or datetime.now(UTC))

    async def _say(self, statement: str, job: TakenJob, **values: Any) -> None:
        """Say it until it is heard: while this worker beats, nobody else would take the job."""
        while True:
            try:
                await self.connector.execute_query_async(
                    statement, job_id=job.id, attempts=job.attempts, **values
                )
                return
            except ConnectorException as error:
                if self.is_stopping:
                    raise
                log.warning("job_not_ended_yet", job=str(job.id), reason=str(error))
                await asyncio.sleep(PAUSE_SECONDS)

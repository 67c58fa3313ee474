"""HTTP composition root: `Settings` in, ASGI application out; nothing runs at import."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any, Protocol

from runwright import later, logs
from runwright.access.audit import Proofs
from runwright.access.keys import Keys
from runwright.access.login.routes import routes as login_routes
from runwright.access.login.service import Logins
from runwright.access.projects import Projects
from runwright.access.routes import routes as access_routes
from runwright.access.sessions.gate import SessionGate
from runwright.access.sessions.routes import routes as session_routes
from runwright.access.sessions.service import Sessions
from runwright.access.types import VERSIONS as VERSIONS_KNOWN
from runwright.agents import store as agents_store
from runwright.agents.network_runs import NetworkRuns
from runwright.agents.routes import routes as agent_routes
from runwright.agents.service import Agents
from runwright.analytics.routes import routes as analytics_routes
from runwright.api import metrics_server, server_pages
from runwright.api.changes import VERSIONS
from runwright.api.gateway import Gateway
from runwright.api.hosts import REFUSAL, Hosts
from runwright.api.metrics import Metrics
from runwright.api.outside import Outside
from runwright.api.routes import routes as api_routes
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.context.routes import routes as context_routes
from runwright.db.database import Database
from runwright.errors import InvalidRequest
from runwright.events import outbox
from runwright.events.feed import Feed
from runwright.events.routes import routes as event_routes
from runwright.events.service import Events
from runwright.events.webhooks.deliveries.service import Deliveries
from runwright.events.webhooks.routes import routes as webhook_routes
from runwright.events.webhooks.service import Webhooks
from runwright.events.webhooks.types import ALLOW_PRIVATE
from runwright.files.routes import routes as file_routes
from runwright.files.service import Files
from runwright.jobs.compute_process import Child
from runwright.jobs.periodic import repeat
from runwright.models.routes import routes as model_routes
from runwright.prepare import Prepared
from runwright.runs.erase import Readers
from runwright.runs.feedback.routes import routes as feedback_routes
from runwright.runs.hosts.computing import Computing
from runwright.runs.plans.planner import READY, Planner
from runwright.runs.proof.replays.replay import Replay
from runwright.runs.proof.replays.service import InProcesses, Replays
from runwright.runs.proof.routes import routes as proof_routes
from runwright.runs.proof.service import RunProofs
from runwright.runs.routes import routes as run_routes
from runwright.runs.service import Runs
from runwright.runs.tools.routes import routes as tool_routes
from runwright.runs.types import CATALOG
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.limits import Limits, SharedLimits

SWITCH_INTERVAL = 0.0005
QUICK_IDLE_SECONDS = 600.0
"""Nearly every question about one's own data needs that process: it may stay for a while."""
SETTLE_AFTER_SECONDS = 0.25
"""Loading and collecting keep the interpreter busy: whoever waits for the start asks before."""
GC_THRESHOLD = 50_000
"""Requests leave no cycles behind, so the collector may look less often than by default."""


class Background(Protocol):
    """What carries background work on: `worker.Worker`, or nothing at all."""

    async def start(self) -> None:
        """Begin, once the application starts."""

    async def stop(self) -> None:
        """Finish or hand over, when it stops."""

    def wake(self) -> None:
        """There is something to do; may be called from any thread."""

    def busy(self) -> int:
        """How many jobs are in work."""


class Elsewhere:
    """Background work that other processes do; the database tells them of it."""

    async def start(self) -> None:
        """Nothing to begin."""

    async def stop(self) -> None:
        """Nothing to hand over."""

    def wake(self) -> None:
        """Nobody to wake."""

    def busy(self) -> int:
        """None of it is here."""
        return 0


def create_app(
    settings: Settings, prepared: Prepared, worker: Background, versions: Versions = VERSIONS
) -> Any:
    """The ASGI application over an open database; closing it closes the database."""
    database, catalog = prepared.database, prepared.catalog
    metrics = Metrics()
    keyring = KeyRing(database, settings.rate_limit)
    context = prepared.context
    quick, ledgers = Child(QUICK_IDLE_SECONDS, READY, "planning"), Child(name="ledgers")
    planner, computing = (
        Planner(quick, settings.plan_seconds),
        Computing(quick, ledgers, keeps_reads=settings.is_sqlite),
    )
    context.at_erasure(computing.forget)
    runs = Runs(
        settings=settings,
        catalog=catalog,
        context=context,
        database=database,
        hub=prepared.hub,
        language=prepared.language,
        planner=planner,
        computing=computing,
        wake_worker=worker.wake,
        agent_is_there=agents_store.is_there,
        network_is_there=agents_store.network_is_there,
        name_of=agents_store.name_of,
    )
    computer = InProcesses(planner, computing)
    replays = Replays(
        Replay(database=database, catalog=catalog, context=context, computer=computer)
    )
    files = Files(
        database=database,
        blobs=prepared.blobs,
        context=context,
        readers=Readers(catalog),
        queue_limit=settings.job_queue,
        wake_worker=worker.wake,
    )
    agents = Agents(catalog=catalog, database=database, creator=runs.creator, planner=planner)
    network_runs = NetworkRuns(
        catalog=catalog, database=database, creator=runs.creator, planner=planner
    )
    keys = Keys(settings=settings, keyring=keyring, versions=versions)
    projects = Projects(settings=settings, keyring=keyring, versions=versions)
    webhooks = Webhooks(
        settings=settings, derive=prepared.signing_key.derive, wake_worker=worker.wake
    )
    feed = Feed(database=database, show=prepared.show, default_rate=settings.rate_limit)
    database.watch(outbox.append, feed.wake)
    gateway = Gateway(
        [
            *run_routes(runs),
            *feedback_routes(),
            *tool_routes(),
            *proof_routes(RunProofs(prepared.signing_key), replays),
            *agent_routes(runs, agents, network_runs),
            *analytics_routes(settings.currency),
            *file_routes(files, settings.max_file),
            *context_routes(context),
            *event_routes(Events(show=prepared.show, feed=feed)),
            *webhook_routes(webhooks, Deliveries(show=prepared.show)),
            *model_routes(catalog, settings),
            *access_routes(keys, projects, Proofs(prepared.signing_key)),
            *login_routes(Logins(settings=settings, keyring=keyring, versions=versions)),
            *session_routes(Sessions(settings=settings)),
            *api_routes(versions),
        ],
        settings=settings,
        database=database,
        keyring=keyring,
        limits=Limits() if settings.is_sqlite else SharedLimits(database),
        versions=versions,
        metrics=metrics,
        context={
            CATALOG: catalog,
            VERSIONS_KNOWN: versions,
            ALLOW_PRIVATE: settings.webhook_allow_private,
        },
    )
    _watch(metrics, database, worker)
    metrics.watch("event_streams", "Streams of events that are open here", feed.count)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        # The writer gives the GIL away at each call; a short interval gives it back in time.
        sys.setswitchinterval(SWITCH_INTERVAL)
        metrics_server.serve(metrics, settings)
        await prepared.language.open()
        await worker.start()
        noting = asyncio.create_task(repeat(keyring.uses.duty))
        _before_stopping(prepared.hub.close)
        _before_stopping(feed.close)
        gc.set_threshold(GC_THRESHOLD)
        threading.Thread(target=_settle, name="settle", daemon=True).start()
        try:
            yield
        finally:
            try:
                await worker.stop()
                for child in (quick, ledgers):
                    await child.stop()
                await prepared.language.close()
                noting.cancel()
                await asyncio.gather(noting, return_exceptions=True)
                await keyring.uses.store_at_the_end()
            finally:
                await asyncio.to_thread(database.close)

    hosts = Hosts(settings)
    pages = [
        *server_pages.health_pages(database),
        *([server_pages.metrics_page(metrics)] if settings.metrics_port is None else []),
        server_pages.description_page(gateway, hosts, versions),
        *server_pages.readable_pages(versions),
    ]
    outside = Outside(pages, hosts, lifespan)
    return _Application(gateway, outside, hosts, SessionGate(gateway, database, hosts))


def _settle() -> None:
    """What the first answer need not wait for: the rest of the minds, and tidying up."""
    time.sleep(SETTLE_AFTER_SECONDS)
    later.load_all()
    # What was loaded lives as long as the process: the collector need not look at it again, once
    # it has found what was left over while it was loaded (see `cli.lazy.load`).
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _before_stopping(act: Callable[[], None]) -> None:
    """Do something as soon as the process is told to stop, before open requests are waited for."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _first(act, before))


def _first(act: Callable[[], None], then: Callable[..., Any]) -> Callable[..., None]:
    def handle(number: int, frame: FrameType | None) -> None:
        act()
        then(number, frame)

    return handle


class _Application:
    """`/v1` goes to the gateway, the dashboard's calls by their sessions; the rest is pages."""

    def __init__(
        self, gateway: Gateway, outside: Outside, hosts: Hosts, sessions: SessionGate
    ) -> None:
        self.gateway = gateway
        self._outside = outside
        self._hosts = hosts
        self._sessions = sessions

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        if scope["type"] == "http" and (scope["path"].startswith("/v1/") or scope["path"] == "/v1"):
            return self.gateway(scope, receive, send)
        if scope["type"] == "http" and self._sessions.takes(scope["path"]):
            is_ours = self._hosts.passes(scope)
            problem = self._sessions.problem(scope) if is_ours else InvalidRequest(REFUSAL)
            if problem is not None:
                return self._outside.refuse(scope, problem, send)
            return self._sessions(scope, receive, send)
        return self._outside(scope, receive, send)


def _watch(metrics: Metrics, database: Database, worker: Background) -> None:
    metrics.watch("writes_waiting", "Write functions in the queue", database.writes_waiting)
    metrics.watch("log_writes_lost", "Log writes that failed", logs.lines_lost)
    metrics.watch("jobs_in_work", "Background jobs in work here", worker.busy)
    metrics.watch("write_groups", "Transactions committed", lambda: database.group_counts()[0])
    metrics.watch("writes", "Write functions committed", lambda: database.group_counts()[1])

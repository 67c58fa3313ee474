"""`runwright worker`: background work alone, on as many machines as it takes."""

from __future__ import annotations

import asyncio
import signal
import threading
from pathlib import Path

import click
import structlog
import uvloop

from runwright import config, logs
from runwright.api import metrics_server
from runwright.api.metrics import Metrics
from runwright.cli import models_setup
from runwright.cli.command import command
from runwright.config import Settings, SettingsError
from runwright.db.database import driver_for
from runwright.db.waiting import wait_until_reachable
from runwright.prepare import Prepared, prepare
from runwright.worker import Worker

READERS = 2
"""With the writer's, two of the queue and one that listens, a worker has six connections."""

log = structlog.get_logger()


@command(examples=["RUNWRIGHT_DATABASE_URL=postgresql://… runwright worker"])
@click.option("--data", type=click.Path(path_type=Path), help="Data folder; .data by default.")
def worker(data: Path | None) -> None:
    """Start a background worker beside API servers on PostgreSQL."""
    settings = config.load(data=data)
    if settings.is_sqlite:
        raise SettingsError(
            "a worker of its own needs PostgreSQL: set RUNWRIGHT_DATABASE_URL "
            "(without it, `runwright serve` does the background work itself)"
        )
    logs.configure(settings.log_level)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    if not wait_until_reachable(driver_for(settings), stop):
        return
    # The first key is made by whoever serves: only there is somebody to hand it to.
    prepared = prepare(settings, with_first_key=False, readers=READERS)
    models_setup.warn_if_missing()
    uvloop.run(_work(settings, prepared))


async def _work(settings: Settings, prepared: Prepared) -> None:
    told_to_stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop.set)
    working = Worker(settings, prepared)
    try:
        _tell_numbers(settings, working)
        await prepared.language.open()
        await working.start()
        click.echo("Runwright works")
        log.info("worker_started")
        await told_to_stop.wait()
    finally:
        await working.stop()
        await prepared.language.close()
        await asyncio.to_thread(prepared.database.close)


def _tell_numbers(settings: Settings, working: Worker) -> None:
    """Give the metrics, where they have an address of their own."""
    if settings.metrics_port is not None:
        metrics = Metrics()
        metrics.watch("jobs_in_work", "Background jobs in work here", working.busy)
        metrics_server.serve(metrics, settings)

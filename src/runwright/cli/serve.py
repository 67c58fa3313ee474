"""`runwright serve`: one command, one server."""

from __future__ import annotations

import errno
import fcntl
import multiprocessing
import os
import resource
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
import structlog
import uvicorn
from uvicorn.supervisors import Multiprocess

from runwright import config, logs, private, processes
from runwright.api.protocol import Protocol
from runwright.app import Background, Elsewhere, create_app
from runwright.cli import address_file, models_setup
from runwright.cli.banner import Banner
from runwright.cli.command import command
from runwright.config import Settings, SettingsError
from runwright.db.database import driver_for
from runwright.db.waiting import wait_until_reachable
from runwright.prepare import Prepared, prepare
from runwright.worker import Worker

OWNER_KEY_FILE = "owner.key"
KEPT_SECONDS = 75
"""How long an idle connection is kept: longer than clients and load balancers keep theirs (5 to 60
seconds), so that they close it and never send a request into one that is just being closed."""

log = structlog.get_logger()


@command(
    examples=[
        "runwright serve",
        "runwright serve --port 8090 --data /srv/runwright",
        "RUNWRIGHT_DATABASE_URL=postgresql://… runwright serve --no-worker --workers 4",
    ]
)
@click.option("--host", help="The address to listen on; 127.0.0.1 by default.")
@click.option("--port", type=int, help="The port; 8080 by default, 0 for any free one.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder; .data by default.")
@click.option("--workers", type=int, help="API processes; more than one needs PostgreSQL.")
@click.option("--no-worker", is_flag=True, help="Leave background work to `runwright worker`.")
def serve(
    host: str | None, port: int | None, data: Path | None, workers: int | None, no_worker: bool
) -> None:
    """Start a server: the API, the dashboard and a background worker.

    On a terminal, it shows where it is, how to log in, and a line for each request; elsewhere it
    logs JSON.
    """
    settings = config.load(host=host, port=port, data=data, workers=workers)
    if no_worker and settings.is_sqlite:
        raise SettingsError("--no-worker needs PostgreSQL: set RUNWRIGHT_DATABASE_URL")
    logs.configure(settings.log_level)
    stop = threading.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        # It ends a wait for the database. Later on uvicorn stops gracefully and then raises the
        # signal again; by then all is done.
        signal.signal(signum, lambda *_: stop.set())
    _allow_many_connections()
    processes.take_short_turns()
    with _data_folder(settings):
        listener = _listen(settings.host, settings.port)
        if settings.metrics_port is not None:
            _listen(settings.metrics_host or settings.host, settings.metrics_port).close()
        address = _address(settings, listener)
        banner = Banner(settings, address, listener.getsockname()[1])
        if not wait_until_reachable(driver_for(settings), stop):
            return
        prepared = prepare(settings)
        if prepared.first_secret is not None:
            _hand_over(settings, prepared.first_secret, banner)
        models_setup.warn_if_missing()
        if settings.workers > 1:
            prepared.database.close()
            _serve_many(settings, listener, banner, no_worker)
        else:
            app = _application(settings, prepared, no_worker)
            _Server(_configuration(settings, app), banner).run(sockets=[listener])


def _allow_many_connections() -> None:
    """Streams and webhooks hold connections: as many files may be open as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class _Server(uvicorn.Server):
    """uvicorn's server, which says where it is once it answers."""

    def __init__(self, configuration: uvicorn.Config, banner: Banner) -> None:
        super().__init__(configuration)
        self._banner = banner

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._banner.show()


def application() -> object:
    """The application of one of several processes, with settings from the environment."""
    return _one_of_several(no_worker=False)


def application_without_worker() -> object:
    """The same, where background work is done elsewhere."""
    return _one_of_several(no_worker=True)


def _one_of_several(*, no_worker: bool) -> object:
    processes.keep_inherited()  # the listening socket came from the supervisor, inheritable
    processes.end_with(_supervisor())
    settings = config.load()
    logs.configure(settings.log_level)
    return _application(settings, prepare(settings), no_worker)


def _supervisor() -> int:
    started_by = multiprocessing.parent_process()
    if started_by is None or started_by.pid is None:
        raise RuntimeError("one of several processes is started by their supervisor alone")
    return started_by.pid


def _application(settings: Settings, prepared: Prepared, no_worker: bool) -> object:
    worker: Background = Elsewhere() if no_worker else Worker(settings, prepared)
    return create_app(settings, prepared, worker)


def _serve_many(
    settings: Settings, listener: socket.socket, banner: Banner, no_worker: bool
) -> None:
    os.environ.update(config.as_environment(settings))
    factory = "application_without_worker" if no_worker else "application"
    configuration = _configuration(settings, f"runwright.cli.serve:{factory}")
    banner.show()
    Multiprocess(configuration, [listener]).run()


def _configuration(settings: Settings, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        factory=isinstance(app, str),
        workers=settings.workers,
        interface="asgi3",
        loop="uvloop",
        http=partial(  # type: ignore[arg-type]
            Protocol,
            header_seconds=settings.header_seconds,
            body_seconds=settings.body_seconds,
        ),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=settings.shutdown_grace,
        timeout_keep_alive=KEPT_SECONDS,
    )


@contextmanager
def _data_folder(settings: Settings) -> Iterator[None]:
    """Hold the data folder: two servers on one SQLite file would starve each other."""
    if not settings.is_sqlite:
        yield
        return
    private.make_folder(settings.data)
    with private.lock_file(settings.data / "serve.lock") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            where = settings.data
            raise SettingsError(f"another server is using the data folder {where}") from None
        try:
            yield
        finally:
            address_file.remove(settings.data)


def _listen(host: str, port: int) -> socket.socket:
    """Bind before anything else, so that a taken port is one clear line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        remedy = ""
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < 65_535 else port - 1
            remedy = f": choose another with --port {other}, or make serve PORT={other}"
        reason = f"cannot listen on {host}:{port}: {error.strerror}{remedy}"
        raise SettingsError(reason) from None
    return listener


def _address(settings: Settings, listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _hand_over(settings: Settings, secret: str, banner: Banner) -> None:
    """Give the owner key to the person at the terminal, or to a file that only they can read."""
    if banner.is_terminal:
        banner.show_key(secret)
        return
    private.make_folder(settings.data)
    path = settings.data / OWNER_KEY_FILE
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secret + "\n")
    log.info("owner_key_written", file=str(path))

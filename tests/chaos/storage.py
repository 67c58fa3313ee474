"""Looking into a server's database past the server, and planting rubbish in it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from support.patience import PATIENCE
from support.server import Server

Row = dict[str, Any]
TABLES = (
    *("runs", "trace_entries", "idempotency", "audit_log", "audit_heads", "erasures"),
    *("run_usage", "budgets"),
)
DATABASE_FILE = "runwright.db"


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that a database holds about runs, at one moment."""

    runs: list[Row]
    trace_entries: list[Row]
    jobs: list[Row]
    idempotency: list[Row]
    audit_log: list[Row]
    audit_heads: list[Row]
    erasures: list[Row]
    run_usage: list[Row] = field(default_factory=list)
    budgets: list[Row] = field(default_factory=list)

    def run(self, run_id: str) -> Row | None:
        """The row of one run."""
        return next((row for row in self.runs if row["id"] == run_id), None)

    def entries(self, run_id: str) -> list[Row]:
        """The journal of one run."""
        return [row for row in self.trace_entries if row["run_id"] == run_id]

    def audit(self, resource: str) -> list[str]:
        """The actions that the audit log holds about one thing, oldest first."""
        rows = sorted(self.audit_log, key=lambda row: row["seq"])
        return [row["action"] for row in rows if row["resource"] == resource]


def look(server: Server) -> Stored:
    """What is stored now; looking changes nothing, not even after a crash."""
    with _reading(server) as fetch:
        return Stored(jobs=fetch("queued_jobs"), **{table: fetch(table) for table in TABLES})


def execute(server: Server, statement: str, values: Row) -> None:
    """Change something behind the server's back; parameters are written `:name`."""
    if server.database_url is None:
        with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=PATIENCE)) as connection:
            connection.execute(statement, dict(values))
            connection.commit()
        return
    named = statement
    for name in values:
        named = named.replace(f":{name}", f"%({name})s")
    with psycopg.connect(server.database_url) as connection:
        connection.execute(named, dict(values))


@contextmanager
def _reading(server: Server) -> Iterator[Callable[[str], list[Row]]]:
    if server.database_url is None:
        with _file_to_read(server) as path, closing(sqlite3.connect(path)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("BEGIN")
            yield lambda table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
    else:
        with psycopg.connect(server.database_url, row_factory=dict_row) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield lambda table: connection.execute(f"SELECT * FROM {table}").fetchall()


@contextmanager
def _file_to_read(server: Server) -> Iterator[Path]:
    """The file itself beside a living server; else a copy, so that recovery is left to it."""
    if server.process is not None:
        yield server.data / DATABASE_FILE
        return
    with tempfile.TemporaryDirectory() as folder:
        for file in server.data.glob(f"{DATABASE_FILE}*"):
            shutil.copy(file, folder)
        yield Path(folder) / DATABASE_FILE

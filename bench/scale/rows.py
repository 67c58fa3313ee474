"""What reading costs as tables grow: lists, single runs, the audit log, search; both databases.

A folder is filled by the product's own code (see `bench.fill` and `bench.context.library`), and
its rows are then copied to PostgreSQL, so both hold the same. Every size has a folder of its own.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench import fill
from bench.context import library
from bench.scale import copying, reads
from bench.scale.growth import exponent
from bench.scale.postgres import Postgres
from bench.scale.reads import Asked
from bench.scale.steady import Cost
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.trust import audit

LEAST_ROWS = 100
"""Tables with fewer rows say nothing about the bytes of a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How many rows to measure at, and for how long each read."""

    runs: Sequence[int]
    projects: Sequence[int]
    items: Sequence[int]
    seconds: float


Points = dict[tuple[str, str], list[tuple[int, Cost]]]
"""By read and database: what it cost at how many rows."""


def measure(work: Path, sizes: Sizes, postgres: Postgres) -> dict[str, Any]:
    """Every read at every size, as a part of the report."""
    points: Points = {}
    weights: list[dict[str, Any]] = []
    for name, counts, fill_folder, ask in (
        ("runs", sizes.runs, _fill_runs, reads.runs),
        ("projects", sizes.projects, _fill_projects, reads.housekeeping),
        ("items", sizes.items, _fill_items, reads.search),
    ):
        for count in counts:
            folder = work / f"{name}-{count}"
            _filled(folder, count, fill_folder)
            for asked in _both(folder, postgres, sizes.seconds):
                weights += _weights(folder, asked.url)
                for read, rows, cost in ask(asked):
                    _add(points, read, asked.name, rows, cost)
    return {"reads": [_shown(*key, found) for key, found in points.items()], "bytes": weights}


# Filling ----------------------------------------------------------------------------------------


def _filled(folder: Path, count: int, fill_folder: Callable[[Path, int], None]) -> None:
    """Fill a folder; one that was filled by an earlier measurement is taken as it is."""
    if (folder / "filled").exists():
        return
    begun = time.perf_counter()
    fill_folder(folder, count)
    (folder / "filled").touch()
    print(f"filled {folder.name} in {time.perf_counter() - begun:.0f} s", flush=True)


def _fill_runs(folder: Path, count: int) -> None:
    migrate(driver_for(Settings(data=folder)))
    with _open(Settings(data=folder)) as database:
        secret = database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))
    assert secret is not None
    fill.fill(folder, secret, count)


def _fill_items(folder: Path, count: int) -> None:
    migrate(driver_for(Settings(data=folder)))
    library.fill(folder / "runwright.db", 0, count)


def _fill_projects(folder: Path, count: int) -> None:
    """Heads of logs with one entry each: what housekeeping looks at of a project."""
    migrate(driver_for(Settings(data=folder)))
    connection = sqlite3.connect(folder / "runwright.db")
    with connection:
        connection.executemany(
            "INSERT INTO audit_heads (project_id, seq, hash, at, tree_size, frontier)"
            " VALUES (?, 1, ?, '2026-01-01T00:00:00.000Z', 1, ?)",
            ((f"proj_{n:026}", _leaf(n).hex(), _leaf(n)) for n in range(count)),
        )
        connection.executemany(
            "INSERT INTO audit_log (project_id, seq, id, at, action, decision, detail, prev_hash,"
            " hash) VALUES (?, 1, ?, '2026-01-01T00:00:00.000Z', 'x', 'allowed', '{}', ?, ?)",
            (
                (f"proj_{n:026}", f"aud_{n:026}", audit.FIRST_PREV_HASH, _leaf(n).hex())
                for n in range(count)
            ),
        )
    connection.close()


def _leaf(number: int) -> bytes:
    return sha256(str(number).encode()).digest()


def _both(folder: Path, postgres: Postgres, seconds: float) -> Iterator[Asked]:
    """The same rows on SQLite, then on PostgreSQL."""
    with _open(Settings(data=folder)) as database:
        yield Asked(database, "SQLite", None, None, seconds)
    begun, url = time.perf_counter(), postgres.new_database()
    copying.copy(folder / "runwright.db", url)
    print(f"copied {folder.name} in {time.perf_counter() - begun:.0f} s", flush=True)
    with _open(Settings(data=folder, database_url=url)) as database:
        yield Asked(database, "PostgreSQL", postgres.pid, url, seconds)


@contextmanager
def _open(settings: Settings) -> Iterator[Database]:
    database = Database(driver_for(settings), audit.append, 100)
    database.start()
    try:
        yield database
    finally:
        database.close()


def _weights(folder: Path, url: str | None) -> list[dict[str, Any]]:
    """How many bytes a row takes, with its share of every index."""
    if url is None:
        size = (folder / "runwright.db").stat().st_size
        return [{"database": "SQLite", "table": "(whole file)", "of": folder.name, "bytes": size}]
    return [
        {
            "database": "PostgreSQL",
            "table": table,
            "of": folder.name,
            "rows": rows,
            "bytes": size,
            "bytes_a_row": round(size / rows, 1),
        }
        for table, (rows, size) in copying.bytes_by_table(url).items()
        if rows >= LEAST_ROWS
    ]


# Telling ----------------------------------------------------------------------------------------


def _add(points: Points, read: str, database: str, rows: int, cost: Cost) -> None:
    points.setdefault((read, database), []).append((rows, cost))
    print(
        f"{read:<38} {database:<10} {rows:>9,} rows {cost.cpu_us:>13,.0f} µs CPU"
        f" {cost.p50_ms:>10.2f} ms p50 {cost.p95_ms:>10.2f} ms p95",
        flush=True,
    )


def _shown(read: str, database: str, found: list[tuple[int, Cost]]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "read": read,
        "database": database,
        "points": [{"rows": rows, **cost.as_json()} for rows, cost in found],
    }
    if len(found) > 1:
        shown["exponent"] = round(exponent([(rows, cost.cpu_us) for rows, cost in found]), 3)
    return shown

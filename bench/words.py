"""Finding runs by their words: what a search costs at a million runs, and what writing words costs.

`python -m bench.words [--runs N] [--only sqlite]` fills a database by SQL alone, with words
that every run has, that half of them have and that nobody has, and asks for them through the
store, as the service does. Then it stores runs by the product's own code and has their words
written.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import fill
from bench.scale import steady
from bench.scale.postgres import server
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.paging import Page
from runwright.db.transaction import Reader
from runwright.runs.listing import store as listing
from runwright.runs.listing.words import store as words_store
from runwright.runs.listing.words.indexer import Indexer
from runwright.runs.listing.words.terms import hashes_of
from runwright.trust import audit
from runwright.trust import store as trust_store
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope

EVERY = tuple(f"every{n}" for n in range(8))
"""Words of all runs."""
PARTS = {"even": (2, 0), "odd": (2, 1), "tenth": (10, 3), "seldom": (1_000, 7), "once": (10**9, 5)}
"""By word: the runs with such a rest when their number is divided."""
QUERIES = {
    "a word of every run": "every0",
    "eight words of every run": " ".join(EVERY),
    "a word of half the runs and one of all": "even every0",
    "two words of half the runs, never together": "even odd",
    "a word of a thousandth": "seldom",
    "a word of a thousandth and of all": "seldom every1",
    "a word of one run": "once",
    "a word that nobody wrote": "nobody",
    "a word that nobody wrote, and one of all": "nobody every0",
}
WRITTEN = 20_000
_BODY = (
    b'{"created_at":"2026-11-16T10:00:00.000Z","id":"run_x","max_steps":4,"metadata":{},"model":'
    b'"y0-fast","object":"run","result":{"artifacts":[],"summary":"You spent 123.40 EUR on '
    b'groceries in October 2026, in 14 bookings."},"status":"completed","steps_used":1}'
)
_REQUEST = (
    b'{"prompt":"How much did I spend on groceries in October?","sources":["finance"],'
    b'"max_steps":4,"time_zone":"UTC"}'
)
_COLUMNS = {
    "key_id": "key_01k00000000000000000000000",
    "status": "completed",
    "model": "y0-fast",
    "snapshot": "y0-fast-2026-11",
    "created_at": "2026-11-16T10:00:00.000Z",
    "metadata": "{}",
    "request": _REQUEST,
    "steps_used": 1,
    "fence": 1,
    "next_seq": 0,
    "body": _BODY,
    "trace": _BODY,
    "timeline": _BODY,
    "sha256": "0" * 64,
    "answered": 1,
}


def fill_by_sql(database: Database, project_id: str, count: int) -> None:
    """So many runs and their words; ids are made of numbers, in their order."""
    on_sqlite = database.driver.is_embedded
    numbers = (
        "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < {0} - 1) "
        if on_sqlite
        else "WITH n AS (SELECT generate_series(0, {0} - 1) AS n) "
    ).format(count)
    padded = "printf('%023d', n)" if on_sqlite else "lpad(n::text, 23, '0')"
    connection = database.driver.connect()
    given = {"project_id": project_id, **_COLUMNS}
    signs = ["?" if on_sqlite else f"%s{_cast(value)}" for value in given.values()]
    cursor = connection.cursor()
    if not on_sqlite:
        cursor.execute("SET statement_timeout = 0")
        connection.commit()
    cursor.execute("BEGIN")
    cursor.execute(
        f"INSERT INTO runs ({', '.join(given)}, id) {numbers}"
        f"SELECT {', '.join(signs)}, 'run_01k' || {padded} FROM n",
        tuple(given.values()),
    )
    parts = {**dict.fromkeys(EVERY, (1, 0)), **PARTS}
    hashed = {word: hashes_of(project_id, [word])[0] for word in parts}
    for word in sorted(parts, key=lambda each: hashed[each]):
        divisor, rest = parts[word]
        cursor.execute(
            f"INSERT INTO run_words (word, run_id) {numbers}"
            f"SELECT {hashed[word]}, 'run_01k' || {padded} FROM n WHERE mod(n, {divisor}) = {rest}"
        )
    cursor.execute("COMMIT")
    if not on_sqlite:
        connection.autocommit = True
        for table in ("runs", "run_words"):
            cursor.execute(f"VACUUM ANALYZE {table}")
    connection.close()


def _cast(value: Any) -> str:
    return {bytes: "::bytea", int: "::bigint"}.get(type(value), "::text")


def search(database: Database, project_id: str, seconds: float, pid: int | None) -> None:
    """Print what each search costs."""
    grant = act_as_service(project_id, Scope.RUNS_READ, action="bench", trail=Trail())
    for name, query in QUERIES.items():
        filters = {"is_whole": True, **words_store.filters_for(grant, query)}

        def look(reader: Reader, filters: dict[str, Any] = filters) -> Any:
            return listing.list_runs(reader, grant, Page(), filters, {})

        found = database.read_now(look)
        cost = steady.measure(lambda look=look: database.read_now(look), seconds, pid)  # type: ignore[misc]
        print(
            f"{name:<46} {len(found.rows):>3} runs, more: {found.has_more!s:<5}"
            f" {cost.cpu_us / 1e3:>8.2f} ms CPU {cost.p50_ms:>8.2f} ms p50",
            flush=True,
        )


def write_words(settings: Settings, database: Database, secret: str) -> None:
    """Print what storing a run costs, and what writing its words costs."""
    begun = time.process_time()
    fill.fill(settings.data, secret, WRITTEN, indexed=False)
    stored = (time.process_time() - begun) / WRITTEN * 1e6
    begun = time.process_time()
    asyncio.run(_index(database))
    indexed = (time.process_time() - begun) / WRITTEN * 1e6
    print(f"a run stored {stored:.0f} µs CPU, its words written {indexed:.0f} µs CPU", flush=True)


async def _index(database: Database) -> None:
    indexer = Indexer(database=database)
    while await indexer.write_some():
        pass


@contextmanager
def _opened(settings: Settings) -> Iterator[Database]:
    migrate(driver_for(settings))
    database = Database(driver_for(settings), audit.append, 100)
    database.start()
    try:
        yield database
    finally:
        database.close()


def _measure(settings: Settings, count: int, seconds: float, pid: int | None) -> None:
    print("SQLite" if settings.is_sqlite else "PostgreSQL", flush=True)
    with _opened(settings) as database:
        secret = database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))
        project = database.read_now(lambda reader: trust_store.find_project(reader, None))
        assert secret is not None
        assert project is not None
        begun = time.perf_counter()
        fill_by_sql(database, project.id, count)
        print(f"{count:,} runs in {time.perf_counter() - begun:.0f} s", flush=True)
        search(database, project.id, seconds, pid)
        if settings.is_sqlite:
            write_words(settings, database, secret)


def main() -> None:
    """Both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.only != "postgresql":
            _measure(Settings(data=Path(folder)), given.runs, given.seconds, None)
        if given.only == "sqlite":
            return
        with server(Path(folder) / "postgres") as postgres:
            settings = Settings(data=Path(folder), database_url=postgres.new_database())
            _measure(settings, given.runs, given.seconds, postgres.pid)


if __name__ == "__main__":
    main()

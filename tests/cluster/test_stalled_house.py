"""A worker that dies in the middle of keeping house does not end the rescuing for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.jobs.postgres import store
from runwright.trust import audit
from support.postgres import Postgres

LEASE = 2.0
_PLANT = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, status, lock, queueing_lock)"
    " VALUES (%s, %s, %s::procrastinate_job_status, %s, %s)"
)


@pytest.fixture
def url(postgres: Postgres) -> str:
    """The address of an empty database."""
    return postgres.new_database()


@pytest.fixture
def database(url: str, tmp_path: Path) -> Iterator[Database]:
    """It, open and migrated."""
    driver = driver_for(Settings(data=tmp_path, database_url=url))
    migrate(driver)
    opened = Database(driver, audit.append, 1000)
    opened.start()
    yield opened
    opened.close()


def test_a_dead_workers_jobs_are_rescued_though_it_died_rescuing(
    database: Database, url: str
) -> None:
    """Its round of rescuing is forgotten, since the next is queued already; its run goes on."""
    with psycopg.connect(url, autocommit=True) as connection:
        for job in (
            ("house", "rescue", "doing", None, "rescue"),
            ("house", "rescue", "todo", None, "rescue"),
            ("run", "run", "doing", "run_a", None),
        ):
            connection.execute(_PLANT, job)
        assert database.write_now(lambda tx: store.rescue(tx, LEASE)) == 1
        left = connection.execute(
            "SELECT task_name, status::text, attempts FROM procrastinate_jobs ORDER BY id"
        ).fetchall()
    assert left == [("rescue", "todo", 0), ("run", "todo", 1)]

"""Migrations make exactly the schema that the code uses, one process at a time."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.drivers import Driver
from runwright.db.failures import DatabaseTooNew
from runwright.db.migrate import FOLDER, alone, migrate, revisions
from support.patience import PATIENCE


def _is_ours(item: Any, name: str | None, type_: str, _reflected: bool, _compared: Any) -> bool:
    """Procrastinate's tables are its own, and stand in for our queue."""
    table = name if type_ == "table" else item.table.name
    return not (str(table).startswith("procrastinate_") or table == "jobs")


OPTIONS = {"compare_type": True, "include_object": _is_ours}


@pytest.fixture
def empty(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a database that nobody has migrated."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    return Settings(data=tmp_path / "empty", database_url=url)


def test_the_applied_schema_is_the_one_in_the_code(database: Database) -> None:
    engine = create_engine(database.driver.address(), poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=OPTIONS)
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_the_list_of_revisions_is_alembics() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    script = ScriptDirectory.from_config(config)
    walked = [revision.revision for revision in script.walk_revisions()]
    assert revisions() == walked[::-1]
    assert script.get_heads() == [revisions()[-1]]


def test_a_second_migration_has_nothing_to_do(empty: Settings) -> None:
    driver = driver_for(empty)
    assert list(migrate(driver)) == revisions()
    assert list(migrate(driver)) == []


def test_a_database_that_is_up_to_date_never_sees_alembic(empty: Settings) -> None:
    migrate(driver_for(empty))
    code = (
        "import sys; from pathlib import Path; from runwright.config import Settings; "
        "from runwright.db.database import driver_for; from runwright.db.migrate import migrate; "
        f"migrate(driver_for(Settings(data=Path({str(empty.data)!r}), "
        f"database_url={empty.database_url!r}))); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def _migrate(settings: Settings, start: Any, results: Any) -> None:
    start.wait()
    results.put((os.getpid(), list(migrate(driver_for(settings)))))


def test_two_processes_migrate_one_after_the_other(empty: Settings) -> None:
    driver_for(empty)
    spawn = multiprocessing.get_context("spawn")
    start, results = spawn.Barrier(2), spawn.Queue()
    processes = [spawn.Process(target=_migrate, args=(empty, start, results)) for _ in range(2)]
    for process in processes:
        process.start()
    applied = sorted(results.get(timeout=PATIENCE)[1] for _ in processes)
    for process in processes:
        process.join(PATIENCE)
        assert process.exitcode == 0
        process.close()
    results.close()
    results.join_thread()
    assert applied == [[], revisions()]


def _execute(driver: Driver, statement: str) -> None:
    connection = driver.connect()
    connection.execute(statement)
    connection.close()


def test_a_database_of_a_later_version_is_refused_with_both_numbers(database: Database) -> None:
    _execute(database.driver, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseTooNew, match=f"9999.*{revisions()[-1]}") as refused:
        migrate(database.driver)
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("monkeypatch")
def test_a_migration_that_fails_leaves_nothing_behind(empty: Settings) -> None:
    driver = driver_for(empty)
    _execute(driver, "CREATE TABLE snapshots (id TEXT)")  # in the way of one of the last tables
    with pytest.raises(Exception, match="already exists"):
        migrate(driver)
    connection = driver.connect()
    with pytest.raises(driver.error):
        connection.execute("SELECT * FROM audit_log")
    connection.close()
    _execute(driver, "DROP TABLE snapshots")
    assert list(migrate(driver)) == revisions()


def test_being_alone_excludes_others(database: Database) -> None:
    with alone(database.driver):
        if database.driver.is_embedded:
            import fcntl

            lock = Path(database.driver.path).parent / "migrate.lock"  # type: ignore[attr-defined]
            with lock.open("w") as handle, pytest.raises(BlockingIOError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            with database.driver.connect() as connection:
                row = connection.execute(f"SELECT pg_try_advisory_lock({0x52554E57})").fetchone()
                assert row == (False,)


def test_sqlite_is_set_up_as_decided(database: Database, kind: str) -> None:
    if kind != "sqlite":
        pytest.skip("SQLite's own settings")
    connection: sqlite3.Connection = database.driver.connect()
    wanted = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1}
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}
    connection.close()
    assert found == wanted

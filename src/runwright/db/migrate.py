"""Bring a database to this version's schema, at start, one process at a time."""

from __future__ import annotations

import fcntl
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from runwright import private
from runwright.db.drivers import Driver, SQLite
from runwright.db.failures import DatabaseTooNew, DatabaseUnreachable

FOLDER = Path(__file__).parent / "migrations"
_FILE = re.compile(r"(\d{4})_\w+\.py")
_LOCK_NUMBER = 0x52554E57  # "RUNW", for PostgreSQL's advisory lock


def revisions() -> list[str]:
    """Every revision in order; the last one is what this version needs."""
    names = (_FILE.fullmatch(path.name) for path in (FOLDER / "versions").iterdir())
    return sorted(match[1] for match in names if match)


def migrate(driver: Driver) -> Sequence[str]:
    """Apply what is missing, one process at a time; the revisions that were applied."""
    try:
        with alone(driver):
            return _apply_missing(driver, revisions())
    except driver.error as error:
        reason = " ".join(str(error).split())
        raise DatabaseUnreachable(f"the database cannot be opened: {reason}") from None


def _apply_missing(driver: Driver, known: list[str]) -> list[str]:
    current = current_revision(driver)
    if current is not None and current not in known:
        raise DatabaseTooNew(
            f"the database has revision {current}, and this version of runwright knows "
            f"{known[-1]} at most: start the version that wrote it, or a later one"
        )
    missing = known[known.index(current) + 1 :] if current else known
    # Alembic costs a third of a second to import, so a database that is up to date never sees it.
    if missing:
        _upgrade(driver)
    return missing


def current_revision(driver: Driver) -> str | None:
    """The revision that a database has; None when it is empty."""
    connection = driver.connect()
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return row[0] if row else None
    except driver.error as error:
        if driver.is_disconnect(error) or "alembic_version" not in str(error):
            raise
        return None
    finally:
        connection.close()


@contextmanager
def alone(driver: Driver) -> Iterator[None]:
    """One process at a time, over all that share the database."""
    if isinstance(driver, SQLite):
        with private.lock_file(driver.path.parent / "migrate.lock") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
    else:
        with driver.connect() as connection:
            connection.execute("SET lock_timeout = 0")
            connection.execute("SELECT pg_advisory_lock($1)", [_LOCK_NUMBER])
            yield


def _upgrade(driver: Driver) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    engine = create_engine(driver.address(), poolclass=NullPool)
    if isinstance(driver, SQLite):
        # By default sqlite3 commits before each CREATE: a crash would leave half a schema.
        event.listen(engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
        event.listen(engine, "begin", lambda begun: begun.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        attributes: dict[Any, Any] = config.attributes
        attributes["connection"] = connection
        command.upgrade(config, "head")

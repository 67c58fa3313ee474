"""A whole database as one file, taken while servers write to it, and put back."""

from __future__ import annotations

from pathlib import Path

from runwright.config import Settings
from runwright.db.drivers import Driver, PostgreSQL, SQLite
from runwright.db.dumps.postgresql import PostgreSQLCopier
from runwright.db.dumps.sqlite import SQLiteCopier
from runwright.db.dumps.types import Copier


def copier_for(settings: Settings, driver: Driver, tools: Path | None) -> Copier:
    """What copies the database of the settings; `tools` is the folder of PostgreSQL's programs."""
    if isinstance(driver, SQLite):
        return SQLiteCopier(driver)
    if isinstance(driver, PostgreSQL) and settings.database_url is not None:
        return PostgreSQLCopier(driver, settings.database_url, tools)
    raise TypeError(f"{type(driver).__name__} is not a database that can be copied")

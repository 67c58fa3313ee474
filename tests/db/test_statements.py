"""How many statements a database is sent: none that nobody needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from db import kit
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.transaction import Tx
from runwright.trust import audit, store


class Watching(kit.Wrapped):
    """A driver that notes every statement."""

    def __init__(self, driver: Any) -> None:
        super().__init__(driver)
        self.seen: list[str] = []

    def before(self, statement: str) -> None:
        self.seen.append(statement)


@pytest.fixture
def watched(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Database, Watching]]:
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    plain = driver_for(Settings(data=tmp_path / "data", database_url=url))
    migrate(plain)
    driver = Watching(plain)
    opened = Database(driver, audit.append, 1000)
    opened.start()
    yield opened, driver
    opened.close()


def test_a_read_by_its_key_is_one_statement(watched: tuple[Database, Watching]) -> None:
    database, driver = watched
    read = database.read_inline(lambda reader: store.principal_by_key(reader, "key_1", "", 60))
    assert asyncio.run(read) is None
    assert [text.split()[0] for text in driver.seen] == ["SELECT"]


def test_rows_of_one_table_are_inserted_in_one_statement(
    watched: tuple[Database, Watching],
) -> None:
    database, driver = watched
    project = kit.new_project(database)
    before = audit_entries(database, project)
    driver.seen.clear()

    def write(tx: Tx) -> None:
        tx.audit(*(kit.entry(project) for _ in range(8)))

    database.write_now(write)
    inserts = [text for text in driver.seen if text.startswith("INSERT INTO audit_log")]
    assert len(inserts) == 1
    found = database.read_now(lambda reader: audit.verify(reader, project))
    assert found.reason is None
    assert found.entries == before + 8


def audit_entries(database: Database, project: str) -> int:
    return database.read_now(lambda reader: audit.verify(reader, project)).entries


def test_what_a_connection_has_prepared_outlives_a_read(database: Database, kind: str) -> None:
    if kind == "sqlite":
        pytest.skip("SQLite keeps what it has prepared.")
    for _ in range(10):
        database.read_now(lambda reader: reader.one(kit.ONE, id="a"))
    prepared = text("SELECT statement FROM pg_prepared_statements")
    found = database.read_now(lambda reader: reader.all(prepared))
    assert any("context_items" in row[0] for row in found)

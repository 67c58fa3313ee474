"""A log that was written before there was a tree gets its tree when the database is migrated."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.trust import audit
from runwright.trust.tree import store
from trust.test_audit_tiles import grow

GOLDEN = Path(__file__).parent.parent / "golden" / "runwright.db"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a database of the first release in it."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(GOLDEN, folder / "runwright.db")
    return folder


@pytest.fixture
def old(data: Path) -> Iterator[sqlite3.Connection]:
    """That database, before it is migrated."""
    connection = sqlite3.connect(data / "runwright.db", isolation_level=None)
    yield connection
    connection.close()


def opened(data: Path) -> Database:
    driver = driver_for(Settings(data=data))
    migrate(driver)
    database = Database(driver, audit.append, 100)
    database.start()
    return database


def test_an_old_log_gets_its_whole_tree(data: Path) -> None:
    database = opened(data)
    sizes = database.read_now(store.sizes)
    assert sizes
    for project, size in sizes.items():
        found = database.read_now(lambda reader, p=project: audit.verify(reader, p))
        assert (found.reason, found.entries) == (None, size)
        grow(database, project, 3)
        again = database.read_now(lambda reader, p=project: audit.verify(reader, p))
        assert (again.reason, again.entries) == (None, size + 3)
    assert max(sizes.values()) > 10
    database.close()


def test_a_forged_old_log_gets_a_tree_up_to_the_gap_and_no_further(
    data: Path, old: sqlite3.Connection
) -> None:
    project, last = old.execute(
        "SELECT project_id, max(seq) FROM audit_log GROUP BY project_id ORDER BY 2 DESC"
    ).fetchone()
    old.execute("DROP TRIGGER audit_log_refuses_delete")
    old.execute("DELETE FROM audit_log WHERE project_id = ? AND seq = 5", [project])
    old.close()
    database = opened(data)
    grow(database, project, 2)
    head = database.read_now(lambda reader: store.head(reader, project))
    assert head is not None
    assert (head.seq, head.tree_size) == (last + 2, 4)
    assert database.read_now(lambda reader: audit.verify(reader, project)).broken_seq == 5
    database.close()

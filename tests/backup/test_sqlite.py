"""What only the embedded database has: a write-ahead log beside its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backup.conftest import House
from runwright.backup.restore import MARK
from runwright.db.drivers import BUSY_SECONDS, SQLite
from runwright.db.dumps.sqlite import SQLiteCopier
from runwright.db.dumps.types import CopyFailed
from support.server import Server


@pytest.fixture
def driver(tmp_path: Path) -> SQLite:
    """A database with one row."""
    made = SQLite(tmp_path)
    with closing(made.connect()) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
        connection.execute("INSERT INTO things VALUES ('first')")
    return made


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM things")]


def test_what_is_in_the_write_ahead_log_is_in_the_copy_and_alone_in_it(
    driver: SQLite, tmp_path: Path
) -> None:
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    with closing(driver.connect()) as server:
        server.execute("INSERT INTO things VALUES ('second')")
        with SQLiteCopier(driver).take(copy):
            # The copy is taken: this is not in it.
            server.execute("INSERT INTO things VALUES ('third')")
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
    assert names(copy) == ["first", "second"]


@pytest.mark.usefixtures("driver")
def test_a_log_without_its_database_is_data(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copier = SQLiteCopier(SQLite(elsewhere))
    assert copier.is_empty()
    (elsewhere / "runwright.db-wal").write_bytes(b"")
    assert not copier.is_empty()


def test_a_file_that_is_no_whole_database_is_told(driver: SQLite, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"no database at all " * 100)
    with pytest.raises(CopyFailed, match="is not a complete database"):
        SQLiteCopier(driver).check(rubbish)


def test_a_long_reader_is_not_waited_for_when_the_log_is_to_be_emptied(driver: SQLite) -> None:
    with closing(driver.connect()) as writer, closing(driver.connect()) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM things").fetchall()
        writer.execute("DELETE FROM things")
        assert driver.scrub(writer) is False
        assert writer.execute("PRAGMA busy_timeout").fetchone() == (BUSY_SECONDS * 1000,)
        reader.rollback()
        assert driver.scrub(writer) is True


def test_a_restore_that_was_killed_may_be_begun_again(tmp_path: Path) -> None:
    house, other = House(Server(tmp_path / "one"), ()), House(Server(tmp_path / "two"), ())
    with house.server, house.server.api() as api:
        file = api.file(b"some words")["id"]
    assert house.backup(tmp_path / "copy").returncode == 0
    whole = next((tmp_path / "copy").glob("blobs/*/*"))
    half = other.server.data / whole.relative_to(tmp_path / "copy")
    half.parent.mkdir(parents=True)
    half.write_bytes(b"some")
    assert other.restore(tmp_path / "copy").returncode == 1
    (other.server.data / MARK).touch()
    assert other.restore(tmp_path / "copy").returncode == 0
    assert (half.name, half.read_bytes()) == (file, b"some words")
    assert not (other.server.data / MARK).exists()

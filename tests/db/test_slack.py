"""Rows that SQLite moved between pages leave no copy behind once they are erased."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from runwright.db.drivers import CHECKPOINT_FRAMES, SQLite
from runwright.db.slack import Slack, wipe_file

SECRET = b"ZEBRA"


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SQLite]:
    made = SQLite(tmp_path)
    yield made
    made.close()


@pytest.fixture
def writer(driver: SQLite) -> Iterator[sqlite3.Connection]:
    connection = driver.connect()
    connection.execute("CREATE TABLE kept (id TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID")
    connection.execute("CREATE INDEX by_words ON kept (words)")
    yield connection
    connection.close()


def insert(writer: sqlite3.Connection, chance: random.Random, word: str) -> str:
    name = f"{chance.random():.12f}"
    words = f"{word} {chance.random():.12f} " * chance.randint(1, 10)
    writer.execute("INSERT INTO kept VALUES (?, ?)", (name, words))
    return name


def live_and_erase(driver: SQLite, writer: sqlite3.Connection, seed: int) -> None:
    """Rows come and go for a while; in the end every secret one is deleted."""
    chance = random.Random(seed)
    secret: list[str] = []
    for _ in range(1500):
        if chance.random() < 0.3:
            secret.append(insert(writer, chance, SECRET.decode()))
        else:
            insert(writer, chance, "other")
        if secret and chance.random() < 0.1:
            gone = secret.pop(chance.randrange(len(secret)))
            writer.execute("DELETE FROM kept WHERE id = ?", (gone,))
        driver.after_commit(writer)
    writer.executemany("DELETE FROM kept WHERE id = ?", [(name,) for name in secret])


def on_disk(driver: SQLite) -> int:
    return sum(each.read_bytes().count(SECRET) for each in driver.path.parent.iterdir())


def test_sqlite_alone_leaves_copies(driver: SQLite, writer: sqlite3.Connection) -> None:
    """Why this module exists; when it fails, SQLite learned to do it."""
    left = 0
    for seed in range(4):
        writer.execute("DELETE FROM kept")
        live_and_erase(driver, writer, seed)
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        left += on_disk(driver)
        wipe_file(driver.path)
    assert left > 0


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_left_of_erased_rows(
    driver: SQLite, writer: sqlite3.Connection, seed: int
) -> None:
    live_and_erase(driver, writer, seed)
    assert driver.scrub(writer)
    assert on_disk(driver) == 0
    assert writer.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    # Nor does it come back with pages that the writer remembers.
    chance = random.Random(-1 - seed)
    for _ in range(200):
        insert(writer, chance, "other")
    assert on_disk(driver) == 0


def test_the_log_is_carried_over_now_and_then(driver: SQLite, writer: sqlite3.Connection) -> None:
    chance = random.Random(0)
    for _ in range(2 * CHECKPOINT_FRAMES):
        insert(writer, chance, "other")
        driver.after_commit(writer)
    log = driver.path.with_name(driver.path.name + "-wal")
    assert log.stat().st_size < 1.2 * CHECKPOINT_FRAMES * 4200


def test_a_reader_is_waited_for_and_keeps_what_it_sees(
    driver: SQLite, writer: sqlite3.Connection
) -> None:
    name = insert(writer, random.Random(0), SECRET.decode())
    reader = driver.connect()
    reader.execute("BEGIN")
    seen = reader.execute("SELECT words FROM kept").fetchall()
    writer.execute("DELETE FROM kept WHERE id = ?", (name,))
    assert not driver.scrub(writer)
    assert reader.execute("SELECT words FROM kept").fetchall() == seen
    reader.close()
    assert driver.scrub(writer)
    assert on_disk(driver) == 0


def test_another_process_that_carries_pages_is_not_disturbed(
    driver: SQLite, writer: sqlite3.Connection
) -> None:
    insert(writer, random.Random(0), "other")
    other = Slack(driver.path)
    with other.alone():
        assert not driver.scrub(writer)
    assert driver.scrub(writer)
    other.close()


def test_pages_of_other_kinds_stay_as_they_are(driver: SQLite, writer: sqlite3.Connection) -> None:
    """Long rows are on overflow pages, and deleted ones on the list of free pages."""
    for size in range(1000, 60_000, 1000):
        writer.execute("INSERT INTO kept VALUES (?, ?)", (str(size), "long " * (size // 5)))
    writer.execute("DELETE FROM kept WHERE CAST(id AS INTEGER) % 3000 = 0")
    assert driver.scrub(writer)
    rows = writer.execute("SELECT id, words FROM kept").fetchall()
    assert len(rows) == 40
    assert all(words == "long " * (int(name) // 5) for name, words in rows)
    assert writer.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

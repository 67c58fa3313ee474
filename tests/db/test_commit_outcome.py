"""A COMMIT whose answer was lost is settled by asking the database how it ended."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from db import kit
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.drivers import Driver
from runwright.db.migrate import migrate
from runwright.errors import Overloaded
from runwright.trust import audit


class LosesCommit(kit.Wrapped):
    """Raises around the next COMMIT, as if the connection had broken just then."""

    def __init__(self, driver: Driver, error: Exception) -> None:
        super().__init__(driver)
        self.when = ""
        self._error = error

    def before(self, statement: str) -> None:
        self._lose("before", statement)

    def after(self, statement: str) -> None:
        self._lose("after", statement)

    def _lose(self, when: str, statement: str) -> None:
        if statement == "COMMIT" and self.when == when:
            self.when = ""
            raise self._error


@pytest.fixture
def losing(
    kind: str, request: pytest.FixtureRequest, tmp_path: Any
) -> Iterator[tuple[LosesCommit, Database]]:
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    real = driver_for(Settings(data=tmp_path / "data", database_url=url))
    migrate(real)
    if kind == "postgresql":
        import psycopg

        error: Exception = psycopg.OperationalError("server closed the connection unexpectedly")
    else:
        error = real.error("disk I/O error")
    driver = LosesCommit(real, error)
    opened = Database(driver, audit.append, 100)
    opened.start()
    yield driver, opened
    opened.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_write_happens_once_whether_its_commit_arrived_or_not(
    losing: tuple[LosesCommit, Database], kind: str, when: str
) -> None:
    driver, database = losing
    if kind == "sqlite" and when == "after":
        pytest.skip("a failed COMMIT of SQLite has not committed")
    project = kit.new_project(database)
    calls: list[int] = []

    def write(tx: Any) -> str:
        calls.append(1)
        tx.audit(kit.entry(project))
        return kit.add(tx, "a")

    driver.when = when
    assert database.write_now(write) == "a"
    assert driver.when == ""
    assert kit.stored(database) == ["a"]
    assert len(kit.logged(database)) == 1
    assert len(calls) == (2 if when == "before" else 1)
    assert database.read_now(lambda reader: audit.verify(reader, project)).reason is None


def test_a_whole_group_is_settled_at_once(losing: tuple[LosesCommit, Database], kind: str) -> None:
    if kind == "sqlite":
        pytest.skip("a failed COMMIT of SQLite has not committed")
    driver, database = losing
    entered, go = threading.Event(), threading.Event()

    def hold(_tx: Any) -> None:
        entered.set()
        assert go.wait(10)

    with ThreadPoolExecutor(11) as pool:
        first = pool.submit(database.write_now, hold)
        assert entered.wait(10)
        rest = [
            pool.submit(database.write_now, lambda tx, n=n: kit.add(tx, f"i{n}")) for n in range(10)
        ]
        while database.writes_waiting() < 10:
            threading.Event().wait(0.001)
        go.set()
        first.result(10)
        driver.when = "after"
        made = [future.result(10) for future in rest]
    assert sorted(made) == kit.stored(database) == [f"i{n}" for n in range(10)]


def test_an_outcome_that_nobody_knows_is_overloaded_and_says_so(
    losing: tuple[LosesCommit, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, database = losing
    monkeypatch.setattr(driver, "was_committed", lambda _mark: None, raising=False)
    driver.when = "before"
    with pytest.raises(Overloaded, match="outcome is unknown"):
        database.write_now(lambda tx: kit.add(tx, "a"))
    assert database.write_now(lambda tx: kit.add(tx, "b")) == "b"
    assert kit.stored(database) == ["b"]


def test_a_broken_connection_is_replaced(losing: tuple[LosesCommit, Database], kind: str) -> None:
    if kind == "sqlite":
        pytest.skip("a file is never disconnected")
    _, database = losing
    database.write_now(lambda tx: kit.add(tx, "a"))
    kit.stored(database)
    with database.driver.connect() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert database.write_now(lambda tx: kit.add(tx, "b")) == "b"
    assert kit.stored(database) == ["a", "b"]

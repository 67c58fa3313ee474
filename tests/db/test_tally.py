"""Counts that many functions add to the same rows: one statement for each row of a group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, delete, select

from db import kit
from db.test_writer import held, queue
from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.sql import ADD, insert_or_merge
from runwright.db.transaction import Tx
from runwright.errors import NotFound
from runwright.trust import audit

BUDGETS = schema.budgets
COUNT = insert_or_merge(BUDGETS, spent=ADD, reserved=ADD)
ALL = select(BUDGETS.c.holder, BUDGETS.c.spent, BUDGETS.c.reserved).order_by(BUDGETS.c.holder)
DROP_EMPTY = delete(BUDGETS).where(BUDGETS.c.holder == bindparam("holder"), BUDGETS.c.spent == 0)


def tally(tx: Tx, holder: str, spent: int, reserved: int = 0) -> None:
    tx.tally(COUNT, (("p", holder, "s"),), {"spent": spent, "reserved": reserved})


def counted(database: Database) -> dict[str, tuple[int, int]]:
    rows = database.read_now(lambda reader: reader.all(ALL))
    return {row.holder: (row.spent, row.reserved) for row in rows}


def adding(holder: str, spent: int, reserved: int = 0) -> Callable[[Tx], Any]:
    return lambda tx: tally(tx, holder, spent, reserved)


def in_one_group(database: Database, *functions: Callable[[Tx], Any]) -> list[Any]:
    with held(database):
        futures = queue(database, *functions)
    return [future.exception(10) for future in futures]


def test_counts_are_added_to_what_is_there(database: Database) -> None:
    database.write_now(adding("a", 2, 1))
    database.write_now(adding("a", 3))
    assert counted(database) == {"a": (5, 1)}


def test_counts_of_a_group_are_summed_by_their_key(database: Database) -> None:
    in_one_group(database, adding("b", 1), adding("a", 10), adding("b", 2, 7), adding("a", -4))
    assert counted(database) == {"a": (6, 0), "b": (3, 7)}


def test_the_same_counts_can_be_for_several_rows(database: Database) -> None:
    def both(tx: Tx) -> None:
        tx.tally(COUNT, (("p", "a", "s"), ("p", "b", "s")), {"spent": 2, "reserved": 0})

    in_one_group(database, both, adding("b", 5), both)
    assert counted(database) == {"a": (4, 0), "b": (9, 0)}


def test_a_function_that_fails_counts_nothing(database: Database) -> None:
    def fails(tx: Tx) -> None:
        tally(tx, "a", 100)
        tx.run_last(DROP_EMPTY, holder="b")
        raise NotFound("gone")

    outcomes = in_one_group(database, adding("a", 1), fails, adding("b", 0))
    assert [type(outcome) for outcome in outcomes] == [type(None), NotFound, type(None)]
    assert counted(database) == {"a": (1, 0), "b": (0, 0)}


def test_what_is_run_last_sees_the_counts_of_the_whole_group(database: Database) -> None:
    database.write_now(adding("a", 1))

    def takes_away(tx: Tx) -> None:
        tally(tx, "a", -2)
        tx.run_last(DROP_EMPTY, holder="a")

    in_one_group(database, takes_away, adding("a", 1))
    assert counted(database) == {}


class Watching(kit.Wrapped):
    """A driver that notes which rows are counted, and when audit entries are appended."""

    def __init__(self, driver: Any) -> None:
        super().__init__(driver)
        self.seen: list[Any] = []
        self.texts: list[str] = []

    def connect(self) -> Any:
        connection = super().connect()
        made = connection.cursor

        def cursor() -> Any:
            found = made()
            one = found.execute

            def execute(text: str, *given: Any) -> Any:
                if text.startswith("INSERT INTO budgets"):
                    holders, size = given[0][1 :: _width(text)], len(given[0])
                    assert size == len(holders) * _width(text)
                    self.note(text, holders)
                return one(text, *given)

            found.execute = execute
            return found

        connection.cursor = cursor
        return connection

    def note(self, text: str, holders: list[str]) -> None:
        self.seen += holders
        self.texts.append(text)

    def before(self, statement: str) -> None:
        if "audit_heads" in statement:
            self.seen.append("head")


def _width(text: str) -> int:
    """How many values each row of an insert takes by position."""
    row = text.partition(" VALUES (")[2].partition(")")[0]
    return row.count("?") + row.count("$")


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


def test_each_row_is_written_once_in_order_of_the_keys_after_the_audit_entries(
    watched: tuple[Database, Watching],
) -> None:
    database, driver = watched
    project = kit.new_project(database)
    driver.seen.clear()

    def with_entry(tx: Tx) -> None:
        tally(tx, "c", 1)
        tx.audit(kit.entry(project))

    in_one_group(database, with_entry, adding("a", 1), adding("b", 1), adding("a", 1))
    assert driver.seen[-3:] == ["a", "b", "c"]
    assert "head" in driver.seen[:-3]
    assert counted(database) == {"a": (2, 0), "b": (1, 0), "c": (1, 0)}


def test_a_tally_alone_touches_the_columns_that_it_names(
    watched: tuple[Database, Watching],
) -> None:
    database, driver = watched
    database.write_now(adding("a", 2, 1))
    database.write_now(lambda tx: tx.tally(COUNT, (("p", "a", "s"), ("p", "b", "s")), {"spent": 3}))
    assert "reserved = " in driver.texts[0]
    assert "reserved = " not in driver.texts[1]
    assert counted(database) == {"a": (5, 1), "b": (3, 0)}


def test_tallies_of_a_group_share_one_statement_whatever_they_name(
    watched: tuple[Database, Watching],
) -> None:
    database, driver = watched
    database.write_now(adding("a", 1, 1))
    in_one_group(
        database,
        lambda tx: tx.tally(COUNT, (("p", "a", "s"),), {"spent": 2}),
        lambda tx: tx.tally(COUNT, (("p", "b", "s"),), {"spent": 4}),
    )
    assert all("reserved = " in text for text in driver.texts)
    assert counted(database) == {"a": (3, 1), "b": (4, 0)}


def test_a_tally_of_nothing_makes_its_row(database: Database) -> None:
    database.write_now(lambda tx: tx.tally(COUNT, (("p", "a", "s"),), {}))
    assert counted(database) == {"a": (0, 0)}

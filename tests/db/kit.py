"""What store tests share: a grant of any scope, a table to play with, drivers that misbehave."""

from __future__ import annotations

import itertools
from typing import Any, Self

from sqlalchemy import bindparam, select

from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.drivers import Driver
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.trust import store
from runwright.trust.audit import Entry
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope

ITEMS = schema.context_items
ADD = insert(ITEMS)
ALL = select(ITEMS.c.id).order_by(ITEMS.c.id)
ONE = select(*ITEMS.c).where(ITEMS.c.id == bindparam("id"))
LOG = select(*schema.audit_log.c).order_by(schema.audit_log.c.seq)


_numbers = itertools.count()


def row(id: str, text: str = "text", project_id: str = "p") -> dict[str, Any]:
    """A row with every column."""
    columns: dict[str, Any] = dict.fromkeys(column.name for column in ITEMS.c)
    return columns | {
        "project_id": project_id,
        "source": "documents",
        "number": next(_numbers),
        "id": id,
        "file_id": "file_x",
        "kind": "passage",
        "title": "",
        "text": text,
        "mentions": "[]",
        "facts": "{}",
        "generation": 0,
        "length": 1,
    }


def add(tx: Tx, id: str, text: str = "text", project_id: str = "p") -> str:
    """Write one row."""
    tx.run(ADD, **row(id, text, project_id))
    return id


def stored(database: Database) -> list[str]:
    """The ids of all rows."""
    return [row.id for row in database.read_now(lambda reader: reader.all(ALL))]


def new_project(database: Database) -> str:
    """A project with a chain, as the first start makes it."""
    database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))
    project = database.read_now(lambda reader: store.find_project(reader, None))
    assert project is not None
    return project.id


def grant(project_id: str, scope: Scope) -> Grant:
    """A grant whose entry is recorded nowhere."""
    return act_as_service(project_id, scope, action="test", trail=Trail())


def entry(project_id: str, action: str = "test.action") -> Entry:
    """An audit entry."""
    made = Trail()
    act_as_service(project_id, Scope.RUNS_READ, action=action, trail=made)
    return made[0]


def logged(database: Database, action: str = "test.action") -> list[int]:
    """The places in the chain of the entries with that action."""

    def read(reader: Reader) -> list[int]:
        return [row.seq for row in reader.all(LOG) if row.action == action]

    return database.read_now(read)


class Wrapped:
    """A driver whose connections pass each statement through `before` and `after`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    def connect(self) -> Any:
        """A connection that is watched."""
        return _Connection(self._driver.connect(), self)

    def before(self, statement: str) -> None:
        """Called before each statement; may raise."""

    def after(self, statement: str) -> None:
        """Called after each statement; may raise."""


class _Connection:
    def __init__(self, real: Any, driver: Wrapped) -> None:
        self._real, self._driver = real, driver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()

    def cursor(self) -> Any:
        return _Cursor(self._real.cursor(), self._driver)


class _Cursor:
    def __init__(self, real: Any, driver: Wrapped) -> None:
        self._real, self._driver = real, driver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def execute(self, statement: str, *parameters: Any) -> Any:
        self._driver.before(statement)
        self._real.execute(statement, *parameters)
        self._driver.after(statement)
        return self


class Counted:
    """A cursor that counts what is said to the database."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.statements = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def execute(self, *arguments: Any) -> Any:
        """One statement."""
        self.statements += 1
        return self._cursor.execute(*arguments)

    def executemany(self, text: str, rows: list[Any]) -> Any:
        """As many as there are rows."""
        self.statements += len(rows)
        return self._cursor.executemany(text, rows)


def counting(tx: Tx) -> tuple[Tx, Counted]:
    """The same transaction, and a count of what is said in it."""
    cursor = Counted(tx._cursor)
    return Tx(cursor, tx._compile), cursor

"""What a store function is handed: a `Reader` to look, a `Tx` to write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.dml import Insert

from runwright.db.sql import Compiler

BATCHES = (64, 32, 16, 8, 4, 2, 1)
"""How many rows one statement inserts: few sizes, so that each is prepared once."""


class Tally(NamedTuple):
    """Counts to be added to rows that many functions add to."""

    statement: Insert
    keys: tuple[tuple[Any, ...], ...]
    counts: Mapping[str, int]


class Contended(Exception):
    """Another process holds a row that a function needs.

    Functions of one group hold their rows together, in whatever order they come: if they waited
    for more, two processes could wait for each other. The writer does such a function again alone.
    """


class Savepoint:
    """What the functions of a group write under, one after the other (the writer's business)."""

    __slots__ = ("_begin_next", "_cursor", "_is_open")

    def __init__(self, cursor: Any, begin_next: str | None = None) -> None:
        """With `begin_next`, which ends it and begins another, it stays open until then, or until
        the transaction ends."""
        self._cursor = cursor
        self._begin_next = begin_next
        self._is_open = False

    def begin(self) -> None:
        """A function is about to write."""
        again = self._begin_next if self._is_open else None
        self._cursor.execute(again or "SAVEPOINT f")
        self._is_open = True

    def keep(self) -> None:
        """What it wrote stays."""
        if self._begin_next is None:
            self._cursor.execute("RELEASE SAVEPOINT f")
            self._is_open = False

    def undo(self) -> None:
        """What it wrote is taken back."""
        self._cursor.execute("ROLLBACK TO SAVEPOINT f")
        self.keep()


class Reader:
    """Runs prepared statements on one connection."""

    __slots__ = ("_compile", "_cursor")

    def __init__(self, cursor: Any, compiler: Compiler) -> None:
        self._cursor = cursor
        self._compile = compiler

    @property
    def dialect(self) -> str:
        """Which kind of database this is: `sqlite` or `postgresql`."""
        return self._compile.dialect.name

    def execute(self, statement: ClauseElement, **parameters: Any) -> None:
        """A statement that gives no rows and changes no data, such as a setting."""
        prepared = self._compile(statement)
        self._cursor.execute(prepared.text, prepared.parameters(parameters))

    def one(self, statement: ClauseElement, **parameters: Any) -> Any | None:
        """The first row, or None."""
        prepared = self._compile(statement)
        self._cursor.execute(prepared.text, prepared.parameters(parameters))
        row = self._cursor.fetchone()
        return None if row is None else prepared.row(row)

    def row(self, statement: ClauseElement, **parameters: Any) -> Any:
        """The first row of what is known to have one; `LookupError` if it has none after all."""
        found = self.one(statement, **parameters)
        if found is None:
            raise LookupError("a row that must be there is not")
        return found

    def all(self, statement: ClauseElement, **parameters: Any) -> list[Any]:
        """Every row."""
        prepared = self._compile(statement)
        self._cursor.execute(prepared.text, prepared.parameters(parameters))
        return [prepared.row(row) for row in self._cursor.fetchall()]


class Tx(Reader):
    """One write function's part of a group transaction.

    Its savepoint is opened by its first write, so a function that only reads costs none.
    """

    __slots__ = (
        "_has_written",
        "_savepoint",
        "audit_entries",
        "callbacks",
        "erased",
        "handed_over",
        "inserts",
        "last",
        "may_wait",
        "tallies",
    )

    def __init__(
        self,
        cursor: Any,
        compiler: Compiler,
        savepoint: Savepoint | None = None,
        *,
        may_wait: bool = True,
    ) -> None:
        super().__init__(cursor, compiler)
        self._savepoint = savepoint or Savepoint(cursor)
        self._has_written = False
        self.may_wait = may_wait
        """Whether a row that another process holds may be waited for; if not, `Contended`."""
        self.inserts: list[tuple[ClauseElement, Mapping[str, Any]]] = []
        self.tallies: list[Tally] = []
        self.last: list[tuple[ClauseElement, Mapping[str, Any]]] = []
        self.audit_entries: list[Any] = []
        self.handed_over: list[tuple[Appender, Any]] = []
        self.callbacks: list[Callable[[], None]] = []
        self.erased = False

    def run(self, statement: ClauseElement, **parameters: Any) -> int:
        """Execute a statement that writes; how many rows it touched."""
        self._open_savepoint()
        prepared = self._compile(statement)
        self._cursor.execute(prepared.text, prepared.parameters(parameters))
        return int(self._cursor.rowcount)

    def change(self, statement: ClauseElement, **parameters: Any) -> Any | None:
        """Execute a statement that writes one row at most and returns it; None when it was none."""
        self._open_savepoint()
        found = self.all(statement, **parameters)
        return found[0] if found else None

    def run_many(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Execute a statement that writes once for each row; rows of an insert go in together."""
        self._open_savepoint()
        if self._compile(statement).many is None:
            self.update_all(statement, rows)
        else:
            self.insert_all(statement, rows)

    def insert_later(self, statement: ClauseElement, **parameters: Any) -> None:
        """Hand a row over as a value: the writer inserts those of a whole group in one go.

        For rows that this function does not read back. It costs no savepoint.
        """
        self.inserts.append((statement, parameters))

    def tally(
        self, statement: Insert, keys: tuple[tuple[Any, ...], ...], counts: Mapping[str, int]
    ) -> None:
        """Hand over counts for rows that others add to as well, by all that is not counted.

        The writer sums those of a whole group, and executes the statement (an `insert_or_merge`)
        once for each key, after the audit entries. It costs no savepoint.
        """
        self.tallies.append(Tally(statement, keys, counts))

    def run_last(self, statement: ClauseElement, **parameters: Any) -> None:
        """Hand over a statement to be executed when every tally of the group is written."""
        self.last.append((statement, parameters))

    def hand_over(self, append: Appender, value: Any) -> None:
        """Hand over a value; the writer gives those of a whole group to `append`, in their order.

        That happens after the audit entries, whose heads are locked by then. It costs no savepoint.
        """
        self.handed_over.append((append, value))

    def audit(self, *entries: Any) -> None:
        """Hand over audit entries; the writer appends them last, even if this function fails."""
        self.audit_entries.extend(entries)

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Call something cheap, on the writer's thread, once this is durable; never otherwise."""
        self.callbacks.append(callback)

    def mark_erased(self) -> None:
        """Say that data was erased here, so that no copy of it may stay in freed pages."""
        self.erased = True

    def insert_all(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Insert rows without a savepoint, many in one statement (the writer's business)."""
        prepared = self._compile(statement)
        values = [prepared.parameters(row) for row in rows]
        if len(values) == 1:
            self._cursor.execute(prepared.text, values[0])
            return
        if prepared.many is None:
            self._cursor.executemany(prepared.text, values)
            return
        self._execute_in_batches(prepared.many, values)

    def _execute_in_batches(self, text: Callable[[int], str], values: Sequence[Any]) -> None:
        # executemany is a call a row: sqlite3 gives the interpreter away at each, and psycopg takes
        # as long for the messages of a row as for those of a batch.
        begin = 0
        for size in BATCHES:
            while len(values) - begin >= size:
                batch = values[begin : begin + size]
                self._cursor.execute(text(size), list(chain.from_iterable(batch)))
                begin += size

    def update_all(self, statement: ClauseElement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Execute an update once for each row, without a savepoint (the writer's business)."""
        prepared = self._compile(statement)
        self._cursor.executemany(prepared.text, [prepared.parameters(row) for row in rows])

    def add_all(
        self,
        statement: Insert,
        counted: tuple[str, ...],
        rows: Sequence[tuple[Any, ...]],
    ) -> None:
        """Execute an upsert that adds for some rows, each of its own, without a savepoint (the
        writer's business). Values are the keys', then the counts', both in the table's order."""
        prepared = self._compile(statement)
        if prepared.adding is None:
            raise ValueError(f"{statement.table.name} is not only added to")
        self._execute_in_batches(partial(prepared.adding, counted), rows)

    def release(self) -> None:
        """Keep what was written (the writer's business)."""
        if self._has_written:
            self._savepoint.keep()

    def undo(self) -> None:
        """Take back what was written, and nothing of the others (the writer's business)."""
        self.inserts.clear()
        self.tallies.clear()
        self.last.clear()
        self.handed_over.clear()
        self.callbacks.clear()
        self.erased = False
        if self._has_written:
            self._savepoint.undo()

    def _open_savepoint(self) -> None:
        if not self._has_written:
            self._savepoint.begin()
            self._has_written = True


Appender = Callable[[Tx, list[Any]], None]

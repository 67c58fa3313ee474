"""The helpers that build statements once, for both databases."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, select

from db import kit
from runwright.db.database import Database
from runwright.db.sql import all_of, contains, insert, insert_or_ignore
from runwright.db.transaction import Tx

ITEMS = kit.ITEMS
HOLDS = select(ITEMS.c.id).where(contains(ITEMS.c.text, bindparam("sought")))
IGNORE = insert_or_ignore(ITEMS)
BOTH = select(ITEMS.c.id).where(
    all_of([ITEMS.c.id == bindparam("id"), ITEMS.c.text == bindparam("text")])
)
ROW = {"project_id": "p", "source": "documents", "id": "a", "text": "one", "at": None}
TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)


def test_an_insert_takes_every_column_by_its_name(database: Database) -> None:
    assert database.write_now(lambda tx: tx.run(insert(ITEMS), **ROW)) == 1
    row = database.read_now(lambda reader: reader.one(kit.ONE, id="a"))
    assert row._asdict() == ROW


def test_a_forgotten_parameter_is_an_error_before_the_database(database: Database) -> None:
    with pytest.raises(KeyError, match="text"):
        database.write_now(lambda tx: tx.run(kit.ADD, project_id="p", source="s", id="a", at=None))
    assert kit.stored(database) == []


def test_insert_or_ignore_says_whether_it_inserted(database: Database) -> None:
    assert [database.write_now(lambda tx: tx.run(IGNORE, **ROW)) for _ in range(2)] == [1, 0]
    assert database.write_now(lambda tx: tx.run(IGNORE, **{**ROW, "text": "two"})) == 0
    row = database.read_now(lambda reader: reader.one(kit.ONE, id="a"))
    assert row.text == "one"


def test_run_many_inserts_every_row(database: Database) -> None:
    rows = [{**ROW, "id": f"i{n}"} for n in range(50)]
    database.write_now(lambda tx: tx.run_many(kit.ADD, rows))
    assert len(kit.stored(database)) == 50


def test_run_many_is_undone_as_a_whole(database: Database) -> None:
    def write(tx: Tx) -> None:
        tx.run_many(kit.ADD, [{**ROW, "id": f"i{n}"} for n in range(5)])
        raise _Undo(False)

    with pytest.raises(_Undo):
        database.write_now(write)
    assert kit.stored(database) == []


def test_all_of_needs_every_condition(database: Database) -> None:
    database.write_now(lambda tx: tx.run(kit.ADD, **ROW))
    assert database.read_now(lambda reader: reader.one(BOTH, id="a", text="one")).id == "a"
    assert database.read_now(lambda reader: reader.one(BOTH, id="a", text="two")) is None


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=TEXT, sought=TEXT | st.sampled_from(["%", "_", "\\", "'", "a%", "É", "é"]))
def test_contains_is_pythons_in(database: Database, text: str, sought: str) -> None:
    def look(tx: Tx) -> bool:
        tx.run(kit.ADD, **{**ROW, "text": text})
        found = tx.one(HOLDS, sought=sought) is not None
        raise _Undo(found)

    with pytest.raises(_Undo) as undone:
        database.write_now(look)
    # An empty text is in every text; SQLite's instr and PostgreSQL's strpos both say 1.
    assert undone.value.found == (sought in text)


class _Undo(Exception):
    def __init__(self, found: bool) -> None:
        self.found = found

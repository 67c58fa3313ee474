"""The helpers that build statements once, for both databases."""

from __future__ import annotations

from contextlib import closing

import orjson
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, select

from db import kit
from runwright import canonical
from runwright.db.database import Database
from runwright.db.sql import Compiler, has_pair, insert, insert_or_ignore, is_in
from runwright.db.transaction import Tx
from support.properties import examples

ITEMS = kit.ITEMS
HOLDS = select(ITEMS.c.id).where(
    has_pair(ITEMS.c.text, bindparam("sought_key"), bindparam("sought_value"))
)
IGNORE = insert_or_ignore(ITEMS)
ROW = kit.row("a", "one")
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
AWKWARD = TEXT | st.sampled_from(["", ",", ":", '"', "{", "}", "\\", "$.a", "a.b", "1", "é", "É"])


def test_an_insert_takes_every_column_by_its_name(database: Database) -> None:
    assert database.write_now(lambda tx: tx.run(insert(ITEMS), **ROW)) == 1
    row = database.read_now(lambda reader: reader.one(kit.ONE, id="a"))
    assert row is not None
    assert row._asdict() == ROW


def test_a_forgotten_parameter_is_an_error_before_the_database(database: Database) -> None:
    forgetful = {name: value for name, value in ROW.items() if name != "text"}
    with pytest.raises(KeyError, match="text"):
        database.write_now(lambda tx: tx.run(kit.ADD, **forgetful))
    assert kit.stored(database) == []


def test_insert_or_ignore_says_whether_it_inserted(database: Database) -> None:
    assert [database.write_now(lambda tx: tx.run(IGNORE, **ROW)) for _ in range(2)] == [1, 0]
    assert database.write_now(lambda tx: tx.run(IGNORE, **{**ROW, "text": "two"})) == 0
    row = database.read_now(lambda reader: reader.one(kit.ONE, id="a"))
    assert row is not None
    assert row.text == "one"


def test_run_many_inserts_every_row(database: Database) -> None:
    rows = [kit.row(f"i{n}") for n in range(50)]
    database.write_now(lambda tx: tx.run_many(kit.ADD, rows))
    assert len(kit.stored(database)) == 50


def test_run_many_leaves_rows_that_are_there_as_they_are(database: Database) -> None:
    database.write_now(lambda tx: tx.run(IGNORE, **kit.row("i7", "first")))
    rows = [kit.row(f"i{n}", "second") for n in range(50)]
    database.write_now(lambda tx: tx.run_many(IGNORE, [*rows, rows[3]]))
    stored = kit.stored(database)
    assert len(stored) == 50
    row = database.read_now(lambda reader: reader.one(kit.ONE, id="i7"))
    assert row is not None
    assert row.text == "first"


def test_run_many_is_undone_as_a_whole(database: Database) -> None:
    def write(tx: Tx) -> None:
        tx.run_many(kit.ADD, [kit.row(f"i{n}") for n in range(5)])
        raise _Undo(False)

    with pytest.raises(_Undo):
        database.write_now(write)
    assert kit.stored(database) == []


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=st.dictionaries(AWKWARD, AWKWARD, max_size=3), key=AWKWARD, value=AWKWARD)
@example(pairs={"!": ",", ":": "v"}, key=",", value=":")
def test_a_pair_is_found_exactly_where_it_is(
    database: Database, pairs: dict[str, str], key: str, value: str
) -> None:
    def look(tx: Tx) -> bool:
        tx.run(kit.ADD, **{**ROW, "text": canonical.dumps(pairs).decode()})
        found = tx.one(HOLDS, sought_key=key, sought_value=value) is not None
        raise _Undo(found)

    with pytest.raises(_Undo) as undone:
        database.write_now(look)
    assert undone.value.found == (pairs.get(key) == value)


class _Undo(Exception):
    def __init__(self, found: bool) -> None:
        self.found = found


IN_LIST = select(ITEMS.c.id).where(
    ITEMS.c.project_id == bindparam("project"),
    ITEMS.c.source == "documents",
    is_in(ITEMS.c.number, bindparam("wanted")),
)


def test_many_look_ups_in_one_statement(database: Database) -> None:
    rows = [kit.row(f"i{n}") for n in range(20)]
    database.write_now(lambda tx: tx.run_many(kit.ADD, rows))
    wanted = orjson.dumps([rows[3]["number"], rows[7]["number"], 10**9]).decode()
    found = database.read_now(lambda reader: reader.all(IN_LIST, project="p", wanted=wanted))
    assert sorted(row.id for row in found) == ["i3", "i7"]
    assert database.read_now(lambda reader: reader.all(IN_LIST, project="p", wanted="[]")) == []


def test_looking_up_many_uses_the_key(database: Database) -> None:
    if not database.driver.is_embedded:
        pytest.skip("SQLite tells its plan in one line")
    prepared = Compiler(database.driver.dialect)(IN_LIST)
    values = prepared.parameters({"project": "p", "wanted": "[1]"})
    with closing(database.driver.connect()) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {prepared.text}", values).fetchall()
    assert "number=?" in plan[0][3]

"""Large shelves on PostgreSQL: pgvector finds what memory finds, and forgets what is erased."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from context.graph import body, erase, passage, put, reading, vector, writing
from runwright.context.index import store as index_store
from runwright.context.index import weights
from runwright.context.index.pgvector import store
from runwright.context.index.pgvector.builder import Builder
from runwright.context.index.source_index import SourceIndex
from runwright.context.index.types import Floats, Numbers
from runwright.context.index.vectors import VectorCache
from runwright.db.database import Database

SIZE = 150


@pytest.fixture
def filled(database: Database, kind: str) -> Database:
    if kind != "postgresql":
        pytest.skip("pgvector is an extension of PostgreSQL")
    put(database, [passage(f"item {n}") for n in range(SIZE)])
    put(database, [passage("another file")], file_id="file_b")
    vectors = [(n, body(vector(n))) for n in range(SIZE + 1)]
    database.write_now(lambda tx: index_store.add_vectors(tx, writing(), "documents", vectors))
    return database


def nearest(
    database: Database, question: Floats, limit: int, allowed: Numbers | None = None
) -> tuple[bool, list[int], list[float]]:
    def look(reader: object) -> tuple[bool, list[int], list[float]]:
        state = index_store.read_shelf(reader, reading(), "documents")  # type: ignore[arg-type]
        assert state is not None
        shelf = SourceIndex(reader, reading(), "documents", state, VectorCache(10**6))  # type: ignore[arg-type]
        numbers, cosines = shelf.nearest(question, allowed, limit)
        again = shelf.cosines(question, numbers)
        assert again.tolist() == pytest.approx(cosines.tolist(), abs=1e-5)
        return state.has_nearest, numbers.tolist(), cosines.tolist()

    return database.read_now(look)


def build(database: Database, least: int) -> bool:
    return asyncio.run(Builder(database=database, least=least).build_next())


def test_the_index_finds_what_memory_finds(filled: Database) -> None:
    question = (vector(3) + vector(40)) / np.float32(2**0.5)
    in_memory = nearest(filled, question, 10)
    assert build(filled, least=100)
    indexed = nearest(filled, question, 10)
    assert (in_memory[0], indexed[0]) == (False, True)
    assert indexed[1] == in_memory[1]
    assert indexed[2] == pytest.approx(in_memory[2], abs=1e-5)


def test_a_filter_holds_with_the_index_too(filled: Database) -> None:
    build(filled, least=100)
    _, numbers, _ = nearest(filled, vector(3), 10, np.asarray([5, 3, 149], np.uint32))
    assert numbers[0] == 3
    assert sorted(numbers) == [3, 5, 149]


def test_a_small_shelf_gets_no_index_and_a_large_one_only_once(filled: Database) -> None:
    assert not build(filled, least=SIZE + 2)
    assert build(filled, least=SIZE + 1)
    assert not build(filled, least=SIZE + 1)


def test_additions_and_erasures_reach_the_index(filled: Database) -> None:
    build(filled, least=100)
    erase(filled, "file_b")
    assert SIZE not in nearest(filled, vector(SIZE), 20)[1]
    put(filled, [passage("new")], file_id="file_c")
    filled.write_now(
        lambda tx: index_store.add_vectors(
            tx, writing(), "documents", [(SIZE + 1, body(vector(SIZE + 1)))]
        )
    )
    assert nearest(filled, vector(SIZE + 1), 1)[1] == [SIZE + 1]


def test_nothing_is_built_on_the_embedded_database(database: Database, kind: str) -> None:
    if kind == "sqlite":
        put(database, [passage("one")])
        assert not build(database, least=1)


def test_an_index_over_vectors_of_another_recipe_is_not_used_and_is_built_again(
    filled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build(filled, least=100)
    monkeypatch.setattr(weights, "RECIPE", weights.RECIPE + 1)
    assert nearest(filled, vector(3), 10) == (False, [], [])
    vectors = [(n, body(vector(n))) for n in range(120)]
    filled.write_now(lambda tx: index_store.add_vectors(tx, writing(), "documents", vectors))
    assert build(filled, least=100)
    has_index, numbers, _ = nearest(filled, vector(3), 200)
    assert (has_index, numbers[0], len(numbers)) == (True, 3, 120)


def test_an_older_pgvector_is_as_good_as_none(
    filled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_OLDEST", (99, 0))
    assert not build(filled, least=100)

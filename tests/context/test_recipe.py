"""Vectors know the recipe that made them, and are made again when it changes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select

from context.graph import PROJECT, erase, passage, put, reading
from context.index import small_model
from runwright.context.embedding import Embedding
from runwright.context.index import embedder, weights
from runwright.context.index import store as index_store
from runwright.context.index.source_index import SourceIndex
from runwright.context.index.vectors import VectorCache
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.jobs.compute_process import Child
from runwright.jobs.types import Job
from runwright.trust import audit

TEXTS = {"file_a": "invoice from the bank", "file_b": "train on tuesday"}
QUEUED = select(schema.queued_jobs.c.subject, schema.queued_jobs.c.kind)
LOGGED = select(schema.audit_log.c.action, schema.audit_log.c.resource).order_by(
    schema.audit_log.c.seq
)
RECIPES = select(schema.context_vectors.c.number, schema.context_vectors.c.recipe)


class InThisProcess:
    """The computing child's function, called here: a child would load the unchanged recipe."""

    async def call(self, function: str, arguments: dict[str, Any]) -> dict[str, Any]:
        assert function.endswith(":embed_in_child")
        return embedder.embed_in_child(arguments)


@pytest.fixture(autouse=True)
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small model in this environment's place for it."""
    small_model.install(tmp_path / "package", monkeypatch)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    weights.make(weights.default_folder())
    embedder._embedder_of_this_process.cache_clear()
    yield
    embedder._embedder_of_this_process.cache_clear()


@pytest.fixture
def embedding(database: Database) -> Embedding:
    """A shelf of two files whose items have their vectors."""
    database.write_now(lambda tx: audit.begin_chain(tx, PROJECT))
    made = Embedding(database=database, child=cast(Child, InThisProcess()))
    for file_id, text in TEXTS.items():
        put(database, [passage(text)], file_id=file_id)
        asyncio.run(made.carry_on(job(file_id)))
    return made


def job(file_id: str) -> Job:
    return Job(id="0", kind="embed", project_id=PROJECT, subject=file_id, attempts=1)


def change_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a later version of the service comes with."""
    monkeypatch.setattr(weights, "RECIPE", weights.RECIPE + 1)
    weights.make(weights.default_folder())


def found(database: Database, text: str) -> list[int]:
    """The items that are near to a text, by their vectors."""

    def look(reader: Reader) -> list[int]:
        state = index_store.read_shelf(reader, reading(), "documents")
        assert state is not None
        shelf = SourceIndex(reader, reading(), "documents", state, VectorCache(10**6))
        rows, _ = shelf.nearest(embedder.Embedder().embed_query(text), None, 10)
        return [int(row) for row in rows]

    return database.read_now(look)


def queued(database: Database) -> set[str]:
    rows = database.read_now(lambda reader: reader.all(QUEUED))
    assert {row.kind for row in rows} <= {"embed"}
    return {row.subject for row in rows}


def recipes(database: Database) -> set[str]:
    return {row.recipe for row in database.read_now(lambda reader: reader.all(RECIPES))}


@pytest.mark.usefixtures("embedding")
def test_reading_a_file_for_its_vectors_is_in_the_log(database: Database) -> None:
    logged = database.read_now(lambda reader: reader.all(LOGGED))
    assert [tuple(row) for row in logged] == [("files.embed", file_id) for file_id in TEXTS]


@pytest.mark.usefixtures("embedding")
def test_vectors_of_another_recipe_are_not_compared(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sorted(found(database, TEXTS["file_a"])) == [0, 1]
    change_recipe(monkeypatch)
    assert found(database, TEXTS["file_a"]) == []


def test_other_weights_are_another_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    before = weights.recipe()
    monkeypatch.setattr(weights, "SOURCES", dict.fromkeys(weights.SOURCES, "0" * 64))
    assert weights.recipe() != before


def test_they_are_made_again_file_by_file(
    database: Database, embedding: Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not asyncio.run(embedding.renew())
    change_recipe(monkeypatch)
    assert asyncio.run(embedding.renew())
    assert queued(database) == set(TEXTS)
    assert not asyncio.run(embedding.renew()), "what is queued is not queued again"
    asyncio.run(embedding.carry_on(job("file_b")))
    assert found(database, TEXTS["file_b"]) == [1], "the other file is found by its words alone"
    asyncio.run(embedding.carry_on(job("file_a")))
    assert found(database, TEXTS["file_a"]) == [0, 1]
    assert recipes(database) == {weights.recipe()}


def test_what_an_older_process_made_meanwhile_is_made_again(
    database: Database, embedding: Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_recipe(monkeypatch)
    assert asyncio.run(embedding.renew())
    with monkeypatch.context() as older:
        older.setattr(weights, "RECIPE", weights.RECIPE - 1)
        weights.make(weights.default_folder())
        put(database, [passage("rent is due")], file_id="file_c")
        asyncio.run(embedding.carry_on(job("file_c")))
    weights.make(weights.default_folder())
    assert asyncio.run(embedding.renew())
    assert "file_c" in queued(database)


def test_without_a_model_of_the_new_recipe_nothing_is_queued(
    database: Database, embedding: Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "RECIPE", weights.RECIPE + 1)
    assert not asyncio.run(embedding.renew())
    assert queued(database) == set()


def test_a_shelf_that_was_emptied_is_up_to_date_at_once(
    database: Database, embedding: Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file_id in TEXTS:
        erase(database, file_id)
    change_recipe(monkeypatch)
    assert asyncio.run(embedding.renew())
    assert not asyncio.run(embedding.renew())
    assert queued(database) == set()

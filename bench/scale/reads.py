"""The reads whose cost is measured, each as the service does it: through its own stores."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any, NamedTuple

from bench.context import library
from bench.scale import steady
from bench.scale.steady import Cost
from runwright.config import Settings
from runwright.context.index.embedder import Embedder, is_available
from runwright.context.index.pgvector.builder import Builder
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Reader
from runwright.runs import store as runs_store
from runwright.runs.listing import store as listing
from runwright.trust import audit, audit_tree
from runwright.trust import store as trust_store
from runwright.trust.entries import store as entries_store
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store as tree_store

QUESTIONS = 200
PAGE = "runs: the newest page"
SEARCH = "search"
EMBEDDING = "search: embedding the question"
RANKING = "search: without the embedding"
BUILDING = "search: pgvector's index built"
INDEXED = "search: with pgvector's index"
ROUND = "housekeeping: one look at every log"
SIGNING = "housekeeping: one log signed"


class Asked(NamedTuple):
    """A filled database, and how long to ask it."""

    database: Database
    name: str
    pid: int | None
    """The process of PostgreSQL."""
    url: str | None
    seconds: float

    def count(self, table: str) -> int:
        """How many rows a table has."""
        connection = self.database.driver.connect()
        try:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        finally:
            connection.close()

    def cost(self, look: Callable[[], Look]) -> Cost:
        """What a read costs; `look` makes the next one."""
        return steady.measure(lambda: self.database.read_now(look()), self.seconds, self.pid)


_MOST_IN_MEMORY = 200_000
"""More vectors take longer to be read for the first time than a request waits."""
Look = Callable[[Reader], object]
Told = Iterator[tuple[str, int, Cost]]
"""Which read, over how many rows, at what cost."""


# Runs and the audit log -------------------------------------------------------------------------


def runs(asked: Asked) -> Told:
    """Reads of one project's runs and of its log."""
    project = asked.database.read_now(lambda reader: trust_store.find_project(reader, None))
    assert project is not None
    reading, auditing = (
        act_as_service(project.id, scope, action="bench", trail=Trail())
        for scope in (Scope.RUNS_READ, Scope.AUDIT_READ)
    )
    stored, entries = asked.count("runs"), asked.count("audit_log")
    for read, look in _run_reads(asked.database, reading).items():
        yield read, stored, asked.cost(look)
    for read, look in _audit_reads(auditing, entries).items():
        yield read, entries, asked.cost(look)
    whole = steady.once(lambda: _verify(asked.database, project.id, entries), asked.pid)
    yield "audit: the whole chain verified", entries, whole


def _run_reads(database: Database, grant: Grant) -> dict[str, Callable[[], Look]]:
    known = [
        run.head.id
        for page in (Page(limit=100, order="asc"), Page(limit=100))
        for run in database.read_now(_listed(grant, page)).rows
    ]
    chance = random.Random(1)
    return {
        "one run": lambda: lambda reader: runs_store.read(reader, grant, chance.choice(known)),
        PAGE: lambda: _listed(grant, Page()),
        "runs: a page behind a cursor": lambda: _listed(grant, Page(after=chance.choice(known))),
        "runs: a filter that nothing passes": lambda: _listed(grant, Page(), status="failed"),
    }


def _listed(grant: Grant, page: Page, **filters: Any) -> Callable[[Reader], Any]:
    return lambda reader: listing.list_runs(reader, grant, page, filters, {})


def _audit_reads(grant: Grant, entries: int) -> dict[str, Callable[[], Look]]:
    chance = random.Random(2)

    def listed(page: Page, **filters: Any) -> Look:
        return lambda reader: entries_store.list_audit(reader, grant, page, filters)

    return {
        "audit: the newest page": lambda: listed(Page()),
        "audit: a page behind a cursor": lambda: listed(Page(after=chance.randrange(50, entries))),
        "audit: a filter that nothing passes": lambda: listed(Page(), resource="run_none"),
    }


def _verify(database: Database, project_id: str, entries: int) -> None:
    found = database.read_now(lambda reader: audit.verify(reader, project_id))
    assert found.reason is None, found
    assert found.entries == entries, found


# Housekeeping -----------------------------------------------------------------------------------


def housekeeping(asked: Asked) -> Told:
    """What every worker does for all projects: look for logs that grew, and sign those."""
    projects = asked.count("audit_heads")
    yield ROUND, projects, asked.cost(lambda: tree_store.sizes)
    key, chance = SigningKey(bytes(range(32))), random.Random(3)

    def sign() -> None:
        project_id = f"proj_{chance.randrange(projects):026}"
        signed = asked.database.read_now(
            lambda reader: audit_tree.checkpoint(reader, project_id, key)
        )
        asked.database.write_now(lambda tx: audit_tree.keep(tx, signed))

    yield SIGNING, projects, steady.measure(sign, asked.seconds, asked.pid)


# Search -----------------------------------------------------------------------------------------


def search(asked: Asked) -> Told:
    """What a run's fetch does: embed the question, then rank by words and by vectors."""
    items = asked.count("context_items")
    settings = Settings()
    context = Context(settings=settings, database=asked.database)
    grant = act_as_service(library.PROJECT, Scope.DOCUMENTS_READ, action="bench", trail=Trail())
    questions = cycle(library.questions(QUESTIONS, items))
    with asyncio.Runner() as runner:

        def find() -> None:
            asking = context.find(grant, library.SOURCE, next(questions), limit=20)
            assert runner.run(asking)

        whole: Cost | None = None
        if items <= _MOST_IN_MEMORY:
            whole = steady.measure(find, asked.seconds, asked.pid)
            yield SEARCH, items, whole
        builder = Builder(database=asked.database, least=settings.vector_index)
        if asked.url is not None and items >= settings.vector_index:
            yield BUILDING, items, steady.once(lambda: runner.run(builder.build_next()), asked.pid)
            yield INDEXED, items, steady.measure(find, asked.seconds, asked.pid)
    if is_available():
        embedder = Embedder()
        part = steady.measure(lambda: embedder.embed_query(next(questions)), asked.seconds, None)
        yield EMBEDDING, items, part
        if whole is not None:
            yield RANKING, items, whole.without(part)

"""Asks the embedded mind as a run does: planned, read through grants from a database, performed.

Only HTTP, keys and the queue are left out; what is asked about lies on shelves as uploads would
have put it there, and the moment is the asker's choice.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np

from bench.context.stored import item_of, service_grant
from runwright import clock
from runwright.config import Settings
from runwright.context import store
from runwright.context.index import store as index_store
from runwright.context.index.embedder import Embedder, passage_text
from runwright.context.index.types import DIMENSIONS
from runwright.context.service import Context
from runwright.context.types import NewItem
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.files.formats.types import Draft
from runwright.minds import embedded
from runwright.minds.blobs import NOTHING, given_blob
from runwright.minds.cited import cited_in
from runwright.minds.types import Task
from runwright.minds.values import Artifact, Item, Moment, Weighed
from runwright.runs.hosts.fetch import Fetch
from runwright.runs.hosts.replay import ReplayHost
from runwright.runs.loop import execute
from runwright.runs.plans import drafts
from runwright.runs.plans.types import PlanRequest
from runwright.trust import audit
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

CHUNK = 200
NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)


class Reply(NamedTuple):
    """What a run answered."""

    summary: str
    sources: tuple[str, ...]
    """The names under which the items it rests on were put, each once."""
    actions: tuple[str, ...]
    needed: int
    """How many steps the plan had."""
    seconds: float
    answered: bool
    """Whether it says what was asked for; otherwise it declines, or asks back."""
    artifacts: tuple[Artifact, ...]
    weighed: Weighed = Weighed(claims=0, supported=0, useful_steps=0)
    """How much of what it says rests on records."""


class Desk:
    """A project of one's own, whose items are put under names."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="runwright-eval-")
        settings = Settings(data=Path(self._folder.name))
        driver = driver_for(settings)
        migrate(driver)
        self._database = Database(driver, audit.append, 1000)
        self._database.start()
        self._fetch = Fetch(Context(settings=settings, database=self._database))
        self._loop = asyncio.new_event_loop()
        self._embedder = Embedder()
        self._numbers: dict[str, int] = {}

    def put(self, named: Sequence[tuple[str, Draft]], *, embed: bool = True) -> None:
        """Put items on their shelves; each is afterwards known by its name."""
        for source in dict.fromkeys(draft.source for _, draft in named):
            own = [(name, draft) for name, draft in named if draft.source == source]
            for begin in range(0, len(own), CHUNK):
                self._put(source, own[begin : begin + CHUNK], embed)

    def give_arbitrary_vectors(self) -> None:
        """Vectors that mean nothing, for measuring time alone."""
        grant = service_grant(Scope.FILES_WRITE)
        random = np.random.default_rng(3)
        for source, count in self._numbers.items():
            made = random.integers(-60, 60, (count, DIMENSIONS)).astype(np.int8)
            vectors = [(n, row.tobytes()) for n, row in enumerate(made)]
            self._add_vectors(grant, source, vectors)

    def ask(  # noqa: PLR0913 - the settings of a run, by name
        self,
        prompt: str,
        sources: Sequence[str],
        *,
        deep: bool = False,
        max_steps: int = 8,
        now: datetime = NOW,
        zone: str = "UTC",
        attached: Sequence[Item] = (),
        earlier: Sequence[str] = (),
        currency: str | None = None,
    ) -> Reply:
        """One run, from its plan to its summary; `earlier` is what was asked before it."""
        began = time.perf_counter()
        moment = Moment(now=now, zone=ZoneInfo(zone))
        planned = drafts.draft(
            PlanRequest(
                prompt=prompt,
                created_at=clock.stamp(now),
                time_zone=zone,
                sources=tuple(sources),
                attached=bool(attached),
                max_steps=max_steps,
                earlier=tuple(earlier),
            )
        )
        task = Task(
            embedded.NAME,
            planned,
            prompt,
            tuple(sources),
            max_steps,
            "",
            moment,
            deep,
            currency=currency,
        )
        host = ReplayHost(task, given_blob(attached) if attached else NOTHING)
        host.read_again(self._fetch, {s: service_grant(SOURCES[s]) for s in sources}, None)
        closing = self._loop.run_until_complete(execute(host))
        cited = list(cited_in(closing.cited))
        return Reply(
            summary=closing.summary,
            sources=tuple(dict.fromkeys(file for _, _, _, file, _ in cited)),
            actions=tuple(step.entry["action"] for step in host.steps),
            needed=len(planned.steps),
            seconds=time.perf_counter() - began,
            answered=closing.answered,
            artifacts=closing.artifacts,
            weighed=closing.weighed,
        )

    def close(self) -> None:
        """Let go of the database and its folder."""
        self._loop.close()
        self._database.close()
        self._folder.cleanup()

    def _put(self, source: str, named: Sequence[tuple[str, Draft]], embed: bool) -> None:
        grant = service_grant(Scope.FILES_WRITE)
        first = self._numbers.get(source, 0)

        def add(name: str, item: NewItem) -> None:
            self._database.write_now(lambda tx: store.add_items(tx, grant, name, source, [item]))

        for name, draft in named:
            add(name, item_of(draft))
        self._numbers[source] = first + len(named)
        if embed:
            texts = [passage_text(draft.title, draft.text) for _, draft in named]
            vectors = list(enumerate(self._embedder.embed_passages(texts), first))
            self._add_vectors(grant, source, vectors)

    def _add_vectors(self, grant: Grant, source: str, vectors: list[tuple[int, bytes]]) -> None:
        self._database.write_now(lambda tx: index_store.add_vectors(tx, grant, source, vectors))

"""Finds items the way the service does: stored in a database, read through a grant."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from runwright.config import Settings
from runwright.context import store
from runwright.context.index import store as index_store
from runwright.context.index.embedder import Embedder, passage_text
from runwright.context.service import Context
from runwright.context.types import NewItem
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.files import reader
from runwright.files.extract import new_item
from runwright.files.formats.types import Draft
from runwright.trust import audit
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import SOURCES, Scope

PROJECT = "proj_measured"
CHUNK = 200


class StoredFinder:
    """One collection on a shelf of its own, each item under a file that names its place."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="runwright-eval-")
        settings = Settings(data=Path(self._folder.name))
        driver = driver_for(settings)
        migrate(driver)
        self._database = Database(driver, audit.append, 1000)
        self._database.start()
        self._context = Context(settings=settings, database=self._database)
        self._loop = asyncio.new_event_loop()
        self._source = drafts[0].source
        for begin in range(0, len(drafts), CHUNK):
            self._put(begin, drafts[begin : begin + CHUNK])

    def search(self, query: str, now: datetime | None, limit: int) -> Sequence[int]:
        """See `retrieval.Finder`."""
        found = self._loop.run_until_complete(
            self._context.find(
                service_grant(SOURCES[self._source]), self._source, query, limit=limit, now=now
            )
        )
        return [int(item.file_id) for item in found]

    def close(self) -> None:
        """Let go of the database and its folder."""
        self._loop.close()
        self._database.close()
        self._folder.cleanup()

    def _put(self, begin: int, drafts: Sequence[Draft]) -> None:
        grant = service_grant(Scope.FILES_WRITE)
        for place, draft in enumerate(drafts, begin):
            item = item_of(draft)
            self._database.write_now(
                lambda tx, p=place, i=item: store.add_items(  # type: ignore[misc]
                    tx, grant, str(p), self._source, [i]
                )
            )
        texts = [passage_text(draft.title, draft.text) for draft in drafts]
        vectors = list(enumerate(Embedder().embed_passages(texts), begin))
        self._database.write_now(
            lambda tx: index_store.add_vectors(tx, grant, self._source, vectors)
        )


def service_grant(scope: Scope) -> Grant:
    """The right to put and to read what is measured."""
    return act_as_service(PROJECT, scope, action="evaluate", trail=Trail())


def item_of(draft: Draft) -> NewItem:
    """A draft as the reader would hand it over."""
    return new_item(reader.item(draft))

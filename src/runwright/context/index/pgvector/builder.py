"""Housekeeping: gives shelves that have grown large an index of their own."""

from __future__ import annotations

import asyncio

import structlog

from runwright.context.index.pgvector import store
from runwright.db.database import Database

log = structlog.get_logger()


class Builder:
    """Builds one index at a time; does nothing where there is no pgvector."""

    def __init__(self, *, database: Database, least: int) -> None:
        self._database = database
        self._least = least

    async def build_next(self) -> bool:
        """Index the next large shelf; False when there is none."""
        if self._database.driver.is_embedded:
            return False
        shelf = await self._database.read(lambda reader: store.next_large(reader, self._least))
        if shelf is None or not await self._database.read(store.is_available):
            return False
        log.info("vector_index_begun", project=shelf.project_id, source=shelf.source)
        await asyncio.to_thread(self._build, shelf)
        await self._database.write(lambda tx: store.mark(tx, shelf))
        log.info("vector_index_built", project=shelf.project_id, source=shelf.source)
        return True

    def _build(self, shelf: store.Shelf) -> None:
        with self._database.driver.connect() as connection:
            store.build(connection, shelf)

"""Housekeeping of the logs' trees: writes full tiles, and signs checkpoints.

One process does it for all, now this one, now that. So what is to be signed is read from the
database, some projects at a time: no reading transaction lasts as long as there are projects.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import structlog

from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.trust import audit_tiles, audit_tree
from runwright.trust.audit_tree import NothingToSign, Unsignable
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store

PROJECTS_AT_ONCE = 10_000
TILES_AT_ONCE = 64
BREATH_SECONDS = 0.05

log = structlog.get_logger()


class Keeper:
    """Looks after the logs of all projects."""

    def __init__(self, *, database: Database, signing_key: SigningKey) -> None:
        self._database = database
        self._signing_key = signing_key
        self._tiled: dict[str, int] = {}
        """By project: the size of its tree when this process last saw to its tiles."""

    async def write_tiles(self) -> None:
        """Write the tiles that have become full, of every log."""
        after = ""
        while page := await self._database.read(
            partial(store.some_sizes, after=after, limit=PROJECTS_AT_ONCE)
        ):
            for project_id, size in page:
                if size // audit_tiles.WIDTH > self._tiled.get(project_id, 0) // audit_tiles.WIDTH:
                    await self._write_tiles_of(project_id, size)
                self._tiled[project_id] = size
            after = page[-1][0]

    async def sign(self) -> None:
        """Sign and keep a checkpoint of every log that grew since its last one."""
        after = ""
        while page := await self._database.read(
            partial(store.some_signed, after=after, limit=PROJECTS_AT_ONCE)
        ):
            for project_id, size, signed in page:
                if size > signed:
                    await self._sign_one(project_id)
            after = page[-1][0]

    async def _write_tiles_of(self, project_id: str, size: int) -> None:
        """Write what is missing, not too much in one transaction: others want to write, too."""

        def find(reader: Reader) -> list[dict[str, Any]]:
            return audit_tiles.missing(reader, project_id, size, TILES_AT_ONCE)

        while rows := await self._database.read(find):
            await self._database.write(partial(store.add_tiles, rows=rows))
            await asyncio.sleep(BREATH_SECONDS)

    async def _sign_one(self, project_id: str) -> None:
        sign = partial(audit_tree.checkpoint, project_id=project_id, key=self._signing_key)
        try:
            signed = await self._database.read(sign)
        except (NothingToSign, Unsignable) as error:
            # The other logs are to be signed all the same.
            log.error("audit_log_is_not_signed", project=project_id, reason=error.message)
            return
        await self._database.write(partial(audit_tree.keep, signed=signed))

"""Housekeeping of the logs' trees: writes full tiles, and signs a checkpoint now and then."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import structlog

from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.trust import audit_tiles, audit_tree
from runwright.trust.audit_tree import NothingToSign, Unsignable
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store

CHECKPOINT_SECONDS = 600.0
TILES_AT_ONCE = 64
BREATH_SECONDS = 0.05

log = structlog.get_logger()


class Keeper:
    """Looks after the logs that grew since it last looked."""

    def __init__(self, *, database: Database, signing_key: SigningKey) -> None:
        self._database = database
        self._signing_key = signing_key
        self._tiled: dict[str, int] = {}
        self._signed: dict[str, int] = {}
        """By project: the size of its tree when its tiles were written, or it was signed, last."""
        self._sign_at = time.monotonic() + CHECKPOINT_SECONDS

    async def keep(self) -> None:
        """One round over every log."""
        sizes = await self._database.read(store.sizes)
        for project_id, size in sizes.items():
            if size // audit_tiles.WIDTH > self._tiled.get(project_id, 0) // audit_tiles.WIDTH:
                await self.write_tiles(project_id, size)
            self._tiled[project_id] = size
        if time.monotonic() >= self._sign_at:
            self._sign_at = time.monotonic() + CHECKPOINT_SECONDS
            await self.sign(sizes)

    async def write_tiles(self, project_id: str, size: int) -> None:
        """Write what is missing, not too much in one transaction: others want to write, too."""

        def find(reader: Reader) -> list[dict[str, Any]]:
            return audit_tiles.missing(reader, project_id, size, TILES_AT_ONCE)

        while rows := await self._database.read(find):
            await self._database.write(partial(store.add_tiles, rows=rows))
            await asyncio.sleep(BREATH_SECONDS)

    async def sign(self, sizes: Mapping[str, int]) -> None:
        """Sign and keep a checkpoint of every log that grew since its last one."""
        for project_id, size in sizes.items():
            if size > self._signed.get(project_id, 0):
                await self._sign_one(project_id)

    async def _sign_one(self, project_id: str) -> None:
        sign = partial(audit_tree.checkpoint, project_id=project_id, key=self._signing_key)
        try:
            signed = await self._database.read(sign)
        except (NothingToSign, Unsignable) as error:
            # The other logs are to be signed all the same.
            log.error("audit_log_is_not_signed", project=project_id, reason=error.message)
            return
        await self._database.write(partial(audit_tree.keep, signed=signed))
        self._signed[project_id] = signed.size

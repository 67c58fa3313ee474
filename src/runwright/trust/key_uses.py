"""When keys were last used, to the hour: noted in memory, stored once an hour a key at most.

A request must not cost a write. What is noted reaches the database within half a minute, or when
the process stops; only a process that is killed loses the last half minute.
"""

from __future__ import annotations

import asyncio

import structlog

from runwright import clock
from runwright.db.database import Database
from runwright.errors import Overloaded
from runwright.trust import store
from runwright.trust.kernel import Principal
from runwright.trust.types import KeyUse

STORE_SECONDS = 30.0

log = structlog.get_logger()


class KeyUses:
    """The keys that this process has recognised, and in which hour."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: set[KeyUse] = set()
        self._stored: set[KeyUse] = set()
        """Of the last hour alone: no key is stored twice in it."""

    def note(self, principal: Principal) -> None:
        """A key is being used."""
        use = KeyUse(principal.project_id, principal.key_id, this_hour())
        if use not in self._stored:
            self._waiting.add(use)

    async def store(self) -> None:
        """Store what was noted since the last time; if that fails, it waits for the next."""
        uses = frozenset(self._waiting)
        if not uses:
            return
        await self._database.write(lambda tx: store.use_keys(tx, sorted(uses)))
        self._waiting -= uses
        hour = this_hour()
        self._stored = {use for use in self._stored | uses if use.hour == hour}

    async def store_at_the_end(self) -> None:
        """The same when a server stops: a storage that is away must not keep it from stopping."""
        try:
            await self.store()
        except Overloaded as problem:
            log.warning("key_uses_not_stored", reason=problem.message)

    async def duty(self) -> None:
        """One round of what the server does over and over."""
        await self.store()
        await asyncio.sleep(STORE_SECONDS)


def this_hour() -> str:
    """The hour that it is now, as it is stored and shown."""
    return clock.stamp(clock.now().replace(minute=0, second=0, microsecond=0))

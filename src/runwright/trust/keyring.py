"""Which key a secret is: a look-up with a short memory.

What was found is remembered for less than a second, so that a revocation on another node holds
within one; a revocation on this node is forgotten at once. So is that a secret is nobody's: whoever
repeats it costs no further look-up. No secret is known before its key is made, so a key that
another process made works at once.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from runwright import clock
from runwright.db.database import Database
from runwright.trust import secrets, store
from runwright.trust.kernel import Principal
from runwright.trust.key_uses import KeyUses

MEMORY_SECONDS = 0.9
MEMORY_LIMIT = 10_000


class KeyRing:
    """The keys of this process's recent callers."""

    def __init__(
        self,
        database: Database,
        default_rate: int,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._default_rate = default_rate
        self._monotonic = monotonic
        self.uses = KeyUses(database)
        """Which keys were looked up; whoever uses a key for long is looked up each second."""
        self._known: dict[str, tuple[float, Principal]] = {}
        self._unknown: dict[str, float] = {}
        """Hashes of secrets that are nobody's, and until when that is believed."""
        self._lock = threading.Lock()  # the writer's thread forgets, the event loop remembers
        self._generation = 0
        self._looking_up: dict[str, asyncio.Future[Principal | None]] = {}

    def recall(self, secret: str) -> Principal | None:
        """The key, if it was looked up a moment ago and is still valid."""
        return self._recall(secrets.digest(secret))

    def _recall(self, sha256: str) -> Principal | None:
        known = self._known.get(sha256)
        if known is None or known[0] <= self._monotonic():
            return None
        expires_at = known[1].expires_at
        if expires_at is not None and expires_at <= clock.stamp(clock.now()):
            return None
        return known[1]

    async def find(self, secret: str) -> Principal | None:
        """Look the key up; None for anything that is not a valid one now."""
        if not secrets.is_well_formed(secret):
            return None
        return await self._find(secrets.digest(secret))

    async def find_hashed(self, sha256: str) -> Principal | None:
        """The same by the hash of a secret, which is what a dashboard session knows of its key."""
        return self._recall(sha256) or await self._find(sha256)

    async def _find(self, sha256: str) -> Principal | None:
        if self._unknown.get(sha256, 0.0) > self._monotonic():
            return None
        # All that ask at the same moment share one look-up.
        under_way = self._looking_up.get(sha256)
        if under_way is None:
            under_way = asyncio.ensure_future(self._look_up(sha256))
            self._looking_up[sha256] = under_way
            under_way.add_done_callback(lambda done: self._looked_up(sha256, done))
        return await asyncio.shield(under_way)

    def forget(self) -> None:
        """Drop what is remembered: a key was revoked, narrowed or rotated, a project changed."""
        with self._lock:
            self._generation += 1
            self._known = {}
            self._unknown = {}
            self._looking_up = {}

    def _looked_up(self, sha256: str, done: asyncio.Future[Principal | None]) -> None:
        with self._lock:
            if self._looking_up.get(sha256) is done:
                del self._looking_up[sha256]

    async def _look_up(self, sha256: str) -> Principal | None:
        generation, until = self._generation, self._monotonic() + MEMORY_SECONDS
        now = clock.stamp(clock.now())
        principal = await self._database.read_inline(
            lambda reader: store.principal_by_secret(reader, sha256, now, self._default_rate)
        )
        if principal is not None:
            self.uses.note(principal)
        # A look-up that began before a revocation must not bring the key back.
        with self._lock:
            if generation != self._generation:
                return principal
            if principal is not None:
                if len(self._known) >= MEMORY_LIMIT:
                    self._known = {}
                self._known[sha256] = (until, principal)
            else:
                if len(self._unknown) >= MEMORY_LIMIT:
                    self._unknown = {}
                self._unknown[sha256] = until
        return principal

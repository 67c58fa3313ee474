"""Which key a secret is: a look-up with a short memory.

A positive answer is remembered for less than a second, so that a revocation on another node
holds within one; a revocation on this node is forgotten at once. An unknown secret is never
remembered, so a key that was made by another process works at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from runwright import clock
from runwright.db.database import Database
from runwright.trust import secrets, store
from runwright.trust.kernel import Principal

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
        self._known: dict[str, tuple[float, Principal]] = {}
        self._generation = 0

    async def find(self, secret: str) -> Principal | None:
        """The key, or None for anything that is not a valid one now."""
        if not secrets.is_well_formed(secret):
            return None
        sha256 = secrets.digest(secret)
        known = self._known.get(sha256)
        if known is not None and known[0] > self._monotonic():
            principal = known[1]
            if principal.expires_at is None or principal.expires_at > clock.stamp(clock.now()):
                return principal
        return await self._look_up(sha256)

    def forget(self) -> None:
        """Drop what is remembered: a key was revoked, narrowed or rotated, a project changed."""
        self._generation += 1
        self._known = {}

    async def _look_up(self, sha256: str) -> Principal | None:
        generation, until = self._generation, self._monotonic() + MEMORY_SECONDS
        now = clock.stamp(clock.now())
        principal = await self._database.read(
            lambda reader: store.principal_by_secret(reader, sha256, now, self._default_rate)
        )
        # A look-up that began before a revocation must not bring the key back.
        if principal is not None and generation == self._generation:
            if len(self._known) >= MEMORY_LIMIT:
                self._known = {}
            self._known[sha256] = (until, principal)
        return principal

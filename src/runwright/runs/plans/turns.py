"""Taking turns at what costs money, so that a retry does not pay for it a second time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """One at a time for the same key, so that a retry does not pay for a model a second time."""

    def __init__(self) -> None:
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}
        self._wanted: Counter[tuple[str, str]] = Counter()

    @asynccontextmanager
    async def turn(self, project_id: str, key: str | None) -> AsyncIterator[None]:
        """Wait for whoever came before with the same key; nobody waits without one."""
        if key is None:
            yield
            return
        whose = (project_id, key)
        lock = self._locks.setdefault(whose, asyncio.Lock())
        self._wanted[whose] += 1
        try:
            async with lock:
                yield
        finally:
            self._wanted[whose] -= 1
            if not self._wanted[whose]:
                del self._wanted[whose], self._locks[whose]

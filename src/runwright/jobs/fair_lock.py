"""A lock at something that serves one caller at a time: its groups of callers take turns.

Whoever queues a hundred calls holds the others up for one call each time, not for a hundred.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairLock:
    """A lock whose waiters are served round robin by group: by project, for instance."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By group, in the order in which groups are served next."""

    @asynccontextmanager
    async def turn(self, group: str, seconds: float | None = None) -> AsyncIterator[None]:
        """Hold it; `TimeoutError` when it could not be had within so many seconds."""
        async with asyncio.timeout(seconds):
            await self._acquire(group)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, group: str) -> None:
        if not self._held:
            self._held = True
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(group, deque()).append(granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._release()  # It was granted in the same moment: hand it on.
            raise

    def _release(self) -> None:
        while self._waiting:
            group = next(iter(self._waiting))
            queue = self._waiting.pop(group)
            granted = queue.popleft()
            if queue:
                self._waiting[group] = queue
            if not granted.done():
                granted.set_result(None)
                return
        self._held = False

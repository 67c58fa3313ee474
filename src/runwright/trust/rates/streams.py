"""How many streams of events each key has open in this process."""

from __future__ import annotations

from runwright.errors import RateLimited

MOST = 100
_RETRY_AFTER = 10


class OpenStreams:
    """A count a key, over streams of every kind."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, key_id: str) -> None:
        """A key opens a stream; `RateLimited` when it has as many as it may."""
        count = self._open.get(key_id, 0)
        if count >= self._most:
            raise RateLimited(
                f"This key has {count} open streams, which is the limit. Close one first.",
                _RETRY_AFTER,
            )
        self._open[key_id] = count + 1

    def leave(self, key_id: str) -> None:
        """A stream of a key has ended."""
        self._open[key_id] -= 1
        if not self._open[key_id]:
            del self._open[key_id]

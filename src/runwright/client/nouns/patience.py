"""How long is still to be waited."""

from __future__ import annotations

import time


class Patience:
    """A number of seconds that are running out, or never do."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self, most: float) -> float:
        """Seconds to wait next: not longer than the time is, nor than so long."""
        return most if self._end is None else max(0.0, min(most, self._end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

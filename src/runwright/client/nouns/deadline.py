"""How much of a timeout is left."""

from __future__ import annotations

import time


class Deadline:
    """A moment after so many seconds; None is never."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self, most: float) -> float:
        """Seconds until the deadline, at most `most`."""
        return most if self._end is None else max(0.0, min(most, self._end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether it has passed."""
        return self._end is not None and time.monotonic() >= self._end

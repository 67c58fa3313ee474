"""When a delivery that failed is tried again."""

from __future__ import annotations

from typing import NamedTuple

JITTER = 0.2


class Schedule(NamedTuple):
    """Seconds before each try, counted from the one before; the first is the first try's own."""

    steps: tuple[float, ...]

    def wait(self, tries: int, chance: float, asked: float | None = None) -> float | None:
        """Seconds until the next try after so many; None when that was the last.

        `chance` lies between 0 and 1 and spreads what failed together by a fifth either way,
        but not below the step before. What the endpoint asked for itself (`Retry-After`) is
        waited for, but not beyond the step that would follow.
        """
        if tries >= len(self.steps):
            return None
        step, before = self.steps[tries], self.steps[tries - 1] if tries else 0.0
        after = self.steps[min(tries + 1, len(self.steps) - 1)]
        spread = max(before, step * (1 - JITTER + 2 * JITTER * chance))
        return spread if asked is None else max(spread, min(asked, max(step, after)))


def read(text: str) -> Schedule:
    """A schedule as the setting `webhook_retries` has it."""
    return Schedule(tuple(map(float, text.split(","))))

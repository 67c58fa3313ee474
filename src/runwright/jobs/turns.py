"""Whose turn it is when a slot is free: one project must not wait for all that another queued.

The project with the fewest jobs of a kind in work goes first, whichever process works on them.
Between equals it is the one that this process served longest ago, which is remembered here. A
restart forgets it, which costs one project one turn.
"""

from __future__ import annotations

from collections import deque

MOST_REMEMBERED = 1_000


class Turns:
    """The projects that were served for one kind of job, the latest last, each once."""

    def __init__(self) -> None:
        self._served: deque[str] = deque(maxlen=MOST_REMEMBERED)

    def served(self, project_id: str) -> None:
        """A project had its turn."""
        if project_id in self._served:
            self._served.remove(project_id)
        self._served.append(project_id)

    def line(self) -> list[str]:
        """Projects in the order of their turns; one that is not here comes before them all."""
        return list(self._served)

"""How much may be under way at a time, so that endpoints that hang hold up nobody.

Every endpoint that is told has one POST of its own; what it sends beside that takes a place of
those that all share. So when they are all taken, by whomever, each endpoint still goes on.
"""

from __future__ import annotations

import resource

MOST_ENDPOINTS = 1000
MOST_SHARED = 3000


class SharedSlots:
    """What all endpoints share beyond the one POST that each has to itself."""

    def __init__(self, free: int) -> None:
        self.free = free

    def take(self, wanted: int) -> int:
        """As many as there are, up to so many."""
        taken = max(0, min(wanted, self.free))
        self.free -= taken
        return taken

    def give(self, count: int) -> None:
        """Let others have them."""
        self.free += count


def endpoints_at_once() -> int:
    """How many endpoints may be told at a time: each is a mere task, and a connection."""
    return max(16, min(MOST_ENDPOINTS, _files() // 3))


def shared_slots() -> SharedSlots:
    """What this process has beyond one for each of those."""
    return SharedSlots(max(16, min(MOST_SHARED, _files() // 3)))


def _files() -> int:
    """How many files and connections the process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft > 0 else MOST_SHARED * 3

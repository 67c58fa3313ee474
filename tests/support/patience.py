"""How long tests wait for what must come.

Nothing is slower for it: who waits goes on the moment that it comes. It only says when a test
gives up, and a machine that does other things beside the tests must not make one do so.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
LOOK_SECONDS = 0.02


def until(is_true: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait for something; fail when it does not come."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, f"in {seconds} s it did not happen that {what}"
        time.sleep(LOOK_SECONDS)

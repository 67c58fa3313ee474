"""What the child does in place of a step when a test wants it to be busy: it ticks, visibly.

Not a sleep: the process must be seen to be busy, and to have stopped when it should have.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from runwright.runs import remote

BUSY_SECONDS = 60.0
TICK_SECONDS = 0.02


def ticks(folder: Path) -> int:
    """How often the child has said that it computes."""
    try:
        return (folder / "ticks").stat().st_size
    except FileNotFoundError:
        return 0


def perform(given: dict[str, Any], *blobs: bytes) -> dict[str, Any]:
    """The step itself, after a minute's work if its part is one of the slow ones."""
    part = str(given["plan"]["steps"][0]["part"])
    if os.environ["CHAOS_SLOW"] in part:
        until = time.monotonic() + BUSY_SECONDS
        while time.monotonic() < until:
            with (Path(os.environ["CHAOS_DIR"]) / "ticks").open("a") as file:
                file.write(".")
            time.sleep(TICK_SECONDS)
    return remote.perform_measured(given, *blobs)

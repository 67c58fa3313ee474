"""What the child does in place of a step when a test wants it to be busy: it ticks, visibly.

Not a sleep: the process must be seen to be busy, and to have stopped when it should have.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from chaos.gates import asked
from runwright.jobs.messages import Reply
from runwright.runs import loop

BUSY_SECONDS = 60.0
TICK_SECONDS = 0.02


def ticks(folder: Path) -> int:
    """How often the child has said that it computes."""
    try:
        return (folder / "ticks").stat().st_size
    except FileNotFoundError:
        return 0


def advance(given: dict[str, Any], *blobs: bytes) -> Reply:
    """The step itself, after a minute's work if its part is one of the slow ones."""
    steps, done = given["task"]["plan"]["steps"], len(given["outputs"])
    part = asked(steps[done]["part"]) if given["most"] and done < len(steps) else ""
    if os.environ["CHAOS_SLOW"] in part:
        until = time.monotonic() + BUSY_SECONDS
        while time.monotonic() < until:
            with (Path(os.environ["CHAOS_DIR"]) / "ticks").open("a") as file:
                file.write(".")
            time.sleep(TICK_SECONDS)
    return loop.advance_there(given, *blobs)

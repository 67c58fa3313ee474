"""`python -m bench.watched serve …`: the service, with a watch on its event loop.

Beside the database lies then a file `held`: the longest CPU time, in seconds, for which a single
callback kept the loop since the file was last taken away.
"""

from __future__ import annotations

import asyncio
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import uvloop


def watch(path: Path) -> None:
    """Measure every callback of every loop in this process."""
    run = asyncio.Handle._run
    longest = 0.0

    def measured(self: asyncio.Handle) -> Any:
        nonlocal longest
        began = time.thread_time()
        found = run(self)
        taken = time.thread_time() - began
        if taken > longest or (taken > 0.001 and not path.exists()):
            longest = taken
            path.write_text(str(taken))
        return found

    asyncio.Handle._run = measured  # type: ignore[method-assign]
    # uvloop's callbacks are not Python's: its place is taken by the loop that can be watched.
    vars(uvloop)["new_event_loop"] = asyncio.new_event_loop


if __name__ == "__main__":
    watch(Path(sys.argv[sys.argv.index("--data") + 1]) / "held")
    runpy.run_module("runwright", run_name="__main__", alter_sys=True)

"""Starting and ending a reader: what its process is given, and that nothing of it is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Literal

from runwright.files import reader_output
from runwright.processes import start_child

Mode = Literal["alone", "shared"]


async def start(
    mode: Mode,
    project_id: str,
    home: Path,
    megabytes: int,
    stdin: int = asyncio.subprocess.PIPE,
) -> asyncio.subprocess.Process:
    """A reader of one file of a project, or of one after the other, with a folder to be in.

    Whose it is stands in its command line, for who looks at the processes of a machine.
    """
    return await start_child(
        "runwright.files.reader",
        *(mode, project_id, str(megabytes * 1024 * 1024)),
        stdin=stdin,
        stderr=asyncio.subprocess.DEVNULL,  # a traceback may show content
        env=_environment(home),
        cwd=home,
        limit=reader_output.LONGEST_LINE,
    )


async def end(process: asyncio.subprocess.Process) -> None:
    """Leave nothing of a reader, nor of what it started: it is the leader of its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.returncode is None:
        process.kill()
        await process.wait()


def _environment(home: Path) -> dict[str, str]:
    """Nothing of ours: no key, no address of a database."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "TMPDIR": str(home),
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }

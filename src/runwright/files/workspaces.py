"""Temporary folders of readers, in the data folder: nothing of a file lies anywhere else.

Each is locked for as long as its reader runs. What a killed server left behind has no lock, and
is removed at the next start; several servers may share the place.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runwright import private


class Workspaces:
    """Gives each reader a folder of its own."""

    def __init__(self, root: Path) -> None:
        self._root = root
        private.make_folder(root)
        for abandoned in root.iterdir():
            with _locked(abandoned) as is_ours:
                if is_ours:
                    shutil.rmtree(abandoned, ignore_errors=True)

    @contextmanager
    def new(self) -> Iterator[Path]:
        """An empty folder, gone with all that is in it at the end of the block."""
        while True:
            with (
                tempfile.TemporaryDirectory(dir=self._root, ignore_cleanup_errors=True) as name,
                _locked(Path(name)) as is_ours,
            ):
                # Another start may have taken it for abandoned in the moment before the lock.
                if is_ours and os.path.isdir(name):
                    yield Path(name).resolve()
                    return


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder; whether nobody else holds it, and it is there."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        yield False
        return
    try:
        yield _lock(descriptor)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

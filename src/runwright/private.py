"""Folders and files that only the server's user may look into, whatever the umask says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import structlog

FOLDER, FILE = 0o700, 0o600

log = structlog.get_logger()


def make_folder(path: Path) -> None:
    """A folder that is private, also when it was there before."""
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER)
    narrow(path, FOLDER)


def make_file(path: Path) -> None:
    """An empty private file; one that is there stays as it is, and is made private.

    It is never opened to that end: closing a second descriptor of a database's file would drop
    the locks that this process holds on it.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        narrow(path, FILE)


@contextmanager
def lock_file(path: Path) -> Iterator[TextIO]:
    """A private file that is there to be locked."""
    make_file(path)
    with path.open("w") as handle:
        yield handle


def narrow(path: Path, mode: int) -> None:
    """Take from others what they may do with a path; nothing happens when there is none."""
    try:
        found = path.stat().st_mode
        if found & stat.S_ISVTX:
            # Such as /tmp, which many users share on purpose; our files in it are private.
            log.warning("folder_is_shared", path=str(path), remedy="use a folder of its own")
        elif stat.S_IMODE(found) & 0o077:
            path.chmod(mode)
    except FileNotFoundError:
        return
    except PermissionError:
        log.warning("open_to_others", path=str(path), remedy=f"chmod {mode:o} as its owner")

"""What the reader of a file can still reach once it has confined itself: as good as nothing.

It may read the program's own installation, the system's libraries and fonts, and the one file;
it may write in its own temporary folder. A reader that is handed descriptors may open no file of
anybody's and write nowhere. A file that took its reader over sees no database, no key and no
other file, and can reach nobody.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from runwright.files import landlock, seccomp

_PR_SET_NO_NEW_PRIVS = 38
_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store"),
    *("/usr/share", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime"),
    # How many processors there are and what they can do, for libraries that compute.
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/self", "/sys/devices/system/cpu"),
    *("/dev/urandom", "/dev/random", "/dev/zero"),
)
"""What libraries read that is not ours."""
_SINK = Path("/dev/null")


def confine(folder: Path, file: Path | None) -> None:
    """Give away everything but one file to read and one folder to write in, for good.

    Without a file there is nothing to write either: what is handed over is open already.
    """
    if len(os.listdir("/proc/self/task")) > 1:
        raise RuntimeError("a thread that runs already would stay as it is")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs cannot be set")
    if landlock.version():
        roots = list(_installation())
        readable = (path for root in roots for path in _readable(root, folder.resolve()))
        landlock.restrict(
            listing=roots,
            reading=readable if file is None else [*readable, file],
            writing=[_SINK] if file is None else [folder, _SINK],
        )
    if seccomp.is_available():
        seccomp.restrict()


def gaps() -> Iterator[str]:
    """What a file that took its reader over could still do on this system."""
    if not landlock.version():
        yield (
            "this kernel offers no Landlock: a file that takes over its reader can read and "
            "change what the server's user can, including the data folder"
        )
    if not seccomp.is_available():
        yield (
            "this system offers no seccomp filters: a file that takes over its reader can open "
            "sockets unless the reader can leave the network by other means"
        )


def _installation() -> Iterator[Path]:
    """The standard library, packages, our own source, and the system's part."""
    yield Path(sys.base_prefix) / "lib"
    yield from (Path(entry) for entry in sys.path if entry)
    yield from map(Path, _SYSTEM)


def _readable(root: Path, folder: Path) -> Iterator[Path]:
    """The root, or, when the data folder lies in it, everything in it but that.

    So it is where a checkout is on Python's path and the data lie in the checkout.
    """
    if not folder.is_relative_to(root.resolve()):
        yield root
    elif root.is_dir():
        yield from (path for path in root.iterdir() if not folder.is_relative_to(path.resolve()))

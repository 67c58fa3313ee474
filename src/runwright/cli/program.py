"""How this very program is called again, from the same folder."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAME = "runwright"


def program() -> str:
    """`runwright` where the shell finds it, else the path that it was called by."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return f"{_short(sys.executable)} -m {NAME}"
    found = shutil.which(NAME)
    if os.sep not in called or (found and os.path.samefile(found, called)):
        return NAME
    return _short(called)


def _short(path: str) -> str:
    """A path as one types it here: relative where it is below this folder."""
    try:
        below = Path(path).absolute().relative_to(Path.cwd())
    except ValueError:
        return path
    return str(below) if below.parts and ".." not in below.parts else path

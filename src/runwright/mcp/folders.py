"""Which files of this machine may be uploaded: those inside the folders that the command names."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from runwright.mcp.failures import ToolError

# A link that appears after the check is not followed, and a pipe does not block the process.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


def open_allowed(path: str, folders: Sequence[Path]) -> BinaryIO:
    """A regular file inside one of the folders, after links and `..` are resolved."""
    try:
        resolved = Path(path).resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        # The same sentence for what is missing and what is outside: neither can be probed.
        raise ToolError(_refusal(path, folders)) from None
    if not any(resolved.is_relative_to(folder) for folder in folders):
        raise ToolError(_refusal(path, folders))
    try:
        descriptor = os.open(resolved, _FLAGS)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ToolError(f"{path} is not a regular file.")
    return os.fdopen(descriptor, "rb")


def _refusal(path: str, folders: Sequence[Path]) -> str:
    named = ", ".join(map(str, folders))
    return f"{path} is not a file inside the folders that --allow names: {named}."

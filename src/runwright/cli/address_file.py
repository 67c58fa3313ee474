"""Where a running server listens, as its data folder says: commands beside it need no port."""

from __future__ import annotations

import os
from pathlib import Path

_NAME = "server.url"


def write(data: Path, url: str) -> None:
    """Say so, once the server answers."""
    handle = os.open(data / _NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{url}\n")


def read(data: Path) -> str | None:
    """Where the server listens that uses this data folder, if one has said so."""
    try:
        return (data / _NAME).read_text("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def remove(data: Path) -> None:
    """Take it back when the server stops."""
    (data / _NAME).unlink(missing_ok=True)

"""What can copy a database, and why it could not."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from runwright.db.transaction import Reader


class CopyFailed(Exception):
    """A database cannot be copied, or not be put back; the message is one line for a person."""


class Copier(Protocol):
    """Copies one kind of database."""

    kind: str
    file_name: str
    """Of the copy."""

    def take(self, path: Path) -> AbstractContextManager[Reader]:
        """Copy the database, as it is at one moment, into a new file; reads what was copied."""

    def check(self, path: Path) -> None:
        """See that a copy can be put back; `CopyFailed` when it cannot."""

    def is_empty(self) -> bool:
        """Whether there is nothing yet where a copy would be put back."""

    def put_back(self, path: Path) -> None:
        """Make the empty database what the copy holds: all of it, or nothing."""

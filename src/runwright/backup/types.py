"""What a backup says of itself, and why one cannot be taken or put back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

FORMAT = 1
OBJECT = "backup"
BLOBS = "blobs"
"""The folder of original files in a backup."""
_PATH = re.compile(rf"{BLOBS}/proj_[0-9a-z]{{26}}/file_[0-9a-z]{{26}}|[a-z]+\.[a-z]+", re.ASCII)


class BackupFailed(Exception):
    """A backup cannot be taken, or not be put back; the message is one line for a person."""


class Item(NamedTuple):
    """One file of a backup."""

    path: str
    bytes: int
    sha256: str


class Log(NamedTuple):
    """How far a project's audit log had come."""

    project: str
    entries: int
    root: str
    """Of the tree over them, as checkpoints write it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """All that there is to know of a backup without opening it."""

    id: str
    created_at: str
    """What happened after this moment is not in it, or only in part."""
    runwright: str
    revision: str
    database: str
    signing_key: str | None
    """The fingerprint of the key that signs the audit log."""
    counts: Mapping[str, int]
    logs: tuple[Log, ...]
    files: tuple[Item, ...]
    erased: tuple[str, ...]
    """Original files that were erased while the backup was taken: their rows are to follow."""
    damaged: tuple[str, ...]
    """Original files that the server itself had lost, or not kept as they were."""

    def as_json(self) -> dict[str, Any]:
        """As the file `manifest.json` has it."""
        return {
            **asdict(self),
            "object": OBJECT,
            "format": FORMAT,
            "logs": [log._asdict() for log in self.logs],
            "files": [item._asdict() for item in self.files],
        }


def manifest_of(value: Any) -> Manifest:
    """The manifest that JSON describes; `BackupFailed` when it is none that we can read."""
    if not isinstance(value, dict) or value.get("object") != OBJECT:
        raise BackupFailed("its manifest.json is that of something else")
    if value.get("format") != FORMAT:
        raise BackupFailed("it was written by a later version of runwright")
    fields = {name: each for name, each in value.items() if name not in ("object", "format")}
    try:
        found = Manifest(
            **{
                **fields,
                "logs": tuple(Log(**log) for log in fields["logs"]),
                "files": tuple(Item(**item) for item in fields["files"]),
                "erased": tuple(fields["erased"]),
                "damaged": tuple(fields["damaged"]),
            }
        )
    except (KeyError, TypeError):
        raise BackupFailed("its manifest.json is incomplete") from None
    if not all(_PATH.fullmatch(item.path) for item in found.files):
        raise BackupFailed("its manifest.json names files that no backup has")
    return found

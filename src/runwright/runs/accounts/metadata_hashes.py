"""Metadata pairs under names that say nothing.

Rollups are found by the hashes of keys and values, and what a deleted run leaves of its metadata
are hashed keys. What a value says is in the rows of the runs that carry it, and goes with them.
"""

from __future__ import annotations

from collections.abc import Mapping

from runwright import canonical
from runwright.runs.accounts.types import ERASED

_LENGTH = 24
_LONGEST_KEY = 64
"""Of a request; the keys of a deleted run are longer."""


def hidden(project_id: str, key: str) -> str:
    """A key as it is kept of a deleted run; such a key itself stays as it is."""
    if len(key) > _LONGEST_KEY:
        return key
    name = canonical.sha256(f"{project_id}\0{key}".encode())
    return f"{ERASED} {name}"


def key_name(project_id: str, key: str) -> str:
    """The hash that stands for a key, or for a hidden one."""
    return hidden(project_id, key)[-_LENGTH:]


def value_name(key_name: str, value: str) -> str:
    """The hash that stands for a value of a key."""
    return canonical.sha256(f"{key_name}\0{value}".encode())[:_LENGTH]


def forgotten(project_id: str, metadata: Mapping[str, str]) -> dict[str, str]:
    """What is left of the metadata of a deleted run."""
    return {hidden(project_id, key): ERASED for key in metadata}

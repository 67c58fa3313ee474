"""Metadata pairs under names that say nothing.

Sums are found by the pair that they are for, and a database keeps copies of what it finds rows
by. So keys and values stand there as hashes; what a value says stands once, in a row of its own
that goes when the last run with it is deleted. Of a deleted run the hashed keys are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from runwright import canonical
from runwright.runs.accounts.types import ERASED

_LENGTH = 24
_HIDDEN = "\0"
"""Before the key of a deleted run's pair; no key of a request can have it."""


class Pair(NamedTuple):
    """A metadata pair, by the hashes under which it is counted."""

    key: str
    value: str


def key_name(project_id: str, key: str) -> str:
    """The hash that stands for a key."""
    return canonical.sha256(f"{project_id}\0{key}".encode())[:_LENGTH]


def pair_of(project_id: str, key: str, value: str) -> Pair:
    """The hashes that stand for a pair, also for one of a deleted run.

    A value that says what is said of erased ones is counted with them, as it is shown with them.
    """
    if key.startswith(_HIDDEN):
        return Pair(key.removeprefix(_HIDDEN), ERASED)
    name = key_name(project_id, key)
    if value == ERASED:
        return Pair(name, ERASED)
    return Pair(name, canonical.sha256(f"{name}\0{value}".encode())[:_LENGTH])


def forgotten(project_id: str, metadata: Mapping[str, str]) -> dict[str, str]:
    """What is left of the metadata of a deleted run."""
    return {
        key if is_forgotten(key) else _HIDDEN + key_name(project_id, key): ERASED
        for key in metadata
    }


def is_forgotten(key: str) -> bool:
    """Whether a key is that of a deleted run."""
    return key.startswith(_HIDDEN)

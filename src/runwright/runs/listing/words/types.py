"""Which part of a run its words are of."""

from __future__ import annotations

from typing import Literal, NamedTuple

Part = Literal["prompt", "summary", "all"]
"""A run that goes on in the background is found by its prompt at once, by its summary at its end;
one that ends within its request by both."""


class Waiting(NamedTuple):
    """A part of a run whose words are not written yet."""

    project_id: str
    run_id: str
    part: Part


class Unindexed(NamedTuple):
    """The same with what it says."""

    waiting: Waiting
    request: bytes | None
    """None when the run was erased meanwhile."""
    body: bytes | None

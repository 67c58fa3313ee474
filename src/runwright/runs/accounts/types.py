"""The account of a run that has ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Rating = Literal["up", "down"]
ERASED = "(erased)"
"""What a metadata value says once its run is deleted."""


class Account(NamedTuple):
    """What a run has cost and how good it was; it outlives the run, and holds no content."""

    run_id: str
    """When it was created is in here."""
    day: str
    """Where the day of its creation begins, in the time zone that the project had then."""
    status: str
    model: str
    agent: str
    """Empty when there is none, here and below."""
    network: str
    key_id: str
    metadata: Mapping[str, str]
    steps: int
    useful_steps: int
    """Whose findings stand in the answer."""
    input_tokens: int
    output_tokens: int
    cost: int
    """See `money`."""
    duration_us: int
    claims: int
    supported: int
    """Of the claims, by the run's evidence."""
    rating: Rating | None

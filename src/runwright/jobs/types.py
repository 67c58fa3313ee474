"""The frozen values of background work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to be done: ids only, never content."""

    id: str
    kind: str
    project_id: str
    subject: str
    """The id of what to work on."""
    attempts: int
    """How often it was taken, this time included."""

"""The frozen values of the context graph."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """One thing in the graph: an event, a passage, a transaction."""

    id: str
    source: str
    text: str
    at: str | None

"""The values that cross the engine's border; nothing here computes.

Everything is frozen and made of strings, so that a plan and its findings can be
journaled as JSON, handed to another process, and read back unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When and where a run thinks it is."""

    now: datetime
    """The run's creation, aware, in UTC."""
    zone: ZoneInfo
    """The project's time zone: dates in prompts and answers are in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that a context source gave the run to read."""

    id: str
    source: str
    text: str
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One typed step of a plan: which action, on which part of the prompt."""

    action: str
    """The name of a module in `engine.actions`."""
    part: str
    """The words of the prompt that asked for this step."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """What the planner already understood of the part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The steps of a run, in order, named before any of them is done."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one step found. `answer` is None when it found nothing; then `reason` says why."""

    action: str
    part: str
    answer: str | None = None
    """A sentence that can stand in the summary."""
    value: str | None = None
    """The bare value, for a later step that says "it" or "the result"."""
    reason: str | None = None
    items: tuple[str, ...] = ()
    """Ids of the context items that the answer rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a step may look at: the moment, the items that were fetched, the earlier findings."""

    moment: Moment
    items: tuple[Item, ...] = ()
    earlier: tuple[Finding, ...] = ()

"""The values that cross the engine's border; nothing here computes.

Everything is a tuple made of strings, so that a plan and its findings can be journaled as JSON,
handed to another process, and read back unchanged. Tuples rather than frozen dataclasses: every
run makes a dozen of them, at a third of the cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Moment(NamedTuple):
    """When and where a run thinks it is."""

    now: datetime
    """The run's creation, aware, in UTC."""
    zone: ZoneInfo
    """The project's time zone: dates in prompts and answers are in it."""


class Item(NamedTuple):
    """One thing that a context source gave the run to read."""

    id: str
    source: str
    text: str
    at: str | None = None
    file: str | None = None
    """The file that it came from."""
    page: int | None = None


class Step(NamedTuple):
    """One typed step of a plan: which action, on which part of the prompt."""

    action: str
    """The name of a module in `engine.actions`."""
    part: str
    """The words of the prompt that asked for this step."""
    arguments: Mapping[str, str] = {}
    """What the planner already understood of the part."""


class Plan(NamedTuple):
    """The steps of a run, in order, named before any of them is done."""

    steps: tuple[Step, ...]


class Finding(NamedTuple):
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


class Work(NamedTuple):
    """What a step may look at: the moment, the items that were fetched, the earlier findings."""

    moment: Moment
    items: tuple[Item, ...] = ()
    earlier: tuple[Finding, ...] = ()

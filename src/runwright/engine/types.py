"""The values that cross the engine's border; nothing here computes.

Everything is a tuple made of strings, so that a plan and its findings can be journaled as JSON,
handed to another process, and read back unchanged. Tuples rather than frozen dataclasses: every
run makes a dozen of them, at a third of the cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo


class Moment(NamedTuple):
    """When and where a run thinks it is."""

    now: datetime
    """The run's creation, aware, in UTC."""
    zone: ZoneInfo
    """The project's time zone: dates in prompts and answers are in it."""


class Item(NamedTuple):
    """One thing that a context source or an attached file gave the run to read."""

    id: str
    source: str
    text: str
    at: str | None = None
    """When it begins or was booked: an instant in UTC, or a day."""
    file: str | None = None
    """The file that it came from."""
    page: int | None = None
    kind: str = "passage"
    """`event`, `passage`, `transaction`; of an attached file `page` or `table`."""
    title: str = ""
    until: str | None = None
    amount: str | None = None
    """An exact decimal; negative is money that leaves."""
    currency: str | None = None
    score: float = 0.0
    """How well it fitted what was looked for; 0 for what only a filter let through."""
    facts: str = ""
    """The typed record as JSON (`records.facts`); empty for what has none."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The cells, if it is a table."""


class Want(NamedTuple):
    """What a step wants to read of one source."""

    source: str
    text: str = ""
    """What is searched for; empty when only the filters decide."""
    limit: int = 50
    """How many of the best are read."""
    whole: bool = False
    """Also read everything that the filters and words let through, however badly it fits."""
    words: tuple[str, ...] = ()
    """For `whole`: items that have at least one of these words, in any form."""
    start: str | None = None
    end: str | None = None
    """For `whole`: days; what was over before the first or begins on the second is left out."""


class Step(NamedTuple):
    """One typed step of a plan: which action, on which part of the prompt."""

    action: str
    """The name of a module in `engine.actions`."""
    part: str
    """The words of the prompt that asked for this step."""
    arguments: Mapping[str, str] = {}
    """What the planner already understood of the part."""
    wants: tuple[Want, ...] = ()
    """What must have been read before it can be done."""


class PlannedClause(NamedTuple):
    """One question of a prompt, as the embedded mind understood it."""

    query: Mapping[str, Any]
    """As JSON: see `minds.embedded.query`."""
    steps: int
    """How many of the plan's steps are for it."""


class Plan(NamedTuple):
    """The steps of a run, in order, named before any of them is done."""

    steps: tuple[Step, ...]
    sources: tuple[str, ...] | None = None
    """What the run reads of the sources that it was given; None for all of them."""
    is_cut: bool = False
    """Whether parts of the prompt were left unread, since the steps of the others are too many."""
    clauses: tuple[PlannedClause, ...] = ()
    """What the embedded mind understood."""


class Artifact(NamedTuple):
    """A file that a step made."""

    kind: str
    """`report`, `table`, `calendar`, `chart`."""
    filename: str
    media_type: str
    content: str
    """The bytes, in base64."""


class Finding(NamedTuple):
    """What one step found.

    An `answer` stands in the summary. A step without one says in its `reason` why; one with
    neither only prepared the step after it.
    """

    action: str
    part: str
    answer: str | None = None
    """A sentence that can stand in the summary."""
    value: str | None = None
    """The bare value, for a later step that says "it" or "the result"."""
    reason: str | None = None
    items: tuple[str, ...] = ()
    """Ids of the items that the answer rests on, or that were chosen for the next step."""
    more: tuple[Step, ...] = ()
    """Steps that should come next, if the ceiling allows: to read more, or to check."""
    artifact: Artifact | None = None
    supersedes: bool = False
    """Whether it takes the place of what the step before it said of the same part."""


class Work(NamedTuple):
    """What a step may look at: the moment, the items that were fetched, the earlier findings."""

    moment: Moment
    items: tuple[Item, ...] = ()
    earlier: tuple[Finding, ...] = ()
    deep: bool = False
    """Whether more may be read, and meaning weighed: the run is not in a hurry."""


class Weighed(NamedTuple):
    """What an answer claims, and how much of it holds."""

    claims: int
    supported: int
    useful_steps: int

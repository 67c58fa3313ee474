"""The values that every mind shares: what is read, what is planned, what is made.

Everything is a tuple made of strings, so that it can be journaled as JSON, handed to another
process, and read back unchanged. Tuples rather than frozen dataclasses: a run makes thousands of
them, at a third of the cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

ATTACHED = "files"
"""What attached files are called where context sources are named."""


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
    """`event`, `passage`, `table`, `document` or `transaction`."""
    title: str = ""
    until: str | None = None
    amount: str | None = None
    """An exact decimal; negative is money that leaves."""
    currency: str | None = None
    score: float = 0.0
    """How well it fitted what was looked for; 0 for what only a filter let through."""
    facts: str = ""
    """The typed record as JSON (`records.facts`); empty for what has none."""


class Step(NamedTuple):
    """One step of a plan: which tool, for which part of the prompt."""

    action: str
    """The name of the tool."""
    part: str
    """The words of the prompt that asked for this step."""
    arguments: Mapping[str, str] = {}
    """What the planner already knows of the call."""


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


class Weighed(NamedTuple):
    """What an answer claims, and how much of it holds."""

    claims: int
    supported: int
    useful_steps: int


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """A plan as JSON values, without loss: the journal keeps it."""
    steps = [{**step._asdict(), "arguments": dict(step.arguments)} for step in plan.steps]
    plain = {"steps": steps, "sources": plan.sources, "is_cut": plan.is_cut}
    return plain | {"clauses": list(map(list, plan.clauses))} if plan.clauses else plain


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """A plan, read back."""
    sources = data.get("sources")
    return Plan(
        steps=tuple(Step(**step) for step in data["steps"]),
        sources=None if sources is None else tuple(sources),
        is_cut=data.get("is_cut", False),
        clauses=tuple(PlannedClause(*clause) for clause in data.get("clauses", ())),
    )

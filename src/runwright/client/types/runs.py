"""Runs, their traces, and what they made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from runwright.client.errors import MalformedResponseError, RunFailedError
from runwright.client.types.common import Failure
from runwright.client.values import Value, read_fields

RunStatus = Literal["running", "completed", "failed", "cancelled"]
Rating = Literal["up", "down"]
Expand = Literal["request", "usage"]
"""What is shown of a run when it is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceEntry(Value):
    """One entry of a trace. A kind that this client does not know has its fields in `raw`."""

    type: str

    @classmethod
    def read(cls, given: Any) -> TraceEntry:
        """An entry of its own class."""
        if not isinstance(given, dict):
            raise MalformedResponseError("a trace entry is no object")
        kind = _ENTRIES.get(given.get("type", ""), TraceEntry)
        return kind(raw=given, **read_fields(kind, given))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEntry(TraceEntry):
    """The plan was made."""

    ms: int
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry(TraceEntry):
    """A language model was asked."""

    n: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentEntry(TraceEntry):
    """An attached file was read, by the scope that allowed it."""

    file: str
    scope: str
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextEntry(TraceEntry):
    """A source was read, by the scope that allowed it."""

    source: str
    scope: str
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEntry(TraceEntry):
    """A step was done."""

    n: int
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntry(TraceEntry):
    """The run had its result."""

    ms_total: int


_ENTRIES: Mapping[str, type[TraceEntry]] = {
    "plan": PlanEntry,
    "attachment": AttachmentEntry,
    "model": ModelEntry,
    "context": ContextEntry,
    "step": StepEntry,
    "result": ResultEntry,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(Value):
    """What a completed run found."""

    summary: str
    artifacts: tuple[str, ...]
    """The ids of the files that it made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest(Value):
    """What a run was asked."""

    prompt: str
    context: tuple[str, ...]
    files: tuple[str, ...]
    previous_run: str | None
    output_schema: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunUsage(Value):
    """What a run has used; of a network's run, together with the runs of its agents."""

    cost: Decimal
    currency: str
    input_tokens: int
    output_tokens: int
    ms_total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Value):
    """A run."""

    id: str
    status: str
    """`running`, `completed`, `failed` or `cancelled`."""
    model: str
    steps_used: int
    max_steps: int
    created_at: datetime
    metadata: Mapping[str, str]
    agent: str | None = None
    agent_version: int | None = None
    children: tuple[str, ...] | None = None
    """Of a network's run: the runs of its agents."""
    result: RunResult | None = None
    error: Failure | None = None
    trace: tuple[TraceEntry, ...] | None = None
    """None where it was not asked for."""
    request: RunRequest | None = None
    """With `expand=["request"]`, and so are the next six."""
    agent_name: str | None = None
    network: str | None = None
    network_name: str | None = None
    parent: str | None = None
    """Of a run that is part of a network's run: that run."""
    key: str | None = None
    """The key that created it."""
    answered: bool | None = None
    """Of a completed run: false if it declined or asked back."""
    usage: RunUsage | None = None
    """With `expand=["usage"]`, once the run has ended."""

    @property
    def is_ended(self) -> bool:
        """Whether it has completed, failed or been cancelled."""
        return self.status != "running"

    @property
    def answer(self) -> str:
        """The text of its answer; empty unless it has completed."""
        return self.result.summary if self.result else ""

    def raise_for_status(self) -> None:
        """Raise RunFailedError if it failed or was cancelled."""
        if self.status == "cancelled":
            raise RunFailedError(f"{self.id} was cancelled", run=self)
        if self.status == "failed":
            reason = self.error.message if self.error else "no reason was given"
            raise RunFailedError(f"{self.id} failed: {reason}", run=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvent(Value):
    """A trace entry as it happens; the last event of a run says how it ended.

    On a language model `part` events are the parts of its answer, and `delta` events what it
    writes meanwhile; these are not sent again, and bear the number of the event before them.
    """

    id: int
    type: str
    """The type of the entry; of the last event `completed`, `failed`, `cancelled` or `deleted`."""
    entry: TraceEntry | None

    @property
    def is_last(self) -> bool:
        """Whether the run has ended."""
        return self.entry is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry(Value):
    """When one trace entry happened, in microseconds after the run's creation."""

    type: str
    start_us: int
    duration_us: int
    cost: Decimal | None = None
    """What the call of a language model cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline(Value):
    """When everything in a trace happened, and which snapshot really ran."""

    run: str
    snapshot: str
    entries: tuple[TimelineEntry, ...]
    details_sha256: str
    """Of what is frozen beside the trace: the steps and the typed answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSource(Value):
    """Something that a run's answer rests on; an erased one is its id alone."""

    id: str
    source: str | None = None
    scope: str | None = None
    file: str | None = None
    page: int | None = None
    excerpt: str | None = None
    """Shown to keys that have the scope."""
    erased: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep(Value):
    """What one step of a run did; without the scope of what it read, `withheld` names it."""

    n: int
    tool: str
    start_us: int
    duration_us: int
    description: str | None = None
    arguments: Mapping[str, Any] | None = None
    looked_at: int | None = None
    kept: int | None = None
    result: Mapping[str, Any] | None = None
    error: str | None = None
    items: tuple[str, ...] | None = None
    """The records that its result rests on, the first thousand of them."""
    more_items: int | None = None
    rows: tuple[Mapping[str, Any], ...] | None = None
    """The first hundred of those records as they are now."""
    run: str | None = None
    """Of a step that an agent of a network took: its run."""
    withheld: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPart(Value):
    """A part of an answer: a `fact`, a `note`, a `text`, a `list` of parts and so on."""

    type: str
    text: str
    items: tuple[str, ...] | None = None
    more_items: int | None = None
    support: str | None = None
    """On a language model: `record`, `derived`, `own`, or `unsupported` by the records."""
    unchecked: tuple[str, ...] | None = None
    quote: str | None = None
    level: int | None = None
    ordered: bool | None = None
    cells: tuple[str, ...] | None = None
    parts: tuple[AnswerPart, ...] | None = None
    output: Mapping[str, Any] | None = None
    """The object that `output_schema` asked for."""
    unsupported: tuple[str, ...] | None = None
    """The places in it that stand in no result and no record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAnswer(Value):
    """A run's answer, part by part."""

    run: str
    status: str
    answered: bool | None
    """Whether it says what was asked for; None unless the run is completed."""
    parts: tuple[AnswerPart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(Value):
    """Whether somebody found a run good."""

    run: str
    rating: str
    comment: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact(Value):
    """A file that a run made."""

    id: str
    run: str
    kind: str
    filename: str
    media_type: str
    bytes: int
    sha256: str
    created_at: datetime

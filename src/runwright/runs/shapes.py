"""The wire shapes of runs: what the API answers about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from runwright.api import fields
from runwright.api.fields import (
    AgentId,
    AnyId,
    ArtifactId,
    DecimalText,
    KeyId,
    NetworkId,
    RunId,
    ScopeName,
    Sha256,
    Timestamp,
)
from runwright.api.pages import ListShape
from runwright.api.parsing import Shape
from runwright.runs.entries import EntryType, TraceEntry
from runwright.runs.types import Source, Status


class ResultShape(Shape):
    """The answer of a completed run."""

    summary: str
    """The answer, as Markdown."""
    artifacts: list[ArtifactId]
    """The ids of the files that the run created."""


class ErrorShape(Shape):
    """Why a run failed."""

    code: str
    """The error code, as in `GET /v1/errors`."""
    message: str
    """What went wrong."""


class RequestShape(Shape):
    """What a run was asked."""

    prompt: str
    """The task as it was sent."""
    context: list[Source]
    """The sources that the run was allowed to read."""
    files: list[fields.FileId]
    """The ids of the attached files."""
    previous_run: RunId | None
    """The run that this one follows up on; `null` if none."""
    output_schema: dict[str, Any] | None
    """The requested shape of the answer; `null` if none."""


class UsageShape(Shape):
    """What a run used. A network's run includes the runs of its agents."""

    cost: DecimalText
    """The cost, as an exact decimal."""
    currency: str
    """The currency of the cost."""
    input_tokens: int
    """Tokens sent to language models."""
    output_tokens: int
    """Tokens that language models returned."""
    ms_total: int
    """How long the run took, in milliseconds."""


class RunShape(Shape):
    """A run."""

    id: RunId
    object: Literal["run"]
    status: Status
    """`running`, then `completed`, `failed` or `cancelled`, which are final."""
    model: str
    """The model that was requested."""
    steps_used: int
    """How many steps the run took."""
    max_steps: int
    """The most steps that it could take."""
    created_at: Timestamp
    """When the run was created."""
    metadata: dict[str, str]
    """The metadata given at creation."""
    agent: AgentId | None = None
    """The agent that the run acted for."""
    agent_version: Annotated[int, Field(ge=1)] | None = None
    """The version of that agent."""
    children: list[RunId] | None = None
    """In a network's run: the ids of the runs of its agents."""
    result: ResultShape | None = None
    """The answer of a completed run."""
    error: ErrorShape | None = None
    """Why the run failed."""
    trace: list[TraceEntry] | None = None
    """What the run did, in order. Left out with `include_trace=false`."""
    request: RequestShape | None = None
    """What was asked. Only with `expand=request`."""
    agent_name: str | None = fields.absent_or_null()
    """The agent's name in that version; `null` once deleted. Only with `expand=request`."""
    network: NetworkId | None = fields.absent_or_null()
    """The network that the run belongs to. Only with `expand=request`."""
    network_name: str | None = fields.absent_or_null()
    """The network's name. Only with `expand=request`."""
    parent: RunId | None = fields.absent_or_null()
    """The network run that this run is part of. Only with `expand=request`."""
    key: KeyId | None = None
    """The key that created it. Only with `expand=request`."""
    answered: bool | None = fields.absent_or_null()
    """`false` if the run declined or asked back; `null` unless it is completed. Only with
    `expand=request`."""
    usage: UsageShape | None = fields.absent_or_null()
    """Cost, tokens and time; `null` while running. Only with `expand=usage`."""


class RunList(ListShape):
    """One page of runs, without their traces."""

    data: list[RunShape]


class TimelineEntry(Shape):
    """When one trace entry happened."""

    type: EntryType
    """The type of the trace entry."""
    start_us: int
    """When it began, in microseconds after the run was created."""
    duration_us: int
    """How long it took, in microseconds."""
    cost: DecimalText | None = None
    """What the call cost, as an exact decimal. Only for calls of a language model."""


class TimelineShape(Shape):
    """When each trace entry happened, and which snapshot did the work."""

    object: Literal["timeline"]
    run: RunId
    snapshot: str
    """The dated model snapshot that did the work."""
    entries: list[TimelineEntry]
    """The times of the trace entries, in the same order."""
    details_sha256: Sha256
    """The SHA-256 of the steps and the typed answer, which are frozen with the trace."""


class SourceShape(Shape):
    """A piece of evidence. Only the id of an erased one is left."""

    id: AnyId
    """The id of the item, file or run."""
    object: Literal["run_source"]
    source: Literal["calendar", "documents", "finance", "files", "runs"] | None = None
    """Where it was read from."""
    scope: ScopeName | None = None
    """The scope that allowed the read."""
    file: fields.FileId | None = fields.absent_or_null()
    """The file it came from."""
    page: int | None = fields.absent_or_null()
    """The page of that file."""
    excerpt: str | None = None
    """The text. Only shown to keys with the scope."""
    erased: Literal[True] | None = None
    """Present if it was erased since; then only the id is left."""


class SourceList(Shape):
    """The evidence of a run's answer."""

    object: Literal["list"]
    data: list[SourceShape]
    """The evidence."""


class ArtifactShape(Shape):
    """A file that a run created."""

    id: ArtifactId
    object: Literal["artifact"]
    run: RunId
    """The run that created it."""
    kind: Literal["report", "table", "calendar", "chart"]
    """What kind of file it is."""
    filename: str
    """A name to save it under."""
    media_type: str
    """Its media type."""
    bytes: int
    """Its size in bytes."""
    sha256: Sha256
    """The SHA-256 of its content."""
    created_at: Timestamp
    """When it was created."""


class ArtifactContent(Shape):
    """The bytes of an artifact; not JSON."""


class DeletedRun(Shape):
    """Confirms that a run was deleted."""

    id: RunId
    object: Literal["run"]
    deleted: Literal[True]

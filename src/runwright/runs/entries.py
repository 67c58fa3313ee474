"""The entries of a trace, as the OpenAPI document shows them: one shape for each type, and the
stream of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwright.api.fields import FileId, SourceScope
from runwright.api.parsing import Shape

EntryType = Literal["plan", "model", "attachment", "context", "step", "result"]


class EventStream(Shape):
    """Server-sent events; not JSON."""


class PlanEntry(Shape):
    """The plan was made."""

    type: Literal["plan"]
    ms: int
    """How long planning took, in milliseconds."""
    steps: int
    """How many steps were planned."""


class ModelEntry(Shape):
    """A language model was called."""

    type: Literal["model"]
    n: Annotated[int, Field(ge=1)]
    """The number of the call, counted from 1."""
    input_tokens: int
    """Tokens sent to the model."""
    output_tokens: int
    """Tokens that the model returned."""


class AttachmentEntry(Shape):
    """An attached file was read, under this scope."""

    type: Literal["attachment"]
    file: FileId
    """The file that was read."""
    scope: Literal["files:read"]
    """The scope that allowed the read."""
    items: int
    """How many records were read."""


class ContextEntry(Shape):
    """A source was read, under this scope."""

    type: Literal["context"]
    source: Literal["calendar", "documents", "finance"]
    """The source that was read."""
    scope: SourceScope
    """The scope that allowed the read."""
    items: int
    """How many items were read."""


class StepEntry(Shape):
    """A step was taken."""

    type: Literal["step"]
    n: Annotated[int, Field(ge=1)]
    """The number of the step, counted from 1."""
    action: str
    """The tool that was called. `GET /v1/runs/:id/steps` has the details."""


class ResultEntry(Shape):
    """The run has its result."""

    type: Literal["result"]
    ms_total: int
    """How long the run took, in milliseconds."""


TraceEntry = Annotated[
    PlanEntry | ModelEntry | AttachmentEntry | ContextEntry | StepEntry | ResultEntry,
    Field(discriminator="type"),
]

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
    """That the plan was made."""

    type: Literal["plan"]
    ms: int
    steps: int


class ModelEntry(Shape):
    """That a language model was asked, and what it used."""

    type: Literal["model"]
    n: Annotated[int, Field(ge=1)]
    input_tokens: int
    output_tokens: int


class AttachmentEntry(Shape):
    """That an attached file was read, and by which right."""

    type: Literal["attachment"]
    file: FileId
    scope: Literal["files:read"]
    items: int


class ContextEntry(Shape):
    """That a source was read, and by which right."""

    type: Literal["context"]
    source: Literal["calendar", "documents", "finance"]
    scope: SourceScope
    items: int


class StepEntry(Shape):
    """That a step was done."""

    type: Literal["step"]
    n: Annotated[int, Field(ge=1)]
    action: str


class ResultEntry(Shape):
    """That the run has its result."""

    type: Literal["result"]
    ms_total: int


TraceEntry = Annotated[
    PlanEntry | ModelEntry | AttachmentEntry | ContextEntry | StepEntry | ResultEntry,
    Field(discriminator="type"),
]

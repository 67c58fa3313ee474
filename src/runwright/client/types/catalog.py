"""Models, tools, error codes and versions: what the server says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from runwright.client.values import Value

ModelStatus = Literal["available", "preview", "research"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation(Value):
    """When a model goes, and what takes its place."""

    announced_at: datetime
    retires_at: datetime
    replacement: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel(Value):
    """A model in the list."""

    id: str
    family: str
    status: str
    alias_of: str | None = None
    """Of an alias: the snapshot that it points to now."""
    snapshot: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPrice(Value):
    """What a million tokens cost, and what a step of the embedded mind does."""

    currency: str
    input: Decimal
    output: Decimal
    cached: Decimal | None
    """Of input that the provider's cache had; None where it costs as much as other input."""
    cache_write: Decimal | None
    step: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOrigin(Value):
    """Who answers for a model."""

    snapshot: str
    """The frozen snapshot that its id means now."""
    kind: str
    """`embedded` or `language-model`."""
    provider: str
    provider_model: str | None
    host: str | None
    """Where requests go; None where nothing leaves the server."""
    prompts: str | None
    """The shipped version; None for an operator's own."""
    price: ModelPrice


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Value):
    """A model with its limits and scores."""

    id: str
    family: str
    status: str
    context_window: int
    max_steps_ceiling: int
    benchmarks: Mapping[str, float]
    deprecation: Deprecation | None
    origin: ModelOrigin | None = None
    """With `expand=["origin"]`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Value):
    """Something that a run can do."""

    name: str
    description: str
    sources: tuple[str, ...]
    """Every source that it may read."""
    scopes: tuple[str, ...]
    """The scopes of those sources."""
    is_step: bool
    """Whether a call counts against `max_steps`."""
    arguments: Mapping[str, Any]
    """The JSON Schema of its arguments."""
    result: Mapping[str, Any]
    """The JSON Schema of its result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedError(Value):
    """An error code in the list."""

    status: int
    code: str
    retriable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorDetail(ListedError):
    """An error code, with what it means and what to do."""

    description: str
    remediation: str
    doc_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Value):
    """One dated version of the API."""

    id: str
    status: str
    released_at: datetime
    supported_until: datetime | None
    guide_url: str

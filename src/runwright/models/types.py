"""The frozen values and wire shapes of models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from runwright.api.parsing import Query, Shape

Status = Literal["available", "preview", "research"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """That a model will go, when, and what to use instead."""

    announced_at: str
    retires_at: str
    replacement: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A dated model: what it computes is frozen for ever."""

    id: str
    family: str
    status: Status
    runnable: bool
    """Whether a run may name it."""
    context_window: int
    max_steps_ceiling: int
    frozen: Mapping[str, Any]
    """What answers depend on: provider, mode, prompts, sampling, the engine's behaviour."""
    benchmarks: Mapping[str, float]
    deprecation: Deprecation | None

    @property
    def is_synchronous(self) -> bool:
        """Whether a run on it is complete when its creation answers."""
        return bool(self.frozen["mode"] == "single-pass")

    @property
    def is_deep(self) -> bool:
        """Whether a run on it may read again, and checks its own answer."""
        return bool(self.frozen["mode"] == "multi-hop")

    @property
    def behaviour(self) -> int:
        """Which of the engine's behaviours it was published with."""
        return int(self.frozen["behaviour"])


class DeprecationShape(Shape):
    """Wire form of `Deprecation`."""

    announced_at: str
    retires_at: str
    replacement: str
    message: str


class ModelItem(Shape):
    """A model in the list."""

    id: str
    family: str
    status: Status
    alias_of: str | None = None
    snapshot: bool | None = None


class ModelList(Shape):
    """What `GET /v1/models` answers."""

    object: Literal["list"]
    data: list[ModelItem]


class ModelDetail(Shape):
    """One model with its limits and scores."""

    id: str
    object: Literal["model"]
    family: str
    status: Status
    context_window: int
    max_steps_ceiling: int
    benchmarks: dict[str, float]
    deprecation: DeprecationShape | None


class ModelQuery(Query):
    """Filters of the list."""

    family: str | None = None
    status: Status | None = None

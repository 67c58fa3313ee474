"""What runs cost, and how good they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from runwright.client.values import Value

Bucket = Literal["hour", "day", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRow(Value):
    """What the runs of one bucket and group have cost."""

    start: datetime
    end: datetime
    group: Mapping[str, str | None]
    runs: int
    steps: int
    input_tokens: int
    output_tokens: int
    cost: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs(Value):
    """Costs by bucket and group, and their sum."""

    data: tuple[CostRow, ...]
    currency: str
    total: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency(Value):
    """How long runs took, in milliseconds."""

    p50: float | None
    p95: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityRow(Value):
    """How good the runs of one bucket and group were; shares from 0 to 1."""

    start: datetime
    end: datetime
    group: Mapping[str, str | None]
    runs: int
    score: float | None
    completion: float | None
    groundedness: float | None
    step_economy: float | None
    latency_ms: Latency
    feedback: float | None
    votes: int
    """How many runs were rated: what `feedback` is a share of."""

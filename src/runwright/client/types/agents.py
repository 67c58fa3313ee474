"""Agents and networks of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from runwright.client.types.common import Budget
from runwright.client.values import Value

Strategy = Literal["sequential", "parallel", "router"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent(Value):
    """An agent, in one of its versions."""

    id: str
    name: str
    model: str
    instructions: str
    version: int
    created_at: datetime
    metadata: Mapping[str, str]
    budget: Budget | None
    output_schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InterpretedAgent(Agent):
    """An agent that was made or changed, and how its instructions were read."""

    understood: tuple[str, ...]
    """The sentences that runs follow as rules."""
    ignored: tuple[str, ...]
    """Those that were not understood to their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation(Value):
    """How instructions would be read."""

    understood: tuple[str, ...]
    """The sentences that runs would follow as rules."""
    ignored: tuple[str, ...]
    """Those that were not understood to their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network(Value):
    """A network of agents."""

    id: str
    name: str
    agents: tuple[str, ...]
    strategy: str
    max_steps: int
    created_at: datetime
    metadata: Mapping[str, str]

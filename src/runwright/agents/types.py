"""The frozen values and wire shapes of agents and networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo, WithJsonSchema

from runwright import ids
from runwright.api import fields
from runwright.api.budgets import BudgetBody, BudgetShape, show_budget
from runwright.api.fields import NetworkId, Timestamp
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Body, Change, Metadata, Query, QueryInt, Shape, unchanged
from runwright.runs.listing.types import EXPAND, Expand
from runwright.runs.plans.types import AUTO
from runwright.runs.types import CATALOG, OutputSchema, RunBody, Status
from runwright.trust.types import Budget

LONGEST_INSTRUCTIONS = 8000
MOST_AGENTS = 16
MOST_STEPS = 16
MOST_VERSIONS = 1_000_000
Strategy = Literal["sequential", "parallel", "router"]


def _model(model: str, info: ValidationInfo) -> str:
    names = (AUTO, *(info.context[CATALOG].runnable if info.context else ()))
    if model not in names:
        raise ValueError(f"must be one of {', '.join(names)}")
    return model


def _agent_id(text: str) -> str:
    if not ids.is_id(text, "ag"):
        raise ValueError("must be the id of an agent")
    return text


def _each_once(agents: list[str]) -> list[str]:
    if len(set(agents)) != len(agents):
        raise ValueError("must not repeat an agent")
    return agents


Name = Annotated[str, Field(min_length=1, max_length=100)]
Model = Annotated[str, AfterValidator(_model)]
Instructions = Annotated[str, Field(min_length=1, max_length=LONGEST_INSTRUCTIONS)]
AgentId = Annotated[str, AfterValidator(_agent_id), WithJsonSchema(fields.id_schema("ag"))]
AgentIds = Annotated[
    list[AgentId], Field(min_length=1, max_length=MOST_AGENTS), AfterValidator(_each_once)
]


class CreateAgent(Body):
    """A new agent."""

    name: Name
    """The name of the agent."""
    instructions: Instructions
    """Its instructions. The answer says which sentences were understood."""
    model: Model = AUTO
    """`auto` picks `y0-fast` or `y0-deep` by the plan; or name a model."""
    metadata: Metadata = {}
    """Up to 16 string pairs."""
    budget: BudgetBody | None = None
    """The most that its runs may cost per day or month."""
    output_schema: OutputSchema | None = None
    """The shape of its answers on a language model, unless a run names another."""


class ChangeAgent(Change):
    """Changes to an agent. Fields that are left out stay as they are; `null` removes a budget or an
    output schema."""

    name: Name = unchanged()
    """A new name."""
    instructions: Instructions = unchanged()
    """New instructions."""
    model: Model = unchanged()
    """A new model."""
    metadata: Metadata = unchanged()
    """New metadata, replacing all existing pairs."""
    budget: BudgetBody | None = unchanged()
    """A new budget, or `null` for none."""
    output_schema: OutputSchema | None = unchanged()
    """A new shape of answers, or `null` for none."""


class RunAgent(RunBody):
    """A new run of an agent, on the agent's model."""


class CreateNetwork(Body):
    """A new network."""

    name: Name
    """The name of the network."""
    agents: AgentIds
    """The ids of its agents, in order."""
    strategy: Strategy
    """`sequential`: in turn; `parallel`: side by side; `router`: the best match answers."""
    max_steps: int = Field(default=MOST_STEPS, ge=1, le=MOST_STEPS)
    """The most steps that a run of the network may take in total."""
    metadata: Metadata = {}
    """Up to 16 string pairs."""


class RunNetwork(RunBody):
    """A new run of a network."""

    max_steps: int = Field(default=MOST_STEPS, ge=1, le=MOST_STEPS)
    """The most steps in total. The network's own limit if absent."""


class AgentQuery(Query):
    """Which version of an agent is shown: the newest, unless another is named."""

    version: Annotated[QueryInt, Field(ge=1, le=MOST_VERSIONS)] | None = None
    """The version to show. The newest if absent."""


class AgentsQuery(PageQuery):
    """Which agents are listed."""

    lists = "ag"

    model: str | None = None
    """Only agents with this model."""
    created_after: Instant | None = None
    """Only agents created after this time."""
    created_before: Instant | None = None
    """Only agents created before this time."""
    metadata: Metadata = {}


class NetworksQuery(PageQuery):
    """Which networks are listed."""

    lists = "net"

    created_after: Instant | None = None
    """Only networks created after this time."""
    created_before: Instant | None = None
    """Only networks created before this time."""
    metadata: Metadata = {}


class HistoryQuery(PageQuery):
    """Which runs of an agent or a network are listed."""

    lists = "run"
    repeats = frozenset({EXPAND})

    status: Status | None = None
    """Only runs with this status."""
    model: str | None = None
    """Only runs on this model."""
    created_after: Instant | None = None
    """Only runs created after this time."""
    created_before: Instant | None = None
    """Only runs created before this time."""
    metadata: Metadata = {}
    expand: Expand
    """`request` adds what was asked and names; `usage` adds cost, tokens and time."""


class AgentShape(Shape):
    """An agent."""

    id: fields.AgentId
    object: Literal["agent"]
    name: str
    """The name of the agent."""
    model: str
    """Its model, or `auto`."""
    instructions: str
    """Its instructions."""
    version: Annotated[int, Field(ge=1)]
    """Its version: each change makes a new one."""
    created_at: Timestamp
    """When its first version was created."""
    metadata: dict[str, str]
    """Its metadata."""
    budget: BudgetShape | None
    """The most that its runs may cost; `null` for no limit."""
    output_schema: dict[str, Any] | None = None
    """The shape of its answers, if it has one."""


class InterpretedAgent(AgentShape):
    """An agent, with the sentences of its instructions that are and are not rules."""

    understood: list[str]
    """Sentences of the instructions that its runs follow as rules."""
    ignored: list[str]
    """Sentences that are not rules the embedded mind knows. A language model reads them as
    text."""


class InterpretInstructions(Body):
    """Instructions that no agent has yet."""

    instructions: Instructions
    """The instructions to read."""


class InterpretationShape(Shape):
    """Which sentences of some instructions the runs of an agent would follow as rules."""

    object: Literal["interpretation"]
    understood: list[str]
    """The sentences that runs would follow as rules."""
    ignored: list[str]
    """Those that were not understood to their end. A language model is given them as text."""


class AgentList(ListShape):
    """One page of agents."""

    data: list[AgentShape]


class NetworkShape(Shape):
    """A network of agents."""

    id: NetworkId
    object: Literal["network"]
    name: str
    """The name of the network."""
    agents: list[fields.AgentId]
    """The ids of its agents, in order."""
    strategy: Strategy
    """How the agents work together."""
    max_steps: int
    """The most steps that a run may take in total."""
    created_at: Timestamp
    """When the network was created."""
    metadata: dict[str, str]
    """Its metadata."""


class NetworkList(ListShape):
    """One page of networks."""

    data: list[NetworkShape]


class DeletedAgent(Shape):
    """Confirms that an agent was deleted."""

    id: fields.AgentId
    object: Literal["agent"]
    deleted: Literal[True]


class DeletedNetwork(Shape):
    """Confirms that a network was deleted."""

    id: NetworkId
    object: Literal["network"]
    deleted: Literal[True]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An agent in one of its versions."""

    id: str
    version: int
    name: str
    model: str
    instructions: str
    metadata: Mapping[str, str]
    budget: Budget | None
    created_at: str
    """When its first version was made."""
    output_schema: Mapping[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        schema = {} if self.output_schema is None else {"output_schema": self.output_schema}
        return {
            **schema,
            "id": self.id,
            "object": "agent",
            "name": self.name,
            "model": self.model,
            "instructions": self.instructions,
            "version": self.version,
            "created_at": self.created_at,
            "metadata": self.metadata,
            "budget": show_budget(self.budget),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """Several agents, and how they work together."""

    id: str
    name: str
    agents: tuple[str, ...]
    strategy: Strategy
    max_steps: int
    created_at: str
    metadata: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {
            "id": self.id,
            "object": "network",
            "name": self.name,
            "agents": self.agents,
            "strategy": self.strategy,
            "max_steps": self.max_steps,
            "created_at": self.created_at,
            "metadata": self.metadata,
        }

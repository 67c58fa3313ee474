"""What happens to an agent: make, read, change, remove, run.

A change makes a new version. Each run records the version that it acts for and keeps a copy of
its instructions, so it goes on, and can be done again, whatever becomes of the agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from runwright import clock, ids
from runwright.agents import store
from runwright.agents.types import Agent, ChangeAgent, CreateAgent, RunAgent
from runwright.api import idempotency
from runwright.api.idempotency import Once
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Overloaded
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs.create import Creator, request_of
from runwright.runs.hosts.request import Order
from runwright.runs.inputs.predecessor import prompts
from runwright.runs.inputs.required_scopes import check_scopes
from runwright.runs.plans.planner import Planned, Planner, request_at
from runwright.runs.plans.types import AUTO
from runwright.runs.types import Acting
from runwright.trust import budgets, erasures
from runwright.trust.budgets import Holder, holders_of
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant, Principal
from runwright.trust.scopes import Scope

T = TypeVar("T")
WHAT = "agent"


class Made(NamedTuple, Generic[T]):
    """What a run was answered with, and what it runs on, if it was not made before."""

    done: T
    snapshot: Snapshot | None


class Agents:
    """The service of this noun."""

    def __init__(
        self, *, catalog: Catalog, database: Database, creator: Creator, planner: Planner
    ) -> None:
        self._catalog = catalog
        self._database = database
        self.planner = planner
        self._creator = creator

    async def run(self, caller: Caller, agent_id: str, asked: RunAgent, once: Once[T]) -> Made[T]:
        """Make a run that acts for an agent."""
        await check_scopes(self._database, caller, asked, Need(Scope.AGENTS_READ, caller.action))
        looking = caller.authorize(Scope.AGENTS_READ)
        # A run that was made stays made, whatever has become of the agent.
        if stored := await once.replayed():
            return Made(stored, None)
        agent = await self._database.read(lambda reader: existing(reader, looking, agent_id))
        if asked.output_schema is None and agent.output_schema is not None:
            asked = asked.model_copy(update={"output_schema": agent.output_schema})
        order = Order(
            model=agent.model,
            asked=asked,
            acting=Acting(agent.id, agent.version),
            instructions=agent.instructions,
            holders=budget_holders(caller.principal, [agent]),
        )
        if agent.model == AUTO:
            planned = await self._plan(caller, asked, agent)
            order = order._replace(model=planned.model, planned=planned)
        done = await self._creator.create(caller, order, once)
        return Made(done, self._catalog.resolve(order.model))

    async def _plan(self, caller: Caller, asked: RunAgent, agent: Agent) -> Planned:
        """The plan for an agent that leaves the choice of its model to the router."""
        given = request_of(caller.principal, asked, agent.instructions)
        request = request_at(given, ids.time_of(caller.new_id))
        if (before := asked.previous_run) is not None:
            read = self._database.read
            earlier = await read(lambda reader: prompts(reader, caller.grant, before))
            request = request._replace(earlier=earlier)
        return await self.planner.plan_auto(request, caller.principal.project_id)


def new_agent(agent_id: str, request: CreateAgent) -> Agent:
    """The first version of an agent."""
    return Agent(
        id=agent_id,
        version=1,
        name=request.name,
        model=request.model,
        instructions=request.instructions,
        metadata=request.metadata,
        budget=request.budget.value() if request.budget else None,
        created_at=clock.stamp(ids.time_of(agent_id)),
        output_schema=request.output_schema,
    )


def change(tx: Tx, grant: Grant, agent_id: str, request: ChangeAgent, instructions: str) -> Agent:
    """Make a new version of an agent, if that changes it; its earlier ones stay.

    `instructions` are those that were interpreted for it.
    """
    while True:
        old = existing(tx, grant, agent_id)
        agent = changed(old, request)
        if agent.instructions != instructions:
            raise Overloaded("Another request changed this agent at the same time. Try again.")
        if agent is old:
            return old
        if store.change(tx, grant, old, agent, clock.stamp(clock.now())):
            break
    if agent.budget and (old.budget is None or old.budget.period != agent.budget.period):
        budgets.forget(tx, grant, agent.id)
    return agent


def delete(tx: Tx, grant: Grant, agent_id: str) -> None:
    """Erase an agent with all its versions. Runs that acted for it stay."""
    agent = existing(tx, grant, agent_id)
    versions = store.remove(tx, grant, agent)
    answers = idempotency.erase(tx, grant, agent.id)
    counts = {"agents": 1, "versions": versions, "stored_answers": answers}
    erasures.record(tx, grant, Scope.AGENTS_WRITE, id=agent.id, what=WHAT, counts=counts)


def existing(reader: Reader, grant: Grant, agent_id: str, version: int | None = None) -> Agent:
    """The agent with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    agent = store.read(reader, grant, agent_id, version) if ids.is_id(agent_id, "ag") else None
    if agent is None:
        raise erasures.absent(reader, grant, agent_id, WHAT)
    return agent


def check_there(reader: Reader, grant: Grant, agent_id: str) -> None:
    """`NotFound` or `AlreadyDeleted` for who may see runs but not agents."""
    project_id = grant.project(grant.scope)
    if not (ids.is_id(agent_id, "ag") and store.is_there(reader, project_id, agent_id)):
        raise erasures.absent(reader, grant, agent_id, WHAT)


def budget_holders(principal: Principal, agents: Sequence[Agent]) -> tuple[Holder, ...]:
    """Whose budgets a run draws on: the calling key's with its makers', and the agents'."""
    return holders_of(principal, ((agent.id, agent.budget) for agent in agents))


def changed(agent: Agent, request: ChangeAgent) -> Agent:
    """The next version of an agent; the agent itself if nothing of it changes."""
    changes = request.given()
    if "budget" in changes:
        changes["budget"] = request.budget and request.budget.value()
    if replace(agent, **changes) == agent:
        return agent
    return replace(agent, **changes, version=agent.version + 1)

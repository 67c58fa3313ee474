"""What happens to an agent: make, read, change, remove, run.

A change makes a new version. Each run records the version that it acts for and keeps a copy of
its instructions, so it goes on, and can be done again, whatever becomes of the agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from runwright import clock, ids
from runwright.agents import store
from runwright.agents.types import Agent, ChangeAgent, CreateAgent
from runwright.api import idempotency, pages
from runwright.api.call import Answer, Call, answer
from runwright.db.transaction import Reader, Tx
from runwright.engine import router
from runwright.errors import Overloaded
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs.create import request_of
from runwright.runs.hosts.request import Order
from runwright.runs.plans.drafts import AUTO
from runwright.runs.plans.planner import Planned, Planner, request_at
from runwright.runs.reach import check_reach
from runwright.runs.service import Runs
from runwright.runs.types import Acting
from runwright.trust import budgets, erasures
from runwright.trust.budgets import Holder, holders_of
from runwright.trust.caller import Need
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WHAT = "agent"
FILTERS = ("status", "model", "created_after", "created_before")


class Agents:
    """The service of this noun."""

    def __init__(self, *, catalog: Catalog, runs: Runs, planner: Planner) -> None:
        self._catalog = catalog
        self._planner = planner
        self._runs = runs

    async def create(self, call: Call) -> Answer:
        """Make an agent."""
        request: CreateAgent = call.body
        if stored := await call.replayed():
            return stored
        read = await self._planner.interpret(request.instructions, call.principal.project_id)
        agent = Agent(
            id=call.new_id,
            version=1,
            name=request.name,
            model=request.model,
            instructions=request.instructions,
            metadata=request.metadata,
            budget=request.budget.value() if request.budget else None,
            created_at=clock.stamp(ids.time_of(call.new_id)),
        )

        def create_agent(tx: Tx) -> Answer:
            store.add(tx, call.grant, agent)
            return answer(agent.as_json() | read._asdict(), 201)

        return await call.commit(create_agent)

    async def read(self, call: Call) -> Answer:
        """One agent, in its newest version or the one that is named."""
        version = call.query.version

        def read_agent(tx: Tx) -> Answer:
            return answer(existing(tx, call.grant, call.path["id"], version).as_json())

        return await call.commit(read_agent)

    async def list(self, call: Call) -> Answer:
        """A page of agents."""
        query = call.query
        names = ("model", "created_after", "created_before")
        filters = {n: value for n in names if (value := getattr(query, n)) is not None}
        found = await call.read(
            lambda reader: store.list_agents(
                reader, call.grant, query.page(), filters, query.metadata
            )
        )
        return answer(pages.render(found, Agent.as_json))

    async def change(self, call: Call) -> Answer:
        """Make a new version of an agent, if that changes it; its earlier ones stay."""
        request: ChangeAgent = call.body
        if stored := await call.replayed():
            return stored
        seen = await call.read(lambda reader: existing(reader, call.grant, call.path["id"]))
        instructions = _changed(seen, request).instructions
        read = await self._planner.interpret(instructions, call.principal.project_id)

        def change_agent(tx: Tx) -> Answer:
            while True:
                old = existing(tx, call.grant, seen.id)
                agent = _changed(old, request)
                if agent.instructions != instructions:
                    raise Overloaded("Another request has just changed this agent. Try again.")
                if agent is old:
                    return answer(old.as_json() | read._asdict())
                if store.change(tx, call.grant, old, agent, clock.stamp(clock.now())):
                    break
            if agent.budget and (old.budget is None or old.budget.period != agent.budget.period):
                budgets.forget(tx, call.grant, agent.id)
            return answer(agent.as_json() | read._asdict())

        return await call.commit(change_agent)

    async def run(self, call: Call) -> tuple[Answer, Snapshot | None]:
        """Make a run that acts for an agent; it, and what it runs on."""
        await check_reach(call, call.body, Need(Scope.AGENTS_READ, call.caller.action))
        looking = call.caller.authorize(Scope.AGENTS_READ)
        # A run that was made stays made, whatever has become of the agent.
        if stored := await call.replayed():
            return stored, None
        agent = await call.read(lambda reader: existing(reader, looking, call.path["id"]))
        order = Order(
            model=agent.model,
            asked=call.body,
            acting=Acting(agent.id, agent.version),
            instructions=agent.instructions,
            holders=budget_holders(call, [agent]),
        )
        if agent.model == AUTO:
            planned = await self._plan(call, agent)
            order = order._replace(model=planned.model, planned=planned)
        return await self._runs.creator.create(call, order), self._catalog.resolve(order.model)

    async def _plan(self, call: Call, agent: Agent) -> Planned:
        """The plan for an agent that leaves the choice of its model to the router."""
        known = behaviours(self._catalog, ())
        asked = request_of(call, call.body, agent.instructions)
        request = request_at(asked, ids.time_of(call.new_id), known[router.FAST])
        return await self._planner.plan_auto(request, known, call.principal.project_id)

    async def runs(self, call: Call) -> Answer:
        """A page of the runs that acted for an agent."""
        agent_id = call.path["id"]
        await call.read(lambda reader: _check_there(reader, call))
        given = {n: value for n in FILTERS if (value := getattr(call.query, n)) is not None}
        return await self._runs.list_some(call, call.grant, {**given, "agent": agent_id})


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


def _check_there(reader: Reader, call: Call) -> None:
    """404 or 409 for an agent that is not there, to whoever may see runs but not agents."""
    agent_id, project_id = call.path["id"], call.principal.project_id
    if not (ids.is_id(agent_id, "ag") and store.is_there(reader, project_id, agent_id)):
        raise erasures.absent(reader, call.grant, agent_id, WHAT)


def budget_holders(call: Call, agents: Sequence[Agent]) -> tuple[Holder, ...]:
    """Whose budgets a run draws on: the calling key's with its makers', and the agents'."""
    return holders_of(call.principal, ((agent.id, agent.budget) for agent in agents))


def behaviours(catalog: Catalog, models: Iterable[str]) -> dict[str, int]:
    """How each of these models plans, and each that the router may choose."""
    wanted = {*models, router.FAST, router.DEEP} - {AUTO}
    return {model: catalog.known(model).behaviour for model in wanted}


def _changed(agent: Agent, request: ChangeAgent) -> Agent:
    """The next version of an agent; the agent itself if nothing of it changes."""
    changes = request.given()
    if "budget" in changes:
        changes["budget"] = request.budget and request.budget.value()
    if replace(agent, **changes) == agent:
        return agent
    return replace(agent, **changes, version=agent.version + 1)

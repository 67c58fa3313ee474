"""`/v1/agents` and `/v1/networks` over HTTP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runwright.agents import networks, service, store
from runwright.agents.network_runs import NetworkRuns
from runwright.agents.service import Agents
from runwright.agents.types import (
    MOST_AGENTS,
    Agent,
    AgentList,
    AgentQuery,
    AgentShape,
    AgentsQuery,
    ChangeAgent,
    CreateAgent,
    CreateNetwork,
    DeletedAgent,
    DeletedNetwork,
    HistoryQuery,
    InterpretationShape,
    InterpretedAgent,
    InterpretInstructions,
    Network,
    NetworkList,
    NetworkShape,
    NetworksQuery,
    RunAgent,
    RunNetwork,
)
from runwright.api import pages
from runwright.api.call import Answer, Call, answer
from runwright.api.parsing import Errors, ids_in
from runwright.api.router import Route, deleting, showing
from runwright.db.transaction import Tx
from runwright.models.routes import DEPRECATION_HEADERS, deprecation_headers
from runwright.runs.routes import list_some, look_up
from runwright.runs.service import Runs
from runwright.runs.shapes import RunList, RunShape
from runwright.trust.scopes import Scope

_OF_RUNS = ("status", "model", "created_after", "created_before")
_ABSENT = ("not_found", "already_deleted")


def routes(runs: Runs, agents: Agents, network_runs: NetworkRuns) -> list[Route]:
    """The routes of these nouns."""
    return [*_agents(runs, agents), *_networks(runs, network_runs)]


def _agents(runs: Runs, agents: Agents) -> list[Route]:
    async def create(call: Call) -> Answer:
        if stored := await call.replayed():
            return stored
        agent = service.new_agent(call.new_id, call.body)
        read = await agents.planner.interpret(agent.instructions, call.principal.project_id)

        def act(tx: Tx) -> Answer:
            store.add(tx, call.grant, agent)
            return answer(agent.as_json() | read._asdict(), 201)

        return await call.commit(act)

    async def interpret(call: Call) -> Answer:
        if stored := await call.replayed():
            return stored
        read = await agents.planner.interpret(call.body.instructions, call.principal.project_id)
        shown = {"object": "interpretation", **read._asdict()}
        return await call.commit(lambda _: answer(shown))

    async def change(call: Call) -> Answer:
        if stored := await call.replayed():
            return stored
        agent_id, request = call.path["id"], call.body
        seen = await call.read(lambda reader: service.existing(reader, call.grant, agent_id))
        instructions = service.changed(seen, request).instructions
        read = await agents.planner.interpret(instructions, call.principal.project_id)

        return await call.commit(
            lambda tx: answer(
                service.change(tx, call.grant, agent_id, request, instructions).as_json()
                | read._asdict()
            )
        )

    async def run(call: Call) -> Answer:
        made = await agents.run(call.caller, call.path["id"], call.body, call)
        extra = deprecation_headers(made.snapshot) if made.snapshot else ()
        return made.done._replace(headers=(*made.done.headers, *extra))

    async def list_its_runs(call: Call) -> Answer:
        agent_id = call.path["id"]
        await call.read(lambda reader: service.check_there(reader, call.grant, agent_id))
        return await list_some(runs, call, {**_given(call, _OF_RUNS), "agent": agent_id})

    return [
        Route(
            method="POST",
            path="/v1/agents",
            action="agents.create",
            scope=Scope.AGENTS_WRITE,
            handler=create,
            summary="Create an agent",
            body=CreateAgent,
            answer=InterpretedAgent,
            status=201,
            makes="ag",
        ),
        Route(
            method="POST",
            path="/v1/agents/interpret",
            action="agents.interpret",
            scope=Scope.AGENTS_READ,
            handler=interpret,
            summary="Which sentences of some instructions an agent would follow as rules",
            body=InterpretInstructions,
            answer=InterpretationShape,
        ),
        Route(
            method="GET",
            path="/v1/agents",
            action="agents.list",
            scope=Scope.AGENTS_READ,
            handler=_list_agents,
            summary="List agents, newest first",
            query=AgentsQuery,
            answer=AgentList,
        ),
        Route(
            method="GET",
            path="/v1/agents/{id}",
            action="agents.read",
            scope=Scope.AGENTS_READ,
            handler=_read_agent,
            summary="Retrieve an agent, in its newest or a given version",
            query=AgentQuery,
            answer=AgentShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/agents/{id}",
            action="agents.change",
            scope=Scope.AGENTS_WRITE,
            handler=change,
            summary="Change an agent, creating a new version",
            body=ChangeAgent,
            answer=InterpretedAgent,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/agents/{id}",
            action="agents.delete",
            scope=Scope.AGENTS_WRITE,
            handler=deleting(service.delete, service.WHAT),
            summary="Delete an agent with all its versions; its runs stay",
            answer=DeletedAgent,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/agents/{id}/run",
            action="agents.run",
            scope=Scope.RUNS_WRITE,
            handler=run,
            summary="Run an agent",
            body=RunAgent,
            look_up=look_up,
            answer=RunShape,
            status=201,
            makes="run",
            problems=("step_limit", *_ABSENT),
            response_headers=DEPRECATION_HEADERS,
        ),
        Route(
            method="GET",
            path="/v1/agents/{id}/runs",
            action="agents.runs",
            scope=Scope.RUNS_READ,
            handler=list_its_runs,
            summary="List an agent's runs, newest first",
            query=HistoryQuery,
            answer=RunList,
            problems=_ABSENT,
        ),
    ]


async def _read_agent(call: Call) -> Answer:
    agent_id, version = call.path["id"], call.query.version
    return await call.commit(
        lambda tx: answer(service.existing(tx, call.grant, agent_id, version).as_json())
    )


async def _list_agents(call: Call) -> Answer:
    query, filters = call.query, _given(call, ("model", "created_after", "created_before"))
    found = await call.read(
        lambda reader: store.list_agents(reader, call.grant, query.page(), filters, query.metadata)
    )
    return answer(pages.render(found, Agent.as_json))


def _given(call: Call, names: Iterable[str]) -> dict[str, Any]:
    """Those of the filters that the query gives."""
    return {name: value for name in names if (value := getattr(call.query, name)) is not None}


def _networks(runs: Runs, network_runs: NetworkRuns) -> list[Route]:
    async def run(call: Call) -> Answer:
        return await network_runs.run(call.caller, call.path["id"], call.body, call)

    async def list_its_runs(call: Call) -> Answer:
        network_id = call.path["id"]
        await call.read(lambda reader: networks.check_there(reader, call.grant, network_id))
        named = {"network": network_id, "is_whole": True}
        return await list_some(runs, call, {**_given(call, _OF_RUNS), **named})

    return [
        Route(
            method="POST",
            path="/v1/networks",
            action="networks.create",
            scope=Scope.NETWORKS_WRITE,
            handler=_create_network,
            summary="Create a network of agents",
            body=CreateNetwork,
            look_up=_look_up_agents,
            answer=NetworkShape,
            status=201,
            makes="net",
        ),
        Route(
            method="GET",
            path="/v1/networks",
            action="networks.list",
            scope=Scope.NETWORKS_READ,
            handler=_list_networks,
            summary="List networks, newest first",
            query=NetworksQuery,
            answer=NetworkList,
        ),
        Route(
            method="GET",
            path="/v1/networks/{id}",
            action="networks.read",
            scope=Scope.NETWORKS_READ,
            handler=showing(networks.existing),
            summary="Retrieve a network",
            answer=NetworkShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/networks/{id}",
            action="networks.delete",
            scope=Scope.NETWORKS_WRITE,
            handler=deleting(networks.delete, networks.WHAT),
            summary="Delete a network; its agents and runs stay",
            answer=DeletedNetwork,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/networks/{id}/run",
            action="networks.run",
            scope=Scope.RUNS_WRITE,
            handler=run,
            summary="Run a network",
            body=RunNetwork,
            look_up=look_up,
            answer=RunShape,
            status=201,
            makes="run",
            problems=("step_limit", *_ABSENT),
        ),
        Route(
            method="GET",
            path="/v1/networks/{id}/runs",
            action="networks.runs",
            scope=Scope.RUNS_READ,
            handler=list_its_runs,
            summary="List a network's runs, newest first",
            query=HistoryQuery,
            answer=RunList,
            problems=_ABSENT,
        ),
    ]


async def _create_network(call: Call) -> Answer:
    return await call.commit(
        lambda tx: answer(networks.create(tx, call.grant, call.new_id, call.body).as_json(), 201)
    )


async def _list_networks(call: Call) -> Answer:
    query, filters = call.query, _given(call, ("created_after", "created_before"))
    found = await call.read(
        lambda reader: store.list_networks(
            reader, call.grant, query.page(), filters, query.metadata
        )
    )
    return answer(pages.render(found, Network.as_json))


async def _look_up_agents(call: Call, body: Mapping[str, Any], errors: Errors) -> None:
    """Name the agents that are not there in a body that is wrong elsewhere."""
    places = ids_in(body, "agents", "ag", MOST_AGENTS)
    errors |= await call.read(lambda reader: networks.absent(reader, call.grant, places))

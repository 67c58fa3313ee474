"""`/v1/agents` and `/v1/networks` over HTTP."""

from __future__ import annotations

from dataclasses import replace

from runwright.agents import networks as network_service
from runwright.agents import service
from runwright.agents.networks import Networks, look_up_agents
from runwright.agents.service import Agents
from runwright.agents.together import Together
from runwright.agents.types import (
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
    InterpretedAgent,
    NetworkList,
    NetworkShape,
    NetworksQuery,
    RunAgent,
    RunNetwork,
)
from runwright.api.call import Answer, Call
from runwright.api.router import Route, deleting
from runwright.models.routes import DEPRECATION_HEADERS, deprecation_headers
from runwright.runs.reach import look_up
from runwright.runs.types import RunList, RunShape
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(agents: Agents, networks: Networks, together: Together) -> list[Route]:
    """The routes of these nouns."""
    return [*_agents(agents), *_networks(networks, together)]


def _agents(agents: Agents) -> list[Route]:
    async def run(call: Call) -> Answer:
        made, snapshot = await agents.run(call)
        extra = deprecation_headers(snapshot) if snapshot else ()
        return replace(made, headers=(*made.headers, *extra))

    return [
        Route(
            method="POST",
            path="/v1/agents",
            action="agents.create",
            scope=Scope.AGENTS_WRITE,
            handler=agents.create,
            summary="Make an agent",
            body=CreateAgent,
            answer=InterpretedAgent,
            status=201,
            makes="ag",
        ),
        Route(
            method="GET",
            path="/v1/agents",
            action="agents.list",
            scope=Scope.AGENTS_READ,
            handler=agents.list,
            summary="List agents, newest first",
            query=AgentsQuery,
            answer=AgentList,
        ),
        Route(
            method="GET",
            path="/v1/agents/{id}",
            action="agents.read",
            scope=Scope.AGENTS_READ,
            handler=agents.read,
            summary="Retrieve an agent, in its newest version or the one that is named",
            query=AgentQuery,
            answer=AgentShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/agents/{id}",
            action="agents.change",
            scope=Scope.AGENTS_WRITE,
            handler=agents.change,
            summary="Make a new version of an agent",
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
            summary="Remove an agent with all its versions; its runs stay",
            answer=DeletedAgent,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/agents/{id}/run",
            action="agents.run",
            scope=Scope.RUNS_WRITE,
            handler=run,
            summary="Create and execute a run that acts for an agent",
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
            handler=agents.runs,
            summary="List the runs that acted for an agent, newest first",
            query=HistoryQuery,
            answer=RunList,
            problems=_ABSENT,
        ),
    ]


def _networks(networks: Networks, together: Together) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/v1/networks",
            action="networks.create",
            scope=Scope.NETWORKS_WRITE,
            handler=networks.create,
            summary="Make a network of agents",
            body=CreateNetwork,
            look_up=look_up_agents,
            answer=NetworkShape,
            status=201,
            makes="net",
        ),
        Route(
            method="GET",
            path="/v1/networks",
            action="networks.list",
            scope=Scope.NETWORKS_READ,
            handler=networks.list,
            summary="List networks, newest first",
            query=NetworksQuery,
            answer=NetworkList,
        ),
        Route(
            method="GET",
            path="/v1/networks/{id}",
            action="networks.read",
            scope=Scope.NETWORKS_READ,
            handler=networks.read,
            summary="Retrieve a network",
            answer=NetworkShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/networks/{id}",
            action="networks.delete",
            scope=Scope.NETWORKS_WRITE,
            handler=deleting(network_service.delete, network_service.WHAT),
            summary="Remove a network; its agents and its runs stay",
            answer=DeletedNetwork,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/networks/{id}/run",
            action="networks.run",
            scope=Scope.RUNS_WRITE,
            handler=together.run,
            summary="Create a run that a network of agents carries out together",
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
            handler=networks.runs,
            summary="List a network's runs, newest first",
            query=HistoryQuery,
            answer=RunList,
            problems=_ABSENT,
        ),
    ]

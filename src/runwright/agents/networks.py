"""What happens to a network of agents: make, read, list, remove; `together` runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright import clock, ids
from runwright.agents import store
from runwright.agents.service import FILTERS
from runwright.agents.types import MOST_AGENTS, Agent, CreateNetwork, Network
from runwright.api import idempotency, pages
from runwright.api.call import Answer, Call, answer
from runwright.api.parsing import Errors, ids_in
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest
from runwright.runs.service import Runs
from runwright.trust import erasures
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WHAT = "network"


class Networks:
    """The service of this noun."""

    def __init__(self, *, runs: Runs) -> None:
        self._runs = runs

    async def create(self, call: Call) -> Answer:
        """Make a network of agents that are there."""
        request: CreateNetwork = call.body
        network = Network(
            id=call.new_id,
            name=request.name,
            agents=tuple(request.agents),
            strategy=request.strategy,
            max_steps=request.max_steps,
            created_at=clock.stamp(ids.time_of(call.new_id)),
            metadata=request.metadata,
        )

        def create_network(tx: Tx) -> Answer:
            _check_agents(tx, call, network.agents)
            store.add_network(tx, call.grant, network)
            return answer(network.as_json(), 201)

        return await call.commit(create_network)

    async def read(self, call: Call) -> Answer:
        """One network."""
        network_id = call.path["id"]
        return await call.commit(lambda tx: answer(existing(tx, call.grant, network_id).as_json()))

    async def list(self, call: Call) -> Answer:
        """A page of networks."""
        query = call.query
        names = ("created_after", "created_before")
        filters = {n: value for n in names if (value := getattr(query, n)) is not None}
        found = await call.read(
            lambda reader: store.list_networks(
                reader, call.grant, query.page(), filters, query.metadata
            )
        )
        return answer(pages.render(found, Network.as_json))

    async def runs(self, call: Call) -> Answer:
        """A page of a network's runs; the runs of its agents are their children."""
        await call.read(lambda reader: _check_there(reader, call))
        given = {n: value for n in FILTERS if (value := getattr(call.query, n)) is not None}
        filters = {**given, "network": call.path["id"], "is_whole": True}
        return await self._runs.list_some(call, call.grant, filters)


def delete(tx: Tx, grant: Grant, network_id: str) -> None:
    """Erase a network. Its agents and its runs stay."""
    network = existing(tx, grant, network_id)
    store.remove_network(tx, grant, network)
    counts = {"networks": 1, "stored_answers": idempotency.erase(tx, grant, network.id)}
    erasures.record(tx, grant, Scope.NETWORKS_WRITE, id=network.id, what=WHAT, counts=counts)


def existing(reader: Reader, grant: Grant, network_id: str) -> Network:
    """The network with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    network = (
        store.read_network(reader, grant, network_id) if ids.is_id(network_id, "net") else None
    )
    if network is None:
        raise erasures.absent(reader, grant, network_id, WHAT)
    return network


def _check_there(reader: Reader, call: Call) -> None:
    """404 or 409 for a network that is not there, to whoever may see runs but not networks."""
    network_id, project_id = call.path["id"], call.principal.project_id
    is_one = ids.is_id(network_id, "net")
    if not (is_one and store.network_is_there(reader, project_id, network_id)):
        raise erasures.absent(reader, call.grant, network_id, WHAT)


async def look_up_agents(call: Call, body: Mapping[str, Any], errors: Errors) -> None:
    """Name the agents that are not there in a body that is wrong elsewhere."""
    places = ids_in(body, "agents", "ag", MOST_AGENTS)
    errors |= await call.read(lambda reader: _absent(reader, call, places))


def _check_agents(reader: Reader, call: Call, agent_ids: Sequence[str]) -> None:
    """An error that names each agent that is not there."""
    absent = _absent(reader, call, dict(enumerate(agent_ids)))
    if absent:
        raise InvalidRequest(absent)


def _absent(reader: Reader, call: Call, places: Mapping[int, str]) -> Errors:
    project_id = call.principal.project_id
    return {
        f"agents.{n}": [_no_agent(each)]
        for n, each in places.items()
        if not store.is_there(reader, project_id, each)
    }


def members(reader: Reader, grant: Grant, agent_ids: Sequence[str]) -> list[Agent]:
    """The agents of a network; an error that names each one that is not there any more."""
    found = [store.read_member(reader, grant, agent_id) for agent_id in agent_ids]
    absent = [n for n, agent in enumerate(found) if agent is None]
    if absent:
        raise InvalidRequest({f"agents.{n}": [_no_agent(agent_ids[n])] for n in absent})
    return [agent for agent in found if agent is not None]


def _no_agent(agent_id: str) -> str:
    return f"{agent_id} is no agent of this project, or was deleted"

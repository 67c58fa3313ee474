"""What happens to a network of agents: make, read, list, remove; `together` runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright import clock, ids
from runwright.agents import store
from runwright.agents.types import Agent, CreateNetwork, Network
from runwright.api import idempotency
from runwright.api.parsing import Errors
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest
from runwright.trust import erasures
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WHAT = "network"


def create(tx: Tx, grant: Grant, network_id: str, request: CreateNetwork) -> Network:
    """Make a network of agents that are there."""
    network = Network(
        id=network_id,
        name=request.name,
        agents=tuple(request.agents),
        strategy=request.strategy,
        max_steps=request.max_steps,
        created_at=clock.stamp(ids.time_of(network_id)),
        metadata=request.metadata,
    )
    errors = absent(tx, grant, dict(enumerate(network.agents)))
    if errors:
        raise InvalidRequest(errors)
    store.add_network(tx, grant, network)
    return network


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


def check_there(reader: Reader, grant: Grant, network_id: str) -> None:
    """`NotFound` or `AlreadyDeleted` for who may see runs but not networks."""
    project_id, is_one = grant.project(grant.scope), ids.is_id(network_id, "net")
    if not (is_one and store.network_is_there(reader, project_id, network_id)):
        raise erasures.absent(reader, grant, network_id, WHAT)


def absent(reader: Reader, grant: Grant, places: Mapping[int, str]) -> Errors:
    """By their places in a list: an error for each agent that is not there."""
    project_id = grant.project(grant.scope)
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

"""All SQL on agents, their versions, and networks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright import canonical
from runwright.agents.types import Agent, Network
from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.pairs import add_pairs, drop_pairs
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.runs.listing.show import Names
from runwright.runs.types import Acting
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.store import budget_of

_AGENTS, _VERSIONS, _NETWORKS = schema.agents, schema.agent_versions, schema.networks

_AGENT = select(
    _AGENTS.c.id,
    _AGENTS.c.created_at,
    _VERSIONS.c.version,
    _VERSIONS.c.name,
    _VERSIONS.c.model,
    _VERSIONS.c.instructions,
    _VERSIONS.c.metadata,
    _VERSIONS.c.budget_amount,
    _VERSIONS.c.budget_period,
    _VERSIONS.c.output_schema,
).join(
    _VERSIONS,
    (_VERSIONS.c.project_id == _AGENTS.c.project_id) & (_VERSIONS.c.agent_id == _AGENTS.c.id),
)
_NEWEST = _AGENT.where(
    _AGENTS.c.project_id == bindparam("project"), _VERSIONS.c.version == _AGENTS.c.version
)
_READ = _NEWEST.where(_AGENTS.c.id == bindparam("agent"))
_LIST = Listing(
    _NEWEST,
    _AGENTS.c.id,
    columns={"model": _AGENTS.c.model},
    indexes=(("model",),),
    created="ag",
    metadata=_VERSIONS.c.metadata,
)
_READ_VERSION = _AGENT.where(
    _AGENTS.c.project_id == bindparam("project"),
    _AGENTS.c.id == bindparam("agent"),
    _VERSIONS.c.version == bindparam("version"),
)
_IS_THERE = select(_AGENTS.c.id).where(
    _AGENTS.c.project_id == bindparam("project"), _AGENTS.c.id == bindparam("agent")
)
_ADD = insert(_AGENTS)
_ADD_VERSION = insert(_VERSIONS)
_RAISE = (
    update(_AGENTS)
    .where(
        _AGENTS.c.project_id == bindparam("project"),
        _AGENTS.c.id == bindparam("agent"),
        _AGENTS.c.version == bindparam("seen"),
    )
    .values(version=bindparam("next"), model=bindparam("new_model"))
)
_DELETE = delete(_AGENTS).where(
    _AGENTS.c.project_id == bindparam("project"), _AGENTS.c.id == bindparam("agent")
)
_DELETE_VERSIONS = delete(_VERSIONS).where(
    _VERSIONS.c.project_id == bindparam("project"), _VERSIONS.c.agent_id == bindparam("agent")
)

_THIS_NETWORK = (_NETWORKS.c.project_id == bindparam("project")) & (
    _NETWORKS.c.id == bindparam("network")
)
_READ_NETWORK = select(*_NETWORKS.c).where(_THIS_NETWORK)
_LIST_NETWORKS = Listing(
    select(*_NETWORKS.c).where(_NETWORKS.c.project_id == bindparam("project")),
    _NETWORKS.c.id,
    created="net",
    metadata=_NETWORKS.c.metadata,
)
_NETWORK_IS_THERE = select(_NETWORKS.c.id).where(_THIS_NETWORK)
_ADD_NETWORK = insert(_NETWORKS)
_AGENT_NAME = select(_VERSIONS.c.name).where(
    _VERSIONS.c.project_id == bindparam("project"),
    _VERSIONS.c.agent_id == bindparam("agent"),
    _VERSIONS.c.version == bindparam("numbered"),
)
_NETWORK_NAME = select(_NETWORKS.c.name).where(_THIS_NETWORK)
_DELETE_NETWORK = delete(_NETWORKS).where(_THIS_NETWORK)


# Agents ----------------------------------------------------------------------------------------


def add(tx: Tx, grant: Grant, agent: Agent) -> None:
    """Store a new agent in its first version."""
    project_id = grant.project(Scope.AGENTS_WRITE)
    tx.run(
        _ADD,
        project_id=project_id,
        id=agent.id,
        version=agent.version,
        model=agent.model,
        created_at=agent.created_at,
    )
    _add_version(tx, project_id, agent, agent.created_at)
    add_pairs(tx, project_id, agent.id, agent.metadata)


def change(tx: Tx, grant: Grant, old: Agent, agent: Agent, made_at: str) -> bool:
    """Store a further version, the newest from now on; not if another server just made one."""
    project_id = grant.project(Scope.AGENTS_WRITE)
    raised = tx.run(
        _RAISE,
        project=project_id,
        agent=agent.id,
        seen=old.version,
        next=agent.version,
        new_model=agent.model,
    )
    if not raised:
        return False
    _add_version(tx, project_id, agent, made_at)
    if agent.metadata != old.metadata:
        drop_pairs(tx, project_id, agent.id, old.metadata)
        add_pairs(tx, project_id, agent.id, agent.metadata)
    return True


def _add_version(tx: Tx, project_id: str, agent: Agent, made_at: str) -> None:
    budget, schema = agent.budget, agent.output_schema
    tx.run(
        _ADD_VERSION,
        project_id=project_id,
        agent_id=agent.id,
        version=agent.version,
        name=agent.name,
        model=agent.model,
        instructions=agent.instructions,
        metadata=canonical.encode(agent.metadata).decode(),
        budget_amount=budget.amount if budget else None,
        budget_period=budget.period if budget else None,
        output_schema=None if schema is None else orjson.dumps(schema).decode(),
        made_at=made_at,
    )


def read(reader: Reader, grant: Grant, agent_id: str, version: int | None = None) -> Agent | None:
    """An agent in its newest version, or another; whoever may change one must see it."""
    this = {"project": _project(grant), "agent": agent_id}
    if version is None:
        row = reader.one(_READ, **this)
    else:
        row = reader.one(_READ_VERSION, **this, version=version)
    return None if row is None else _agent(row)


def read_member(reader: Reader, grant: Grant, agent_id: str) -> Agent | None:
    """An agent of a network, for whoever may read networks and so run them."""
    row = reader.one(_READ, project=grant.project(Scope.NETWORKS_READ), agent=agent_id)
    return None if row is None else _agent(row)


def is_there(reader: Reader, project_id: str, agent_id: str) -> bool:
    """Whether an agent was not deleted; it shows nothing of it, so it needs no grant."""
    return reader.one(_IS_THERE, project=project_id, agent=agent_id) is not None


def list_agents(
    reader: Reader,
    grant: Grant,
    page: Page,
    filters: Mapping[str, Any],
    metadata: Mapping[str, str],
) -> Slice:
    """Agents of the grant's project, each in its newest version."""
    project_id = grant.project(Scope.AGENTS_READ)
    found = _LIST.fetch(reader, page, filters, pairs=metadata, project=project_id)
    return Slice(rows=[_agent(row) for row in found.rows], has_more=found.has_more)


def remove(tx: Tx, grant: Grant, agent: Agent) -> int:
    """Erase an agent; how many versions it had."""
    project_id = grant.project(Scope.AGENTS_WRITE)
    tx.run(_DELETE, project=project_id, agent=agent.id)
    drop_pairs(tx, project_id, agent.id, agent.metadata)
    return tx.run(_DELETE_VERSIONS, project=project_id, agent=agent.id)


def _project(grant: Grant) -> str:
    scope = Scope.AGENTS_WRITE if grant.scope is Scope.AGENTS_WRITE else Scope.AGENTS_READ
    return grant.project(scope)


def _agent(row: Any) -> Agent:
    return Agent(
        id=row.id,
        version=row.version,
        name=row.name,
        model=row.model,
        instructions=row.instructions,
        metadata=orjson.loads(row.metadata),
        budget=budget_of(row),
        created_at=row.created_at,
        output_schema=None if row.output_schema is None else orjson.loads(row.output_schema),
    )


def name_of(
    reader: Reader, grant: Grant, acting: Collection[Acting], networks: Collection[str]
) -> Names:
    """What agents, in the versions that runs acted for, and networks are called."""
    project = grant.project(Scope.RUNS_READ)
    agents = {
        each: reader.one(_AGENT_NAME, project=project, agent=each.agent, numbered=each.version)
        for each in acting
    }
    named = {each: reader.one(_NETWORK_NAME, project=project, network=each) for each in networks}
    return Names(
        agents={each: row.name for each, row in agents.items() if row is not None},
        networks={each: row.name for each, row in named.items() if row is not None},
    )


# Networks --------------------------------------------------------------------------------------


def add_network(tx: Tx, grant: Grant, network: Network) -> None:
    """Store a new network."""
    project_id = grant.project(Scope.NETWORKS_WRITE)
    add_pairs(tx, project_id, network.id, network.metadata)
    tx.run(
        _ADD_NETWORK,
        project_id=project_id,
        id=network.id,
        name=network.name,
        agents=" ".join(network.agents),
        strategy=network.strategy,
        max_steps=network.max_steps,
        created_at=network.created_at,
        metadata=canonical.encode(network.metadata).decode(),
    )


def read_network(reader: Reader, grant: Grant, network_id: str) -> Network | None:
    """One network; whoever may change one must see it."""
    scope = Scope.NETWORKS_WRITE if grant.scope is Scope.NETWORKS_WRITE else Scope.NETWORKS_READ
    row = reader.one(_READ_NETWORK, project=grant.project(scope), network=network_id)
    return None if row is None else _network(row)


def network_is_there(reader: Reader, project_id: str, network_id: str) -> bool:
    """Whether a network was not deleted; it shows nothing of it, so it needs no grant."""
    return reader.one(_NETWORK_IS_THERE, project=project_id, network=network_id) is not None


def list_networks(
    reader: Reader,
    grant: Grant,
    page: Page,
    filters: Mapping[str, Any],
    metadata: Mapping[str, str],
) -> Slice:
    """Networks of the grant's project."""
    project_id = grant.project(Scope.NETWORKS_READ)
    found = _LIST_NETWORKS.fetch(reader, page, filters, pairs=metadata, project=project_id)
    return Slice(rows=[_network(row) for row in found.rows], has_more=found.has_more)


def remove_network(tx: Tx, grant: Grant, network: Network) -> int:
    """Erase a network; how many there were."""
    project_id = grant.project(Scope.NETWORKS_WRITE)
    drop_pairs(tx, project_id, network.id, network.metadata)
    return tx.run(_DELETE_NETWORK, project=project_id, network=network.id)


def _network(row: Any) -> Network:
    return Network(
        id=row.id,
        name=row.name,
        agents=tuple(row.agents.split()),
        strategy=row.strategy,
        max_steps=row.max_steps,
        created_at=row.created_at,
        metadata=orjson.loads(row.metadata),
    )

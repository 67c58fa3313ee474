"""Making the run of a network, and with it the runs of its agents.

All are made in one transaction: planned, their steps shared out under one ceiling, everything
that they can cost set aside. `network_executor` carries them on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import orjson

from runwright import clock, ids
from runwright.agents.networks import existing, members
from runwright.agents.service import budget_holders
from runwright.agents.types import Agent, Network, RunNetwork
from runwright.api.idempotency import Once
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import InvalidRequest, StepLimit
from runwright.minds import values
from runwright.minds.values import Plan
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import store as runs_store
from runwright.runs import trace
from runwright.runs.accounts import accounting
from runwright.runs.accounts.store import spent_since
from runwright.runs.create import NETWORK_KIND, Creator, request_of
from runwright.runs.inputs.attachments import read_records
from runwright.runs.inputs.required_scopes import check_guards, check_scopes, may_attach
from runwright.runs.plans.planner import Planner, request_at
from runwright.runs.plans.types import AUTO, Member
from runwright.runs.types import Acting, RunHead
from runwright.trust import budgets
from runwright.trust.budgets import Reservation
from runwright.trust.caller import Caller, Need
from runwright.trust.scopes import Scope

T = TypeVar("T")
MODEL = "y0-deep"
"""The run of a network goes on in the background, whatever its agents run on."""
OWN_STEPS = {"sequential": 0, "parallel": 1, "router": 1}
"""The steps of the network's own: merging what came back, choosing who answers."""


class Part(NamedTuple):
    """One agent's share of a network's run."""

    agent: Agent
    head: RunHead
    snapshot: Snapshot
    plan: Plan


class NetworkRuns:
    """Runs networks."""

    def __init__(
        self, *, catalog: Catalog, database: Database, creator: Creator, planner: Planner
    ) -> None:
        self._catalog = catalog
        self._database = database
        self._planner = planner
        self._creator = creator

    async def run(self, caller: Caller, network_id: str, asked: RunNetwork, once: Once[T]) -> T:
        """Make the run of a network, and those of its agents."""
        read, grant = self._database.read, caller.grant
        await check_scopes(self._database, caller, asked, Need(Scope.NETWORKS_READ, caller.action))
        looking = caller.authorize(Scope.NETWORKS_READ)
        if stored := await once.replayed():
            return stored
        network = await read(lambda reader: existing(reader, looking, network_id))
        agents = await read(lambda reader: members(reader, looking, network.agents))
        if asked.files:
            attaching = may_attach(caller, asked)
            files = await read(lambda reader: read_records(reader, attaching, asked.files))
            check_guards(caller, files)
        watch = trace.Stopwatch(ids.time_of(caller.new_id))
        whole, parts = await self._planned(caller, asked, network, agents)
        own = OWN_STEPS[network.strategy]
        steps = sum(len(part.plan.steps) for part in parts) + own
        first = watch.lap(trace.plan_entry(trace.milliseconds(watch.now()), steps))
        plan = orjson.dumps(plan_of(network, parts))

        def store_runs(tx: Tx) -> T:
            self._creator.check_queue(tx)
            held, *shares = self._set_aside(tx, caller, own, parts)
            runs_store.add_running(tx, grant, whole, plan, (first,), held)
            for part, share in zip(parts, shares, strict=True):
                _store_part(tx, caller, part, share)
            self._creator.enqueue(tx, NETWORK_KIND, grant.project(Scope.RUNS_WRITE), whole)
            return once.made(trace.body(whole, "running", 0))

        return await once.commit(store_runs)

    async def _planned(
        self, caller: Caller, asked: RunNetwork, network: Network, agents: Sequence[Agent]
    ) -> tuple[RunHead, list[Part]]:
        """The run of the network and those of its agents, within one ceiling."""
        if asked.output_schema is not None:
            raise InvalidRequest({"output_schema": ["is not supported for networks"]})
        ceiling, own = min(network.max_steps, asked.max_steps), OWN_STEPS[network.strategy]
        drafts = await self._drafts(caller, asked, network, agents, ceiling - own)
        is_cut = any(part.plan.is_cut for part in drafts)
        needed = sum(len(part.plan.steps) for part in drafts) + own
        if is_cut or needed > ceiling:
            raise StepLimit(needed=None if is_cut else needed, allowed=ceiling)
        parts = _shared_out(drafts, ceiling - own)
        whole = RunHead(
            id=caller.new_id,
            model=MODEL,
            snapshot=self._snapshot(MODEL).id,
            created_at=clock.stamp(ids.time_of(caller.new_id)),
            metadata=asked.metadata,
            request=request_of(caller.principal, asked)._replace(max_steps=ceiling),
            network=network.id,
            children=tuple(part.head.id for part in parts),
        )
        return whole, parts

    async def _drafts(
        self,
        caller: Caller,
        asked: RunNetwork,
        network: Network,
        agents: Sequence[Agent],
        ceiling: int,
    ) -> list[Part]:
        """The runs of the agents that take part, each as if it had the ceiling to itself.

        Their plans are the embedded mind's on every model: a language model's would have to be
        paid for before anybody knows whether the plans fit together.
        """
        now = ids.time_of(caller.new_id)
        request = request_at(request_of(caller.principal, asked), now)
        chosen = await self._planner.plan_members(
            request._replace(max_steps=max(0, ceiling)),
            [self._member(agent) for agent in agents],
            network.strategy,
            caller.principal.project_id,
        )
        drafts: list[Part] = []
        for place, model, plan in chosen:
            in_turn = network.strategy == "sequential" and drafts
            head = self._head(caller, asked, network, agents[place], model)
            after = drafts[-1].head.id if in_turn else None
            head = head._replace(request=head.request._replace(after=after))
            drafts.append(Part(agents[place], head, self._snapshot(model), plan))
        return drafts

    def _member(self, agent: Agent) -> Member:
        """An agent as it is planned for: a mind that understands no words has its own plans."""
        mind = "embedded" if agent.model == AUTO else self._snapshot(agent.model).mind
        return Member(agent.name, agent.model, agent.instructions, mind)

    def _head(
        self, caller: Caller, asked: RunNetwork, network: Network, agent: Agent, model: str
    ) -> RunHead:
        now = ids.time_of(caller.new_id)
        return RunHead(
            id=ids.new_at("run", now),
            model=model,
            snapshot=self._snapshot(model).id,
            created_at=clock.stamp(now),
            metadata=asked.metadata,
            request=request_of(caller.principal, asked, agent.instructions),
            acting=Acting(agent.id, agent.version),
            network=network.id,
            parent=caller.new_id,
        )

    def _set_aside(
        self, tx: Tx, caller: Caller, own: int, parts: Sequence[Part]
    ) -> list[Reservation | None]:
        """The most that the whole and each part can cost, all under the budgets or nothing."""
        principal = caller.principal
        wishes = [(budget_holders(principal, ()), accounting.most(self._snapshot(MODEL), own))]
        for part in parts:
            amount = accounting.most(part.snapshot, part.head.request.max_steps)
            wishes.append((budget_holders(principal, [part.agent]), amount))
        zone = ZoneInfo(principal.time_zone)
        return budgets.reserve_each(tx, caller.grant, wishes, clock.now(), zone, spent_since)

    def _snapshot(self, model: str) -> Snapshot:
        return self._catalog.known(model)


def _store_part(tx: Tx, caller: Caller, part: Part, held: Reservation | None) -> None:
    caller.authorize(Scope.RUNS_WRITE, trail=tx, resource=part.head.id)
    watch = trace.Stopwatch(clock.parse(part.head.created_at))
    first = watch.lap(trace.plan_entry(0, len(part.plan.steps)))
    plan = orjson.dumps(values.plan_to_json(part.plan))
    runs_store.add_running(tx, caller.grant, part.head, plan, (first,), held)


def _shared_out(drafts: Sequence[Part], ceiling: int) -> list[Part]:
    """The steps that no plan needs yet, given out evenly from the first agent on."""
    spare = ceiling - sum(len(part.plan.steps) for part in drafts)
    each, left = divmod(spare, len(drafts))
    parts: list[Part] = []
    for n, part in enumerate(drafts):
        steps = len(part.plan.steps) + each + (1 if n < left else 0)
        request = part.head.request._replace(max_steps=min(steps, part.snapshot.max_steps_ceiling))
        parts.append(part._replace(head=part.head._replace(request=request)))
    return parts


def plan_of(network: Network, parts: Sequence[Part]) -> dict[str, object]:
    """How the run of a network goes on, as it is stored with it."""
    return {
        "strategy": network.strategy,
        "parts": [
            {"run": part.head.id, "agent": part.agent.id, "name": part.agent.name} for part in parts
        ],
    }

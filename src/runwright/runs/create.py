"""Making a run: checked, planned, and either executed at once or queued.

A run on a synchronous model is computed here, outside the writer, and stored in one write. Any
other is planned here, so that `step_limit` is an answer and no run is made, and then queued:
`execute` carries it on. Who makes it decides for whom it acts: a caller, or an agent.
"""

from __future__ import annotations

from collections.abc import Callable

import orjson

from runwright import clock, ids
from runwright.api.call import Answer, Call
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.transaction import Tx
from runwright.engine import codec
from runwright.engine.types import Plan
from runwright.errors import InvalidRequest, Overloaded, Problem, StepLimit
from runwright.jobs import store as jobs_store
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import accounting, attachments, store, trace
from runwright.runs.follow import Follower
from runwright.runs.hosts.computing import Computing
from runwright.runs.hosts.fetch import Attached, Fetch, Stale
from runwright.runs.hosts.request import Order, RequestHost, Work, reserve
from runwright.runs.hosts.tasks import moment_of
from runwright.runs.loop import execute
from runwright.runs.plans.language import Language, Turns, plan_by_model
from runwright.runs.plans.planner import Planner, request_for
from runwright.runs.reach import check_guards, check_reach, may_attach
from runwright.runs.synchronous_wait import when_ended
from runwright.runs.types import Request, RunBody, RunHead, Used
from runwright.runs.usage import store as usage_store
from runwright.trust import budgets
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

JOB_KIND = "run"
NETWORK_KIND = "network"
"""The jobs of runs that are made of other runs; see `agents.conduct`."""
_RETRY_WHEN_FULL = 5
_MOST_STARTS = 3
"""How often a run begins anew because a file that it had read was erased meanwhile."""


class Creator:
    """Makes runs."""

    def __init__(
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        context: Context,
        language: Language,
        planner: Planner,
        computing: Computing,
        follower: Follower,
        wake_worker: Callable[[], None],
    ) -> None:
        self.catalog = catalog
        self._language = language
        self._planner = planner
        self._computing = computing
        self._turns = Turns()
        self._follower = follower
        self._fetch = Fetch(context)
        self._queue_limit = settings.job_queue
        self._wake_worker = wake_worker

    async def create(self, call: Call, order: Order) -> Answer:
        """Plan, and either execute or queue."""
        snapshot = self.catalog.known(order.model)
        if snapshot.language is None:
            return await self._create(call, order, snapshot)
        async with self._turns.turn(call.principal.project_id, call.idempotency_key):
            created = await self._create_paid(call, order, snapshot)
            return await when_ended(call, self.catalog, self._follower, created, order.model)

    async def _create(self, call: Call, order: Order, snapshot: Snapshot) -> Answer:
        asked = order.asked
        await check_reach(call, asked)
        reading = may_attach(call, asked) if asked.files else None
        if (asked.sources or reading or order.holders) and (stored := await call.replayed()):
            return stored
        attached = await self._attached(call, asked, reading, snapshot) if reading else None
        head, watch = self._begin(call, order, snapshot)
        plan, _, cpu_us = order.planned or await self._planner.plan(
            request_for(head, snapshot), call.principal.project_id
        )
        check_steps(plan, asked.max_steps)
        first = watch.lap(
            trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)), cpu_us=cpu_us
        )
        work = Work(order, head, snapshot, plan, moment_of(head), watch, first)
        if not snapshot.is_synchronous:
            return await self._queue(call, work)
        await self._check_budgets(call, work)
        for _ in range(_MOST_STARTS):
            try:
                return await self._execute_now(call, work, attached)
            except Stale:
                attached = await self._attached(call, asked, reading, snapshot) if reading else None
        raise Stale

    async def _check_budgets(self, call: Call, work: Work) -> None:
        """Do no work that no budget has room for; what it costs is taken when it is stored."""
        holders = work.order.holders
        if not holders:
            return
        amount = accounting.most(work.snapshot, len(work.plan.steps))
        now, zone = clock.now(), work.moment.zone
        await call.read(
            lambda reader: budgets.check(reader, call.grant, holders, amount, now, zone)
        )

    async def _create_paid(self, call: Call, order: Order, snapshot: Snapshot) -> Answer:
        """The same where planning costs money: it is set aside before the model is asked."""
        asked = order.asked
        await check_reach(call, asked)
        reading = may_attach(call, asked) if asked.files else None
        if stored := await call.replayed():
            return stored
        if reading:
            await self._attached(call, asked, reading, snapshot)
        head, watch = self._begin(call, order, snapshot)
        reservation = await self._set_aside(call, order, snapshot)
        used: Used | None = None
        try:
            plan, head, used = await plan_by_model(
                call, self._language, self._planner, head, snapshot
            )
            check_steps(plan, asked.max_steps)
            first = watch.lap(trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)))
            work = Work(order, head, snapshot, plan, moment_of(head), watch, first)
            return await self._queue(call, work, used, reservation)
        except Problem:
            cost = accounting.price_of(used)
            await call.database.write(lambda tx: budgets.settle(tx, call.grant, reservation, cost))
            raise

    async def _set_aside(self, call: Call, order: Order, snapshot: Snapshot) -> Reservation | None:
        if not order.holders:
            return None
        amount = accounting.most(snapshot, order.asked.max_steps)
        return await call.database.write(lambda tx: reserve(tx, call, order.holders, amount))

    async def _attached(
        self, call: Call, asked: RunBody, grant: Grant, snapshot: Snapshot
    ) -> Attached:
        """The attached files, checked; waited for where the answer needs them at once."""
        if snapshot.is_synchronous:
            files = await attachments.wait_for(call.database, grant, asked.files)
        else:
            files = await call.read(
                lambda reader: attachments.read_records(reader, grant, asked.files)
            )
        check_guards(call.caller, files)
        return Attached(grant, files)

    def _begin(
        self, call: Call, order: Order, snapshot: Snapshot
    ) -> tuple[RunHead, trace.Stopwatch]:
        """The run's first moment."""
        asked = order.asked
        most = snapshot.max_steps_ceiling
        if asked.max_steps > most:
            raise InvalidRequest({"max_steps": [f"must be at most {most} on {order.model}"]})
        created = ids.time_of(call.new_id)
        head = RunHead(
            id=call.new_id,
            model=order.model,
            snapshot=snapshot.id,
            created_at=clock.stamp(created),
            metadata=asked.metadata,
            request=request_of(call, asked, order.instructions),
            acting=order.acting,
        )
        return head, trace.Stopwatch(created)

    async def _execute_now(self, call: Call, work: Work, attached: Attached | None) -> Answer:
        host = RequestHost(call, work, attached, self._fetch, self._computing)
        closing = await execute(host)
        return await call.commit(host.finish(closing))

    async def _queue(
        self,
        call: Call,
        work: Work,
        used: Used | None = None,
        reservation: Reservation | None = None,
    ) -> Answer:
        head, plan_bytes = work.head, orjson.dumps(codec.plan_to_json(work.plan))

        def store_run(tx: Tx) -> Answer:
            self.check_queue(tx)
            held = reservation
            if held is None:
                amount = accounting.most(work.snapshot, head.request.max_steps)
                held = reserve(tx, call, work.order.holders, amount)
            store.add_running(tx, call.grant, head, plan_bytes, work.first, held)
            usage_store.add(tx, call.grant, head.id, used)
            project_id = call.grant.project(Scope.RUNS_WRITE)
            self.enqueue(tx, JOB_KIND, project_id, head)
            return Answer(body=trace.body(head, "running", 0), status=201)

        return await call.commit(store_run)

    def check_queue(self, tx: Tx) -> None:
        """`Overloaded` when too many runs wait already."""
        if jobs_store.count(tx, (JOB_KIND, NETWORK_KIND), self._queue_limit) >= self._queue_limit:
            raise Overloaded(
                "Too many runs are waiting for a worker. No run was made.", _RETRY_WHEN_FULL
            )

    def enqueue(self, tx: Tx, kind: str, project_id: str, head: RunHead) -> None:
        """Let a worker carry a run on."""
        jobs_store.add(tx, kind, project_id, head.id, head.created_at)
        tx.after_commit(self._wake_worker)


def request_of(call: Call, asked: RunBody, instructions: str = "") -> Request:
    """What a run is asked, as it is stored."""
    return Request(
        prompt=asked.prompt,
        sources=asked.sources,
        max_steps=asked.max_steps,
        time_zone=call.principal.time_zone,
        currency=call.principal.currency,
        previous_run=asked.previous_run,
        files=asked.attached,
        instructions=instructions,
    )


def check_steps(plan: Plan, allowed: int) -> None:
    """`StepLimit` when a plan does not fit."""
    if plan.is_cut or len(plan.steps) > allowed:
        raise StepLimit(needed=None if plan.is_cut else len(plan.steps), allowed=allowed)

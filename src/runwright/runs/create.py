"""Making a run: checked, planned, and either executed at once or queued.

A run on a synchronous model is computed here, outside the writer, and stored in one write. Any
other is planned here, so that `step_limit` is an answer and no run is made, and then queued:
`execute` carries it on. Who makes it decides for whom it acts: a caller, or an agent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import orjson

from runwright import clock, ids
from runwright.api.idempotency import Once
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
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
from runwright.runs.plans.language import ASK, Language, Turns, Unanswered
from runwright.runs.plans.planner import Planner, request_for
from runwright.runs.reach import check_guards, check_reach, may_attach
from runwright.runs.synchronous_wait import when_ended
from runwright.runs.types import Request, RunBody, RunHead, Used
from runwright.runs.usage import store as usage_store
from runwright.trust import budgets
from runwright.trust.budgets import Reservation
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant, Principal
from runwright.trust.scopes import Scope

T = TypeVar("T")
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
        database: Database,
        language: Language,
        planner: Planner,
        computing: Computing,
        follower: Follower,
        wake_worker: Callable[[], None],
    ) -> None:
        self.catalog = catalog
        self._database = database
        self._language = language
        self._planner = planner
        self._computing = computing
        self._turns = Turns()
        self._follower = follower
        self._fetch = Fetch(context)
        self._queue_limit = settings.job_queue
        self._wake_worker = wake_worker

    async def create(self, caller: Caller, order: Order, once: Once[T]) -> T:
        """Plan, and either execute or queue."""
        snapshot = self.catalog.known(order.model)
        if snapshot.language is None:
            return await self._create(caller, order, snapshot, once)
        async with self._turns.turn(caller.principal.project_id, once.idempotency_key):
            return await self._create_paid(caller, order, snapshot, once)

    async def _create(self, caller: Caller, order: Order, snapshot: Snapshot, once: Once[T]) -> T:
        asked = order.asked
        await check_reach(self._database, caller, asked)
        reading = may_attach(caller, asked) if asked.files else None
        if (asked.sources or reading or order.holders) and (stored := await once.replayed()):
            return stored
        attached = await self._attached(caller, asked, reading, snapshot) if reading else None
        head, watch = self._begin(caller, order, snapshot)
        plan, _, cpu_us = order.planned or await self._planner.plan(
            request_for(head, snapshot), caller.principal.project_id
        )
        check_steps(plan, asked.max_steps)
        first = watch.lap(
            trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)), cpu_us=cpu_us
        )
        work = Work(order, head, snapshot, plan, moment_of(head), watch, first)
        if not snapshot.is_synchronous:
            return await self._queue(caller, work, once)
        await self._check_budgets(caller.grant, work)
        for _ in range(_MOST_STARTS):
            try:
                return await self._execute_now(caller, work, attached, once)
            except Stale:
                if reading:
                    attached = await self._attached(caller, asked, reading, snapshot)
        raise Stale

    async def _check_budgets(self, grant: Grant, work: Work) -> None:
        """Do no work that no budget has room for; what it costs is taken when it is stored."""
        holders = work.order.holders
        if not holders:
            return
        amount = accounting.most(work.snapshot, len(work.plan.steps))
        now, zone = clock.now(), work.moment.zone
        await self._database.read(
            lambda reader: budgets.check(reader, grant, holders, amount, now, zone)
        )

    async def _create_paid(
        self, caller: Caller, order: Order, snapshot: Snapshot, once: Once[T]
    ) -> T:
        """The same where planning costs money: it is set aside before the model is asked."""
        asked, database = order.asked, self._database
        await check_reach(database, caller, asked)
        reading = may_attach(caller, asked) if asked.files else None
        if stored := await once.replayed():
            return stored
        if reading:
            await self._attached(caller, asked, reading, snapshot)
        head, watch = self._begin(caller, order, snapshot)
        reservation = await self._set_aside(caller, order, snapshot)
        used: Used | None = None
        try:
            plan, head, used = await self._plan_by_model(caller, head, snapshot)
            check_steps(plan, asked.max_steps)
            first = watch.lap(trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)))
            work = Work(order, head, snapshot, plan, moment_of(head), watch, first)
            created = await self._queue(caller, work, once, used, reservation)
        except Problem:
            cost = accounting.price_of(used)
            await database.write(lambda tx: budgets.settle(tx, caller.grant, reservation, cost))
            raise
        if not self.catalog.answers_at_once(order.model):
            return created
        return await when_ended(database, self._follower, caller.grant, head.id, once, created)

    async def _plan_by_model(
        self, caller: Caller, head: RunHead, snapshot: Snapshot
    ) -> tuple[Plan, RunHead, Used | None]:
        """Ask for a plan, once it is on record that the prompt goes to the model.

        The run goes on under the snapshot that made the plan.
        """
        asking = {"snapshot": snapshot.id}
        await self._database.write(
            lambda tx: caller.authorize(Scope.RUNS_WRITE, action=ASK, detail=asking, trail=tx)
        )
        project_id = caller.principal.project_id
        try:
            planned = await self._language.plan(
                head, snapshot, moment_of(head), self._planner, project_id
            )
        except Unanswered as unanswered:
            raise unanswered.problem from None
        return planned.plan, head._replace(snapshot=planned.snapshot.id), planned.used

    async def _set_aside(
        self, caller: Caller, order: Order, snapshot: Snapshot
    ) -> Reservation | None:
        if not order.holders:
            return None
        amount = accounting.most(snapshot, order.asked.max_steps)
        return await self._database.write(lambda tx: reserve(tx, caller, order.holders, amount))

    async def _attached(
        self, caller: Caller, asked: RunBody, grant: Grant, snapshot: Snapshot
    ) -> Attached:
        """The attached files, checked; waited for where the answer needs them at once."""
        if snapshot.is_synchronous:
            files = await attachments.wait_for(self._database, grant, asked.files)
        else:
            files = await self._database.read(
                lambda reader: attachments.read_records(reader, grant, asked.files)
            )
        check_guards(caller, files)
        return Attached(grant, files)

    def _begin(
        self, caller: Caller, order: Order, snapshot: Snapshot
    ) -> tuple[RunHead, trace.Stopwatch]:
        """The run's first moment."""
        asked, run_id = order.asked, caller.new_id
        most = snapshot.max_steps_ceiling
        if asked.max_steps > most:
            raise InvalidRequest({"max_steps": [f"must be at most {most} on {order.model}"]})
        created = ids.time_of(run_id)
        head = RunHead(
            id=run_id,
            model=order.model,
            snapshot=snapshot.id,
            created_at=clock.stamp(created),
            metadata=asked.metadata,
            request=request_of(caller.principal, asked, order.instructions),
            acting=order.acting,
        )
        return head, trace.Stopwatch(created)

    async def _execute_now(
        self, caller: Caller, work: Work, attached: Attached | None, once: Once[T]
    ) -> T:
        host = RequestHost(caller, self._database, work, attached, self._fetch, self._computing)
        store_run = host.finish(await execute(host))
        return await once.commit(lambda tx: once.made(store_run(tx)))

    async def _queue(
        self,
        caller: Caller,
        work: Work,
        once: Once[T],
        used: Used | None = None,
        reservation: Reservation | None = None,
    ) -> T:
        head, grant = work.head, caller.grant
        plan_bytes = orjson.dumps(codec.plan_to_json(work.plan))

        def store_run(tx: Tx) -> T:
            self.check_queue(tx)
            held = reservation
            if held is None:
                amount = accounting.most(work.snapshot, head.request.max_steps)
                held = reserve(tx, caller, work.order.holders, amount)
            store.add_running(tx, grant, head, plan_bytes, work.first, held)
            usage_store.add(tx, grant, head.id, used)
            self.enqueue(tx, JOB_KIND, grant.project(Scope.RUNS_WRITE), head)
            return once.made(trace.body(head, "running", 0))

        return await once.commit(store_run)

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


def request_of(principal: Principal, asked: RunBody, instructions: str = "") -> Request:
    """What a run is asked, as it is stored."""
    return Request(
        prompt=asked.prompt,
        sources=asked.sources,
        max_steps=asked.max_steps,
        time_zone=principal.time_zone,
        currency=principal.currency,
        previous_run=asked.previous_run,
        files=asked.attached,
        instructions=instructions,
    )


def check_steps(plan: Plan, allowed: int) -> None:
    """`StepLimit` when a plan does not fit."""
    if plan.is_cut or len(plan.steps) > allowed:
        raise StepLimit(needed=None if plan.is_cut else len(plan.steps), allowed=allowed)

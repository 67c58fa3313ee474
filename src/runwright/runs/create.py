"""Making a run: checked, planned, and either executed at once or queued.

A run on a synchronous model is computed here, outside the writer, and stored in one write. Any
other is planned here, so that `step_limit` is an answer and no run is made, and then queued:
`execute` carries it on. Who makes it decides for whom it acts: a caller, or an agent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar
from zoneinfo import ZoneInfo

import orjson

from runwright import clock, ids, later
from runwright.api.idempotency import Once
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import InvalidRequest, Overloaded, Problem, StepLimit
from runwright.jobs import store as jobs_store
from runwright.minds import values
from runwright.minds.blobs import NOTHING, given_blob
from runwright.minds.values import Plan
from runwright.models.catalog import Catalog
from runwright.models.conversation import ModelRequest
from runwright.models.types import Snapshot
from runwright.runs import store, trace
from runwright.runs.accounts import accounting
from runwright.runs.accounts.usage import store as usage_store
from runwright.runs.follow import Follower
from runwright.runs.hosts.computing import Computing
from runwright.runs.hosts.fetch import Attached, Fetch, Stale
from runwright.runs.hosts.model_calls import ASK, Language, Unanswered
from runwright.runs.hosts.request import Order, RequestHost, Work, reserve
from runwright.runs.hosts.synchronous_wait import when_ended
from runwright.runs.hosts.tasks import task_of
from runwright.runs.inputs import attachments
from runwright.runs.inputs.pictures import shown
from runwright.runs.inputs.predecessor import conversation, prompts
from runwright.runs.inputs.request import Request
from runwright.runs.inputs.required_scopes import (
    NO_PREVIOUS,
    check_guards,
    check_scopes,
    may_attach,
)
from runwright.runs.loop import Journal, execute, told_to_bytes
from runwright.runs.plans.planner import Planned, Planner, request_for
from runwright.runs.plans.turns import Turns
from runwright.runs.types import Recorded, RunBody, RunHead, Used
from runwright.trust import budgets
from runwright.trust.budgets import Reservation
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant, Principal
from runwright.trust.scopes import Scope

if TYPE_CHECKING:
    from runwright.minds.language import offered
else:
    offered = later.Module("runwright.minds.language.offered")

T = TypeVar("T")
JOB_KIND = "run"
NETWORK_KIND = "network"
"""The jobs of runs that are made of other runs; see `agents.network_executor`."""
_RETRY_WHEN_FULL = 5
_MOST_STARTS = 3
"""How often a run begins anew because a file that it had read was erased meanwhile."""


class Creator:
    """Makes runs."""

    def __init__(  # noqa: PLR0913 - its parts, by name, in one place
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
        check_output_schema(order.asked, snapshot)
        if snapshot.language is None:
            return await self._create(caller, order, snapshot, once)
        async with self._turns.turn(caller.principal.project_id, once.idempotency_key):
            return await self._create_paid(caller, order, snapshot, once)

    async def _create(self, caller: Caller, order: Order, snapshot: Snapshot, once: Once[T]) -> T:
        asked = order.asked
        await check_scopes(self._database, caller, asked)
        reading = may_attach(caller, asked) if asked.files else None
        if (asked.context or reading or order.holders) and (stored := await once.replayed()):
            return stored
        attached = await self._attached(caller, asked, reading, snapshot) if reading else None
        head, watch = self._begin(caller, order, snapshot)
        plan, _, cpu_us = order.planned or await self._plan(caller, head, snapshot)
        check_steps(plan, asked.max_steps)
        first = watch.lap(
            trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)), cpu_us=cpu_us
        )
        work = Work(order, head, snapshot, plan, watch, first)
        if not snapshot.is_synchronous:
            return await self._queue(caller, work, once, order.used)
        if order.holders:
            await self._check_budgets(caller, work)
        for _ in range(_MOST_STARTS):
            try:
                return await self._execute_now(caller, work, attached, once)
            except Stale:
                if reading:
                    attached = await self._attached(caller, asked, reading, snapshot)
        raise Stale

    async def _plan(self, caller: Caller, head: RunHead, snapshot: Snapshot) -> Planned:
        """The plan; a follow-up is understood with what was asked before it."""
        request, before = request_for(head, snapshot), head.request.previous_run
        if before is not None:
            earlier = await self._database.read(lambda r: prompts(r, caller.grant, before))
            request = request._replace(earlier=earlier)
        return await self._planner.plan(request, caller.principal.project_id)

    async def _check_budgets(self, caller: Caller, work: Work) -> None:
        """Do no work that no budget has room for; what it costs is taken when it is stored."""
        holders = work.order.holders
        amount = accounting.most(work.snapshot, len(work.plan.steps))
        now, zone = clock.now(), ZoneInfo(caller.principal.time_zone)
        await self._database.read(
            lambda reader: budgets.check(reader, caller.grant, holders, amount, now, zone)
        )

    async def _create_paid(
        self, caller: Caller, order: Order, snapshot: Snapshot, once: Once[T]
    ) -> T:
        """The same on a language model: what its first reply may cost is set aside before it is
        asked, and paid whatever comes of it."""
        asked, database = order.asked, self._database
        await check_scopes(database, caller, asked)
        reading = may_attach(caller, asked) if asked.files else None
        if stored := await once.replayed():
            return stored
        attached = await self._attached(caller, asked, reading, snapshot) if reading else None
        head, watch = self._begin(caller, order, snapshot)
        plan, request = await self._opening(caller, head, snapshot)
        if attached is not None:
            pictures = await self._language.pictures(snapshot, attached.files)
            request = shown(request, pictures, len(request.messages) - 1)
        reservation = await self._set_aside(caller, order, snapshot, request)
        used: Used | None = None
        try:
            await self._record_asking(caller, snapshot)
            told, used = await self._language.ask(snapshot, request)
            steps = offered.planned_steps(told)
            if steps > asked.max_steps:
                needed = None if steps >= offered.MOST_PLANNED else steps
                raise StepLimit(needed=needed, allowed=asked.max_steps)
            first = watch.lap(trace.plan_entry(trace.milliseconds(watch.now()), steps))
            entry = trace.model_entry(1, told.input_tokens, told.output_tokens)
            reply = watch.lap(entry, told_to_bytes(told))._replace(
                start_us=first.start_us, duration_us=first.duration_us
            )
            work = Work(order, head, snapshot, plan, watch, first)
            created = await self._queue(caller, work, once, used, reservation, (reply,))
        except Unanswered as unanswered:
            return await self._stand_in(caller, order, head, once, unanswered, reservation)
        except Problem:
            await self._charge(caller, head, used, reservation)
            raise
        if not self.catalog.answers_at_once(order.model):
            return created
        return await when_ended(database, self._follower, caller.grant, head.id, once, created)

    async def _stand_in(
        self,
        caller: Caller,
        order: Order,
        head: RunHead,
        once: Once[T],
        unanswered: Unanswered,
        reservation: Reservation | None,
    ) -> T:
        """Have the embedded mind answer where an alias may fall back to it, and say so."""
        used = unanswered.used
        # No embedded mind gives objects of a schema.
        may_be_replaced = unanswered.may_be_replaced and head.request.output_schema is None
        instead = self._language.stand_in(head.model) if may_be_replaced else None
        await self._charge(caller, head, None if instead else used, reservation)
        if instead is None:
            raise unanswered.problem from None
        notice = f"{head.snapshot} was not available; {instead.id} has answered in its place."
        return await self._create(caller, order._replace(notice=notice, used=used), instead, once)

    async def _opening(
        self, caller: Caller, head: RunHead, snapshot: Snapshot
    ) -> tuple[Plan, ModelRequest]:
        """What the run may read, and what its model is asked first."""
        project_id = caller.principal.project_id
        plan = (await self._planner.plan(request_for(head, snapshot), project_id)).plan
        journal = Journal(await self._conversation(caller.grant, head.request.previous_run))
        task = task_of(head, plan, snapshot)
        ahead = await self._computing.advance(task, journal, project_id, is_empty=False)
        if ahead.asked is None:
            raise LookupError(f"{snapshot.id} asks nothing")
        return plan, ahead.asked

    async def _conversation(self, grant: Grant, run_id: str | None) -> bytes:
        """What was asked and answered before, if the run follows up on another."""
        if run_id is None:
            return NOTHING
        turns = await self._database.read(lambda reader: conversation(reader, grant, run_id))
        if turns is None:
            raise InvalidRequest({"previous_run": [NO_PREVIOUS]})
        return given_blob(turns)

    async def _record_asking(self, caller: Caller, snapshot: Snapshot) -> None:
        """Put on record that the prompt goes to a model, before it goes."""
        asking = {"snapshot": snapshot.id}
        await self._database.write(
            lambda tx: caller.authorize(Scope.RUNS_WRITE, action=ASK, detail=asking, trail=tx)
        )

    async def _set_aside(
        self, caller: Caller, order: Order, snapshot: Snapshot, request: ModelRequest
    ) -> Reservation | None:
        if not order.holders:
            return None
        amount = accounting.most(snapshot, order.asked.max_steps)
        amount += accounting.most_of_turn(snapshot, request)
        return await self._database.write(lambda tx: reserve(tx, caller, order.holders, amount))

    async def _charge(
        self, caller: Caller, head: RunHead, used: Used | None, reservation: Reservation | None
    ) -> None:
        """What was used for a run that is not made is paid all the same."""
        grant = caller.grant

        def charge(tx: Tx) -> None:
            if used is None:
                budgets.settle(tx, grant, reservation, 0)
                return
            usage_store.add(tx, grant, head.id, used)
            ended = accounting.Ended(
                head=head,
                key_id=caller.principal.key_id,
                status="failed",
                snapshot=None,
                records=(),
                own_steps=0,
                used=(used,),
            )
            accounting.close(tx, grant, ended, reservation, erased=True)

        await self._database.write(charge)

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
            request=request_of(caller.principal, asked, order.instructions, order.notice),
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
        more: Sequence[Recorded] = (),
    ) -> T:
        head, grant = work.head, caller.grant
        plan_bytes = orjson.dumps(values.plan_to_json(work.plan))

        def store_run(tx: Tx) -> T:
            self.check_queue(tx)
            held = reservation
            if held is None:
                amount = accounting.most(work.snapshot, head.request.max_steps)
                amount += accounting.price_of(used)
                held = reserve(tx, caller, work.order.holders, amount)
            store.add_running(tx, grant, head, plan_bytes, (work.first, *more), held)
            usage_store.add(tx, grant, head.id, used)
            self.enqueue(tx, JOB_KIND, grant.project(Scope.RUNS_WRITE), head)
            return once.made(trace.body(head, "running", 0))

        return await once.commit(store_run)

    def check_queue(self, tx: Tx) -> None:
        """`Overloaded` when too many runs wait already."""
        if jobs_store.count(tx, (JOB_KIND, NETWORK_KIND), self._queue_limit) >= self._queue_limit:
            raise Overloaded(
                "Too many runs are waiting for a worker. No run was created.", _RETRY_WHEN_FULL
            )

    def enqueue(self, tx: Tx, kind: str, project_id: str, head: RunHead) -> None:
        """Let a worker carry a run on."""
        jobs_store.add(tx, kind, project_id, head.id, head.created_at)
        tx.after_commit(self._wake_worker)


def request_of(
    principal: Principal, asked: RunBody, instructions: str = "", notice: str = ""
) -> Request:
    """What a run is asked, as it is stored."""
    return Request(
        prompt=asked.prompt,
        sources=asked.sources,
        max_steps=asked.max_steps,
        time_zone=principal.time_zone,
        currency=principal.currency,
        previous_run=asked.previous_run,
        output_schema=asked.output_schema,
        files=asked.attached,
        instructions=instructions,
        notice=notice,
    )


def check_output_schema(asked: RunBody, snapshot: Snapshot) -> None:
    """400 for a schema where no language model fills it."""
    if asked.output_schema is not None and snapshot.language is None:
        raise InvalidRequest({"output_schema": ["is only supported on language models"]})


def check_steps(plan: Plan, allowed: int) -> None:
    """`StepLimit` when a plan does not fit."""
    if plan.is_cut or len(plan.steps) > allowed:
        raise StepLimit(needed=None if plan.is_cut else len(plan.steps), allowed=allowed)

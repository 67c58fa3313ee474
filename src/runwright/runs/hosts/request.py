"""A run within its request: computed outside the writer, stored in one write when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.minds.blobs import NOTHING, given_blob
from runwright.minds.types import Closing, Read
from runwright.minds.values import Plan
from runwright.models.conversation import ModelRequest
from runwright.models.types import Snapshot
from runwright.runs import store, trace
from runwright.runs.accounts import accounting
from runwright.runs.accounts.store import spent_since
from runwright.runs.accounts.usage import store as usage_store
from runwright.runs.finish import conclude, seal_request
from runwright.runs.hosts.computing import Computing, NotKept
from runwright.runs.hosts.fetch import Attached, Fetch, Fetched, check_fresh, files_read
from runwright.runs.hosts.tasks import task_of
from runwright.runs.inputs import attachments
from runwright.runs.inputs.required_scopes import FETCH
from runwright.runs.loop import Ahead, Done, Journal, Walk
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.runs.plans.planner import Planned
from runwright.runs.types import Acting, Recorded, RunBody, RunHead, Used
from runwright.trust import budgets
from runwright.trust.budgets import Holder, Reservation
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES


class Order(NamedTuple):
    """A run that is to be made."""

    model: str
    asked: RunBody
    acting: Acting | None = None
    instructions: str = ""
    holders: tuple[Holder, ...] = ()
    """Whose budgets it draws on."""
    notice: str = ""
    """What is said below its answer: who answers in whose place."""
    used: Used | None = None
    """What a language model has used for it in vain."""
    planned: Planned | None = None
    """Its plan, if that was made to choose its model."""


class Work(NamedTuple):
    """A run that is about to be executed."""

    order: Order
    head: RunHead
    snapshot: Snapshot
    plan: Plan
    watch: trace.Stopwatch
    first: Recorded


class RequestHost:
    """Executes one run for whoever waits for it."""

    def __init__(
        self,
        caller: Caller,
        database: Database,
        work: Work,
        attached: Attached | None,
        fetch: Fetch,
        computing: Computing,
    ) -> None:
        self._caller = caller
        self._database = database
        self._work = work
        self._attached = attached
        self._fetch = fetch
        self._computing = computing
        self._task = task_of(work.head, work.plan, work.snapshot)
        self._begun: Walk | None = None
        self._given: bytes | None = None
        self._reads: list[Read] = []
        self._fetched: list[Fetched] = []
        """What each read gave."""
        self._attachments: list[Recorded] = []
        self._trace: list[Recorded | None] = []
        """The steps so far, and where a read was made between them."""
        self._laps: list[Recorded] = []
        """When each read was done."""
        self._steps = 0
        self._records: list[Recorded] = [work.first]

    async def advance(self) -> Ahead:
        """All the way, or to what is to be read next."""
        if self._given is None:
            attached = self._attached
            self._given = NOTHING if attached is None else await self._read_given(attached)
        if not self._fetched and self._task.read_sources:
            self._begun = Walk(self._task, Journal())
            return self._begun.go(most=0)
        try:
            return await self._computed(self._given)
        except NotKept:
            for n, (read, each) in enumerate(zip(self._reads, self._fetched, strict=True)):
                if each.kept:
                    self._fetched[n] = await self._read(each.grant, read, anew=True)
            return await self._computed(self._given)

    async def _computed(self, given: bytes) -> Ahead:
        journal = Journal(given, [each.blob for each in self._fetched])
        return await self._computing.advance(
            self._task,
            journal,
            self._caller.principal.project_id,
            is_empty=given == NOTHING and all(each.is_empty for each in self._fetched),
            fetched=self._fetched,
            begun=self._begun,
        )

    async def keep(self, ahead: Ahead) -> None:
        """Nothing of a run that is not done: it is stored whole, or not at all."""
        self._took(ahead.done[self._steps :])
        if ahead.closing is not None:
            self._records += self._entries(ahead.counts)

    def _took(self, steps: Sequence[Done]) -> None:
        """Note the steps that were done since the last read."""
        watch = self._work.watch
        # What there was to wait for, before and behind the computing, is on the first step's
        # account.
        waited = max(0, watch.since_last() - sum(done.wall_us for done in steps))
        for done in steps:
            self._steps += 1
            entry, taken = trace.step_entry(self._steps, done.call.tool), done.wall_us + waited
            waited = 0
            self._trace.append(watch.spent(entry, taken, done.output.step, done.cpu_us))

    async def fetch(self, reads: Sequence[Read]) -> None:
        """Read under the caller's scopes, each recorded."""
        for read in reads:
            grant = self._caller.authorize(SOURCES[read.source], action=FETCH)
            self._reads.append(read)
            self._fetched.append(await self._read(grant, read))
            self._laps.append(self._work.watch.lap({}))
            self._trace.append(None)

    async def _read(self, grant: Grant, read: Read, *, anew: bool = False) -> Fetched:
        return await self._fetch(grant, read, self._task.moment, self._computing.kept, anew=anew)

    async def ask(self, request: ModelRequest) -> None:  # noqa: ARG002 - the protocol of hosts
        """No run within its request is a language model's: it goes on behind it."""
        raise LookupError("a language model is asked by a worker")

    async def _read_given(self, attached: Attached) -> bytes:
        items = await self._database.read(
            lambda reader: attachments.records(reader, attached.grant, attached.files)
        )
        for entry in attachments.entries([file.id for file in attached.files], items):
            self._attachments.append(self._work.watch.lap(entry))
        return given_blob(items)

    def _entries(self, counts: Sequence[int]) -> list[Recorded]:
        """The trace behind the plan: reads with their counts, and steps, in the order they came."""
        reads = zip(self._fetched, self._laps, counts, strict=True)
        return [
            *self._attachments,
            *(each if each is not None else _read_entry(*next(reads)) for each in self._trace),
        ]

    def finish(self, closing: Closing) -> Callable[[Tx], bytes]:
        """The one write that stores the run with all that belongs to it.

        Everything is worked out here: the writer serves everybody.
        """
        caller, work, head = self._caller, self._work, self._work.head
        grant = caller.grant
        frozen = conclude(head, work.watch, self._records, closing)
        files = files_read(self._fetched, self._attached)
        ended = accounting.Ended(
            head=head,
            key_id=caller.principal.key_id,
            status="completed",
            snapshot=work.snapshot,
            records=self._records,
            own_steps=frozen.steps_used,
            weighed=closing.weighed,
            used=() if work.order.used is None else (work.order.used,),
        )

        def store_run(tx: Tx) -> bytes:
            check_fresh(tx, self._fetched, self._attached)
            reservation = None
            if work.order.holders:
                # Set aside and spent in one go: the run has ended before it is stored.
                amount = accounting.most(work.snapshot, frozen.steps_used)
                amount += accounting.price_of(work.order.used)
                reservation = reserve(tx, caller, work.order.holders, amount)
            store.add_finished(tx, grant, head, frozen)
            if frozen.artifacts:
                artifacts_store.add(tx, grant, frozen.artifacts)
            usage_store.add(tx, grant, head.id, work.order.used)
            evidence_store.add_reads(tx, grant, head.id, files)
            evidence_store.add_sources(tx, grant, head.id, closing.cited)
            accounting.close(tx, grant, ended, reservation, later=True)
            seal_request(tx, grant, frozen)
            return frozen.body

        return store_run


def _read_entry(fetched: Fetched, lap: Recorded, count: int) -> Recorded:
    entry = trace.context_entry(fetched.source, fetched.grant.scope.text, count)
    return Recorded(entry, lap.start_us, lap.duration_us)


def reserve(tx: Tx, caller: Caller, holders: Sequence[Holder], amount: int) -> Reservation | None:
    """Set an amount aside for a run, under the budgets that it draws on."""
    if not holders:
        return None
    zone = ZoneInfo(caller.principal.time_zone)
    return budgets.reserve(tx, caller.grant, holders, amount, clock.now(), zone, spent_since)

"""Carries the run of a network on: its agents' runs, one after the other or side by side.

The agents' runs are runs like any other; they have no job of their own but are carried on with
the run that they are part of. Their trace entries become entries of that run when they end, in
the order of the agents. After a crash, runs that have ended are not done again, and what has
become part of the whole does not become so twice. A part that fails is contained: the others go
on, and the result says who found nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
import structlog

from runwright import clock, later
from runwright.agents import store as agents_store
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import AlreadyDeleted, Internal, Overloaded, Problem, ScopeDenied
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.minds.cited import write_rows
from runwright.minds.values import Weighed
from runwright.models.catalog import Catalog
from runwright.runs import store, trace
from runwright.runs.accounts import accounting
from runwright.runs.create import JOB_KIND
from runwright.runs.finish import seal
from runwright.runs.follow import Hub
from runwright.runs.hosts import claiming
from runwright.runs.hosts.executor import Executor
from runwright.runs.hosts.orphans import fail
from runwright.runs.listing import store as listing_store
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.runs.types import Claim, Frozen, Recorded, StoredRun
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant, Trail, act_as_service, authorize
from runwright.trust.scopes import Scope

if TYPE_CHECKING:
    from runwright.agents import merging
else:
    merging = later.Module("runwright.agents.merging")

log = structlog.get_logger()
_KEY_GONE = "The key that this run acts with was revoked, or may not run any more."


class Part(NamedTuple):
    """One agent's share, as the plan of the whole names it."""

    run_id: str
    agent_id: str
    name: str


@dataclass(slots=True)
class _Progress:
    """A claimed run of a network, and how far it has come."""

    claim: Claim
    grant: Grant
    watch: trace.Stopwatch
    records: list[Recorded]
    strategy: str
    parts: Sequence[Part]

    @property
    def run_id(self) -> str:
        return self.claim.head.id

    def has(self, part: Part) -> bool:
        """Whether a part's entries have become part of the whole."""
        return any(_whose(record) == part.run_id for record in self.records)


class NetworkExecutor:
    """Handles jobs of the kind `network`."""

    def __init__(
        self,
        *,
        catalog: Catalog,
        database: Database,
        executor: Executor,
        hub: Hub,
        default_rate: int,
    ) -> None:
        self._catalog = catalog
        self._database = database
        self._executor = executor
        self._hub = hub
        self._default_rate = default_rate
        self._held: dict[str, int] = {}
        """By job: the fence under which its run was claimed here."""

    async def carry_on(self, job: Job) -> None:
        """Bring the run of a network to its end, or to where somebody else has it."""
        try:
            with self._hub.carrying(job.subject):
                await self._carry_on(job)
        except store.Fenced:
            log.info("run_fenced", run=job.subject)
        except ScopeDenied as problem:
            await self.give_up(job, problem)
        finally:
            self._held.pop(job.id, None)

    async def give_up(self, job: Job, problem: Problem) -> None:
        """End a run that cannot go on, and what is left of its parts."""
        held = self._held.pop(job.id, None)

        def fail_all(tx: Tx) -> None:
            run = fail(tx, self._catalog, job, problem, held)
            self._fail_parts(tx, job, run.head.children if run else (), problem)

        try:
            await self._database.write(fail_all)
            self._hub.changed(job.subject)
        except store.Fenced:
            log.info("run_fenced", run=job.subject)

    def _fail_parts(self, tx: Tx, job: Job, children: Sequence[str], problem: Problem) -> None:
        for child_id in children:
            fail(tx, self._catalog, _part_job(job, child_id), problem, None)

    async def _carry_on(self, job: Job) -> None:
        progress = await self._claim(job)
        if progress is None:
            return
        if progress.strategy == "router":
            await self._own_step(progress, "route")
        if progress.strategy == "parallel":
            await self._run_children(job, progress, progress.parts)
            for part in progress.parts:
                await self._adopt_entries(progress, part)
            await self._own_step(progress, "merge")
        else:
            for part in progress.parts:
                await self._run_children(job, progress, [part])
                await self._adopt_entries(progress, part)
        await self._complete(progress)

    async def _claim(self, job: Job) -> _Progress | None:
        claimed = await self._database.write(lambda tx: self._claim_in(tx, job))
        if claimed is None:
            return None
        self._held[job.id] = claimed.claim.fence
        plan = orjson.loads(claimed.claim.plan)
        return _Progress(
            claim=claimed.claim,
            grant=claimed.grant,
            watch=trace.Stopwatch(clock.parse(claimed.claim.head.created_at)),
            records=list(claimed.claim.records),
            strategy=plan["strategy"],
            parts=[Part(each["run"], each["agent"], each["name"]) for each in plan["parts"]],
        )

    def _claim_in(self, tx: Tx, job: Job) -> claiming.Claimed | None:
        claimed = claiming.claim(tx, job, self._catalog, self._default_rate)
        if claimed is None:
            self._fail_left(tx, job)
        return claimed

    def _fail_left(self, tx: Tx, job: Job) -> None:
        """A run failed because its key may not run any more: so do its parts."""
        entries = Trail()
        grant = act_as_service(
            job.project_id,
            Scope.RUNS_WRITE,
            action="runs.fail",
            trail=entries,
            resource=job.subject,
        )
        if left := listing_store.running_parts(tx, grant, job.subject):
            tx.audit(*entries)
            self._fail_parts(tx, job, left, ScopeDenied(_KEY_GONE))

    async def _run_children(self, job: Job, progress: _Progress, parts: Sequence[Part]) -> None:
        """Carry parts on side by side until each has ended.

        Each in a task of its own: whoever cancels a part stops that part alone.
        """
        tasks = [asyncio.create_task(self._carry_part(job, part)) for part in parts]
        try:
            done = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            for task in tasks:
                task.cancel()
        for outcome in done:
            # The storage or a file is not ready: the whole waits, and goes on where it was.
            if isinstance(outcome, Overloaded):
                raise outcome
        await self._check_key(progress)
        if not await self._database.read(lambda reader: _have_ended(reader, progress, parts)):
            raise Overloaded("The run of an agent starts again.")

    async def _check_key(self, progress: _Progress) -> None:
        """Go no further for a key that was revoked or may not run any more."""
        key_id, entries = progress.grant.acting_key, Trail()
        principal = await self._database.read_inline(
            lambda reader: claiming.principal_of(reader, key_id, self._default_rate)
        )
        if Scope.RUNS_WRITE in principal.scopes:
            return
        try:
            authorize(
                principal,
                Scope.RUNS_WRITE,
                action="runs.execute",
                trail=entries,
                resource=progress.run_id,
            )
        finally:
            await self._database.write(lambda tx: tx.audit(*entries))

    async def _carry_part(self, job: Job, part: Part) -> None:
        part_job = _part_job(job, part.run_id)
        try:
            if not await self._database.read(
                lambda reader: agents_store.is_there(reader, job.project_id, part.agent_id)
            ):
                gone = AlreadyDeleted(f"The agent {part.agent_id} was deleted before its turn.")
                await self._executor.give_up(part_job, gone)
                return
            await self._executor.carry_on(part_job)
        except Overloaded:
            raise
        except Exception:
            log.exception("part_failed", run=job.subject, part=part.run_id)
            await self._executor.give_up(part_job, Internal())

    async def _adopt_entries(self, progress: _Progress, part: Part) -> None:
        """A part has ended: what it read and did becomes part of the whole."""
        if progress.has(part):
            return

        def adopt(tx: Tx) -> list[Recorded]:
            run = store.read(tx, progress.grant, part.run_id)
            records = _entries(progress, run, part)
            for n, record in enumerate(records, start=len(progress.records)):
                store.append(tx, progress.grant, progress.claim, n, record)
            files = evidence_store.files_of(tx, progress.grant, part.run_id)
            evidence_store.add_reads(tx, progress.grant, progress.run_id, files)
            tx.after_commit(lambda: self._hub.changed(progress.run_id))
            return records

        progress.records += await self._database.write(adopt)

    async def _own_step(self, progress: _Progress, action: str) -> None:
        """Record a step of the whole itself, unless it is on record already."""
        if any(record.entry.get("action") == action for record in _own(progress.records)):
            return
        n = trace.steps_in(progress.records) + 1
        progress.watch.skip(_end_of(progress.records))
        record = progress.watch.lap(trace.step_entry(n, action))

        def append(tx: Tx) -> None:
            store.append(tx, progress.grant, progress.claim, len(progress.records), record)
            tx.after_commit(lambda: self._hub.changed(progress.run_id))

        await self._database.write(append)
        progress.records.append(record)

    async def _complete(self, progress: _Progress) -> None:
        """The result of the whole, made of what its parts have found."""
        # Put together outside the writer: parts may rest on tens of thousands of items.
        cited = await self._database.read(lambda reader: _cited(reader, progress))

        def complete(tx: Tx) -> None:
            frozen = _concluded(tx, progress)
            store.finish(tx, progress.grant, progress.run_id, progress.claim.fence, frozen)
            evidence_store.add_sources(tx, progress.grant, progress.run_id, cited)
            jobs_store.finish_all(tx, progress.run_id)
            accounting.close(
                tx,
                progress.grant,
                self._ended(progress),
                Reservation.loads(progress.claim.reserved),
            )
            seal(tx, progress.grant, progress.run_id, frozen)
            tx.after_commit(lambda: self._hub.changed(progress.run_id))

        await self._database.write(complete)

    def _ended(self, progress: _Progress) -> accounting.Ended:
        head, key_id = progress.claim.head, progress.grant.acting_key
        steps = accounting.own_steps(head, progress.records)
        return accounting.Ended(
            head=head,
            key_id=key_id,
            status="completed",
            snapshot=self._catalog.resolve(head.snapshot),
            records=progress.records,
            own_steps=steps,
            weighed=Weighed(claims=0, supported=0, useful_steps=steps),
        )


def _part_job(job: Job, run_id: str) -> Job:
    """A part has no job of its own; this stands for one."""
    return Job(
        id=run_id, kind=JOB_KIND, project_id=job.project_id, subject=run_id, attempts=job.attempts
    )


def _have_ended(reader: Reader, progress: _Progress, parts: Sequence[Part]) -> bool:
    """Whether parts have come to their end; one that read an erased file has to begin anew."""
    runs = [store.read(reader, progress.grant, part.run_id) for part in parts]
    return all(run is None or run.frozen is not None for run in runs)


def _whose(record: Recorded) -> str | None:
    """The run that an entry was taken in from; None for the whole's own."""
    return None if record.output is None else str(orjson.loads(record.output)["run"])


def _end_of(records: Sequence[Recorded]) -> int:
    """When the last of these entries ended: what follows them cannot have begun before."""
    return max((record.start_us + record.duration_us for record in records), default=0)


def _own(records: Sequence[Recorded]) -> list[Recorded]:
    return [record for record in records if record.output is None]


def _entries(progress: _Progress, run: StoredRun | None, part: Part) -> list[Recorded]:
    """What a part has read and done, as entries of the whole."""
    if run is None or run.frozen is None:
        return []
    entries = orjson.loads(run.frozen.trace)
    times = orjson.loads(run.frozen.timeline)["entries"]
    output = orjson.dumps({"run": part.run_id})
    taken: list[Recorded] = []
    n = trace.steps_in(progress.records)
    for entry, time in zip(entries, times, strict=True):
        if entry["type"] == "step":
            n += 1
            entry = trace.step_entry(n, entry["action"])
        elif entry["type"] not in ("attachment", "context"):
            continue
        taken.append(Recorded(entry, time["start_us"], time["duration_us"], output))
    return taken


def _cited(reader: Reader, progress: _Progress) -> bytes:
    """What the parts rest on, each item once."""
    found = (
        each
        for part in progress.parts
        for each in evidence_store.read_sources(reader, progress.grant, part.run_id)
    )
    return write_rows(dict.fromkeys(found))


def _concluded(tx: Tx, progress: _Progress) -> Frozen:
    """The whole with its result, frozen."""
    told: list[merging.Told] = []
    artifacts: list[str] = []
    answered = False
    for part in progress.parts:
        run = store.read(tx, progress.grant, part.run_id)
        answered |= run is not None and run.is_answered
        told.append(_told(part, run, listing_store.has_claimed(tx, progress.grant, part.run_id)))
        artifacts += _result(run).get("artifacts", ())
    progress.watch.skip(_end_of(progress.records))
    summary = merging.merged(told) if progress.strategy == "parallel" else merging.passed_on(told)
    ms = trace.milliseconds(progress.watch.now())
    records = [*progress.records, progress.watch.lap(trace.result_entry(ms))]
    result = {"summary": summary, "artifacts": artifacts}
    parts = [{"type": "text", "text": summary}]
    return trace.freeze(
        progress.claim.head, "completed", records, result=result, parts=parts, answered=answered
    )


def _told(part: Part, run: StoredRun | None, answered: bool) -> merging.Told:
    """What a part has to say; one that failed says why."""
    if run is None:
        return merging.Told(part.name, "its run was deleted", answered=False)
    result = _result(run)
    if result:
        return merging.Told(part.name, result["summary"], answered)
    error = orjson.loads(run.ending.body).get("error", {})
    return merging.Told(
        part.name, error.get("message", f"its run was {run.status}"), answered=False
    )


def _result(run: StoredRun | None) -> Mapping[str, Any]:
    if run is None or run.frozen is None:
        return {}
    found: Mapping[str, Any] = orjson.loads(run.frozen.body).get("result", {})
    return found

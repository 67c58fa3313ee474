"""What happens to a run on request: create, read, list, cancel, delete.

A run on a synchronous model is computed here, outside the writer, and stored in one write. Any
other is planned here, so that `step_limit` is an answer and no run is made, and then queued:
`execute` carries it on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import orjson
import structlog

from runwright import clock, ids
from runwright.api.call import Answer, Call, Stream, answer
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.paging import Slice
from runwright.db.transaction import Reader, Tx
from runwright.engine import codec
from runwright.engine.course import Read
from runwright.engine.plan import plan as make_plan
from runwright.engine.types import Moment, Plan
from runwright.errors import Internal, InvalidRequest, Overloaded, StepLimit
from runwright.jobs import store as jobs_store
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import attachments, inputs, store, trace
from runwright.runs.artifacts import store as artifacts_store
from runwright.runs.begin import looked_in, moment_of, new_course
from runwright.runs.ending import conclude
from runwright.runs.erase import WHAT, erase_run
from runwright.runs.evidence import show as evidence
from runwright.runs.evidence import store as evidence_store
from runwright.runs.fetch import Attached, Fetch, Fetched, Stale, check_fresh, files_read
from runwright.runs.follow import Follower, Hub, last_seen, wanted_wait
from runwright.runs.language import Language, Turns, plan_by_model
from runwright.runs.perform import perform
from runwright.runs.promise import when_ended
from runwright.runs.types import CreateRun, Recorded, Request, RunHead, StoredRun, Used
from runwright.runs.usage import store as usage_store
from runwright.trust import erasures
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

JOB_KIND = "run"
_RETRY_WHEN_FULL = 5
_MOST_STARTS = 3
"""How often a run begins anew because a file that it had read was erased meanwhile."""

log = structlog.get_logger()


class _Work(NamedTuple):
    """A run that is about to be executed."""

    head: RunHead
    plan: Plan
    moment: Moment
    watch: trace.Stopwatch
    first: Recorded


class Runs:
    """The service of this noun."""

    def __init__(
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        context: Context,
        database: Database,
        hub: Hub,
        language: Language,
        wake_worker: Callable[[], None],
    ) -> None:
        self.catalog = catalog
        self._language = language
        self._turns = Turns()
        self._hub = hub
        self._follower = Follower(database, hub)
        self._fetch = Fetch(context)
        self._queue_limit = settings.job_queue
        self._wake_worker = wake_worker

    # Create --------------------------------------------------------------------------------

    async def create(self, call: Call) -> Answer:
        """Plan, and either execute or queue."""
        snapshot = self.catalog.resolve(call.body.model)
        if snapshot is None or snapshot.language is None:
            return await self._create(call)
        async with self._turns.turn(call.principal.project_id, call.idempotency_key):
            created = await self._create(call, is_paid=True)
            return await when_ended(call, self.catalog, self._follower, created)

    async def _create(self, call: Call, is_paid: bool = False) -> Answer:
        request: CreateRun = call.body
        sources = request.sources
        self._check_sources(call, sources)
        reading = self._may_attach(call, request)
        if (sources or reading or is_paid) and (stored := await call.replayed()):
            return stored
        attached = await self._attached(call, request, reading) if reading else None
        watch_from = clock.now()
        head, snapshot = self._head(call, request, clock.stamp(watch_from))
        if request.max_steps > snapshot.max_steps_ceiling:
            most = snapshot.max_steps_ceiling
            raise InvalidRequest({"max_steps": [f"must be at most {most} on {request.model}"]})
        moment = moment_of(head)
        watch = trace.Stopwatch(watch_from)
        used = None
        if is_paid:
            plan, head, used = await plan_by_model(call, self._language, head, snapshot)
        else:
            plan = make_plan(request.prompt, moment, looked_in(head.request), snapshot.behaviour)
        if len(plan.steps) > request.max_steps:
            raise StepLimit(needed=len(plan.steps), allowed=request.max_steps)
        first = watch.lap(trace.plan_entry(trace.milliseconds(watch.now()), len(plan.steps)))
        if not snapshot.is_synchronous:
            return await self._queue(call, head, plan, first, used)
        work = _Work(head=head, plan=plan, moment=moment, watch=watch, first=first)
        for _ in range(_MOST_STARTS):
            try:
                return await self._execute_now(call, work, attached)
            except Stale:
                attached = await self._attached(call, request, reading) if reading else None
        raise Stale

    def _may_attach(self, call: Call, request: CreateRun) -> Grant | None:
        """The right to read the attached files, if there are any."""
        if not request.files:
            return None
        return call.authorize(
            Scope.FILES_READ, action="files.attach", detail={"files": list(request.attached)}
        )

    async def _attached(self, call: Call, request: CreateRun, grant: Grant) -> Attached:
        """The attached files, checked; waited for where the answer needs them at once."""
        snapshot = self.catalog.resolve(request.model)
        if snapshot is not None and snapshot.is_synchronous:
            files = await attachments.wait_for(call.database, grant, request.attached)
        else:
            files = await call.read(
                lambda reader: attachments.read_records(reader, grant, request.attached)
            )
        for source in sorted({source for file in files for source in file.guarded_by}):
            call.authorize(SOURCES[source], action="files.attach")
        return Attached(grant, files)

    def _check_sources(self, call: Call, sources: Sequence[str]) -> None:
        """Refuse, and record, a source that the key may not read; a fetch records itself."""
        for source in sources:
            if SOURCES[source] not in call.principal.scopes:
                call.authorize(SOURCES[source], action="context.read")

    def _head(self, call: Call, request: CreateRun, created_at: str) -> tuple[RunHead, Snapshot]:
        snapshot = self.catalog.resolve(request.model)
        assert snapshot is not None
        assert call.resource is not None
        head = RunHead(
            id=call.resource,
            model=request.model,
            snapshot=snapshot.id,
            created_at=created_at,
            metadata=request.metadata,
            request=Request(
                prompt=request.prompt,
                sources=request.sources,
                max_steps=request.max_steps,
                time_zone=call.principal.time_zone,
                files=request.attached,
            ),
        )
        return head, snapshot

    async def _execute_now(self, call: Call, work: _Work, attached: Attached | None) -> Answer:
        head, watch = work.head, work.watch
        course = new_course(head, work.plan, deep=False)
        records, fetched = [work.first], list[Fetched]()
        if attached is not None:
            course.attach(
                await call.read(lambda r: attachments.items(r, attached.grant, attached.files))
            )
        while (move := course.next()) is not None:
            if isinstance(move, Read):
                grant = call.authorize(SOURCES[move.source], action="context.read")
                found = await self._fetch(grant, move, work.moment)
                fetched.append(found)
                course.was_read(found.items)
                entry = trace.context_entry(move.source, grant.scope.value, len(found.items))
            else:
                course.was_found(await perform(move.step, course.work(work.moment)))
                entry = trace.step_entry(move.n, move.step.action)
            records.append(watch.lap(entry))
        findings, items = course.findings, course.items
        frozen = conclude(head, watch, records, findings)._replace(inputs=inputs.remember(course))

        def store_run(tx: Tx) -> Answer:
            check_fresh(tx, fetched, attached)
            store.add_finished(tx, call.grant, head, frozen)
            artifacts_store.add(tx, call.grant, frozen.artifacts)
            if items:
                evidence_store.add_reads(tx, call.grant, head.id, files_read(fetched, attached))
                evidence_store.add_sources(tx, call.grant, head.id, evidence.used(findings, items))
            return Answer(body=frozen.body, status=201)

        return await call.commit(store_run)

    async def _queue(
        self, call: Call, head: RunHead, plan: Plan, first: Recorded, used: Used | None
    ) -> Answer:
        plan_bytes = orjson.dumps(codec.plan_to_json(plan))

        def store_run(tx: Tx) -> Answer:
            if jobs_store.count(tx, self._queue_limit) >= self._queue_limit:
                raise Overloaded(
                    "Too many runs are waiting for a worker. No run was made.", _RETRY_WHEN_FULL
                )
            store.add_running(tx, call.grant, head, plan_bytes, first)
            usage_store.add(tx, call.grant, head.id, used)
            project_id = call.grant.project(Scope.RUNS_WRITE)
            jobs_store.add(tx, JOB_KIND, project_id, head.id, head.created_at)
            tx.after_commit(self._wake_worker)
            return Answer(body=trace.body(head, "running", 0), status=201)

        return await call.commit(store_run)

    # Read ----------------------------------------------------------------------------------

    async def read(self, call: Call) -> tuple[Answer, Snapshot | None]:
        """One run, with or without its trace, and the snapshot that ran it."""
        run_id, with_trace = call.path["id"], call.query.include_trace
        snapshots: list[str] = []
        wait = wanted_wait(call.headers.get(b"prefer", b""))
        if wait and is_run_id(run_id):
            await self._follower.until_ended(call.grant, run_id, wait)

        def read_run(tx: Tx) -> Answer:
            row = store.read_frozen(tx, call.grant, run_id) if is_run_id(run_id) else None
            if row is None:
                raise erasures.absent(tx, call.grant, run_id, WHAT)
            snapshots.append(row.snapshot)
            if row.body is None:
                return Answer(body=_running(tx, call.grant, run_id, with_trace))
            check_seal(run_id, row)
            body = trace.with_trace(row.body, row.trace) if with_trace else row.body
            return Answer(body=body)

        found = await call.commit(read_run)
        if wait:
            found = replace(found, headers=((b"preference-applied", b"wait=%d" % wait),))
        return found, self.catalog.resolve(snapshots[-1])

    async def events(self, call: Call) -> Answer:
        """A stream of what happens to a run, until it ends."""
        header = call.headers.get(b"last-event-id", b"0")
        seen = last_seen(header)
        if seen is None:
            raise InvalidRequest({"Last-Event-ID": ["must be the number of an event"]})
        run = await call.read(lambda reader: existing(reader, call))
        return Answer(
            body=b"",
            headers=((b"x-accel-buffering", b"no"),),
            stream=Stream(
                pieces=self._follower.events(call.grant, run.head.id, seen),
                length=None,
                content_type=b"text/event-stream",
            ),
        )

    async def timeline(self, call: Call) -> Answer:
        """When each entry of a run's trace happened."""

        def read_timeline(tx: Tx) -> Answer:
            run = existing(tx, call)
            if run.frozen is not None:
                check_seal(run.head.id, run.frozen)
                return Answer(body=run.frozen.timeline)
            records = store.read_records(tx, call.grant, run.head.id)
            return Answer(body=trace.timeline(run.head, records))

        return await call.commit(read_timeline)

    async def sources(self, call: Call) -> Answer:
        """What a run's answer rests on."""

        def read_sources(reader: Reader) -> Answer:
            run = existing(reader, call)
            found = evidence_store.read_sources(reader, call.grant, run.head.id)
            return answer({"object": "list", "data": evidence.show(reader, call, found)})

        return await call.read(read_sources)

    async def list(self, call: Call) -> Answer:
        """A page of runs."""
        query = call.query
        names = ("status", "model", "created_after", "created_before")
        filters = {n: value for n in names if (value := getattr(query, n)) is not None}
        found = await call.read(
            lambda reader: store.list_runs(
                reader, call.grant, query.page(), filters, query.metadata
            )
        )
        return Answer(body=_list_body(found))

    # Change --------------------------------------------------------------------------------

    async def cancel(self, call: Call) -> Answer:
        """Stop a running run at once; a finished one stays as it is."""

        def cancel_run(tx: Tx) -> Answer:
            run = existing(tx, call)
            if run.frozen is not None:
                check_seal(run.head.id, run.frozen)
                return Answer(body=run.frozen.body)
            records = store.read_records(tx, call.grant, run.head.id)
            frozen = trace.freeze(run.head, "cancelled", records)
            store.finish(tx, call.grant, run.head.id, run.fence, frozen)
            jobs_store.drop(tx, run.head.id)
            tx.after_commit(lambda: self._hub.ended(run.head.id))
            return Answer(body=frozen.body)

        return await call.commit(cancel_run)

    async def delete(self, call: Call) -> Answer:
        """Erase a run: its record, its trace, its journal and every stored answer about it."""
        run_id = call.path["id"]

        def delete_run(tx: Tx) -> Answer:
            if not (is_run_id(run_id) and erase_run(tx, call.grant, run_id)):
                raise erasures.absent(tx, call.grant, run_id, WHAT)
            tx.after_commit(lambda: self._hub.ended(run_id))
            return answer({"id": run_id, "object": "run", "deleted": True})

        return await call.commit(delete_run)


def is_run_id(text: str) -> bool:
    """Whether a path could name a run at all; nothing else reaches the database."""
    return ids.is_id(text, "run")


def existing(reader: Reader, call: Call) -> StoredRun:
    """The run that a path names; 404 or 409 when there is none."""
    run_id = call.path["id"]
    run = store.read(reader, call.grant, run_id) if is_run_id(run_id) else None
    if run is None:
        raise erasures.absent(reader, call.grant, run_id, WHAT)
    return run


def _running(tx: Tx, grant: Grant, run_id: str, with_trace: bool) -> bytes:
    run = store.read(tx, grant, run_id)
    assert run is not None
    body = trace.body(run.head, "running", run.steps_used)
    if not with_trace:
        return body
    return trace.with_trace(body, trace.trace(store.read_records(tx, grant, run_id)))


def check_seal(run_id: str, frozen: Any) -> None:
    """What is not what was frozen is never shown as if it were."""
    if trace.seal(frozen.body, frozen.trace, frozen.timeline) != frozen.sha256:
        log.error("frozen_run_altered", run=run_id)
        raise Internal


def _list_body(found: Slice) -> bytes:
    bodies = []
    for run in found.rows:
        if run.frozen is None:
            bodies.append(trace.body(run.head, "running", run.steps_used))
        else:
            check_seal(run.head.id, run.frozen)
            bodies.append(run.frozen.body)
    edges = {
        "object": "list",
        "first_id": found.rows[0].head.id if found.rows else None,
        "last_id": found.rows[-1].head.id if found.rows else None,
        "has_more": found.has_more,
    }
    return orjson.dumps(edges)[:-1] + b',"data":[' + b",".join(bodies) + b"]}"

"""Doing a finished run again: the embedded mind must give the same bytes.

What the run had read is read again by the references that it kept, under grants that stand in the
audit log as `runs.replay`: the service's own, or those of the key that asks. Nothing else is
stored. When what it had read is no longer all there, nothing can be proved, and that is what is
said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from runwright import later
from runwright.context import store as context_store
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.minds import inputs
from runwright.minds.blobs import NOTHING, given_blob, query_blob, read_blob
from runwright.minds.types import Told
from runwright.minds.values import Item, Plan
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import store, trace
from runwright.runs.hosts.fetch import Fetch, as_item
from runwright.runs.hosts.replay import ReplayHost
from runwright.runs.hosts.tasks import task_of
from runwright.runs.inputs import attachments
from runwright.runs.inputs import predecessor as previous
from runwright.runs.loop import Journal, execute
from runwright.runs.outputs.artifacts import show as artifacts
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.runs.plans.planner import request_for
from runwright.runs.plans.types import PlanRequest
from runwright.runs.proof.replays.comparison import Done, Then, Verdict, compare
from runwright.runs.proof.replays.computing import Computer, OnTheSpot
from runwright.runs.types import StoredRun
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import SOURCES, Scope

if TYPE_CHECKING:
    from runwright.minds.language import offered
else:
    offered = later.Module("runwright.minds.language.offered")

ACTION = "runs.replay"


class Unproved(Exception):
    """The run cannot be done again as it was; says why."""


class Rights(NamedTuple):
    """What may be read for one replay."""

    run: Grant
    sources: Mapping[str, Grant]
    files: Grant | None


class Replay:
    """Does finished runs again."""

    def __init__(
        self,
        *,
        database: Database,
        catalog: Catalog,
        context: Context,
        computer: Computer | None = None,
    ) -> None:
        self._database = database
        self._computer = computer or OnTheSpot()
        self._catalog = catalog
        self._fetch = Fetch(context)

    async def __call__(self, run_id: str) -> Verdict | None:
        """The verdict on one run, for the service itself; None when there is no such run."""
        project_id = await self._database.read(lambda reader: store.project_of(reader, run_id))
        if project_id is None:
            return None
        try:
            run, rights = await self._allow(project_id, run_id)
        except Unproved as unproved:
            return Verdict("unproved", str(unproved))
        return await self.verdict(run, rights, project_id)

    async def verdict(self, run: StoredRun, rights: Rights, project_id: str) -> Verdict:
        """The verdict on one run of a project, for whoever has these rights."""
        try:
            snapshot = self._provable(run)
            then = await self._database.read(lambda reader: _then(reader, rights.run, run))
            kept = await self._database.read(lambda reader: _kept(reader, rights, then))
            return compare(then, await self._do(then, snapshot, rights, kept, project_id))
        except Unproved as unproved:
            return Verdict("unproved", str(unproved))

    async def _allow(self, project_id: str, run_id: str) -> tuple[StoredRun, Rights]:
        """The run, and the right to read what it had read; recorded before any of it is read."""
        entries = Trail()

        def grant(scope: Scope) -> Grant:
            return act_as_service(project_id, scope, action=ACTION, trail=entries, resource=run_id)

        looking = grant(Scope.RUNS_READ)
        run = await self._database.read(lambda reader: store.read(reader, looking, run_id))
        if run is None:
            raise Unproved("it was deleted meanwhile")
        asked = run.head.request
        rights = Rights(
            run=looking,
            sources={source: grant(SOURCES[source]) for source in asked.sources},
            files=grant(Scope.FILES_READ) if asked.files else None,
        )
        await self._database.write(lambda tx: tx.audit(*entries))
        return run, rights

    def _provable(self, run: StoredRun) -> Snapshot:
        """The snapshot that the run was done on, if it can be done again at all."""
        if run.frozen is None or run.status != "completed":
            raise Unproved(f"it is {run.status}, and only a completed run has a result")
        if run.head.children:
            raise Unproved("it is a network's: its agents' runs can be proved one by one")
        snapshot = self._catalog.snapshots.get(run.head.snapshot)
        if snapshot is None:
            raise Unproved(f"its snapshot {run.head.snapshot} is not on this server")
        return snapshot

    async def _do(
        self,
        then: Then,
        snapshot: Snapshot,
        rights: Rights,
        kept: Sequence[bytes] | None,
        project_id: str,
    ) -> Done:
        """Plan, read and do every step, as it was at the run's own moment."""
        computer, run = self._computer, then.run
        request = request_for(run.head, snapshot)
        understood = then.kept.understood if then.kept else ()
        plan = await computer.plan(request._replace(understood=understood), project_id)
        given = await self._given(run, rights, snapshot)
        attached = attachments.entries(run.head.request.files, given)
        task = task_of(run.head, plan, snapshot)
        blob = given_blob(given) if given else NOTHING
        host = ReplayHost(task, blob, lambda journal: computer.advance(task, journal, project_id))
        host.read_again(self._fetch, rights.sources, kept)
        replies = then.kept.replies if then.kept else ()
        host.tell_again(replies, then.kept.stop if then.kept else None)
        closing = await execute(host)
        made = artifacts.made(run.head.id, closing.artifacts)
        return Done(
            entries=_entries(
                run,
                await self._drafted(run, plan, snapshot, project_id),
                replies,
                attached,
                host.entries,
            ),
            details=trace.details(host.steps, closing.parts, closing.answered),
            summary=closing.summary,
            artifacts=[artifact.record for artifact in made],
            attached=len(given),
            given_sha256=await computer.digest(
                task, Journal(blob, host.reads if kept is None else kept), project_id
            ),
            is_understood_alike=not understood
            or _meaning(plan)
            == _meaning(await computer.plan(await self._anew(run, rights, request), project_id)),
        )

    async def _anew(self, run: StoredRun, rights: Rights, request: PlanRequest) -> PlanRequest:
        """The same prompt, to be understood by this processor."""
        before = run.head.request.previous_run
        if before is None:
            return request
        earlier = await self._database.read(lambda r: previous.prompts(r, rights.run, before))
        return request._replace(earlier=earlier)

    async def _drafted(
        self, run: StoredRun, plan: Plan, snapshot: Snapshot, project_id: str
    ) -> int:
        """How many steps the plan had. The plans of a network's agents are the embedded mind's
        on every model: a language model's would be paid before they are known to fit together."""
        if run.head.parent is None or snapshot.language is None:
            return len(plan.steps)
        request = request_for(run.head, snapshot)._replace(mind="embedded")
        return len((await self._computer.plan(request, project_id)).steps)

    async def _given(self, run: StoredRun, rights: Rights, snapshot: Snapshot) -> list[Item]:
        """What was given with the request: attached files, the result of the run before."""
        asked, items = run.head.request, list[Item]()
        if rights.files is not None:
            items += await self._attached(rights.files, asked.files)
        if asked.after is not None:
            before_id = asked.after
            before = await self._database.read(lambda r: store.read(r, rights.run, before_id))
            if before is None:
                raise Unproved("the run whose result it was given was erased since")
            items += previous.items(before)
        if asked.previous_run is not None and snapshot.language is not None:
            earlier = asked.previous_run
            turns = await self._database.read(
                lambda r: previous.conversation(r, rights.run, earlier)
            )
            if turns is None:
                raise Unproved("a run that it follows up on was erased since")
            items += turns
        return items

    async def _attached(self, grant: Grant, file_ids: Sequence[str]) -> Sequence[Item]:
        def read(reader: Reader) -> Sequence[Item]:
            files = attachments.read_records(reader, grant, file_ids)
            return attachments.records(reader, grant, files)

        try:
            return await self._database.read(read)
        except InvalidRequest as error:
            gone = _share(len(error.errors), len(file_ids), "attached file", "attached files")
            raise Unproved(f"{gone} erased since") from None


def _entries(
    run: StoredRun,
    drafted: int,
    replies: Sequence[Told],
    attached: Sequence[dict[str, Any]],
    done: Sequence[dict[str, Any]],
) -> list[dict[str, Any]]:
    """The whole trace without times: a language model has planned before files were read, but
    for an agent in a network, whose plan was made with those of the others."""
    has_planned = bool(replies) and run.head.parent is None
    steps = offered.planned_steps(replies[0]) if has_planned else drafted
    planning, rest = (done[:1], done[1:]) if has_planned else ((), done)
    return [
        trace.plan_entry(0, steps),
        *planning,
        *attached,
        *rest,
        trace.result_entry(0),
    ]


def _meaning(plan: Plan) -> list[dict[str, Any]]:
    """What a plan takes the prompt for, however sure it is of that."""
    return [{**clause.query, "confidence": None} for clause in plan.clauses]


def _then(reader: Reader, grant: Grant, run: StoredRun) -> Then:
    """The run as it ended."""
    kept = inputs.recall(store.read_inputs(reader, grant, run.head.id))
    made = orjson.loads(run.ending.body)["result"]["artifacts"]
    records = (artifacts_store.read(reader, grant, artifact_id) for artifact_id in made)
    details = store.read_details(reader, grant, run.head.id) or b""
    return Then(run, kept, [record for record in records if record is not None], details)


def _kept(reader: Reader, rights: Rights, then: Then) -> list[bytes] | None:
    """What each read had given, by the references that were kept; None when none were."""
    if then.kept is None or then.kept.reads is None:
        return None
    given: list[bytes] = []
    had = has = 0
    for source, read in zip(then.sources, then.kept.reads, strict=True):
        ids = [each.id for query in read for each in query]
        found = context_store.read_by_id(reader, rights.sources[source], source, ids)
        had, has = had + len(ids), has + sum(1 for each in ids if each in found)
        queries = (
            [as_item(found[e.id])._replace(score=e.score) for e in query if e.id in found]
            for query in read
        )
        given.append(read_blob([query_blob(query) for query in queries]))
    if has < had:
        gone = _share(had - has, had, "item that it read", "items that it read")
        raise Unproved(f"{gone} erased since")
    return given


def _share(some: int, of_all: int, one: str, several: str) -> str:
    """`2 of the 5 items that it read were`."""
    if of_all == 1:
        return f"the one {one} was"
    return f"{some} of the {of_all} {several} {'was' if some == 1 else 'were'}"

"""Doing a finished run again: the embedded engine must give the same bytes.

What the run had read is read again by the references that it kept, under grants of the service
that stand in the audit log as `runs.replay`. Nothing else is stored. When what it had read is no
longer all there, nothing can be proved, and that is what is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from runwright.context import store as context_store
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.engine import actions, codec
from runwright.engine.course import Read
from runwright.engine.types import Finding, Item, Step, Work
from runwright.errors import InvalidRequest
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import attachments, inputs, previous, remote, store, trace
from runwright.runs.artifacts import show as artifacts
from runwright.runs.artifacts import store as artifacts_store
from runwright.runs.begin import goes_deep, moment_of, task_of
from runwright.runs.drafts import draft
from runwright.runs.fetch import Fetch, as_item
from runwright.runs.guidance import guided_by
from runwright.runs.planning import request_for
from runwright.runs.types import StoredRun
from runwright.runs.verdict import Done, Then, Verdict, compare
from runwright.trust.audit import Entry
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import SOURCES, Scope

ACTION = "runs.replay"


class Unproved(Exception):
    """The run cannot be done again as it was; says why."""


class _Rights(NamedTuple):
    """What the service may read for one replay."""

    run: Grant
    sources: Mapping[str, Grant]
    files: Grant | None


class Replay:
    """Does finished runs again, on the server's own machine."""

    def __init__(self, *, database: Database, catalog: Catalog, context: Context) -> None:
        self._database = database
        self._catalog = catalog
        self._fetch = Fetch(context)

    async def __call__(self, run_id: str) -> Verdict | None:
        """The verdict on one run; None when there is no such run."""
        project_id = await self._database.read(lambda reader: store.project_of(reader, run_id))
        if project_id is None:
            return None
        run, rights = await self._allow(project_id, run_id)
        try:
            snapshot = self._provable(run)
            then = await self._database.read(lambda reader: _then(reader, rights.run, run))
            kept = await self._database.read(lambda reader: _kept(reader, rights, then))
            return compare(then, await self._do(run, snapshot, rights, kept))
        except Unproved as unproved:
            return Verdict("unproved", str(unproved))

    async def _allow(self, project_id: str, run_id: str) -> tuple[StoredRun, _Rights]:
        """The run, and the right to read what it had read; recorded before any of it is read."""
        entries: list[Entry] = []

        def grant(scope: Scope) -> Grant:
            return act_as_service(
                project_id, scope, action=ACTION, record=entries.append, resource=run_id
            )

        looking = grant(Scope.RUNS_READ)
        run = await self._database.read(lambda reader: store.read(reader, looking, run_id))
        if run is None:
            raise Unproved("it was deleted meanwhile")
        asked = run.head.request
        rights = _Rights(
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
        if snapshot.language is not None:
            raise Unproved(f"{snapshot.id} is a language model, which may word it otherwise")
        return snapshot

    async def _do(
        self,
        run: StoredRun,
        snapshot: Snapshot,
        rights: _Rights,
        kept: Sequence[Sequence[Item]] | None,
    ) -> Done:
        """Plan, read and do every step, as it was at the run's own moment."""
        asked, moment = run.head.request, moment_of(run.head)
        plan = draft(request_for(run.head, snapshot.behaviour))
        rules = guided_by(asked.instructions)
        course = remote.course_of(task_of(run.head, plan), deep=goes_deep(snapshot))
        entries: list[dict[str, Any]] = [trace.plan_entry(0, len(plan.steps))]
        given_with = await self._given(run, rights)
        if given_with:
            course.attach(rules.admitted(given_with, moment))
        while (move := course.next()) is not None:
            if isinstance(move, Read):
                grant = rights.sources[move.source]
                if kept is None:
                    found: Sequence[Item] = rules.admitted(
                        (await self._fetch(grant, move, moment)).items, moment
                    )
                else:
                    # A read that the run had not made gives nothing; the traces tell it apart.
                    found = kept[len(course.reads)] if len(course.reads) < len(kept) else ()
                course.was_read(found)
                entries.append(trace.context_entry(move.source, grant.scope.value, len(found)))
            else:
                course.was_found(_perform(snapshot, move.step, course.work(moment)))
                entries.append(trace.step_entry(move.n, move.step.action))
        entries.append(trace.result_entry(0))
        drawn = [each.artifact for each in course.findings if each.artifact is not None]
        made = artifacts.made(run.head.id, drawn)
        # Of what was kept, also when this course went another way and asked for less or more.
        given = inputs.digest(course.reads if kept is None else kept, course.attached)
        records = [artifact.record for artifact in made]
        return Done(course, entries, rules.summary(course.findings), records, given)

    async def _given(self, run: StoredRun, rights: _Rights) -> list[Item]:
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
        return items

    async def _attached(self, grant: Grant, file_ids: Sequence[str]) -> Sequence[Item]:
        def read(reader: Reader) -> Sequence[Item]:
            files = attachments.read_records(reader, grant, file_ids)
            return attachments.items(reader, grant, files)

        try:
            return await self._database.read(read)
        except InvalidRequest as error:
            gone = _share(len(error.errors), len(file_ids), "attached file", "attached files")
            raise Unproved(f"{gone} erased since") from None


def _perform(snapshot: Snapshot, step: Step, work: Work) -> Finding:
    """Do a step the way it was done: here, or as the computing child does it."""
    if snapshot.is_synchronous:
        return actions.perform(step, work)
    given = remote.arguments(step, work.moment, work.earlier, "", deep=work.deep)
    return codec.finding_from_json(remote.perform(given, remote.bundle(work.items)))


def _then(reader: Reader, grant: Grant, run: StoredRun) -> Then:
    """The run as it ended."""
    kept = inputs.recall(store.read_inputs(reader, grant, run.head.id))
    made = orjson.loads(run.ending.body)["result"]["artifacts"]
    records = (artifacts_store.read(reader, grant, artifact_id) for artifact_id in made)
    return Then(run, kept, [record for record in records if record is not None])


def _kept(reader: Reader, rights: _Rights, then: Then) -> list[list[Item]] | None:
    """What each read had given, by the references that were kept; None when none were."""
    if then.kept is None or then.kept.reads is None:
        return None
    given: list[list[Item]] = []
    for source, wanted in zip(then.sources, then.kept.reads, strict=True):
        ids = [each.id for each in wanted]
        found = context_store.read_by_id(reader, rights.sources[source], source, ids)
        there = (each for each in wanted if each.id in found)
        given.append([as_item(found[each.id])._replace(score=each.score) for each in there])
    had, has = (sum(map(len, reads)) for reads in (then.kept.reads, given))
    if has < had:
        gone = _share(had - has, had, "item that it read", "items that it read")
        raise Unproved(f"{gone} erased since")
    return given


def _share(some: int, of_all: int, one: str, several: str) -> str:
    """`2 of the 5 items that it read were`."""
    if of_all == 1:
        return f"the one {one} was"
    return f"{some} of the {of_all} {several} {'was' if some == 1 else 'were'}"

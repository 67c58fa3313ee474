"""Carries a background run on: context, steps, result, each stored as it happens.

The trace is the journal. A run that was interrupted goes on behind its last stored entry, on
any worker, and never does a recorded step twice. Each claim raises the run's fence; a write
under an older fence is refused. The run acts with its key's scopes as they are at each fetch and
step. When it is cancelled or deleted, what is still done for it here stops at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import orjson
import structlog

from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.engine import codec
from runwright.engine.claims import Weighed
from runwright.engine.course import Do, Read
from runwright.engine.types import Item
from runwright.errors import (
    AlreadyDeleted,
    Internal,
    InvalidRequest,
    Problem,
    RateLimited,
    ScopeDenied,
)
from runwright.files.types import File
from runwright.jobs import store as jobs_store
from runwright.jobs.child import CallFailed, Child
from runwright.jobs.types import Job
from runwright.models.catalog import Catalog
from runwright.runs import accounting, attachments, claiming, previous, remote, store, trace
from runwright.runs.artifacts import store as artifacts_store
from runwright.runs.begin import goes_deep
from runwright.runs.ending import conclude
from runwright.runs.evidence import store as evidence_store
from runwright.runs.fetch import Fetch, Fetched, check_fresh
from runwright.runs.follow import Hub
from runwright.runs.language import ASK, Language, Unanswered, Worded
from runwright.runs.progress import Progress
from runwright.runs.rescue import fail
from runwright.runs.types import Recorded
from runwright.runs.usage import store as usage_store
from runwright.trust.audit import Entry
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant, Principal, authorize
from runwright.trust.scopes import SOURCES, Scope

log = structlog.get_logger()


class Executor:
    """Handles jobs of the kind `run`."""

    def __init__(
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        database: Database,
        child: Child,
        context: Context,
        hub: Hub,
        language: Language,
    ) -> None:
        self._catalog = catalog
        self._language = language
        self._database = database
        self._hub = hub
        self._fetch = Fetch(context)
        self._child = child
        self._default_rate = settings.rate_limit
        self._held: dict[str, int] = {}
        """By job: the fence under which its run was claimed here."""

    async def carry_on(self, job: Job) -> None:
        """Bring one run to its end, or to the point where somebody else has it."""
        try:
            with self._hub.carrying(job.subject):
                await self._carry_on(job)
        except asyncio.CancelledError:
            log.info("run_left", run=job.subject)
            self._held.pop(job.id, None)
            raise
        except attachments.StillReading:
            self._held.pop(job.id, None)
            raise
        except store.Fenced:
            log.info("run_fenced", run=job.subject)
        except (ScopeDenied, AlreadyDeleted, RateLimited) as problem:
            await self.give_up(job, problem)
        except Unanswered as unanswered:
            await self.give_up(job, unanswered.problem)
        except CallFailed as failed:
            log.error("step_failed", run=job.subject, reason=str(failed))
            await self.give_up(job, Internal())
        self._held.pop(job.id, None)

    async def _carry_on(self, job: Job) -> None:
        progress = await self._claim(job)
        if progress is None:
            return
        await self._read_given(progress)
        while (move := progress.course.next()) is not None:
            if isinstance(move, Read):
                await self._read_source(progress, move)
            else:
                await self._do_step(progress, move)
        await self._complete(progress)

    async def give_up(self, job: Job, problem: Problem) -> None:
        """End a run that cannot go on, unless somebody else has it now."""
        held = self._held.pop(job.id, None)
        try:
            await self._database.write(lambda tx: fail(tx, self._catalog, job, problem, held))
            self._hub.changed(job.subject)
        except store.Fenced:
            log.info("run_fenced", run=job.subject)

    async def _claim(self, job: Job) -> Progress | None:
        claimed = await self._database.write(
            lambda tx: claiming.claim(tx, job, self._catalog, self._default_rate)
        )
        if claimed is None:
            return None
        self._held[job.id] = claimed.claim.fence
        deep = goes_deep(self._catalog.resolve(claimed.claim.head.snapshot))
        return await asyncio.to_thread(Progress.resume, claimed.claim, claimed.grant, deep)

    def _principal(self, reader: Reader, key_id: str) -> Principal:
        return claiming.principal_of(reader, key_id, self._default_rate)

    async def _read_source(self, progress: Progress, read: Read) -> None:
        """Fetch from one source under the key's scopes of this moment, and record it."""
        grant, entries = await self._authorize(progress, SOURCES[read.source], "context.read")
        found = await self._fetch(grant, read, progress.moment)
        count = await self._count(progress, found)
        entry = trace.context_entry(read.source, grant.scope.value, count)
        record = progress.watch.lap(entry, found.blob)
        await self._append(progress, record, entries, found)
        progress.was_read(found.blob)

    async def _count(self, progress: Progress, found: Fetched) -> int:
        """How many items of a read the run may see."""
        if not found.bulk and not progress.instructions:
            return len(found.hits)
        given = remote.count_arguments(progress.instructions, progress.moment)
        count: int = await self._compute(progress, remote.COUNT, given, [found.blob])
        return count

    async def _compute(
        self, progress: Progress, function: str, given: Any, blobs: Sequence[bytes]
    ) -> Any:
        """Let the child compute; projects take turns at it."""
        project_id = progress.grant.project(Scope.RUNS_WRITE)
        return await self._child.call(function, given, blobs, group=project_id)

    async def _read_given(self, progress: Progress) -> None:
        """Read what was given with the request; anew after a crash, since nothing of it stands
        in the trace."""
        asked = progress.claim.head.request
        items = await self._read_attachments(progress) if asked.files else []
        if asked.after is not None:
            items += await self._read_result(progress, asked.after)
        if items:
            progress.attached = remote.bundle(items)

    async def _read_attachments(self, progress: Progress) -> list[Item]:
        """What the attached files say, under the key's scopes."""
        file_ids = progress.claim.head.request.files
        grant, entries = await self._authorize(progress, Scope.FILES_READ, "files.attach")
        files = await self._database.read(lambda r: _attached(r, grant, file_ids))
        for source in sorted({source for file in files for source in file.guarded_by}):
            _, more = await self._authorize(progress, SOURCES[source], "files.attach")
            entries += more
        for file in files:
            if file.status == "processing":
                raise attachments.StillReading(grant, file)

        def remember(tx: Tx) -> None:
            tx.audit(*entries)
            evidence_store.add_reads(tx, progress.grant, progress.claim.head.id, file_ids)

        await self._database.write(remember)
        return await self._database.read(lambda r: attachments.items(r, grant, files))

    async def _read_result(self, progress: Progress, run_id: str) -> list[Item]:
        """What the run before this one in its network has found, if it has found anything."""
        head, grant = progress.claim.head, progress.grant

        def remember(tx: Tx) -> list[Item]:
            # Whoever rests on a result has read what that result was read from.
            files = evidence_store.files_of(tx, grant, run_id)
            evidence_store.add_reads(tx, grant, head.id, files)
            before = store.read(tx, grant, run_id)
            return [] if before is None else previous.items(before)

        return await self._database.write(remember)

    async def _authorize(
        self, progress: Progress, scope: Scope, action: str
    ) -> tuple[Grant, list[Entry]]:
        """A grant under the key's scopes of this moment, and the entries to be stored with it."""
        entries: list[Entry] = []
        key_id = progress.grant.acting_key
        principal = await self._database.read(lambda reader: self._principal(reader, key_id))
        try:
            grant = authorize(
                principal,
                scope,
                action=action,
                record=entries.append,
                resource=progress.claim.head.id,
            )
        except ScopeDenied:
            await self._database.write(lambda tx: tx.audit(*entries))
            raise
        return grant, entries

    async def _check_key(self, progress: Progress) -> None:
        """Go no further for a key that was revoked or may not run any more.

        A step reads nothing, so it needs no grant of its own; only a refusal is recorded.
        """
        key_id = progress.grant.acting_key
        principal = await self._database.glance(lambda reader: self._principal(reader, key_id))
        if Scope.RUNS_WRITE not in principal.scopes:
            await self._authorize(progress, Scope.RUNS_WRITE, "runs.execute")

    async def _do_step(self, progress: Progress, move: Do) -> None:
        """Perform one step in the child, and record it."""
        await self._check_key(progress)
        given = remote.arguments(
            move.step,
            progress.moment,
            progress.course.findings,
            progress.instructions,
            deep=progress.deep,
        )
        done = await self._compute(progress, remote.FUNCTION, given, progress.blobs)
        finding, entry = done["finding"], trace.step_entry(move.n, move.step.action)
        record = progress.watch.lap(entry, orjson.dumps(finding), done["cpu_us"])
        await self._append(progress, record)
        progress.course.was_found(codec.finding_from_json(finding))

    async def _append(
        self,
        progress: Progress,
        record: Recorded,
        entries: Sequence[Entry] = (),
        fetched: Fetched | None = None,
    ) -> None:
        seq = len(progress.records)

        def append(tx: Tx) -> None:
            if fetched is not None:
                check_fresh(tx, [fetched], None)
                evidence_store.add_reads(tx, progress.grant, progress.claim.head.id, fetched.files)
            tx.audit(*entries)
            store.append(tx, progress.grant, progress.claim, seq, record)
            tx.after_commit(lambda: self._hub.changed(progress.claim.head.id))

        await self._database.write(append)
        progress.records.append(record)

    async def _word(self, progress: Progress) -> Worded:
        """The answer, in the words of the run's language model if it has one.

        That what was read goes to the model is on record before it goes. The reply is stored
        with the end of the run: a crash in between repeats this one call and nothing else.
        """
        head, course = progress.claim.head, progress.course
        snapshot = self._catalog.resolve(head.snapshot)
        if snapshot is not None and snapshot.language is not None:
            _, entries = await self._authorize(progress, Scope.RUNS_WRITE, ASK)
            await self._database.write(lambda tx: tx.audit(*entries))
        try:
            return await self._language.word(
                head, course.findings, progress.read_items, progress.moment
            )
        except Unanswered as unanswered:
            used = unanswered.used
            await self._database.write(
                lambda tx: usage_store.add(tx, progress.grant, head.id, used)
            )
            raise

    async def _complete(self, progress: Progress) -> None:
        claim = progress.claim
        worded = await self._word(progress)
        # The timeline names whoever's words these are.
        head = claim.head._replace(snapshot=worded.snapshot)
        closing = await self._close(progress, worded)
        frozen = conclude(head, progress.watch, progress.records, closing)
        reservation = Reservation.loads(claim.reserved)

        def complete(tx: Tx) -> None:
            grant, run_id = progress.grant, claim.head.id
            usage_store.add(tx, grant, run_id, worded.used)
            ended = self._ended(tx, progress, closing.weighed)
            accounting.check_overrun(ended, reservation)
            store.finish(tx, grant, run_id, claim.fence, frozen)
            if worded.snapshot != claim.head.snapshot:
                usage_store.ran_on(tx, grant, run_id, worded.snapshot)
            evidence_store.add_sources(tx, grant, run_id, closing.cited)
            artifacts_store.add(tx, grant, frozen.artifacts)
            jobs_store.over(tx, run_id)
            accounting.close(tx, grant, ended, reservation)
            tx.after_commit(lambda: self._hub.changed(run_id))

        try:
            await self._database.write(complete)
        except RateLimited:
            # The words were paid for; they are on the account of the run that fails.
            await self._database.write(
                lambda tx: usage_store.add(tx, progress.grant, claim.head.id, worded.used)
            )
            raise

    async def _close(self, progress: Progress, worded: Worded) -> remote.Closing:
        """What the run says in these findings, and what is kept about it."""
        given = remote.close_arguments(worded.findings, progress.instructions, progress.moment)
        reply = await self._compute(progress, remote.CLOSE, given, progress.blobs)
        return remote.closing_from(reply.value, reply.blobs)

    def _ended(self, tx: Tx, progress: Progress, weighed: Weighed) -> accounting.Ended:
        claim, key_id = progress.claim, progress.grant.acting_key
        return accounting.Ended(
            head=claim.head,
            key_id=key_id,
            status="completed",
            snapshot=self._catalog.resolve(claim.head.snapshot),
            records=progress.records,
            own_steps=len(progress.course.findings),
            weighed=weighed,
            used=usage_store.read(tx, progress.grant, claim.head.id),
        )


def _attached(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The attached files; the run fails plainly when one of them was erased or is unreadable."""
    try:
        return attachments.read_records(reader, grant, file_ids)
    except InvalidRequest as error:
        raise AlreadyDeleted("An attached file was deleted, or could not be read.") from error

"""A run in the hands of a worker: every read and step is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.engine import codec
from runwright.engine.claims import Weighed
from runwright.engine.types import Finding, Item
from runwright.errors import AlreadyDeleted, InvalidRequest, RateLimited, ScopeDenied
from runwright.files.types import File
from runwright.jobs import store as jobs_store
from runwright.jobs.child import Child
from runwright.minds.blobs import NOTHING, given_blob
from runwright.minds.types import Closing, Read
from runwright.models.catalog import Catalog
from runwright.runs import accounting, attachments, claiming, loop, store, trace
from runwright.runs import predecessor as previous
from runwright.runs.artifacts import store as artifacts_store
from runwright.runs.claiming import Claimed
from runwright.runs.evidence import store as evidence_store
from runwright.runs.finish import conclude, seal
from runwright.runs.follow import Hub
from runwright.runs.hosts.fetch import Fetch, Fetched, check_fresh
from runwright.runs.hosts.tasks import task_of
from runwright.runs.loop import Ahead, Journal, output_from_bytes, output_to_bytes
from runwright.runs.plans import wording
from runwright.runs.plans.language import ASK, Language, Unanswered, Worded
from runwright.runs.types import Recorded
from runwright.runs.usage import store as usage_store
from runwright.trust.audit import Entry
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant, Principal, Trail, authorize
from runwright.trust.scopes import SOURCES, Scope

EXECUTE = "runs.execute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What a worker has for all of its runs."""

    catalog: Catalog
    database: Database
    child: Child
    fetch: Fetch
    hub: Hub
    language: Language
    default_rate: int


class WorkerHost:
    """Executes one claimed run."""

    def __init__(self, workshop: Workshop, claimed: Claimed) -> None:
        self._shop = workshop
        self._claim, self._grant = claimed
        head = self._claim.head
        self._snapshot = workshop.catalog.resolve(head.snapshot)
        plan = codec.plan_from_json(orjson.loads(self._claim.plan))
        self._task = task_of(head, plan, self._snapshot)
        self._watch = trace.Stopwatch(clock.parse(head.created_at))
        self._records = list(self._claim.records)
        self._first = loop.begin(self._task).wanted if self._task.read_sources else ()
        """What it reads before its first step."""
        self._given = NOTHING

    # The loop asks -------------------------------------------------------------------------

    async def advance(self) -> Ahead:
        """One step further: each is stored before the next one begins."""
        if missing := self._first[len(self._of_type("context")) :]:
            return Ahead((), (), missing)
        await self._check_key()
        return await self._advance(1)

    async def keep(self, ahead: Ahead) -> None:
        """Store the step that was done."""
        for done in ahead.done:
            entry = trace.step_entry(trace.steps_in(self._records) + 1, done.call.tool)
            output = output_to_bytes(done.output)
            await self._append(self._watch.lap(entry, output, done.cpu_us))

    async def fetch(self, reads: Sequence[Read]) -> None:
        """Read under the key's scopes of this moment, and record each."""
        for read in reads:
            grant, entries = await self._authorize(SOURCES[read.source], "context.read")
            found = await self._shop.fetch(grant, read, self._task.moment)
            record = self._watch.lap({}, found.blob)
            entry = trace.context_entry(read.source, grant.scope.value, await self._count(found))
            await self._append(record._replace(entry=entry), entries, found)

    async def _count(self, found: Fetched) -> int:
        """How many records of a read the run may see."""
        if not found.is_bulk and not self._task.instructions:
            return found.hits
        ahead = await self._advance(0, found.blob)
        return ahead.counts[-1]

    async def _advance(self, most: int, *more: bytes) -> Ahead:
        """Let the child compute; projects take turns at it."""
        journal = self._journal()
        journal = journal._replace(reads=[*journal.reads, *more])
        reply = await self._shop.child.call(
            loop.ADVANCE,
            loop.to_json(self._task, journal, most),
            [journal.given, *journal.reads],
            group=self._grant.project(Scope.RUNS_WRITE),
        )
        return loop.ahead_from(reply)

    def _of_type(self, kind: str) -> list[Recorded]:
        return [record for record in self._records if record.entry["type"] == kind]

    async def _append(
        self, record: Recorded, entries: Sequence[Entry] = (), fetched: Fetched | None = None
    ) -> None:
        seq, run_id = len(self._records), self._claim.head.id

        def append(tx: Tx) -> None:
            if fetched is not None:
                check_fresh(tx, [fetched], None)
                evidence_store.add_reads(tx, self._grant, run_id, fetched.files)
            tx.audit(*entries)
            store.append(tx, self._grant, self._claim, seq, record)
            tx.after_commit(lambda: self._shop.hub.changed(run_id))

        await self._shop.database.write(append)
        self._records.append(record)

    # By which right ------------------------------------------------------------------------

    def _principal(self, reader: Reader) -> Principal:
        return claiming.principal_of(reader, self._grant.acting_key, self._shop.default_rate)

    async def _authorize(self, scope: Scope, action: str) -> tuple[Grant, Trail]:
        """A grant under the key's scopes of this moment, and the entries to be stored with it."""
        entries = Trail()
        principal = await self._shop.database.read(self._principal)
        try:
            grant = authorize(
                principal,
                scope,
                action=action,
                trail=entries,
                resource=self._claim.head.id,
            )
        except ScopeDenied:
            await self._shop.database.write(lambda tx: tx.audit(*entries))
            raise
        return grant, entries

    async def _check_key(self) -> None:
        """Go no further for a key that was revoked or may not run any more.

        A step reads nothing, so it needs no grant of its own; only a refusal is recorded.
        """
        principal = await self._shop.database.glance(self._principal)
        if Scope.RUNS_WRITE not in principal.scopes:
            await self._authorize(Scope.RUNS_WRITE, EXECUTE)

    # What came with the request ------------------------------------------------------------

    async def read_given(self) -> None:
        """Read what was given with the request; anew after a crash, since what it says is not
        kept."""
        asked = self._claim.head.request
        items = await self._read_attachments() if asked.files else []
        if asked.after is not None:
            items += await self._read_result(asked.after)
        if items:
            self._given = given_blob(items)

    async def _read_attachments(self) -> list[Item]:
        """What the attached files say, under the key's scopes."""
        file_ids, database = self._claim.head.request.files, self._shop.database
        grant, entries = await self._authorize(Scope.FILES_READ, "files.attach")
        files = await database.read(lambda r: _attached(r, grant, file_ids))
        for source in sorted({source for file in files for source in file.guarded_by}):
            _, more = await self._authorize(SOURCES[source], "files.attach")
            entries += more
        for file in files:
            if file.status == "processing":
                raise attachments.StillReading(grant, file)

        def remember(tx: Tx) -> None:
            tx.audit(*entries)
            evidence_store.add_reads(tx, self._grant, self._claim.head.id, file_ids)

        await database.write(remember)
        items = await database.read(lambda r: attachments.given(r, grant, files, self._task.mind))
        on_record = len(self._of_type("attachment"))
        for entry in attachments.entries(file_ids, items)[on_record:]:
            await self._append(self._watch.lap(entry))
        return items

    async def _read_result(self, run_id: str) -> list[Item]:
        """What the run before this one in its network has found, if it has found anything."""
        grant, own_id = self._grant, self._claim.head.id

        def remember(tx: Tx) -> list[Item]:
            # Whoever rests on a result has read what that result was read from.
            files = evidence_store.files_of(tx, grant, run_id)
            evidence_store.add_reads(tx, grant, own_id, files)
            before = store.read(tx, grant, run_id)
            return [] if before is None else previous.items(before)

        return await self._shop.database.write(remember)

    # The end -------------------------------------------------------------------------------

    async def complete(self, closing: Closing) -> None:
        """Store the run with its result."""
        claim, shop = self._claim, self._shop
        worded = await self._word()
        if worded.findings is not None:
            closing = await self._close(worded.findings)
        # The timeline names whoever's words these are.
        head = claim.head._replace(snapshot=worded.snapshot)
        frozen = conclude(head, self._watch, self._records, closing)
        reservation = Reservation.loads(claim.reserved)

        def complete(tx: Tx) -> None:
            grant, run_id = self._grant, claim.head.id
            usage_store.add(tx, grant, run_id, worded.used)
            ended = self._ended(tx, closing.weighed)
            accounting.check_overrun(ended, reservation)
            store.finish(tx, grant, run_id, claim.fence, frozen)
            if worded.snapshot != claim.head.snapshot:
                usage_store.ran_on(tx, grant, run_id, worded.snapshot)
            evidence_store.add_sources(tx, grant, run_id, closing.cited)
            artifacts_store.add(tx, grant, frozen.artifacts)
            jobs_store.over(tx, run_id)
            accounting.close(tx, grant, ended, reservation)
            seal(tx, grant, run_id, frozen)
            tx.after_commit(lambda: shop.hub.changed(run_id))

        try:
            await shop.database.write(complete)
        except RateLimited:
            # The words were paid for; they are on the account of the run that fails.
            await shop.database.write(
                lambda tx: usage_store.add(tx, self._grant, claim.head.id, worded.used)
            )
            raise

    async def _word(self) -> Worded:
        """The answer, in the words of the run's language model if it has one.

        That what was read goes to the model is on record before it goes. The reply is stored
        with the end of the run: a crash in between repeats this one call and nothing else.
        """
        head = self._claim.head
        if self._snapshot is not None and self._snapshot.language is not None:
            _, entries = await self._authorize(Scope.RUNS_WRITE, ASK)
            await self._shop.database.write(lambda tx: tx.audit(*entries))
        try:
            return await self._shop.language.word(head, self._material, self._task.moment)
        except Unanswered as unanswered:
            used = unanswered.used
            await self._shop.database.write(
                lambda tx: usage_store.add(tx, self._grant, head.id, used)
            )
            raise

    def _material(self) -> tuple[list[Finding], Sequence[Item]]:
        """What the steps found and all that was read: never on the event loop."""
        return wording.material(self._task, self._journal())

    def _journal(self) -> Journal:
        return Journal(
            self._given,
            [each.output or NOTHING for each in self._of_type("context")],
            [output_from_bytes(each.output or b"") for each in self._of_type("step")],
        )

    async def _close(self, findings: Sequence[Finding]) -> Closing:
        """What the run says in these findings, and what is kept about it."""
        journal = self._journal()
        reply: Any = await self._shop.child.call(
            wording.CLOSE,
            wording.close_arguments(self._task, journal, findings),
            [journal.given, *journal.reads],
            group=self._grant.project(Scope.RUNS_WRITE),
        )
        return loop.closing_from_json(reply.value, reply.blobs)

    def _ended(self, tx: Tx, weighed: Weighed) -> accounting.Ended:
        claim = self._claim
        return accounting.Ended(
            head=claim.head,
            key_id=self._grant.acting_key,
            status="completed",
            snapshot=self._snapshot,
            records=self._records,
            own_steps=trace.steps_in(self._records),
            weighed=weighed,
            used=usage_store.read(tx, self._grant, claim.head.id),
        )


def _attached(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The attached files; the run fails plainly when one of them was erased or is unreadable."""
    try:
        return attachments.read_records(reader, grant, file_ids)
    except InvalidRequest as error:
        raise AlreadyDeleted("An attached file was deleted, or could not be read.") from error

"""A run in the hands of a worker: every read and step is stored before the next one begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import AlreadyDeleted, InvalidRequest, ScopeDenied
from runwright.files.types import File
from runwright.jobs import store as jobs_store
from runwright.jobs.compute_process import Child
from runwright.minds import values
from runwright.minds.blobs import NOTHING, given_blob
from runwright.minds.types import Closing, Read, Stop
from runwright.minds.values import Item, Weighed
from runwright.models.catalog import Catalog
from runwright.models.conversation import ModelRequest, Picture
from runwright.runs import loop, store, trace
from runwright.runs.accounts import accounting
from runwright.runs.accounts.usage import store as usage_store
from runwright.runs.finish import conclude, seal
from runwright.runs.follow import Hub
from runwright.runs.hosts import claiming
from runwright.runs.hosts.claiming import Claimed
from runwright.runs.hosts.fetch import Fetch, Fetched, check_fresh
from runwright.runs.hosts.model_calls import ASK, Language, Misconfigured, Unanswered
from runwright.runs.hosts.tasks import task_of
from runwright.runs.inputs import attachments
from runwright.runs.inputs import predecessor as previous
from runwright.runs.inputs.pictures import shown
from runwright.runs.loop import (
    Ahead,
    Journal,
    output_from_bytes,
    output_to_bytes,
    told_from_bytes,
    told_to_bytes,
)
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.runs.outputs.streaming.writer import Writer
from runwright.runs.types import Recorded, Used
from runwright.trust import budgets
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
    answer_seconds: float
    """How long a run may take on a model that answers at once."""


class _Held(NamedTuple):
    """What is set aside for a run now; nothing where no budget holds it."""

    reservation: Reservation | None


class WorkerHost:
    """Executes one claimed run."""

    def __init__(self, workshop: Workshop, claimed: Claimed) -> None:
        self._shop = workshop
        self._claim, self._grant = claimed
        head = self._claim.head
        self._snapshot = workshop.catalog.resolve(head.snapshot)
        plan = values.plan_from_json(orjson.loads(self._claim.plan))
        self._task = task_of(head, plan, self._snapshot)
        self._watch = trace.Stopwatch(clock.parse(head.created_at))
        self._records = list(self._claim.records)
        self._first = loop.begin(self._task).wanted if self._task.read_sources else ()
        """What it reads before its first step."""
        self._given = NOTHING
        self._reserved = Reservation.loads(self._claim.reserved)
        self._stop: Stop | None = None
        """Why its language model is asked no further."""
        self._pictures: tuple[Picture, ...] = ()
        self._earlier = 0
        """How many turns of a conversation came before it."""

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

    async def ask(self, request: ModelRequest) -> None:
        """Ask the run's language model: set aside before, on record before, stored behind.

        A crash before the reply is stored asks once more; a stored reply is never paid again.
        """
        snapshot, shop = self._snapshot, self._shop
        if snapshot is None:
            gone = f"The snapshot {self._claim.head.snapshot} is not on this server any more."
            raise Unanswered(Misconfigured(gone), None)
        seconds = self._seconds_left()
        if seconds is not None and seconds <= 0:
            self._stop = "deadline"
            return
        _, entries = await self._authorize(Scope.RUNS_WRITE, ASK, {"snapshot": snapshot.id})
        held = await shop.database.write(lambda tx: self._set_aside(tx, request, entries))
        if held is None:
            self._stop = "budget"
            return
        self._reserved = held.reservation
        try:
            async with Writer(shop.database, self._grant, self._claim, shop.hub.changed) as writer:
                seen = shown(request, self._pictures, 2 * self._earlier)
                told, used = await shop.language.ask(snapshot, seen, seconds, writer.hear)
        except Unanswered as unanswered:
            await self._was_unanswered(unanswered)
            return
        n = len(self._of_type("model")) + 1
        entry = trace.model_entry(n, told.input_tokens, told.output_tokens)
        await self._append(self._watch.lap(entry, told_to_bytes(told)), used=used)

    def _set_aside(self, tx: Tx, request: ModelRequest, entries: Sequence[Entry]) -> _Held | None:
        """Set aside what the next reply may cost, and record that it is asked for; None when a
        budget has no room. Nothing of the host changes here: a write may be done again."""
        held = self._reserved
        if held is not None and self._snapshot is not None:
            spent = sum(map(accounting.price_of, self._used(tx)))
            most = accounting.most(self._snapshot, self._task.max_steps)
            turn = accounting.most_of_turn(self._snapshot, request)
            held = budgets.extend(tx, self._grant, held, spent + most + turn)
            if held is None:
                return None
            store.set_aside(tx, self._grant, self._claim, held)
        tx.audit(*entries)
        return _Held(held)

    async def _was_unanswered(self, unanswered: Unanswered) -> None:
        """End with what was found where nobody waits any longer, or an alias may do so; otherwise
        the run fails."""
        database, head = self._shop.database, self._claim.head
        used = unanswered.used
        await database.write(lambda tx: usage_store.add(tx, self._grant, head.id, used))
        left = self._seconds_left()
        if left is not None and left <= 0 and unanswered.may_be_replaced:
            self._stop = "deadline"
            return
        may_stand_in = unanswered.may_be_replaced and self._shop.language.stand_in(head.model)
        if not may_stand_in or not self._of_type("step"):
            raise unanswered
        self._stop = "unavailable"

    def _seconds_left(self) -> float | None:
        """How long a model may still take where somebody waits for the answer; None for ever."""
        head, shop = self._claim.head, self._shop
        if not shop.catalog.answers_at_once(head.model):
            return None
        return shop.answer_seconds - self._watch.now() / 1_000_000

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

    def _journal(self) -> Journal:
        return Journal(
            self._given,
            [each.output or NOTHING for each in self._of_type("context")],
            [output_from_bytes(each.output or b"") for each in self._of_type("step")],
            [told_from_bytes(each.output or b"") for each in self._of_type("model")],
            self._stop,
        )

    def _of_type(self, kind: str) -> list[Recorded]:
        return [record for record in self._records if record.entry["type"] == kind]

    async def _append(
        self,
        record: Recorded,
        entries: Sequence[Entry] = (),
        fetched: Fetched | None = None,
        used: Used | None = None,
    ) -> None:
        seq, run_id = len(self._records), self._claim.head.id

        def append(tx: Tx) -> None:
            if fetched is not None:
                check_fresh(tx, [fetched], None)
                evidence_store.add_reads(tx, self._grant, run_id, fetched.files)
            tx.audit(*entries)
            usage_store.add(tx, self._grant, run_id, used)
            store.append(tx, self._grant, self._claim, seq, record)
            tx.after_commit(lambda: self._shop.hub.changed(run_id))

        await self._shop.database.write(append)
        self._records.append(record)

    # By which right ------------------------------------------------------------------------

    def _principal(self, reader: Reader) -> Principal:
        return claiming.principal_of(reader, self._grant.acting_key, self._shop.default_rate)

    async def _authorize(
        self, scope: Scope, action: str, detail: Mapping[str, str] | None = None
    ) -> tuple[Grant, Trail]:
        """A grant under the key's scopes of this moment, and the entries to be stored with it."""
        entries = Trail()
        principal = await self._shop.database.read_inline(self._principal)
        try:
            grant = authorize(
                principal,
                scope,
                action=action,
                trail=entries,
                resource=self._claim.head.id,
                detail=detail,
            )
        except ScopeDenied:
            await self._shop.database.write(lambda tx: tx.audit(*entries))
            raise
        return grant, entries

    async def _check_key(self) -> None:
        """Go no further for a key that was revoked or may not run any more.

        A step reads nothing, so it needs no grant of its own; only a refusal is recorded.
        """
        principal = await self._shop.database.read_inline(self._principal)
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
        if asked.previous_run is not None and self._task.language is not None:
            items += await self._read_conversation(asked.previous_run)
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
        items = await database.read(lambda r: attachments.records(r, grant, files))
        if self._snapshot is not None:
            self._pictures = await self._shop.language.pictures(self._snapshot, files)
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

    async def _read_conversation(self, run_id: str) -> list[Item]:
        """What was asked and answered before; an earlier run that was erased ends it."""
        grant, own_id = self._grant, self._claim.head.id

        def remember(tx: Tx) -> list[Item]:
            turns = previous.conversation(tx, grant, run_id)
            if turns is None:
                raise AlreadyDeleted("The run that this one follows up on was deleted.")
            for turn in turns:
                files = evidence_store.files_of(tx, grant, turn.id)
                evidence_store.add_reads(tx, grant, own_id, files)
            self._earlier = len(turns)
            return turns

        return await self._shop.database.write(remember)

    # The end -------------------------------------------------------------------------------

    async def complete(self, closing: Closing) -> None:
        """Store the run with its result."""
        claim, shop = self._claim, self._shop
        frozen = conclude(claim.head, self._watch, self._records, closing)

        def complete(tx: Tx) -> None:
            grant, run_id = self._grant, claim.head.id
            ended = self._ended(tx, closing.weighed)
            store.finish(tx, grant, run_id, claim.fence, frozen)
            evidence_store.add_sources(tx, grant, run_id, closing.cited)
            artifacts_store.add(tx, grant, frozen.artifacts)
            jobs_store.finish_all(tx, run_id)
            accounting.close(tx, grant, ended, self._reserved)
            seal(tx, grant, run_id, frozen)
            tx.after_commit(lambda: shop.hub.changed(run_id))

        await shop.database.write(complete)

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
            used=self._used(tx),
        )

    def _used(self, tx: Tx) -> list[Used]:
        return usage_store.read(tx, self._grant, self._claim.head.id)


def _attached(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The attached files; the run fails plainly when one of them was erased or is unreadable."""
    try:
        return attachments.read_records(reader, grant, file_ids)
    except InvalidRequest as error:
        raise AlreadyDeleted("An attached file was deleted or could not be read.") from error

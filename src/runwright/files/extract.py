"""Reads a file in the background: its parts are stored as they come, then it is `processed`.

Each claim raises the file's fence and begins anew, with what an earlier attempt left taken away:
no part is stored twice, and a file that was deleted meanwhile gets nothing more.

A file that is read anew stays `processed`. What is found is stored beside what is shown, hidden;
one small transaction shows it instead, and what is hidden then is erased in chunks. Whatever ends
the work, its next claim finds one generation that is shown, and erases the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import orjson
import structlog
from pydantic import ValidationError

from runwright import clock
from runwright.config import Settings
from runwright.context import store as context_store
from runwright.context.embedding import JOB_KIND as EMBED_KIND
from runwright.context.erasure import store as context_erasure
from runwright.context.generations import store as generations
from runwright.context.index import store as index_store
from runwright.context.types import Mention, NewItem
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import Internal, Problem
from runwright.events.outbox import happened
from runwright.files import erase, store
from runwright.files.blobs import Blobs
from runwright.files.formats.types import Unreadable
from runwright.files.reader_output import ReaderFailed, ReaderKilled
from runwright.files.sandbox import Sandbox, Task
from runwright.files.types import File
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.records.facts import Facts, dump_facts, read_facts
from runwright.trust import store as trust_store
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope

JOB_KIND = "file"
CHUNK_ITEMS = 48
CHUNK_PARTS = 64
CHUNK_BYTES = 1_000_000
UNREADABLE = "invalid_request"
MOST_ATTEMPTS = 3
BYTES_MISSING = (
    "The bytes of this file are missing from the server's storage; its record is still there. Ask "
    "the operator to restore them from a backup, or delete the file and upload it again."
)
_FAULT = (
    "The reader has a fault that this file brought out; the server's log says where. The file is "
    "kept: its bytes can be fetched, and it can be deleted."
)
_KILLED = (
    "The reader was ended by the system each time, most likely for want of memory. Split the "
    "file, or give the server more memory and have it read anew."
)

log = structlog.get_logger()


@dataclass(slots=True)
class _Found:
    """What was found and is not stored yet, and how much there was in all."""

    stored_parts: int
    """The place of the next part."""
    parts: list[tuple[str, bytes]] = field(default_factory=list)
    items: dict[str, list[NewItem]] = field(default_factory=dict)
    waiting: int = 0
    """Bytes that wait to be stored."""
    pages: set[int] = field(default_factory=set)
    tables: int = 0
    items_of: Counter[str] = field(default_factory=Counter)

    def add(self, message: dict[str, Any], with_items: bool) -> None:
        """Take in one message of the reader."""
        kind = message.pop("is")
        if kind == "item":
            if with_items:
                self._add_item(message)
                return
            kind, message = "record", _record(message)
        elif kind == "page":
            self.pages.add(message["n"])
        elif kind == "table":
            self.tables += 1
        body = orjson.dumps(message)
        self.parts.append((kind, body))
        self.waiting += len(body)

    def _add_item(self, message: dict[str, Any]) -> None:
        source = message["source"]
        self.items.setdefault(source, []).append(new_item(message))
        self.items_of[source] += 1
        self.waiting += len(message["text"])

    @property
    def is_enough(self) -> bool:
        """Whether it is time to store."""
        count = sum(map(len, self.items.values()))
        return count >= CHUNK_ITEMS or len(self.parts) >= CHUNK_PARTS or self.waiting >= CHUNK_BYTES

    @property
    def counts(self) -> dict[str, int]:
        """As `extracted` shows them."""
        return {
            "pages": len(self.pages),
            "tables": self.tables,
            "graph_items": self.items_of.total(),
        }


class Extractor:
    """Handles jobs of the kind `file`."""

    def __init__(
        self,
        *,
        settings: Settings,
        database: Database,
        blobs: Blobs,
        wake_worker: Callable[[], None],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        """`forget` drops what is kept in memory of a project."""
        self._database = database
        self._blobs = blobs
        self._sandbox = Sandbox(settings)
        self._wake_worker = wake_worker
        self._forget = forget

    async def carry_on(self, job: Job) -> None:
        """Read one file, to whatever end."""
        claimed = await self._database.write(lambda tx: _claim(tx, job))
        if claimed is None:
            return
        file, grant, zone = claimed
        try:
            await self._clear(file, grant)
            if file.is_being_read:
                await self._read_or_fail(job, file, grant, zone)
            if file.reread is not None:
                await self._settle(job, file, grant)
        except store.Fenced:
            # Whoever deleted it saw what was stored by then; a successor has its own.
            log.info("file_fenced", file=file.id)

    async def _read_or_fail(self, job: Job, file: File, grant: Grant, zone: str) -> None:
        try:
            await self._read(job, file, grant, zone)
        except Unreadable as reason:
            await self._fail(job, file, grant, UNREADABLE, str(reason))
        except ReaderFailed as reason:
            # A file that was deleted while it was read lost its bytes, and that is no fault.
            if await self._fail(job, file, grant, Internal.code, _FAULT):
                log.error("reader_failed", file=file.id, reason=str(reason))
        except FileNotFoundError:
            if await self._fail(job, file, grant, Internal.code, BYTES_MISSING):
                log.error("file_bytes_missing", file=file.id)
        except ReaderKilled:
            if job.attempts < MOST_ATTEMPTS:
                raise
            await self._fail(job, file, grant, Internal.code, _KILLED)

    async def give_up(self, job: Job, problem: Problem) -> None:  # noqa: ARG002 - the protocol of handlers
        """End a file whose reader fails over and over."""
        claimed = await self._database.write(lambda tx: _claim(tx, job))
        if claimed is not None:
            file, grant, _ = claimed
            await self._clear(file, grant)
            if file.is_being_read:
                await self._fail(job, file, grant, Internal.code, _FAULT)
            if file.reread is not None:
                await self._settle(job, file, grant)

    async def stop(self) -> None:
        """End the readers that wait for a file."""
        await self._sandbox.stop()

    async def _read(self, job: Job, file: File, grant: Grant, zone: str) -> None:
        first = await self._database.read(lambda r: store.next_part(r, grant, file.id))
        found = _Found(stored_parts=first)
        async with self._blobs.on_disk(file.blob) as path:
            task = Task(
                path=path,
                project_id=file.project_id,
                media=file.media,
                filename=file.filename,
                now=file.created_at,
                zone=zone,
                currency=file.metadata.get("currency"),
                account=file.metadata.get("account"),
                is_retry=job.attempts > 1,
            )
            async with aclosing(self._sandbox.read(task)) as messages:
                async for message in messages:
                    found.add(message, file.purpose == "context")
                    if found.is_enough:
                        await self._store(file, grant, found)
        await self._store(file, grant, found)
        await self._database.write(lambda tx: self._finish(tx, job, file, grant, found))

    async def _store(self, file: File, grant: Grant, found: _Found) -> None:
        parts, items = found.parts, found.items

        def add(tx: Tx) -> None:
            store.hold(tx, grant, file)
            store.add_parts(tx, grant, file, found.stored_parts, parts)
            for source in sorted(items):
                context_store.add_items(
                    tx, grant, file.id, source, items[source], file.next_generation
                )

        if parts or items:
            await self._database.write(add)
            found.stored_parts += len(parts)
            found.parts, found.items, found.waiting = [], {}, 0

    def _finish(self, tx: Tx, job: Job, file: File, grant: Grant, found: _Found) -> None:
        if file.reread is None:
            store.finish(tx, grant, file, sources=found.items_of, extracted=found.counts)
            jobs_store.finish(tx, job)
        else:
            store.flip(tx, grant, file, sources=found.items_of, extracted=found.counts)
            generations.hide(tx, grant, file.id)
        happened(tx, grant, "file.processed", file.id)
        now = clock.stamp(clock.now())
        if found.items_of:
            jobs_store.add(tx, EMBED_KIND, job.project_id, file.id, now)
        jobs_store.release(tx, file.id, now)
        tx.after_commit(self._wake_worker)

    async def _fail(self, job: Job, file: File, grant: Grant, code: str, message: str) -> bool:
        """A file that cannot be read leaves nothing but that fact; False when it is gone.

        One that could be read before keeps what was read then, beside that fact.
        """
        error = {"code": code, "message": message}

        def fail(tx: Tx) -> None:
            if file.reread is not None:
                store.abandon(tx, grant, file, error)
                generations.hide(tx, grant, file.id)
                return
            store.finish(tx, grant, file, error=error)
            _wipe(tx, grant, file.id)
            jobs_store.finish(tx, job)
            happened(tx, grant, "file.failed", file.id)
            jobs_store.release(tx, file.id, clock.stamp(clock.now()))
            tx.after_commit(self._wake_worker)

        is_ours = True
        try:
            await self._database.write(fail)
        except store.Fenced:
            log.info("file_fenced", file=file.id)
            is_ours = False
        await erase.take_out_of_index(self._database, grant, file.id)
        return is_ours

    async def _clear(self, file: File, grant: Grant) -> None:
        """Erase what is not shown, in chunks: an earlier attempt's, or an earlier generation."""

        def erase_some(tx: Tx) -> bool:
            store.hold(tx, grant, file)
            parts = store.drop_hidden_parts(tx, grant, file.id, erase.AT_ONCE)
            items = context_erasure.erase_hidden(tx, grant, file.id, erase.AT_ONCE)
            # With their words: what is neither hidden nor there would take the place of others.
            words = index_store.take_out_of_index(tx, grant, file.id, erase.AT_ONCE)
            return parts + items + words > 0

        while file.reread is not None and await self._database.write(erase_some):
            continue
        await erase.take_out_of_index(self._database, grant, file.id)

    async def _settle(self, job: Job, file: File, grant: Grant) -> None:
        """Erase the generation that is not shown; read again what was wanted anew meanwhile."""
        await self._forget(job.project_id)
        await self._clear(file, grant)

        def settle(tx: Tx) -> bool:
            store.hold(tx, grant, file)
            if not store.settle(tx, grant, file):
                return False
            generations.note_change(tx, grant)
            jobs_store.finish(tx, job)
            return True

        if not await self._database.write(settle):
            await self.carry_on(job)


def _claim(tx: Tx, job: Job) -> tuple[File, Grant, str] | None:
    entries = Trail()
    grant = act_as_service(
        job.project_id,
        Scope.FILES_WRITE,
        action="files.extract",
        trail=entries,
        resource=job.subject,
    )
    file = store.claim(tx, grant, job.subject)
    if file is None:
        jobs_store.finish(tx, job)
        return None
    if file.is_being_read:
        tx.audit(*entries)
    if file.status == "processing":
        _wipe(tx, grant, file.id)
    return file, grant, trust_store.time_zone(tx, grant)


def _wipe(tx: Tx, grant: Grant, file_id: str) -> None:
    """Take away what an attempt has stored; its words in the index follow."""
    if store.drop_parts(tx, grant, file_id):
        tx.mark_erased()
    context_erasure.erase_items(tx, grant, file_id)


def _record(message: dict[str, Any]) -> dict[str, Any]:
    """A record of an attachment, which is in no graph."""
    facts = dump_facts(_facts(message["facts"]))
    kept = {name: message[name] for name in ("source", "page", "row", "text")}
    return {**kept, "facts": facts}


def new_item(message: dict[str, Any]) -> NewItem:
    """An item as the reader hands it over."""
    return NewItem(
        title=message["title"],
        text=message["text"],
        page=message["page"],
        row=message["row"],
        facts=_facts(message["facts"]),
        mentions=tuple(Mention(*mention) for mention in message["mentions"]),
        terms=message["terms"],
    )


def _facts(value: Any) -> Facts:
    """What a child says is believed only as far as it is of the right form."""
    try:
        return read_facts(value)
    except ValidationError as error:
        # Its text quotes the file; the names of fields do not.
        places = sorted({".".join(map(str, each["loc"])) for each in error.errors()})
        raise ReaderFailed(f"facts are not valid at {', '.join(places)}") from None


def queue_orphans(tx: Tx, limit: int = 100) -> int:
    """Queue files that wait to be read and for which nothing is queued; how many there were."""
    found = store.orphans(tx, limit)
    for project_id, file_id in found:
        jobs_store.add(tx, JOB_KIND, project_id, file_id, clock.stamp(clock.now()))
    return len(found)

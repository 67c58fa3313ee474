"""What happens to a file on request: upload, read, list, give back, delete."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from typing import Any, Protocol

import orjson
import structlog

from runwright import clock, ids
from runwright.api import idempotency
from runwright.api.multipart import Received, Sink
from runwright.context.erasure import store as context_erasure
from runwright.context.extracted import store as extracted_store
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Internal, InvalidRequest, Overloaded
from runwright.events.outbox import happened
from runwright.files import erase, names, sniff, store
from runwright.files.blobs import Blobs
from runwright.files.extract import BYTES_MISSING, JOB_KIND
from runwright.files.types import CreateFile, File
from runwright.jobs import store as jobs_store
from runwright.trust import erasures
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

WHAT = "file"
_RETRY_WHEN_FULL = 10
_EMPTY = "is empty"
_NOT_TAKEN = (
    "must be PDF, PNG, JPEG, WAV, M4A or text (notes, CSV, OFX, QIF, MT940, CAMT, iCalendar); "
    "save a spreadsheet as CSV, another document as PDF, a HEIC photo as JPEG"
)
_ERASED_BY_NOW = 5
"""Seconds after which a deletion that did not finish its erasure is finished by a worker."""
_RUNS_AT_ONCE = 25
"""Runs that are erased in one transaction with the file that they have read."""

log = structlog.get_logger()


class Full(Overloaded):
    """Too many files wait to be read."""

    def __init__(self, outcome: str) -> None:
        super().__init__(f"Too much is waiting for a worker. {outcome}", _RETRY_WHEN_FULL)


class Readers(Protocol):
    """The runs that have read a file; what becomes of them is their noun's business."""

    def erase_some(self, tx: Tx, grant: Grant, file_id: str, may_erase: Grant, most: int) -> int:
        """Erase so many of them at most; how many there were."""

    def forget_file(self, tx: Tx, grant: Grant, file_id: str) -> tuple[str, ...]:
        """The ids of the runs that stay."""


class Files:
    """The service of this noun."""

    def __init__(
        self,
        *,
        database: Database,
        blobs: Blobs,
        context: Context,
        readers: Readers,
        queue_limit: int,
        wake_worker: Callable[[], None],
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._context = context
        self._readers = readers
        self._eraser = erase.Eraser(database=database, blobs=blobs)
        self._queue_limit = queue_limit
        self._wake_worker = wake_worker

    def incoming(self, project_id: str, file_id: str) -> Sink:
        """Where the bytes of an upload go."""
        return self._blobs.incoming(f"{project_id}/{file_id}")

    def add(self, tx: Tx, grant: Grant, file: File) -> None:
        """Keep a file that has arrived, and queue its reading."""
        self._check_room(tx, "The file was not kept.")
        store.add(tx, grant, file)
        jobs_store.add(tx, JOB_KIND, file.project_id, file.id, file.created_at)
        tx.after_commit(self._wake_worker)

    def _check_room(self, tx: Tx, outcome: str) -> None:
        if jobs_store.count(tx, (JOB_KIND,), self._queue_limit) >= self._queue_limit:
            raise Full(outcome)

    def extract(self, tx: Tx, grant: Grant, file_id: str) -> File:
        """Have a file read anew; one that is being read is left alone."""
        file = existing(tx, grant, file_id)
        if not file.is_being_read:
            self._check_room(tx, "The file is as it was.")
            # The row first: whoever settles it holds it while it looks for what is wanted anew.
            store.begin_again(tx, grant, file.id)
            now = clock.stamp(clock.now())
            jobs_store.ensure_queued(tx, JOB_KIND, file.project_id, file.id, now)
            tx.after_commit(self._wake_worker)
        return existing(tx, grant, file_id)

    async def open(
        self, grant: Grant, file: File, start: int, end: int
    ) -> AsyncGenerator[bytes, None]:
        """The original bytes, from the first to before the second place."""
        try:
            return await self._blobs.read(file.blob, start, end)
        except FileNotFoundError:
            # It may have been deleted a moment ago, and then this is what the caller must know.
            await self._database.read(lambda reader: existing(reader, grant, file.id))
            log.error("file_bytes_missing", file=file.id, request_id=grant.entry.request_id)
            raise Internal(BYTES_MISSING) from None

    async def delete_readers(self, grant: Grant, file_id: str, may_erase: Grant) -> None:
        """Erase the runs that have read a file, a few a transaction: there may be thousands.

        If the server stops in between, the receipt of a later deletion names them all the same.
        """
        found = _RUNS_AT_ONCE
        while found == _RUNS_AT_ONCE:
            found = await self._database.write(
                lambda tx: self._delete_some(tx, grant, file_id, may_erase)
            )

    def _delete_some(self, tx: Tx, grant: Grant, file_id: str, may_erase: Grant) -> int:
        return self._readers.erase_some(tx, grant, file_id, may_erase, _RUNS_AT_ONCE)

    def delete(
        self, tx: Tx, grant: Grant, file_id: str, may_erase_runs: Grant | None = None
    ) -> int:
        """Erase a file's record, parts, items and stored answers; how many items there were.

        `finish_deletion` must follow. Runs that have read the file go with it if they may.
        """
        parts = store.delete_file(tx, grant, file_id) if ids.is_id(file_id, WHAT) else None
        if parts is None:
            raise erasures.absent(tx, grant, file_id, WHAT)
        counts = context_erasure.erase_items(tx, grant, file_id)
        answers = idempotency.erase(tx, grant, file_id)
        # A run may have read it since the others were erased.
        while may_erase_runs and self._delete_some(tx, grant, file_id, may_erase_runs):
            continue
        staying = self._readers.forget_file(tx, grant, file_id)
        now = clock.stamp(clock.now())
        jobs_store.drop(tx, file_id)
        jobs_store.release(tx, file_id, now)
        # For a worker, if this process does not come to the end of it.
        later = clock.stamp(clock.now() + timedelta(seconds=_ERASED_BY_NOW))
        jobs_store.add(tx, erase.JOB_KIND, grant.project(Scope.FILES_WRITE), file_id, later)
        erasures.record(
            tx,
            grant,
            Scope.FILES_WRITE,
            id=file_id,
            what=WHAT,
            counts={"file": 1, "parts": parts, "stored_answers": answers, **counts},
            kept_runs=staying,
        )
        happened(tx, grant, "file.deleted", file_id)
        return counts["items"]

    async def finish_deletion(self, grant: Grant, file_id: str) -> None:
        """Erase what of a deleted file lies outside its rows: words in the index, and bytes."""
        if ids.is_id(file_id, WHAT):
            project_id = grant.project(Scope.FILES_WRITE)
            await self._context.forget(project_id)
            await self._eraser.erase(grant, project_id, file_id)
            await self._database.write(lambda tx: jobs_store.finish_all(tx, file_id))


def what_is_wrong(received: Received) -> str | None:
    """Why a file is not taken, if it is not: it must be of a kind that can be read."""
    if received.size == 0:
        return _EMPTY
    return _NOT_TAKEN if sniff.media_of(received.head, received.size) is None else None


def shown(reader: Reader, grant: Grant, file_id: str) -> bytes | None:
    """A file's record as events show it."""
    file = store.read(reader, grant, file_id)
    return None if file is None else orjson.dumps(file.as_json())


def new_file(project_id: str, file_id: str, received: Received, request: CreateFile) -> File:
    """The record of a file that has arrived; it must be of a kind that can be read."""
    media = sniff.media_of(received.head, received.size)
    if media is None:
        raise InvalidRequest({"file": [what_is_wrong(received) or _NOT_TAKEN]})
    return File(
        id=file_id,
        project_id=project_id,
        created_at=clock.stamp(ids.time_of(file_id)),
        filename=names.safe(received.filename),
        bytes=received.size,
        sha256=received.sha256,
        media=media,
        purpose=request.purpose,
        status="processing",
        metadata=request.metadata,
    )


def existing(reader: Reader, grant: Grant, file_id: str) -> File:
    """The file with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    file = store.read(reader, grant, file_id) if ids.is_id(file_id, WHAT) else None
    if file is None:
        raise erasures.absent(reader, grant, file_id, WHAT)
    return file


def readable(reader: Reader, caller: Caller, file_id: str) -> File:
    """The same for who may see what the file holds: it is as secret as the sources it fed."""
    file = existing(reader, caller.grant, file_id)
    caller.authorize_each(Need(SOURCES[source], caller.action) for source in file.guarded_by)
    return file


def extracted(reader: Reader, caller: Caller, file_id: str) -> dict[str, Any]:
    """What was read from a file, and whether that is all."""
    file, grant = readable(reader, caller, file_id), caller.grant
    parts = store.read_parts(reader, grant, file.id)
    records = extracted_store.read_records(reader, grant, file.id)
    duplicates = extracted_store.count_duplicates(reader, grant, file.id)
    return _extraction(file, parts, records, duplicates)


def _extraction(
    file: File, parts: list[tuple[int, str, Any]], records: list[dict[str, Any]], duplicates: int
) -> dict[str, Any]:
    texts: dict[int, list[str]] = {}
    shown: dict[str, list[Any]] = {"table": [], "segment": [], "record": []}
    for _, kind, part in parts:
        if kind == "page":
            texts.setdefault(part["n"], []).append(part["text"])
        else:
            shown[kind].append(part)
    return {
        "object": "extraction",
        "file": file.id,
        "status": file.status,
        **({} if file.error is None else {"error": dict(file.error)}),
        "pages": [{"n": n, "text": "".join(text)} for n, text in texts.items()],
        "tables": shown["table"],
        "segments": shown["segment"],
        "items": [record["item"] for record in records],
        "records": records or shown["record"],
        "duplicates": duplicates,
    }

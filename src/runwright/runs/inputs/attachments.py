"""Files that a run was given by name: checked, waited for, and read as items.

An attachment enters no graph. Only the runs that it is attached to read it, under `files:read`,
and under the scopes of the sources that it fed, if it fed any.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import orjson

from runwright import clock
from runwright.api.parsing import Errors
from runwright.context.extracted import store as extracted_store
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, Overloaded
from runwright.files import store
from runwright.files.types import File
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.minds.values import ATTACHED, Item
from runwright.runs import trace
from runwright.trust.kernel import Grant

SOURCE = ATTACHED
PATIENCE_SECONDS = 10.0
_LOOK_SECONDS = 0.05
_RETRY_AFTER = 5
_LOOK_AGAIN_SECONDS = 300
"""Whoever reads a file wakes the runs that wait for it; this is for a wake that went astray."""

Work = Callable[[Job], Awaitable[bool | None]]


class StillReading(Overloaded):
    """A run cannot go on before an attached file is read."""

    def __init__(self, grant: Grant, file: File) -> None:
        super().__init__("The run waits for an attached file.")
        self.grant = grant
        """To read the attached files."""
        self.file_id = file.id


def patiently(database: Database, work: Work) -> Work:
    """Do a job; one that must wait for a file comes again as soon as that file is read."""

    async def work_or_wait(job: Job) -> bool | None:
        try:
            return await work(job)
        except StillReading as waiting:
            reason = waiting
            await database.write(lambda tx: _wait(tx, job, reason))
            return None

    return work_or_wait


def _wait(tx: Tx, job: Job, reason: StillReading) -> None:
    now = clock.now()
    if store.stays_in_processing(tx, reason.grant, reason.file_id):
        later = clock.stamp(now + timedelta(seconds=_LOOK_AGAIN_SECONDS))
        jobs_store.reschedule(tx, job, later, waits_for=reason.file_id)
    else:
        jobs_store.reschedule(tx, job, clock.stamp(now))


def read_records(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The files, each once; an error that names each one that is not there, or was not read."""
    errors = unusable(reader, grant, dict(enumerate(file_ids)))
    if errors:
        raise InvalidRequest(errors)
    return present(reader, grant, file_ids)


def present(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """Those of the files that are there, each once."""
    found = (store.read(reader, grant, file_id) for file_id in dict.fromkeys(file_ids))
    return [file for file in found if file is not None]


def unusable(reader: Reader, grant: Grant, places: Mapping[int, str]) -> Errors:
    """What is wrong with the files that a body names, by their places in its list."""
    files = {file.id: file for file in present(reader, grant, tuple(places.values()))}
    errors: Errors = {}
    for place, file_id in places.items():
        if file_id not in files:
            errors[f"files.{place}"] = ["must be the id of a file of this project"]
        elif files[file_id].status == "failed":
            errors[f"files.{place}"] = ["could not be read: see the file's error"]
    return errors


async def wait_for(database: Database, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The files once all are read, within reason."""
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    while True:
        files = await database.read(lambda reader: read_records(reader, grant, file_ids))
        if all(file.status == "processed" for file in files):
            return files
        if asyncio.get_running_loop().time() > deadline:
            raise Overloaded(
                "An attached file is still being processed. No run was created. Try again when its "
                "status is `processed`.",
                _RETRY_AFTER,
            )
        await asyncio.sleep(_LOOK_SECONDS)


def records(reader: Reader, grant: Grant, files: Sequence[File]) -> list[Item]:
    """The typed records of the files: those of the graph where they are in it.

    Whoever attaches a file has the scopes of the sources that it fed.
    """
    found: list[Item] = []
    for file in files:
        in_graph = extracted_store.read_records(reader, grant, file.id)
        found += (_record(file, each["item"], each) for each in in_graph)
        if not in_graph:
            parts = store.read_parts(reader, grant, file.id)
            own = ((n, part) for n, kind, part in parts if kind == "record")
            found += (_record(file, f"{file.id}#{n}", part) for n, part in own)
    return found


def _record(file: File, item_id: str, record: Mapping[str, Any]) -> Item:
    return Item(
        id=item_id,
        source=record["source"],
        text=record["text"],
        file=file.id,
        page=record.get("page"),
        kind=record["facts"]["kind"],
        title=file.filename,
        facts=orjson.dumps(record["facts"]).decode(),
    )


def entries(file_ids: Sequence[str], items: Sequence[Item]) -> list[dict[str, Any]]:
    """That each of the files was read, for the trace."""
    counts = Counter(item.file for item in items)
    return [trace.attachment_entry(file_id, counts[file_id]) for file_id in file_ids]

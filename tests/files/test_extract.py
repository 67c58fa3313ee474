"""A file whose bytes are gone when they are read: a fault if it should be there, else nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from db.kit import grant, new_project
from runwright import clock, ids
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.files import store
from runwright.files.blobs import Folder
from runwright.files.extract import BYTES_MISSING, JOB_KIND, Extractor
from runwright.files.types import File
from runwright.jobs.types import Job
from runwright.trust.kernel import Grant, Principal, Trail, authorize
from runwright.trust.scopes import Scope
from runwright.trust.store import principal_by_key


class Emptied(Folder):
    """A folder where something happens to a file in the moment before it is read."""

    def __init__(self, root: Path, database: Database, file: File, *, deleted: bool, becomes: str):
        super().__init__(root)
        self._database, self._file = database, file
        self._deleted, self._becomes = deleted, becomes

    @asynccontextmanager
    async def on_disk(self, key: str) -> AsyncIterator[Path]:
        async with super().on_disk(key) as path:
            if self._deleted:
                may = grant(self._file.project_id, Scope.FILES_WRITE)
                await self._database.write(lambda tx: store.delete_file(tx, may, self._file.id))
            path.unlink()
            if self._becomes == "unreadable":
                path.mkdir()  # there, but its reader breaks on it
            yield path


def owner(database: Database) -> Grant:
    """What the first key of a new project may do with files."""
    new_project(database)

    def find(reader: Reader) -> Principal | None:
        (key,) = reader.all(select(schema.keys.c.id))
        return principal_by_key(reader, key.id, clock.stamp(clock.now()), 600)

    principal = database.read_now(find)
    assert principal is not None
    return authorize(principal, Scope.FILES_WRITE, action="test", trail=Trail())


def new_file(project_id: str) -> File:
    return File(
        id=ids.new("file"),
        project_id=project_id,
        created_at=clock.stamp(clock.now()),
        filename="note.txt",
        bytes=11,
        sha256="0" * 64,
        media="text",
        purpose="context",
        status="processing",
        metadata={},
    )


async def read(database: Database, root: Path, **happens: Any) -> tuple[File, list[str]]:
    """Upload and read a file to which something happens; the file, and what was logged."""
    may = owner(database)
    file = new_file(may.project(Scope.FILES_WRITE))
    await database.write(lambda tx: store.add(tx, may, file))
    blobs = Emptied(root, database, file, **happens)
    sink = blobs.incoming(file.blob)
    await sink.write(b"Some words.")
    await sink.finish()
    job = Job(id="1", kind=JOB_KIND, project_id=file.project_id, subject=file.id, attempts=1)
    settings = Settings()
    reader = Extractor(
        settings=settings,
        database=database,
        blobs=blobs,
        wake_worker=lambda: None,
        forget=Context(settings=settings, database=database).forget,
    )
    with capture_logs() as lines:
        await reader.carry_on(job)
    return file, [line["event"] for line in lines if line["log_level"] == "error"]


@pytest.mark.parametrize("becomes", ["missing", "unreadable"])
def test_a_file_that_was_deleted_while_it_was_read_is_no_fault(
    database: Database, tmp_path: Path, becomes: str
) -> None:
    _, errors = asyncio.run(read(database, tmp_path / "b", deleted=True, becomes=becomes))
    assert errors == []


@pytest.mark.parametrize(
    ("becomes", "event"), [("missing", "file_bytes_missing"), ("unreadable", "reader_failed")]
)
def test_a_file_that_lost_its_bytes_fails_and_is_logged_once(
    database: Database, tmp_path: Path, becomes: str, event: str
) -> None:
    file, errors = asyncio.run(read(database, tmp_path / "b", deleted=False, becomes=becomes))
    assert errors == [event]
    may = grant(file.project_id, Scope.FILES_READ)
    found = database.read_now(lambda reader: store.read(reader, may, file.id))
    assert found is not None
    assert found.status == "failed"
    assert found.error is not None
    assert found.error["code"] == "internal"
    assert (found.error["message"] == BYTES_MISSING) == (becomes == "missing")

"""Files that a run was given by name: checked, waited for, and read as items.

An attachment enters no graph. Only the runs that it is attached to read it, under `files:read`,
and under the scopes of the sources that it fed, if it fed any.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.engine.types import Item
from runwright.errors import InvalidRequest, Overloaded
from runwright.files import store
from runwright.files.types import File
from runwright.trust.kernel import Grant

SOURCE = "files"
"""What the engine calls attachments, beside the names of the context sources."""
PATIENCE_SECONDS = 10.0
_LOOK_SECONDS = 0.05
_RETRY_AFTER = 5
_MOST_PARTS = 4_000


def read_records(reader: Reader, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The files; an error that names each one that is not there, or could not be read."""
    found, errors = [], {}
    for n, file_id in enumerate(file_ids):
        file = store.read(reader, grant, file_id)
        if file is None:
            errors[f"files.{n}"] = ["must be the id of a file of this project"]
        elif file.status == "failed":
            errors[f"files.{n}"] = ["could not be read: see the file's error"]
        else:
            found.append(file)
    if errors:
        raise InvalidRequest(errors)
    return found


async def wait_for(database: Database, grant: Grant, file_ids: Sequence[str]) -> list[File]:
    """The files once all are read, within reason."""
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    while True:
        files = await database.read(lambda reader: read_records(reader, grant, file_ids))
        if all(file.status == "processed" for file in files):
            return files
        if asyncio.get_running_loop().time() > deadline:
            raise Overloaded(
                "An attached file is still being read. No run was made: try again, or poll the "
                "file until its status is processed.",
                _RETRY_AFTER,
            )
        await asyncio.sleep(_LOOK_SECONDS)


def items(reader: Reader, grant: Grant, files: Sequence[File]) -> list[Item]:
    """What the files say, part by part, as the engine takes it."""
    found = []
    for file in files:
        for n, (kind, part) in enumerate(store.read_parts(reader, grant, file.id)[:_MOST_PARTS]):
            text = (
                "\n".join(" | ".join(row) for row in part["rows"])
                if kind == "table"
                else part["text"]
            )
            # A transcript is there twice: as a page, and stretch by stretch with its times.
            if kind != "segment" and text.strip():
                page = part["page"] if kind == "table" else part["n"]
                found.append(Item(f"{file.id}#{n}", SOURCE, text, None, file.id, page))
    return found

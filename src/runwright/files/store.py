"""All SQL on files and on what was read from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright import canonical
from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.pairs import add_pairs, drop_pairs
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.files.types import File
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_FILES, _PARTS, _QUEUED = schema.files, schema.file_parts, schema.queued_jobs
_MINE = (_FILES.c.project_id == bindparam("project")) & (_FILES.c.id == bindparam("file"))
_MY_PARTS = (_PARTS.c.project_id == bindparam("project")) & (_PARTS.c.file_id == bindparam("file"))
_ADD = insert(_FILES)
_READ = select(*_FILES.c).where(_MINE)
_LIST = Listing(
    select(*_FILES.c).where(_FILES.c.project_id == bindparam("project")),
    _FILES.c.id,
    columns={"status": _FILES.c.status, "purpose": _FILES.c.purpose},
    indexes=(("status", "purpose"),),
    few=frozenset({"status", "purpose"}),
    created="file",
    metadata=_FILES.c.metadata,
)
_CLAIM = (
    update(_FILES).where(_MINE, _FILES.c.status == "processing").values(fence=_FILES.c.fence + 1)
)
_HOLD = (
    update(_FILES)
    .where(_MINE, _FILES.c.status == "processing", _FILES.c.fence == bindparam("held"))
    .values(fence=_FILES.c.fence)
)
_STAY = update(_FILES).where(_MINE, _FILES.c.status == "processing").values(fence=_FILES.c.fence)
_FINISH = (
    update(_FILES)
    .where(_MINE, _FILES.c.status == "processing", _FILES.c.fence == bindparam("held"))
    .values(
        status=bindparam("outcome"),
        sources=bindparam("fed"),
        extracted=bindparam("counts"),
        error=bindparam("reason"),
    )
)
_METADATA = select(_FILES.c.metadata).where(_MINE)
_DELETE = delete(_FILES).where(_MINE)
_ADD_PART = insert(_PARTS)
_READ_PARTS = select(_PARTS.c.kind, _PARTS.c.body).where(_MY_PARTS).order_by(_PARTS.c.seq)
_READ_PART = select(_PARTS.c.kind, _PARTS.c.body).where(
    _MY_PARTS, _PARTS.c.seq == bindparam("place")
)
_DROP_PARTS = delete(_PARTS).where(_MY_PARTS)
_ORPHANS = (
    select(_FILES.c.project_id, _FILES.c.id)
    .join(_QUEUED, _QUEUED.c.subject == _FILES.c.id, isouter=True)
    .where(_FILES.c.status == "processing", _QUEUED.c.id.is_(None))
    .limit(bindparam("limit"))
)


class Fenced(Exception):
    """The file was deleted, or somebody else reads it now: this reader must stop."""


# On request -------------------------------------------------------------------------------------


def add(tx: Tx, grant: Grant, file: File) -> None:
    """A new file, to be read in the background."""
    project_id = grant.project(Scope.FILES_WRITE)
    add_pairs(tx, project_id, file.id, file.metadata)
    tx.run(
        _ADD,
        project_id=project_id,
        id=file.id,
        key_id=grant.key_id,
        created_at=file.created_at,
        filename=file.filename,
        bytes=file.bytes,
        sha256=file.sha256,
        media=file.media,
        purpose=file.purpose,
        status=file.status,
        metadata=canonical.dumps(file.metadata).decode(),
        sources="",
        fence=0,
        extracted=None,
        error=None,
    )


def read(reader: Reader, grant: Grant, file_id: str) -> File | None:
    """One file, for whoever may read or write files."""
    row = reader.one(_READ, project=_project(grant), file=file_id)
    return None if row is None else _file(row)


def list_files(
    reader: Reader,
    grant: Grant,
    page: Page,
    filters: Mapping[str, Any],
    metadata: Mapping[str, str],
) -> Slice:
    """A page of files."""
    project = grant.project(Scope.FILES_READ)
    found = _LIST.fetch(reader, page, filters, pairs=metadata, project=project)
    return Slice(rows=[_file(row) for row in found.rows], has_more=found.has_more)


def read_parts(reader: Reader, grant: Grant, file_id: str) -> list[tuple[str, Any]]:
    """What was read from a file, in its order: the kind of each part, and its JSON."""
    rows = reader.all(_READ_PARTS, project=grant.project(Scope.FILES_READ), file=file_id)
    return [(row.kind, orjson.loads(row.body)) for row in rows]


def read_part(reader: Reader, grant: Grant, file_id: str, seq: int) -> str:
    """The text of one part, by its place; empty when it is gone."""
    project = grant.project(Scope.FILES_READ)
    row = reader.one(_READ_PART, project=project, file=file_id, place=seq)
    return "" if row is None else _part_text(row.kind, orjson.loads(row.body))


def _part_text(kind: str, part: Any) -> str:
    if kind == "table":
        return "\n".join(" | ".join(row) for row in part["rows"])
    return str(part["text"])


def stays_in_processing(tx: Tx, grant: Grant, file_id: str) -> bool:
    """Whether a file is still being read; if so, that does not end before the commit."""
    return tx.run(_STAY, project=grant.project(Scope.FILES_READ), file=file_id) > 0


def delete_file(tx: Tx, grant: Grant, file_id: str) -> int | None:
    """Remove a file and its parts; how many parts, or None when there is no such file."""
    project = grant.project(Scope.FILES_WRITE)
    row = tx.one(_METADATA, project=project, file=file_id)
    if row is None or not tx.run(_DELETE, project=project, file=file_id):
        return None
    drop_pairs(tx, project, file_id, orjson.loads(row.metadata))
    return tx.run(_DROP_PARTS, project=project, file=file_id)


# In the background ------------------------------------------------------------------------------


def claim(tx: Tx, grant: Grant, file_id: str) -> File | None:
    """Take a file that waits to be read; None when it is gone or was read already."""
    project = grant.project(Scope.FILES_WRITE)
    if not tx.run(_CLAIM, project=project, file=file_id):
        return None
    return read(tx, grant, file_id)


def hold(tx: Tx, grant: Grant, file: File) -> None:
    """Make sure that the file is still ours to read, until the commit."""
    project = grant.project(Scope.FILES_WRITE)
    if not tx.run(_HOLD, project=project, file=file.id, held=file.fence):
        raise Fenced(file.id)


def add_parts(
    tx: Tx, grant: Grant, file: File, first: int, parts: Sequence[tuple[str, bytes]]
) -> None:
    """Keep further parts, numbered from `first`."""
    project = grant.project(Scope.FILES_WRITE)
    tx.run_many(
        _ADD_PART,
        (
            {"project_id": project, "file_id": file.id, "seq": seq, "kind": kind, "body": body}
            for seq, (kind, body) in enumerate(parts, first)
        ),
    )


def drop_parts(tx: Tx, grant: Grant, file_id: str) -> int:
    """Forget what was read so far."""
    return tx.run(_DROP_PARTS, project=grant.project(Scope.FILES_WRITE), file=file_id)


def finish(
    tx: Tx,
    grant: Grant,
    file: File,
    *,
    sources: Iterable[str] = (),
    extracted: Mapping[str, int] | None = None,
    error: Mapping[str, str] | None = None,
) -> None:
    """A file was read, or could not be."""
    done = tx.run(
        _FINISH,
        project=grant.project(Scope.FILES_WRITE),
        file=file.id,
        held=file.fence,
        outcome="processed" if error is None else "failed",
        fed=" ".join(sorted(sources)),
        counts=None if extracted is None else canonical.dumps(extracted).decode(),
        reason=None if error is None else canonical.dumps(error).decode(),
    )
    if not done:
        raise Fenced(file.id)


def orphans(reader: Reader, limit: int) -> list[tuple[str, str]]:
    """Project and id of files that wait to be read, and for which nothing is queued."""
    return [(row.project_id, row.id) for row in reader.all(_ORPHANS, limit=limit)]


def exists(reader: Reader, project_id: str, file_id: str) -> bool:
    """Whether a blob belongs to a file that is there."""
    return reader.one(_READ, project=project_id, file=file_id) is not None


def _project(grant: Grant) -> str:
    return grant.project(
        Scope.FILES_WRITE if grant.scope is Scope.FILES_WRITE else Scope.FILES_READ
    )


def _file(row: Any) -> File:
    return File(
        id=row.id,
        project_id=row.project_id,
        created_at=row.created_at,
        filename=row.filename,
        bytes=row.bytes,
        sha256=row.sha256,
        media=row.media,
        purpose=row.purpose,
        status=row.status,
        metadata=orjson.loads(row.metadata),
        sources=tuple(row.sources.split()),
        fence=row.fence,
        extracted=None if row.extracted is None else orjson.loads(row.extracted),
        error=None if row.error is None else orjson.loads(row.error),
    )

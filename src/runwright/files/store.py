"""All SQL on files and on what was read from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, func, or_, select, update

from runwright import canonical
from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.pairs import add_pairs, drop_pairs
from runwright.db.sql import insert, is_in, row_lock
from runwright.db.transaction import Reader, Tx
from runwright.db.walk import Walk
from runwright.files.types import File, Original
from runwright.jobs.store import is_queued
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_FILES, _PARTS = schema.files, schema.file_parts
_MINE = (_FILES.c.project_id == bindparam("project")) & (_FILES.c.id == bindparam("file"))
_MY_PARTS = (_PARTS.c.project_id == bindparam("project")) & (_PARTS.c.file_id == bindparam("file"))
_ADD = insert(_FILES)
_READ = select(*_FILES.c).where(_MINE)
_EXISTS = select(_FILES.c.id).where(_MINE)
_LOCK = row_lock(_FILES)
_ALL = Walk(_FILES, _FILES.c.bytes, _FILES.c.sha256, at_once=1000)
_LIST = Listing(
    select(*_FILES.c).where(_FILES.c.project_id == bindparam("project")),
    _FILES.c.id,
    columns={"status": _FILES.c.status, "purpose": _FILES.c.purpose},
    indexes=(("status", "purpose"),),
    few=frozenset({"status", "purpose"}),
    created="file",
    metadata=_FILES.c.metadata,
)
_FIRST_BY_CONTENT = (
    select(_FILES.c.sha256, func.min(_FILES.c.id).label("first"))
    .where(_FILES.c.project_id == bindparam("project"), is_in(_FILES.c.sha256, bindparam("wanted")))
    .group_by(_FILES.c.sha256)
)
_IN_WORK = or_(_FILES.c.status == "processing", _FILES.c.reread.is_not(None))
_HELD = _MINE & (_FILES.c.fence == bindparam("held"))
_CLAIM = update(_FILES).where(_MINE, _IN_WORK).values(fence=_FILES.c.fence + 1)
_HOLD = update(_FILES).where(_HELD, _IN_WORK).values(fence=_FILES.c.fence)
_STAY = update(_FILES).where(_MINE, _FILES.c.status == "processing").values(fence=_FILES.c.fence)
_FINISH = (
    update(_FILES)
    .where(_HELD, _FILES.c.status == "processing")
    .values(
        status=bindparam("outcome"),
        sources=bindparam("fed"),
        extracted=bindparam("counts"),
        error=bindparam("reason"),
    )
)
_BEGIN_AGAIN = (
    update(_FILES)
    .where(_MINE, _FILES.c.status == "failed")
    .values(status="processing", sources="", extracted=None, error=None)
)
_BEGIN_REREAD = (
    update(_FILES)
    .where(_MINE, _FILES.c.status == "processed")
    .values(reread="reading", reread_error=None)
)
_FLIP = (
    update(_FILES)
    .where(_HELD, _FILES.c.reread == "reading")
    .values(
        generation=_FILES.c.generation + 1,
        reread="erasing",
        sources=bindparam("fed"),
        extracted=bindparam("counts"),
    )
)
_ABANDON = (
    update(_FILES)
    .where(_HELD, _FILES.c.reread == "reading")
    .values(reread="erasing", reread_error=bindparam("reason"))
)
_SETTLE = update(_FILES).where(_HELD, _FILES.c.reread == "erasing").values(reread=None)
_METADATA = select(_FILES.c.metadata).where(_MINE)
_DELETE = delete(_FILES).where(_MINE)
_ADD_PART = insert(_PARTS)
_SHOWN_GENERATION = select(_FILES.c.generation).where(_MINE).scalar_subquery()
_READ_PARTS = (
    select(_PARTS.c.seq, _PARTS.c.kind, _PARTS.c.body)
    .where(_MY_PARTS, _PARTS.c.generation == _SHOWN_GENERATION)
    .order_by(_PARTS.c.seq)
)
_READ_PART = select(_PARTS.c.kind, _PARTS.c.body).where(
    _MY_PARTS, _PARTS.c.seq == bindparam("place")
)
_DROP_PARTS = delete(_PARTS).where(_MY_PARTS)
_LAST_PART = select(func.max(_PARTS.c.seq)).where(_MY_PARTS)
_HIDDEN_PARTS = (
    select(_PARTS.c.seq)
    .where(_MY_PARTS, _PARTS.c.generation != _SHOWN_GENERATION)
    .limit(bindparam("limit"))
)
_DROP_HIDDEN = delete(_PARTS).where(_MY_PARTS, is_in(_PARTS.c.seq, bindparam("places")))
_ORPHANS = (
    select(_FILES.c.project_id, _FILES.c.id)
    .where(_FILES.c.status == "processing", ~is_queued(_FILES.c.id))
    .limit(bindparam("limit"))
)
_REREAD_ORPHANS = (
    select(_FILES.c.project_id, _FILES.c.id)
    .where(_FILES.c.reread.is_not(None), ~is_queued(_FILES.c.id))
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
        generation=0,
        reread=None,
        reread_error=None,
    )


def begin_again(tx: Tx, grant: Grant, file_id: str) -> None:
    """A file is to be read anew: hidden until it is whole, unless nothing could be read before."""
    project = grant.project(Scope.FILES_WRITE)
    for begin in (_BEGIN_AGAIN, _BEGIN_REREAD):
        tx.run(begin, project=project, file=file_id)


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


def with_duplicates(reader: Reader, grant: Grant, files: Sequence[File]) -> list[File]:
    """The same files, each with the first one that has its bytes, if that is another."""
    wanted = orjson.dumps(sorted({file.sha256 for file in files})).decode()
    rows = reader.all(_FIRST_BY_CONTENT, project=grant.project(Scope.FILES_READ), wanted=wanted)
    first = {row.sha256: str(row.first) for row in rows}
    return [
        file if first[file.sha256] == file.id else replace(file, duplicate_of=first[file.sha256])
        for file in files
    ]


def read_parts(reader: Reader, grant: Grant, file_id: str) -> list[tuple[int, str, Any]]:
    """What was read from a file, in its order: the place and kind of each part, and its JSON."""
    rows = reader.all(_READ_PARTS, project=grant.project(Scope.FILES_READ), file=file_id)
    return [(row.seq, row.kind, orjson.loads(row.body)) for row in rows]


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
    """Take a file that waits to be read, or for the rest of it; None when it is gone or done."""
    project = grant.project(Scope.FILES_WRITE)
    if not tx.run(_CLAIM, project=project, file=file_id):
        return None
    return read(tx, grant, file_id)


def hold(tx: Tx, grant: Grant, file: File) -> None:
    """Make sure that the file is still ours to read, until the commit."""
    project = grant.project(Scope.FILES_WRITE)
    _must(tx.run(_HOLD, project=project, file=file.id, held=file.fence), file)


def add_parts(
    tx: Tx, grant: Grant, file: File, first: int, parts: Sequence[tuple[str, bytes]]
) -> None:
    """Keep further parts, numbered from `first`."""
    project = grant.project(Scope.FILES_WRITE)
    tx.run_many(
        _ADD_PART,
        (
            {
                "project_id": project,
                "file_id": file.id,
                "seq": seq,
                "generation": file.next_generation,
                "kind": kind,
                "body": body,
            }
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
    _must(done, file)


def next_part(reader: Reader, grant: Grant, file_id: str) -> int:
    """The place of the next part of a file."""
    row = reader.one(_LAST_PART, project=grant.project(Scope.FILES_WRITE), file=file_id)
    return 0 if row is None or row[0] is None else int(row[0]) + 1


def drop_hidden_parts(tx: Tx, grant: Grant, file_id: str, limit: int) -> int:
    """Erase some of the parts of a generation that is not shown; how many there were."""
    of_file = {"project": grant.project(Scope.FILES_WRITE), "file": file_id}
    places = [row.seq for row in tx.all(_HIDDEN_PARTS, **of_file, limit=limit)]
    if places:
        tx.run(_DROP_HIDDEN, **of_file, places=orjson.dumps(places).decode())
        tx.mark_erased()
    return len(places)


def flip(
    tx: Tx, grant: Grant, file: File, *, sources: Iterable[str], extracted: Mapping[str, int]
) -> None:
    """A file was read anew: from now on this generation is shown, and the one before is not."""
    _must(
        tx.run(
            _FLIP,
            project=grant.project(Scope.FILES_WRITE),
            file=file.id,
            held=file.fence,
            fed=" ".join(sorted(sources)),
            counts=canonical.dumps(extracted).decode(),
        ),
        file,
    )


def abandon(tx: Tx, grant: Grant, file: File, error: Mapping[str, str]) -> None:
    """A file could not be read anew: what is shown stays."""
    project = grant.project(Scope.FILES_WRITE)
    reason = canonical.dumps(error).decode()
    _must(tx.run(_ABANDON, project=project, file=file.id, held=file.fence, reason=reason), file)


def settle(tx: Tx, grant: Grant, file: File) -> bool:
    """Nothing is hidden any more; False when the file is to be read anew once more."""
    project = grant.project(Scope.FILES_WRITE)
    return tx.run(_SETTLE, project=project, file=file.id, held=file.fence) > 0


def _must(done: int, file: File) -> None:
    if not done:
        raise Fenced(file.id)


def orphans(reader: Reader, limit: int) -> list[tuple[str, str]]:
    """Project and id of files that wait to be read, and for which nothing is queued."""
    return [
        (row.project_id, row.id)
        for statement in (_ORPHANS, _REREAD_ORPHANS)
        for row in reader.all(statement, limit=limit)
    ]


def exists(reader: Reader, project_id: str, file_id: str) -> bool:
    """Whether a project has such a file; nothing of it is shown."""
    return reader.one(_EXISTS, project=project_id, file=file_id) is not None


def lock(tx: Tx, grant: Grant, file_id: str) -> bool:
    """Whether a file is there; if so, nobody erases it before the commit."""
    return tx.one(_LOCK, project=grant.project(grant.scope), id=file_id) is not None


def count(reader: Reader, grant: Grant) -> int:
    """How many files a project has."""
    return _ALL.count(reader, grant.project(Scope.PROJECTS_READ))


def originals(reader: Reader, grant: Grant) -> Iterator[Original]:
    """Every file of a project, by what its bytes must be."""
    project = grant.project(Scope.PROJECTS_READ)
    for row in _ALL.rows(reader, project):
        yield Original(f"{project}/{row.id}", int(row.bytes), row.sha256)


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
        generation=row.generation,
        reread=row.reread,
        reread_error=None if row.reread_error is None else orjson.loads(row.reread_error),
    )

"""All SQL on which files runs have read, and which items their answers rest on."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, func, select

from runwright.context import store as context_store
from runwright.db import schema
from runwright.db.sql import insert, insert_or_ignore
from runwright.db.transaction import Reader, Tx
from runwright.files import store as files_store
from runwright.minds.cited import NOTHING_CITED, cited_in
from runwright.runs.types import Evidence, Status
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS, _READS, _USED = schema.runs, schema.run_files, schema.run_sources
_ADD_READ = insert_or_ignore(_READS)
_READERS = (
    select(_READS.c.run_id, _RUNS.c.status)
    .join(_RUNS, (_RUNS.c.project_id == _READS.c.project_id) & (_RUNS.c.id == _READS.c.run_id))
    .where(_READS.c.project_id == bindparam("project"), _READS.c.file_id == bindparam("file"))
    .order_by(_READS.c.run_id)
)
_WHOLE = _READS.alias("whole")
_TO_ERASE = (
    select(func.coalesce(_WHOLE.c.run_id, _READS.c.run_id).label("run_id"))
    .join(_RUNS, (_RUNS.c.project_id == _READS.c.project_id) & (_RUNS.c.id == _READS.c.run_id))
    .outerjoin(
        _WHOLE,
        (_WHOLE.c.project_id == _READS.c.project_id)
        & (_WHOLE.c.file_id == _READS.c.file_id)
        & (_WHOLE.c.run_id == _RUNS.c.parent_id),
    )
    .where(_READS.c.project_id == bindparam("project"), _READS.c.file_id == bindparam("file"))
    .order_by(_READS.c.run_id)
    .limit(bindparam("most"))
)
_FILES_OF = select(_READS.c.file_id).where(
    _READS.c.project_id == bindparam("project"), _READS.c.run_id == bindparam("run")
)
_DROP_READS = delete(_READS).where(
    _READS.c.project_id == bindparam("project"), _READS.c.run_id == bindparam("run")
)
_FORGET_FILE = delete(_READS).where(
    _READS.c.project_id == bindparam("project"), _READS.c.file_id == bindparam("file")
)
_ADD_SOURCES = insert(_USED)
_ITS_SOURCES = (_USED.c.project_id == bindparam("project")) & (_USED.c.run_id == bindparam("run"))
_READ_SOURCES = select(_USED.c.cited).where(_ITS_SOURCES)
_DROP_SOURCES = delete(_USED).where(_ITS_SOURCES)
_RUN_IS_THERE = select(_RUNS.c.id).where(
    _RUNS.c.project_id == bindparam("project"), _RUNS.c.id == bindparam("run")
)


def add_reads(tx: Tx, grant: Grant, run_id: str, file_ids: Iterable[str]) -> None:
    """Remember which files a run has read, so that erasing one can name the run."""
    project_id = grant.project(Scope.RUNS_WRITE)
    for file_id in sorted(set(file_ids)):
        tx.run(_ADD_READ, project_id=project_id, file_id=file_id, run_id=run_id)


def add_sources(tx: Tx, grant: Grant, run_id: str, cited: bytes) -> None:
    """Keep what a run's answer rests on, as `minds.cited` writes it.

    In one row: an answer may rest on tens of thousands of items, and the writer serves everybody.
    """
    if cited != NOTHING_CITED:
        project_id = grant.project(Scope.RUNS_WRITE)
        tx.run(_ADD_SOURCES, project_id=project_id, run_id=run_id, cited=cited)


def read_sources(reader: Reader, grant: Grant, run_id: str) -> list[Evidence]:
    """What a run's answer rests on."""
    scope = Scope.RUNS_WRITE if grant.scope is Scope.RUNS_WRITE else Scope.RUNS_READ
    row = reader.one(_READ_SOURCES, project=grant.project(scope), run=run_id)
    return [] if row is None else [Evidence(*each) for each in cited_in(row.cited)]


def still_there(reader: Reader, grant: Grant, evidence: Iterable[Evidence]) -> set[str]:
    """Which of these items were not erased; ids only, whoever asks."""
    project = grant.project(Scope.RUNS_READ)
    found = set()
    for each in evidence:
        if each.item_id.startswith("item_"):
            is_there = context_store.exists(reader, grant, each.source, each.item_id)
        elif each.item_id.startswith("run_"):
            is_there = reader.one(_RUN_IS_THERE, project=project, run=each.item_id) is not None
        else:
            is_there = files_store.exists(reader, project, each.file_id)
        if is_there:
            found.add(each.item_id)
    return found


def files_of(reader: Reader, grant: Grant, run_id: str) -> list[str]:
    """The files that a run has read, for whoever rests on what it found."""
    rows = reader.all(_FILES_OF, project=grant.project(Scope.RUNS_WRITE), run=run_id)
    return [row.file_id for row in rows]


def readers_of(reader: Reader, grant: Grant, file_id: str) -> list[tuple[str, Status]]:
    """The runs that have read a file, for whoever erases it: their ids and states."""
    rows = reader.all(_READERS, project=grant.project(Scope.FILES_WRITE), file=file_id)
    return [(row.run_id, row.status) for row in rows]


def to_erase(reader: Reader, grant: Grant, file_id: str, most: int) -> list[str]:
    """Some of the runs that have read a file.

    Instead of a part of a network's run that has read it, too, the whole is named: it is to be
    erased with its parts, so that its receipt names them.
    """
    project = grant.project(Scope.FILES_WRITE)
    return [row.run_id for row in reader.all(_TO_ERASE, project=project, file=file_id, most=most)]


def forget_file(tx: Tx, grant: Grant, file_id: str) -> None:
    """The file is gone: who had read it is in its receipt."""
    tx.run(_FORGET_FILE, project=grant.project(Scope.FILES_WRITE), file=file_id)


def drop(tx: Tx, grant: Grant, run_id: str) -> None:
    """A run is deleted, or begins anew: it has read nothing."""
    scope = Scope.FILES_WRITE if grant.scope is Scope.FILES_WRITE else Scope.RUNS_WRITE
    project = grant.project(scope)
    tx.run(_DROP_READS, project=project, run=run_id)
    tx.run(_DROP_SOURCES, project=project, run=run_id)

"""All SQL on the files that runs make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import bindparam, delete, select

from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.db.walk import Walk
from runwright.runs.types import ArtifactRecord, MadeArtifact
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_MADE = schema.artifacts
_THIS = (_MADE.c.project_id == bindparam("project")) & (_MADE.c.id == bindparam("artifact"))
_ITS = (_MADE.c.project_id == bindparam("project")) & (_MADE.c.run_id == bindparam("run"))
_ADD = insert(_MADE)
_RECORD = select(*(_MADE.c[name] for name in ArtifactRecord._fields)).where(_THIS)
_CONTENT = select(_MADE.c.content).where(_THIS)
_IDS = select(_MADE.c.id).where(_ITS).order_by(_MADE.c.seq)
_DROP = delete(_MADE).where(_ITS)
_ALL = Walk(_MADE, _MADE.c.sha256, _MADE.c.content, at_once=20)


def add(tx: Tx, grant: Grant, made: Iterable[MadeArtifact]) -> None:
    """Keep what a run has made, in the transaction that ends it."""
    project_id = grant.project(Scope.RUNS_WRITE)
    for seq, artifact in enumerate(made):
        tx.insert_later(
            _ADD,
            project_id=project_id,
            seq=seq,
            content=artifact.content,
            **artifact.record._asdict(),
        )


def read(reader: Reader, grant: Grant, artifact_id: str) -> ArtifactRecord | None:
    """One artifact of the grant's project, without its bytes."""
    row = reader.one(_RECORD, project=grant.project(Scope.RUNS_READ), artifact=artifact_id)
    return None if row is None else ArtifactRecord(*row)


def read_content(reader: Reader, grant: Grant, artifact_id: str) -> bytes | None:
    """The bytes of an artifact."""
    row = reader.one(_CONTENT, project=grant.project(Scope.RUNS_READ), artifact=artifact_id)
    return None if row is None else bytes(row.content)


def drop(tx: Tx, grant: Grant, run_id: str) -> list[str]:
    """Erase what a run has made; the ids of what there was."""
    project = grant.project(Scope.RUNS_WRITE)
    ids = [str(row.id) for row in tx.all(_IDS, project=project, run=run_id)]
    if ids:
        tx.run(_DROP, project=project, run=run_id)
    return ids


def count(reader: Reader, grant: Grant) -> int:
    """How many artifacts a project has."""
    return _ALL.count(reader, grant.project(Scope.PROJECTS_READ))


def walk(reader: Reader, grant: Grant) -> Iterator[Any]:
    """Every artifact of a project, with its bytes."""
    return _ALL.rows(reader, grant.project(Scope.PROJECTS_READ))

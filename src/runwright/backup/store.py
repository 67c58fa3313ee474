"""All SQL of backups: walks over what can be proved of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, func, select

from runwright.db import schema
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS, _ARTIFACTS, _FILES = schema.runs, schema.artifacts, schema.files
_COUNTED = {"runs": _RUNS, "artifacts": _ARTIFACTS, "files": _FILES, "erasures": schema.erasures}
_COUNTS = {
    name: select(func.count().label("rows")).where(table.c.project_id == bindparam("project"))
    for name, table in _COUNTED.items()
}


def _next(table: Any, found: Select[Any]) -> Select[Any]:
    """The next rows of a project, by their ids."""
    return (
        found.where(table.c.project_id == bindparam("project"), table.c.id > bindparam("after"))
        .order_by(table.c.id)
        .limit(bindparam("limit"))
    )


_NEXT_RUNS = _next(
    _RUNS,
    select(_RUNS.c.id, _RUNS.c.body, _RUNS.c.trace, _RUNS.c.timeline, _RUNS.c.sha256),
)
_NEXT_ARTIFACTS = _next(
    _ARTIFACTS, select(_ARTIFACTS.c.id, _ARTIFACTS.c.sha256, _ARTIFACTS.c.content)
)
_NEXT_FILES = _next(_FILES, select(_FILES.c.id, _FILES.c.bytes, _FILES.c.sha256))


class Original(NamedTuple):
    """An original file, by the place of its bytes."""

    blob: str
    bytes: int
    sha256: str


def counts(reader: Reader, grant: Grant) -> Mapping[str, int]:
    """How much a project has."""
    project = grant.project(Scope.PROJECTS_READ)
    found: dict[str, int] = {}
    for name, statement in _COUNTS.items():
        row = reader.one(statement, project=project)
        found[name] = 0 if row is None else int(row.rows)
    return found


def runs(reader: Reader, grant: Grant) -> Iterator[Any]:
    """Every run, with its frozen bytes if it has ended."""
    return _rows(reader, grant, _NEXT_RUNS, 200)


def artifacts(reader: Reader, grant: Grant) -> Iterator[Any]:
    """Every artifact, with its bytes."""
    return _rows(reader, grant, _NEXT_ARTIFACTS, 20)


def originals(reader: Reader, grant: Grant) -> Iterator[Original]:
    """Every file, by what its bytes must be."""
    project = grant.project(Scope.PROJECTS_READ)
    for row in _rows(reader, grant, _NEXT_FILES, 1000):
        yield Original(f"{project}/{row.id}", int(row.bytes), row.sha256)


def _rows(reader: Reader, grant: Grant, statement: Select[Any], limit: int) -> Iterator[Any]:
    project, after = grant.project(Scope.PROJECTS_READ), ""
    while found := reader.all(statement, project=project, after=after, limit=limit):
        yield from found
        after = found[-1].id

"""Which scopes a run's body takes: those of its sources, of its files and of what guards them, and
of what the run that it follows had used.

Whoever lacks several is told all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runwright.api.parsing import Errors, ids_in
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.files.types import File
from runwright.runs.inputs import attachments, predecessor
from runwright.runs.types import MOST_FILES, RunBody
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

FETCH = "context.read"
ATTACH = "files.attach"
FOLLOW = "runs.follow"
NO_PREVIOUS = "must be the id of a run of this project that has ended"


async def check_scopes(database: Database, caller: Caller, asked: RunBody, *more: Need) -> None:
    """Refuse, and record, every scope that a body takes and the key lacks.

    What the key has is recorded where it is used.
    """
    needs = [*more, *(Need(SOURCES[source], FETCH) for source in asked.sources)]
    if asked.files:
        needs.append(Need(Scope.FILES_READ, ATTACH))
    if asked.previous_run is not None:
        needs.append(Need(Scope.RUNS_READ, FOLLOW))
        if Scope.RUNS_READ in caller.principal.scopes:
            needs += await _used_before(database, caller, asked.previous_run)
    held = caller.principal.scopes
    if not [need for need in needs if need.scope not in held]:
        return
    if asked.files and Scope.FILES_READ in caller.principal.scopes:
        # Refused anyway: then the sources that guard the files are named with the rest.
        grant = may_attach(caller, asked)
        files = await database.read(
            lambda reader: attachments.present(reader, grant, asked.attached)
        )
        needs += _guards(files)
    caller.refuse_lacking(needs)


async def _used_before(database: Database, caller: Caller, run_id: str) -> list[Need]:
    """The scopes of all that the conversation which is followed had read; 400 if it is gone."""
    grant = caller.authorize(Scope.RUNS_READ, action=FOLLOW, detail={"run": run_id})
    runs = await database.read(lambda reader: predecessor.chain(reader, grant, run_id))
    if runs is None:
        raise InvalidRequest({"previous_run": [NO_PREVIOUS]})
    requests = [run.head.request for run in runs]
    scopes = [SOURCES[source] for asked in requests for source in asked.sources]
    if files := list(dict.fromkeys(file for asked in requests for file in asked.files)):
        scopes += [Scope.FILES_READ, *await _guards_before(database, caller, files)]
    return [Need(scope, FOLLOW) for scope in dict.fromkeys(scopes)]


async def _guards_before(
    database: Database, caller: Caller, file_ids: Sequence[str]
) -> list[Scope]:
    """What guarded the files of an earlier run: every source, if one of them is gone."""
    if Scope.FILES_READ not in caller.principal.scopes:
        return []  # refused anyway
    grant = caller.authorize(Scope.FILES_READ, action=FOLLOW, detail={"files": list(file_ids)})
    files = await database.read(lambda reader: attachments.present(reader, grant, file_ids))
    if len(files) < len(file_ids):
        return list(SOURCES.values())
    return [need.scope for need in _guards(files)]


def absent_files(reader: Reader, caller: Caller, body: Mapping[str, Any]) -> Errors:
    """The attached files that lead nowhere, for whoever may know which are there."""
    places = ids_in(body, "files", "file", MOST_FILES)
    if not places or Scope.FILES_READ not in caller.principal.scopes:
        return {}
    return attachments.unusable(reader, _may_attach(caller, places.values()), places)


def may_attach(caller: Caller, asked: RunBody) -> Grant:
    """The right to read the attached files."""
    return _may_attach(caller, asked.attached)


def _may_attach(caller: Caller, file_ids: Iterable[str]) -> Grant:
    files = list(dict.fromkeys(file_ids))
    return caller.authorize(Scope.FILES_READ, action=ATTACH, detail={"files": files})


def check_guards(caller: Caller, files: Sequence[File]) -> None:
    """What a file holds is as secret as the sources that it fed."""
    caller.authorize_each(_guards(files))


def _guards(files: Sequence[File]) -> list[Need]:
    sources = {source for file in files for source in file.guarded_by}
    return [Need(SOURCES[source], ATTACH) for source in sorted(sources)]

"""Which scopes a run's body takes: those of its sources, of its files and of what guards them, and
of what the run that it follows had used.

Whoever lacks several is told all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runwright.api.call import Call
from runwright.api.parsing import Errors, ids_in
from runwright.errors import InvalidRequest
from runwright.files.types import File
from runwright.runs import attachments, store
from runwright.runs.types import MOST_FILES, RunBody
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

FETCH = "context.read"
ATTACH = "files.attach"
FOLLOW = "runs.follow"
_NO_PREVIOUS = "must be the id of a run of this project that has ended"


async def check_reach(call: Call, asked: RunBody, *more: Need) -> None:
    """Refuse, and record, every scope that a body takes and the key lacks.

    What the key has is recorded where it is used.
    """
    needs = [*more, *(Need(SOURCES[source], FETCH) for source in asked.sources)]
    if asked.files:
        needs.append(Need(Scope.FILES_READ, ATTACH))
    if asked.previous_run is not None:
        needs.append(Need(Scope.RUNS_READ, FOLLOW))
        if Scope.RUNS_READ in call.principal.scopes:
            needs += await _used_before(call, asked.previous_run)
    if all(need.scope in call.principal.scopes for need in needs):
        return
    if asked.files and Scope.FILES_READ in call.principal.scopes:
        # Refused anyway: then the sources that guard the files are named with the rest.
        grant = may_attach(call, asked)
        files = await call.read(lambda reader: attachments.present(reader, grant, asked.attached))
        needs += _guards(files)
    call.caller.refuse_lacking(needs)


async def _used_before(call: Call, run_id: str) -> list[Need]:
    """The scopes of everything that the run which is followed had read; 400 if there is none."""
    grant = call.caller.authorize(Scope.RUNS_READ, action=FOLLOW, detail={"run": run_id})

    run = await call.read(lambda reader: store.read(reader, grant, run_id))
    if run is None or run.frozen is None:
        raise InvalidRequest({"previous_run": [_NO_PREVIOUS]})
    asked = run.head.request
    scopes = [SOURCES[source] for source in asked.sources]
    if asked.files:
        scopes += [Scope.FILES_READ, *await _guards_before(call, asked.files)]
    return [Need(scope, FOLLOW) for scope in dict.fromkeys(scopes)]


async def _guards_before(call: Call, file_ids: Sequence[str]) -> list[Scope]:
    """What guarded the files of an earlier run: every source, if one of them is gone."""
    if Scope.FILES_READ not in call.principal.scopes:
        return []  # refused anyway
    grant = call.caller.authorize(Scope.FILES_READ, action=FOLLOW, detail={"files": list(file_ids)})
    files = await call.read(lambda reader: attachments.present(reader, grant, file_ids))
    if len(files) < len(file_ids):
        return list(SOURCES.values())
    return [need.scope for need in _guards(files)]


async def look_up(call: Call, body: Mapping[str, Any], errors: Errors) -> None:
    """Name the attached files that lead nowhere, to whoever may know which are there."""
    places = ids_in(body, "files", "file", MOST_FILES)
    if places and Scope.FILES_READ in call.principal.scopes:
        grant = _may_attach(call, places.values())
        errors |= await call.read(lambda reader: attachments.unusable(reader, grant, places))


def may_attach(call: Call, asked: RunBody) -> Grant:
    """The right to read the attached files."""
    return _may_attach(call, asked.attached)


def _may_attach(call: Call, file_ids: Iterable[str]) -> Grant:
    files = list(dict.fromkeys(file_ids))
    return call.caller.authorize(Scope.FILES_READ, action=ATTACH, detail={"files": files})


def check_guards(caller: Caller, files: Sequence[File]) -> None:
    """What a file holds is as secret as the sources that it fed."""
    caller.authorize_each(_guards(files))


def _guards(files: Sequence[File]) -> list[Need]:
    sources = {source for file in files for source in file.guarded_by}
    return [Need(SOURCES[source], ATTACH) for source in sorted(sources)]

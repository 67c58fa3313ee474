"""Which scopes a run's body takes: those of its sources, of its files, and of what guards them.

Whoever lacks several is told all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runwright.api.call import Call, Need
from runwright.api.parsing import Errors, ids_in
from runwright.files.types import File
from runwright.runs import attachments
from runwright.runs.types import MOST_FILES, RunBody
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

FETCH = "context.read"
ATTACH = "files.attach"


async def check_reach(call: Call, asked: RunBody, *more: Need) -> None:
    """Refuse, and record, every scope that a body takes and the key lacks.

    What the key has is recorded where it is used.
    """
    needs = [*more, *(Need(SOURCES[source], FETCH) for source in asked.sources)]
    if asked.files:
        needs.append(Need(Scope.FILES_READ, ATTACH))
    if all(need.scope in call.principal.scopes for need in needs):
        return
    if asked.files and Scope.FILES_READ in call.principal.scopes:
        # Refused anyway: then the sources that guard the files are named with the rest.
        grant = may_attach(call, asked)
        files = await call.read(lambda reader: attachments.present(reader, grant, asked.attached))
        needs += _guards(files)
    call.refuse_lacking(needs)


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
    return call.authorize(Scope.FILES_READ, action=ATTACH, detail={"files": files})


def check_guards(call: Call, files: Sequence[File]) -> None:
    """What a file holds is as secret as the sources that it fed."""
    call.authorize_each(_guards(files))


def _guards(files: Sequence[File]) -> list[Need]:
    sources = {source for file in files for source in file.guarded_by}
    return [Need(SOURCES[source], ATTACH) for source in sorted(sources)]

"""What a run's answer rests on: recorded when it ends, shown to whoever may see it.

An item that was erased since stays as its id. What is shown of the others is an excerpt, and only
under the scope of its source.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.context import store as context_store
from runwright.db.transaction import Reader
from runwright.files import store as files_store
from runwright.minds.cited import RESULTS, scope_of
from runwright.runs import store as runs_store
from runwright.runs.inputs import attachments
from runwright.runs.inputs import predecessor as previous
from runwright.runs.outputs.evidence import store
from runwright.runs.types import Evidence
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant

LONGEST_EXCERPT = 300


def show(reader: Reader, caller: Caller, found: Sequence[Evidence]) -> list[dict[str, Any]]:
    """The evidence of a run, as this caller may see it."""
    grants = {
        source: caller.authorize(scope_of(source))
        for source in sorted({each.source for each in found})
        if scope_of(source) in caller.principal.scopes
    }
    there = store.still_there(reader, caller.grant, found)
    return [
        _shown(reader, each, grants.get(each.source))
        if each.item_id in there
        else {"id": _id(each), "object": "run_source", "erased": True}
        for each in found
    ]


def _shown(reader: Reader, each: Evidence, grant: Grant | None) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": _id(each),
        "object": "run_source",
        "source": each.source,
        "scope": each.scope,
        "file": each.file_id or None,
        "page": each.page,
    }
    if grant is not None:
        shown["excerpt"] = text_of(reader, grant, each)[:LONGEST_EXCERPT]
    return shown


def _id(each: Evidence) -> str:
    """An attachment is shown by its file's id; which part of it was read is its page."""
    return each.item_id.partition("#")[0]


def text_of(reader: Reader, grant: Grant, each: Evidence) -> str:
    """What an item says, under a grant of its scope."""
    if each.source == attachments.SOURCE:
        file_id, _, part = each.item_id.partition("#")
        return files_store.read_part(reader, grant, file_id, int(part))
    if each.source == RESULTS:
        run = runs_store.read(reader, grant, each.item_id)
        return "".join(item.text for item in previous.items(run)) if run else ""
    return context_store.read_text(reader, grant, each.source, each.item_id)

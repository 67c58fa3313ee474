"""What each step of a run did, and the typed answer: frozen figures, and records as they are now.

Which tool was called with which arguments, what it gave, and on which records it rests is frozen
with the trace. The records themselves are read when somebody looks, under the scope of their
source; one that was erased since stays as its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import orjson
import structlog

from runwright import canonical, later
from runwright.context import store as context_store
from runwright.context.types import ContextItem
from runwright.db.transaction import Reader
from runwright.errors import Internal
from runwright.minds.cited import scope_of
from runwright.minds.reading import typed
from runwright.runs import store, trace
from runwright.runs.hosts.fetch import as_item
from runwright.runs.outputs.evidence import show as evidence
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.runs.types import Evidence, StoredRun
from runwright.tools.base import MOST_ROWS, Row, Tool
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

if TYPE_CHECKING:
    from runwright.tools import catalog
else:
    catalog = later.Module("runwright.tools.catalog")

_ALWAYS = ("n", "tool", "run", "more_items", "start_us", "duration_us")
"""What is shown of a step to whoever may see the run."""
log = structlog.get_logger()


def details_of(reader: Reader, grant: Grant, run: StoredRun) -> Mapping[str, Any]:
    """What is kept of a run beside its trace; of one that has not ended, its steps so far."""
    if run.frozen is None:
        records = store.read_records(reader, grant, run.head.id)
        return cast(Mapping[str, Any], orjson.loads(trace.details(records)))
    kept = store.read_details(reader, grant, run.head.id) or b""
    if canonical.sha256(kept) != orjson.loads(run.frozen.timeline)["details_sha256"]:
        log.error("frozen_run_altered", run=run.head.id)
        raise Internal
    return cast(Mapping[str, Any], orjson.loads(kept))


def show_steps(reader: Reader, caller: Caller, run: StoredRun) -> list[dict[str, Any]]:
    """The steps of a run, as this caller may see them."""
    steps = details_of(reader, caller.grant, run)["steps"]
    known = {e.item_id: e for e in evidence_store.read_sources(reader, caller.grant, run.head.id)}
    shown = _Shown(reader, caller, run, known)
    return [shown.step(step) for step in steps]


class _Shown:
    """Shows the steps of one run to one caller."""

    def __init__(
        self, reader: Reader, caller: Caller, run: StoredRun, known: Mapping[str, Evidence]
    ) -> None:
        self._reader = reader
        self._caller = caller
        self._run = run
        self._known = known
        self._grants: dict[Scope, Grant] = {}

    def step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        scopes = self._scopes(step["tool"])
        lacking = [each.value for each in scopes if each not in self._caller.principal.scopes]
        ids = step.get("items", ())
        if lacking:
            shown = {name: step[name] for name in _ALWAYS if name in step}
            items = list(map(_plain, ids))
            return {"object": "run_step", **shown, "items": items, "withheld": lacking}
        rows = self._rows(catalog.TOOLS.get(step["tool"]), ids[:MOST_ROWS])
        return {"object": "run_step", **step, "items": list(map(_plain, ids)), "rows": rows}

    def _scopes(self, tool: str) -> list[Scope]:
        """What is needed to see what a step was told and gave: the scopes of all that it may
        have read of what the run was given.

        A step that reads no source itself computes with what others read, so it takes them all.
        """
        asked = self._run.head.request
        own = (catalog.TOOLS[tool].sources if tool in catalog.TOOLS else ()) or SOURCES
        scopes = [SOURCES[source] for source in asked.sources if source in own]
        return [*scopes, Scope.FILES_READ] if asked.files else scopes

    def _rows(self, tool: Tool[Any, Any] | None, ids: Sequence[str]) -> list[dict[str, Any]]:
        named = [self._known[each] for each in ids if each in self._known]
        there = evidence_store.still_there(self._reader, self._caller.grant, named)
        items = self._items([each for each in named if each.item_id in there])
        rows: list[dict[str, Any]] = []
        for item_id in ids:
            if item_id not in self._known:
                # Evidence is written with the result; of a run without one only the id is known.
                rows.append({"id": _plain(item_id)})
            elif item_id not in there:
                rows.append({"id": _plain(item_id), "erased": True})
            elif tool is not None and tool.row is not None and item_id in items:
                rows.append(_as_row(tool.row(typed(as_item(items[item_id]), items[item_id].row))))
            else:
                rows.append(self._excerpt(self._known[item_id]))
        return rows

    def _items(self, named: Iterable[Evidence]) -> dict[str, ContextItem]:
        by_source: dict[str, list[str]] = {}
        for each in named:
            if each.source in SOURCES:
                by_source.setdefault(each.source, []).append(each.item_id)
        found: dict[str, ContextItem] = {}
        for source, ids in by_source.items():
            grant = self._grant(SOURCES[source])
            found |= context_store.read_by_id(self._reader, grant, source, ids)
        return found

    def _excerpt(self, each: Evidence) -> dict[str, Any]:
        text = evidence.text_of(self._reader, self._grant(scope_of(each.source)), each)
        return {"id": _plain(each.item_id), "excerpt": text[: evidence.LONGEST_EXCERPT]}

    def _grant(self, scope: Scope) -> Grant:
        if scope not in self._grants:
            self._grants[scope] = self._caller.authorize(scope)
        return self._grants[scope]


def _plain(item_id: str) -> str:
    """An attachment is shown by its file's id."""
    return item_id.partition("#")[0]


def _as_row(row: Row) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_none=True)

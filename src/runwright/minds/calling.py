"""Calling a tool for a run: what is fetched for it, what it gives, and what is frozen of that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runwright.minds.records import FetchedRecords, query_of
from runwright.minds.types import Call, Output
from runwright.minds.values import Artifact
from runwright.tools.base import Arguments, InvalidCall, Note, Read, Result, Tool, frozen
from runwright.tools.catalog import TOOLS, parse_call
from runwright.tools.make_file import MadeFile

MOST_ITEMS = 1_000
"""How many ids a frozen step lists; `more_items` says how many are left."""
_CUT = Note(
    code="records_cut",
    text="there are more records than a run reads at once; the oldest were left out",
)
_KINDS = {
    "text/markdown": "report",
    "text/csv": "table",
    "text/calendar": "calendar",
    "image/png": "chart",
}


def reads_of(call: Call) -> tuple[Read, ...]:
    """What a call needs to be fetched."""
    tool: Tool[Any, Any]
    tool, arguments = parse_call(call.tool, call.arguments)
    return tool.reads(arguments)


def perform(call: Call, records: FetchedRecords) -> Output:
    """Call one tool."""
    return run(*parse_call(call.tool, call.arguments), records)


def run(tool: Tool[Any, Any], arguments: Arguments, records: FetchedRecords) -> Output:
    """Call one tool whose arguments were parsed before."""
    try:
        result = tool.run(arguments, records)
    except InvalidCall as invalid:
        error = str(invalid)
        return Output({"error": error}, {"error": error})
    if any(query_of(read) in records.cut for read in tool.reads(arguments)):
        result = result.model_copy(update={"notes": (*result.notes, _CUT)})
    private = {"result": result.model_dump(mode="json")}
    if isinstance(result, MadeFile):
        private["file"] = _artifact(result)._asdict()
    return Output(shown(result), private)


def result_of(call: Call, output: Output) -> Result | None:
    """The typed result of a step that was done; None of one that failed."""
    if "result" not in output.private:
        return None
    result: Result = TOOLS[call.tool].result.model_validate(output.private["result"])
    return result


def shown(result: Result) -> dict[str, Any]:
    """What is frozen of a step: counts and ids beside what else the result says."""
    kept = frozen(result)
    items, counts = kept.pop("items", []), (kept.pop("looked_at", 0), kept.pop("kept", 0))
    shown = {"looked_at": counts[0], "kept": counts[1], "result": kept, "items": items[:MOST_ITEMS]}
    if len(items) > MOST_ITEMS:
        shown["more_items"] = len(items) - MOST_ITEMS
    return shown


def files_of(outputs: Iterable[Output]) -> Iterable[Artifact]:
    """The files that steps have made."""
    for output in outputs:
        if "file" in output.private:
            yield Artifact(**output.private["file"])


def _artifact(made: MadeFile) -> Artifact:
    media = made.media_type.partition(";")[0]
    return Artifact(_KINDS[media], made.name, made.media_type, made.content)

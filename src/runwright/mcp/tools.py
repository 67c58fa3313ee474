"""The tools that MCP clients can call: their arguments, the scopes they need, and what they do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import anyio
import anyio.lowlevel
from pydantic import BaseModel, ConfigDict, Field

from runwright.client import AsyncClient, PermissionDeniedError, ResultEntry, Run
from runwright.client.types.common import Source
from runwright.mcp.failures import ToolError
from runwright.mcp.folders import open_allowed

SOURCES: tuple[Source, ...] = ("calendar", "documents", "finance")
SOURCE_SCOPES: Mapping[Source, str] = {source: f"{source}:read" for source in SOURCES}
MOST_CHARACTERS = 50_000
MOST_ROWS = 100
CANCEL_SECONDS = 5.0
"""How long a cancelled call may take to cancel its run."""


class Report(Protocol):
    """Tells the MCP client how far a call has come."""

    async def __call__(self, progress: float, total: float | None, message: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a tool works with, besides its arguments."""

    client: AsyncClient
    folders: Sequence[Path]
    report: Report


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ask(_Arguments):
    """Arguments of `ask`."""

    prompt: str = Field(description="The task or question, in words.")
    context: list[Source] = Field(
        default=[], description="Which records the run may read; none by default."
    )
    files: list[str] = Field(default=[], description="Ids of files to attach.")
    model: str = Field(default="y0-fast", description="`y0-deep` takes longer and reads more.")
    max_steps: int | None = Field(default=None, ge=1, le=16, description="4 by default.")


class GetRun(_Arguments):
    """Arguments of `get_run`."""

    run: str = Field(description="The id of a run.")


class Search(_Arguments):
    """Arguments of `search`."""

    query: str = Field(description="What to look for.")
    sources: list[Source] = Field(
        default=[], description="Where to look; by default every source that the key may read."
    )
    limit: int = Field(default=10, ge=1, le=50, description="At most so many items a source.")


class ListFiles(_Arguments):
    """Arguments of `list_files`."""

    status: Literal["processing", "processed", "failed"] | None = None
    after: str | None = Field(default=None, description="`next_after` of the previous call.")
    limit: int = Field(default=20, ge=1, le=MOST_ROWS)


class ReadFile(_Arguments):
    """Arguments of `read_file`."""

    file: str = Field(description="The id of a file.")
    part: Literal["text", "records"] = Field(
        default="text", description="The text, or the typed records that were read from it."
    )
    offset: int = Field(default=0, ge=0, description="`next_offset` of the previous call.")
    limit: int | None = Field(
        default=None,
        ge=1,
        description=f"At most {MOST_CHARACTERS} characters, or {MOST_ROWS} records.",
    )


class UploadFile(_Arguments):
    """Arguments of `upload_file`."""

    path: str = Field(description="A file on this machine, inside a folder that was allowed.")
    purpose: Literal["context", "attachment"] = Field(
        default="context", description="`context` adds its records to those that runs can read."
    )


async def ask(call: Call, given: Ask) -> dict[str, Any]:
    """Create a run, wait for its end, and cancel it when the call is cancelled."""
    # Until the server has answered, nobody knows the id that a cancellation needs.
    with anyio.CancelScope(shield=True):
        made = await call.client.runs.create(
            model=given.model,
            prompt=given.prompt,
            context=given.context or None,
            files=given.files or None,
            max_steps=given.max_steps,
        )
    try:
        await anyio.lowlevel.checkpoint()
        ended = made if made.is_ended else await _followed(call, made)
        return await _described(call.client, ended)
    except anyio.get_cancelled_exc_class():
        if not made.is_ended:
            with anyio.move_on_after(CANCEL_SECONDS, shield=True):
                await call.client.runs.cancel(made.id)
        raise


async def get_run(call: Call, given: GetRun) -> dict[str, Any]:
    """A run with its answer, its sources and its trace."""
    return await _described(call.client, await call.client.runs.retrieve(given.run))


async def search(call: Call, given: Search) -> dict[str, Any]:
    """The best items of each source."""
    sources = given.sources or await _readable(call.client)
    if not sources:
        raise ToolError("The key of this connection may read none of the sources.")
    found = [
        item.raw
        for source in sources
        for item in await call.client.context.search(given.query, source=source, limit=given.limit)
    ]
    return {"sources": list(sources), "items": found}


async def list_files(call: Call, given: ListFiles) -> dict[str, Any]:
    """A page of files, newest first."""
    files: list[Mapping[str, Any]] = []
    pages = call.client.files.list(status=given.status, after=given.after, page_size=given.limit)
    async for file in pages:
        files.append(file.raw)
        if len(files) == given.limit:
            break
    is_full = len(files) == given.limit
    return {"files": files, "next_after": files[-1]["id"] if is_full else None}


async def read_file(call: Call, given: ReadFile) -> dict[str, Any]:
    """A bounded piece of what was read from a file."""
    read = await call.client.files.extracted(given.file)
    if read.error is not None:
        raise ToolError(f"{given.file} could not be read: {read.error.message}")
    if read.status != "processed":
        raise ToolError(f"{given.file} is still being read. Try again shortly.")
    whole: Sequence[Any]
    if given.part == "text":
        whole, most = read.text or read.transcript, MOST_CHARACTERS
    else:
        whole, most = [record.raw for record in read.records], MOST_ROWS
    end = given.offset + min(given.limit or most, most)
    return {
        "file": given.file,
        given.part: whole[given.offset : end],
        "total": len(whole),
        "next_offset": end if end < len(whole) else None,
    }


async def upload_file(call: Call, given: UploadFile) -> dict[str, Any]:
    """Upload a file of this machine, and wait until it was read where the key may look."""
    with open_allowed(given.path, call.folders) as opened:
        name = Path(given.path).name
        await call.report(0, None, f"uploading {name}")
        file = await call.client.files.upload(opened, purpose=given.purpose, filename=name)
    await call.report(1, None, f"reading {name}")
    try:
        return dict((await call.client.files.wait(file.id)).raw)
    except PermissionDeniedError:
        return dict(file.raw)


async def _followed(call: Call, made: Run) -> Run:
    """A run that takes longer, with a report for each entry of its trace."""
    count = 0
    try:
        async for event in call.client.runs.events(made.id):
            if event.entry is not None and not isinstance(event.entry, ResultEntry):
                count += 1
                await call.report(count, None, _entry(event.entry.raw))
        return await call.client.runs.retrieve(made.id)
    except PermissionDeniedError:
        return made


def _entry(entry: Mapping[str, Any]) -> str:
    about = entry.get("action") or entry.get("source") or entry.get("file") or ""
    return f"{entry['type']} {about}".strip()


async def _described(client: AsyncClient, run: Run) -> dict[str, Any]:
    if run.status in ("failed", "cancelled"):
        reason = run.error.message if run.error else f"It was {run.status}."
        raise ToolError(f"{run.id} has no answer. {reason}")
    described: dict[str, Any] = {"run": run.id, "status": run.status, "model": run.model}
    if run.result is not None:
        described |= {"summary": run.result.summary, "artifacts": list(run.result.artifacts)}
        try:
            described["sources"] = [each.raw for each in await client.runs.sources(run.id)]
        except PermissionDeniedError:
            described["note"] = "Sources need a key with runs:read."
    elif not run.is_ended:
        described["note"] = "The run goes on; get_run gives its answer to a key with runs:read."
    if run.trace is not None:
        described["trace"] = [entry.raw for entry in run.trace]
    return described


async def _readable(client: AsyncClient) -> list[Source]:
    scopes = (await client.auth.current_key()).scopes
    return [source for source, scope in SOURCE_SCOPES.items() if scope in scopes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool, and one of which scopes a key must have to be offered it."""

    name: str
    description: str
    arguments: type[_Arguments]
    any_scope: frozenset[str]
    is_read_only: bool
    needs_folders: bool = False
    run: Callable[[Call, Any], Awaitable[dict[str, Any]]]


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            name="ask",
            description="Have a task or question answered from the person's calendar, documents "
            "and finance. Waits for the answer, and names the records that it rests on.",
            arguments=Ask,
            any_scope=frozenset({"runs:write"}),
            is_read_only=False,
            run=ask,
        ),
        Tool(
            name="get_run",
            description="Get a run by its id: status, answer, sources and trace.",
            arguments=GetRun,
            any_scope=frozenset({"runs:read"}),
            is_read_only=True,
            run=get_run,
        ),
        Tool(
            name="search",
            description="Search calendar events, passages of documents and bookings.",
            arguments=Search,
            any_scope=frozenset(SOURCE_SCOPES.values()),
            is_read_only=True,
            run=search,
        ),
        Tool(
            name="list_files",
            description="List the files of the project, newest first.",
            arguments=ListFiles,
            any_scope=frozenset({"files:read"}),
            is_read_only=True,
            run=list_files,
        ),
        Tool(
            name="read_file",
            description="Read the text or the typed records of a file, piece by piece.",
            arguments=ReadFile,
            any_scope=frozenset({"files:read"}),
            is_read_only=True,
            run=read_file,
        ),
        Tool(
            name="upload_file",
            description="Upload a file of this machine to the project.",
            arguments=UploadFile,
            any_scope=frozenset({"files:write"}),
            is_read_only=False,
            needs_folders=True,
            run=upload_file,
        ),
    )
}


def offered(scopes: Sequence[str], folders: Sequence[Path]) -> list[Tool]:
    """The tools that a key can use."""
    return [
        tool
        for tool in TOOLS.values()
        if tool.any_scope & set(scopes) and (folders or not tool.needs_folders)
    ]

"""`/v1/runs` over HTTP."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Any

from runwright.api import downloads
from runwright.api.call import EVENT_STREAM, Answer, Call, Stream, answer
from runwright.api.parsing import Errors
from runwright.api.router import HeaderShape, Route, deleting, showing
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest
from runwright.models.routes import DEPRECATION_HEADERS, deprecation_headers
from runwright.models.types import Snapshot
from runwright.runs import service
from runwright.runs.entries import EventStream
from runwright.runs.erase import WHAT
from runwright.runs.follow import LONGEST_WAIT
from runwright.runs.inputs.required_scopes import absent_files
from runwright.runs.listing.types import RunQuery, RunsQuery
from runwright.runs.outputs.artifacts import show as artifacts
from runwright.runs.outputs.steps import show_steps
from runwright.runs.outputs.types import AnswerShape, StepList
from runwright.runs.service import Runs, is_run_id
from runwright.runs.shapes import (
    ArtifactContent,
    ArtifactShape,
    DeletedRun,
    RunList,
    RunShape,
    SourceList,
    TimelineShape,
)
from runwright.runs.types import CreateRun
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")
_WAIT = re.compile(rb"(?:^|[,;\s])wait=(\d{1,6})\b", re.ASCII)
_PIECE = 256 * 1024
_PREFER = HeaderShape(
    name="Prefer",
    schema={"type": "string", "examples": ["wait=20"]},
    description=(
        "`wait=<seconds>` waits for the end of a run. Waits longer than 60 seconds are cut to 60."
    ),
)
_PREFERENCE_APPLIED = HeaderShape(
    name="Preference-Applied",
    schema={"type": "string", "pattern": "^wait=[0-9]+$"},
    description="The wait that was applied.",
)
_LAST_EVENT_ID = HeaderShape(
    name="Last-Event-ID",
    schema={"type": "string", "pattern": "^[0-9]{0,9}$"},
    description="The `id` of the last event received. The stream continues after it.",
)


def _following(runs: Runs) -> Callable[[Call], Awaitable[Answer]]:
    async def events(call: Call) -> Answer:
        seen = _last_seen(call.headers.get(b"last-event-id") or b"0")
        if seen is None:
            raise InvalidRequest({"Last-Event-ID": ["must be the id of an event"]})
        run_id = call.path["id"]
        await call.read(lambda reader: service.existing(reader, call.grant, run_id))
        return Answer(
            body=b"",
            headers=((b"x-accel-buffering", b"no"),),
            stream=Stream(
                pieces=runs.follower.events(call.grant, run_id, seen),
                length=None,
                content_type=EVENT_STREAM.encode(),
            ),
        )

    return events


def routes(runs: Runs) -> list[Route]:
    """The routes of this noun."""

    async def create(call: Call) -> Answer:
        snapshot = runs.catalog.resolve(call.body.model)
        return _with_deprecation(await runs.create(call.caller, call.body, call), snapshot)

    async def read(call: Call) -> Answer:
        run_id, query = call.path["id"], call.query
        wait = _wanted_wait(call.headers.get(b"prefer", b""))
        if wait and is_run_id(run_id):
            await runs.follower.until_ended(call.grant, run_id, wait)
        applied = ((b"preference-applied", b"wait=%d" % wait),) if wait else ()

        def act(tx: Tx) -> Answer:
            run = runs.read(
                tx, call.grant, run_id, with_trace=query.include_trace, expand=query.expand
            )
            shown = Answer(body=run.body, headers=applied)
            return _with_deprecation(shown, runs.catalog.resolve(run.snapshot))

        return await call.commit(act)

    async def list_runs(call: Call) -> Answer:
        query: RunsQuery = call.query
        filters, errors = runs.filters_of(call.grant, query), Errors()
        await look_up_named(call, filters, errors)
        if errors:
            raise InvalidRequest(errors)
        return await list_some(runs, call, filters)

    async def look_up_named(call: Call, given: Mapping[str, Any], errors: Errors) -> None:
        if service.NAMED.keys() & given.keys():
            errors |= await call.read(lambda reader: runs.absent(reader, call.grant, given))

    async def cancel(call: Call) -> Answer:
        run_id = call.path["id"]
        return await call.commit(lambda tx: Answer(body=runs.cancel(tx, call.grant, run_id)))

    return [
        Route(
            method="POST",
            path="/v1/runs",
            action="runs.create",
            scope=Scope.RUNS_WRITE,
            handler=create,
            summary="Create and execute a run",
            body=CreateRun,
            look_up=look_up,
            answer=RunShape,
            status=201,
            makes="run",
            problems=("step_limit",),
            response_headers=DEPRECATION_HEADERS,
        ),
        Route(
            method="GET",
            path="/v1/runs",
            action="runs.list",
            scope=Scope.RUNS_READ,
            handler=list_runs,
            summary="List and search runs, newest first, without their traces",
            query=RunsQuery,
            look_up=look_up_named,
            answer=RunList,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}",
            action="runs.read",
            scope=Scope.RUNS_READ,
            handler=read,
            summary="Retrieve a run with its trace",
            query=RunQuery,
            answer=RunShape,
            problems=_ABSENT,
            request_headers=(_PREFER,),
            response_headers=(_PREFERENCE_APPLIED, *DEPRECATION_HEADERS),
        ),
        Route(
            method="DELETE",
            path="/v1/runs/{id}",
            action="runs.delete",
            scope=Scope.RUNS_WRITE,
            handler=deleting(runs.delete, WHAT),
            summary="Delete a run and its trace permanently",
            answer=DeletedRun,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/runs/{id}/cancel",
            action="runs.cancel",
            scope=Scope.RUNS_WRITE,
            handler=cancel,
            summary="Cancel a running run",
            answer=RunShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/timeline",
            action="runs.timeline",
            scope=Scope.RUNS_READ,
            handler=_timeline,
            summary="Retrieve when each trace entry happened",
            answer=TimelineShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/events",
            action="runs.events",
            scope=Scope.RUNS_READ,
            handler=_following(runs),
            summary="Stream a run's trace as it happens",
            answer=EventStream,
            content="text/event-stream",
            problems=_ABSENT,
            request_headers=(_LAST_EVENT_ID,),
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/sources",
            action="runs.sources",
            scope=Scope.RUNS_READ,
            handler=_sources,
            summary="List the evidence of a run's answer",
            answer=SourceList,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/steps",
            action="runs.steps",
            scope=Scope.RUNS_READ,
            handler=_steps,
            summary="List a run's steps: arguments, counts and results",
            answer=StepList,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/answer",
            action="runs.answer",
            scope=Scope.RUNS_READ,
            handler=_typed_answer,
            summary="Retrieve a run's answer, part by part",
            answer=AnswerShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/artifacts/{id}",
            action="artifacts.read",
            scope=Scope.RUNS_READ,
            handler=showing(artifacts.existing),
            summary="Retrieve a file that a run created",
            answer=ArtifactShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/artifacts/{id}/content",
            action="artifacts.content",
            scope=Scope.RUNS_READ,
            handler=_artifact_content,
            summary="Download a file that a run created, or part of it",
            answer=ArtifactContent,
            content="*/*",
            request_headers=downloads.REQUEST_HEADERS,
            response_headers=downloads.RESPONSE_HEADERS,
            problems=_ABSENT,
        ),
    ]


def _with_deprecation(found: Answer, snapshot: Snapshot | None) -> Answer:
    extra = deprecation_headers(snapshot) if snapshot else ()
    return found._replace(headers=(*found.headers, *extra)) if extra else found


async def list_some(runs: Runs, call: Call, filters: Mapping[str, Any]) -> Answer:
    """A page of the runs that pass some filters."""
    query = call.query
    return Answer(
        body=await call.read(
            lambda reader: runs.list(
                reader, call.grant, query.page(), filters, query.metadata, query.expand
            )
        )
    )


async def look_up(call: Call, body: Mapping[str, Any], errors: Errors) -> None:
    """Name the attached files that lead nowhere in a body that is wrong elsewhere."""
    errors |= await call.read(lambda reader: absent_files(reader, call.caller, body))


async def _timeline(call: Call) -> Answer:
    run_id = call.path["id"]
    return await call.commit(lambda tx: Answer(body=service.timeline(tx, call.grant, run_id)))


async def _sources(call: Call) -> Answer:
    run_id = call.path["id"]
    found = await call.read(lambda reader: service.sources(reader, call.caller, run_id))
    return answer({"object": "list", "data": found})


async def _steps(call: Call) -> Answer:
    run_id = call.path["id"]

    def read(reader: Reader) -> list[dict[str, Any]]:
        return show_steps(reader, call.caller, service.existing(reader, call.grant, run_id))

    return answer({"object": "list", "data": await call.read(read)})


async def _typed_answer(call: Call) -> Answer:
    run_id = call.path["id"]
    return answer(await call.read(lambda reader: service.typed_answer(reader, call.grant, run_id)))


async def _artifact_content(call: Call) -> Answer:
    artifact_id = call.path["id"]
    made = await call.read(lambda reader: artifacts.with_content(reader, call.grant, artifact_id))
    record = made.record
    return await downloads.download(
        call,
        downloads.Download(
            filename=record.filename,
            content_type=record.media_type,
            size=record.bytes,
            sha256=record.sha256,
            open=lambda start, end: _open(made.content, start, end),
        ),
    )


async def _open(whole: bytes, start: int, end: int) -> AsyncGenerator[bytes, None]:
    return _pieces(whole, start, end)


async def _pieces(whole: bytes, start: int, end: int) -> AsyncGenerator[bytes, None]:
    for begin in range(start, end, _PIECE):
        yield whole[begin : min(begin + _PIECE, end)]


def _wanted_wait(prefer: bytes) -> int:
    """The seconds that a `Prefer` header asks to wait, as far as it is granted."""
    found = _WAIT.search(prefer.lower())
    return min(int(found[1]), LONGEST_WAIT) if found else 0


def _last_seen(header: bytes) -> int | None:
    """The number in a `Last-Event-ID`; None when it is none."""
    return int(header) if header.isdigit() and len(header) < 10 else None

"""`/v1/runs` over HTTP."""

from __future__ import annotations

from dataclasses import replace

from runwright.api import downloads
from runwright.api.call import Answer, Call
from runwright.api.router import HeaderShape, Route, deleting
from runwright.models.routes import DEPRECATION_HEADERS, deprecation_headers
from runwright.models.types import Snapshot
from runwright.runs.artifacts import show as artifacts
from runwright.runs.entries import EventStream
from runwright.runs.erase import WHAT
from runwright.runs.listing.types import RunQuery, RunsQuery
from runwright.runs.reach import look_up
from runwright.runs.service import Runs
from runwright.runs.step_shapes import AnswerShape, StepList
from runwright.runs.types import (
    ArtifactContent,
    ArtifactShape,
    CreateRun,
    DeletedRun,
    RunList,
    RunShape,
    SourceList,
    TimelineShape,
)
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")
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
    description="The wait that was granted.",
)
_LAST_EVENT_ID = HeaderShape(
    name="Last-Event-ID",
    schema={"type": "string", "pattern": "^[0-9]{0,9}$"},
    description="The `id` of the last event that was received; the stream goes on after it.",
)


def routes(runs: Runs) -> list[Route]:
    """The routes of this noun."""

    async def create(call: Call) -> Answer:
        snapshot = runs.catalog.resolve(call.body.model)
        return _with_deprecation(await runs.create(call), snapshot)

    async def read(call: Call) -> Answer:
        return _with_deprecation(*await runs.read(call))

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
            handler=runs.list,
            summary="List and search runs, newest first, without their traces",
            query=RunsQuery,
            look_up=runs.look_up,
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
            summary="Permanently remove a run and its trace",
            answer=DeletedRun,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/runs/{id}/cancel",
            action="runs.cancel",
            scope=Scope.RUNS_WRITE,
            handler=runs.cancel,
            summary="Stop a running run at once",
            answer=RunShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/timeline",
            action="runs.timeline",
            scope=Scope.RUNS_READ,
            handler=runs.timeline,
            summary="When each trace entry happened, and which snapshot ran",
            answer=TimelineShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/events",
            action="runs.events",
            scope=Scope.RUNS_READ,
            handler=runs.events,
            summary="Follow a run: server-sent events, one for each trace entry, then its end",
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
            handler=runs.sources,
            summary="What a run's answer rests on, with excerpts where the key may see them",
            answer=SourceList,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/steps",
            action="runs.steps",
            scope=Scope.RUNS_READ,
            handler=runs.steps,
            summary="What each step of a run was told, looked at and gave",
            answer=StepList,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/answer",
            action="runs.answer",
            scope=Scope.RUNS_READ,
            handler=runs.answer,
            summary="A run's answer, part by part",
            answer=AnswerShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/artifacts/{id}",
            action="artifacts.read",
            scope=Scope.RUNS_READ,
            handler=artifacts.read,
            summary="Retrieve the record of a file that a run made",
            answer=ArtifactShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/artifacts/{id}/content",
            action="artifacts.content",
            scope=Scope.RUNS_READ,
            handler=artifacts.content,
            summary="The bytes of a file that a run made, whole or in part",
            answer=ArtifactContent,
            content="*/*",
            request_headers=downloads.REQUEST_HEADERS,
            response_headers=downloads.RESPONSE_HEADERS,
            problems=_ABSENT,
        ),
    ]


def _with_deprecation(found: Answer, snapshot: Snapshot | None) -> Answer:
    extra = deprecation_headers(snapshot) if snapshot else ()
    return replace(found, headers=(*found.headers, *extra)) if extra else found

"""`client.runs` and `client.artifacts`."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from runwright.client.calls import D, Noun, call, flow, given, joined, metadata_query, path
from runwright.client.errors import NotEndedYet
from runwright.client.nouns.downloads import Downloads
from runwright.client.nouns.patience import Patience
from runwright.client.requests import Flow, Pause, Request, Steps
from runwright.client.streams import STREAM_SILENCE, Message, follow
from runwright.client.types.common import Deleted, Metadata, Order, Source, When
from runwright.client.types.proofs import Replay, RunProof
from runwright.client.types.runs import (
    Artifact,
    Expand,
    Feedback,
    Rating,
    Run,
    RunAnswer,
    RunEvent,
    RunSource,
    RunStatus,
    RunStep,
    Timeline,
    TraceEntry,
)
from runwright.client.values import data_of

LONGEST_WAIT = 30
"""Seconds that one request waits for a run to end."""
LOOK_SECONDS = 0.5
"""Seconds between two looks, where the server does not wait for us."""


class Runs(Noun[D]):
    """Runs: tasks that are carried out."""

    @call
    def create(
        self,
        *,
        model: str,
        prompt: str,
        context: Sequence[Source] | None = None,
        max_steps: int | None = None,
        metadata: Metadata | None = None,
        files: Sequence[str] | None = None,
        previous_run: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Run]:
        """Create and execute a run. One of `y0-deep` may still be running: see `wait`."""
        body = given(
            model=model,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )
        return self._act("POST", "/v1/runs", Run.read, body=body, idempotency_key=idempotency_key)

    @call
    def retrieve(
        self, id: str, *, include_trace: bool = True, expand: Sequence[Expand] | None = None
    ) -> Steps[Run]:
        """A run with its trace; `expand` adds what it was asked and what it has used."""
        query = {"include_trace": include_trace, "expand": joined(expand)}
        return self._get(path("/v1/runs/{}", id), Run.read, query=query)

    @flow
    def list(
        self,
        *,
        q: str | None = None,
        status: RunStatus | None = None,
        model: str | None = None,
        agent: str | None = None,
        network: str | None = None,
        key: str | None = None,
        file: str | None = None,
        previous_run: str | None = None,
        answered: bool | None = None,
        children: bool | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        expand: Sequence[Expand] | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Run]:
        """Runs, newest first, without their traces.

        `q` finds those that have every word of it in their prompt or summary. The runs that a
        network's run is made of are listed with `children`, or for an agent.
        """
        return self._pages(
            "/v1/runs",
            Run.read,
            page_size,
            q=q,
            status=status,
            model=model,
            agent=agent,
            network=network,
            key=key,
            file=file,
            previous_run=previous_run,
            answered=answered,
            children=children,
            expand=joined(expand),
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

    @call
    def wait(
        self, id: str, *, timeout: float | None = None, include_trace: bool = True
    ) -> Steps[Run]:
        """The run once it has ended, however it did; NotEndedYet after `timeout` seconds."""
        where = path("/v1/runs/{}", id)
        query = {"include_trace": include_trace}
        patience = Patience(timeout)
        while True:
            seconds = int(patience.left(LONGEST_WAIT))
            began = time.monotonic()
            run = yield from self._get(
                where,
                Run.read,
                query=query,
                headers={"Prefer": f"wait={seconds}"},
                more_seconds=seconds,
            )
            if run.is_ended:
                return run
            if patience.is_over:
                raise NotEndedYet(f"{id} is still running")
            # The server waits for us, unless somebody on the way does not let it.
            if not seconds or time.monotonic() - began < seconds:
                yield Pause(patience.left(LOOK_SECONDS))

    @flow
    def events(self, id: str, *, after: int = 0) -> Flow[RunEvent]:
        """Each entry of the trace as it happens, then how the run ended; survives cuts."""
        where = path("/v1/runs/{}/events", id)

        def request_after(seen: str | None) -> Request:
            headers = {"Last-Event-ID": seen} if seen else {}
            return self._request("GET", where, headers=headers, more_seconds=STREAM_SILENCE)

        return follow(
            request_after,
            self._options.retries,
            _run_event,
            is_last=lambda event: event.is_last,
            seen=str(after) if after else None,
        )

    @call
    def cancel(self, id: str, *, idempotency_key: str | None = None) -> Steps[Run]:
        """Stop a running run at once; one that has ended stays as it is."""
        where = path("/v1/runs/{}/cancel", id)
        return self._act("POST", where, Run.read, idempotency_key=idempotency_key)

    @call
    def delete(self, id: str) -> Steps[Deleted]:
        """Erase a run, its trace and all that it made."""
        return self._act("DELETE", path("/v1/runs/{}", id), Deleted.read)

    @call
    def sources(self, id: str) -> Steps[tuple[RunSource, ...]]:
        """What a run's answer rests on."""
        return self._get(path("/v1/runs/{}/sources", id), data_of(RunSource.read))

    @call
    def steps(self, id: str) -> Steps[tuple[RunStep, ...]]:
        """What each step of a run was told, looked at and gave."""
        return self._get(path("/v1/runs/{}/steps", id), data_of(RunStep.read))

    @call
    def answer(self, id: str) -> Steps[RunAnswer]:
        """A run's answer, part by part."""
        return self._get(path("/v1/runs/{}/answer", id), RunAnswer.read)

    @call
    def timeline(self, id: str) -> Steps[Timeline]:
        """When each trace entry happened, and which snapshot ran."""
        return self._get(path("/v1/runs/{}/timeline", id), Timeline.read)

    @call
    def proof(self, id: str) -> Steps[RunProof]:
        """What proves a run offline, by `runwright audit verify`; takes `audit:read` too."""
        return self._get(path("/v1/runs/{}/proof", id), RunProof.read)

    @call
    def replay(self, id: str, *, idempotency_key: str | None = None) -> Steps[Replay]:
        """Do a finished run again, and compare; takes the scopes of everything it read."""
        where = path("/v1/runs/{}/replay", id)
        return self._act("POST", where, Replay.read, idempotency_key=idempotency_key)

    @call
    def feedback(self, id: str, *, rating: Rating, comment: str | None = None) -> Steps[Feedback]:
        """Say whether a run was good; said again, it replaces what was said before."""
        body = given(rating=rating, comment=comment)
        return self._act("POST", path("/v1/runs/{}/feedback", id), Feedback.read, body=body)

    @call
    def retrieve_feedback(self, id: str) -> Steps[Feedback]:
        """The feedback on a run; NotFound while there is none."""
        return self._get(path("/v1/runs/{}/feedback", id), Feedback.read)


class Artifacts(Downloads[D]):
    """Files that runs made."""

    @call
    def retrieve(self, id: str) -> Steps[Artifact]:
        """The record of an artifact."""
        return self._get(path("/v1/artifacts/{}", id), Artifact.read)

    @call
    def content(self, id: str) -> Steps[bytes]:
        """All its bytes."""
        return self._content(path("/v1/artifacts/{}/content", id))

    @flow
    def chunks(self, id: str) -> Flow[bytes]:
        """Its bytes as they come."""
        return self._chunks(path("/v1/artifacts/{}/content", id))

    @call
    def download(self, id: str, to: str | os.PathLike[str]) -> Steps[Path]:
        """Save its bytes; the file is there when it is whole."""
        return self._download(path("/v1/artifacts/{}/content", id), Path(to))


def _run_event(message: Message) -> RunEvent:
    data = message.json()
    entry = TraceEntry.read(data) if "type" in data else None
    number = int(message.id) if message.id.isdigit() else 0
    return RunEvent(id=number, type=message.type, entry=entry, raw=data)

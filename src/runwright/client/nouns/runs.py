"""`client.runs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.client.calls import D, call, flow, given, joined, metadata_query, path
from runwright.client.nouns.waiting import Waiting
from runwright.client.requests import Flow, Request, Steps
from runwright.client.streams import STREAM_SILENCE, Message, follow
from runwright.client.types.common import Deleted, Metadata, Order, Source, When
from runwright.client.types.proofs import Replay, RunProof
from runwright.client.types.runs import (
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


class Runs(Waiting[D]):
    """Runs: tasks that the server carries out."""

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
        """Create and execute a run.

        `y0-fast` runs have ended when this returns; others may still be running: see `wait` and
        `create_and_wait`.

        Args:
            model: A model or a dated snapshot, such as `y0-fast` or `y0-deep`.
            prompt: The task, in words; at most 4,000 characters.
            context: The sources it may read, of `calendar`, `documents` and `finance`; none by
                default.
            max_steps: The most steps it may take, 1 to 16; 4 by default.
            metadata: Names and values of your own, kept with the object.
            files: The ids of files to attach, at most 16.
            previous_run: The id of an ended run that this one follows up on.
            output_schema: The JSON Schema of the object to answer with; language models only.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        return self._started(
            "/v1/runs",
            idempotency_key,
            model=model,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )

    @call
    def create_and_wait(
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
        timeout: float | None = None,
    ) -> Steps[Run]:
        """Create a run and return it once it has ended, however it ended.

        Raises WaitTimeoutError if `timeout` passes first; the run goes on.

        Args:
            model: A model or a dated snapshot, such as `y0-fast` or `y0-deep`.
            prompt: The task, in words; at most 4,000 characters.
            context: The sources it may read, of `calendar`, `documents` and `finance`; none by
                default.
            max_steps: The most steps it may take, 1 to 16; 4 by default.
            metadata: Names and values of your own, kept with the object.
            files: The ids of files to attach, at most 16.
            previous_run: The id of an ended run that this one follows up on.
            output_schema: The JSON Schema of the object to answer with; language models only.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
            timeout: Seconds to wait; without end by default.
        """
        started = self._started(
            "/v1/runs",
            idempotency_key,
            model=model,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )
        return self._waited(started, timeout)

    @call
    def ask(
        self,
        prompt: str,
        *,
        model: str = "y0-fast",
        context: Sequence[Source] | None = None,
        max_steps: int | None = None,
        metadata: Metadata | None = None,
        files: Sequence[str] | None = None,
        previous_run: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Steps[str]:
        """Create a run, wait for it, and return the text of its answer.

        Raises RunFailedError if the run fails or is cancelled, WaitTimeoutError if `timeout` passes
        first.

        Args:
            prompt: The task, in words; at most 4,000 characters.
            model: A model or a dated snapshot, such as `y0-fast` or `y0-deep`.
            context: The sources it may read, of `calendar`, `documents` and `finance`; none by
                default.
            max_steps: The most steps it may take, 1 to 16; 4 by default.
            metadata: Names and values of your own, kept with the object.
            files: The ids of files to attach, at most 16.
            previous_run: The id of an ended run that this one follows up on.
            output_schema: The JSON Schema of the object to answer with; language models only.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
            timeout: Seconds to wait; without end by default.
        """
        started = self._started(
            "/v1/runs",
            idempotency_key,
            model=model,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )
        return self._answered(started, timeout)

    @call
    def retrieve(
        self, id: str, *, include_trace: bool = True, expand: Sequence[Expand] | None = None
    ) -> Steps[Run]:
        """Return a run with its trace.

        Args:
            id: The id of the run.
            include_trace: Whether the trace comes along.
            expand: What to add: `request` (what was asked) and `usage` (cost, tokens, time).
        """
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
        """Iterate over runs, newest first, without their traces.

        Args:
            q: Only runs that have every word of this in their prompt or answer.
            status: Only runs with this status: `running`, `completed`, `failed` or `cancelled`.
            model: Only runs of this model.
            agent: Only runs of this agent, by its id.
            network: Only runs of this network, by its id.
            key: Only runs that this key created, by its id.
            file: Only runs that read this file, by its id.
            answered: Only runs with an answer, or only those without one.
            children: Whether to include the runs that network runs are made of.
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            metadata: Only those with all these names and values in their metadata.
            expand: What to add: `request` (what was asked) and `usage` (cost, tokens, time).
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
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
        """Return a run once it has ended, however it ended.

        Raises WaitTimeoutError if `timeout` passes first; the run goes on.

        Args:
            id: The id of the run.
            timeout: Seconds to wait; without end by default.
            include_trace: Whether the trace comes along.
        """
        return self._ended(id, timeout, include_trace)

    @flow
    def events(self, id: str, *, after: int = 0) -> Flow[RunEvent]:
        """Iterate over the entries of a run's trace as they happen, then over how it ended.

        Survives broken connections without losing or repeating an event.

        Args:
            id: The id of the run.
            after: The number of the event to continue after.
        """
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
        """Stop a running run; a run that has ended stays as it is.

        Args:
            id: The id of the run.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        where = path("/v1/runs/{}/cancel", id)
        return self._act("POST", where, Run.read, idempotency_key=idempotency_key)

    @call
    def delete(self, id: str) -> Steps[Deleted]:
        """Delete a run with its trace and everything it made.

        Args:
            id: The id of the run.
        """
        return self._act("DELETE", path("/v1/runs/{}", id), Deleted.read)

    @call
    def sources(self, id: str) -> Steps[tuple[RunSource, ...]]:
        """Return the items and files that a run's answer rests on.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/sources", id), data_of(RunSource.read))

    @call
    def steps(self, id: str) -> Steps[tuple[RunStep, ...]]:
        """Return what each step of a run was given, looked at and found.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/steps", id), data_of(RunStep.read))

    @call
    def answer(self, id: str) -> Steps[RunAnswer]:
        """Return a run's answer, part by part.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/answer", id), RunAnswer.read)

    @call
    def timeline(self, id: str) -> Steps[Timeline]:
        """Return when each trace entry happened, and which snapshot ran.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/timeline", id), Timeline.read)

    @call
    def proof(self, id: str) -> Steps[RunProof]:
        """Return what proves a run offline, for `runwright audit verify`.

        Needs `audit:read` as well.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/proof", id), RunProof.read)

    @call
    def replay(self, id: str, *, idempotency_key: str | None = None) -> Steps[Replay]:
        """Execute a finished run again and compare the results.

        Needs the scopes of everything that the run read.

        Args:
            id: The id of the run.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        where = path("/v1/runs/{}/replay", id)
        return self._act("POST", where, Replay.read, idempotency_key=idempotency_key)

    @call
    def feedback(self, id: str, *, rating: Rating, comment: str | None = None) -> Steps[Feedback]:
        """Rate a run; a second rating replaces the first.

        Args:
            id: The id of the run.
            rating: `up` or `down`.
            comment: Why, in words.
        """
        body = given(rating=rating, comment=comment)
        return self._act("POST", path("/v1/runs/{}/feedback", id), Feedback.read, body=body)

    @call
    def retrieve_feedback(self, id: str) -> Steps[Feedback]:
        """Return the feedback on a run; raises NotFoundError if there is none.

        Args:
            id: The id of the run.
        """
        return self._get(path("/v1/runs/{}/feedback", id), Feedback.read)


def _run_event(message: Message) -> RunEvent:
    data = message.json()
    entry = TraceEntry.read(data) if "type" in data else None
    number = int(message.id) if message.id.isdigit() else 0
    return RunEvent(id=number, type=message.type, entry=entry, raw=data)

"""`client.agents` and `client.networks`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.client.calls import (
    D,
    Noun,
    call,
    changed,
    flow,
    given,
    joined,
    metadata_query,
    path,
)
from runwright.client.requests import Flow, Steps
from runwright.client.types.agents import (
    Agent,
    Interpretation,
    InterpretedAgent,
    Network,
    Strategy,
)
from runwright.client.types.common import (
    KEEP,
    Budget,
    Deleted,
    Keep,
    Metadata,
    Order,
    Source,
    When,
)
from runwright.client.types.runs import Expand, Run, RunStatus


class _WithRuns(Noun[D]):
    """What agents and networks share: they run."""

    _home: str

    @call
    def run(
        self,
        id: str,
        *,
        prompt: str,
        context: Sequence[Source] | None = None,
        max_steps: int | None = None,
        metadata: Metadata | None = None,
        files: Sequence[str] | None = None,
        previous_run: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Run]:
        """Create and execute a run that acts for it. It may still be running: `runs.wait`."""
        body = given(
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )
        where = path(self._home + "/{}/run", id)
        return self._act("POST", where, Run.read, body=body, idempotency_key=idempotency_key)

    @flow
    def runs(
        self,
        id: str,
        *,
        status: RunStatus | None = None,
        model: str | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        expand: Sequence[Expand] | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Run]:
        """Its runs, newest first."""
        return self._pages(
            path(self._home + "/{}/runs", id),
            Run.read,
            page_size,
            expand=joined(expand),
            status=status,
            model=model,
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

    @call
    def delete(self, id: str) -> Steps[Deleted]:
        """Remove it; its runs stay."""
        return self._act("DELETE", path(self._home + "/{}", id), Deleted.read)


class Agents(_WithRuns[D]):
    """Agents: instructions that runs follow as rules."""

    _home = "/v1/agents"

    @call
    def create(
        self,
        *,
        name: str,
        instructions: str,
        model: str | None = None,
        metadata: Metadata | None = None,
        budget: Budget | None = None,
        output_schema: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[InterpretedAgent]:
        """Make an agent. `ignored` lists the instructions that were not understood."""
        body = given(
            name=name,
            instructions=instructions,
            model=model,
            metadata=metadata,
            budget=budget,
            output_schema=output_schema,
        )
        return self._act(
            "POST", self._home, InterpretedAgent.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def interpret(self, instructions: str) -> Steps[Interpretation]:
        """Which sentences of some instructions an agent would follow as rules; makes nothing."""
        body = {"instructions": instructions}
        return self._act("POST", "/v1/agents/interpret", Interpretation.read, body=body)

    @call
    def retrieve(self, id: str, *, version: int | None = None) -> Steps[Agent]:
        """An agent, in its newest version or the one that is named."""
        return self._get(path("/v1/agents/{}", id), Agent.read, query={"version": version})

    @flow
    def list(
        self,
        *,
        model: str | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Agent]:
        """Agents, newest first."""
        return self._pages(
            self._home,
            Agent.read,
            page_size,
            model=model,
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

    @call
    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        instructions: str | None = None,
        model: str | None = None,
        metadata: Metadata | None = None,
        budget: Budget | Keep | None = KEEP,
        output_schema: Mapping[str, Any] | Keep | None = KEEP,
    ) -> Steps[InterpretedAgent]:
        """Make a new version of an agent; a budget or a schema of None takes it away."""
        body = given(name=name, instructions=instructions, model=model, metadata=metadata)
        body |= changed(budget=budget, output_schema=output_schema)
        return self._act("PATCH", path("/v1/agents/{}", id), InterpretedAgent.read, body=body)


class Networks(_WithRuns[D]):
    """Networks: agents that work together on one run."""

    _home = "/v1/networks"

    @call
    def create(
        self,
        *,
        name: str,
        agents: Sequence[str],
        strategy: Strategy,
        max_steps: int | None = None,
        metadata: Metadata | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Network]:
        """Make a network of agents."""
        body = given(
            name=name, agents=agents, strategy=strategy, max_steps=max_steps, metadata=metadata
        )
        return self._act(
            "POST", self._home, Network.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def retrieve(self, id: str) -> Steps[Network]:
        """A network."""
        return self._get(path("/v1/networks/{}", id), Network.read)

    @flow
    def list(
        self,
        *,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Network]:
        """Networks, newest first."""
        return self._pages(
            self._home,
            Network.read,
            page_size,
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

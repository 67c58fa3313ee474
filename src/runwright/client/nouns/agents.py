"""`client.agents` and `client.networks`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.client.calls import (
    D,
    call,
    changed,
    flow,
    given,
    joined,
    metadata_query,
    path,
)
from runwright.client.nouns.waiting import Waiting
from runwright.client.requests import Flow, Steps
from runwright.client.types.agents import Agent, InterpretedAgent, Network, Strategy
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


class _WithRuns(Waiting[D]):
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
        """Create and execute a run for an agent or a network.

        It may still be running when this returns: see `runs.wait`.

        Args:
            id: The id of the agent or network.
            prompt: The task, in words; at most 4,000 characters.
            context: The sources it may read, of `calendar`, `documents` and `finance`; none by
                default.
            max_steps: The most steps it may take, 1 to 16; 4 by default, a network's own for a
                network.
            metadata: Names and values of your own, kept with the object.
            files: The ids of files to attach, at most 16.
            previous_run: The id of an ended run that this one follows up on.
            output_schema: The JSON Schema of the object to answer with; language models only.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        return self._started(
            path(self._home + "/{}/run", id),
            idempotency_key,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )

    @call
    def ask(
        self,
        id: str,
        prompt: str,
        *,
        context: Sequence[Source] | None = None,
        max_steps: int | None = None,
        metadata: Metadata | None = None,
        files: Sequence[str] | None = None,
        previous_run: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Steps[str]:
        """Create a run for an agent or a network, wait for it, and return the text of its answer.

        Raises RunFailedError if the run fails or is cancelled, WaitTimeoutError if `timeout` passes
        first.

        Args:
            id: The id of the agent or network.
            prompt: The task, in words; at most 4,000 characters.
            context: The sources it may read, of `calendar`, `documents` and `finance`; none by
                default.
            max_steps: The most steps it may take, 1 to 16; 4 by default, a network's own for a
                network.
            metadata: Names and values of your own, kept with the object.
            files: The ids of files to attach, at most 16.
            previous_run: The id of an ended run that this one follows up on.
            output_schema: The JSON Schema of the object to answer with; language models only.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
            timeout: Seconds to wait; without end by default.
        """
        started = self._started(
            path(self._home + "/{}/run", id),
            idempotency_key,
            prompt=prompt,
            context=context,
            max_steps=max_steps,
            metadata=metadata,
            files=files,
            previous_run=previous_run,
            output_schema=output_schema,
        )
        return self._answered(started, timeout)

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
        """Iterate over the runs of an agent or a network, newest first.

        Args:
            id: The id of the agent or network.
            status: Only runs with this status.
            model: Only runs of this model.
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            metadata: Only those with all these names and values in their metadata.
            expand: What to add: `request` (what was asked) and `usage` (cost, tokens, time).
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
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
        """Delete an agent or a network; its runs stay.

        Args:
            id: The id of the agent or network.
        """
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
        """Create an agent; `ignored` lists the sentences that were not understood as rules.

        Args:
            name: What it is called.
            instructions: Its rules, in words.
            model: The model its runs use; `auto` by default, which fits the task.
            metadata: Names and values of your own, kept with the object.
            budget: What its runs may cost in a period; unlimited by default.
            output_schema: The JSON Schema of the object its runs answer with, unless a run names
                another.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
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
    def retrieve(self, id: str, *, version: int | None = None) -> Steps[Agent]:
        """Return an agent.

        Args:
            id: The id of the agent.
            version: The version; the newest by default.
        """
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
        """Iterate over agents, newest first.

        Args:
            model: Only agents on this model.
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            metadata: Only those with all these names and values in their metadata.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
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
        """Create a new version of an agent; what is not given stays as it is.

        Args:
            id: The id of the agent.
            name: What it is called.
            instructions: Its rules, in words.
            model: The model its runs use.
            metadata: Replaces the metadata.
            budget: What its runs may cost in a period; None removes the limit.
            output_schema: The JSON Schema of the object its runs answer with; None removes it.
        """
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
        """Create a network of agents.

        Args:
            name: What it is called.
            agents: The ids of its agents, 1 to 16.
            strategy: `sequential` (one after another), `parallel` (side by side) or `router` (the
                one that fits).
            max_steps: The most steps its runs may take together, 1 to 16; 16 by default.
            metadata: Names and values of your own, kept with the object.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        body = given(
            name=name, agents=agents, strategy=strategy, max_steps=max_steps, metadata=metadata
        )
        return self._act(
            "POST", self._home, Network.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def retrieve(self, id: str) -> Steps[Network]:
        """Return a network.

        Args:
            id: The id of the network.
        """
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
        """Iterate over networks, newest first.

        Args:
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            metadata: Only those with all these names and values in their metadata.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
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

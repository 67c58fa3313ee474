"""A run that is done again: on the spot, keeping nothing but what is compared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from runwright.minds.blobs import NOTHING, query_blob, read_blob
from runwright.minds.reading import ReadResult
from runwright.minds.types import Output, Read, Stop, Task, Told
from runwright.models.conversation import ModelRequest
from runwright.runs import trace
from runwright.runs.hosts.fetch import Fetch
from runwright.runs.loop import Ahead, Journal, Walk, output_to_bytes
from runwright.runs.types import Recorded
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES


class ReplayHost:
    """Executes a run from its beginning, under grants that somebody else has made."""

    def __init__(
        self,
        task: Task,
        given: bytes = NOTHING,
        advance: Callable[[Journal], Awaitable[Ahead]] | None = None,
    ) -> None:
        """`advance` computes elsewhere; without it, the run is computed here."""
        self._task = task
        self._given = given
        self._advance = advance
        self._walk: Walk | None = None
        self._ahead = 0
        """How many steps were done before its walk began."""
        self._fetch: Fetch | None = None
        self._grants: Mapping[str, Grant] = {}
        self._kept: Sequence[bytes] | None = None
        self._contexts: list[dict[str, Any]] = []
        """The entries of what was read; how much of it the run may see is known later."""
        self._outputs: list[Output] = []
        self._told: list[Told] = []
        self._replies: Sequence[Told] = ()
        self._stop: Stop | None = None
        self._stopped: Stop | None = None
        self.reads: list[bytes] = []
        self.entries: list[dict[str, Any]] = []
        """Its trace between plan and result, without times."""
        self.steps: list[Recorded] = []

    def read_again(
        self, fetch: Fetch, grants: Mapping[str, Grant], kept: Sequence[bytes] | None
    ) -> None:
        """Where it reads: what was kept, or else from the sources as they are now."""
        self._fetch, self._grants, self._kept = fetch, grants, kept

    def tell_again(self, replies: Sequence[Told], stopped: Stop | None) -> None:
        """What its language model had replied then, and why it was asked no further."""
        self._replies, self._stopped = replies, stopped

    async def advance(self) -> Ahead:
        """From where it is, all the way or to what is to be read or asked next."""
        journal = Journal(self._given, self.reads, self._outputs, self._told, self._stop)
        if self._advance is not None:
            return await self._advance(journal)
        if self._walk is None or self._told or self._stop is not None:
            self._walk = Walk(self._task, journal)
            self._ahead = len(self._outputs)
        self._walk.take(map(ReadResult, self.reads))
        ahead = self._walk.go()
        # The walk goes on from where it has stopped, and tells all that it has done.
        new = ahead.done[len(self._outputs) - self._ahead :]
        return ahead._replace(done=new)

    async def keep(self, ahead: Ahead) -> None:
        """Note what was done."""
        for entry, count in zip(self._contexts, ahead.counts, strict=False):
            entry["items"] = count
        for done in ahead.done:
            self._outputs.append(done.output)
            entry = trace.step_entry(len(self._outputs), done.call.tool)
            self.entries.append(entry)
            self.steps.append(Recorded(entry, 0, 0, output_to_bytes(done.output)))

    async def fetch(self, reads: Sequence[Read]) -> None:
        """Read what was kept, or the sources again."""
        for read in reads:
            entry = trace.context_entry(read.source, SOURCES[read.source].value, 0)
            self._contexts.append(entry)
            self.entries.append(entry)
            self.reads.append(await self._read(read))

    async def ask(self, request: ModelRequest) -> None:  # noqa: ARG002 - the protocol of hosts
        """Hear what was replied then; nobody is asked again."""
        n = len(self._told)
        if n < len(self._replies):
            told = self._replies[n]
            self._told.append(told)
            self.entries.append(trace.model_entry(n + 1, told.input_tokens, told.output_tokens))
        else:
            # A reply that the run had not had: it ends here, and the traces tell it apart.
            self._stop = self._stopped or "unavailable"

    async def _read(self, read: Read) -> bytes:
        if self._kept is None:
            if self._fetch is None:
                raise LookupError("a run that reads needs to know where")
            grant = self._grants[read.source]
            return (await self._fetch(grant, read, self._task.moment)).blob
        place = len(self.reads)
        if place < len(self._kept):
            return self._kept[place]
        # A read that the run had not made gives nothing; the traces tell it apart.
        return read_blob([query_blob(()) for _ in read.queries])

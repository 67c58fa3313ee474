"""Asking the language model of a run: who is asked, what it used, and what its failures mean.

A failure that the mind can deal with is a reply like any other: a refusal, a reply that was cut
off, a request that was too long. Any other is the server's: the run fails, or the embedded mind
takes over where an alias and the settings allow it. A server that is set up wrongly is never
covered up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import structlog

from runwright.config import Settings
from runwright.errors import Internal, Overloaded, Problem
from runwright.files.blobs import Blobs
from runwright.files.types import File
from runwright.minds.types import Told
from runwright.models.calling import Caller, Patience
from runwright.models.catalog import Catalog
from runwright.models.conversation import ModelRequest, Picture, Usage
from runwright.models.providers import open_provider
from runwright.models.providers.types import Failure, Kind, OnCall
from runwright.models.types import Snapshot
from runwright.runs.inputs.pictures import pictures_of
from runwright.runs.types import Used

ASK = "models.ask"
"""The action under which the audit log has that something went to a language model."""
RETRY_SECONDS = 5
_FOR_THE_MIND = (Kind.REFUSED, Kind.TRUNCATED, Kind.TOO_LONG, Kind.MALFORMED, Kind.EMPTY)

log = structlog.get_logger()


class Misconfigured(Internal):
    """A language model that this server cannot use as it is set up."""

    def __init__(self, message: str) -> None:
        Problem.__init__(self, message)


class Unanswered(Exception):
    """A language model gave nothing that a run could go on with."""

    def __init__(self, problem: Problem, used: Used | None) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.used = used

    @property
    def may_be_replaced(self) -> bool:
        """Whether somebody else may take over: not where the server is set up wrongly."""
        return not isinstance(self.problem, Misconfigured)


class Asked(NamedTuple):
    """What came of asking, and what it used."""

    told: Told
    used: Used | None


class Language:
    """Asks the language models of the catalog."""

    def __init__(self, settings: Settings, catalog: Catalog, blobs: Blobs) -> None:
        self._catalog = catalog
        self._blobs = blobs
        self._falls_back = settings.fallback
        patience = Patience(settings.model_seconds, settings.model_attempts)
        self._callers: dict[str, Caller] = {}
        for snapshot in catalog.snapshots.values():
            language = snapshot.language
            if language is None or not snapshot.runnable:
                continue
            if language.provider not in self._callers:
                provider = open_provider(language.provider, settings.providers)
                self._callers[language.provider] = Caller(provider, patience)

    async def open(self) -> None:
        """Load what the providers need; what takes seconds is done in threads."""
        for caller in self._callers.values():
            await caller.open()

    async def close(self) -> None:
        """Let go of every provider."""
        for caller in self._callers.values():
            await caller.close()

    async def ask(
        self,
        snapshot: Snapshot,
        request: ModelRequest,
        seconds: float | None = None,
        on_call: OnCall | None = None,
    ) -> Asked:
        """The reply, or `Unanswered`; within so many seconds, if they are fewer than usual."""
        language = snapshot.language
        if language is None:
            raise LookupError(f"{snapshot.id} is not a language model")
        caller = self._callers[language.provider]
        reply = await caller.converse(request, caller.deadline(seconds), on_call=on_call)
        used = _used(snapshot, reply.usage)
        if not isinstance(reply, Failure):
            told = Told(reply.text, reply.calls)
        elif reply.kind in _FOR_THE_MIND:
            told = Told(failure=reply.kind.value)
        else:
            log.warning("language_model_failed", snapshot=snapshot.id, kind=reply.kind.value)
            raise Unanswered(_problem(snapshot, reply), used)
        if used is not None:
            told = told._replace(
                input_tokens=used.input_tokens, output_tokens=used.output_tokens, cost=used.cost
            )
        return Asked(told, used)

    async def pictures(self, snapshot: Snapshot, files: Sequence[File]) -> tuple[Picture, ...]:
        """What a model that sees is shown of the attached files."""
        language = snapshot.language
        sees = language is not None and language.sees
        return await pictures_of(self._blobs, files) if sees else ()

    def stand_in(self, model: str) -> Snapshot | None:
        """The embedded snapshot that takes over for an alias whose model is away, if one may."""
        return self._catalog.embedded(model) if self._falls_back else None


def _problem(snapshot: Snapshot, failure: Failure) -> Problem:
    if failure.is_ours:
        return Misconfigured(
            f"The language model {snapshot.id} is not set up rightly on this server: "
            f"{failure.detail}."
        )
    seconds = math.ceil(failure.retry_after or RETRY_SECONDS)
    return Overloaded(
        f"The language model {snapshot.id} is not available: {failure.detail}.", seconds
    )


def _used(snapshot: Snapshot, usage: Usage) -> Used | None:
    if usage.calls == 0:
        return None
    cost = snapshot.price.of(
        usage.input_tokens, usage.output_tokens, usage.cached_tokens, usage.cache_write_tokens
    )
    return Used(snapshot.id, usage.input_tokens, usage.output_tokens, usage.calls, f"{cost:f}")

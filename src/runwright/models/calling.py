"""Asking a provider with patience: a deadline, another attempt after a pause, and errors as values.

Only what may pass by itself is tried again: a broken connection, a fault of the provider, a rate
limit that is over soon. A provider that names a longer wait is left alone until then.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from runwright.models.conversation import (
    ModelReply,
    ModelRequest,
    Usage,
)
from runwright.models.providers.types import Failure, Kind, OnCall, OnText, Provider

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 8.0
LONGEST_WAIT = 10.0
"""A provider that asks for more seconds than this counts as down."""
LONGEST_REST = 600.0
_PASSING = (Kind.UNREACHABLE, Kind.FAILING, Kind.OVERLOADED, Kind.RATE_LIMITED)


class Patience(NamedTuple):
    """How much is tried."""

    seconds: float
    """For one matter, with everything that is tried again for it."""
    attempts: int


class Caller:
    """Asks one provider; remembers when it asked to be left alone."""

    def __init__(
        self,
        provider: Provider,
        patience: Patience,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._provider = provider
        self._patience = patience
        self._sleep = sleep
        self._now = now
        self._chance = chance
        self._resting: dict[str, float] = {}
        """By model: until when it is left alone."""

    def deadline(self, seconds: float | None = None) -> float:
        """When a matter that begins now must be settled: within so many seconds at most."""
        usual = self._patience.seconds
        return self._now() + (usual if seconds is None else min(usual, seconds))

    async def converse(
        self,
        request: ModelRequest,
        deadline: float,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
    ) -> ModelReply | Failure:
        """The reply, or the last failure; either with everything that the attempts have used.

        Once text was handed on, a broken reply is not tried again: the reader would see it twice.
        Whoever listens to calls is told when they begin anew.
        """
        if (rest := self._resting.get(request.model, 0.0) - self._now()) > 0:
            return Failure(Kind.RATE_LIMITED, "it takes no more requests for now", rest)
        used = Usage()
        failure = Failure(Kind.TIMEOUT, "there was no time left to ask it")
        heard = _Heard(on_text)
        for attempt in range(self._patience.attempts):
            left = deadline - self._now()
            if left <= 0:
                break
            if attempt and on_call is not None:
                on_call("", "")
            outcome = await self._provider.converse(request, left, heard.pass_on, on_call)
            used = used.plus(outcome.usage)
            if isinstance(outcome, ModelReply):
                return outcome._replace(usage=used)
            failure = outcome
            last = heard.any or attempt + 1 == self._patience.attempts
            if last or not await self._pause(failure, attempt, deadline):
                break
        self._leave_alone(request.model, failure)
        return failure._replace(usage=used)

    async def open(self) -> None:
        """Load what the provider needs, so that the first request does not wait for it."""
        await self._provider.open()

    async def close(self) -> None:
        """Let go of the provider."""
        await self._provider.close()

    async def _pause(self, failure: Failure, attempt: int, deadline: float) -> bool:
        """Wait for a better moment; False when another attempt is not worth it."""
        if failure.kind not in _PASSING:
            return False
        # The pause doubles and is never the same: who failed together must not return together.
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt) * (0.5 + self._chance() / 2)
        wait = max(pause, failure.retry_after or 0.0)
        if wait > LONGEST_WAIT or self._now() + wait >= deadline:
            return False
        await self._sleep(wait)
        return True

    def _leave_alone(self, model: str, failure: Failure) -> None:
        if failure.retry_after is not None and failure.kind in _PASSING:
            rest = min(failure.retry_after, LONGEST_REST)
            self._resting[model] = self._now() + rest


class _Heard:
    """Hands text on, and remembers that there was some."""

    def __init__(self, on_text: OnText | None) -> None:
        self._on_text = on_text
        self.any = False
        self.pass_on = self._add if on_text else None

    def _add(self, text: str) -> None:
        self.any = True
        if self._on_text is not None:
            self._on_text(text)

"""When a request is sent again, and after how long. Every try of a call is the same request.

A call that changes something carries an `Idempotency-Key` that was made once for the call, so that
the server does it once, however often it is sent.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from runwright.client.errors import (
    APIConnectionError,
    APITimeoutError,
    RunwrightError,
    api_error,
    retry_after,
)
from runwright.client.requests import Answer, Lost, Pause, Request, Steps, send

_AGAIN = frozenset({429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How persistent the client is."""

    most: int = 3
    """Further tries after the first."""
    first: float = 0.5
    """Seconds before the second try, about; doubled for each after it."""
    longest: float = 8.0
    patience: float = 60.0
    """The longest `Retry-After` that is honoured, in seconds; a longer one raises at once."""

    def pause(self, reply: Answer | Lost, tried: int) -> float | None:
        """Seconds to wait before another try; None when there should be none."""
        if tried > self.most:
            return None
        if isinstance(reply, Lost):
            return None if reply.hopeless else self.backoff(tried)
        if reply.status not in _AGAIN:
            return None
        asked = retry_after(reply.headers)
        if asked is None:
            return self.backoff(tried)
        # A little more than was asked for, and not everybody at the same moment.
        return asked * random.uniform(1.0, 1.1) if asked <= self.patience else None  # noqa: S311 - no secret

    def backoff(self, tried: int) -> float:
        """Seconds after so many tries, spread by half."""
        return min(self.longest, self.first * 2.0 ** (tried - 1)) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


Sending = Callable[[Request], Steps[Answer | Lost]]


def persist(request: Request, retries: Retries, sending: Sending = send) -> Steps[Answer]:
    """The good answer to a request, after as many tries as it takes and are allowed."""
    for tried in count(1):
        reply = yield from sending(request)
        if isinstance(reply, Answer) and reply.status < 300:
            return reply
        seconds = retries.pause(reply, tried) if request.can_repeat else None
        if seconds is None:
            raise failure(reply, request) from (reply.error if isinstance(reply, Lost) else None)
        yield Pause(seconds)
    raise AssertionError("count() does not end")


def failure(reply: Answer | Lost, request: Request) -> RunwrightError:
    """What a reply that is no good answer means."""
    if isinstance(reply, Answer):
        return api_error(reply.status, reply.headers, reply.content)
    what = f"{request.method} {request.url}"
    if reply.timed_out:
        return APITimeoutError(f"{what}: nothing came for {request.timeout:g} seconds")
    return APIConnectionError(f"{what}: {reply.error or type(reply.error).__name__}")

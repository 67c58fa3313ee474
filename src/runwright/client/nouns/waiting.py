"""What runs, agents and networks share: starting a run, and waiting until it has ended."""

from __future__ import annotations

import time
from typing import Any

from runwright.client.calls import D, Noun, given, path
from runwright.client.errors import WaitTimeoutError
from runwright.client.nouns.deadline import Deadline
from runwright.client.requests import Pause, Steps
from runwright.client.types.runs import Run

LONGEST_WAIT = 30
"""Seconds that one request waits for a run to end."""
POLL_SECONDS = 0.5
"""Seconds between two requests, where the server does not hold them."""


class Waiting(Noun[D]):
    """A noun whose methods start runs."""

    def _started(self, where: str, idempotency_key: str | None, **fields: Any) -> Steps[Run]:
        body = given(**fields)
        return self._act("POST", where, Run.read, body=body, idempotency_key=idempotency_key)

    def _ended(self, id: str, timeout: float | None, include_trace: bool = True) -> Steps[Run]:
        """The run once it has ended."""
        where = path("/v1/runs/{}", id)
        query = {"include_trace": include_trace}
        deadline = Deadline(timeout)
        while True:
            seconds = int(deadline.left(LONGEST_WAIT))
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
            if deadline.is_over:
                raise WaitTimeoutError(f"{id} is still running")
            # The server holds the request, unless a proxy on the way does not let it.
            if not seconds or time.monotonic() - began < seconds:
                yield Pause(deadline.left(POLL_SECONDS))

    def _waited(self, started: Steps[Run], timeout: float | None) -> Steps[Run]:
        """A run that is started, and waited for unless it has ended already."""
        run = yield from started
        return run if run.is_ended else (yield from self._ended(run.id, timeout))

    def _answered(self, started: Steps[Run], timeout: float | None) -> Steps[str]:
        """The answer of a run that is started."""
        run = yield from self._waited(started, timeout)
        run.raise_for_status()
        return run.answer

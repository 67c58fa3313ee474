"""Hands on what a language model writes while it writes, a few times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.runs.outputs.streaming import store
from runwright.runs.outputs.streaming.partial_reply import own_words
from runwright.runs.types import Claim
from runwright.trust.kernel import Grant

PAUSE_SECONDS = 0.3


class Writer:
    """Listens to one reply of a claimed run's model."""

    def __init__(
        self, database: Database, grant: Grant, claim: Claim, changed: Callable[[str], None]
    ) -> None:
        self._database = database
        self._grant = grant
        self._claim = claim
        self._changed = changed
        self._heard: dict[str, list[str]] = {}
        self._kept = ""
        self._task: asyncio.Task[None] | None = None

    def hear(self, tool: str, piece: str) -> None:
        """The next piece of the arguments of a tool that is being called; no tool when the model
        begins anew."""
        if not tool:
            self._heard.clear()
            return
        self._heard.setdefault(tool, []).append(piece)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._hand_on())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _hand_on(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            written = await asyncio.to_thread(self._written)
            if written and written != self._kept:
                self._kept = written
                await self._database.write(self._keep)
                self._changed(self._claim.head.id)

    def _keep(self, tx: Tx) -> None:
        store.keep(tx, self._grant, self._claim, self._kept)

    def _written(self) -> str:
        heard = [(tool, "".join(pieces)) for tool, pieces in list(self._heard.items())]
        return "\n\n".join(filter(None, (own_words(*each) for each in heard)))

"""A language model of one's own: a GGUF file, computed by `xllamacpp` in a child process.

The child keeps the model loaded between calls and goes when it has been idle for long. Weights
that are not the ones of the snapshot's manifest are refused: a snapshot is frozen.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from pathlib import Path
from typing import Any

import structlog

from runwright.jobs.child import CallFailed, Child, ChildFailed
from runwright.models.providers.openai_compatible import read, request
from runwright.models.providers.types import Failure, Kind, Question, Reply

FUNCTION = f"{__name__}:answer"
IDLE_SECONDS = 600.0

log = structlog.get_logger()


class Local:
    """The GGUF files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._child = Child(IDLE_SECONDS)

    async def complete(self, question: Question, seconds: float) -> Reply | Failure:
        """One attempt; questions are answered one after the other."""
        given = {
            "path": str(self._folder / question.model),
            "sha256": question.weights,
            "context_window": question.context_window,
            "body": request(question),
        }
        try:
            async with asyncio.timeout(seconds):
                found = await self._child.call(FUNCTION, given, seconds=seconds)
        except (TimeoutError, ChildFailed) as error:
            log.warning("local_model_broke", reason=str(error))
            if isinstance(error, TimeoutError):
                return Failure(Kind.TIMEOUT, f"it did not answer within {max(1, round(seconds))} s")
            return Failure(Kind.FAILING, "its process broke down")
        except CallFailed as failed:
            log.error("local_model_failed", reason=str(failed))
            return Failure(Kind.REJECTED, "it cannot be loaded or asked; the log says why")
        return read(found)

    async def close(self) -> None:
        """End the child."""
        await self._child.stop()


# In the child -----------------------------------------------------------------------------------

_loaded: dict[str, Any] = {}
"""The model in memory: one at a time."""


def answer(given: dict[str, Any]) -> dict[str, Any]:
    """What the model says, as a chat completion."""
    path = given["path"]
    if path not in _loaded:
        _loaded.clear()
        _loaded[path] = _load(Path(path), given["sha256"], given["context_window"])
    found = _loaded[path].handle_chat_completions(given["body"])
    if not isinstance(found, dict) or "error" in found:
        raise RuntimeError("the model could not be asked")
    return found


def _load(path: Path, sha256: str, context_window: int) -> Any:
    import xllamacpp  # type: ignore[import-untyped,import-not-found,unused-ignore]

    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
            raise ValueError(f"{path.name} is not the file that the snapshot was published with")
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context_window
    params.n_parallel = 1
    params.warmup = False
    params.verbosity = 0
    params.offline = True  # it could fetch weights by name; ours are a file
    # One processor is left to the server: threads that wait for each other spin.
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 2) - 1)
    # It listens on loopback whether one wants it or not; nobody knows this key.
    params.api_keys = [secrets.token_urlsafe(32)]
    return xllamacpp.Server(params)

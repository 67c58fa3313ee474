"""A language model of one's own: a GGUF file, computed by `xllamacpp` in a child process.

The child keeps the model loaded between calls and goes when it has been idle for long. Weights
that are not the ones of the snapshot's manifest are refused: a snapshot is frozen.

Tools are described in words and a grammar holds the reply to calls of them: chat templates know
tools in a dozen ways or not at all, and a small model keeps to none of them by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from pathlib import Path
from typing import Any

import structlog

from runwright.jobs.compute_process import CallFailed, Child, ChildFailed, TookTooLong
from runwright.models.conversation import ModelReply, ModelRequest
from runwright.models.providers import failures
from runwright.models.providers.openai_reply import read
from runwright.models.providers.openai_request import body, reply_schema
from runwright.models.providers.types import Failure, Kind, OnCall, OnText
from runwright.models.providers.usage import at_most

FUNCTION = f"{__name__}:answer"
IDLE_SECONDS = 600.0
TOO_LONG = "exceed_context_size_error"
"""llama.cpp's own name for a request that does not fit."""

log = structlog.get_logger()


class Local:
    """The GGUF files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._child = Child(IDLE_SECONDS)

    async def open(self) -> None:
        """Nothing: the child loads the weights that a request names."""

    async def close(self) -> None:
        """End the child."""
        await self._child.stop()

    @property
    def pid(self) -> int | None:
        """The child's process id, while there is one."""
        return self._child.pid

    async def converse(
        self,
        request: ModelRequest,
        seconds: float,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,  # noqa: ARG002 - the protocol of providers
    ) -> ModelReply | Failure:
        """One attempt; requests are answered one after the other.

        llama.cpp cannot be interrupted while it reads a prompt, so whoever stops waiting ends the
        child: nothing computes for nobody, and the next request does not wait behind it. The text
        is handed on whole: what the child writes is known when it is done.
        """
        if any(message.pictures for message in request.messages):
            return Failure(Kind.REJECTED, "a model of a GGUF file is shown no pictures")
        given = {
            "path": str(self._folder / request.model),
            "sha256": request.weights,
            "context_window": request.context_window,
            "body": asked(request),
        }
        try:
            async with asyncio.timeout(seconds):
                value = await self._child.call(FUNCTION, given, seconds=seconds)
        except (TimeoutError, TookTooLong):
            return failures.late(seconds, at_most(request))
        except ChildFailed as failed:
            log.warning("local_model_broke", reason=str(failed))
            return Failure(Kind.FAILING, "its process broke down", usage=at_most(request))
        except CallFailed as failed:
            if TOO_LONG in str(failed):
                return failures.too_long()
            log.error("local_model_failed", reason=str(failed))
            return Failure(Kind.REJECTED, "it cannot be loaded or asked; the log says why")
        reply = read(value, request._replace(replies="json"))
        if on_text is not None and isinstance(reply, ModelReply) and reply.text:
            on_text(reply.text)
        return reply


def asked(request: ModelRequest) -> dict[str, Any]:
    """The body of a request, with a grammar if there are tools."""
    made = body(request._replace(replies="json", effort=None))
    if request.tools and request.choice != "none":
        schema = {"name": "reply", "strict": True, "schema": reply_schema(request)}
        made["response_format"] = {"type": "json_schema", "json_schema": schema}
    return made


# In the child -----------------------------------------------------------------------------------

_loaded: dict[tuple[str, str, int], Any] = {}
"""The model in memory, one at a time: by its file, the hash that was checked, and its window."""


class NotAnswered(Exception):
    """The model was loaded, and gave no completion."""


def answer(given: dict[str, Any]) -> dict[str, Any]:
    """What the model says, as a chat completion."""
    which = (given["path"], given["sha256"], given["context_window"])
    if which not in _loaded:
        _loaded.clear()
        _loaded[which] = _load(*which)
    try:
        value = _loaded[which].handle_chat_completions(given["body"])
    except Exception as raised:
        # Its words may quote the prompt.
        raise NotAnswered(type(raised).__name__) from None
    error = value.get("error") if isinstance(value, dict) else "no completion"
    if error:
        is_long = isinstance(error, dict) and error.get("type") == TOO_LONG
        raise NotAnswered(TOO_LONG if is_long else "llama.cpp refused the request")
    completion: dict[str, Any] = value
    return completion


def _load(path: str, sha256: str, context_window: int) -> Any:
    import xllamacpp

    with open(path, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
            name = Path(path).name
            raise ValueError(f"{name} is not the file that the snapshot was published with")
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx = context_window
    params.n_parallel = 1
    params.warmup = False
    params.verbosity = 0
    params.offline = True  # it could fetch weights by name; ours are a file
    # One processor is left to the server: threads that wait for each other spin.
    params.cpuparams.n_threads = len(os.sched_getaffinity(0))
    # It listens on loopback whether one wants it or not; nobody knows this key.
    params.api_keys = [secrets.token_urlsafe(32)]
    return xllamacpp.Server(params)

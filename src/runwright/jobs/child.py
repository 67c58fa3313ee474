"""A child process that computes, so that no busy thread stands beside the server's writer.

It starts when first needed, serves one call at a time, and goes when it has been idle for long
or when its parent is gone. It is given values and gives values back; it reaches no data.

Messages are a four-byte length and JSON: `{"function": "package.module:name", "arguments": …}`
one way, `{"value": …}` or `{"error": …}` the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import signal
import struct
import sys
from typing import Any, BinaryIO

import orjson
import structlog

from runwright import clock
from runwright.processes import begin_child, start_child

IDLE_SECONDS = 60.0
CALL_SECONDS = 120.0
_LENGTH = struct.Struct(">I")

log = structlog.get_logger()


class ChildFailed(Exception):
    """The child died or took too long; the call may be tried again."""


class CallFailed(Exception):
    """The function raised; trying again would raise again."""


class Child:
    """The parent's end of the computing process."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._idle_seconds = idle_seconds
        self._reaper: asyncio.TimerHandle | None = None

    async def call(self, function: str, arguments: Any, seconds: float = CALL_SECONDS) -> Any:
        """Compute `function(arguments)` in the child; a child that dies is replaced once."""
        async with self._turn:
            self._keep_alive()
            try:
                return await self._call_once(function, arguments, seconds)
            except ChildFailed as failed:
                log.warning("child_replaced", reason=str(failed))
                return await self._call_once(function, arguments, seconds)
            finally:
                self._go_when_idle()

    async def stop(self) -> None:
        """End the child, if there is one."""
        self._keep_alive()
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    @property
    def pid(self) -> int | None:
        """The child's process id, while there is one."""
        return self._process.pid if self._process else None

    async def _call_once(self, function: str, arguments: Any, seconds: float) -> Any:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                message = orjson.dumps({"function": function, "arguments": arguments})
                process.stdin.write(_LENGTH.pack(len(message)) + message)
                await process.stdin.drain()
                head = await process.stdout.readexactly(_LENGTH.size)
                reply = orjson.loads(await process.stdout.readexactly(*_LENGTH.unpack(head)))
        except BaseException as error:
            # Cancelled or broken in the middle of a call, it may still answer: never reuse it.
            await self.stop()
            if isinstance(error, TimeoutError | OSError | asyncio.IncompleteReadError):
                raise ChildFailed(f"{type(error).__name__} in {function}") from error
            raise
        if "error" in reply:
            raise CallFailed(reply["error"])
        return reply["value"]

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_child("runwright.jobs.child")
            log.info("child_started", pid=self._process.pid)
        return self._process

    def _keep_alive(self) -> None:
        if self._reaper is not None:
            self._reaper.cancel()
            self._reaper = None

    def _go_when_idle(self) -> None:
        loop = asyncio.get_running_loop()
        self._reaper = loop.call_later(self._idle_seconds, self._leave)

    def _leave(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()  # the child ends when its input does


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """The child's loop: answer calls until the parent closes the pipe or dies."""
    while len(head := source.read(_LENGTH.size)) == _LENGTH.size:
        request = orjson.loads(source.read(*_LENGTH.unpack(head)))
        reply = orjson.dumps(_compute(request["function"], request["arguments"]))
        sink.write(_LENGTH.pack(len(reply)) + reply)
        sink.flush()


def _compute(function: str, arguments: Any) -> dict[str, Any]:
    try:
        module, _, name = function.partition(":")
        return {"value": getattr(importlib.import_module(module), name)(arguments)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    begin_child()
    # A terminal sends Ctrl-C to the whole group; when to go is the parent's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    clock.use_pinned_zones()
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sys.stdout.buffer)

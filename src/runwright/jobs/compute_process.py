"""A child process that computes, so that no busy thread stands beside the server's writer.

It starts when first needed, serves one call at a time, and goes when it has been idle for long
or when its parent is gone. It is given values and gives values back; it reaches no data. It runs
at a lower priority than its parent, and leaves one core to it: answering comes before computing.

Messages (`jobs.messages`) are `{"function": "package.module:name", "arguments": …}` one way,
`{"value": …}` or `{"error": …}` the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO

import structlog

from runwright import clock
from runwright.jobs import messages
from runwright.jobs.fair_lock import FairLock
from runwright.jobs.messages import Reply
from runwright.processes import begin_child, leave_a_core, pipes_of, start_child

IDLE_SECONDS = 60.0
CALL_SECONDS = 120.0
START_SECONDS = 60.0
NICE = 5
GC_THRESHOLD = 100_000
"""What a call makes is freed when it ends; looking for cycles in it takes a fifth of its time."""

log = structlog.get_logger()


class ChildFailed(Exception):
    """The child died or took too long; the call may be tried again."""


class TookTooLong(ChildFailed):
    """The call was not done within its time, and the child was ended."""


class Busy(ChildFailed):
    """The call did not get its turn within its time."""


class CallFailed(Exception):
    """The function raised; trying again would raise again."""


class Child:
    """The parent's end of the computing process."""

    def __init__(
        self,
        idle_seconds: float = IDLE_SECONDS,
        ready: str | None = None,
        name: str = "computing",
    ) -> None:
        """`ready` names a function that each new process calls first: what loading takes is not
        on the account of whoever comes first. `name` tells the process from others, in `ps`."""
        self.name = name
        self._process: asyncio.subprocess.Process | None = None
        self._turns = FairLock()
        self._idle_seconds = idle_seconds
        self._ready = ready
        self._reaper: asyncio.TimerHandle | None = None

    async def call(
        self,
        function: str,
        arguments: Any,
        blobs: Sequence[bytes] = (),
        *,
        seconds: float = CALL_SECONDS,
        group: str = "",
        patience: float | None = None,
    ) -> Any:
        """Compute `function(arguments, *blobs)` in the child; a child that dies is replaced once.

        Calls of different groups take turns. `Busy` when the turn does not come within
        `patience`, `TookTooLong` when the call is not done in `seconds`: it would be no faster
        the second time. The value is a `Reply` if the function gave bytes back.
        """
        try:
            async with self._turns.turn(group, patience):
                return await self._call(_calling(function, arguments, blobs), function, seconds)
        except TimeoutError:
            raise Busy(f"no turn for {function}") from None

    async def _call(self, message: Sequence[bytes], function: str, seconds: float) -> Any:
        self._keep_alive()
        try:
            return await self._call_once(message, function, seconds)
        except TookTooLong:
            raise
        except ChildFailed as failed:
            log.warning("child_replaced", reason=str(failed))
            return await self._call_once(message, function, seconds)
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

    async def _call_once(self, message: Sequence[bytes], function: str, seconds: float) -> Any:
        if self._ready is not None and not self._is_running():
            await self._exchange(_calling(self._ready, None), self._ready, START_SECONDS)
        return await self._exchange(message, function, seconds)

    async def _exchange(self, message: Sequence[bytes], function: str, seconds: float) -> Any:
        process = await self._running()
        stdin, stdout = pipes_of(process)
        try:
            async with asyncio.timeout(seconds):
                stdin.writelines(message)
                await stdin.drain()
                reply, blobs = await messages.receive(stdout)
        except BaseException as error:
            # Cancelled or broken in the middle of a call, it may still answer: never reuse it.
            await self.stop()
            if isinstance(error, TimeoutError):
                raise TookTooLong(f"{type(error).__name__} in {function}") from error
            if isinstance(error, OSError | asyncio.IncompleteReadError):
                raise ChildFailed(f"{type(error).__name__} in {function}") from error
            raise
        if "error" in reply:
            raise CallFailed(reply["error"])
        return Reply(reply["value"], blobs) if blobs else reply["value"]

    def _is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_child("runwright.jobs.compute_process", self.name)
            log.info("child_started", name=self.name, pid=self._process.pid)
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


def _calling(function: str, arguments: Any, blobs: Sequence[bytes] = ()) -> list[bytes]:
    return messages.framed({"function": function, "arguments": arguments}, blobs)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """The child's loop: answer calls until the parent closes the pipe or dies."""
    while (given := messages.read(source)) is not None:
        request, blobs = given
        sink.writelines(_computed(request["function"], request["arguments"], blobs))
        sink.flush()


def _computed(function: str, arguments: Any, blobs: Sequence[bytes]) -> list[bytes]:
    try:
        module, _, name = function.partition(":")
        value = getattr(importlib.import_module(module), name)(arguments, *blobs)
        reply = value if isinstance(value, Reply) else Reply(value)
        return messages.framed({"value": reply.value}, reply.blobs)
    except Exception as error:
        return messages.framed({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    # One call at a time, on one core: threads for small matrices cost more than they bring.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    begin_child()
    # A terminal sends Ctrl-C to the whole group; when to go is the parent's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    leave_a_core()
    clock.use_pinned_zones()
    gc.set_threshold(GC_THRESHOLD)
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sys.stdout.buffer)

"""A small network in a thread of its own: ports, and wires that a test can cut and silence.

A wire that is cut resets what it carries and refuses what comes. A silent one holds every byte
back, as a network that drops packets does, and goes on with them once it is healed.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Self, TypeVar

PIECE = 65_536
PATIENCE = 30.0
_RESET = struct.pack("ii", 1, 0)
"""Linger for no time: closing sends a reset."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
T = TypeVar("T")


class Wire:
    """The way to one place; only the network's own thread touches it."""

    def __init__(self, dial: Callable[[], Awaitable[Streams]]) -> None:
        self._dial = dial
        self._is_cut = False
        self._lets_through = asyncio.Event()
        self._lets_through.set()
        self._carried: set[asyncio.StreamWriter] = set()

    async def connect(self) -> Streams:
        """A new connection to the place; `OSError` when there is none."""
        if self._is_cut:
            raise ConnectionRefusedError("the wire is cut")
        return await self._dial()

    async def carry(self, near: Streams, far: Streams) -> None:
        """Pass bytes both ways until either end hangs up or the wire is cut."""
        ends = {near[1], far[1]}
        self._carried |= ends
        try:
            await asyncio.gather(self._pass_on(near[0], far[1]), self._pass_on(far[0], near[1]))
        except OSError:
            for end in ends:
                reset(end)
        finally:
            self._carried -= ends
            for end in ends:
                end.close()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(PIECE):
            await self._lets_through.wait()
            sink.write(data)
            await sink.drain()
        await self._lets_through.wait()
        if sink.can_write_eof() and not sink.is_closing():
            sink.write_eof()

    def cut(self) -> None:
        """Reset what is carried, and refuse what comes."""
        self._is_cut = True
        self._lets_through.set()
        for end in self._carried:
            reset(end)

    def silence(self) -> None:
        """Let nothing through, and say nothing."""
        self._lets_through.clear()

    def heal(self) -> None:
        """Be a wire again; what was held back goes on."""
        self._is_cut = False
        self._lets_through.set()


def reset(end: asyncio.StreamWriter) -> None:
    """Hang up as a broken network does."""
    plug = end.get_extra_info("socket")
    if plug is not None and plug.fileno() >= 0 and plug.family != socket.AF_UNIX:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    end.transport.abort()


class Network:
    """The thread, and what can be asked of it from any other."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)
        self._listeners: list[asyncio.Server] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wire(self, dial: Callable[[], Awaitable[Streams]]) -> Wire:
        """A new wire, whole."""
        return self._do(_made(dial))

    def port(self, *wires: Wire) -> int:
        """A port on loopback whose connections go over these wires in turn."""
        return self._do(self._listen(wires))

    def tell(self, act: Callable[[], None]) -> None:
        """Do something to a wire, such as `wire.cut`, and wait until it is done."""
        self._do(_done(act))

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    async def _listen(self, wires: Sequence[Wire]) -> int:
        turn = 0

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal turn
            turn += 1
            for place in range(len(wires)):
                wire = wires[(turn + place) % len(wires)]
                try:
                    far = await wire.connect()
                except OSError:
                    continue  # nobody is there: the next one may be
                await wire.carry((reader, writer), far)
                return
            reset(writer)

        listener = await asyncio.start_server(serve, "127.0.0.1", 0)
        self._listeners.append(listener)
        return int(listener.sockets[0].getsockname()[1])

    async def _close(self) -> None:
        for listener in self._listeners:
            listener.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*left, return_exceptions=True)


async def _made(dial: Callable[[], Awaitable[Streams]]) -> Wire:
    return Wire(dial)


async def _done(act: Callable[[], None]) -> None:
    act()

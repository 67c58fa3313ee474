"""Who carries calls out: one thread that waits, or a task that lets others go on meanwhile.

This is all that the two clients do not share, with `wires`, which speaks HTTP for either.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, closing
from typing import Protocol, TypeVar

from runwright.client.requests import Ask, Flow, Give, Reply, Steps

T = TypeVar("T")


class Wire(Protocol):
    """Does what one call asks for, and waits for it."""

    def do(self, ask: Ask) -> Reply:
        """Do it."""

    def close(self) -> None:
        """Let go of what is open."""


class AsyncWire(Protocol):
    """The same, without keeping anybody else waiting."""

    async def do(self, ask: Ask) -> Reply:
        """Do it."""

    async def aclose(self) -> None:
        """Let go of what is open."""


class Wires(Protocol):
    """A pool of connections."""

    def wire(self) -> Wire:
        """For one call."""

    def close(self) -> None:
        """Close all connections."""


class AsyncWires(Protocol):
    """A pool of connections."""

    def wire(self) -> AsyncWire:
        """For one call."""

    async def aclose(self) -> None:
        """Close all connections."""


class Blocking:
    """Carries calls out in the thread that makes them."""

    def __init__(self, wires: Wires) -> None:
        self.wires = wires

    def run(self, steps: Steps[T]) -> T:
        """What a call ends with."""
        with closing(self.wires.wire()) as wire:
            reply: Reply = None
            while True:
                try:
                    ask = steps.send(reply)
                except StopIteration as end:
                    value: T = end.value
                    return value
                reply = wire.do(ask)

    def give(self, steps: Flow[T]) -> Generator[T, None, None]:
        """What a call gives, one after another."""
        with closing(self.wires.wire()) as wire, closing(steps):
            reply: Reply = None
            while True:
                try:
                    ask = steps.send(reply)
                except StopIteration:
                    return
                reply = None
                if isinstance(ask, Give):
                    yield ask.value
                else:
                    reply = wire.do(ask)


class Concurrent:
    """Carries calls out in the event loop."""

    def __init__(self, wires: AsyncWires) -> None:
        self.wires = wires

    async def run(self, steps: Steps[T]) -> T:
        """What a call ends with."""
        async with aclosing(self.wires.wire()) as wire:
            reply: Reply = None
            while True:
                try:
                    ask = steps.send(reply)
                except StopIteration as end:
                    value: T = end.value
                    return value
                reply = await wire.do(ask)

    async def give(self, steps: Flow[T]) -> AsyncGenerator[T, None]:
        """What a call gives, one after another."""
        async with aclosing(self.wires.wire()) as wire:
            with closing(steps):
                reply: Reply = None
                while True:
                    try:
                        ask = steps.send(reply)
                    except StopIteration:
                        return
                    reply = None
                    if isinstance(ask, Give):
                        yield ask.value
                    else:
                        reply = await wire.do(ask)

"""The network of a cluster does what tests believe it does, and a seed repeats its plan."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from cluster.plan import storm
from cluster.proxy import Network, Streams

SOON = 0.3


class Echo:
    """A place that says its name first, and then everything that it hears."""

    def __init__(self, name: bytes) -> None:
        self._name = name
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    async def dial(self) -> Streams:
        """A connection to it."""
        return await asyncio.open_connection(*self._listener.getsockname())

    def close(self) -> None:
        """Listen no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                plug, _ = self._listener.accept()
            except OSError:
                return  # it was closed
            threading.Thread(target=self._talk, args=[plug], daemon=True).start()

    def _talk(self, plug: socket.socket) -> None:
        with plug:
            try:
                plug.sendall(self._name)
                while heard := plug.recv(100):
                    plug.sendall(heard)
            except ConnectionResetError:
                return  # the wire was cut


@pytest.fixture
def network() -> Iterator[Network]:
    """A network without anybody on it."""
    with Network() as running:
        yield running


@pytest.fixture
def echo() -> Iterator[Echo]:
    """One place."""
    with closing(Echo(b"a")) as place:
        yield place


def _connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def test_a_wire_that_is_cut_resets_and_refuses_until_it_is_healed(
    network: Network, echo: Echo
) -> None:
    """Established connections are reset; new ones are, too, and then work again."""
    wire = network.wire(echo.dial)
    port = network.port(wire)
    with _connect(port) as old:
        assert old.recv(1) == b"a"
        network.tell(wire.cut)
        with pytest.raises(ConnectionResetError):
            old.recv(1)
    # The reset may come before or after the connection is there for whoever asked for it.
    with pytest.raises(ConnectionResetError), _connect(port) as new:
        new.recv(1)
    network.tell(wire.heal)
    with _connect(port) as again:
        assert again.recv(1) == b"a"


def test_a_silent_wire_holds_back_what_it_carries_until_it_is_healed(
    network: Network, echo: Echo
) -> None:
    """Nothing comes, nothing breaks; then everything comes."""
    wire = network.wire(echo.dial)
    with _connect(network.port(wire)) as plug:
        assert plug.recv(1) == b"a"
        network.tell(wire.silence)
        plug.sendall(b"hello")
        plug.settimeout(SOON)
        with pytest.raises(TimeoutError):
            plug.recv(1)
        network.tell(wire.heal)
        plug.settimeout(10)
        assert plug.recv(5) == b"hello"


def test_a_silent_wire_that_is_cut_forgets_what_it_held(network: Network, echo: Echo) -> None:
    """What a firewall does that has lost its state."""
    wire = network.wire(echo.dial)
    with _connect(network.port(wire)) as plug:
        assert plug.recv(1) == b"a"
        network.tell(wire.silence)
        plug.sendall(b"hello")
        network.tell(wire.cut)
        with pytest.raises(ConnectionResetError):
            plug.recv(1)


def test_connections_go_round_and_pass_over_who_refuses(network: Network, echo: Echo) -> None:
    """Of three places, one stops listening and one is cut off: the third serves all."""
    with closing(Echo(b"b")) as second:
        third = Echo(b"c")
        wires = [network.wire(place.dial) for place in (echo, second, third)]
        port = network.port(*wires)
        assert {_first_byte(port) for _ in range(3)} == {b"a", b"b", b"c"}
        third.close()
        network.tell(wires[0].cut)
        assert {_first_byte(port) for _ in range(6)} == {b"b"}


def _first_byte(port: int) -> bytes:
    with _connect(port) as plug:
        return plug.recv(1)


def test_a_seed_repeats_its_plan() -> None:
    """The same seed breaks the same things; another one others."""
    servers, workers = ["api1", "api2"], ["worker1"]
    assert storm("7", servers, workers, 20) == storm("7", servers, workers, 20)
    assert storm("7", servers, workers, 20) != storm("8", servers, workers, 20)

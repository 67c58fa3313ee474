"""A key has at most 100 streams open, of events and of runs together; the next one is 429."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from support.client import Api, error_of
from support.forms import connected
from support.patience import until

MOST = 100
EVENTS = "/v1/events/stream"


@pytest.fixture
def opened() -> Iterator[Callable[[Api, str], socket.socket]]:
    """Open a stream, and be sure that it is."""
    with ExitStack() as stack:

        def open_one(api: Api, path: str) -> socket.socket:
            connection = stack.enter_context(connected(api.url))
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {api.secret}"
            connection.sendall(f"{head}\r\n\r\n".encode())
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
            return connection

        yield open_one


def test_the_stream_beyond_the_hundredth_is_refused_until_one_ends(
    api: Api, opened: Callable[[Api, str], socket.socket]
) -> None:
    streams = [opened(api, EVENTS) for _ in range(MOST)]
    run = api.run("What is 1 + 1?", model="y0-deep")
    before = len(api.audit())
    for path in (EVENTS, f"/v1/runs/{run['id']}/events"):
        answer = api.get(path)
        assert "100 open streams" in error_of(answer, 429, "rate_limited")["message"]
        assert int(answer.headers["Retry-After"]) >= 1
    assert not [e for e in api.audit()[before:] if e["action"] in ("events.stream", "runs.events")]
    with api.key("events:read", "runs:read") as other:
        opened(other, EVENTS)
    streams.pop().close()

    def is_let_in() -> bool:
        with api.http.stream("GET", EVENTS) as answer:
            return answer.status_code == 200

    until(is_let_in, "another stream is let in")

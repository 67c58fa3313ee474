"""A request that never ends is given up: its head after `header_seconds`, a body that pauses for
`body_seconds`. Who is slow but steady, and who waits for an answer, is waited for."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator

import pytest

from support.client import Api
from support.forms import answer_on, beginning_of_file, connected, head_of_upload
from support.patience import until
from support.server import Server

SECONDS = 1.0
LIMITS = {"RUNWRIGHT_HEADER_SECONDS": str(SECONDS), "RUNWRIGHT_BODY_SECONDS": str(SECONDS)}
SIZE = 400_000


@pytest.fixture(scope="module")
def server(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server with little patience."""
    with new_server(settings=LIMITS) as made:
        yield made


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """A project of one's own on it."""
    with server.project() as client:
        yield client


def refused(connection: socket.socket, field: str) -> None:
    """The connection ends with an envelope that names what was awaited."""
    status, body = answer_on(connection)
    assert status == 400
    assert body["error"]["code"] == "invalid_request"
    assert set(body["error"]["errors"]) == {field}
    assert connection.recv(1) == b""


def request(api: Api, path: str = "/v1/errors", method: str = "GET", *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {api.secret}"]
    return ("\r\n".join([*lines, *headers]) + "\r\n\r\n").encode()


def blobs(server: Server) -> list[str]:
    return [path.name for path in (server.data / "blobs").rglob("*") if path.is_file()]


def test_half_a_head_is_refused_and_the_connection_closed(server: Server) -> None:
    with connected(server.url) as connection:
        connection.sendall(b"GET /v1/runs HT")
        refused(connection, "headers")


def test_a_connection_that_says_nothing_is_closed(server: Server) -> None:
    with connected(server.url) as connection:
        assert connection.recv(1) == b""


def test_a_head_that_drips_is_not_waited_for(server: Server) -> None:
    """Each byte is no reason to wait for another `header_seconds`."""
    with connected(server.url) as connection:
        connection.settimeout(0.1)
        answer = b""
        connection.sendall(b"GET /v1/runs HTTP/1.1\r\nX-Drip: ")
        for _ in range(600):
            try:
                answer = connection.recv(65_536)
                break
            except TimeoutError:
                connection.sendall(b"a")
        assert answer.startswith(b"HTTP/1.1 400 ")


def test_half_a_head_behind_a_request_is_refused_too(api: Api) -> None:
    with connected(api.url) as connection:
        connection.sendall(request(api))
        assert answer_on(connection)[0] == 200
        connection.sendall(b"GET /v1/runs HT")
        refused(connection, "headers")


def test_an_upload_that_stalls_leaves_nothing(api: Api, server: Server) -> None:
    with connected(api.url) as connection:
        connection.sendall(head_of_upload(api, f"Content-Length: {SIZE}"))
        connection.sendall(beginning_of_file() + b"a" * (SIZE // 2))
        until(lambda: blobs(server) != [], "the first bytes are on disk")
        refused(connection, "body")
    until(lambda: blobs(server) == [], "nothing is left")
    assert api.get("/v1/files").json()["data"] == []


def test_an_upload_in_chunks_that_stalls_leaves_nothing(api: Api, server: Server) -> None:
    piece = beginning_of_file() + b"a" * 1_000
    with connected(api.url) as connection:
        connection.sendall(head_of_upload(api, "Transfer-Encoding: chunked"))
        connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        until(lambda: blobs(server) != [], "the first bytes are on disk")
        refused(connection, "body")
    until(lambda: blobs(server) == [], "nothing is left")


def test_a_body_that_stalls_makes_no_run(api: Api) -> None:
    head = request(api, "/v1/runs", "POST", "Content-Type: application/json", "Content-Length: 99")
    with connected(api.url) as connection:
        connection.sendall(head + b'{"model": "y0-fast", "prompt')
        refused(connection, "body")
    assert api.get("/v1/runs").json()["data"] == []


def test_who_is_slow_but_steady_is_waited_for(api: Api) -> None:
    content = beginning_of_file() + b"a" * 1_000 + b"\r\n--frontier--\r\n"
    step = len(content) // 10 + 1
    with connected(api.url) as connection:
        connection.sendall(head_of_upload(api, f"Content-Length: {len(content)}"))
        for at in range(0, len(content), step):
            time.sleep(1.5 * SECONDS / 10)
            connection.sendall(content[at : at + step])
        assert answer_on(connection)[0] == 200


def test_who_waits_for_an_answer_is_not_cut_off(api: Api) -> None:
    """A stream of events is silent for longer than a request may be."""
    with connected(api.url) as connection:
        connection.sendall(request(api, "/v1/events/stream"))
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        time.sleep(1.5 * SECONDS)
        api.delete(f"/v1/files/{api.upload(b'Some words.').json()['id']}")
        seen = b""
        while b"file.deleted" not in seen:
            piece = connection.recv(65_536)
            assert piece, "the stream was cut"
            seen += piece

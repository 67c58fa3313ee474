"""SIGTERM: what got in is answered, what is in work is handed over, and the exit is clean."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from chaos.checker import check_all, check_computed_once, check_nothing_lost
from chaos.conftest import Gated
from chaos.load import Outcome, creations, fire
from chaos.processes import in_session
from chaos.storage import Stored, look
from chaos.wire import Reply, read_reply, request
from support.patience import PATIENCE, until
from support.server import Server

GRACE = int(PATIENCE)
"""Nobody is cut off because a machine is busy; the server goes as soon as all are answered."""


def _tags(stored: Stored) -> set[str]:
    return {json.loads(run["metadata"])["tag"] for run in stored.runs}


class Terminator:
    """Sends SIGTERM once so many answers have arrived."""

    def __init__(self, server: Server, answers: int) -> None:
        assert server.process is not None
        self._process = server.process
        self._answers = answers
        self.at = 0.0

    def __call__(self, outcome: Outcome) -> None:
        """An answer has arrived."""
        if not self.at and len(outcome.answered) >= self._answers:
            self.at = time.monotonic()
            self._process.send_signal(signal.SIGTERM)


def test_every_request_that_got_in_is_answered(new_server: Callable[..., Server]) -> None:
    """Under load: stored is exactly what was answered, the rest was refused, the exit is 0."""
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": str(GRACE)}).start()
    assert server.process is not None
    leader, stopper = server.process.pid, Terminator(server, 150)
    outcome = fire(
        server.url, server.owner_key, creations("term", 600), at_once=32, on_answer=stopper
    )
    code = server.process.wait(timeout=PATIENCE)
    server.kill()
    stored = look(server)
    assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == []
    assert _tags(stored) == {answer.tag for answer in outcome.answered}
    assert outcome.cut_off, "the load ended before the server did"
    assert {reply.status for reply in outcome.refused} <= {503}
    assert in_session(leader) == {}
    assert code == 0


def test_background_runs_are_handed_over(new_gated: Callable[..., Gated]) -> None:
    """Stopped in the middle of their steps, they are due at once and the next start ends them."""
    gated = new_gated({"RUNWRIGHT_LEASE": "600"})
    server, parts = gated.server.start(), [f"What is 9{n} + 1?" for n in range(6)]
    gated.gates.close("step", "What is 9")
    with server.api() as api:
        runs = [api.run(part, model="y0-deep")["id"] for part in parts]
    gated.gates.wait_for_arrival("step", count=len(parts))
    code = server.stop()
    gated.gates.open("step")
    assert [job["is_taken"] for job in look(server).jobs] == [0] * len(parts)
    server.start()
    with server.api() as api:
        assert [api.finished(run)["status"] for run in runs] == ["completed"] * len(parts)
    # Computed and not stored when the stop came: once more each, and no more.
    lost = dict.fromkeys(parts, 1)
    assert check_computed_once(parts, gated.gates.computations(), lost) == []
    assert check_all(look(server)) == []
    server.kill()
    assert code == 0


@contextmanager
def _half_a_request(server: Server, tag: str) -> Iterator[tuple[socket.socket, bytes]]:
    """A connection on which all but the end of a request was sent, and that end."""
    body = {"model": "y0-fast", "prompt": "What is 1 + 1?", "metadata": {"tag": tag}}
    message = request("POST", "/v1/runs", server.owner_key, body)
    parts = urlsplit(server.url)
    assert parts.hostname == "127.0.0.1"
    with closing(socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)) as line:
        line.sendall(message[:-10])
        time.sleep(0.3)  # it has arrived, and its handler waits for the rest
        yield line, message[-10:]


def _reply(line: socket.socket) -> Reply:
    async def read() -> Reply:
        reader, writer = await asyncio.open_connection(sock=line)
        reply = await read_reply(reader)
        writer.transport.abort()
        return reply

    return asyncio.run(read())


def _is_refused(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=5).status_code == 503
    except httpx.TransportError:
        return True


def test_a_request_under_way_is_answered_and_new_ones_are_refused(
    new_server: Callable[..., Server],
) -> None:
    """While one request is under way nobody new gets in, and that one is answered to its end."""
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": "20"}).start()
    assert server.process is not None
    with _half_a_request(server, "half") as (line, rest):
        server.process.send_signal(signal.SIGTERM)
        until(lambda: _is_refused(server.url), "new connections are refused")
        assert server.process.poll() is None
        line.sendall(rest)
        assert _reply(line).status == 201
    code = server.process.wait(timeout=PATIENCE)
    server.kill()
    assert _tags(look(server)) == {"half"}
    assert code == 0


def test_a_request_that_never_ends_does_not_keep_the_server(
    new_server: Callable[..., Server],
) -> None:
    """When the grace is over the server says so, keeps nothing of the request, and exits with 0."""
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": "1"}).start()
    assert server.process is not None
    with _half_a_request(server, "never") as (line, _):
        server.process.send_signal(signal.SIGTERM)
        code = server.process.wait(timeout=PATIENCE)
        reply = _reply(line)
    assert (reply.status, reply.code) == (503, "overloaded")
    assert int(reply.headers["retry-after"]) >= 1
    server.kill()
    stored = look(server)
    assert _tags(stored) == set()
    assert check_all(stored) == []
    assert code == 0


@pytest.mark.slow
@pytest.mark.parametrize("answers", [1, 40, 90, 200, 320])
def test_stop_at_any_moment(new_server: Callable[..., Server], answers: int) -> None:
    """The same as the first, at other moments, with half the requests on deep runs too."""
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": str(GRACE)}).start()
    assert server.process is not None
    stopper = Terminator(server, answers)
    outcome = fire(
        server.url,
        server.owner_key,
        creations(f"term-{answers}", 600),
        at_once=64,
        on_answer=stopper,
    )
    code = server.process.wait(timeout=PATIENCE)
    server.kill()
    stored = look(server)
    assert check_all(stored, outcome.answered) == []
    assert _tags(stored) == {answer.tag for answer in outcome.answered}
    assert code == 0


@pytest.mark.slow
def test_a_second_signal_does_no_harm(new_server: Callable[..., Server]) -> None:
    """Two SIGTERMs in a row, as a service manager and a person may send: nothing is half-done."""
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": str(GRACE)}).start()
    assert server.process is not None
    process = server.process
    threading.Timer(0.6, process.send_signal, [signal.SIGTERM]).start()
    threading.Timer(0.65, process.send_signal, [signal.SIGTERM]).start()
    outcome = fire(server.url, server.owner_key, creations("twice", 2000), at_once=16)
    process.wait(timeout=PATIENCE)
    server.kill()
    stored = look(server)
    assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == []

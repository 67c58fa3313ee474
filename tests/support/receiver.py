"""A receiver of webhooks in a process of its own, on loopback, that does as it is told.

Each path is an endpoint of its own. A test tells it what to do with the next requests to a path:
a list of acts, of which the last stays. Untold, it takes everything with 204.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import httpx

GOOD: dict[str, Any] = {"status": 204}
DROP = {"drop": True}
GARBAGE = {"garbage": True}
HUGE = {"huge": True}


def status(code: int, **headers: str) -> dict[str, Any]:
    """Answer with a status, and headers."""
    return {"status": code, "headers": headers}


def answering(body: bytes, code: int = 200, **headers: str) -> dict[str, Any]:
    """Answer with a body."""
    return {**status(code, **headers), "body": body.decode("latin-1")}


def slow(seconds: float) -> dict[str, Any]:
    """Answer after a while."""
    return {**GOOD, "wait": seconds}


def held(code: int, body: bytes = b"") -> dict[str, Any]:
    """Answer with a status when the test says so."""
    return {**answering(body, code), "hold": True}


class Receiver:
    """The test's end of it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def tell(self, path: str, *acts: dict[str, Any]) -> None:
        """What to do with the next requests to a path."""
        httpx.post(f"{self.url}/tell", json={"path": path, "acts": acts}).raise_for_status()

    def release(self, path: str) -> None:
        """Let go of the requests to a path that are held, now and later."""
        httpx.post(f"{self.url}/release", json={"path": path}).raise_for_status()

    def got(self, path: str) -> list[dict[str, Any]]:
        """The requests to a path, each with `headers`, `body` and `at`."""
        found = httpx.get(f"{self.url}/got", params={"path": path})
        return list(found.json())

    def wait_for(
        self,
        path: str,
        count: int = 1,
        seconds: float = 180,
        which: Callable[[dict[str, Any]], bool] = lambda _: True,
    ) -> list[dict[str, Any]]:
        """Wait until so many requests came to a path."""
        deadline = time.monotonic() + seconds
        while True:
            found = [each for each in self.got(path) if which(each)]
            if len(found) >= count:
                return found
            assert time.monotonic() < deadline, f"{len(found)} of {count} came to {path}"
            time.sleep(0.02)


# The process ------------------------------------------------------------------------------------


class _Memory:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.acts: dict[str, list[dict[str, Any]]] = {}
        self.got: dict[str, list[dict[str, Any]]] = {}
        self.released: dict[str, threading.Event] = {}

    def next_act(self, path: str) -> dict[str, Any]:
        with self.lock:
            acts = self.acts.get(path, [GOOD])
            return acts.pop(0) if len(acts) > 1 else acts[0]

    def gate(self, path: str) -> threading.Event:
        with self.lock:
            return self.released.setdefault(path, threading.Event())


MEMORY = _Memory()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        with MEMORY.lock:
            path = httpx.URL(self.path).params["path"]
            data = json.dumps(MEMORY.got.get(path, [])).encode()
        self._send(200, data)

    def do_POST(self) -> None:
        at = time.time()
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/tell":
            told = json.loads(body)
            with MEMORY.lock:
                MEMORY.acts[told["path"]] = told["acts"]
            self._send(200, b"{}")
            return
        if self.path == "/release":
            MEMORY.gate(json.loads(body)["path"]).set()
            self._send(200, b"{}")
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        with MEMORY.lock:
            MEMORY.got.setdefault(self.path, []).append(
                {"headers": headers, "body": body.decode(), "at": at}
            )
        self._act(MEMORY.next_act(self.path))

    def _act(self, act: dict[str, Any]) -> None:
        time.sleep(act.get("wait", 0))
        if act.get("hold"):
            MEMORY.gate(self.path).wait(180)
        if act.get("drop"):
            self.close_connection = True
            self.connection.close()
        elif act.get("garbage"):
            self.close_connection = True
            self.wfile.write(b"\x00\x01\x02 this is no HTTP at all\r\n\r\n")
        elif act.get("huge"):
            self._pour()
        else:
            body = act.get("body", "").encode("latin-1")
            self._send(act["status"], body, act.get("headers", {}))

    def _pour(self) -> None:
        """A good answer of very many bytes; how many were taken is told by the next request."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("content-length", str(1 << 30))
        self.end_headers()
        try:
            for _ in range(1 << 14):
                self.wfile.write(b"x" * (1 << 16))
        except OSError:
            return

    def _send(self, code: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(code)
        self.send_header("content-length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512  # by default it takes five at once, and the sixth waits for seconds

    def handle_error(self, *_: object) -> None:
        """A server that was killed has cut its connections; that is what the test is about."""


if __name__ == "__main__":
    server = _Server(("127.0.0.1", 0), _Handler)
    print(server.server_port, flush=True)
    server.serve_forever()

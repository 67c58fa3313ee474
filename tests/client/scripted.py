"""A server on loopback that misbehaves as it is told: one act for each request, then it closes."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Mapping
from typing import Any, NamedTuple, Self


class Heard(NamedTuple):
    """A request as it came."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


class Act(NamedTuple):
    """What is sent in answer, and what is done then."""

    sent: bytes
    wait: float = 0
    reset: bool = False
    """Whether the connection is torn down, rather than closed."""


def answer(status: int = 200, body: Any = None, **headers: str) -> Act:
    """A whole answer with a JSON body."""
    return whole(status, json.dumps({} if body is None else body).encode(), **headers)


def whole(status: int, content: bytes, **headers: str) -> Act:
    """A whole answer."""
    return Act(_head(status, {"content-length": str(len(content)), **headers}) + content)


def half(content: bytes, promised: int, status: int = 200, /, **headers: str) -> Act:
    """An answer that breaks off before its end."""
    return Act(_head(status, {"content-length": str(promised), **headers}) + content)


def stream(*pieces: str, is_whole: bool = False) -> Act:
    """Server-sent events, after which the connection breaks off, or the stream ends properly."""
    chunks = "".join(f"{len(piece.encode()):x}\r\n{piece}\r\n" for piece in pieces)
    end = "0\r\n\r\n" if is_whole else ""
    headers = {"content-type": "text/event-stream", "transfer-encoding": "chunked"}
    return Act(_head(200, headers) + (chunks + end).encode())


def error(status: int, code: str, **headers: str) -> Act:
    """An error in the envelope."""
    said = {"status": status, "code": code, "message": "No.", "request_id": "req_1"}
    return answer(status, {"error": {**said, "doc_url": "http://docs/"}}, **headers)


CUT = Act(b"")
RESET = Act(b"", reset=True)
GARBAGE = Act(b"\x00\x01 this is no HTTP\r\n\r\n")


def silence(seconds: float) -> Act:
    """Nothing, for a while."""
    return Act(b"", wait=seconds)


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} So", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Scripted:
    """The server, in a thread for each connection."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.heard: list[Heard] = []
        self._acts: list[Act] = []
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=self._listen)]

    def tell(self, *acts: Act) -> None:
        """What to do with the next requests."""
        self._acts.extend(acts)

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        # A listener that waits is woken by a last visitor.
        socket.create_connection(self._socket.getsockname()).close()
        for thread in self._threads:
            thread.join(10)
        self._socket.close()

    def _listen(self) -> None:
        while not self._closed.is_set():
            connection, _ = self._socket.accept()
            thread = threading.Thread(target=self._serve, args=(connection,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(10)
            heard = _read(connection)
            if heard is None:
                return
            self.heard.append(heard)
            act = self._acts.pop(0) if self._acts else error(404, "not_found")
            connection.sendall(act.sent)
            self._closed.wait(act.wait)
            if act.reset:
                linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


def _read(connection: socket.socket) -> Heard | None:
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            piece = connection.recv(65536)
        except (TimeoutError, ConnectionError):
            return None
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    length = int(headers.get("content-length", "0"))
    is_chunked = headers.get("transfer-encoding") == "chunked"
    while len(body) < length or (is_chunked and not body.endswith(b"0\r\n\r\n")):
        try:
            piece = connection.recv(65536)
        except (TimeoutError, ConnectionError):
            return None
        if not piece:
            return None
        body += piece
    method, target, _ = first.split(" ")
    return Heard(method, target, headers, body)

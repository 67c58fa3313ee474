"""Bodies that are read while they come, and go on after a cut where they stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from runwright.client.errors import APIConnectionError, MalformedResponseError
from runwright.client.requests import (
    Answer,
    Flow,
    Give,
    Lost,
    Pause,
    Request,
    Steps,
    drain,
    open_stream,
    read_piece,
)
from runwright.client.retries import Retries, failure, persist

T = TypeVar("T")

STREAM_SILENCE = 30
"""Seconds more than usual that a stream may be silent: the server says something every 15."""
STEADY_SECONDS = 10.0
"""A connection that held for so long was a good one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One server-sent event."""

    id: str
    type: str
    data: str

    def json(self) -> dict[str, Any]:
        """Its data, which must be a JSON object."""
        try:
            found = json.loads(self.data)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise MalformedResponseError("An event of a stream is no JSON object")
        return found


class Messages:
    """Takes bytes as they come, and gives whole messages. Half a message is none."""

    def __init__(self) -> None:
        self._rest = b""
        self._id = ""
        self._type = "message"
        self._data: list[str] = []

    def feed(self, piece: bytes) -> Iterator[Message]:
        """The messages that these bytes complete."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            if message := self._take(line.removesuffix(b"\r").decode("utf-8", "replace")):
                yield message

    def _take(self, line: str) -> Message | None:
        if not line:
            return self._finish()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "event":
            self._type = value
        elif name == "data":
            self._data.append(value)
        return None

    def _finish(self) -> Message | None:
        data, kind = self._data, self._type
        self._data, self._type = [], "message"
        return Message(id=self._id, type=kind, data="\n".join(data)) if data else None


class Endurance:
    """Counts the cuts since things last went well, and says how long to wait after each."""

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self._cuts = 0
        self._opened = 0.0

    def opened(self) -> None:
        """There is a connection."""
        self._opened = time.monotonic()

    def progress(self) -> None:
        """Something came."""
        self._cuts = 0

    def cut(self, request: Request, lost: Lost | None) -> Pause:
        """The stream broke off; raises when it did too often."""
        # Where nothing happens for long, somebody on the way may cut every stream after a while.
        is_steady = time.monotonic() - self._opened >= STEADY_SECONDS
        self._cuts = 1 if is_steady else self._cuts + 1
        if self._cuts > self._retries.most or (lost and lost.hopeless):
            if lost is None:
                raise APIConnectionError(
                    f"GET {request.url}: the stream ended too early, repeatedly"
                )
            raise failure(lost, request) from lost.error
        return Pause(self._retries.backoff(self._cuts))


def follow(
    request_after: Callable[[str | None], Request],
    retries: Retries,
    read: Callable[[Message], T],
    *,
    is_last: Callable[[T], bool] = lambda _: False,
    seen: str | None = None,
) -> Flow[T]:
    """What is told, without loss or repetition, until the last; goes on after a cut."""
    endurance = Endurance(retries)
    while True:
        request = request_after(seen)
        yield from persist(request, retries, open_stream)
        endurance.opened()
        messages = Messages()
        while isinstance(piece := (yield from read_piece()), bytes):
            for message in messages.feed(piece):
                seen = message.id or seen  # what has no number is not sent again
                endurance.progress()
                told = read(message)
                yield Give(told)
                if is_last(told):
                    return
        yield endurance.cut(request, piece)


def download(request_from: Callable[[int, str | None], Request], retries: Retries) -> Flow[bytes]:
    """The bytes of a file, going on behind those that came when the connection breaks."""
    endurance = Endurance(retries)
    came, tag, size = 0, None, None
    while size is None or came < size:
        request = request_from(came, tag)
        answer = yield from persist(request, retries, open_stream)
        endurance.opened()
        if came and answer.status != 206:
            raise APIConnectionError(f"GET {request.url}: broke off, and is not what it was before")
        tag = answer.headers.get("etag")
        size = size if came else _length(answer)
        while isinstance(piece := (yield from read_piece()), bytes):
            came += len(piece)
            endurance.progress()
            yield Give(piece)
        if piece is None:
            return
        yield endurance.cut(request, piece)


def gather(flow: Flow[bytes]) -> Steps[bytes]:
    """All that a flow gives, as one."""
    found = bytearray()
    yield from drain(flow, found.extend)
    return bytes(found)


def _length(answer: Answer) -> int | None:
    length = answer.headers.get("content-length", "")
    return int(length) if length.isdigit() else None

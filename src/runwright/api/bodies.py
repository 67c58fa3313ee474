"""Reading a request's body off the wire: whole, or as it arrives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any


class ClientLeft(Exception):
    """The client hung up before its request was complete."""


async def read_body(receive: Any, headers: Mapping[bytes, bytes], most: int) -> bytes | None:
    """The whole body; None as soon as it is known to be too long."""
    declared = headers.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > most:
        return None
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > most:
            return None
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)


async def body_chunks(receive: Any) -> AsyncIterator[bytes]:
    """The body as it arrives."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        if chunk := message.get("body", b""):
            yield chunk
        if not message.get("more_body", False):
            return

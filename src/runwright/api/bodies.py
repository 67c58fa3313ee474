"""Bodies on the wire: a request's read whole or as it arrives, an answer's sent piece by piece."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
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


async def send_pieces(pieces: AsyncGenerator[bytes, None], receive: Any, send: Any) -> None:
    """Send what comes until there is no more, or nobody who would take it."""
    leaving = asyncio.ensure_future(_until_left(receive))
    try:
        async with aclosing(pieces):
            while True:
                coming = asyncio.ensure_future(anext(pieces, None))
                await asyncio.wait({coming, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    coming.cancel()
                    await asyncio.wait({coming})
                    return
                if (piece := coming.result()) is None:
                    return
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    finally:
        leaving.cancel()


async def _until_left(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue

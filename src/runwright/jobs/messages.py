"""Messages between the server and its computing processes.

A message is a four-byte length and JSON; `blobs` in it are the lengths of byte strings that
follow. What is large crosses as it is, and the server's event loop never parses it.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import orjson

_LENGTH = struct.Struct(">I")


class Reply(NamedTuple):
    """What a function gives back when some of it is bytes."""

    value: Any
    blobs: Sequence[bytes] = ()


def framed(value: dict[str, Any], blobs: Sequence[bytes] = ()) -> list[bytes]:
    """A message, in pieces that are to be written one after the other."""
    message = orjson.dumps({**value, "blobs": list(map(len, blobs))})
    return [_LENGTH.pack(len(message)), message, *blobs]


async def receive(source: asyncio.StreamReader) -> tuple[dict[str, Any], list[bytes]]:
    """The next message, in the server."""
    head = await source.readexactly(_LENGTH.size)
    value = orjson.loads(await source.readexactly(*_LENGTH.unpack(head)))
    return value, [await source.readexactly(length) for length in value["blobs"]]


def read(source: BinaryIO) -> tuple[dict[str, Any], list[bytes]] | None:
    """The next message, in a computing process; None when there will be none."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    value = orjson.loads(source.read(*_LENGTH.unpack(head)))
    return value, [source.read(length) for length in value["blobs"]]

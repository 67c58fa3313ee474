"""Giving stored bytes back, whole or in the part that a `Range` header names.

A browser saves them and runs nothing of them: they come as an attachment, unsniffed, sandboxed.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import NamedTuple
from urllib.parse import quote

from runwright.api.call import Answer, Call, Stream
from runwright.api.fields import one_of
from runwright.api.router import HeaderShape
from runwright.errors import RangeNotSatisfiable

_RANGE = re.compile(rb"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


REQUEST_HEADERS = (
    HeaderShape(
        name="Range",
        schema={"type": "string", "examples": ["bytes=0-1023"]},
        description="One range of bytes. Anything else is ignored and the whole file is sent.",
    ),
    HeaderShape(
        name="If-Range",
        schema={"type": "string"},
        description="An `ETag`. If the file has a different one, `Range` is ignored.",
    ),
)
"""What a route that gives bytes back reads."""
RESPONSE_HEADERS = (
    HeaderShape(
        name="Accept-Ranges",
        schema=one_of(["bytes"]),
        description="That `Range` requests are accepted.",
        always=True,
    ),
    HeaderShape(
        name="ETag",
        schema={"type": "string", "pattern": '^"[0-9a-f]{64}"$'},
        description="The SHA-256 of the whole file, in quotes.",
        always=True,
    ),
    HeaderShape(
        name="Content-Disposition",
        schema={"type": "string"},
        description="The name of the file.",
        always=True,
    ),
)
"""What its answers carry."""


class Download(NamedTuple):
    """What is given back."""

    filename: str
    content_type: str
    size: int
    sha256: str
    open: Callable[[int, int], Awaitable[AsyncGenerator[bytes, None]]]
    """From the first byte to before the second, as they are sent.

    What cannot be opened is an error: opening comes before the head of the answer leaves.
    """


async def download(call: Call, kept: Download) -> Answer:
    """The bytes, or the part of them that the call asks for."""
    tag = b'"%s"' % kept.sha256.encode()
    start, end = _range(call, tag, kept.size)
    headers = [
        (b"accept-ranges", b"bytes"),
        (b"etag", tag),
        (b"content-disposition", _disposition(kept.filename)),
        (b"x-content-type-options", b"nosniff"),
        (b"content-security-policy", b"sandbox"),
    ]
    is_part = (start, end) != (0, kept.size)
    if is_part:
        headers.append((b"content-range", b"bytes %d-%d/%d" % (start, end - 1, kept.size)))
    return Answer(
        body=b"",
        status=206 if is_part else 200,
        headers=tuple(headers),
        stream=Stream(
            pieces=await kept.open(start, end),
            length=end - start,
            content_type=kept.content_type.encode(),
        ),
    )


def _range(call: Call, tag: bytes, size: int) -> tuple[int, int]:
    """The first byte and the one behind the last; the whole when no single range is asked for."""
    asked = _RANGE.fullmatch(call.headers.get(b"range", b""))
    if asked is None or call.headers.get(b"if-range", tag) != tag:
        return 0, size
    first, last = asked[1], asked[2]
    if not first and not last:
        return 0, size
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(int(last) + 1, size) if last else size
    if start >= end:
        raise RangeNotSatisfiable(size)
    return start, end


def _disposition(filename: str) -> bytes:
    plain = re.sub(r'[^\x20-\x7e]|["\\%;]', "_", filename)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(filename)}".encode()

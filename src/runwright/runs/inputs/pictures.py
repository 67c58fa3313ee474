"""The pictures among attached files, for language models that see."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from runwright.files.blobs import Blobs
from runwright.files.sniff import CONTENT_TYPES, Media
from runwright.files.types import File
from runwright.models.conversation import ModelRequest, Picture

MOST_PICTURES = 4
LARGEST = 5 * 1024 * 1024
"""Bytes of one picture: what providers take."""
_SHOWN: tuple[Media, ...] = ("png", "jpeg")

log = structlog.get_logger()


async def pictures_of(blobs: Blobs, files: Sequence[File]) -> tuple[Picture, ...]:
    """The first pictures among files; what is too large for a provider is left out."""
    wanted = [file for file in files if file.media in _SHOWN and file.bytes <= LARGEST]
    found = []
    for file in wanted[:MOST_PICTURES]:
        try:
            pieces = await blobs.read(file.blob, 0, file.bytes)
        except FileNotFoundError:
            log.error("file_bytes_missing", file=file.id)
            continue
        found.append(
            Picture(CONTENT_TYPES[file.media], b"".join([piece async for piece in pieces]))
        )
    return tuple(found)


def shown(request: ModelRequest, pictures: tuple[Picture, ...], place: int) -> ModelRequest:
    """A request whose message at a place comes with pictures."""
    if not pictures:
        return request
    messages = list(request.messages)
    messages[place] = messages[place]._replace(pictures=pictures)
    return request._replace(messages=tuple(messages))

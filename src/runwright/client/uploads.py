"""A file on its way to the server, as `multipart/form-data` that is never in memory as a whole."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

PIECE = 131_072
"""Bytes that are read and sent at a time."""
UNNAMED = "upload"

Progress = Callable[[int, int | None], None]
"""Told how many bytes of the file have left, and how many there are, if that is known."""
Uploadable = str | os.PathLike[str] | bytes | BinaryIO | Iterable[bytes] | AsyncIterable[bytes]
"""A path, bytes, an open binary file, or bytes piece by piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the bytes of a file come from."""

    pieces: Callable[[], Iterator[bytes]] | AsyncIterable[bytes]
    size: int | None = None
    can_repeat: bool = False
    """Whether they can be read from the beginning a second time."""
    filename: str = UNNAMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The body of an upload."""

    source: Source
    boundary: str
    head: bytes
    """All that comes before the bytes of the file."""
    tail: bytes
    progress: Progress | None

    @property
    def headers(self) -> dict[str, str]:
        """Those that describe it."""
        described = {"Content-Type": f"multipart/form-data; boundary={self.boundary}"}
        if self.source.size is not None:
            length = len(self.head) + self.source.size + len(self.tail)
            described["Content-Length"] = str(length)
        return described


class Counter:
    """Tells how far an upload has come, a piece once it has been taken."""

    def __init__(self, form: Form) -> None:
        self._tell = form.progress
        self._size = form.source.size
        self._sent = 0

    def took(self, piece: bytes) -> None:
        """The transport has taken a piece, and asks for the next."""
        self._sent += len(piece)
        if self._tell is not None:
            self._tell(self._sent, self._size)


def make_form(
    file: Uploadable,
    *,
    purpose: str,
    metadata: Mapping[str, str] | None,
    filename: str | None,
    progress: Progress | None,
) -> Form:
    """The form that uploads a file; its fields come first, so that they can be checked first."""
    source = source_of(file)
    boundary = os.urandom(16).hex()
    fields = {"purpose": purpose}
    if metadata is not None:
        fields["metadata"] = json.dumps(dict(metadata))
    parts = [_part(boundary, f'name="{name}"') + text.encode() for name, text in fields.items()]
    shown = _quoted(filename or source.filename)
    parts.append(_part(boundary, f'name="file"; filename="{shown}"', "application/octet-stream"))
    return Form(
        source=source,
        boundary=boundary,
        head=b"\r\n".join(parts),
        tail=f"\r\n--{boundary}--\r\n".encode(),
        progress=progress,
    )


def source_of(file: Uploadable) -> Source:
    """Where the bytes of something uploadable come from."""
    if isinstance(file, bytes | bytearray | memoryview):
        return _from_bytes(bytes(file))
    if isinstance(file, str | os.PathLike):
        return _from_path(Path(file))
    if hasattr(file, "read"):
        return _from_open_file(cast(BinaryIO, file))
    if isinstance(file, AsyncIterable):
        return Source(pieces=file)
    given = iter(file)
    return Source(pieces=lambda: given)


def _from_bytes(content: bytes) -> Source:
    def pieces() -> Iterator[bytes]:
        for start in range(0, len(content), PIECE):
            yield content[start : start + PIECE]

    return Source(pieces=pieces, size=len(content), can_repeat=True)


def _from_path(path: Path) -> Source:
    size = path.stat().st_size

    def pieces() -> Iterator[bytes]:
        with path.open("rb") as file:
            yield from _up_to(file, size)

    return Source(pieces=pieces, size=size, can_repeat=True, filename=path.name)


def _from_open_file(file: BinaryIO) -> Source:
    """From where it stands to its end."""
    name = getattr(file, "name", None)
    filename = Path(name).name if isinstance(name, str) else UNNAMED
    if not file.seekable():
        return Source(pieces=lambda: iter(lambda: file.read(PIECE), b""), filename=filename)
    start = file.tell()
    size = file.seek(0, os.SEEK_END) - start
    file.seek(start)

    def pieces() -> Iterator[bytes]:
        file.seek(start)
        yield from _up_to(file, size)

    return Source(pieces=pieces, size=size, can_repeat=True, filename=filename)


def _up_to(file: BinaryIO, size: int) -> Iterator[bytes]:
    """As many bytes as were announced, even if the file grows meanwhile."""
    left = size
    while left and (piece := file.read(min(PIECE, left))):
        left -= len(piece)
        yield piece


def _part(boundary: str, disposition: str, media_type: str | None = None) -> bytes:
    described = f"Content-Type: {media_type}\r\n" if media_type else ""
    head = f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{described}\r\n"
    return head.encode()


def _quoted(filename: str) -> str:
    """As HTML has it: only what would end the name is replaced."""
    return filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")

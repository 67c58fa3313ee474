"""Streaming `multipart/form-data`: fields are kept, the one file goes to a sink as it arrives.

Memory is bounded whatever is sent: a field, a part's headers and the number of parts have limits,
and of the file only its head is kept here. What is wrong is said under the name of the part.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Protocol

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from runwright.api.parsing import Errors

MOST_PARTS = 32
LONGEST_FIELD = 131_072
HEAD_BYTES = 8_192
OVERHEAD = 1_048_576
"""What the parts around the file may add to the length of a body."""


class Sink(Protocol):
    """Where the bytes of a file go; nothing is left of it unless it is finished and kept."""

    async def write(self, data: bytes) -> None:
        """Take the next bytes."""

    async def finish(self) -> None:
        """There are no more: make them durable."""

    async def discard(self) -> None:
        """Leave nothing behind; may be called at any time, more than once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A file that arrived, described; its bytes are in the sink."""

    filename: str
    size: int
    sha256: str
    head: bytes


@dataclass(slots=True)
class Form:
    """What a body of parts held."""

    fields: dict[str, str] = field(default_factory=dict)
    file: Received | None = None
    whole: bool = False
    """Whether it was read to its end."""


class Refused(Exception):
    """There is no use in reading on."""


def boundary_of(content_type: bytes) -> bytes | None:
    """The boundary that a `Content-Type` names; None when it is no multipart form."""
    kind, options = parse_options_header(content_type)
    return options.get(b"boundary") or None if kind == b"multipart/form-data" else None


async def read_form(
    chunks: AsyncIterator[bytes],
    boundary: bytes,
    sink: Sink,
    *,
    file_name: str,
    most: int,
    errors: Errors,
) -> Form:
    """Read a whole form; what is wrong with it is added to `errors`."""
    parts = _Parts(file_name, most, errors)
    try:
        parser = MultipartParser(
            boundary,
            {
                "on_part_begin": parts.begin,
                "on_header_field": parts.header_name,
                "on_header_value": parts.header_value,
                "on_header_end": parts.header_end,
                "on_headers_finished": parts.headers_finished,
                "on_part_data": parts.data,
                "on_part_end": parts.end,
                "on_end": parts.complete,
            },
        )
        async for chunk in chunks:
            parser.write(chunk)
            if parts.waiting:
                await sink.write(parts.take())
        parser.finalize()
    except Refused:
        return parts.form
    except FormParserError:
        parts.form.whole = False
        errors.setdefault("body", []).append("must be well-formed multipart/form-data")
        return parts.form
    if not parts.form.whole:
        errors.setdefault("body", []).append("ends before its last part does")
    elif not errors:
        await sink.finish()
    return parts.form


class _Parts:
    """Gathers what the parser calls out, part by part."""

    def __init__(self, file_name: str, most: int, errors: Errors) -> None:
        self.form = Form()
        self.waiting: list[bytes] = []
        """Bytes of the file that the sink has not taken yet."""
        self._file_name = file_name
        self._most = most
        self._errors = errors
        self._count = 0
        self._header = (bytearray(), bytearray())
        self._name = ""
        self._filename: str | None = None
        self._text = bytearray()
        self._size = 0
        self._head = bytearray()
        self._hash = hashlib.sha256()

    def take(self) -> bytes:
        """What arrived since the last time."""
        waiting, self.waiting = self.waiting, []
        return waiting[0] if len(waiting) == 1 else b"".join(waiting)

    def begin(self) -> None:
        self._count += 1
        if self._count > MOST_PARTS:
            self._refuse("body", f"must have at most {MOST_PARTS} parts")
        self._name, self._filename, self._text = "", None, bytearray()

    def header_name(self, data: bytes, start: int, end: int) -> None:
        self._header[0].extend(data[start:end])

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._header[1].extend(data[start:end])

    def header_end(self) -> None:
        name, value = self._header
        self._header = (bytearray(), bytearray())
        if bytes(name).lower() == b"content-disposition":
            _, options = parse_options_header(bytes(value))
            self._name = options.get(b"name", b"").decode("utf-8", "replace")
            if b"filename" in options:
                self._filename = options[b"filename"].decode("utf-8", "replace")

    def headers_finished(self) -> None:
        if not self._name:
            self._refuse("body", "has a part without a name")
        if self._is_file:
            if self.form.file is not None:
                self._refuse(self._file_name, "appears twice")
            if self._filename is None:
                self._refuse(self._file_name, "must be a file, with a file name")
        elif self._name in self.form.fields:
            self._refuse(self._name[:200], "appears twice")

    def data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if not self._is_file:
            if len(self._text) + len(piece) > LONGEST_FIELD:
                self._refuse(self._name[:200], f"must have at most {LONGEST_FIELD} bytes")
            self._text.extend(piece)
            return
        self._size += len(piece)
        if self._size > self._most:
            self._refuse(self._file_name, f"must have at most {self._most} bytes")
        if len(self._head) < HEAD_BYTES:
            self._head.extend(piece[: HEAD_BYTES - len(self._head)])
        self._hash.update(piece)
        self.waiting.append(piece)

    def end(self) -> None:
        if self._is_file:
            self.form.file = Received(
                filename=self._filename or "",
                size=self._size,
                sha256=self._hash.hexdigest(),
                head=bytes(self._head),
            )
            return
        try:
            self.form.fields[self._name] = self._text.decode("utf-8")
        except UnicodeDecodeError:
            self._errors.setdefault(self._name[:200], []).append("must be UTF-8")

    def complete(self) -> None:
        self.form.whole = True

    @property
    def _is_file(self) -> bool:
        return self._name == self._file_name

    def _refuse(self, name: str, reason: str) -> None:
        self._errors.setdefault(name, []).append(reason)
        raise Refused

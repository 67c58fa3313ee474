"""The body of an upload: its length checked first, its parts read as they come.

The bytes of the file go to a sink that the route opens. Whatever goes wrong before the handler
is called, the sink is told to leave nothing behind; from then on it is the handler's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from runwright.api import multipart, parsing
from runwright.api.call import Call
from runwright.api.multipart import Received, Sink


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """What a route that takes a file says about it."""

    file: str
    """The name of the part that is the file."""
    most: int
    """Bytes that it may have."""
    open: Callable[[Call], Sink]
    check: Callable[[Received], str | None]
    """What is wrong with the content of a file, if something is."""
    json: frozenset[str] = frozenset()
    """The names of parts that are JSON, not text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """A file that was received whole, and where its bytes are."""

    file: Received
    sink: Sink


async def read_upload(
    upload: Upload,
    call: Call,
    headers: Mapping[bytes, bytes],
    chunks: AsyncIterator[bytes],
    errors: parsing.Errors,
) -> tuple[Any, Arrived | None]:
    """The fields of the form, and its file; UNREADABLE when it was not read to its end."""
    boundary = multipart.boundary_of(headers.get(b"content-type", b""))
    if boundary is None:
        errors["Content-Type"] = ["must be multipart/form-data with a boundary"]
        return parsing.UNREADABLE, None
    declared = headers.get(b"content-length", b"")
    if declared.isdigit() and int(declared) > upload.most + multipart.OVERHEAD:
        errors[upload.file] = [f"must have at most {upload.most} bytes"]
        return parsing.UNREADABLE, None
    sink = upload.open(call)
    try:
        form = await multipart.read_form(
            chunks, boundary, sink, file_name=upload.file, most=upload.most, errors=errors
        )
    except BaseException:
        await sink.discard()
        raise
    if form.file is None or not form.whole:
        await sink.discard()
    if not form.whole:
        return parsing.UNREADABLE, None
    fields = _values(form.fields, upload, errors)
    if form.file is None:
        errors[upload.file] = ["is required"]
        return fields, None
    if (reason := upload.check(form.file)) is not None:
        errors.setdefault(upload.file, []).append(reason)
    return fields, Arrived(file=form.file, sink=sink)


def _values(fields: Mapping[str, str], upload: Upload, errors: parsing.Errors) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in fields.items():
        if name not in upload.json:
            values[name] = text
            if "\0" in text:
                errors.setdefault(name, []).append("must not contain NUL")
            continue
        found: parsing.Errors = {}
        value = parsing.read_json(text.encode(), found)
        for inner, reasons in found.items():
            place = name if inner == parsing.BODY else f"{name}.{inner}"
            errors.setdefault(place, []).extend(reasons)
        if value is not parsing.UNREADABLE:
            values[name] = value
    return values

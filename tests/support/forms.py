"""Uploads by hand: forms that no library would send, on connections that break when told to."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from support.client import Api
from support.patience import PATIENCE

BOUNDARY = "frontier"
CONTENT_TYPE = f"multipart/form-data; boundary={BOUNDARY}"
END = f"--{BOUNDARY}--\r\n".encode()


def part(name: str | None, content: str | bytes, filename: str | bytes | None = None) -> bytes:
    """One part of a form."""
    head = b"Content-Disposition: form-data"
    if name is not None:
        head += b'; name="%s"' % name.encode()
    if filename is not None:
        given = filename.encode() if isinstance(filename, str) else filename
        head += b'; filename="%s"' % given
    body = content.encode() if isinstance(content, str) else content
    return b"--%s\r\n%s\r\n\r\n%s\r\n" % (BOUNDARY.encode(), head, body)


def post(api: Api, body: Any, content_type: str | None = CONTENT_TYPE) -> httpx.Response:
    """POST a form that was made by hand; an iterator goes out in chunks."""
    headers = {} if content_type is None else {"Content-Type": content_type}
    return api.http.post("/v1/files", content=body, headers=headers)


def head_of_upload(api: Api, *headers: str) -> bytes:
    """The beginning of an upload, up to where its body starts."""
    lines = [
        "POST /v1/files HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {api.secret}",
        f"Content-Type: {CONTENT_TYPE}",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def beginning_of_file(filename: str = "note.txt") -> bytes:
    """A form up to where the bytes of its file start."""
    opened = part("purpose", "context") + part("file", b"", filename)
    return opened.removesuffix(b"\r\n")


@contextmanager
def connected(url: str) -> Iterator[socket.socket]:
    """A bare connection to a server."""
    address = urlsplit(url)
    assert address.hostname
    assert address.port
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        yield connection


def answer_on(connection: socket.socket) -> tuple[int, dict[str, Any]]:
    """Status and body of the one answer on a connection."""
    with connection.makefile("rb") as stream:
        status = int(stream.readline().split()[1])
        length = 0
        while (line := stream.readline().strip().lower()) != b"":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, dict(json.loads(stream.read(length)))

"""How an answer leaves: its headers, and its body whole or piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwright.api.bodies import send_pieces
from runwright.api.call import Answer, Header
from runwright.api.protocol import CYCLE, send_whole
from runwright.trust.rates.limits import Allowance

_NO_STORE: Header = (b"cache-control", b"no-store")
_FIXED: tuple[Header, ...] = ((b"content-type", b"application/json"), _NO_STORE)
_LENGTH, _REQUEST_ID, _VERSION = b"content-length", b"request-id", b"service-version"
_LIMIT, _REMAINING, _RESET = b"x-ratelimit-limit", b"x-ratelimit-remaining", b"x-ratelimit-reset"
_HEAD = b"".join(
    b"%b: %b\r\n" % header
    for header in (
        *_FIXED,
        *((_LENGTH, b"%d"), (_REQUEST_ID, b"%b"), (_VERSION, b"%b")),
        *((_LIMIT, b"%d"), (_REMAINING, b"%d"), (_RESET, b"%d")),
    )
)
"""The head of nearly every answer: JSON, counted against a limit, with no header of its own."""


def headers_of(
    answer: Answer, length: int | None, request_id: str, version: str, allowance: Allowance | None
) -> list[Header]:
    """Every header of an answer but those that the server itself adds."""
    stream = answer.stream
    headers = [*_FIXED] if stream is None else [(b"content-type", stream.content_type), _NO_STORE]
    if length is not None:
        headers.append((_LENGTH, b"%d" % length))
    headers += (
        (_REQUEST_ID, request_id.encode()),
        (_VERSION, version.encode()),
        *answer.headers,
    )
    if allowance is not None:
        headers += (
            (_LIMIT, b"%d" % allowance.limit),
            (_REMAINING, b"%d" % allowance.remaining),
            (_RESET, b"%d" % allowance.reset),
        )
    return headers


def _head(length: int, request_id: str, version: str, allowance: Allowance) -> bytes:
    """The same as it goes over the wire, of an answer that has no header of its own."""
    _, limit, remaining, reset, *_ = allowance
    return _HEAD % (length, request_id.encode(), version.encode(), limit, remaining, reset)


async def send_answer(
    scope: Mapping[str, Any],
    answer: Answer,
    receive: Any,
    send: Any,
    *,
    request_id: str,
    version: str,
    allowance: Allowance | None,
) -> None:
    """Send an answer; of one to HEAD the headers alone, and a stream is not even begun."""
    stream, is_head = answer.stream, scope["method"] == "HEAD"
    # A shell's prompt stands on a line of its own after curl; to JSON it is a space.
    body = answer.body + b"\n" if stream is None else answer.body
    # What a handler has put into a header is checked by uvicorn; the others are numbers and ids.
    cycle = None if answer.headers or stream is not None else scope.get(CYCLE)
    if cycle is not None and allowance is not None:
        head = _head(len(body), request_id, version, allowance)
        await send_whole(cycle, answer.status, head, b"" if is_head else body)
        return
    length = len(body) if stream is None else stream.length
    headers = headers_of(answer, length, request_id, version, allowance)
    if is_head:
        body = b""
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if stream is not None and not is_head:
        await send_pieces(stream.pieces, receive, send)
    await send({"type": "http.response.body", "body": body})

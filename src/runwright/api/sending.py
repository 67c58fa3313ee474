"""How an answer leaves: its headers, and its body whole or piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwright.api.bodies import send_pieces
from runwright.api.call import Answer, Header
from runwright.api.protocol import SEND_WHOLE
from runwright.trust.rates.limits import Allowance

_NO_STORE: Header = (b"cache-control", b"no-store")
_FIXED: tuple[Header, ...] = ((b"content-type", b"application/json"), _NO_STORE)


def headers_of(
    answer: Answer, length: int | None, request_id: str, version: str, allowance: Allowance | None
) -> list[Header]:
    """Every header of an answer but those that the server itself adds."""
    stream = answer.stream
    headers = [*_FIXED] if stream is None else [(b"content-type", stream.content_type), _NO_STORE]
    if length is not None:
        headers.append((b"content-length", b"%d" % length))
    headers += (
        (b"request-id", request_id.encode()),
        (b"service-version", version.encode()),
        *answer.headers,
    )
    if allowance is not None:
        headers += (
            (b"x-ratelimit-limit", b"%d" % allowance.limit),
            (b"x-ratelimit-remaining", b"%d" % allowance.remaining),
            (b"x-ratelimit-reset", b"%d" % allowance.reset),
        )
    return headers


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
    length = len(body) if stream is None else stream.length
    headers = headers_of(answer, length, request_id, version, allowance)
    if is_head:
        body = b""
    # What a handler has put into a header is checked by uvicorn; the others are numbers and ids.
    if stream is None and not answer.headers and (whole := scope.get(SEND_WHOLE)) is not None:
        head = b"".join([b"%b: %b\r\n" % header for header in headers])
        await whole(answer.status, head, body)
        return
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if stream is not None and not is_head:
        await send_pieces(stream.pieces, receive, send)
    await send({"type": "http.response.body", "body": body})

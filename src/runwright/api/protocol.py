"""The HTTP/1.1 protocol of the server: uvicorn's, with a bound and with our envelope.

uvicorn collects a request's head without an end, and answers what is no HTTP in plain text.
Here a head that grows too large is cut off while it arrives, and both get the one envelope.
"""

from __future__ import annotations

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from runwright import ids
from runwright.api.envelope import envelope
from runwright.errors import InvalidRequest

MOST_HEAD_BYTES = 65_536


class Protocol(HttpToolsProtocol):
    """One connection."""

    in_body = False
    head_ended = False
    head_bytes = 0
    refused = False

    def data_received(self, data: bytes) -> None:
        """Bytes from the network; none are looked at once the request was refused."""
        if self.refused:
            return
        began_in_body, self.head_ended = self.in_body, False
        super().data_received(data)
        if began_in_body or self.head_ended:
            self.head_bytes = 0
            return
        self.head_bytes += len(data)
        if self.head_bytes > MOST_HEAD_BYTES:
            self._refuse("headers", f"must have at most {MOST_HEAD_BYTES} bytes")

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self.in_body = self.head_ended = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is whole; what follows is another head."""
        self.in_body = False
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn says to anything that is no HTTP."""
        self._refuse("request", "must be valid HTTP/1.1")

    def _refuse(self, field: str, reason: str) -> None:
        self.refused = True
        if self.transport.is_closing():
            return
        request_id = ids.new("req")
        host, port = self.server or ("127.0.0.1", 80)
        problem = InvalidRequest({field: [reason]})
        body = orjson.dumps(envelope(problem, request_id, f"http://{host}:{port}"))
        self.transport.write(_head(request_id, body) + body)
        self.transport.close()


def _head(request_id: str, body: bytes) -> bytes:
    lines = (
        "HTTP/1.1 400 Bad Request",
        "content-type: application/json",
        f"content-length: {len(body)}",
        f"request-id: {request_id}",
        "connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode()

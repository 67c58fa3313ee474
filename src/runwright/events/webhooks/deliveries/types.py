"""The frozen values and wire shapes of a delivery with its request and its response."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from runwright.api.parsing import Shape
from runwright.events.webhooks.types import Delivery, DeliveryShape

MOST_BYTES = 8 * 1024
"""Of a body that is shown, and of the headers of a response."""
_SECRET = frozenset(
    {
        *("authorization", "authentication-info", "www-authenticate"),
        *("cookie", "set-cookie", "set-cookie2"),
    }
)
_SECRET_PREFIX = "proxy-"  # noqa: S105 - the name of a header


class DeliveryRequestShape(Shape):
    """What was sent, without what has been erased since."""

    headers: dict[str, str]
    """The headers that were sent."""
    body: str
    """The body, without what has been erased since."""
    truncated: bool
    """Whether the body is longer than the 8 KB shown."""


class DeliveryResponseShape(Shape):
    """What the endpoint answered. Only the status is left once the event's object is erased."""

    status_code: int
    """The HTTP status of the response."""
    headers: dict[str, str] | None
    """The headers of the response, without cookies and credentials."""
    body: str | None
    """The first 8 KB of the body."""
    truncated: bool
    """Whether something was cut off."""
    erased: bool
    """Whether headers and body were erased with what the event is about."""


class DeliveryDetailShape(DeliveryShape):
    """A delivery with the request and the response of its last attempt."""

    request: DeliveryRequestShape | None
    """The request of the last attempt; `null` before the first."""
    response: DeliveryResponseShape | None
    """The response to it; `null` if there was none."""


class DeliveryResponse(NamedTuple):
    """What an endpoint answered, as far as it is kept."""

    status_code: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool


class DeliveryDetail(NamedTuple):
    """A delivery, and what was exchanged in its last attempt."""

    delivery: Delivery
    request_headers: Mapping[str, str]
    request_body: bytes
    response: DeliveryResponse | None
    """None when there was no answer, or when it is erased."""

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        attempts = self.delivery.attempts
        status_code = attempts[-1].status_code if attempts else None
        return {
            **self.delivery.as_json(),
            "request": self._request() if attempts else None,
            "response": None if status_code is None else self._response(status_code),
        }

    def _request(self) -> dict[str, Any]:
        is_cut = len(self.request_body) > MOST_BYTES
        return {
            "headers": self.request_headers,
            "body": text_of(self.request_body[:MOST_BYTES], is_cut),
            "truncated": is_cut,
        }

    def _response(self, status_code: int) -> dict[str, Any]:
        kept = self.response
        return {
            "status_code": status_code,
            "headers": None if kept is None else kept.headers,
            "body": None if kept is None else text_of(kept.body, kept.truncated),
            "truncated": kept is not None and kept.truncated,
            "erased": kept is None,
        }


def response_of(
    status_code: int, headers: Iterable[tuple[bytes, bytes]], body: bytes, is_whole: bool
) -> DeliveryResponse:
    """What is kept of a response: no secrets, and not much of anything."""
    kept, fit = _kept(headers)
    is_cut = not (is_whole and fit and len(body) <= MOST_BYTES)
    return DeliveryResponse(status_code, kept, body[:MOST_BYTES], is_cut)


def text_of(body: bytes, is_cut: bool) -> str:
    """A body as text; a character that the cut goes through is left out, not replaced."""
    return codecs.getincrementaldecoder("utf-8")("replace").decode(body, final=not is_cut)


def _kept(headers: Iterable[tuple[bytes, bytes]]) -> tuple[dict[str, str], bool]:
    """Headers that carry no secret, repeated ones joined; and whether all of them fit."""
    kept: dict[str, str] = {}
    room = MOST_BYTES
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name in _SECRET or name.startswith(_SECRET_PREFIX):
            continue
        room -= len(name) + len(value)
        if room < 0:
            return kept, False
        kept[name] = f"{kept[name]}, {value}" if name in kept else value
    return kept, True

"""What the head of a request says: its key and its size."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from runwright.api.call import Header
from runwright.errors import InvalidRequest, Unauthenticated

MOST_HEADERS = 64
MOST_HEADER_BYTES = 16_384


def secret_of(headers: Mapping[bytes, bytes]) -> str:
    """What the `Authorization` header says the key is."""
    scheme, _, secret = headers.get(b"authorization", b"").partition(b" ")
    if scheme.lower() != b"bearer":
        raise Unauthenticated
    return secret.decode("latin-1").strip()


def check_size(headers: list[Header]) -> None:
    """Refuse a head of too many or too long headers."""
    size = sum(map(len, chain.from_iterable(headers)))
    if len(headers) > MOST_HEADERS or size > MOST_HEADER_BYTES:
        raise InvalidRequest(
            {"headers": [f"must be at most {MOST_HEADERS}, and {MOST_HEADER_BYTES} bytes in all"]}
        )

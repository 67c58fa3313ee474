"""The text of a key: `rw_`, 32 random base-62 characters, and a checksum.

The shape lets secret scanners find a leaked key, and lets us refuse a mistyped one without a
look-up. Only the SHA-256 is ever stored.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

_ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
_SHAPE = re.compile(r"rw_([0-9A-Za-z]{32,64})_([0-9A-Za-z]{6})", re.ASCII)


def new_secret() -> str:
    """A fresh secret, with 190 random bits."""
    body = "".join(secrets.choice(_ALPHABET) for _ in range(32))
    return f"rw_{body}_{_checksum(body)}"


def is_well_formed(text: str) -> bool:
    """Whether the text could be a key at all."""
    match = _SHAPE.fullmatch(text)
    return match is not None and _checksum(match[1]) == match[2]


def digest(secret: str) -> str:
    """What is stored in place of the secret."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = []
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))

"""Identifiers: a prefix, and 26 characters that sort by time and cannot be guessed.

The part after the prefix is a ULID in lower case: 48 bits of milliseconds and 80 random bits,
in Crockford's base 32. A cursor therefore needs no look-up: the id is its own sort key.
"""

from __future__ import annotations

import re
import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [a + b for a in _ALPHABET for b in _ALPHABET]
_SHAPE = re.compile(r"[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}", re.ASCII)


def new(prefix: str) -> str:
    """A new identifier such as `run_01k…`."""
    number = (time.time_ns() // 1_000_000 << 80) | secrets.randbits(80)
    return f"{prefix}_{_encode(number)}"


def is_id(text: str, prefix: str = "") -> bool:
    """Whether the text has the shape of an identifier, with that prefix if one is named."""
    return text.startswith(f"{prefix}_" if prefix else "") and _SHAPE.fullmatch(text) is not None


def _encode(number: int) -> str:
    """A 130-bit number as 13 pairs of characters, highest first."""
    return "".join([_PAIRS[(number >> shift) & 1023] for shift in range(120, -1, -10)])

"""Identifiers: a prefix, and 26 characters that sort by time and cannot be guessed.

The part after the prefix is a ULID in lower case: 48 bits of milliseconds and 80 random bits,
in Crockford's base 32. A cursor therefore needs no look-up: the id is its own sort key. What is
listed by its creation was created at the time in its id, so a span of time is a span of ids.
"""

from __future__ import annotations

import os
import re
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [a + b for a in _ALPHABET for b in _ALPHABET]
_TIME_DIGITS = 10
_TO_PYTHON = str.maketrans(_ALPHABET, "0123456789abcdefghijklmnopqrstuv")
"""`int` reads base 32 as well, with other letters."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_SHAPE = re.compile(r"[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}", re.ASCII)

_RANDOM_DIGITS = 16
_DIGIT_OF_BYTE = (_ALPHABET * 8).encode()
"""Each digit stands for eight of the 256 bytes, so that all are as likely."""
_POOL_SIZE = 64
_pool: list[str] = []
os.register_at_fork(after_in_child=_pool.clear)  # two processes must not draw the same bits


def new(prefix: str) -> str:
    """A new identifier such as `run_01k…`."""
    return f"{prefix}_{_time_part(time.time_ns() // 1_000_000)}{_random_part()}"


def new_at(prefix: str, instant: datetime) -> str:
    """A new identifier of something that was created at an instant together with something else."""
    return f"{prefix}_{_time_part((instant - _EPOCH) // _MILLISECOND)}{_random_part()}"


def is_id(text: str, prefix: str = "") -> bool:
    """Whether the text has the shape of an identifier, with that prefix if one is named."""
    return text.startswith(f"{prefix}_" if prefix else "") and _SHAPE.fullmatch(text) is not None


def time_of(id: str) -> datetime:
    """The instant at which an identifier was made, to the millisecond."""
    begin = id.index("_") + 1
    digits = id[begin : begin + _TIME_DIGITS]
    return _EPOCH + timedelta(milliseconds=int(digits.translate(_TO_PYTHON), 32))


def first_at(prefix: str, instant: datetime) -> str:
    """The smallest identifier that can be made at an instant: where a span of time begins.

    What lies before 1970 comes before every identifier.
    """
    return f"{prefix}_{_time_part(max(0, (instant - _EPOCH) // _MILLISECOND))}{'0' * 16}"


def first_after(prefix: str, instant: datetime) -> str:
    """The smallest identifier that can be made in a later millisecond than that of an instant."""
    return f"{prefix}_{_time_part(max(0, (instant - _EPOCH) // _MILLISECOND + 1))}{'0' * 16}"


def _random_part() -> str:
    """Eighty random bits in sixteen characters, made for many ids at a time.

    A call to the operating system for each id would give the interpreter away each time.
    """
    try:
        return _pool.pop()
    except IndexError:
        fresh = os.urandom(_RANDOM_DIGITS * _POOL_SIZE).translate(_DIGIT_OF_BYTE).decode()
        first, *others = map("".join, zip(*[iter(fresh)] * _RANDOM_DIGITS, strict=True))
        _pool.extend(others)
        return first


def _time_part(ms: int) -> str:
    """Ten characters, highest first."""
    return f"{_second_part(ms >> 10)}{_PAIRS[ms & 1023]}"


@lru_cache(16)
def _second_part(units: int) -> str:
    """The first eight, which all ids of about a second have in common."""
    pairs = _PAIRS
    return (
        f"{pairs[units >> 30]}{pairs[units >> 20 & 1023]}"
        f"{pairs[units >> 10 & 1023]}{pairs[units & 1023]}"
    )

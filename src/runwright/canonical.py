"""Canonical JSON bytes (RFC 8785) and their hash: what is frozen, fingerprinted and chained.

Floats are refused: their text is the one part of canonical JSON that readers disagree about,
and nothing that we freeze needs one.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import orjson

_WRONG_TYPE = "canonical JSON holds null, booleans, integers, strings, lists and string-keyed dicts"
_LARGEST = 2**53 - 1
_BEYOND_BMP = re.compile(rb"[\xf0-\xf4]")


def dumps(value: Any) -> bytes:
    """The one byte string that stands for this value, which may come from anywhere."""
    _check(value)
    return encode(value)


def encode(value: Any) -> bytes:
    """The same for a value that our own code built of strings and integers: not checked again."""
    data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if not data.isascii() and _BEYOND_BMP.search(data):
        # RFC 8785 sorts keys by UTF-16 code units, orjson by code points; they differ only here.
        return orjson.dumps(_sorted_by_utf16(value))
    return data


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _check(value: Any) -> None:  # noqa: C901 - every request pays for each call in it
    # On the path of every request: exact types, and no call for the strings that most values are.
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str:
                raise TypeError(_WRONG_TYPE)
            if type(inner) is not str:
                _check(inner)
    elif kind is list or kind is tuple:
        for inner in value:
            if type(inner) is not str:
                _check(inner)
    elif kind is int:
        if not -_LARGEST <= value <= _LARGEST:
            raise ValueError("canonical JSON holds integers of at most 53 bits")
    elif kind is not str and kind is not bool and value is not None:
        raise TypeError(_WRONG_TYPE)


def _sorted_by_utf16(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return {key: _sorted_by_utf16(value[key]) for key in keys}
    if isinstance(value, list | tuple):
        return [_sorted_by_utf16(inner) for inner in value]
    return value

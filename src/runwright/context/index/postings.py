"""How occurrences of a term are kept: blocks of five-byte records, appended as items come.

A block covers 4,096 item numbers. A record is the number within the block (two bytes), how often
the term is in the item (one), and how many terms the item has (two), little-endian; records
stand by ascending number. Adding an item appends a record, so no block is read to be written.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from runwright import later
from runwright.context.index.types import Postings

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

BLOCK = 4096
MOST_COUNT = 255
MOST_LENGTH = 65_535
_RECORD = struct.Struct("<HBH")


@cache
def _dtype() -> np.dtype[np.void]:
    return np.dtype([("offset", "<u2"), ("count", "u1"), ("length", "<u2")])


def record(number: int, count: int, length: int) -> bytes:
    """One occurrence, as it is stored in its block."""
    return _RECORD.pack(number % BLOCK, min(count, MOST_COUNT), min(length, MOST_LENGTH))


def unpack(blocks: Iterable[tuple[int, bytes]]) -> Postings:
    """The postings of one term, from its blocks by ascending block."""
    numbers, counts, lengths = [], [], []
    for block, body in blocks:
        records = np.frombuffer(body, _dtype())
        numbers.append(records["offset"].astype(np.uint32) + np.uint32(block * BLOCK))
        counts.append(records["count"])
        lengths.append(records["length"])
    if not numbers:
        empty = np.zeros(0, _dtype())
        return Postings(empty["offset"].astype(np.uint32), empty["count"], empty["length"])
    return Postings(np.concatenate(numbers), np.concatenate(counts), np.concatenate(lengths))


def without(body: bytes, offsets: Sequence[int]) -> bytes:
    """A block without the records of some items."""
    records = np.frombuffer(body, _dtype())
    kept = records[~np.isin(records["offset"], np.asarray(offsets, np.uint16))]
    return kept.tobytes()

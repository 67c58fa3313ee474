"""Token buckets, one a key: how many requests it may make, and when to come back."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

_PRUNE_ABOVE = 10_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float
    limit: int


class Allowance(NamedTuple):
    """The state of a key's bucket after one request."""

    allowed: bool
    limit: int
    remaining: int
    reset: int
    """Seconds until the bucket is full."""
    retry_after: int
    """Seconds until the next token; at least 1."""


class Limits:
    """The buckets of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}

    def take(self, key_id: str, limit: int) -> Allowance:
        """Take one token from a key's bucket of `limit` a minute."""
        now = self._clock()
        bucket = self._buckets.get(key_id)
        if bucket is None or bucket.limit != limit:
            if len(self._buckets) >= _PRUNE_ABOVE:
                self._prune(now)
            # A changed limit starts with what the old bucket had left, at most.
            left = limit if bucket is None else min(bucket.tokens, limit)
            bucket = self._buckets[key_id] = _Bucket(left, now, limit)
        rate = limit / 60
        bucket.tokens = min(limit, bucket.tokens + (now - bucket.at) * rate)
        bucket.at = now
        allowed = bucket.tokens >= 1
        if allowed:
            bucket.tokens -= 1
        return Allowance(
            allowed,
            limit,
            int(bucket.tokens),
            math.ceil((limit - bucket.tokens) / rate),
            1 if bucket.tokens >= 1 else max(1, math.ceil((1 - bucket.tokens) / rate)),
        )

    def _prune(self, now: float) -> None:
        """Forget buckets that are full again: a new one would be the same."""
        self._buckets = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.tokens + (now - bucket.at) * bucket.limit / 60 < bucket.limit
        }

"""How long runs took: a small histogram that can be added up, and percentiles from it.

Each bucket is twice as wide as the one before: up to 1 ms, 2 ms, 4 ms and so on to 17 minutes, and
one for all that took longer. A percentile is placed within its bucket by its rank.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from runwright.db.schema.accounts import LATENCY

EDGES_US = tuple(1000 * 2**number for number in range(len(LATENCY) - 1))
"""Where buckets end, inclusive; the last one has no end."""
_DIGITS = 3


def bucket_of(duration_us: int) -> str:
    """The column that counts a duration."""
    return LATENCY[bisect_left(EDGES_US, duration_us)]


def percentile(counts: Sequence[int], percent: int) -> float | None:
    """The milliseconds that so many of a hundred runs do not pass; None if there are no runs."""
    rank, before = -(-sum(counts) * percent // 100), 0
    for number, count in enumerate(counts):
        if count and before + count >= rank:
            return _placed(number, (rank - before - 0.5) / count)
        before += count
    return None


def _placed(number: int, share: float) -> float:
    """A point of a bucket, on its logarithmic scale. The last one is shown as where it begins."""
    is_last = number == len(EDGES_US)
    start_ms = EDGES_US[number - 1] / 1000 if number else EDGES_US[0] / 2000
    return float(f"{start_ms if is_last else start_ms * 2**share:.{_DIGITS}g}")

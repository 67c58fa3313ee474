"""How long runs took: histograms, and percentiles of them.

A histogram is a list of whole numbers, each a bin times `BIN` plus a count of runs. A bin may be
there twice, so histograms are added by putting them one behind the other.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from itertools import accumulate

import orjson

from runwright.analytics.store import BIN
from runwright.runs.accounts import latency

Histogram = list[int]
_RUNS = BIN - 1
_DIGITS = 3


def read(text: str) -> Histogram:
    """A histogram as the store gives it."""
    found: Histogram = orjson.loads(f"[{text}]")
    return found


def runs_in(histogram: Histogram) -> int:
    """How many runs are in it."""
    return sum(map(_RUNS.__and__, histogram))


def difference(whole: Histogram, part: Histogram) -> Histogram:
    """What is in the one and not in the other."""
    counts = Counter[int]()
    for number in whole:
        counts[number // BIN] += number & _RUNS
    for number in part:
        counts[number // BIN] -= number & _RUNS
    return [BIN * place + runs for place, runs in counts.items() if runs]


def percentiles(histogram: Histogram) -> dict[str, float | None]:
    """The durations that half of the runs, and 95 of 100, did not pass, in milliseconds."""
    if not histogram:
        return {"p50": None, "p95": None}
    ordered = sorted(histogram)
    so_far = list(accumulate(map(_RUNS.__and__, ordered)))
    return {f"p{percent}": _percentile(ordered, so_far, percent) for percent in (50, 95)}


def _percentile(ordered: Histogram, so_far: list[int], percent: int) -> float:
    place = bisect_left(so_far, math.ceil(so_far[-1] * percent / 100))
    # With as many digits as the bins are good for.
    return float(f"{latency.middle_us(ordered[place] // BIN) / 1000:.{_DIGITS}g}")

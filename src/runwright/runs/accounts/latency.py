"""How long runs took, in bins: steps on a logarithmic scale, four to each doubling.

The middle of a bin is within 9 % of everything in it.
"""

from __future__ import annotations

import math

STEPS = 4
"""To each doubling."""


def bin_of(duration_us: int) -> int:
    """The bin of a duration; less than a microsecond counts as one."""
    return math.floor(STEPS * math.log2(max(1, duration_us)))


def middle_us(bin: int) -> float:
    """The duration that stands for a bin."""
    return float(2 ** ((bin + 0.5) / STEPS))

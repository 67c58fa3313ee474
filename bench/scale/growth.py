"""How fast a cost grows with the number of rows: one exponent from several measured points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

Point = tuple[float, float]
"""How many rows, and what it cost."""


def exponent(points: Sequence[Point]) -> float:
    """The slope of cost over rows when both are drawn by their logarithms: 0 flat, 1 in step."""
    across = [math.log(rows) for rows, _ in points]
    along = [math.log(cost) for _, cost in points]
    middle, height = fmean(across), fmean(along)
    spread = sum((x - middle) ** 2 for x in across)
    return sum((x - middle) * (y - height) for x, y in zip(across, along, strict=True)) / spread


def line(points: Sequence[Point]) -> tuple[float, float]:
    """The straight line nearest to points, as its height at 0 and its slope; neither below 0."""
    across, along = [x for x, _ in points], [y for _, y in points]
    middle, height = fmean(across), fmean(along)
    spread = sum((x - middle) ** 2 for x in across)
    if spread == 0:
        return height, 0.0
    slope = sum((x - middle) * (y - height) for x, y in points) / spread
    if slope < 0:
        return height, 0.0
    begin = height - slope * middle
    if begin >= 0:
        return begin, slope
    return 0.0, sum(x * y for x, y in points) / sum(x * x for x in across)

"""What a part of a prompt means: one file for each kind of request, read into steps.

A reading gives steps without their `part`; the planner fills it in. The order in which they are
tried matters, and stands in `order`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from runwright.engine.around import Around
from runwright.engine.types import Step
from runwright.later import Later

Reading = Callable[[str, Around], Sequence[Step] | None]

READINGS: Mapping[int, Sequence[Reading]] = Later({1: f"{__name__}.order:FIRST"})
"""By behaviour: every one that a snapshot was published with keeps its own."""

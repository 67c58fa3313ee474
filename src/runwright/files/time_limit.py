"""How long reading one file may take: longer for a larger file, up to the operator's ceiling.

A small file that is built to take for ever must not hold a reading slot as long as a large one
that honestly needs the time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

from runwright.files.formats.types import Unreadable

BASE_SECONDS = 60
SECONDS_PER_MEGABYTE = 30
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """Seconds, of the clock and of computing."""

    seconds: int
    is_ceiling: bool
    """Whether the setting gave it, and not the size of the file."""

    @classmethod
    def of(cls, size: int, ceiling: int) -> Self:
        """The limit of a file of so many bytes."""
        by_size = BASE_SECONDS + math.ceil(SECONDS_PER_MEGABYTE * size / _MEGABYTE)
        return cls(seconds=min(by_size, ceiling), is_ceiling=by_size >= ceiling)

    def exceeded(self, unit: str = "seconds") -> Unreadable:
        """What the owner of a file is told that took longer; `unit` says longer than what."""
        if self.is_ceiling:
            return Unreadable(
                f"Reading the file took longer than {self.seconds} {unit}. Split it, or ask the "
                "operator to raise RUNWRIGHT_EXTRACT_SECONDS."
            )
        return Unreadable(
            f"Reading the file took longer than {self.seconds} {unit}, the limit for a file of "
            "its size. Split it."
        )

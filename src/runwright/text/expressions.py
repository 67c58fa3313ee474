"""What every reader of this package gives: a place in the text, and what may be meant there."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

Value = TypeVar("Value")


class Expression(NamedTuple, Generic[Value]):
    """A stretch of text that means something, and its readings, the likeliest first."""

    start: int
    end: int
    readings: tuple[Value, ...]
    """At least one; several where people could mean one or the other."""

    @property
    def likeliest(self) -> Value:
        return self.readings[0]

    @property
    def is_ambiguous(self) -> bool:
        return len(self.readings) > 1

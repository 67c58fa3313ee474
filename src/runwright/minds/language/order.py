"""Which of two figures of a difference is the newer one: what it is more or less than before."""

from __future__ import annotations

from datetime import date

from runwright.minds.language import scope
from runwright.minds.language.evidence import Evidence, Slot, operands

_CHANGED = (({"before"}, {"after"}), ({"before"}, {"amount"}))
"""What a price was, and what it is."""


def is_newer(one: str, other: str, evidence: Evidence) -> bool | None:
    """Whether the first of two expressions is newer than the second, or is measured against a
    figure of the model's own; None if nothing tells."""
    slots = operands(one, evidence), operands(other, evidence)
    if bool(slots[0]) is not bool(slots[1]):
        return bool(slots[0])
    leaves = {slot.leaf for slot in slots[0]}, {slot.leaf for slot in slots[1]}
    if leaves in _CHANGED or leaves[::-1] in _CHANGED:
        return leaves[1] == {"before"}
    starts = _start(slots[0], evidence), _start(slots[1], evidence)
    if starts[0] is None or starts[1] is None or starts[0] == starts[1]:
        return None
    return starts[0] > starts[1]


def _start(slots: tuple[Slot, ...], evidence: Evidence) -> date | None:
    """The day on which the one period of some figures begins."""
    found = {each.start for slot in slots for each in scope.periods_of(slot, evidence)}
    return found.pop() if len(found) == 1 else None

"""What the rules of an agent make of a run: its sources, its items, its summary."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.instructions import shaping
from runwright.minds.instructions.admitting import Admission
from runwright.minds.instructions.types import Said, Standing
from runwright.minds.values import Item, Moment


def narrowed(standing: Standing, sources: Sequence[str]) -> tuple[str, ...]:
    """Those of the sources that may be read, in their order."""
    only = standing.sources
    return tuple(
        source
        for source in sources
        if (only is None or source in only) and source not in standing.without
    )


def admitted(standing: Standing, items: Sequence[Item], moment: Moment) -> tuple[Item, ...]:
    """Those of the items that the run may see."""
    if not standing.filters and not standing.forbidden:
        return tuple(items)
    return Admission(standing, items, moment).admitted()


def formed(standing: Standing, said: Sequence[Said]) -> str:
    """What was answered, in the form that is asked for: the same figures, the same refusals."""
    return shaping.shaped(standing.form, said)

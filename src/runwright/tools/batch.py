"""Records that were read together, and what was worked out from all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from runwright.tools.base import Item

T = TypeVar("T")


class Batch(tuple[Item[Any], ...]):
    """Records that were read together. They never change, so what follows from all of them is
    worked out once, and is gone with them."""

    _derived: dict[Hashable, Any]

    def derive(self, make: Callable[..., T], *arguments: Hashable) -> T:
        """`make(self, *arguments)`, as it was the first time."""
        key = (make, *arguments)
        if not hasattr(self, "_derived"):
            self._derived = {}
        if key not in self._derived:
            self._derived[key] = make(self, *arguments)
        found: T = self._derived[key]
        return found


def derive(items: Sequence[Item[Any]], make: Callable[..., T], *arguments: Hashable) -> T:
    """`make(items, *arguments)`; of a batch, as it was the first time."""
    return items.derive(make, *arguments) if isinstance(items, Batch) else make(items, *arguments)

"""Parts of the minds and of libraries that are loaded when they are first used.

They are a large part of what a server loads, and a server can answer before it has anything to
think about. Whoever starts one calls `load_all` beside it, so that its first run does not wait.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
_known: list[Later[Any, Any]] = []


class Later(Mapping[K, V]):
    """Values by key, of which only the places are known: `package.module` or `…:name`."""

    def __init__(self, places: Mapping[K, str]) -> None:
        self._places = places
        self._loaded: dict[K, V] = {}
        _known.append(self)

    def __getitem__(self, key: K) -> V:
        loaded = self._loaded.get(key)
        if loaded is None:
            loaded = self._loaded[key] = named(self._places[key])
        return loaded

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Module:
    """A module of which only the name is known. Whoever uses it imports it for type checkers."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: Any = None
        _known.append(Later({name: name}))

    def __getattr__(self, attribute: str) -> Any:
        if self._module is None:
            self._module = importlib.import_module(self._name)
        return getattr(self._module, attribute)


def named(place: str) -> Any:
    """What stands at a place, loaded now if it was not."""
    module, _, name = place.partition(":")
    loaded = importlib.import_module(module)
    return getattr(loaded, name) if name else loaded


def load_all() -> None:
    """Load everything that waits; what that brings along waits no longer either."""
    for each in _known:
        for key in each:
            each[key]

"""Which indexes can answer a filtered list: the ways to its rows that keep its order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from runwright.db.marks import kind_of


@dataclass(frozen=True, slots=True)
class ByColumns:
    """By an index over columns and then the cursor; at most one of the columns is not asked for."""

    names: frozenset[str]
    """The filters that it answers."""
    skipped: str | None = None
    """A column of few values that the index has and no filter names: each value is a way."""
    before: tuple[str, ...] = ()
    """The columns that the index has in front of the skipped one."""


@dataclass(frozen=True, slots=True)
class ByMark:
    """By the rows of one mark (see `db.marks`)."""

    mark: str

    @property
    def names(self) -> frozenset[str]:
        """The filters that it answers."""
        return frozenset({self.mark})


Path = ByColumns | ByMark


class Paths:
    """The indexes of one list."""

    def __init__(
        self, indexes: tuple[tuple[str, ...], ...], few: frozenset[str], marks: Collection[str]
    ) -> None:
        self._indexes = indexes
        self._few = few
        self._marks = marks
        self._known: dict[frozenset[str], tuple[Path, ...]] = {}

    def of(self, wanted: frozenset[str]) -> tuple[Path, ...]:
        """Every way that answers filters which no other way answers, too."""
        known = self._known.get(wanted)
        if known is None:
            known = self._known[wanted] = self._find(wanted)
        return known

    def _find(self, wanted: frozenset[str]) -> tuple[Path, ...]:
        found = [path for index in self._indexes if (path := self._path(index, wanted))]
        best = [path for path in found if not any(path.names < other.names for other in found)]
        marks = sorted(name for name in wanted if kind_of(name) in self._marks)
        return (*best, *map(ByMark, marks))

    def _path(self, index: tuple[str, ...], wanted: frozenset[str]) -> ByColumns | None:
        missing = [name for name in index if name not in wanted]
        names = frozenset(index) & wanted
        if not names or len(missing) > 1 or not self._few.issuperset(missing):
            return None
        if not missing:
            return ByColumns(names)
        return ByColumns(names, missing[0], index[: index.index(missing[0])])

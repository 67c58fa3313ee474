"""Counts that many functions add to the same rows: summed over a group, written once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy.sql.dml import Insert

from runwright.db.transaction import Tally, Tx

_Key = tuple[Any, ...]
_K = TypeVar("_K", bound=Hashable)


def write_tallies(tx: Tx, tallies: Iterable[Tally]) -> None:
    """Add every count, to each row once, in one order that all processes keep."""
    for statement, rows in sorted(_summed(tallies).items(), key=lambda each: each[0].table.name):
        blank = _blank(statement)
        # What a row is found by stands before what is counted in it.
        names = tuple(blank)[: len(next(iter(rows)))]
        tx.update_all(statement, [_filled(blank, names, key, rows[key]) for key in sorted(rows)])


@lru_cache
def _blank(statement: Insert) -> dict[str, Any]:
    """A row of nothing, by the names of its columns."""
    return dict.fromkeys(statement.table.columns.keys(), 0)


def _filled(
    blank: dict[str, Any], names: tuple[str, ...], key: _Key, counts: Mapping[str, int]
) -> dict[str, Any]:
    # A copy that is written over costs far less than a dict that grows.
    row = blank.copy()
    row.update(counts)
    row.update(zip(names, key, strict=True))
    return row


def _summed(tallies: Iterable[Tally]) -> dict[Insert, dict[_Key, dict[str, int]]]:
    # Functions of a group often name the same rows: those are summed before they are told apart.
    alike: dict[Insert, dict[tuple[_Key, ...], dict[str, int]]] = {}
    for statement, keys, counts in tallies:
        _add(alike.setdefault(statement, {}), keys, counts)
    found: dict[Insert, dict[_Key, dict[str, int]]] = {}
    for statement, by_keys in alike.items():
        rows = found[statement] = {}
        for keys, counts in by_keys.items():
            for key in keys:
                _add(rows, key, counts)
    return found


def _add(sums: dict[_K, dict[str, int]], key: _K, counts: Mapping[str, int]) -> None:
    """Add what is counted; what is not named adds nothing."""
    so_far = sums.get(key)
    if so_far is None:
        sums[key] = dict(counts)
    else:
        for name, count in counts.items():
            so_far[name] = so_far.get(name, 0) + count

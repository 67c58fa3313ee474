"""Counts that many functions add to the same rows: summed over a group, written once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import Any

from sqlalchemy.sql.dml import Insert

from runwright.db.transaction import Tally, Tx

_Key = tuple[Any, ...]
_Counts = tuple[int, ...]
"""Of every column that is counted: rows are added up without a step of ours for each column."""


def write_tallies(tx: Tx, tallies: Iterable[Tally]) -> None:
    """Add every count, to each row once, in one order that all processes keep."""
    for statement, rows in sorted(_summed(tallies).items(), key=lambda each: each[0].table.name):
        tx.merge_all(statement, [key + rows[key] for key in sorted(rows)])


def _summed(tallies: Iterable[Tally]) -> dict[Insert, dict[_Key, _Counts]]:
    # Functions of a group often name the same rows: those are summed before they are told apart.
    alike: dict[tuple[Insert, tuple[_Key, ...]], _Counts] = {}
    for statement, keys, counts in tallies:
        _add(alike, (statement, keys), _filled(statement, len(keys[0]), counts))
    found: dict[Insert, dict[_Key, _Counts]] = {}
    for (statement, keys), counted in alike.items():
        rows = found.setdefault(statement, {})
        for key in keys:
            _add(rows, key, counted)
    return found


def _filled(statement: Insert, keys: int, counts: Mapping[str, int]) -> _Counts:
    """The counts in the order of the columns; what is not named adds nothing."""
    return tuple(map(counts.get, _counted(statement, keys), repeat(0)))


@lru_cache
def _counted(statement: Insert, keys: int) -> tuple[str, ...]:
    """The columns that are counted: they stand behind those that a row is found by."""
    return tuple(statement.table.columns.keys()[keys:])


def _add(sums: dict[Any, _Counts], key: _Key, counts: _Counts) -> None:
    so_far = sums.get(key)
    sums[key] = counts if so_far is None else tuple(map(add, so_far, counts))

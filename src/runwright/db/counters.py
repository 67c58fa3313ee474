"""Counts that many functions add to the same rows: summed over a group, written once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import Any

from sqlalchemy.sql.dml import Insert

from runwright.db.transaction import Tally, Tx

_Key = tuple[Any, ...]
_Counts = tuple[int, ...]
"""Of every column that is counted: rows are added up without a step of ours for each column."""


def write_counters(tx: Tx, tallies: Iterable[Tally]) -> None:
    """Add every count, to each row once, in one order that all processes keep."""
    of_each: dict[Insert, list[Tally]] = {}
    for tally in tallies:
        of_each.setdefault(tally.statement, []).append(tally)
    for statement, own in sorted(of_each.items(), key=lambda each: each[0].table.name):
        counted = _counted(statement, own)
        rows = _summed(own, counted)
        tx.add_all(statement, counted, [key + rows[key] for key in sorted(rows)])


def _counted(statement: Insert, own: Sequence[Tally]) -> tuple[str, ...]:
    """The columns that are counted; before them stand those that rows are found by.

    One tally alone names few of them, and always the same few. Those of a whole group name ever
    others together, and a statement for each would have to be prepared.
    """
    first, *others = own
    every = _names(statement)[len(first.keys[0]) :]
    named = () if others else tuple(name for name in every if name in first.counts)
    return named or every


@lru_cache
def _names(statement: Insert) -> tuple[str, ...]:
    """Those that are counted stand behind those that a row is found by."""
    return tuple(statement.table.columns.keys())


def _summed(tallies: Iterable[Tally], counted: tuple[str, ...]) -> dict[_Key, _Counts]:
    # Functions of a group often name the same rows: those are summed before they are told apart.
    alike: dict[tuple[_Key, ...], _Counts] = {}
    for tally in tallies:
        _add(alike, tally.keys, tuple(map(tally.counts.get, counted, repeat(0))))
    rows: dict[_Key, _Counts] = {}
    for keys, counts in alike.items():
        for key in keys:
            _add(rows, key, counts)
    return rows


def _add(sums: dict[_Key, _Counts], key: _Key, counts: _Counts) -> None:
    so_far = sums.get(key)
    sums[key] = counts if so_far is None else tuple(map(add, so_far, counts))

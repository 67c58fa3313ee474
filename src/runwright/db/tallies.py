"""Counts that many functions add to the same rows: summed over a group, written once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from sqlalchemy.sql.dml import Insert

from runwright.db.transaction import Tally, Tx

_Key = tuple[Any, ...]
_K = TypeVar("_K", bound=Hashable)


def write_tallies(tx: Tx, tallies: Iterable[Tally]) -> None:
    """Add every count, to each row once, in one order that all processes keep."""
    for statement, rows in sorted(_summed(tallies).items(), key=lambda each: each[0].table.name):
        counted = next(iter(rows.values()))
        names = [name for name in statement.table.columns.keys() if name not in counted]  # noqa: SIM118
        tx.update_all(
            statement,
            [{**dict(zip(names, key, strict=True)), **rows[key]} for key in sorted(rows)],
        )


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
    so_far = sums.get(key)
    if so_far is None:
        sums[key] = dict(counts)
    else:
        for name, count in counts.items():
            so_far[name] += count

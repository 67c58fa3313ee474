"""Bank files of many makers: whether every booking is found, and their sum is exact.

The manifest beside the files says how many bookings each has and, for the formats where a plain
count of tags can tell it, what their amounts sum to.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.report import Figure
from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading, Unreadable
from runwright.records.facts import Transaction


class _Found(NamedTuple):
    file: str
    every_booking: bool
    exact_sum: bool | None
    """None when the manifest does not say it."""


def measure(data: Path) -> list[Figure]:
    """The share of files with the expected number of bookings, and with the expected sum."""
    folder = data / "finance" / "bank_files"
    found = [_read(folder, expected) for expected in _manifest(folder)]
    for file in found:
        if not file.every_booking or file.exact_sum is False:
            print(f"  {file.file}: {file.every_booking=}, {file.exact_sum=}", flush=True)
    sums = [file.exact_sum for file in found if file.exact_sum is not None]
    return [
        _share("bank files with every booking", [file.every_booking for file in found]),
        _share("bank files with the exact sum", sums),
    ]


def _manifest(folder: Path) -> Iterator[dict[str, Any]]:
    for line in (folder / "manifest.jsonl").read_bytes().splitlines():
        yield orjson.loads(line)


def _read(folder: Path, expected: dict[str, Any]) -> _Found:
    amounts = _amounts(folder / expected["file"])
    summed = expected["sum_of_amounts"]
    known = None if summed is None else sum(amounts, Decimal()) == Decimal(str(summed))
    return _Found(expected["file"], len(amounts) == expected["transactions_by_tag_count"], known)


def _amounts(path: Path) -> list[Decimal]:
    """The amount of every booking; one that the reader cannot tell counts as nothing."""
    reading = Reading(path.name, datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC"))
    try:
        parts = list(text.read(path, reading))
    except Unreadable:
        return []
    facts = (part.facts for part in parts if isinstance(part, Draft))
    return [Decimal(each.amount or 0) for each in facts if isinstance(each, Transaction)]


def _share(name: str, kept: list[bool]) -> Figure:
    return Figure(name=name, value=sum(kept) / max(1, len(kept)), unit="share", at_least=1.0)

"""Records that are at hand as a list: for tests, evaluations, and whoever has fetched them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from runwright.records.facts import Document, Event, Passage, Table, Transaction
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import InvalidCall, Item, Read, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordList:
    """`Records` over a list. A search ranks by the share of the words that a record has."""

    items: Sequence[Item[Any]]
    today: date
    zone: ZoneInfo
    currency: str | None = None
    results: Mapping[str, Result] = field(default_factory=dict)

    def read(self, read: Read) -> Sequence[Item[Any]]:
        """What the filters of a read let through, or what fits its text best."""
        found = [item for item in self.items if _passes(item, read, self.zone)]
        if not read.text:
            return found
        wanted = set(split_words(fold(read.text)))
        scored = [item._replace(score=_share(wanted, item)) for item in found]
        best = sorted(scored, key=lambda item: -item.score)
        return [item for item in best if item.score > 0][: read.limit]

    def result(self, name: str) -> Result:
        """An earlier result."""
        try:
            return self.results[name]
        except KeyError:
            raise InvalidCall(f"There is no result {name}.") from None


def _passes(item: Item[Any], read: Read, zone: ZoneInfo) -> bool:
    if item.source != read.source or item.facts.kind not in read.kinds:
        return False
    if read.files and item.file not in read.files:
        return False
    first, last = days_of(item.facts, zone)
    if first is None:
        return read.start is None and read.end is None
    return (read.start is None or (last or first) >= read.start) and (
        read.end is None or first < read.end
    )


def days_of(
    facts: Event | Transaction | Passage | Table | Document, zone: ZoneInfo
) -> tuple[str | None, str | None]:
    """The first and the last day of a record, if it has any."""
    match facts:
        case Event(start=start, end=end) if start is not None:
            return _local_day(start, zone), _local_day(end or start, zone)
        case Transaction(day=day) | Document(date=day) if day is not None:
            return day, day
        case _:
            return None, None


def _local_day(moment: str, zone: ZoneInfo) -> str:
    if len(moment) == len("2026-11-16"):
        return moment
    instant = datetime.fromisoformat(moment.replace("Z", "+00:00"))
    return instant.astimezone(zone).date().isoformat()


def _share(wanted: set[str], item: Item[Any]) -> float:
    has = set(split_words(fold(f"{item.title} {item.text}")))
    return len(wanted & has) / len(wanted) if wanted else 0.0

"""The rows of the sums that a run is counted in.

A place is the primary key of such a row. Which places there are is said in `granularity`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.runs.accounts import days, granularity
from runwright.runs.accounts.metadata_hashes import Pair

Place = tuple[str, str, str, str, str, str, str, str, str]
"""Project, grain, metadata key, start, metadata value, then those of `granularity.COLUMNS`."""
Group = tuple[str, str, str, str]
"""The values of those columns."""
Starts = tuple[tuple[granularity.Length, str], ...]
_NO_PAIR = Pair("", "")


class Counted(NamedTuple):
    """Whose sums a run is counted in, and in which stretches of time."""

    project_id: str
    starts: Starts
    group: Group


def quarter_start(created_at: str) -> str:
    """Where the quarter of an hour begins; cut out of the text, as this is done for each run."""
    return f"{created_at[:14]}{int(created_at[14:16]) // 15 * 15:02}:00.000Z"


@lru_cache(1024)
def starts(quarter: str, time_zone: str) -> Starts:
    """Where the quarter and the day begin. No day begins within a quarter of an hour."""
    day = days.day_of(clock.parse(quarter), ZoneInfo(time_zone))
    return ("quarter", quarter), ("day", clock.stamp(day))


@lru_cache(1024)
def of_all(counted: Counted) -> tuple[Place, ...]:
    """The rows that sum all runs with a model, agent, network or key, or with two of these."""
    return tuple(_places(counted, _NO_PAIR, granularity.SLIM))


@lru_cache(1024)
def of_pair(counted: Counted, pair: Pair) -> tuple[Place, ...]:
    """The rows that sum the runs with one metadata pair."""
    return tuple(_places(counted, pair, granularity.SLIM_OF_PAIRS))


def _places(counted: Counted, pair: Pair, slim: tuple[tuple[str, ...], ...]) -> Iterator[Place]:
    project_id, group = counted.project_id, counted.group
    own = dict(zip(granularity.COLUMNS, group, strict=True))
    for length, start in counted.starts:
        yield (project_id, length, pair.key, start, pair.value, *group)
        for columns in slim:
            if all(own[name] for name in columns):
                model, agent, network, key = (own[n] if n in columns else "" for n in own)
                grain = granularity.slim(length, columns)
                yield project_id, grain, pair.key, start, pair.value, model, agent, network, key

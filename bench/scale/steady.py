"""What one operation costs when it is done over and over: CPU here, CPU there, and time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from bench import processes

LEAST = 30
WARM = 5
FEWEST = 3
"""Times that even a slow operation is done, once `LEAST` would take too long."""
PATIENCE = 4
"""How many times the wanted seconds `LEAST` may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The mean of CPU time, and the middle and the slow end of the time it took."""

    count: int
    cpu_us: float
    """Of this process and the database together."""
    database_cpu_us: float
    """Of the database's processes; part of the above, and 0 where it runs in this process."""
    p50_ms: float
    p95_ms: float

    def as_json(self) -> dict[str, Any]:
        """For the report."""
        return {name: round(value, 3) for name, value in asdict(self).items()}

    def without(self, part: Cost) -> Cost:
        """What is left of a cost when one of its parts is taken off."""
        return replace(
            self,
            cpu_us=max(self.cpu_us - part.cpu_us, 1.0),
            p50_ms=max(self.p50_ms - part.p50_ms, 0.0),
            p95_ms=max(self.p95_ms - part.p95_ms, 0.0),
        )


def measure(do: Callable[[], object], seconds: float, database: int | None) -> Cost:
    """Do it for so long, and at least some times; `database` is the process of PostgreSQL."""
    begin, warm = time.perf_counter(), 0
    while warm < WARM and time.perf_counter() - begin < seconds:
        do()
        warm += 1
    return _measured(do, seconds, LEAST, database)


def once(do: Callable[[], object], database: int | None) -> Cost:
    """Do it a single time: for what takes seconds."""
    return _measured(do, 0, 1, database)


def _measured(do: Callable[[], object], seconds: float, least: int, database: int | None) -> Cost:
    there = _cpu(database)
    here, began = time.process_time(), time.perf_counter()
    taken: list[float] = []
    passed = 0.0
    while len(taken) < min(least, FEWEST) or (
        passed < seconds or (len(taken) < least and passed < PATIENCE * seconds)
    ):
        begin = time.perf_counter()
        do()
        passed = time.perf_counter() - began
        taken.append((began + passed - begin) * 1e3)
    own, theirs = time.process_time() - here, _cpu(database) - there
    return Cost(
        count=len(taken),
        cpu_us=(own + theirs) / len(taken) * 1e6,
        database_cpu_us=theirs / len(taken) * 1e6,
        p50_ms=statistics.median(taken),
        p95_ms=sorted(taken)[len(taken) * 95 // 100],
    )


def _cpu(pid: int | None) -> float:
    return 0.0 if pid is None else processes.cpu_seconds(pid)

"""A small model of API processes before one database: who waits for whom, event by event.

A process computes on one core at a time. Its writer commits all runs that wait as one group, as
`runwright.db.writer` does. Cores belong to everybody on the machine. Service times vary by a
seeded chance, so the same question has the same answer.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

WARM = 0.2
"""The share of runs at the beginning that are not counted."""
SPREAD = 0.5
"""Service times lie between half as long and half as long again."""
Then = Callable[[], None]


class Costs(NamedTuple):
    """Seconds that one run, or one group of them, takes."""

    request: float
    """CPU of the API process for each run."""
    group: float
    """CPU of the API process for each group."""
    row: float
    """CPU of the database for each run."""
    commit: float
    """CPU of the database for each group."""
    generator: float
    """CPU of whoever asks, for each run."""
    flush: float
    """Waiting for the disk, for each group; no core is busy meanwhile."""


class Load(NamedTuple):
    """Who asks whom, on what."""

    processes: int
    connections: int
    cores: float
    """That are left for us; a part of one is a core that others use now and then."""
    one_project: bool = False
    """Whether all write to one project: its chain grows by one transaction at a time."""


class Outcome(NamedTuple):
    """What came out."""

    rate: float
    """Runs a second."""
    runs_a_group: float


def simulate(costs: Costs, load: Load, runs: int = 4_000, seed: int = 1) -> Outcome:
    """Let so many runs pass, with every connection asking again as soon as it was answered."""
    machine = _Machine(load.cores, random.Random(seed))
    chain = _Lock() if load.one_project else None
    processes = [
        _Process(machine, costs, number, chain or _Lock()) for number in range(load.processes)
    ]
    for number in range(load.connections):
        processes[number % load.processes].ask()
    warm = _passed(machine, processes, int(runs * WARM))
    end = _passed(machine, processes, runs)
    seconds, done, groups = (after - before for after, before in zip(end, warm, strict=True))
    return Outcome(done / seconds, done / groups)


def _passed(machine: _Machine, processes: list[_Process], runs: int) -> tuple[float, int, int]:
    """Go on until so many runs are done; the clock, the runs and the groups by then."""
    while (done := sum(process.done for process in processes)) < runs:
        machine.step()
    return machine.now, done, sum(process.groups for process in processes)


class _Machine:
    """A clock, and cores that are given to whoever has waited longest."""

    def __init__(self, cores: float, chance: random.Random) -> None:
        self.now = 0.0
        self._free = math.ceil(cores)
        self._slow = self._free / cores
        self._chance = chance
        self._due: list[tuple[float, int, Then]] = []
        self._number = 0
        self._waiting: list[tuple[str, float, Then]] = []
        self._computing: set[str] = set()

    def step(self) -> None:
        """Let the next thing happen."""
        self.now, _, then = heapq.heappop(self._due)
        then()

    def after(self, seconds: float, then: Then) -> None:
        """Do something once so much time has passed."""
        self._number += 1
        vary = self._chance.uniform(1 - SPREAD, 1 + SPREAD)
        heapq.heappush(self._due, (self.now + seconds * vary, self._number, then))

    def compute(self, who: str, seconds: float, then: Then) -> None:
        """Take a core for so long, as soon as there is one and `who` is not on another."""
        self._waiting.append((who, seconds, then))
        self._hand_out()

    def _hand_out(self) -> None:
        place = 0
        while self._free and place < len(self._waiting):
            who, seconds, then = self._waiting[place]
            if who in self._computing:
                place += 1
                continue
            del self._waiting[place]
            self._computing.add(who)
            self._free -= 1
            self.after(seconds * self._slow, partial(self._let_go, who, then))

    def _let_go(self, who: str, then: Then) -> None:
        self._computing.remove(who)
        self._free += 1
        then()
        self._hand_out()


class _Lock:
    """The head of a project's audit chain: one transaction holds it until it is durable."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: deque[Then] = deque()

    def take(self, then: Then) -> None:
        """Go on once nobody else holds it."""
        if self._is_held:
            self._waiting.append(then)
        else:
            self._is_held = True
            then()

    def release(self) -> None:
        """Hand it to the next."""
        if self._waiting:
            self._waiting.popleft()()
        else:
            self._is_held = False


class _Process:
    """One API process with its writer, and the connections that ask it."""

    def __init__(self, machine: _Machine, costs: Costs, number: int, chain: _Lock) -> None:
        self.done, self.groups = 0, 0
        self._machine, self._costs, self._chain = machine, costs, chain
        self._api, self._database, self._generator = (
            f"{part} {number}" for part in ("api", "database", "generator")
        )
        self._waiting, self._is_writing = 0, False

    def ask(self) -> None:
        """A connection sends its next run."""
        self._machine.compute(self._api, self._costs.request / 2, self._join)

    def _join(self) -> None:
        self._waiting += 1
        if not self._is_writing:
            self._write()

    def _write(self) -> None:
        size, self._waiting, self._is_writing = self._waiting, 0, True
        rows = partial(
            self._machine.compute, self._database, self._costs.row * size, self._take_chain(size)
        )
        self._machine.compute(self._api, self._costs.group, rows)

    def _take_chain(self, size: int) -> Then:
        commit = partial(
            self._machine.compute, self._database, self._costs.commit, self._flush(size)
        )
        return partial(self._chain.take, commit)

    def _flush(self, size: int) -> Then:
        return partial(self._machine.after, self._costs.flush, partial(self._committed, size))

    def _committed(self, size: int) -> None:
        self._chain.release()
        self.done, self.groups, self._is_writing = self.done + size, self.groups + 1, False
        for _ in range(size):
            self._machine.compute(self._api, self._costs.request / 2, self._answer)
        if self._waiting:
            self._write()

    def _answer(self) -> None:
        self._machine.compute(self._generator, self._costs.generator, self.ask)

"""What a run does next, as a function of what it has done: the same in every process.

First every source is read once, in the order given. Then the steps of the plan are done. A
finding may ask for more steps; they come next if the ceiling leaves room for them beside the rest
of the plan, and what they want is read before them. A run that was interrupted takes its course
up again by being told what its journal says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.engine.types import Finding, Item, Moment, Plan, Step, Want, Work


class Read(NamedTuple):
    """Fetch from one source."""

    source: str
    wants: tuple[Want, ...]


class Do(NamedTuple):
    """Perform one step."""

    n: int
    step: Step


Move = Read | Do


class Course:
    """The way of one run."""

    def __init__(
        self, plan: Plan, prompt: str, sources: Sequence[str], max_steps: int, deep: bool
    ) -> None:
        self._steps = deque(plan.steps)
        self._reads = deque(_first_read(plan, prompt, source) for source in sources)
        self._sources = frozenset(sources)
        self._max_steps = max_steps
        self._deep = deep
        self._items: dict[str, Item] = {}
        self.attached: tuple[Item, ...] = ()
        self.reads: list[tuple[Item, ...]] = []
        """What each read gave, in order."""
        self.findings: list[Finding] = []

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that was read, each item once."""
        return tuple(self._items.values())

    @property
    def pending(self) -> tuple[Read, ...]:
        """What is to be read before the next step."""
        return tuple(self._reads)

    def next(self) -> Move | None:
        """What comes next; None when only the result is left."""
        if self._reads:
            return self._reads[0]
        if self._steps and len(self.findings) < self._max_steps:
            return Do(len(self.findings) + 1, self._steps[0])
        return None

    def work(self, moment: Moment) -> Work:
        """What the next step may look at."""
        return Work(moment, self.items, tuple(self.findings), self._deep)

    def attach(self, items: Iterable[Item]) -> None:
        """What attached files say. They stand before what the sources gave, also in a run that
        takes its course up again and reads them after its journal."""
        self.attached = tuple(items)
        self._items = {}
        for read in (self.attached, *self.reads):
            self._take(read)

    def was_read(self, items: Iterable[Item]) -> None:
        """A read was done."""
        self._reads.popleft()
        self.reads.append(tuple(items))
        self._take(self.reads[-1])

    def _take(self, items: Iterable[Item]) -> None:
        for item in items:
            self._items.setdefault(item.id, item)

    def was_found(self, finding: Finding) -> None:
        """A step was done."""
        self._steps.popleft()
        self.findings.append(finding)
        room = self._max_steps - len(self.findings) - len(self._steps)
        extra = finding.more[: max(0, room)]
        self._steps.extendleft(reversed(extra))
        for source in dict.fromkeys(want.source for step in extra for want in step.wants):
            if source in self._sources:
                self._reads.append(Read(source, _wants(extra, source)))


def _first_read(plan: Plan, prompt: str, source: str) -> Read:
    return Read(source, _wants(plan.steps, source) or (Want(source, prompt),))


def _wants(steps: Iterable[Step], source: str) -> tuple[Want, ...]:
    wants = (want for step in steps for want in step.wants if want.source == source)
    return tuple(dict.fromkeys(wants))

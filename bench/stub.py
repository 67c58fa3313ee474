"""`python -m bench.stub serve …`: the service, with a mind that answers at once.

What a run costs then is its spine: everything but thinking. The mind reads nothing of its sources
but names them, does one step, and says one sentence, as the bare path does. No setting of the
product leads here: whoever does not start this module does not meet it.
"""

from __future__ import annotations

import runpy
from typing import Any

from runwright.jobs.messages import Reply
from runwright.minds.reading import ReadResult
from runwright.minds.types import Call, Closing, Output, Read, Task, Turn
from runwright.minds.values import Plan, Step, Weighed
from runwright.runs import loop
from runwright.runs.plans import drafts, planner
from runwright.runs.plans.types import PlanRequest

TOOL = "search"


class StubMind:
    """Thinks for one run: nothing at all."""

    def __init__(self, task: Task, given: bytes) -> None:
        self._task = task
        self._reads = 0
        self._is_done = False

    def next(self) -> Turn | None:
        """First the sources, then the one step."""
        if not self._reads and self._task.read_sources:
            return Turn(reads=tuple(Read(source) for source in self._task.read_sources))
        return None if self._is_done else Turn(calls=(Call(TOOL, {}, self._task.prompt),))

    def was_read(self, read: Read, found: ReadResult) -> int:
        """A read was done."""
        self._reads += 1
        return 0

    def perform(self, call: Call) -> Output:
        """Find nothing."""
        return Output({"looked_at": 0, "kept": 0, "result": {}, "items": ()}, {})

    def was_done(self, call: Call, output: Output) -> None:
        """The step was done."""
        self._is_done = True

    def close(self) -> Closing:
        """Say the prompt again."""
        said = self._task.prompt
        return Closing(
            said, ({"type": "text", "text": said},), True, (), None, Weighed(1, 1, 1), b""
        )


def plan(request: PlanRequest) -> Plan:
    """One step."""
    return Plan((Step(TOOL, request.prompt),), request.sources)


def install() -> None:
    """Put the stub in the place of every mind, in this process and in those that compute for it."""
    vars(planner).update(is_light=lambda _: True)
    vars(drafts).update(draft=plan)
    vars(loop).update(open_mind=StubMind, ADVANCE=f"bench.stub:{advance_there.__name__}")


def advance_there(given: dict[str, Any], *blobs: bytes) -> Reply:
    """`loop.advance_there` in a computing process, which was started without a stub."""
    vars(loop).update(open_mind=StubMind)
    return loop.advance_there(given, *blobs)


if __name__ == "__main__":
    install()
    runpy.run_module("runwright", run_name="__main__", alter_sys=True)

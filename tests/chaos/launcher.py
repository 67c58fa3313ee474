"""`runwright`, with faults built in: started by tests in place of the plain command.

`CHAOS_DIR` is the folder of its gates (see `gates`); `CHAOS_KILL=before:2` makes it kill itself
with -9 inside its second stored trace entry, before the commit, `after:2` after the commit. A
background run's last write counts as an entry too, and so does what a budget sets aside for a
reply of its language model. `CHAOS_KILL_NEW=before` does the same where a background run is made.
`CHAOS_SLOW=text` makes the child compute for a minute on each step whose part has that text (see
`slow`). Everything else is the product itself.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from chaos.gates import POLL_SECONDS, Gates, asked
from runwright.cli import main
from runwright.jobs.compute_process import Child
from runwright.jobs.embedded import store as embedded_store
from runwright.runs import loop, store
from runwright.runs.hosts.executor import Executor
from runwright.runs.hosts.worker import WorkerHost


def die() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


class Boundary:
    """Counts the stored entries of this process, and dies at one of them."""

    def __init__(self, wanted: str) -> None:
        self.side, _, number = wanted.partition(":")
        self.left = int(number)

    def pass_by(self, tx: Any) -> None:
        """Called when an entry was written and is not committed yet."""
        self.left -= 1
        if self.left == 0:
            if self.side == "before":
                die()
            tx.after_commit(die)


def kill_at(boundary: Boundary) -> None:
    """Watch everything that a worker stores for a run."""
    for name in ("append", "set_aside", "finish"):
        _watch(name, boundary)


def _watch(name: str, boundary: Boundary) -> None:
    real = getattr(store, name)

    def watched(tx: Any, *arguments: Any) -> None:
        real(tx, *arguments)
        boundary.pass_by(tx)

    setattr(store, name, watched)


def install(gates: Gates) -> None:  # noqa: C901 - one branch for each fault
    """Put every gate in its place."""
    gates.folder.mkdir(parents=True, exist_ok=True)
    carry_on, fetch, fail = Executor.carry_on, WorkerHost.fetch, Executor.give_up
    call = Child.call

    async def stop_at(gate: str, label: str) -> None:
        if gates.holds(gate, label):
            gates.arrive(gate, label)
            while gates.holds(gate, label):
                await asyncio.sleep(POLL_SECONDS)

    async def gated_job(self: Executor, job: Any) -> bool:
        await stop_at("job", job.subject)
        return await carry_on(self, job)

    async def gated_fetch(self: WorkerHost, reads: Any) -> None:
        for read in reads:
            await stop_at("fetch", f"{self._claim.head.id} {read.source}")
            await fetch(self, [read])

    async def gated_fail(self: Executor, job: Any, problem: Any) -> None:
        await stop_at("fail", "")
        await fail(self, job, problem)

    async def gated_call(
        self: Child, function: str, arguments: Any, *rest: Any, **options: Any
    ) -> Any:
        if function == loop.ADVANCE and arguments["task"]["language"] is not None:
            value = await call(self, function, arguments, *rest, **options)
            for done in loop.ahead_from(value).done:  # only now it is known what its model called
                gates.note_computation(done.call.description)
            return value
        part = _part(arguments) if function == loop.ADVANCE else None
        if part is None:
            return await call(self, function, arguments, *rest, **options)
        gates.note_computation(part)
        value = await call(self, function, arguments, *rest, **options)
        await stop_at("step", part)
        return value

    Executor.carry_on = gated_job  # type: ignore[method-assign]
    WorkerHost.fetch = gated_fetch  # type: ignore[method-assign]
    Executor.give_up = gated_fail  # type: ignore[method-assign]
    Child.call = gated_call  # type: ignore[method-assign]


def _part(arguments: Any) -> str | None:
    """The part of the prompt that the next step is about; None when none is to be done."""
    steps, done = arguments["task"]["plan"]["steps"], len(arguments["outputs"])
    if not arguments["most"] or done >= len(steps):
        return None
    return asked(steps[done]["part"])


def lose_postponements() -> None:
    """Every try to put a job off meets a storage that is away."""
    from runwright.errors import Overloaded

    def postpone(tx: Any, job: Any, owner: str, until: str) -> None:  # noqa: ARG001
        raise Overloaded("The storage is away (chaos).")

    embedded_store.postpone = postpone


def break_first_call(part: str) -> None:
    """The first computation of this part fails, as it does when two children die in a row."""
    from runwright.jobs.compute_process import ChildFailed

    call, broken = Child.call, list[str]()

    async def breaking(
        self: Child, function: str, arguments: Any, *rest: Any, **options: Any
    ) -> Any:
        if function == loop.ADVANCE and part in (_part(arguments) or "") and not broken:
            broken.append(part)
            raise ChildFailed("twice (chaos)")
        return await call(self, function, arguments, *rest, **options)

    Child.call = breaking  # type: ignore[method-assign]


def compute_slowly() -> None:
    """The child does its steps by `slow.perform`, which it finds by the path."""
    known = os.environ.get("PYTHONPATH")
    here = str(Path(__file__).parents[1])
    os.environ["PYTHONPATH"] = f"{here}{os.pathsep}{known}" if known else here
    loop.ADVANCE = "chaos.slow:advance"


if __name__ == "__main__":
    install(Gates(Path(os.environ["CHAOS_DIR"])))
    if wanted := os.environ.get("CHAOS_KILL"):
        kill_at(Boundary(wanted))
    if side := os.environ.get("CHAOS_KILL_NEW"):
        _watch("add_running", Boundary(f"{side}:1"))
    if part := os.environ.get("CHAOS_BREAK_FIRST"):
        break_first_call(part)
    if os.environ.get("CHAOS_SLOW"):
        compute_slowly()
    if os.environ.get("CHAOS_LOSE_POSTPONEMENTS"):
        lose_postponements()
    main()

"""A network's run, killed with -9 on its way: one result, no step twice, nothing shown taken back.

The uninterrupted run is the measure of all others, for the whole and for each of its children,
and what was set aside for them is settled once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from chaos.checker import check_chains, check_jobs, check_prefix, check_replays, check_runs
from chaos.conftest import Gated
from chaos.storage import look
from db.raw import Raw
from support.agents import agent, network, parts, start
from support.client import Api
from support.patience import PATIENCE

STEP = "What is 17 * 3?"
BODY = {"prompt": f"{STEP} Then: What is 100 - 1?", "context": ["calendar"]}
AMPLE = {"amount": "999", "period": "month"}


def _timeless(trace: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in entry.items() if not k.startswith("ms")} for entry in trace]


@dataclass(frozen=True, slots=True)
class Shown:
    """A network's run that has ended, times and ids aside."""

    traces: list[list[dict[str, Any]]]
    """Of the whole, then of each child."""
    results: list[dict[str, Any]]
    computed: Counter[str]

    def boundaries(self) -> list[str]:
        """What is stored after the plan, in a sequence of agents: one commit or a part of one."""
        found: list[str] = []
        for trace in self.traces[1:]:
            inner = [entry["type"] for entry in trace[1:-1]]
            found += [*inner, "end", *(f"whole {kind}" for kind in inner)]
        return [*found, "whole end"]


@dataclass(slots=True)
class Story:
    """One server, its network, the uninterrupted run, and runs that are killed."""

    gated: Gated
    strategy: str
    network: str = ""
    agents: list[str] = field(default_factory=list)
    measure: Shown = field(init=False)
    costs: list[int] = field(init=False)
    runs: int = 1
    """How many have ended; each costs its agents the same."""

    def __post_init__(self) -> None:
        server = self.gated.server.start()
        with server.api() as api:
            self.agents = [agent(api, name, budget=AMPLE) for name in ("Anna", "Bert")]
            self.network = network(api, self.agents, self.strategy)
            self.measure = self.ended(api, start(api, self.network, **BODY)["id"])
            self.costs = self.spent()
        server.kill()
        assert "99" in self.measure.results[0]["summary"]
        assert min(self.costs) > 0 or self.strategy == "router"

    def spent(self) -> list[int]:
        """What each agent has spent; nothing may be left set aside."""
        rows = Raw(self.gated.server).rows("SELECT holder, spent, reserved FROM budgets")
        assert not [row for row in rows if row[2]], rows
        return [sum(spent for holder, spent, _ in rows if holder == each) for each in self.agents]

    def ended(self, api: Api, run_id: str, already: int = 0) -> Shown:
        """A run once it has completed, with what was computed since."""
        whole = api.finished(run_id, PATIENCE)
        runs = [whole, *parts(api, whole)]
        assert [run["status"] for run in runs] == ["completed"] * len(runs), runs
        return Shown(
            traces=[_timeless(run["trace"]) for run in runs],
            results=[run["result"] for run in runs],
            computed=Counter(self.gated.gates.computations()[already:]),
        )

    def die(self, run_id: str, side: str, entry: int) -> str:
        """Let the run (a new one if there is none) come to its n-th next entry and die there."""
        gates, server = self.gated.gates, self.gated.server
        gates.close("job")
        self.gated.fault(CHAOS_KILL=f"{side}:{entry}")
        server.start()
        with server.api() as api:
            run_id = run_id or str(start(api, self.network, **BODY)["id"])
        gates.wait_for_arrival("job")
        gates.open("job")
        assert server.process is not None
        assert server.process.wait(timeout=PATIENCE) == -9
        server.kill()  # it is dead: this closes its pipe
        self.check()
        return run_id

    def check(self) -> None:
        """Nothing is half-written."""
        stored = look(self.gated.server)
        assert check_runs(stored) + check_chains(stored) + check_replays(stored) == []

    def trace_of(self, run_id: str) -> list[dict[str, Any]]:
        """The stored trace of a run, whether it has ended or not."""
        stored = look(self.gated.server)
        run = stored.run(run_id)
        assert run is not None
        if run["trace"] is not None:
            return _timeless(json.loads(run["trace"]))
        journal = sorted(stored.entries(run_id), key=lambda row: row["seq"])
        return _timeless([json.loads(row["entry"]) for row in journal])

    def family(self, run_id: str) -> list[str]:
        """The ids of the whole and of its children."""
        run = look(self.gated.server).run(run_id)
        assert run is not None
        return [run_id, *json.loads(run["request"])["children"]]

    def finish(self, run_id: str, already: int, lost: Counter[str] | None) -> None:
        """Let a plain server end the run, and compare it with the uninterrupted one."""
        shown = [self.trace_of(each) for each in self.family(run_id)]
        self.gated.fault()
        server = self.gated.server.start()
        try:
            with server.api() as api:
                ended = self.ended(api, run_id, already)
            for early, late in zip(shown, ended.traces, strict=True):
                assert check_prefix(early, late) == []
            assert ended.traces == self.measure.traces
            assert ended.results == self.measure.results
            if lost is not None:
                assert ended.computed == self.measure.computed + lost
            stored = look(server)
            assert check_jobs(stored) == []
            for child, trace in zip(self.family(run_id)[1:], ended.traces[1:], strict=True):
                reads = [entry for entry in trace if entry["type"] == "context"]
                assert stored.audit(child).count("context.read") == len(reads) == 1
            self.runs += 1
            assert self.spent() == [self.runs * cost for cost in self.costs]
        finally:
            server.kill()
        self.check()

    def kill_at(self, *boundaries: tuple[str, int]) -> None:
        """A fresh run, killed at one boundary after the other, each counted from its start."""
        kinds = self.measure.boundaries()
        run_id, at, lost = "", 0, Counter[str]()
        already = len(self.gated.gates.computations())
        try:
            for side, entry in boundaries:
                run_id = self.die(run_id, side, entry - at)
                at = self._stored(kinds, entry, side)
                if side == "before" and kinds[entry - 1] == "step":
                    lost[self._part(kinds, entry)] += 1
            self.finish(run_id, already, lost)
        finally:
            if self.gated.server.process is not None:
                self.gated.server.kill()

    def _stored(self, kinds: Sequence[str], entry: int, side: str) -> int:
        """How many entries stand after a kill: what a child has done is taken in as one."""
        first = last = entry
        if kinds[entry - 1] in ("whole context", "whole step"):
            while kinds[first - 2] in ("whole context", "whole step"):
                first -= 1
            while kinds[last] in ("whole context", "whole step"):
                last += 1
        return last if side == "after" else first - 1

    def _part(self, kinds: Sequence[str], entry: int) -> str:
        """Which step of the child it was."""
        done = 0
        for kind in kinds[: entry - 1]:
            done = 0 if kind == "end" else done + (kind == "step")
        prompts = [part.strip() for part in str(BODY["prompt"]).split("Then:")]
        return prompts[done]


def _story(kind: str, new_gated: Callable[..., Gated], strategy: str) -> Story:
    # Long leases: one that runs out on a busy machine would have a step computed again, by right.
    return Story(new_gated({"RUNWRIGHT_LEASE": "60" if kind == "sqlite" else "5"}), strategy)


@pytest.fixture(scope="module")
def sequence(kind: str, new_gated: Callable[..., Gated]) -> Story:
    """Two agents, one after the other, and their uninterrupted run."""
    return _story(kind, new_gated, "sequential")


def test_a_sequence_survives_kills_in_a_child_and_between_children(sequence: Story) -> None:
    """Before a step is stored, and in the middle of taking a child in."""
    kinds = sequence.measure.boundaries()
    step, taken = kinds.index("step") + 1, kinds.index("whole step") + 1
    sequence.kill_at(("before", step), ("before", taken))


@pytest.mark.slow
def test_a_sequence_survives_a_kill_at_every_boundary(sequence: Story) -> None:
    """Before and after each commit: one fresh run for each."""
    for entry in range(1, len(sequence.measure.boundaries()) + 1):
        for side in ("before", "after"):
            sequence.kill_at((side, entry))


@pytest.mark.parametrize(
    ("strategy", "at_work"),
    [("parallel", 2), pytest.param("router", 1, marks=pytest.mark.slow)],
)
def test_a_network_that_is_killed_with_its_children_at_work_goes_on(
    kind: str, new_gated: Callable[..., Gated], strategy: str, at_work: int
) -> None:
    """Every child has computed its first step and stored nothing of it."""
    story = _story(kind, new_gated, strategy)
    gates, server = story.gated.gates, story.gated.server
    already = len(gates.computations())
    gates.close("step", STEP)
    story.gated.fault()
    server.start()
    with server.api() as api:
        run_id = str(start(api, story.network, **BODY)["id"])
        gates.wait_for_arrival("step", at_work)
    server.kill()
    gates.open("step")
    story.check()
    story.finish(run_id, already, Counter({STEP: at_work}))

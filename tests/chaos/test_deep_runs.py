"""A y0-deep run over real items, killed at its boundaries: one result, no step twice.

The uninterrupted run comes first and is the measure of all others: the same summary, the same
evidence, the same trace but for the times, whatever was killed and wherever it went on.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from chaos.checker import check_all, check_nothing_lost, check_prefix
from chaos.conftest import Gated
from chaos.gates import Gates
from chaos.storage import look
from support import samples
from support.client import Api
from support.patience import PATIENCE, until
from support.server import Server

FILES = ((samples.NOTE, "note.md"), (samples.CALENDAR, "days.ics"), (samples.BANK, "bank.csv"))
BODY = {
    "model": "y0-deep",
    "prompt": "What is 17 * 3? Then: What is 9 * 9? Then: What is 100 - 1? Then: When is the "
    "dentist appointment?",
    "context": ["documents", "calendar", "finance"],
    "max_steps": 16,
}


def _fill(server: Server) -> None:
    """Something in each source, and nothing left to do for it."""
    with server.api() as api:
        for content, name in FILES:
            api.file(content, filename=name)
    until(lambda: not look(server).jobs, "every file was read and indexed", PATIENCE)


def _make(api: Api) -> str:
    made = api.post("/v1/runs", BODY)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def _timeless(trace: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in entry.items() if not k.startswith("ms")} for entry in trace]


@dataclass(frozen=True, slots=True)
class Measure:
    """The run as it is when nobody disturbs it."""

    trace: list[dict[str, Any]]
    result: dict[str, Any]
    evidence: list[dict[str, Any]]
    computed: list[str]

    @property
    def entries(self) -> list[str]:
        """What is stored behind the plan, in order; the result comes with the end."""
        return [entry["type"] for entry in self.trace[1:]]


def _show(api: Api, run_id: str, gates: Gates, already: int = 0) -> Measure:
    """A run once it has completed, with what was computed since."""
    run = api.finished(run_id, PATIENCE)
    assert run["status"] == "completed", run
    evidence = api.get(f"/v1/runs/{run_id}/sources").json()["data"]
    computed = gates.computations()[already:]
    return Measure(_timeless(run["trace"]), run["result"], evidence, computed)


@dataclass(slots=True)
class Story:
    """One server, its uninterrupted run, and runs that are killed."""

    gated: Gated
    measure: Measure = field(init=False)

    def __post_init__(self) -> None:
        server = self.gated.server.start()
        _fill(server)
        with server.api() as api:
            self.measure = _show(api, _make(api), self.gated.gates)
        server.kill()
        found = {entry["source"]: entry["items"] for entry in self.measure.trace[1:4]}
        # Only the calendar is asked about, so nothing of the others is read.
        assert found == {"documents": 0, "calendar": found["calendar"], "finance": 0}
        assert found["calendar"] >= 1
        assert len(self.measure.computed) == self.measure.entries.count("step")

    def die(self, run_id: str, side: str, entry: int) -> str:
        """Let the run (a new one if there is none) come to its n-th next entry and die there."""
        gates, server = self.gated.gates, self.gated.server
        gates.close("job")
        self.gated.fault(CHAOS_KILL=f"{side}:{entry}")
        server.start()
        with server.api() as api:
            run_id = run_id or _make(api)
        gates.wait_for_arrival("job")
        gates.open("job")
        assert server.process is not None
        assert server.process.wait(timeout=PATIENCE) == -9
        server.kill()  # it is dead: this closes its pipe
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == [], (side, entry)
        return run_id

    def finish(self, run_id: str, lost: Counter[str], already: int, shown: list[Any]) -> None:
        """Let a plain server end the run, and compare it with the uninterrupted one."""
        self.gated.fault()
        server = self.gated.server.start()
        with server.api() as api:
            ended = _show(api, run_id, self.gated.gates, already)
        assert check_prefix(_timeless(shown), ended.trace) == []
        assert ended.trace == self.measure.trace
        assert ended.result == self.measure.result
        assert ended.evidence == self.measure.evidence
        assert Counter(ended.computed) == Counter(self.measure.computed) + lost
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == []
        reads = self.measure.entries.count("context")
        assert stored.audit(run_id).count("context.read") == reads
        server.kill()

    def entries_of(self, run_id: str) -> list[Any]:
        """The stored trace of a run that may have ended."""
        stored = look(self.gated.server)
        run = stored.run(run_id)
        assert run is not None
        if run["trace"] is not None:
            return list(json.loads(run["trace"]))
        journal = sorted(stored.entries(run_id), key=lambda row: row["seq"])
        return [json.loads(row["entry"]) for row in journal]

    def kill_at(self, *boundaries: tuple[str, int]) -> None:
        """A fresh run, killed at one boundary after the other, each counted from its start."""
        try:
            self._kill_at(boundaries)
        finally:
            if self.gated.server.process is not None:
                self.gated.server.kill()

    def _kill_at(self, boundaries: Sequence[tuple[str, int]]) -> None:
        run_id, at, lost, shown = "", 0, Counter[str](), list[Any]()
        already = len(self.gated.gates.computations())
        for side, entry in boundaries:
            run_id = self.die(run_id, side, entry - at)
            at = entry if side == "after" else entry - 1
            now = self.entries_of(run_id)
            assert check_prefix(shown, now) == []
            assert len(now) == at + 1 or entry == len(self.measure.entries)
            shown = now
            if side == "before" and self.measure.entries[entry - 1] == "step":
                lost[self._part(entry)] += 1
        self.finish(run_id, lost, already, shown)

    def _part(self, entry: int) -> str:
        done = self.measure.entries[: entry - 1].count("step")
        return self.measure.computed[done]


@pytest.fixture(scope="module")
def story(kind: str, new_gated: Callable[..., Gated]) -> Story:
    """A server with items in each source, and its uninterrupted run.

    Long leases: one that runs out on a busy machine would have a step computed again, by right.
    A server on SQLite voids those of its predecessor; one on PostgreSQL waits for their end.
    """
    return Story(new_gated({"RUNWRIGHT_LEASE": "60" if kind == "sqlite" else "5"}))


def test_a_deep_run_survives_kills_in_its_reading_and_in_its_steps(story: Story) -> None:
    """Killed behind its second read, and again when its second step was computed."""
    assert story.measure.entries[:5] == ["context"] * 3 + ["step"] * 2
    story.kill_at(("after", 2), ("before", 5))


@pytest.mark.slow
def test_a_deep_run_survives_a_kill_at_every_boundary(story: Story) -> None:
    """Before and after each commit: one fresh run for each."""
    for entry in range(1, len(story.measure.entries) + 1):
        for side in ("before", "after"):
            story.kill_at((side, entry))


@pytest.mark.slow
def test_a_deep_run_survives_two_kills_in_a_row(story: Story) -> None:
    """Killed at the very boundary where it was killed already, and at the next one."""
    for entry in range(1, len(story.measure.entries)):
        story.kill_at(("before", entry), ("before", entry), ("after", entry))
        story.kill_at(("after", entry), ("after", entry + 1))


@pytest.mark.slow
def test_a_deep_run_that_was_killed_everywhere_replays(story: Story) -> None:
    """One run, killed on both sides of each of its commits, is proved by `runwright replay`."""
    entries = range(1, len(story.measure.entries) + 1)
    story.kill_at(*((side, entry) for entry in entries for side in ("before", "after")))
    server = story.gated.server
    newest = max(run["id"] for run in look(server).runs)
    done = server.run("replay", newest, "--data", str(server.data))
    assert done.returncode == 0, done.stdout


# On another server ------------------------------------------------------------------------------


def test_another_server_goes_on_when_the_first_is_killed(
    kind: str, new_gated: Callable[..., Gated]
) -> None:
    """Killed in the middle of a step, beside a second server that takes the run over."""
    if kind == "sqlite":
        pytest.skip("one SQLite file has one server")
    first = new_gated({"RUNWRIGHT_LEASE": "5"})
    first.server.start()
    _fill(first.server)
    second = first.second()
    part = "What is 100 - 1?"
    with first.server.api() as api:
        measure = _show(api, _make(api), first.gates)
        first.gates.close("step", part)
        run_id = _make(api)
        first.gates.wait_for_arrival("step")
        shown = api.get(f"/v1/runs/{run_id}").json()["trace"]
    assert first.server.process is not None
    os.killpg(first.server.process.pid, signal.SIGSTOP)  # it cannot go on while the gate opens
    first.gates.open("step")
    first.server.kill()
    with second.server, second.server.api(first.server.owner_key) as api:
        ended = _show(api, run_id, first.gates, len(measure.computed))
    assert ended.trace == measure.trace
    assert ended.result == measure.result
    assert check_prefix(_timeless(shown), ended.trace) == []
    assert Counter(ended.computed) == Counter([*measure.computed, part])
    assert check_all(look(second.server)) == []

"""kill -9 at every commit of a run on a language model: one result, and no reply paid twice.

The uninterrupted run comes first and is the measure of all others: the same answer, the same
steps, the same bill and budget, whatever was killed and wherever it went on. A scripted provider
counts what it is asked: a reply is asked for once more only where a kill came before its commit.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from chaos.checker import check_all, check_nothing_lost, check_prefix
from chaos.conftest import Gated
from chaos.storage import Stored, look
from support import samples
from support.client import Api
from support.language import settings
from support.patience import PATIENCE, until
from support.provider import ScriptedProvider, call

MODEL, SNAPSHOT = "words", "words-2027-01"
OCTOBER = {"start": "2026-10-01", "end": "2026-11-01"}
SPENT = {"type": "fact", "text": "You spent {r1.total} in October 2026."}
YEAR = {"type": "derived", "text": "Twelve times what you spent in October 2026 is {r3.value}."}
UNSUPPORTED = {"type": "fact", "text": "You spent {r1.total} on tickets to the moon."}
OWN = {"type": "text", "text": "Rent makes up most of it."}


def _says(*calls: tuple[str, Any]) -> dict[str, Any]:
    return {"calls": [call(name, given, f"c{n}") for n, (name, given) in enumerate(calls)]}


REPLIES = (
    _says(
        ("plan", {"steps": ["add October up", "look for the lease", "times twelve", "a file"]}),
        ("measure_transactions", {"period": OCTOBER, "direction": "spent"}),
        ("search_documents", {"text": "When does the lease of the Oslo office end?"}),
    ),
    _says(
        ("calculate", {"expression": "r1.total * 12"}),
        ("make_file", {"format": "csv", "results": ["r1"], "name": "october"}),
    ),
    _says(("answer", {"parts": [UNSUPPORTED, YEAR, OWN]})),
    _says(("answer", {"parts": [SPENT, YEAR, OWN]})),
)
BILL = (SNAPSHOT, 400, 80, 4, "0.000108")
"""Four times 100 tokens in at 0.15 and 20 out at 0.60 for a million."""
BODY = {
    "model": MODEL,
    "prompt": "What did I spend in October, what is that in a year, and when does my lease end?",
    "context": ["documents", "finance"],
    "max_steps": 8,
}
SCOPES = ("runs:write", "runs:read", "documents:read", "finance:read", "files:read")


@dataclass(frozen=True, slots=True)
class Ended:
    """What is left of a run when it has ended, but for ids and times."""

    trace: list[dict[str, Any]]
    summary: str
    parts: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    sources: list[dict[str, Any]]
    files: list[str]

    @property
    def commits(self) -> list[str]:
        """What a worker stores behind the plan and the first reply, in order."""
        before = {"model": ["set_aside", "model"], "result": ["end"]}
        kinds = [entry["type"] for entry in self.trace[2:]]
        return [each for kind in kinds for each in before.get(kind, [kind])]


_TIMES = ("ms", "ms_total", "start_us", "duration_us")


def _timeless(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in entry.items() if k not in _TIMES} for entry in entries]


def _ended(api: Api, run_id: str) -> Ended:
    run = api.finished(run_id, PATIENCE)
    assert run["status"] == "completed", run
    steps, made = api.get(f"/v1/runs/{run_id}/steps").json()["data"], run["result"]["artifacts"]
    return Ended(
        trace=_timeless(run["trace"]),
        summary=run["result"]["summary"],
        parts=api.get(f"/v1/runs/{run_id}/answer").json()["parts"],
        steps=_timeless(steps),
        sources=api.get(f"/v1/runs/{run_id}/sources").json()["data"],
        files=[api.get(f"/v1/artifacts/{each}/content").text for each in made],
    )


def _journal(stored: Stored, run_id: str) -> list[dict[str, Any]]:
    """The stored trace of a run that may have ended."""
    run = stored.run(run_id)
    assert run is not None
    if run["trace"] is not None:
        return list(json.loads(run["trace"]))
    rows = sorted(stored.entries(run_id), key=lambda row: row["seq"])
    return [json.loads(row["entry"]) for row in rows]


def _replies_in(journal: Sequence[dict[str, Any]]) -> int:
    return sum(entry["type"] == "model" for entry in journal)


def _bill(stored: Stored, run_id: str) -> list[tuple[Any, ...]]:
    names = ("model", "input_tokens", "output_tokens", "calls", "cost")
    found = [row for row in stored.run_usage if row["run_id"] == run_id]
    return [tuple(row[name] for name in names) for row in found]


@dataclass(slots=True)
class Story:
    """One server with records, its uninterrupted run, and runs that are killed."""

    gated: Gated
    provider: ScriptedProvider
    owner: str = field(init=False)
    secret: str = field(init=False, default="")
    """Of the key that the next run acts with: each has one, and so a budget, of its own."""
    key_id: str = field(init=False, default="")
    asked: list[int] = field(init=False, default_factory=list)
    """Which reply each request since the last run began was about: 1 for the first."""
    measure: Ended = field(init=False)
    computed: Counter[str] = field(init=False)
    spent: int = field(init=False)

    def __post_init__(self) -> None:
        server = self.gated.server.start()
        with server.project() as api:
            self.owner = api.secret
            api.file(samples.BANK, filename="bank.csv")
            api.file(samples.NOTE, filename="note.md")
        until(lambda: not look(server).jobs, "every file was read and indexed", PATIENCE)
        self.tell(0)  # before the key: the provider may remember another story's requests
        self.new_key()
        with server.api(self.secret) as api:
            run_id = self.make(api)
            self.measure = _ended(api, run_id)
        self.computed = Counter(self.gated.gates.computations())
        self.spent = self.budget(look(server))[0]
        server.kill()
        assert self.measure.commits == [
            *("context", "context", "step", "step", "set_aside", "model", "step", "step"),
            *("set_aside", "model", "set_aside", "model", "end"),
        ]
        assert self.requests() == Counter(range(1, len(REPLIES) + 1))
        assert "1,342.05 EUR" in self.measure.summary
        assert "not supported" not in self.measure.summary
        (file,) = self.measure.files
        assert "Lisbon" in file

    # What is asked and paid ------------------------------------------------------------------

    def new_key(self) -> None:
        """A key for the next run, with a budget of its own."""
        self.asked = []
        with self.gated.server.api(self.owner) as api:
            given = {"name": "one run", "scopes": list(SCOPES)}
            budget = {"amount": "1", "period": "month"}
            made = api.post("/v1/keys", {**given, "budget": budget})
            assert made.status_code == 201, made.text
            self.secret, self.key_id = made.json()["secret"], made.json()["id"]

    def tell(self, known: int) -> None:
        """Have the provider go on behind so many replies; it forgets what it was asked."""
        self.asked += self._asked_now()
        self.provider.tell(MODEL, *REPLIES[known:] or REPLIES[-1:])

    def requests(self) -> Counter[int]:
        """How often each reply was asked for since the run began."""
        return Counter(self.asked + self._asked_now())

    def _asked_now(self) -> list[int]:
        talks = [asked["body"]["messages"] for asked in self.provider.asked(MODEL)]
        return [1 + sum(each["role"] == "assistant" for each in talk) for talk in talks]

    def budget(self, stored: Stored) -> tuple[int, int]:
        """What the run's key has spent, and what is set aside for it."""
        (row,) = [row for row in stored.budgets if row["holder"] == self.key_id]
        return row["spent"], row["reserved"]

    # A run is made, killed and finished --------------------------------------------------------

    def make(self, api: Api) -> str:
        made = api.post("/v1/runs", BODY, headers={"Idempotency-Key": self.key_id})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def begin(self, **fault: str) -> None:
        """A server for a new run, with a fault."""
        self.gated.gates.close("job")
        self.gated.fault(**fault)
        self.gated.server.start()
        self.provider.tell(MODEL)  # what earlier runs were asked is forgotten
        self.new_key()
        self.tell(0)

    def see_it_die(self) -> Stored:
        """Wait for the kill; what is stored then."""
        server = self.gated.server
        assert server.process is not None
        assert server.process.wait(timeout=PATIENCE) == -9
        server.kill()  # it is dead: this closes its pipe
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == []
        return stored

    def kill_at(self, *boundaries: tuple[str, int]) -> str:
        """A fresh run, killed at one boundary after the other, each counted from its start."""
        try:
            return self._kill_at(boundaries)
        finally:
            if self.gated.server.process is not None:
                self.gated.server.kill()

    def _kill_at(self, boundaries: Sequence[tuple[str, int]]) -> str:
        gates, server, commits = self.gated.gates, self.gated.server, self.measure.commits
        run_id, at, shown, lost = "", 0, list[Any](), Counter[Any]()
        already = len(gates.computations())
        for side, commit in boundaries:
            fault = f"{side}:{commit - at}"
            if run_id:
                gates.close("job")
                self.gated.fault(CHAOS_KILL=fault)
                self.tell(_replies_in(shown))
                server.start()
            else:
                self.begin(CHAOS_KILL=fault)
                with server.api(self.secret) as api:
                    run_id = self.make(api)
            gates.wait_for_arrival("job")
            gates.open("job")
            stored = self.see_it_die()
            at = commit if side == "after" else commit - 1
            if side == "before":
                lost[self._lost(commit)] += 1
            if at and commits[at - 1] == "set_aside":
                at -= 1  # no entry of the journal: it is done once more
            now = _journal(stored, run_id)
            assert check_prefix(_timeless(shown), _timeless(now)) == [], (side, commit)
            assert _bill(stored, run_id)[0][3] == _replies_in(now), (side, commit)
            shown = now
        self.tell(_replies_in(shown))
        self.finish(run_id, shown, lost, already)
        return run_id

    def _lost(self, commit: int) -> Any:
        """What a kill before a commit throws away: a step by its words, a reply by its number."""
        commits = self.measure.commits
        kind, before = commits[commit - 1], commits[: commit - 1]
        if kind == "step":
            return self.measure.steps[before.count("step")]["description"]
        return 2 + before.count("model") if kind == "model" else None

    def finish(
        self, run_id: str, shown: Sequence[dict[str, Any]], lost: Counter[Any], already: int
    ) -> None:
        """Let a plain server end the run, compare it with the uninterrupted one, and replay it."""
        self.gated.gates.open("job")
        self.gated.fault()
        server = self.gated.server.start()
        with server.api(self.secret) as api:
            ended = _ended(api, run_id)
            requests = self.requests()
            computed = Counter(self.gated.gates.computations()[already:])
            replayed = api.post(f"/v1/runs/{run_id}/replay").json()
        assert check_prefix(_timeless(shown), ended.trace) == []
        assert ended == self.measure
        steps = Counter({each: n for each, n in lost.items() if isinstance(each, str)})
        replies = Counter({each: n for each, n in lost.items() if isinstance(each, int)})
        assert computed == self.computed + steps
        assert requests == Counter(range(1, len(REPLIES) + 1)) + replies
        assert replayed["identical"] is True, replayed
        assert self.requests() == requests
        stored = look(server)
        assert check_all(stored) + check_nothing_lost(stored) == []
        assert _bill(stored, run_id) == [BILL]
        assert self.budget(stored)[0] == self.spent
        assert stored.audit(run_id).count("context.read") == 2
        assert [run["id"] for run in stored.runs if run["key_id"] == self.key_id] == [run_id]
        server.kill()


@pytest.fixture(scope="module")
def story(
    kind: str, new_gated: Callable[..., Gated], provider: ScriptedProvider, models: Path
) -> Story:
    """A server with records, and its uninterrupted run.

    Long leases: one that runs out on a busy machine would have a step computed again, by right.
    A server on SQLite voids those of its predecessor; one on PostgreSQL waits for their end.
    """
    more = {
        "RUNWRIGHT_LEASE": "60" if kind == "sqlite" else "5",
        "RUNWRIGHT_SEARCH_BY_MEANING": "false",
        "RUNWRIGHT_MODEL_SECONDS": "120",
    }
    return Story(new_gated(settings(provider, models, **more)), provider)


def test_a_language_run_survives_two_kills(story: Story) -> None:
    """Killed when its second reply came in, and behind the answer that is sent back to it."""
    commits = story.measure.commits
    assert [commits[n - 1] for n in (6, 10)] == ["model", "model"]
    story.kill_at(("before", 6), ("after", 10))


@pytest.mark.slow
def test_a_language_run_survives_a_kill_at_every_boundary(story: Story) -> None:
    """Before and after each commit: one fresh run for each."""
    for commit in range(1, len(story.measure.commits) + 1):
        for side in ("before", "after"):
            story.kill_at((side, commit))


@pytest.mark.slow
def test_a_language_run_that_was_killed_everywhere_replays(story: Story) -> None:
    """One run, killed on both sides of each of its commits, is proved by `runwright replay`."""
    commits = range(1, len(story.measure.commits) + 1)
    run_id = story.kill_at(*((side, commit) for commit in commits for side in ("before", "after")))
    server = story.gated.server
    asked = story.requests()
    done = server.run("replay", run_id, "--data", str(server.data))
    assert done.returncode == 0, done.stdout
    assert story.requests() == asked


@pytest.mark.slow
@pytest.mark.parametrize("side", ["before", "after"])
def test_a_client_that_tries_again_has_one_run(story: Story, side: str) -> None:
    """Killed where the run is made: only a reply that was not stored is asked for again."""
    already = len(story.gated.gates.computations())
    story.begin(CHAOS_KILL_NEW=side)
    server = story.gated.server
    with server.api(story.secret) as api, pytest.raises(httpx.TransportError):
        story.make(api)
    stored = story.see_it_die()
    made = [run["id"] for run in stored.runs if run["key_id"] == story.key_id]
    assert len(made) == (1 if side == "after" else 0)
    story.gated.fault()
    story.tell(len(made))
    server.start()
    with server.api(story.secret) as api:
        run_id = story.make(api)
    assert made in ([], [run_id])
    server.kill()
    lost = Counter([1] if side == "before" else [])
    story.finish(run_id, [], lost, already)

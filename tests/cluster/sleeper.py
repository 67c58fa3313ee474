"""A worker that sleeps in the middle of its runs, and wakes up when others have done them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from chaos.checker import check_computed_once
from chaos.storage import look
from cluster.cluster import Cluster
from cluster.nodes import Node
from support.client import Api
from support.patience import until

COUNT = 4
LETS_GO = ("run_fenced", "run_left", "job_postponed")
"""What a worker logs of a run that went to another: its write came too late; or it learned first
that the queue has forgotten a worker so silent, and dropped all that it had in its hands; or its
connection to the database is gone, and its job with it."""


@dataclass(frozen=True, slots=True)
class Held:
    """A background run whose worker has computed its second step and not stored it."""

    id: str
    first: str
    second: str


def put_to_sleep(cluster: Cluster, seconds: float, meanwhile: Callable[[Node], None]) -> list[str]:
    """Let a worker sleep for so long with runs in its hands; what is wrong after it.

    What is done meanwhile begins when others have brought those runs to their end.
    """
    with cluster.api() as api:
        held = _begin(cluster, api)
        sleeper = _holder(cluster)
        mine = [run for run in held if run.second in cluster.gates[sleeper.name].arrived("step")]
        sleeper.pause()
        asleep_since = time.monotonic()
        for gates in cluster.gates.values():
            gates.open("step")
        frozen = {run.id: _ended(api, run.id) for run in held}
        meanwhile(sleeper)
        time.sleep(max(0.0, asleep_since + seconds - time.monotonic()))
        sleeper.resume()
        for run in mine:
            until(partial(_lets_go, sleeper, run.id), f"the sleeper let go of {run.id}")
        found = [
            f"{run_id} changed when its first worker woke up"
            for run_id, before in frozen.items()
            if api.get(f"/v1/runs/{run_id}").content != before
        ]
        found += _check_computed(cluster, held, mine)
        found += _check_read_once(sleeper, held)
        return found + _check_works_again(cluster, api, sleeper)


def _begin(cluster: Cluster, api: Api) -> list[Held]:
    held = []
    for gates in cluster.gates.values():
        gates.close("step", "+ 90002?")
    for n in range(COUNT):
        first, second = f"What is {n} + 90001?", f"What is {n} + 90002?"
        made = api.run(f"{first} Then: {second}", model="y0-deep", context=["calendar"])
        held.append(Held(made["id"], first, second))
    until(
        lambda: sum(len(_arrived(cluster, node)) for node in cluster.workers) == COUNT,
        "every run is in the middle of its second step",
        60,
    )
    return held


def _lets_go(sleeper: Node, run_id: str) -> bool:
    return any(sleeper.is_logged(event, run_id) for event in LETS_GO)


def _arrived(cluster: Cluster, node: Node) -> list[str]:
    return cluster.gates[node.name].arrived("step")


def _holder(cluster: Cluster) -> Node:
    """The worker with the most of them in its hands."""
    return max(cluster.workers, key=lambda node: len(_arrived(cluster, node)))


def _ended(api: Api, run_id: str) -> bytes:
    """The run once it has completed, as it is shown.

    A worker that fell asleep inside a transaction holds its locks for some seconds: until
    PostgreSQL throws it out, others may be refused.
    """
    shown: list[bytes] = []

    def has_completed() -> bool:
        answer = api.get(f"/v1/runs/{run_id}")
        assert answer.status_code in (200, 503), answer.text
        shown[:] = [answer.content]
        return answer.status_code == 200 and answer.json()["status"] == "completed"

    until(has_completed, f"{run_id} has completed")
    return shown[0]


def _check_computed(cluster: Cluster, held: list[Held], mine: list[Held]) -> list[str]:
    """Each step was computed once, but for those that the sleeper had in its hands."""
    parts = [part for run in held for part in (run.first, run.second)]
    done = [part for gates in cluster.gates.values() for part in gates.computations()]
    lost: Mapping[str, int] = {run.second: 1 for run in mine}
    return check_computed_once(parts, [part for part in done if "+ 9000" in part], lost)


def _check_read_once(node: Node, held: list[Held]) -> list[str]:
    stored = look(node.server)
    return [
        f"{run.id} read its source {times} times"
        for run in held
        if (times := stored.audit(run.id).count("context.read")) != 1
    ]


def _check_works_again(cluster: Cluster, api: Api, sleeper: Node) -> list[str]:
    """Alone, the one that slept takes and does new runs."""
    for node in cluster.workers:
        if node is not sleeper:
            node.kill()
    run = api.finished(api.run("What is 5 + 5?", model="y0-deep")["id"], 60)
    return [] if run["status"] == "completed" else [f"the sleeper left its next run {run}"]

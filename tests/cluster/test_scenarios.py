"""Three API nodes and three workers under load, and one kind of accident at a time."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from cluster.aftermath import violations
from cluster.cluster import Cluster
from cluster.nodes import Node
from cluster.plan import DATABASE, Fault, Kind, Round, carry_out, seed_for
from cluster.sleeper import put_to_sleep
from support.client import error_of
from support.patience import until

pytestmark = pytest.mark.cluster

KILLS = 8
FULL = 4


def test_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    """kill -9 on API nodes and workers, one or two at a time, again and again."""
    seed = seed_for("kills")
    dice = random.Random(f"kills {seed}")
    with Cluster(tmp_path) as cluster:
        rounds = [
            Round(
                tuple(Fault("kill", name) for name in dice.sample([*cluster.nodes], 1 + n % 2)),
                dice.uniform(0.5, 3.0),
                dice.uniform(0.5, 2.0),
            )
            for n in range(KILLS)
        ]
        with cluster.traffic(seed):
            time.sleep(2)
            carry_out(cluster, rounds)
        assert violations(cluster) == []


def test_a_worker_that_slept_for_a_minute_does_not_act_on_what_was_rescued(tmp_path: Path) -> None:
    """Its runs were done by others: one result each, no step twice, and what it says is fenced."""
    seed = seed_for("a minute's sleep")
    settings = {"RUNWRIGHT_LEASE": "10"}
    with Cluster(tmp_path, settings=settings, is_gated=True) as cluster:

        def go_on(_sleeper: Node) -> None:
            with cluster.traffic(seed, clients=3):
                time.sleep(20)

        found = put_to_sleep(cluster, seconds=60, meanwhile=go_on)
        assert found + violations(cluster) == []


def test_a_database_that_restarts_and_one_that_crashes_lose_nothing(tmp_path: Path) -> None:
    """In an orderly way and with everything unwritten left to its log; fsync is on."""
    seed = seed_for("the database")
    kinds: tuple[Kind, ...] = ("stop-database", "crash-database", "crash-database")
    rounds = [Round((Fault(kind, DATABASE),), 3.0, 6.0) for kind in kinds]
    with Cluster(tmp_path) as cluster:
        assert cluster.postgres.setting("fsync") == "on"
        with cluster.traffic(seed):
            time.sleep(2)
            carry_out(cluster, rounds)
        assert violations(cluster) == []


def test_a_full_queue_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """503 with Retry-After while nobody works; what was refused is made when it is sent again."""
    seed = seed_for("a full queue")
    with Cluster(tmp_path, settings={"RUNWRIGHT_JOB_QUEUE": str(FULL)}) as cluster:
        for node in cluster.workers:
            node.kill()
        with cluster.traffic(seed):
            until(lambda: _refused(cluster) >= 6, "the queue is full")
            with cluster.api() as api:
                refused = api.post("/v1/runs", {"model": "y0-deep", "prompt": "What is 1 + 1?"})
                error_of(refused, 503, "overloaded")
                assert int(refused.headers["retry-after"]) >= 1
                assert api.run()["status"] == "completed"
            cluster.start(*cluster.workers)
            time.sleep(5)
        assert violations(cluster) == []


def _refused(cluster: Cluster) -> int:
    return sum(call.status == 503 for call in list(cluster.record.calls))


def test_a_network_that_is_cut_silent_or_forgetful_loses_nothing(tmp_path: Path) -> None:
    """Between nodes and the database, and between clients and nodes."""
    seed = seed_for("the network")
    rounds = [
        Round((Fault("cut", "api1"), Fault("cut", "worker1")), 5.0, 2.0),
        Round((Fault("silence", "api2"), Fault("silence", "worker2")), 8.0, 2.0),
        Round((Fault("lose", "api3"), Fault("lose", "worker3")), 12.0, 2.0),
        Round((Fault("isolate", "api1"), Fault("mute", "api2")), 5.0, 2.0),
    ]
    with Cluster(tmp_path) as cluster:
        with cluster.traffic(seed):
            time.sleep(2)
            carry_out(cluster, rounds)
        assert violations(cluster) == []

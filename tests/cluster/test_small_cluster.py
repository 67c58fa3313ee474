"""Two API nodes and two workers: one of each is killed, one worker sleeps, nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path

from cluster.aftermath import violations
from cluster.cluster import Cluster
from cluster.nodes import Node
from cluster.plan import seed_for
from cluster.sleeper import put_to_sleep

REST = 0.5


def test_a_small_cluster_survives_a_kill_of_each_kind_and_a_sleeper(tmp_path: Path) -> None:
    """Under load; the sleeper wakes up to jobs that another has done, and leaves them alone."""
    seed = seed_for("a small cluster")
    with Cluster(tmp_path, servers=2, workers=2, projects=1, is_gated=True) as cluster:

        def kill_the_others(sleeper: Node) -> None:
            (awake,) = (node for node in cluster.workers if node is not sleeper)
            with cluster.traffic(seed, clients=3):
                time.sleep(REST)
                for node in (awake, cluster.servers[1]):
                    node.kill()
                time.sleep(REST)
                cluster.start(awake, cluster.servers[1])
                time.sleep(REST)

        found = put_to_sleep(cluster, seconds=10, meanwhile=kill_the_others)
        assert found + violations(cluster) == []

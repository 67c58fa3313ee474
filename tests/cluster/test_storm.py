"""Everything at once, for some minutes, as a seed says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cluster.aftermath import violations
from cluster.cluster import Cluster
from cluster.plan import carry_out, seed_for, storm

pytestmark = pytest.mark.cluster

ROUNDS = 16


def test_a_storm_loses_nothing(tmp_path: Path) -> None:
    """Kills, sleepers, a database that goes away and a network that does, under load."""
    seed = seed_for("a storm")
    with Cluster(tmp_path) as cluster:
        servers = [node.name for node in cluster.servers]
        workers = [node.name for node in cluster.workers]
        with cluster.traffic(seed):
            carry_out(cluster, storm(seed, servers, workers, rounds=ROUNDS))
        assert violations(cluster) == []

"""A file begins to be read the moment it was taken, not when a worker next looks."""

from __future__ import annotations

import sys
from pathlib import Path

from chaos.graph import rows
from support.patience import until
from support.server import Server

LATE = (
    "from runwright import worker\nfrom runwright.jobs.embedded import queue\n"
    "queue.POLL_SECONDS = worker.SWEEP_SECONDS = 3600.0\n"
    "from runwright.cli import main\nmain()"
)


def test_a_worker_is_woken_for_each_file_and_each_step_that_follows(tmp_path: Path) -> None:
    """With a worker that would look by itself once an hour, everything happens all the same."""
    settings = {"RUNWRIGHT_RATE_LIMIT": "1000000/min", "RUNWRIGHT_EXTRACT_SLOTS": "1"}
    command = [sys.executable, "-c", LATE]
    with Server(tmp_path / "data", None, settings, command) as server, server.project() as api:
        sent = [api.upload(b"Words about the lease %d." % n).json()["id"] for n in range(4)]
        for file_id in sent:
            assert api.settled(file_id)["status"] == "processed"
        until(lambda: not rows(server, "queued_jobs"), "everything is embedded")
        question = {"source": "documents", "q": "a contract for renting rooms"}
        found = api.get("/v1/context/search", params=question).json()["data"]
        assert {item["file"] for item in found} == set(sent)

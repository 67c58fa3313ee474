"""Full queues refuse with 503 and `Retry-After`, and what they refuse leaves no run."""

from __future__ import annotations

import json
from collections.abc import Callable

from chaos.checker import check_all, check_nothing_lost
from chaos.conftest import Gated
from chaos.load import creations, fire
from chaos.storage import look
from support.client import error_of
from support.patience import until
from support.server import Server

DEEP = {"model": "y0-deep", "prompt": "What is 401 + 1?"}


def test_a_full_job_queue_refuses_background_runs_only(new_gated: Callable[..., Gated]) -> None:
    """503 and no run; y0-fast goes on; with room again the same Idempotency-Key makes its run."""
    gated = new_gated({"RUNWRIGHT_JOB_QUEUE": "2"})
    server = gated.server.start()
    gated.gates.close("step")
    with server.api() as api:
        runs = [api.post("/v1/runs", DEEP).json()["id"] for _ in range(2)]
        gated.gates.wait_for_arrival("step", count=2)
        for _ in range(3):
            refused = api.post("/v1/runs", DEEP, headers={"Idempotency-Key": "later"})
            error_of(refused, 503, "overloaded")
            assert int(refused.headers["retry-after"]) >= 1
        fast = api.run()["id"]
        stored = look(server)
        assert {run["id"] for run in stored.runs} == {*runs, fast}
        assert len(stored.jobs) == 2
        assert stored.idempotency == []
        refusal = [row for row in stored.audit_log if row["action"] == "runs.create"]
        assert len(refusal) == 6, "each call is audited, refused or not"
        gated.gates.open("step")
        for run in runs:
            assert api.finished(run)["status"] == "completed"
        made = api.post("/v1/runs", DEEP, headers={"Idempotency-Key": "later"})
        assert made.status_code == 201
        assert "idempotent-replayed" not in made.headers
        assert api.finished(made.json()["id"])["status"] == "completed"
    assert check_all(look(server)) == []
    server.kill()


def _all_ended(server: Server) -> bool:
    return all(run["status"] == "completed" for run in look(server).runs)


def test_a_full_write_queue_refuses_and_leaves_nothing_half_done(
    new_server: Callable[..., Server],
) -> None:
    """With room for one waiting write and 64 callers: stored is exactly what was answered."""
    server = new_server(settings={"RUNWRIGHT_WRITE_QUEUE": "1"}).start()
    outcome = fire(server.url, server.owner_key, creations("narrow", 600), at_once=64)
    assert outcome.cut_off == []
    assert outcome.answered, "nothing got through"
    assert outcome.refused, "the queue was never full"
    assert {(reply.status, reply.code) for reply in outcome.refused} == {(503, "overloaded")}
    assert all(int(reply.headers["retry-after"]) >= 1 for reply in outcome.refused)
    until(lambda: _all_ended(server), "background runs got through as well")
    stored = look(server)
    assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == []
    tags = {json.loads(run["metadata"])["tag"] for run in stored.runs}
    assert tags == {answer.tag for answer in outcome.answered}
    keys = {row["key"] for row in stored.idempotency}
    assert keys == {answer.key for answer in outcome.answered if answer.key}
    server.kill()

"""kill -9 around each commit of a run that makes a file: in the end there is one, and whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from chaos.conftest import Gated
from db.raw import Raw
from support import calls
from support.patience import PATIENCE

PROMPT = calls.plan(
    ("calculate", {"expression": "111 * 11"}), ("make_file", {"format": "csv", "results": ["r1"]})
)
COMMITS = 3
"""Two steps and the end."""


def test_a_file_is_kept_once_however_often_its_run_is_killed(
    new_gated: Callable[..., Gated], tmp_path: Path
) -> None:
    models = str(calls.write_manifests(tmp_path / "models"))
    gated = new_gated({"RUNWRIGHT_LEASE": "3", "RUNWRIGHT_MODELS": models})
    server, raw, run_id = gated.server, Raw(gated.server), ""
    for side in ("before", "after") * COMMITS:
        gated.gates.close("job")
        gated.fault(CHAOS_KILL=f"{side}:1")
        server.start()
        with server.api() as api:
            run_id = run_id or str(api.run(PROMPT, model=calls.DEEP)["id"])
            kept = raw.rows("SELECT id FROM artifacts")
            assert len(kept) == len(api.get(f"/v1/runs/{run_id}").json().get("result", []))
        gated.gates.wait_for_arrival("job")
        gated.gates.open("job")
        assert server.process is not None
        assert server.process.wait(timeout=PATIENCE) == -9
        server.kill()
    gated.fault()
    server.start()
    with server.api() as api:
        (artifact,) = api.finished(run_id, PATIENCE)["result"]["artifacts"]
        record = api.get(f"/v1/artifacts/{artifact}").json()
        content = api.get(f"/v1/artifacts/{artifact}/content").content
    assert raw.rows("SELECT id FROM artifacts") == [(artifact,)]
    assert raw.rows("SELECT * FROM trace_entries") == []
    assert b"1221" in content
    assert record["sha256"] == hashlib.sha256(content).hexdigest()
    server.kill()

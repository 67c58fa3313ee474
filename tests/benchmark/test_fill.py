"""The benchmark fills a database with runs that are as real as the server's own."""

from __future__ import annotations

from pathlib import Path

from bench import fill

from support.server import Server


def test_filled_runs_are_read_listed_and_verified(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        key = server.owner_key
    fill.fill(server.data, key, 300)
    ids = fill.sample_ids(server.data, 10, tmp_path / "ids").read_text().split()
    with server, server.api() as api:
        assert len(ids) == 10
        for run_id in ids:
            run = api.get(f"/v1/runs/{run_id}")
            assert run.status_code == 200, run.text
            assert run.json()["trace"][-1]["type"] == "result"
        assert len(api.get("/v1/runs", params={"limit": 100}).json()["data"]) == 100
        assert api.get("/v1/runs", params={"q": "dentist"}).json()["data"]
        verified = api.get("/v1/audit_log/verify").json()
        assert verified["valid"]
        assert verified["entries"] > 600

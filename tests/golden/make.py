"""Make a golden database with the version at hand: `.venv/bin/python tests/golden/make.py`.

Run it once for each released version, never to make a failing test pass: what is stored here is
what that version wrote and showed, and every later version must show the same bytes.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.client import Api  # noqa: E402
from support.server import SIGNING_KEY, Server  # noqa: E402

THREE = "add 2 and 3, then double it, then subtract 1"
RUNS = [
    {"model": "y0-fast", "prompt": "What is 6 * 7?"},
    {"model": "y0-fast", "prompt": "What date is it today?", "metadata": {"team": "blue"}},
    {"model": "y0-fast", "prompt": "Who wrote it?", "context": ["documents", "calendar"]},
    {"model": "y0-fast", "prompt": 'Reverse "Grüße 🚆"', "metadata": {"é": "𝄞", "q": '"\\'}},
    {"model": "y0-deep", "prompt": THREE, "context": ["finance"], "max_steps": 16},
    {"model": "y0-deep-2026-11", "prompt": "What is 1/3 + 1/6?"},
]


def main() -> None:
    """Fill a fresh database through the API, and keep it beside what the API showed."""
    folder = Path(tempfile.mkdtemp())
    # One slot, so that a second background run surely waits while its key goes or it is cancelled.
    settings = {"RUNWRIGHT_JOB_SLOTS": "1", "RUNWRIGHT_SIGNING_KEY": SIGNING_KEY}
    server = Server(folder / "data", settings=settings)
    with server, server.api() as api:
        runs = [api.finished(_create(api, body)) for body in RUNS]
        runs += [_cancelled(api), _failed(api)]
        api.delete(f"/v1/runs/{_create(api, RUNS[0])}")
        shown = {path: api.get(path).text for run in runs for path in _paths(str(run["id"]))}
    _keep(server.data, shown)
    shutil.rmtree(folder)


def _create(api: Api, body: dict[str, object]) -> str:
    made = api.post("/v1/runs", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def _cancelled(api: Api) -> dict[str, object]:
    run = _create(api, {"model": "y0-deep", "prompt": THREE})
    ended = api.post(f"/v1/runs/{run}/cancel").json()
    assert ended["status"] == "cancelled"
    return dict(ended)


def _failed(api: Api) -> dict[str, object]:
    """A run whose key is revoked while it waits; tried until the revocation comes in time."""
    for _ in range(20):
        made = api.post("/v1/keys", {"name": "doomed", "scopes": ["runs:write"]}).json()
        for _ in range(5):
            _create(api, {"model": "y0-deep", "prompt": THREE})
        with Api(api.url, made["secret"]) as doomed:
            run = _create(doomed, {"model": "y0-deep", "prompt": THREE})
        api.delete(f"/v1/keys/{made['id']}")
        ended = api.finished(run)
        if ended["status"] == "failed":
            return ended
    raise RuntimeError("no run failed")


def _paths(run: str) -> list[str]:
    return [f"/v1/runs/{run}", f"/v1/runs/{run}?include_trace=false", f"/v1/runs/{run}/timeline"]


def _keep(data: Path, shown: dict[str, str]) -> None:
    source = sqlite3.connect(data / "runwright.db")
    source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    source.execute("PRAGMA journal_mode = DELETE")
    source.execute("PRAGMA page_size = 512")  # most tables are empty, and each takes a page
    source.execute("VACUUM")
    source.close()
    shutil.copy(data / "runwright.db", HERE / "runwright.db")
    # Ignored by git under its own name, as every owner key should be.
    shutil.copy(data / "owner.key", HERE / "owner.key.golden")
    text = json.dumps(shown, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (HERE / "expected.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

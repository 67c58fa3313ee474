"""A background run acts with its key's scopes as they are at each fetch."""

from __future__ import annotations

from typing import Any

import pytest

from chaos.conftest import Gated
from chaos.storage import look
from support.client import Api

SOURCES = ["calendar", "documents"]
SCOPES = ["calendar:read", "documents:read", "runs:read", "runs:write"]


def _waiting_before_second_fetch(gated: Gated, api: Api) -> tuple[str, str]:
    """The ids of a key and of its run, which has read one source and waits before the other."""
    made = api.post("/v1/keys", {"name": "narrow", "scopes": SCOPES}).json()
    gated.gates.close("fetch", "documents")
    with Api(api.url, made["secret"]) as client:
        body = {"model": "y0-deep", "prompt": "What is 3 + 4?", "context": SOURCES}
        run_id = client.post("/v1/runs", body).json()["id"]
    gated.gates.wait_for_arrival("fetch")
    return made["id"], run_id


def _check_denied(run: dict[str, Any]) -> None:
    assert run["status"] == "failed"
    assert run["error"]["code"] == "scope_denied"
    assert [entry["type"] for entry in run["trace"]] == ["plan", "context"]
    assert run["trace"][1]["source"] == "calendar"
    assert run["steps_used"] == 0
    assert "result" not in run


def test_a_revoked_key_ends_its_background_run(gated: Gated, gated_api: Api) -> None:
    """Failed with `scope_denied` before the next fetch; what it had done stays in its trace."""
    key_id, run_id = _waiting_before_second_fetch(gated, gated_api)
    assert gated_api.delete(f"/v1/keys/{key_id}").status_code == 200
    gated.gates.open("fetch")
    _check_denied(gated_api.finished(run_id))
    assert look(gated.server).audit(run_id).count("context.read") == 1


@pytest.mark.parametrize(
    ("left", "missing"),
    [(["calendar:read", "runs:read", "runs:write"], "documents:read")],
)
def test_a_narrowed_key_ends_its_background_run(
    gated: Gated, gated_api: Api, left: list[str], missing: str
) -> None:
    """The same; the missing scope is named, and the denial is in the audit log."""
    key_id, run_id = _waiting_before_second_fetch(gated, gated_api)
    assert gated_api.patch(f"/v1/keys/{key_id}", {"scopes": left}).status_code == 200
    gated.gates.open("fetch")
    run = gated_api.finished(run_id)
    _check_denied(run)
    assert missing in run["error"]["message"]
    denied = gated_api.audit(resource=run_id, decision="denied")
    assert [(entry["action"], entry["scope"]) for entry in denied] == [("context.read", missing)]


def test_a_key_that_was_narrowed_elsewhere_does_not_end_its_run(
    gated: Gated, gated_api: Api
) -> None:
    """Losing a scope that the rest of the run does not need changes nothing."""
    key_id, run_id = _waiting_before_second_fetch(gated, gated_api)
    left = ["documents:read", "runs:write"]
    assert gated_api.patch(f"/v1/keys/{key_id}", {"scopes": left}).status_code == 200
    gated.gates.open("fetch")
    assert gated_api.finished(run_id)["status"] == "completed"

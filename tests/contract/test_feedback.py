"""`POST /v1/runs/{id}/feedback`: people say whether a run was good."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from contract.test_runs import computing_stopped, deep
from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

NEVER_WAS = "run_01k00000000000000000000000"


def give(api: Api, run: str, rating: str = "up", **body: Any) -> dict[str, Any]:
    """Feedback that must be accepted."""
    given = api.post(f"/v1/runs/{run}/feedback", {"rating": rating, **body})
    assert given.status_code == 201, given.text
    return dict(given.json())


def feedback(api: Api) -> float | None:
    """The share of runs that were found good, of all that were rated."""
    (row,) = api.get("/v1/analytics/quality", params={"bucket": "none"}).json()["data"]
    share: float | None = row["feedback"]
    return share


def test_feedback_is_kept_and_counted(api: Api) -> None:
    run = api.run()["id"]
    assert feedback(api) is None
    given = give(api, run, "up", comment="Just right.")
    assert given == {
        "object": "feedback",
        "run": run,
        "rating": "up",
        "comment": "Just right.",
        "created_at": given["created_at"],
    }
    assert given["created_at"].endswith("Z")
    assert feedback(api) == 1.0
    give(api, api.run()["id"], "down")
    assert feedback(api) == 0.5


def test_feedback_given_again_replaces_what_was_said(api: Api, server: Server) -> None:
    run = api.run()["id"]
    give(api, run, "up", comment="Good at first sight.")
    assert give(api, run, "down")["comment"] is None
    assert feedback(api) == 0.0
    rows = Raw(server).rows("SELECT rating, comment FROM run_feedback WHERE run_id = ?", run)
    assert [tuple(row) for row in rows] == [("down", "")]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "rating"),
        ({"rating": "great"}, "rating"),
        ({"rating": 1}, "rating"),
        ({"rating": None}, "rating"),
        ({"rating": "up", "comment": "x" * 2001}, "comment"),
        ({"rating": "up", "comment": 5}, "comment"),
        ({"rating": "up", "stars": 5}, "stars"),
    ],
)
def test_feedback_of_a_wrong_form_names_the_field(
    api: Api, body: dict[str, Any], field: str
) -> None:
    run = api.run()["id"]
    error = error_of(api.post(f"/v1/runs/{run}/feedback", body), 400, "invalid_request")
    assert set(error["errors"]) == {field}
    assert feedback(api) is None


def test_a_comment_can_have_2000_characters(api: Api) -> None:
    assert give(api, api.run()["id"], comment="é" * 2000)["comment"] == "é" * 2000


def test_a_running_run_cannot_be_rated(api: Api, server: Server) -> None:
    with computing_stopped(server, api):
        run = deep(api)["id"]
        said = api.post(f"/v1/runs/{run}/feedback", {"rating": "up"})
        error = error_of(said, 400, "invalid_request")
        assert error["errors"] == {"id": ["must be a finished run"]}
    api.finished(run)
    give(api, run)


def test_a_run_that_never_was_is_404_and_a_deleted_one_409(api: Api, server: Server) -> None:
    body = {"rating": "up"}
    for run in (NEVER_WAS, "run_x", "nonsense"):
        error_of(api.post(f"/v1/runs/{run}/feedback", body), 404, "not_found")
    run = api.run()["id"]
    with server.project() as stranger:
        error_of(stranger.post(f"/v1/runs/{run}/feedback", body), 404, "not_found")
    api.delete(f"/v1/runs/{run}")
    error_of(api.post(f"/v1/runs/{run}/feedback", body), 409, "already_deleted")


def test_feedback_needs_the_right_to_change_runs(api: Api) -> None:
    run = api.run()["id"]
    with api.key("runs:read", "analytics:read") as reader:
        said = reader.post(f"/v1/runs/{run}/feedback", {"rating": "up"})
        assert "runs:write" in error_of(said, 403, "scope_denied")["message"]
    (entry,) = api.audit(action="runs.feedback")
    assert (entry["resource"], entry["decision"]) == (run, "denied")


def test_feedback_is_erased_with_its_run_and_still_counts(api: Api, server: Server) -> None:
    secret = "Nightingale was not on the list"
    run = api.run(metadata={"team": "blue"})["id"]
    key = {"Idempotency-Key": f"say {run}"}
    said = {"rating": "up", "comment": secret}
    assert api.post(f"/v1/runs/{run}/feedback", said, headers=key).status_code == 201
    api.delete(f"/v1/runs/{run}")
    assert Raw(server).tables_with(secret) == set()
    assert api.get(f"/v1/erasures/{run}").json()["counts"]["feedback"] == 1
    error_of(api.post(f"/v1/runs/{run}/feedback", said, headers=key), 409, "already_deleted")
    assert feedback(api) == 1.0


def test_the_same_key_says_it_once(api: Api) -> None:
    run = api.run()["id"]
    key = {"Idempotency-Key": f"once {run}"}
    first = api.post(f"/v1/runs/{run}/feedback", {"rating": "up"}, headers=key)
    give(api, run, "down")
    again = api.post(f"/v1/runs/{run}/feedback", {"rating": "up"}, headers=key)
    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert feedback(api) == 0.0


def test_feedback_can_be_read_by_whoever_may_read_the_run(api: Api) -> None:
    run = api.run()["id"]
    problem = error_of(api.get(f"/v1/runs/{run}/feedback"), 404, "not_found")
    assert "no feedback yet" in problem["message"]
    give(api, run, "up")
    last = give(api, run, "down", comment="Too long.")
    with api.key("runs:read") as reader:
        assert reader.get(f"/v1/runs/{run}/feedback").json() == last


def test_feedback_is_gone_with_its_run(api: Api) -> None:
    run = api.run()["id"]
    give(api, run)
    api.delete(f"/v1/runs/{run}")
    error_of(api.get(f"/v1/runs/{run}/feedback"), 409, "already_deleted")
    error_of(api.get(f"/v1/runs/{NEVER_WAS}/feedback"), 404, "not_found")

"""A body in which every field is optional may be left out, and its Content-Type with it."""

from __future__ import annotations

import pytest

from api.conforming import Document, conforming, document  # noqa: F401
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

OPTIONAL = {
    "PATCH /v1/agents/{id}",
    "PATCH /v1/keys/{id}",
    "PATCH /v1/projects/{id}",
    "PATCH /v1/webhooks/{id}",
    "POST /v1/auth/device",
    "POST /v1/keys/{id}/rotate",
    "POST /v1/webhooks/{id}/rotate_secret",
}
WEBHOOK = {"url": "https://example.com/hook", "events": ["run.completed"]}


def test_the_document_says_which_bodies_may_be_left_out(document: Document) -> None:  # noqa: F811
    assert {
        f"{method} {path}"
        for method, path, operation in document.operations
        if operation.get("requestBody", {"required": True})["required"] is False
    } == OPTIONAL


@pytest.mark.parametrize(
    "headers", [{}, {"Content-Type": "application/json"}], ids=["bare", "json"]
)
def test_what_has_only_optional_fields_needs_no_body(api: Api, headers: dict[str, str]) -> None:
    made = {
        "keys": api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()["id"],
        "webhooks": api.post("/v1/webhooks", WEBHOOK).json()["id"],
        "agents": api.post("/v1/agents", {"name": "a", "instructions": "b"}).json()["id"],
        "projects": api.project_id,
    }
    for call in OPTIONAL:
        method, _, path = call.partition(" ")
        noun = path.split("/")[2]
        at = path.replace("{id}", str(made.get(noun)))
        answer = api.http.request(method, at, headers=headers)
        assert answer.status_code == 200, (call, answer.text)
    key = api.http.post(f"/v1/keys/{made['keys']}/rotate").json()
    assert key["secret"].startswith("rw_")


def test_what_has_a_required_field_still_needs_its_body(api: Api) -> None:
    for path in ("/v1/runs", "/v1/keys", "/v1/auth/token"):
        error = error_of(api.http.post(path), 400, "invalid_request")
        assert set(error["errors"]) == {"Content-Type"}


def test_a_body_that_is_there_must_still_be_json(api: Api) -> None:
    key = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()["id"]
    for headers in ({}, {"Content-Type": "text/plain"}):
        answer = api.http.post(f"/v1/keys/{key}/rotate", content=b"{}", headers=headers)
        assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"Content-Type"}

"""The OpenAPI 3.1 document is valid, has every route, and every answer is as it says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31

from api.conforming import Document, conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

ROUTES = {
    ("POST", "/v1/runs"),
    ("GET", "/v1/runs"),
    ("GET", "/v1/runs/{id}"),
    ("DELETE", "/v1/runs/{id}"),
    ("POST", "/v1/runs/{id}/cancel"),
    ("GET", "/v1/runs/{id}/timeline"),
    ("GET", "/v1/models"),
    ("GET", "/v1/models/{id}"),
    ("GET", "/v1/errors"),
    ("GET", "/v1/errors/{code}"),
    ("GET", "/v1/versions"),
    ("POST", "/v1/keys"),
    ("GET", "/v1/keys"),
    ("GET", "/v1/keys/{id}"),
    ("PATCH", "/v1/keys/{id}"),
    ("DELETE", "/v1/keys/{id}"),
    ("POST", "/v1/keys/{id}/rotate"),
    ("POST", "/v1/projects"),
    ("GET", "/v1/projects"),
    ("GET", "/v1/projects/{id}"),
    ("PATCH", "/v1/projects/{id}"),
    ("GET", "/v1/audit_log"),
    ("GET", "/v1/audit_log/verify"),
    ("GET", "/v1/audit_log/checkpoint"),
    ("GET", "/v1/audit_log/{seq}/proof"),
    ("GET", "/v1/audit_log/consistency"),
    ("GET", "/v1/erasures/{id}"),
    ("POST", "/v1/files"),
    ("GET", "/v1/files"),
    ("GET", "/v1/files/{id}"),
    ("GET", "/v1/files/{id}/content"),
    ("GET", "/v1/files/{id}/extracted"),
    ("DELETE", "/v1/files/{id}"),
    ("GET", "/v1/context/search"),
    ("GET", "/v1/context/items"),
    ("GET", "/v1/context/entities"),
    ("POST", "/v1/auth/device"),
    ("POST", "/v1/auth/token"),
    ("POST", "/v1/auth/approvals"),
    ("GET", "/v1/auth/approvals/{id}"),
    ("DELETE", "/v1/auth/approvals/{id}"),
    ("GET", "/v1/auth/key"),
    ("DELETE", "/v1/auth/key"),
}
MUTATIONS = ("POST", "PATCH", "DELETE")


@pytest.fixture
def value(document: Document) -> dict[str, Any]:  # noqa: F811
    """The document itself."""
    return document.value


def test_it_is_open_to_all_and_names_this_server(server: Server) -> None:
    response = httpx.get(f"{server.url}/openapi.json")
    assert response.headers["content-type"] == "application/json"
    assert response.json()["openapi"].startswith("3.1")
    assert response.json()["servers"] == [{"url": server.url}]


def test_it_is_valid_openapi(value: dict[str, Any]) -> None:
    problems = [error.message for error in Draft202012Validator(OPENAPI_31).iter_errors(value)]
    assert problems == []


def test_every_schema_in_it_is_valid_json_schema(value: dict[str, Any]) -> None:
    assert value["components"]["schemas"]
    for schema in value["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere(value: dict[str, Any]) -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, list):
            return [found for inner in node for found in references(inner)]
        if not isinstance(node, dict):
            return []
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [found for inner in node.values() for found in references(inner)]

    known = {f"#/components/schemas/{name}" for name in value["components"]["schemas"]}
    assert set(references(value)) <= known


def test_every_route_is_in_it(document: Document) -> None:  # noqa: F811
    assert {(method, path) for method, path, _ in document.operations} >= ROUTES


def test_every_operation_has_a_name_of_its_own(document: Document) -> None:  # noqa: F811
    names = [operation["operationId"] for _, _, operation in document.operations]
    assert len(set(names)) == len(names)


def test_every_operation_tells_its_errors_and_headers(document: Document) -> None:  # noqa: F811
    for method, path, operation in document.operations:
        answers = set(operation["responses"])
        assert answers >= {"400", "401", "429", "500", "503"}, (method, path)
        by_source = path.startswith("/v1/context/")
        assert ("403" in answers) == ("x-scope" in operation or by_source), (method, path)
        if "{" in path:
            assert "404" in answers, (method, path)
        headers = {p["name"] for p in operation["parameters"] if p["in"] == "header"}
        assert "Service-Version" in headers
        assert ("Idempotency-Key" in headers) == (method in MUTATIONS)


def test_what_it_says_about_a_parameter_is_what_is_checked(document: Document) -> None:  # noqa: F811
    parameters = {
        (path, parameter["name"]): parameter["schema"]
        for method, path, operation in document.operations
        for parameter in operation["parameters"]
        if method == "GET"
    }
    limit = parameters[("/v1/runs", "limit")]
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 100, 20)
    assert parameters[("/v1/runs", "order")]["enum"] == ["asc", "desc"]
    assert parameters[("/v1/runs/{id}", "include_trace")]["default"] is True
    assert set(parameters[("/v1/models", "status")]["enum"]) == {
        "available",
        "preview",
        "research",
    }


def test_what_it_says_about_a_run_is_the_contract(value: dict[str, Any]) -> None:
    body = value["components"]["schemas"]["CreateRun"]
    assert set(body["required"]) == {"model", "prompt"}
    assert set(body["properties"]) == {
        "model",
        "prompt",
        "context",
        "max_steps",
        "metadata",
        "files",
    }
    assert body["properties"]["files"]["maxItems"] == 16
    assert body["additionalProperties"] is False
    assert (
        body["properties"]["prompt"]["minLength"],
        body["properties"]["prompt"]["maxLength"],
    ) == (
        1,
        4000,
    )
    steps = body["properties"]["max_steps"]
    assert (steps["minimum"], steps["maximum"], steps["default"]) == (1, 16, 4)


def test_what_it_says_about_a_file_is_the_contract(value: dict[str, Any]) -> None:
    shape = value["components"]["schemas"]["FileShape"]
    told = {"id", "object", "filename", "bytes", "purpose", "status", "metadata"}
    assert set(shape["required"]) == told
    assert set(shape["properties"]) == told | {"extracted", "error"}
    content = value["paths"]["/v1/files"]["post"]["requestBody"]["content"]
    form = content["multipart/form-data"]
    assert set(form["schema"]["properties"]) == {"file", "purpose", "metadata"}
    assert set(form["schema"]["required"]) == {"file", "purpose"}
    assert form["schema"]["properties"]["purpose"]["enum"] == ["context", "attachment"]
    assert form["encoding"]["metadata"]["contentType"] == "application/json"


def test_a_walk_through_every_route_is_as_documented(
    api: Api,
    document: Document,  # noqa: F811
) -> None:
    walked: set[tuple[str, str]] = set()

    def ask(method: str, path: str, id: str = "", body: Any = None, **query: Any) -> Any:
        filled = path.replace("{id}", id).replace("{code}", id).replace("{seq}", id)
        response = api.http.request(method, filled, json=body, params=query)
        assert response.status_code in (200, 201), response.text
        walked.add((method, path))
        return response.json()

    run = ask(
        "POST", "/v1/runs", body={"model": "y0-fast", "prompt": "2 + 2", "metadata": {"a": ""}}
    )
    deep = ask("POST", "/v1/runs", body={"model": "y0-deep", "prompt": "2 + 2"})
    for made in (run["id"], deep["id"]):
        ask("GET", "/v1/runs/{id}", made)
        ask("GET", "/v1/runs/{id}", made, include_trace="false")
        ask("GET", "/v1/runs/{id}/timeline", made)
        ask("POST", "/v1/runs/{id}/cancel", made)
    ask("GET", "/v1/runs")
    ask("DELETE", "/v1/runs/{id}", run["id"])
    ask("GET", "/v1/erasures/{id}", run["id"])
    for path in ("/v1/models", "/v1/errors", "/v1/versions", "/v1/audit_log/verify"):
        ask("GET", path)
    ask("GET", "/v1/models/{id}", "y0-fast")
    ask("GET", "/v1/errors/{code}", "already_deleted")
    key = ask("POST", "/v1/keys", body={"name": "k", "scopes": ["runs:read"]})
    ask("GET", "/v1/keys")
    ask("GET", "/v1/keys/{id}", key["id"])
    ask("PATCH", "/v1/keys/{id}", key["id"], {"rate_limit": "5/min"})
    ask("POST", "/v1/keys/{id}/rotate", key["id"], {})
    ask("DELETE", "/v1/keys/{id}", key["id"])
    project = ask("POST", "/v1/projects", body={"name": "p", "time_zone": "Europe/Berlin"})
    assert project["key"]["secret"]
    ask("GET", "/v1/projects")
    ask("GET", "/v1/projects/{id}", api.project_id or "")
    ask("PATCH", "/v1/projects/{id}", api.project_id or "", {"name": "q"})
    ask("GET", "/v1/audit_log")
    ask("GET", "/v1/audit_log/checkpoint")
    ask("GET", "/v1/audit_log/{seq}/proof", "1")
    ask("GET", "/v1/audit_log/consistency", **{"from": 1})
    file = api.file(samples.BANK, metadata={"a": ""})
    walked.add(("POST", "/v1/files"))
    broken = api.file(b"%PDF-1.4", is_readable=False, purpose="attachment")
    ask("GET", "/v1/files")
    for made in (file["id"], broken["id"]):
        ask("GET", "/v1/files/{id}", made)
        ask("GET", "/v1/files/{id}/extracted", made)
        assert api.get(f"/v1/files/{made}/content").status_code == 200
        walked.add(("GET", "/v1/files/{id}/content"))
    ask("GET", "/v1/context/search", source="finance", q="rent")
    ask("GET", "/v1/context/items", source="finance")
    ask("GET", "/v1/context/entities", source="finance")
    ask("DELETE", "/v1/files/{id}", file["id"])
    ask("GET", "/v1/erasures/{id}", file["id"])
    for is_approved in (True, False):
        login = ask("POST", "/v1/auth/device", body={"name": "n"})
        code, device = login["user_code"], {"device_code": login["device_code"]}
        ask("POST", "/v1/auth/token", body=device)
        ask("GET", "/v1/auth/approvals/{id}", code)
        if is_approved:
            allowed = {"user_code": code, "scopes": ["runs:read"]}
            ask("POST", "/v1/auth/approvals", body=allowed)
            ask("POST", "/v1/auth/token", body=device)
        else:
            ask("DELETE", "/v1/auth/approvals/{id}", code)
    ask("GET", "/v1/auth/key")
    ask("DELETE", "/v1/auth/key")
    assert walked == ROUTES


@pytest.mark.parametrize("path", ["/v1/keys", "/v1/projects"])
def test_a_replay_without_its_secret_is_as_documented(api: Api, path: str) -> None:
    body = {"name": "k", "scopes": ["runs:read"]} if path == "/v1/keys" else {"name": "p"}
    for _ in range(2):  # the second answer is a replay; the fixture checks both
        made = api.post(path, body, headers={"Idempotency-Key": f"twice {path}"})
        assert made.status_code == 201


def test_a_rotation_that_is_replayed_is_as_documented(api: Api) -> None:
    key = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()
    for _ in range(2):
        path = f"/v1/keys/{key['id']}/rotate"
        assert api.post(path, {}, headers={"Idempotency-Key": "twice"}).status_code == 200


def test_a_rate_that_the_document_does_not_allow_is_refused(api: Api) -> None:
    for rate in (" 5/min", "5/min ", 0, 4.5, True):
        body = {"name": "k", "scopes": ["runs:read"], "rate_limit": rate}
        error_of(api.post("/v1/keys", body), 400, "invalid_request")


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "ignored_auth",
)


def test_schemathesis_finds_nothing(server: Server, tmp_path: Path) -> None:
    """Made-up requests by the document, good and bad, against the real server.

    Acceptance of all good data is not asked for: what is a model, a scope or a version on this
    server is more than its schema can tell.
    """
    with server.project("schemathesis") as api:
        command = [
            *(str(Path(sys.executable).parent / "st"), "run", f"{server.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {api.secret}"),
            *("--checks", ",".join(CHECKS)),
            *("--phases", "coverage,fuzzing", "--max-examples", "5"),
            *("--generation-deterministic", "--continue-on-failure", "--no-color"),
            *("--suppress-health-check", "all"),
            # It answers for as long as one listens; `test_event_stream` has its tests.
            *("--exclude-path", "/v1/events/stream"),
            # It ends the key that all others are called with; `test_login` has its tests.
            *("--exclude-path", "/v1/auth/key"),
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, timeout=300, env=_quiet()
        )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Tested: 72" in done.stdout, done.stdout[-3000:]


def _quiet() -> dict[str, str]:
    return {**os.environ, "SCHEMATHESIS_HOOKS": "", "PYTHONWARNINGS": "ignore"}

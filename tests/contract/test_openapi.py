"""The OpenAPI 3.1 document is valid, has every route, and every answer is as it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31

from api.conforming import Document, conforming, document  # noqa: F401
from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

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

    known = {
        f"#/components/{kind}/{name}"
        for kind, named in value["components"].items()
        for name in named
    }
    assert set(references(value)) <= known


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
        needs_key = operation.get("security") != []
        assert ("Idempotency-Key" in headers) == (method in MUTATIONS and needs_key)


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
        "previous_run",
        "output_schema",
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
    assert (steps["minimum"], steps["maximum"]) == (1, 16)
    assert steps["description"].endswith("Default: `4`.")


def test_what_it_says_about_a_file_is_the_contract(value: dict[str, Any]) -> None:
    shape = value["components"]["schemas"]["FileShape"]
    told = {"id", "object", "filename", "bytes", "purpose", "status", "metadata"}
    assert set(shape["required"]) == told
    expanded = {"created_at", "duplicate_of"}
    assert set(shape["properties"]) == told | {"extracted", "error", "reextraction"} | expanded
    content = value["paths"]["/v1/files"]["post"]["requestBody"]["content"]
    form = content["multipart/form-data"]
    assert set(form["schema"]["properties"]) == {"file", "purpose", "metadata"}
    assert set(form["schema"]["required"]) == {"file", "purpose"}
    assert form["schema"]["properties"]["purpose"]["enum"] == ["context", "attachment"]
    assert form["encoding"]["metadata"]["contentType"] == "application/json"


def test_no_property_has_a_default(value: dict[str, Any]) -> None:
    """Generators of clients take one with a default for one that is always there."""
    schemas = dict(value["components"]["schemas"])
    schemas["the form of an upload"] = form_of(value)["schema"]
    named = [
        (name, field)
        for name, schema in schemas.items()
        for field, details in schema.get("properties", {}).items()
        if "default" in details
    ]
    assert named == []


def test_a_field_that_is_left_out_is_no_null(value: dict[str, Any]) -> None:
    run = value["components"]["schemas"]["RunShape"]
    assert "result" not in run["required"]
    assert run["properties"]["result"]["$ref"] == "#/components/schemas/ResultShape"


def test_what_null_takes_away_may_be_null(value: dict[str, Any]) -> None:
    schemas = value["components"]["schemas"]
    for name, fields in (
        ("ChangeKey", ("expires_at", "rate_limit", "budget")),
        ("ChangeAgent", ("budget",)),
    ):
        for field in fields:
            assert {"type": "null"} in schemas[name]["properties"][field]["anyOf"]


def test_bytes_are_binary_whichever_way_they_go(value: dict[str, Any]) -> None:
    binary = {"type": "string", "format": "binary"}
    assert form_of(value)["schema"]["properties"]["file"].items() >= binary.items()
    for path in ("/v1/files/{id}/content", "/v1/artifacts/{id}/content"):
        answers = value["paths"][path]["get"]["responses"]
        for status in ("200", "206"):
            assert answers[status]["content"]["application/octet-stream"]["schema"] == binary
        assert "416" in answers


def form_of(value: dict[str, Any]) -> dict[str, Any]:
    content = value["paths"]["/v1/files"]["post"]["requestBody"]["content"]
    return dict(content["multipart/form-data"])


@pytest.mark.parametrize("path", ["/v1/runs/{id}/events", "/v1/events/stream"])
def test_a_stream_has_no_parts_and_goes_on_where_it_was(value: dict[str, Any], path: str) -> None:
    operation = value["paths"][path]["get"]
    assert not {"206", "416"} & set(operation["responses"])
    assert "Last-Event-ID" in {parameter["name"] for parameter in operation["parameters"]}


def test_every_entry_of_a_trace_is_known_by_its_type(value: dict[str, Any]) -> None:
    schemas = value["components"]["schemas"]
    entry = schemas["RunShape"]["properties"]["trace"]["items"]
    assert entry["discriminator"]["propertyName"] == "type"
    shapes = {
        name: ref.rpartition("/")[2] for name, ref in entry["discriminator"]["mapping"].items()
    }
    assert set(shapes) == {"plan", "model", "attachment", "context", "step", "result"}
    assert set(schemas[shapes["context"]]["properties"]) == {"type", "source", "scope", "items"}


def test_what_has_few_values_or_a_form_says_so(document: Document) -> None:  # noqa: F811
    parameters = {
        (path, parameter["name"]): parameter["schema"]
        for method, path, operation in document.operations
        for parameter in operation["parameters"]
        if method == "GET"
    }
    version = "#/components/schemas/ServiceVersion"
    assert parameters[("/v1/runs", "Service-Version")] == {"$ref": version}
    assert parameters[("/v1/audit_log/consistency", "to")]["minimum"] == 1
    assert parameters[("/v1/agents/{id}", "version")]["minimum"] == 1
    assert parameters[("/v1/runs", "created_after")]["format"] == "date-time"
    grouping = parameters[("/v1/analytics/costs", "group_by")]["pattern"]
    assert re.search(grouping, "model,metadata.team")
    assert not re.search(grouping, "model,colour")
    names = parameters[("/v1/runs", "metadata")]["propertyNames"]["pattern"]
    assert re.search(names, "metadata.team")
    assert "Prefer" in {name for path, name in parameters if path == "/v1/runs/{id}"}
    assert {"Range", "If-Range"} <= {n for path, n in parameters if path.endswith("/content")}
    vague = {
        (path, name)
        for (path, name), schema in parameters.items()
        if f"{{{name}}}" in path and schema.keys() <= {"type"}
    }
    assert vague == set()


def test_scopes_ids_and_timestamps_say_what_they_are(value: dict[str, Any]) -> None:
    schemas = value["components"]["schemas"]
    key = schemas["CreateKey"]["properties"]
    assert key["scopes"]["items"] == {"$ref": "#/components/schemas/ScopeName"}
    assert key["version"]["anyOf"][0] == {"$ref": "#/components/schemas/ServiceVersion"}
    assert "runs:write" in schemas["ScopeName"]["enum"]
    assert schemas["ServiceVersion"]["enum"] == ["2026-11-15"]
    loose = {
        (name, field)
        for name, schema in schemas.items()
        for field, details in schema.get("properties", {}).items()
        if (field == "id" or field.endswith("_at"))
        and details.keys() == {"type", "description"}
        and details["type"] == "string"
    }
    assert loose == {("ModelItem", "id"), ("ModelDetail", "id"), ("Deleted", "id")}


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
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "ignored_auth",
)


@pytest.mark.parametrize(
    "phases", ["fuzzing", pytest.param("coverage,fuzzing", marks=pytest.mark.slow)]
)
def test_schemathesis_finds_nothing(server: Server, tmp_path: Path, phases: str) -> None:
    """Made-up requests by the document, good and bad, against the real server.

    Acceptance of all good data is not asked for: what is a model, a scope or a version on this
    server is more than its schema can tell.
    """
    with server.project("schemathesis") as api:
        command = [
            *(str(Path(sys.executable).parent / "st"), "run", f"{server.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {api.secret}"),
            *("--checks", ",".join(CHECKS)),
            *("--phases", phases, "--max-examples", "5"),
            *("--generation-deterministic", "--continue-on-failure", "--no-color"),
            *("--suppress-health-check", "all"),
            *("--request-timeout", str(PATIENCE)),
            # It answers for as long as one listens; `test_event_stream` has its tests.
            *("--exclude-path", "/v1/events/stream"),
            # It ends the key that all others are called with; `test_login` has its tests.
            *("--exclude-path", "/v1/auth/key"),
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, timeout=900, env=_quiet()
        )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Tested: 81" in done.stdout, done.stdout[-3000:]


def _quiet() -> dict[str, str]:
    return {**os.environ, "SCHEMATHESIS_HOOKS": "", "PYTHONWARNINGS": "ignore"}

"""A refused request names every offending field at once: body, query parameters and headers."""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

GOOD: dict[str, Any] = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
JSON = {"Content-Type": "application/json"}

BODIES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("/v1/runs", {}, {"model", "prompt"}),
    (
        "/v1/runs",
        {"model": "gpt", "prompt": "", "context": ["mail"], "max_steps": 0, "metadata": {"a": 1}},
        {"model", "prompt", "context.0", "max_steps", "metadata.a"},
    ),
    (
        "/v1/runs",
        {**GOOD, "context": ["calendar", "x", "finance", 7], "nonsense": 1, "more": {}},
        {"context.1", "context.3", "nonsense", "more"},
    ),
    (
        "/v1/runs",
        {**GOOD, "metadata": {"team": None, "ok": "yes", "n": 1, "v": "x" * 513, "k" * 65: "v"}},
        {"metadata.team", "metadata.n", "metadata.v", "metadata." + "k" * 65},
    ),
    (
        "/v1/runs",
        {"model": 1, "prompt": 2, "context": 3, "metadata": 4},
        {"model", "prompt", "context", "metadata"},
    ),
    ("/v1/keys", {}, {"name", "scopes"}),
    (
        "/v1/keys",
        {"name": "", "scopes": ["*", "runs:read"], "expires_at": "soon", "rate_limit": "many"},
        {"name", "scopes.0", "expires_at", "rate_limit"},
    ),
    (
        "/v1/keys",
        {"name": "", "scopes": ["runs:read"], "version": "1999-01-01"},
        {"name", "version"},
    ),
    ("/v1/projects", {"time_zone": "Mars/Olympus", "owner": "me"}, {"name", "time_zone", "owner"}),
]


@pytest.mark.parametrize(("path", "body", "fields"), BODIES)
def test_every_field_of_a_body_is_named(
    api: Api, path: str, body: dict[str, Any], fields: set[str]
) -> None:
    error = error_of(api.post(path, body), 400, "invalid_request")
    assert set(error["errors"]) == fields


@pytest.mark.parametrize("body", [b"[]", b'"text"', b"4", b"true", b"null", b"[{}]", b""])
def test_a_body_that_is_no_object_is_named_as_the_body(api: Api, body: bytes) -> None:
    response = api.http.post("/v1/runs", content=body, headers=JSON)
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"body"}


QUERIES: list[tuple[str, set[str]]] = [
    ("/v1/runs?limit=0&order=up&after=%21&status=done", {"limit", "order", "after", "status"}),
    ("/v1/runs?limit=101&nonsense=1&created_after=noon", {"limit", "nonsense", "created_after"}),
    ("/v1/runs?limit=0&order=asc&order=desc", {"limit", "order"}),
    ("/v1/runs?metadata.team=a&metadata.team=b&limit=x", {"metadata.team", "limit"}),
    ("/v1/runs?model=%00&limit=0", {"model", "limit"}),
    ("/v1/runs?metadata=a&metadata.team=b", {"metadata"}),
    ("/v1/audit_log?decision=maybe&since=then&until=", {"decision", "since", "until"}),
    ("/v1/models?status=old&family=text&size=big", {"status", "size"}),
    ("/v1/errors?verbose=1&lang=en", {"verbose", "lang"}),
    ("/v1/runs/run_01k00000000000000000000000?include_trace=maybe&x=1", {"include_trace", "x"}),
]


@pytest.mark.parametrize(("path", "fields"), QUERIES)
def test_every_query_parameter_is_named(api: Api, path: str, fields: set[str]) -> None:
    error = error_of(api.get(path), 400, "invalid_request")
    assert set(error["errors"]) == fields


def test_body_query_and_header_errors_come_together(api: Api) -> None:
    response = api.post(
        "/v1/runs?dry=1", {"model": "y0-fast"}, headers={"Idempotency-Key": "k" * 256}
    )
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"dry", "prompt", "Idempotency-Key"}


def test_an_unreadable_body_hides_no_other_error(api: Api) -> None:
    response = api.http.post(
        "/v1/runs?dry=1", content=b"{", headers={**JSON, "Idempotency-Key": "k" * 256}
    )
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"dry", "body", "Idempotency-Key"}


def test_a_body_that_is_too_large_hides_no_other_error(api: Api) -> None:
    response = api.http.post(
        "/v1/runs?dry=1", content=b" " * 2_000_000, headers={**JSON, "Idempotency-Key": ""}
    )
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"dry", "body", "Idempotency-Key"}


def test_a_wrong_content_type_is_named_beside_the_query(api: Api) -> None:
    response = api.http.post("/v1/runs?dry=1", content=b"{}", headers={"Content-Type": "text/csv"})
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"dry", "Content-Type"}


def test_text_that_cannot_be_stored_hides_no_other_error(api: Api) -> None:
    response = api.post("/v1/runs", {"model": "gpt", "prompt": "a\0b", "max_steps": 0})
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == {"model", "prompt", "max_steps"}


def test_a_field_is_named_as_it_was_written(api: Api) -> None:
    odd = {"[key]": 1, "a.b": 2, "": "empty", "é": 3}
    error = error_of(api.post("/v1/runs", {**GOOD, "metadata": odd}), 400, "invalid_request")
    assert set(error["errors"]) == {"metadata.[key]", "metadata.a.b", "metadata.", "metadata.é"}


def test_a_reused_idempotency_key_is_named_by_its_header(api: Api) -> None:
    headers = {"Idempotency-Key": "once"}
    assert api.post("/v1/runs", GOOD, headers=headers).status_code == 201
    other = api.post("/v1/runs", {**GOOD, "max_steps": 5}, headers=headers)
    assert set(error_of(other, 400, "invalid_request")["errors"]) == {"Idempotency-Key"}


def test_an_unknown_version_is_named_by_its_header(api: Api) -> None:
    response = api.get("/v1/runs", headers={"Service-Version": "2001-01-01"})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"Service-Version"}


def test_the_message_names_the_fields_too(api: Api) -> None:
    message = error_of(api.post("/v1/runs", {}), 400, "invalid_request")["message"]
    assert "model" in message
    assert "prompt" in message

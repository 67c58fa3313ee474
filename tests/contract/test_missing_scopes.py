"""A refusal names every scope that is missing, and each denial is in the audit log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.agents import agent, network
from support.client import Api, error_of
from support.readers import held
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

PROMPT = "What is 2 + 2?"
EVERYTHING = ["calendar", "documents", "finance"]


def denied(api: Api, request_id: str) -> set[str]:
    """The scopes whose denial was recorded for a request."""
    entries = [e for e in api.audit(decision="denied") if e["request_id"] == request_id]
    assert len({e["scope"] for e in entries}) == len(entries)
    return {str(e["scope"]) for e in entries}


def refused(api: Api, narrow: Api, path: str, body: dict[str, Any]) -> set[str]:
    """The scopes that a refusal names, each of them denied in the log, too."""
    answer = narrow.post(path, body)
    message = error_of(answer, 403, "scope_denied")["message"]
    named = {word.strip(",.") for word in message.split() if ":" in word}
    assert denied(api, answer.headers["Request-Id"]) == named
    return named


CONTEXTS = [
    ((), {"finance", "documents"}),
    (("calendar:read",), {"finance", "documents"}),
    (("finance:read",), {"documents"}),
]


@pytest.mark.parametrize(("has", "lacks"), CONTEXTS)
def test_every_source_that_a_key_may_not_read_is_named(
    api: Api, has: tuple[str, ...], lacks: set[str]
) -> None:
    body = {"model": "y0-fast", "prompt": PROMPT, "context": ["finance", "documents"]}
    with api.key("runs:write", *has) as narrow:
        named = refused(api, narrow, "/v1/runs", body)
    assert named == {f"{source}:read" for source in lacks}


def test_sources_and_files_are_named_together(api: Api) -> None:
    file_id = api.upload(samples.NOTE).json()["id"]
    body = {"model": "y0-deep", "prompt": PROMPT, "context": ["finance"], "files": [file_id]}
    with api.key("runs:write") as narrow:
        assert refused(api, narrow, "/v1/runs", body) == {"finance:read", "files:read"}


def test_the_sources_that_guard_an_attachment_are_named_with_the_rest(api: Api) -> None:
    file_id = api.file(samples.BANK)["id"]
    body = {"model": "y0-deep", "prompt": PROMPT, "files": [file_id]}
    with api.key("runs:write", "files:read") as narrow:
        assert refused(api, narrow, "/v1/runs", body) == {"finance:read"}
        wider = {**body, "context": ["calendar"]}
        named = refused(api, narrow, "/v1/runs", wider)
    assert named == {"calendar:read", "finance:read"}


def test_a_replay_names_every_scope_that_the_first_request_took(api: Api) -> None:
    files = [api.file(content, purpose="context")["id"] for content in (samples.BANK, samples.NOTE)]
    body = {"model": "y0-fast", "prompt": PROMPT, "files": files}
    once = {"Idempotency-Key": "once"}
    assert api.post("/v1/runs", body, headers=once).status_code == 201
    for file_id in files:
        api.delete(f"/v1/files/{file_id}")
    with api.key("runs:write", "files:read") as narrow:
        answer = narrow.post("/v1/runs", body, headers=once)
    message = error_of(answer, 403, "scope_denied")["message"]
    assert "the scopes documents:read and finance:read" in message
    lacking = {"documents:read", "finance:read"}
    assert denied(api, answer.headers["Request-Id"]) == lacking


def as_agent(api: Api) -> tuple[str, str]:
    return f"/v1/agents/{agent(api)}/run", "agents:read"


def as_network(api: Api) -> tuple[str, str]:
    return f"/v1/networks/{network(api, [agent(api)])}/run", "networks:read"


@pytest.mark.parametrize("acting", [as_agent, as_network])
def test_running_an_agent_or_a_network_names_everything_too(
    api: Api, acting: Callable[[Api], tuple[str, str]]
) -> None:
    path, scope = acting(api)
    body = {"prompt": PROMPT, "context": EVERYTHING}
    with api.key("runs:write") as narrow:
        named = refused(api, narrow, path, body)
    assert named == {scope, *(f"{source}:read" for source in EVERYTHING)}


def test_a_file_that_is_being_read_names_every_source_that_may_guard_it(
    api: Api, server: Server
) -> None:
    with held(api, server, samples.NOTE) as file_id, api.key("files:read") as narrow:
        answer = narrow.get(f"/v1/files/{file_id}/content")
    message = error_of(answer, 403, "scope_denied")["message"]
    assert message.endswith("the scopes calendar:read, documents:read and finance:read.")
    assert denied(api, answer.headers["Request-Id"]) == {f"{each}:read" for each in EVERYTHING}


def test_a_webhook_names_the_scopes_of_all_its_events(api: Api) -> None:
    body = {"url": "https://example.com", "events": ["run.failed", "file.failed"]}
    with api.key("webhooks:write") as narrow:
        assert refused(api, narrow, "/v1/webhooks", body) == {"runs:read", "files:read"}


def test_a_key_is_told_every_scope_that_it_cannot_give(api: Api) -> None:
    body = {"name": "more", "scopes": ["runs:read", "files:read", "keys:write"]}
    with api.key("keys:write") as narrow:
        message = error_of(narrow.post("/v1/keys", body), 403, "scope_denied")["message"]
    assert "the scopes files:read and runs:read" in message


def test_a_body_that_is_not_valid_names_no_scope(api: Api) -> None:
    body = {"model": "y0-fast", "prompt": "", "context": EVERYTHING}
    with api.key("runs:write") as narrow:
        answer = narrow.post("/v1/runs", body)
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"prompt"}
    assert denied(api, answer.headers["Request-Id"]) == set()


def test_without_the_routes_own_scope_nothing_else_is_said(api: Api) -> None:
    body = {"model": "y0-fast", "prompt": PROMPT, "context": EVERYTHING}
    with api.key("runs:read") as narrow:
        assert refused(api, narrow, "/v1/runs", body) == {"runs:write"}

"""A PATCH keeps what it does not name; `null` takes away only what a thing can be without.

A PATCH that changes nothing answers the thing as it is, and makes no version of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import Document, conforming, document  # noqa: F401
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

REMOVABLE = {
    "/v1/keys/{id}": {"expires_at", "rate_limit", "budget"},
    "/v1/agents/{id}": {"budget", "output_schema"},
    "/v1/projects/{id}": {"currency"},
    "/v1/webhooks/{id}": set[str](),
}
ANSWERED_ONLY = {"understood", "ignored"}
"""How an agent's instructions were read: the answer to a change says it, and a GET does not."""
BUDGET = {"amount": "5", "period": "day"}
MADE: dict[str, dict[str, Any]] = {
    "/v1/keys": {
        "name": "k",
        "scopes": ["runs:read"],
        "expires_at": "2090-01-01T00:00:00Z",
        "rate_limit": "60/min",
        "budget": BUDGET,
    },
    "/v1/agents": {
        "name": "Clerk",
        "instructions": "Be brief.",
        "metadata": {"team": "blue"},
        "budget": BUDGET,
        "output_schema": {"type": "object"},
    },
    "/v1/webhooks": {"url": "https://example.com/hook", "events": ["run.completed"]},
}
SAME: dict[str, dict[str, Any]] = {
    **{path: body for path, body in MADE.items() if path != "/v1/webhooks"},
    "/v1/webhooks": {**MADE["/v1/webhooks"], "status": "enabled"},
    "/v1/projects": {"name": "test", "time_zone": "UTC", "currency": "EUR"},
}


def address(api: Api, noun: str) -> str:
    """Of a thing that can be changed."""
    if noun == "/v1/projects":
        assert api.patch(f"{noun}/{api.project_id}", SAME[noun]).status_code == 200
        return f"{noun}/{api.project_id}"
    made = api.post(noun, MADE[noun])
    assert made.status_code == 201, made.text
    return f"{noun}/{made.json()['id']}"


def properties(document: Document, path: str) -> set[str]:  # noqa: F811
    content = document.value["paths"][path]["patch"]["requestBody"]["content"]
    name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return set(document.value["components"]["schemas"][name]["properties"])


def test_everything_that_can_be_changed_is_tried_here(document: Document) -> None:  # noqa: F811
    patched = {path for method, path, _ in document.operations if method == "PATCH"}
    assert patched == set(REMOVABLE)


@pytest.mark.parametrize("path", REMOVABLE)
def test_null_is_refused_for_what_a_thing_cannot_be_without(
    api: Api,
    document: Document,  # noqa: F811
    path: str,
) -> None:
    noun = path.removesuffix("/{id}")
    at, fields = address(api, noun), properties(document, path) - REMOVABLE[path]
    before = api.get(at).json()
    answer = api.patch(at, dict.fromkeys(fields))
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == fields
    assert api.get(at).json() == before


@pytest.mark.parametrize("path", [path for path, fields in REMOVABLE.items() if fields])
def test_null_takes_away_what_a_thing_can_be_without(api: Api, path: str) -> None:
    at, fields = address(api, path.removesuffix("/{id}")), REMOVABLE[path]
    before = api.get(at).json()
    assert all(before[field] is not None for field in fields)
    changed = api.patch(at, dict.fromkeys(fields)).json()
    same = {"version"} | fields | ANSWERED_ONLY
    assert {k: v for k, v in changed.items() if k not in same} == {
        k: v for k, v in before.items() if k not in same
    }
    assert {changed.get(field) for field in fields} == {None}


@pytest.mark.parametrize("noun", SAME)
@pytest.mark.parametrize("with_values", [False, True], ids=["empty", "same values"])
def test_a_change_of_nothing_leaves_everything_as_it_was(
    api: Api, noun: str, with_values: bool
) -> None:
    at = address(api, noun)
    before = api.get(at).json()
    answer = api.patch(at, SAME[noun] if with_values else {})
    assert answer.status_code == 200
    assert {k: v for k, v in answer.json().items() if k not in ANSWERED_ONLY} == before
    assert api.get(at).json() == before


def test_a_change_of_nothing_makes_no_version_of_an_agent(api: Api) -> None:
    at = address(api, "/v1/agents")
    api.patch(at, {"name": "Aide"})
    for nothing in ({}, {"name": "Aide"}, {"metadata": {"team": "blue"}, "budget": BUDGET}):
        assert api.patch(at, nothing).json()["version"] == 2
    assert api.patch(at, {"metadata": {}}).json()["version"] == 3

"""Every non-2xx answer carries one envelope, and its code has an entry and a readable page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from runwright.access import bootstrap
from runwright.api.call import Answer, Call
from runwright.api.changes import VERSIONS
from runwright.api.gateway import Gateway
from runwright.api.metrics import Metrics
from runwright.api.parsing import Shape
from runwright.api.router import Access, Route
from runwright.config import Settings
from runwright.db.database import Database
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.limits import Limits
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

ENVELOPE = {"status", "code", "message", "doc_url", "request_id"}
LISTED = {
    "invalid_request": (400, False),
    "unauthenticated": (401, False),
    "scope_denied": (403, False),
    "not_found": (404, False),
    "step_limit": (422, False),
    "rate_limited": (429, True),
    "internal": (500, True),
    "overloaded": (503, True),
}
NO_RUN = "run_01k00000000000000000000000"
PARTS = "; then ".join(f"what is {n} + {n}?" for n in range(1, 9))


def bad_request(api: Api) -> httpx.Response:
    return api.post("/v1/runs", {"model": "y0-fast", "prompt": ""})


def no_key(api: Api) -> httpx.Response:
    return httpx.get(f"{api.url}/v1/runs")


def lacking_scope(api: Api) -> httpx.Response:
    with api.key("models:read") as narrow:
        return narrow.get("/v1/runs")


def unknown_run(api: Api) -> httpx.Response:
    return api.get(f"/v1/runs/{NO_RUN}")


def unknown_path(api: Api) -> httpx.Response:
    return api.get("/v1/nothing")


def wrong_method(api: Api) -> httpx.Response:
    return api.http.put("/v1/runs", json={})


def deleted_run(api: Api) -> httpx.Response:
    run = api.run()
    api.delete(f"/v1/runs/{run['id']}")
    return api.get(f"/v1/runs/{run['id']}")


def too_many_steps(api: Api) -> httpx.Response:
    return api.post("/v1/runs", {"model": "y0-fast", "prompt": PARTS, "max_steps": 1})


def too_many_requests(api: Api) -> httpx.Response:
    with api.key("models:read", rate_limit="1/min") as slow:
        assert slow.get("/v1/models").status_code == 200
        return slow.get("/v1/models")


PROVOKED: list[tuple[Callable[[Api], httpx.Response], int, str]] = [
    (bad_request, 400, "invalid_request"),
    (no_key, 401, "unauthenticated"),
    (lacking_scope, 403, "scope_denied"),
    (unknown_run, 404, "not_found"),
    (unknown_path, 404, "not_found"),
    (wrong_method, 405, "invalid_request"),
    (deleted_run, 409, "already_deleted"),
    (too_many_steps, 422, "step_limit"),
    (too_many_requests, 429, "rate_limited"),
]


@pytest.mark.parametrize(
    ("provoke", "status", "code"), PROVOKED, ids=[row[0].__name__ for row in PROVOKED]
)
def test_the_envelope_has_exactly_these_fields(
    api: Api, provoke: Callable[[Api], httpx.Response], status: int, code: str
) -> None:
    response = provoke(api)
    check_envelope(response, status, code)


def check_envelope(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The whole promise about one error answer."""
    error = error_of(response, status, code)
    assert set(response.json()) == {"error"}
    assert set(error) - {"errors"} == ENVELOPE
    assert ("errors" in error) == (code == "invalid_request")
    assert error["status"] == status
    assert error["message"].strip()
    assert error["request_id"].startswith("req_")
    assert error["request_id"] == response.headers["Request-Id"]
    assert response.headers["content-type"] == "application/json"
    for reasons in error.get("errors", {}).values():
        assert reasons
        assert all(isinstance(reason, str) and reason for reason in reasons)
    base = str(response.request.url.copy_with(raw_path=b"/")).rstrip("/")
    page = httpx.get(error["doc_url"])
    assert error["doc_url"].startswith(base)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert code in page.text
    return error


def test_a_wrong_method_names_the_methods_that_there_are(api: Api) -> None:
    response = api.http.put("/v1/runs", json={})
    assert response.headers["Allow"] == "GET, HEAD, POST"
    assert error_of(response, 405, "invalid_request")["errors"].keys() == {"method"}


def test_an_unauthenticated_answer_says_how_to_authenticate(api: Api) -> None:
    assert no_key(api).headers["WWW-Authenticate"].startswith("Bearer")


def test_step_limit_makes_no_run(api: Api) -> None:
    error_of(too_many_steps(api), 422, "step_limit")
    assert api.get("/v1/runs").json()["data"] == []


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_outside_v1_an_unknown_path_carries_the_envelope_too(api: Api, method: str) -> None:
    check_envelope(api.http.request(method, "/nothing"), 404, "not_found")


def test_outside_v1_a_wrong_method_carries_the_envelope_too(api: Api) -> None:
    response = api.http.post("/healthz")
    check_envelope(response, 405, "invalid_request")
    assert "GET" in response.headers["Allow"]


def test_a_path_with_a_slash_too_many_is_not_found(api: Api) -> None:
    for path in ("/v1/runs/", "/v1//runs", "/v1/errors/not_found/", "/healthz/"):
        check_envelope(api.get(path), 404, "not_found")


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/openapi.json", "/docs/errors"])
def test_every_response_carries_a_request_id(api: Api, path: str) -> None:
    assert api.get(path).headers.get("Request-Id", "").startswith("req_")


def test_each_request_has_an_id_of_its_own(api: Api) -> None:
    ids = {api.get("/v1/errors").headers["Request-Id"] for _ in range(5)}
    assert len(ids) == 5


def test_a_full_queue_is_overloaded(new_server: Callable[..., Server]) -> None:
    with new_server(settings={"RUNWRIGHT_JOB_QUEUE": "1"}) as server, server.api() as api:
        body = {"model": "y0-deep", "prompt": "What is 2 + 2?"}
        answers = [api.post("/v1/runs", body) for _ in range(10)]
        refused = [answer for answer in answers if answer.status_code != 201]
        assert refused, "a queue of one took ten runs"
        check_envelope(refused[0], 503, "overloaded")
        assert int(refused[0].headers["Retry-After"]) >= 1
        accepted = {answer.json()["id"] for answer in answers if answer.status_code == 201}
        assert {run["id"] for run in api.get("/v1/runs").json()["data"]} == accepted


def test_the_catalog_lists_exactly_eight_codes(api: Api) -> None:
    listing = api.get("/v1/errors").json()
    assert set(listing) == {"object", "data"}
    assert listing["object"] == "list"
    assert all(set(item) == {"status", "code", "retriable"} for item in listing["data"])
    shown = {item["code"]: (item["status"], item["retriable"]) for item in listing["data"]}
    assert shown == LISTED
    assert len(listing["data"]) == 8


@pytest.mark.parametrize("code", [*LISTED, "already_deleted"])
def test_each_code_can_be_retrieved(api: Api, code: str) -> None:
    detail = api.get(f"/v1/errors/{code}").json()
    assert set(detail) == {
        "code",
        "status",
        "retriable",
        "description",
        "remediation",
        "doc_url",
    }
    assert detail["code"] == code
    assert (detail["status"], detail["retriable"]) == LISTED.get(code, (409, False))
    assert detail["description"]
    assert detail["remediation"]
    page = httpx.get(detail["doc_url"])
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


def test_an_unknown_code_is_not_found(api: Api) -> None:
    check_envelope(api.get("/v1/errors/teapot"), 404, "not_found")
    assert httpx.get(f"{api.url}/docs/errors/teapot").status_code == 404


SECRET = "postgresql://app:hunter2@db/prod"


class Nothing(Shape):
    """The answer of a route that never gives one."""


async def _fail(_call: Call) -> Answer:
    raise RuntimeError(f"could not reach {SECRET}")


def _broken_gateway(database: Database, method: str, **settings: Any) -> Gateway:
    route = Route(
        method=method,
        path="/v1/broken",
        action="errors.list",
        scope=Access.ANY_KEY,
        handler=_fail,
        summary="Fails",
        answer=Nothing,
    )
    return Gateway(
        [route],
        settings=Settings(**settings),
        database=database,
        keyring=KeyRing(database, 600),
        limits=Limits(),
        versions=VERSIONS,
        metrics=Metrics(),
        context={},
    )


def _ask(database: Database, gateway: Gateway, method: str) -> httpx.Response:
    secret = database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=gateway)
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, "/v1/broken", headers=headers)

    return asyncio.run(ask())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unhandled_exception_gives_the_envelope_and_nothing_of_itself(
    database: Database, method: str
) -> None:
    response = _ask(database, _broken_gateway(database, method), method)
    error = error_of(response, 500, "internal")
    assert set(error) == ENVELOPE
    assert error["request_id"] == response.headers["Request-Id"]
    assert response.headers["X-RateLimit-Limit"] == "600"
    for leaked in ("hunter2", "RuntimeError", "Traceback", "could not reach"):
        assert leaked not in response.text
        assert leaked not in str(response.headers)


def test_addresses_in_answers_follow_the_public_url(database: Database) -> None:
    gateway = _broken_gateway(database, "GET", public_url="https://runs.example/")
    error = error_of(_ask(database, gateway, "GET"), 500, "internal")
    assert error["doc_url"] == "https://runs.example/docs/errors/internal"

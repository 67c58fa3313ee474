"""Authentication comes before everything: a bad key learns nothing but 401, and leaves no trace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from api.conforming import Document, conforming, document  # noqa: F401
from api.ledger import added, ledger
from runwright import clock
from runwright.trust import secrets
from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


@pytest.fixture(scope="module")
def project(server: Server) -> Iterator[Api]:
    """One project for the whole file."""
    with server.project() as client:
        yield client


@pytest.fixture
def bare(server: Server) -> Iterator[httpx.Client]:
    """A client without any key."""
    with httpx.Client(base_url=server.url) as client:
        yield client


def _new_key(project: Api, **options: Any) -> dict[str, Any]:
    made = project.post("/v1/keys", {"name": "k", "scopes": ["runs:read"], **options})
    assert made.status_code == 201, made.text
    return dict(made.json())


def nothing(_project: Api) -> str | None:
    return None


def empty(_project: Api) -> str:
    return ""


def another_scheme(project: Api) -> str:
    return f"Basic {project.secret}"


def no_scheme(project: Api) -> str:
    return project.secret


def scheme_alone(_project: Api) -> str:
    return "Bearer"


def malformed(_project: Api) -> str:
    return "Bearer rw_tooshort_000000"


def far_too_long(_project: Api) -> str:
    return "Bearer rw_" + "a" * 8000


def bad_checksum(project: Api) -> str:
    last = "0" if project.secret[-1] != "0" else "1"
    return f"Bearer {project.secret[:-1]}{last}"


def one_letter_off(project: Api) -> str:
    changed = "a" if project.secret[5] != "a" else "b"
    return f"Bearer {project.secret[:5]}{changed}{project.secret[6:]}"


def unknown(_project: Api) -> str:
    return f"Bearer {secrets.new_secret()}"


def key_id_instead(project: Api) -> str:
    return f"Bearer {_new_key(project)['id']}"


def revoked(project: Api) -> str:
    key = _new_key(project)
    _answers(project, key["secret"], 200)
    assert project.delete(f"/v1/keys/{key['id']}").status_code == 200
    return f"Bearer {key['secret']}"


def expired(project: Api) -> str:
    soon = clock.stamp(clock.now() + timedelta(milliseconds=400))
    key = _new_key(project, expires_at=soon)
    deadline = time.monotonic() + PATIENCE
    while _status(project, key["secret"]) != 401 and time.monotonic() < deadline:
        time.sleep(0.02)
    return f"Bearer {key['secret']}"


def rotated_out(project: Api) -> str:
    key = _new_key(project)
    _answers(project, key["secret"], 200)
    changed = project.post(f"/v1/keys/{key['id']}/rotate", {"grace_seconds": 0})
    _answers(project, changed.json()["secret"], 200)
    return f"Bearer {key['secret']}"


def _status(project: Api, secret: str) -> int:
    headers = {"Authorization": f"Bearer {secret}"}
    return httpx.get(f"{project.url}/v1/runs", headers=headers).status_code


def _answers(project: Api, secret: str, status: int) -> None:
    assert _status(project, secret) == status


BAD = [
    nothing,
    empty,
    another_scheme,
    no_scheme,
    scheme_alone,
    malformed,
    far_too_long,
    bad_checksum,
    one_letter_off,
    unknown,
    key_id_instead,
    revoked,
    expired,
    rotated_out,
]
RUBBISH: list[dict[str, Any]] = [
    {"method": "GET", "url": "/v1"},
    {"method": "GET", "url": "/v1/nothing"},
    {"method": "PUT", "url": "/v1/runs"},
    {"method": "GET", "url": "/v1/runs?limit=0"},
    {"method": "GET", "url": "/v1/runs", "headers": {"Service-Version": "tomorrow"}},
    {"method": "POST", "url": "/v1/runs", "content": b"\xff{", "headers": {"X": "y"}},
    {"method": "POST", "url": "/v1/runs", "json": {"model": 4}},
    {"method": "POST", "url": "/v1/runs", "headers": {"Idempotency-Key": "k" * 256}},
    {"method": "GET", "url": "/v1/runs", "headers": {f"X-{n}": "y" for n in range(80)}},
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.__name__)
def test_a_bad_key_is_401_on_every_route_and_for_every_rubbish(
    project: Api,
    bare: httpx.Client,
    document: Document,  # noqa: F811
    bad: Callable[[Api], str | None],
) -> None:
    given = bad(project)
    headers = {} if given is None else {"Authorization": given}
    known = [
        {"method": method, "url": path.replace("{id}", "x").replace("{code}", "internal")}
        for method, path, operation in document.operations
        if operation.get("security") != []
    ]
    assert len(known) > 20
    bodies = set()
    before = ledger(project)
    for request in [*known, *RUBBISH]:
        request = {**request, "headers": {**headers, **request.get("headers", {})}}
        response = bare.request(**request)
        error = error_of(response, 401, "unauthenticated")
        assert "X-RateLimit-Limit" not in response.headers
        bodies.add(response.text.replace(error["request_id"], ""))
    assert len(bodies) == 1, "a bad key learned something"
    assert added(project, before) == []


def test_401_is_counted_in_the_metrics(bare: httpx.Client) -> None:
    def count() -> float:
        wanted = 'runwright_requests_total{method="GET",route="/v1/runs",status="401"} '
        lines = bare.get("/metrics").text.splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(wanted))

    before = count()
    bare.get("/v1/runs")
    assert count() == before + 1


def test_the_scheme_is_read_without_regard_to_case(project: Api, bare: httpx.Client) -> None:
    for scheme in ("bearer", "BEARER", "Bearer "):
        headers = {"Authorization": f"{scheme} {project.secret}"}
        assert bare.get("/v1/errors", headers=headers).status_code == 200


def test_a_key_in_the_query_is_no_key(project: Api, bare: httpx.Client) -> None:
    response = bare.get("/v1/errors", params={"key": project.secret})
    error_of(response, 401, "unauthenticated")


def test_the_old_secret_works_during_the_grace_period(project: Api) -> None:
    key = _new_key(project)
    changed = project.post(f"/v1/keys/{key['id']}/rotate", {"grace_seconds": 600}).json()
    assert changed["secret"] != key["secret"]
    _answers(project, key["secret"], 200)
    _answers(project, changed["secret"], 200)


def test_a_key_made_beside_the_server_works_at_once(server: Server) -> None:
    made = server.run(
        "keys", "create", "--data", str(server.data), "--name", "cli", "--scopes", "models:read"
    )
    assert made.returncode == 0, made.stderr
    with server.api(made.stdout.strip()) as api:
        assert api.get("/v1/models").status_code == 200
        error_of(api.get("/v1/runs"), 403, "scope_denied")

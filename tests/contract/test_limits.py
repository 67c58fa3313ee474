"""Each key has a token bucket of its own; its state is on every answer, its end is 429."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


def state(response: httpx.Response) -> tuple[int, int, int]:
    """Limit, remaining and reset, as the headers say."""
    names = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
    limit, remaining, reset = (int(response.headers[name]) for name in names)
    return limit, remaining, reset


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/errors"),
        ("GET", "/v1/runs"),
        ("GET", "/v1/nothing"),
        ("PUT", "/v1/runs"),
        ("POST", "/v1/runs"),
        ("GET", "/v1/runs?limit=0"),
        ("GET", "/v1/runs/x"),
        ("DELETE", "/v1/runs/x"),
    ],
)
def test_every_answer_tells_the_state_of_the_bucket(api: Api, method: str, path: str) -> None:
    with api.key("runs:read", rate_limit="500/min") as narrow:
        limit, remaining, reset = state(narrow.http.request(method, path))
    assert (limit, remaining) == (500, 499)
    assert reset == 1


def test_each_request_takes_one_token(api: Api) -> None:
    with api.key("models:read", rate_limit="7/min") as narrow:
        seen = [state(narrow.get("/v1/models"))[1] for _ in range(4)]
    assert seen == [6, 5, 4, 3]


def test_the_end_of_the_bucket_is_429_and_says_when_to_come_back(api: Api) -> None:
    with api.key("runs:write", rate_limit="3/min") as narrow:
        for _ in range(3):
            assert narrow.get("/v1/errors").status_code == 200
        before = ledger(api)
        responses = [
            narrow.post("/v1/runs", {"model": "y0-fast", "prompt": "2 + 2"}),
            narrow.get("/v1/nothing"),
            narrow.http.post("/v1/runs", content=b"\xff"),
            narrow.get("/v1/runs", headers={"Service-Version": "tomorrow"}),
        ]
    for response in responses:
        assert "3" in error_of(response, 429, "rate_limited")["message"]
        assert 1 <= int(response.headers["Retry-After"]) <= 20
        assert state(response)[:2] == (3, 0)
        assert 1 <= state(response)[2] <= 60
    assert added(api, before) == [], "a flood must not fill the log"


def test_two_keys_share_nothing(api: Api) -> None:
    with (
        api.key("models:read", rate_limit="2/min") as one,
        api.key("models:read", rate_limit="2/min") as other,
    ):
        codes = [one.get("/v1/models").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert other.get("/v1/models").status_code == 200


def test_both_secrets_of_a_rotated_key_share_its_bucket(api: Api) -> None:
    made = api.post("/v1/keys", {"name": "k", "scopes": ["models:read"], "rate_limit": "2/min"})
    key = made.json()
    new = api.post(f"/v1/keys/{key['id']}/rotate", {"grace_seconds": 60}).json()["secret"]
    with Api(api.url, key["secret"]) as old_client, Api(api.url, new) as new_client:
        assert old_client.get("/v1/models").status_code == 200
        assert new_client.get("/v1/models").status_code == 200
        error_of(old_client.get("/v1/models"), 429, "rate_limited")
        error_of(new_client.get("/v1/models"), 429, "rate_limited")


def test_the_bucket_refills(api: Api) -> None:
    with api.key("models:read", rate_limit="120/min") as narrow:
        while narrow.get("/v1/models").status_code == 200:
            pass
        deadline = time.monotonic() + PATIENCE
        while narrow.get("/v1/models").status_code == 429:
            assert time.monotonic() < deadline, "it never came back"
            time.sleep(0.05)


def test_a_changed_limit_takes_effect_at_once(api: Api) -> None:
    made = api.post("/v1/keys", {"name": "k", "scopes": ["models:read"], "rate_limit": "100/min"})
    key = made.json()
    with Api(api.url, key["secret"]) as narrow:
        assert state(narrow.get("/v1/models"))[:2] == (100, 99)
        api.patch(f"/v1/keys/{key['id']}", {"rate_limit": "2/min"})
        assert state(narrow.get("/v1/models"))[:2] == (2, 1)
        assert narrow.get("/v1/models").status_code == 200
        error_of(narrow.get("/v1/models"), 429, "rate_limited")
        api.patch(f"/v1/keys/{key['id']}", {"rate_limit": "50/min"})
        after = narrow.get("/v1/models")
        assert state(after)[0] == 50
        assert state(after)[1] <= 1, "a change of the limit must not fill the bucket"


def test_a_key_without_a_rate_has_the_default(new_server: Callable[..., Server]) -> None:
    with new_server(settings={"RUNWRIGHT_RATE_LIMIT": "5/min"}) as server:
        with server.api() as owner:
            codes = [owner.get("/v1/errors") for _ in range(6)]
        assert [code.status_code for code in codes] == [200] * 5 + [429]
        assert state(codes[0])[:2] == (5, 4)
        for path in ("/healthz", "/metrics", "/docs/errors"):
            assert httpx.get(server.url + path).status_code == 200
        assert 'status="429"' in httpx.get(f"{server.url}/metrics").text


@pytest.mark.parametrize("rate", ["0/min", "-1/min", "1/sec", "x", "1000000000/min", "", 0, 1.5])
def test_a_rate_that_is_none_is_refused(api: Api, rate: object) -> None:
    response = api.post("/v1/keys", {"name": "k", "scopes": ["models:read"], "rate_limit": rate})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"rate_limit"}

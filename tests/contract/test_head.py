"""Every GET answers HEAD: the same head, the same scope, the same audit entry, and no body."""

from __future__ import annotations

import http.client
import re
from typing import Any

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

OF_ITS_OWN = {"date", "request-id", "x-ratelimit-remaining", "x-ratelimit-reset"}
"""Headers that differ from one request to the next."""


def lasting(response: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name not in OF_ITS_OWN}


@pytest.mark.parametrize(
    "path",
    ["/v1/models", "/v1/runs/{run}", "/v1/runs?limit=5", "/v1/files/{file}/content", "/v1/errors"],
)
def test_the_head_is_that_of_the_get(api: Api, path: str) -> None:
    made = {"run": api.run()["id"], "file": api.file(samples.NOTE)["id"]}
    full, head = (api.http.request(method, path.format(**made)) for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert lasting(head) == lasting(full)
    assert int(head.headers["content-length"]) == len(full.content) > 0


def test_a_part_of_a_file_has_its_own_head(api: Api) -> None:
    path, wanted = f"/v1/files/{api.file(samples.NOTE)['id']}/content", {"Range": "bytes=2-5"}
    full, head = (api.http.request(m, path, headers=wanted) for m in ("GET", "HEAD"))
    assert head.status_code == 206
    assert lasting(head) == lasting(full)


def test_nothing_follows_the_head_on_the_wire(server: Server, api: Api) -> None:
    connection = http.client.HTTPConnection(httpx.URL(server.url).netloc.decode())
    key = {"Authorization": f"Bearer {api.secret}"}
    for method, path in (("HEAD", "/v1/models"), ("GET", "/v1/models"), ("HEAD", "/healthz")):
        # A body behind a head would be read as the beginning of the next answer.
        connection.request(method, path, headers=key)
        answer = connection.getresponse()
        assert (answer.status, bool(answer.read())) == (200, method == "GET")
    connection.close()


def test_it_takes_the_scope_and_leaves_the_audit_entry_of_the_get(api: Api) -> None:
    run = api.run()["id"]
    with api.key("models:read") as narrow:
        assert narrow.http.head(f"/v1/runs/{run}").status_code == 403
    assert api.http.head(f"/v1/runs/{run}").status_code == 200
    entries = api.audit(action="runs.read", resource=run)
    assert [entry["decision"] for entry in entries] == ["denied", "allowed"]


def test_without_a_key_it_is_refused(server: Server) -> None:
    assert httpx.head(f"{server.url}/v1/models").status_code == 401


def test_what_is_not_there_is_not_there_for_head_either(api: Api) -> None:
    assert api.http.head("/v1/runs/run_nope").status_code == 404
    assert api.http.head("/v1/nowhere").status_code == 404


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/v1/models", "GET, HEAD"), ("/v1/runs", "GET, HEAD, POST"), ("/v1/auth/device", "POST")],
)
def test_allow_lists_head_beside_get(api: Api, path: str, allowed: str) -> None:
    refused = api.http.request("PUT", path)
    error_of(refused, 405, "invalid_request")
    assert refused.headers["allow"] == allowed


def test_a_path_without_a_get_has_no_head(api: Api) -> None:
    assert api.http.head("/v1/auth/device").status_code == 405


def test_the_head_of_a_stream_opens_none(server: Server, api: Api) -> None:
    run = api.run()["id"]
    before = open_streams(server)
    for path in ("/v1/events/stream", f"/v1/runs/{run}/events"):
        head = api.http.head(path)
        assert head.headers["content-type"] == "text/event-stream"
        assert "content-length" not in head.headers
    assert open_streams(server) == before


def open_streams(server: Server) -> Any:
    numbers = httpx.get(f"{server.url}/metrics").text
    found = re.search(r"^runwright_event_streams (\S+)$", numbers, re.MULTILINE)
    assert found
    return found[1]


def test_requests_are_counted_by_their_method(server: Server, api: Api) -> None:
    api.http.head("/v1/versions")
    assert 'method="HEAD",route="/v1/versions"' in httpx.get(f"{server.url}/metrics").text


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/docs/errors"]
)
def test_pages_answer_it_too(server: Server, path: str) -> None:
    head = httpx.head(server.url + path)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) > 0

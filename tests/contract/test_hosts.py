"""A server answers to its own names alone, and gives no other name as its address.

Addresses and the names of the loopback are its own; `RUNWRIGHT_HOSTS` lists more. Whatever is not a
file that is named by its content is never kept by a cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from runwright.api.dashboard import FOLDER
from runwright.api.hosts import Hosts
from runwright.config import Settings, SettingsError, load
from support.client import Api, error_of
from support.forms import connected
from support.server import Server

OWN = [
    *("127.0.0.1", "127.0.0.1:8080", "10.1.2.3", "203.0.113.9:80"),
    *("[::1]", "[::1]:8080", "[2001:db8::1]"),
    *("localhost", "LocalHost:8080", "localhost.", "runs.localhost:3000"),
]
FOREIGN = [
    *("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example"),
    *("notlocalhost", "0x7f000001", "2130706433", "127.1", "[::1", "[evil]", "::1", ""),
    *("127.0.0.1@evil.example", "localhost/evil", "localhost evil", "localhost:x"),
]
PLACES = ["/", "/docs", "/docs/errors", "/openapi.json", "/metrics", "/nowhere", "/v1/models"]


def get(server: Server, path: str, *hosts: str, version: str = "1.1") -> tuple[int, str, str]:
    """Status, headers and body of a request with these `Host` headers."""
    lines = [f"GET {path} HTTP/{version}", *(f"Host: {host}" for host in hosts)]
    with connected(server.url) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        received = b""
        while piece := connection.recv(65536):
            received += piece
    head, _, body = received.decode().partition("\r\n\r\n")
    return int(head.split()[1]), head.lower(), body


@pytest.mark.parametrize("host", OWN)
def test_addresses_and_names_of_the_loopback_are_the_servers_own(server: Server, host: str) -> None:
    status, _, body = get(server, "/openapi.json", host)
    assert status == 200
    assert f'"servers":[{{"url":"http://{host}"}}]' in body
    status, _, body = get(server, "/v1/models", host)
    assert status == 401
    assert f"http://{host}/docs/errors/unauthenticated" in body


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_is_refused_and_not_repeated(server: Server, host: str) -> None:
    for path in ("/openapi.json", "/v1/models"):
        status, head, body = get(server, path, host)
        assert status == 400
        assert '"Host":["must name this server' in body
        assert f"{server.url}/docs/errors/invalid_request" in body
        assert "evil" not in body
        assert "cache-control: no-store" in head
        assert "request-id: req_" in head


@pytest.mark.parametrize("path", PLACES)
def test_no_place_is_reached_under_a_foreign_name(server: Server, path: str) -> None:
    assert get(server, path, "evil.example")[0] == 400


def test_a_valid_key_does_not_make_a_name_ours(api: Api) -> None:
    answer = api.get("/v1/models", headers={"Host": "evil.example"})
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"Host"}


def test_a_login_is_not_begun_under_a_foreign_name(server: Server) -> None:
    answer = httpx.post(f"{server.url}/v1/auth/device", json={}, headers={"Host": "evil.example"})
    error_of(answer, 400, "invalid_request")


def test_probes_are_answered_under_any_name(server: Server) -> None:
    for path in ("/healthz", "/readyz"):
        assert get(server, path, "evil.example")[0] == 200
        assert get(server, path)[0] == 200


def test_a_request_has_one_host(server: Server) -> None:
    for path in ("/openapi.json", "/v1/models"):
        assert get(server, path)[0] == 400
        assert get(server, path, "localhost", "evil.example")[0] == 400
        assert get(server, path, "localhost", "localhost")[0] == 400
    assert get(server, "/openapi.json", version="1.0")[0] == 200


@pytest.fixture(scope="module")
def named(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server with names of its own."""
    with new_server(settings={"RUNWRIGHT_HOSTS": "runs.example, Runwright"}) as server:
        yield server


def test_names_that_are_set_pass(named: Server) -> None:
    for host in ("runs.example", "RUNS.example:443", "runwright:8080"):
        status, _, body = get(named, "/openapi.json", host)
        assert status == 200
        assert f'"servers":[{{"url":"http://{host}"}}]' in body
    for host in ("evil.example", "a.runs.example"):
        assert get(named, "/v1/models", host)[0] == 400


def asked(host: str) -> dict[str, Any]:
    """A request as the application gets it."""
    return {"headers": [(b"host", host.encode())], "server": ("::1", 8080), "scheme": "http"}


def test_the_public_address_passes_and_is_the_one_that_is_shown() -> None:
    hosts = Hosts(Settings(public_url="https://Public.example:8443/", host="runs.lan"))
    for host in ("public.example", "public.example:8443", "runs.lan:80"):
        assert hosts.passes(asked(host))
    assert not hosts.passes(asked("evil.example"))
    for host in ("public.example", "evil.example"):
        assert hosts.base_url(asked(host)) == "https://Public.example:8443"
    assert Hosts(Settings()).base_url(asked("evil.example")) == "http://[::1]:8080"


def test_the_memory_of_names_is_bounded() -> None:
    hosts = Hosts(Settings())
    for port in range(10_000, 13_000):
        assert hosts.passes(asked(f"localhost:{port}"))
    assert len(hosts._passed) <= 1_000


@pytest.mark.parametrize("hosts", ["https://runs.example", "runs.example:80", "*", "a b", ","])
def test_what_is_no_name_stops_the_start(hosts: str) -> None:
    with pytest.raises(SettingsError, match="RUNWRIGHT_HOSTS: must be names"):
        load({"RUNWRIGHT_HOSTS": hosts})
    assert Settings().hosts == ""


# Caches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*PLACES[1:], "/healthz", "/readyz", "/docs/settings", "/v1"])
def test_what_depends_on_the_request_is_never_kept(server: Server, path: str) -> None:
    assert httpx.get(server.url + path).headers.get_list("Cache-Control") == ["no-store"]


def test_what_is_no_http_is_never_kept(server: Server) -> None:
    with connected(server.url) as connection:
        connection.sendall(b"hello\r\n\r\n")
        assert b"cache-control: no-store" in connection.recv(65536)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the dashboard was not built")
def test_what_is_named_by_its_content_is_kept(server: Server) -> None:
    asset = next((FOLDER / "assets").iterdir()).name
    answer = httpx.get(f"{server.url}/assets/{asset}")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert httpx.get(server.url).headers["Cache-Control"] == "no-cache"

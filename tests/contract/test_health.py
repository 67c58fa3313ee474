"""The server says how it is, outside `/v1` and without a key, and never says a secret."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from support.client import Api
from support.server import Server

PAGES = ["/docs/errors", "/docs/errors/scope_denied", "/docs/versions"]


@pytest.fixture
def bare(server: Server) -> Iterator[httpx.Client]:
    """A client without a key."""
    with httpx.Client(base_url=server.url) as client:
        yield client


@pytest.mark.parametrize(("path", "says"), [("/healthz", "ok\n"), ("/readyz", "ready\n")])
def test_it_says_that_it_lives_and_is_ready(bare: httpx.Client, path: str, says: str) -> None:
    answer = bare.get(path)
    assert (answer.status_code, answer.text) == (200, says)
    assert bare.head(path).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_are_readable_and_send_nothing_out(bare: httpx.Client, path: str) -> None:
    page = bare.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "<h1>" in page.text
    assert page.text.count("<script") == page.text.count('<script src="/docs/assets/') == 1
    assert "http://" not in page.text.replace(str(bare.base_url), "")


def test_every_link_on_the_pages_leads_somewhere(bare: httpx.Client) -> None:
    seen, waiting = set(), ["/", "/docs/errors"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        page = bare.get(path)
        assert page.status_code == 200, path
        if page.headers["content-type"].startswith("text/html"):
            waiting += re.findall(r'href="(/[^"]*)"', page.text)
    assert len(seen) >= 13


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every number in the Prometheus text format."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_are_prometheus_text_and_rise(bare: httpx.Client, api: Api) -> None:
    labels = frozenset({("method", "POST"), ("route", "/v1/runs"), ("status", "201")})
    name = ("runwright_requests_total", labels)
    first = bare.get("/metrics")
    assert first.headers["content-type"].startswith("text/plain; version=0.0.4")
    for _ in range(3):
        api.run()
    before, after = samples(first.text), samples(bare.get("/metrics").text)
    assert after[name] == before.get(name, 0) + 3
    timed = ("runwright_request_seconds_count", labels - {("status", "201")})
    assert after[timed] >= before.get(timed, 0) + 3
    for gauge in ("runwright_writes", "runwright_write_groups"):
        assert after[(gauge, frozenset())] > before[(gauge, frozenset())]


def test_labels_hold_no_ids_and_do_not_grow_with_them(bare: httpx.Client, api: Api) -> None:
    run = api.run()
    api.get(f"/v1/runs/{run['id']}")
    api.get("/v1/secretplace")
    api.http.request("BREW", "/v1/runs")
    count = len(samples(bare.get("/metrics").text))
    for n in range(20):
        api.get(f"/v1/runs/run_{n}")
        api.get(f"/v1/nothing{n}")
        api.http.request(f"M{n}", "/v1/runs")
    text = bare.get("/metrics").text
    for name in (run["id"], "run_", "key_", "proj_", "secretplace", "BREW", "M7"):
        assert name not in text
    # A first 404 on a route may add its own line; twenty of them add no more.
    assert len(samples(text)) <= count + 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_metrics_can_have_an_address_of_their_own(new_server: Callable[..., Server]) -> None:
    port = free_port()
    settings = {"RUNWRIGHT_METRICS_HOST": "127.0.0.1", "RUNWRIGHT_METRICS_PORT": str(port)}
    with new_server(settings=settings) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        with server.api() as api:
            api.run()
        at = f"http://127.0.0.1:{port}"
        numbers = httpx.get(f"{at}/metrics")
        assert any(name == "runwright_requests_total" for name, _ in samples(numbers.text))
        assert numbers.headers["Cache-Control"] == "no-store"
        assert httpx.head(f"{at}/metrics").content == b""
        for path in ("/", "/v1/models", "/metrics/x", "/healthz"):
            assert httpx.get(at + path).status_code == 404, path
        assert httpx.post(f"{at}/metrics").status_code == 501
        foreign = httpx.get(f"{at}/metrics", headers={"Host": "evil.example"})
        assert (foreign.status_code, "runwright_requests" in foreign.text) == (400, False)


def test_a_metrics_port_that_is_taken_is_one_clear_line(
    new_server: Callable[..., Server], server: Server
) -> None:
    port = server.url.rpartition(":")[2]
    other = new_server(settings={"RUNWRIGHT_METRICS_PORT": port})
    failed = other.run("serve", "--port", "0", "--data", str(other.data))
    assert failed.returncode != 0
    assert "Traceback" not in failed.stderr
    assert port in failed.stderr.strip().splitlines()[-1]


MARK = "oulipo"
"""Of letters that no id has, so that chance cannot write it."""


def test_the_log_holds_no_secret_prompt_query_or_body(server: Server, api: Api) -> None:
    run = api.run(f"What is 2 + 2, {MARK}-prompt?", metadata={"k": f"{MARK}-metadata"})
    last = api.get("/v1/runs", params={"metadata.k": f"{MARK}-query"})
    api.get(f"/v1/{MARK}-path")
    api.get(f"/v1/runs/{MARK}-id")
    api.http.request("PUT", "/v1/runs", json={"a": f"{MARK}-put"})
    api.post("/v1/runs", {f"{MARK}-field": 1, "prompt": f"{MARK}-bad"})
    api.http.post("/v1/runs", content=f"{{{MARK}-broken".encode())
    api.http.post("/v1/runs", json={}, headers={"Idempotency-Key": f"{MARK}-idempotency"})
    with api.key("models:read", name=f"{MARK}-name") as narrow:
        narrow.get("/v1/runs")
        secret = narrow.secret
    httpx.get(f"{api.url}/v1/runs", headers={"Authorization": f"Bearer {MARK}-key"})
    httpx.get(f"{api.url}/{MARK}-page?q={MARK}-outside")
    deep = api.run(f"What is 3 + 3, {MARK}-deep?", model="y0-deep")
    api.finished(deep["id"])
    log = server.log.read_text()
    assert last.headers["Request-Id"] in log
    assert '"route":"/v1/runs/{id}"' in log
    for private in (MARK, secret, api.secret, server.owner_key, "Bearer", run["metadata"]["k"]):
        assert [line for line in log.splitlines() if private in line] == []

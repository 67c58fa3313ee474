"""Whatever is sent, the answer is a 4xx with the envelope, and nothing is written but the audit
entry of a call that reached its route."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support.client import Api, error_of
from support.forms import answer_on, connected
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

GOOD: dict[str, Any] = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
JSON = {"Content-Type": "application/json"}
RUN = '{"model": "y0-fast", "prompt": %s}'
NO_RUN = "run_01k00000000000000000000000"
NO_FILE = "file_01k00000000000000000000000"
DEEP = 100_000
MEGABYTE = 1024 * 1024


def with_steps(steps: str) -> str:
    """A run whose `max_steps` is this JSON text."""
    return '{"model": "y0-fast", "prompt": "2 + 2", "max_steps": ' + steps + "}"


def with_metadata(metadata: Any) -> dict[str, Any]:
    return {**GOOD, "metadata": metadata}


OBJECTS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "empty prompt": ({**GOOD, "prompt": ""}, {"prompt"}),
    "prompt of 4,001 characters": ({**GOOD, "prompt": "a" * 4001}, {"prompt"}),
    "prompt of 4,001 astral characters": ({**GOOD, "prompt": "😀" * 4001}, {"prompt"}),
    "prompt of 10 MB": ({**GOOD, "prompt": "a" * 10 * MEGABYTE}, {"body"}),
    "prompt that is null": ({**GOOD, "prompt": None}, {"prompt"}),
    "prompt that is a number": ({**GOOD, "prompt": 7}, {"prompt"}),
    "prompt that is a list": ({**GOOD, "prompt": ["a"]}, {"prompt"}),
    "no prompt": ({"model": "y0-fast"}, {"prompt"}),
    "no model": ({"prompt": "2 + 2"}, {"model"}),
    "unknown model": ({**GOOD, "model": "gpt-4"}, {"model"}),
    "model that is no run's": ({**GOOD, "model": "y0-vision"}, {"model"}),
    "unknown field": ({**GOOD, "temperature": 1}, {"temperature"}),
    "field of the answer": ({**GOOD, "id": NO_RUN, "status": "completed"}, {"id", "status"}),
    "unknown source": ({**GOOD, "context": ["mail"]}, {"context.0"}),
    "context that is text": ({**GOOD, "context": "calendar"}, {"context"}),
    "context that is null": ({**GOOD, "context": None}, {"context"}),
    "17 pairs": (with_metadata({f"k{n}": "v" for n in range(17)}), {"metadata"}),
    "value that is a number": (with_metadata({"k": 1}), {"metadata.k"}),
    "value that is null": (with_metadata({"k": None}), {"metadata.k"}),
    "value that is an object": (with_metadata({"k": {"v": "w"}}), {"metadata.k"}),
    "key of 65 characters": (with_metadata({"k" * 65: "v"}), {"metadata." + "k" * 65}),
    "files that are text": ({**GOOD, "files": NO_FILE}, {"files"}),
    "a file that is no id": ({**GOOD, "files": ["x", 1]}, {"files.0", "files.1"}),
    "empty key": (with_metadata({"": "v"}), {"metadata."}),
    "value of 513 characters": (with_metadata({"k": "v" * 513}), {"metadata.k"}),
    "metadata that is a list": (with_metadata([["k", "v"]]), {"metadata"}),
    "metadata that is null": (with_metadata(None), {"metadata"}),
}
TEXTS: dict[str, tuple[str | bytes, set[str]]] = {
    "nothing": (b"", {"body"}),
    "no JSON": (b"model=y0-fast", {"body"}),
    "half an object": (b'{"model": "y0-fast"', {"body"}),
    "two documents": (b"{} {}", {"body"}),
    "a comment": (b"{/* */}", {"body"}),
    "a list": (b"[]", {"body"}),
    "null": (b"null", {"body"}),
    "duplicate key": ('{"model": "y0-fast", "prompt": "a", "prompt": "b"}', {"prompt"}),
    "duplicate nested key": (RUN[:-1] % '"a"' + ', "metadata": {"k": "a", "k": "b"}}', {"k"}),
    "duplicate lone surrogate key": (b'{"\\ud800": 1, "\\ud800": 2}', {"body"}),
    "NaN": (with_steps("NaN"), {"body"}),
    "Infinity": (with_steps("Infinity"), {"body"}),
    "minus Infinity": (with_steps("-Infinity"), {"body"}),
    "a number beyond floats": (with_steps("1e999"), {"max_steps"}),
    "a number of 5,000 digits": (with_steps("9" * 5000), {"body"}),
    "max_steps 0": (with_steps("0"), {"max_steps"}),
    "max_steps 17": (with_steps("17"), {"max_steps"}),
    "max_steps -1": (with_steps("-1"), {"max_steps"}),
    "max_steps 4.5": (with_steps("4.5"), {"max_steps"}),
    "max_steps 4.0": (with_steps("4.0"), {"max_steps"}),
    "max_steps 1e1": (with_steps("1e1"), {"max_steps"}),
    'max_steps "4"': (with_steps('"4"'), {"max_steps"}),
    "max_steps true": (with_steps("true"), {"max_steps"}),
    "max_steps null": (with_steps("null"), {"max_steps"}),
    "max_steps [4]": (with_steps("[4]"), {"max_steps"}),
    "deep lists": (b"[" * DEEP, {"body"}),
    "deep lists that end": (b"[" * DEEP + b"]" * DEEP, {"body"}),
    "deep objects": (b'{"a":' * DEEP, {"body"}),
    "bad UTF-8": (b'{"model": "y0-fast", "prompt": "\xff\xfe"}', {"body"}),
    "UTF-8 of a surrogate": (b'{"model": "y0-fast", "prompt": "\xed\xa0\x80"}', {"body"}),
    "UTF-16": (json.dumps(GOOD).encode("utf-16"), {"body"}),
    "a byte order mark": (b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), {"body"}),
    "lone high surrogate": (RUN % '"a\\ud83d"', {"prompt"}),
    "lone low surrogate": (RUN % '"\\ude00b"', {"prompt"}),
    "surrogates in the wrong order": (RUN % '"\\ude00\\ud83d"', {"prompt"}),
    "escaped NUL": (RUN % '"a\\u0000b"', {"prompt"}),
    "raw NUL": (RUN % '"a\0b"', {"body"}),
    "raw newline": (RUN % '"a\nb"', {"body"}),
    "NUL in a metadata value": (RUN[:-1] % '"a"' + ', "metadata": {"k": "\\u0000"}}', set()),
    "NUL in a metadata key": (RUN[:-1] % '"a"' + ', "metadata": {"k\\u0000": "v"}}', set()),
    "NUL in a field's name": ('{"model": "y0-fast", "prompt": "a", "x\\u0000": 1}', {"body"}),
}


def check(api: Api, response: httpx.Response, before: Any, fields: set[str], entries: int) -> None:
    """A 400 that names the fields, and writes so many audit entries and nothing else."""
    error = error_of(response, 400, "invalid_request")
    assert set(error["errors"]) == fields or (not fields and error["errors"])
    assert error["request_id"] == response.headers["Request-Id"]
    assert len(response.content) < 10_000
    new = added(api, before)
    assert len(new) == entries
    assert all(entry["request_id"] == error["request_id"] for entry in new)


@pytest.mark.parametrize(("body", "fields"), OBJECTS.values(), ids=OBJECTS)
def test_a_bad_object_is_refused(api: Api, body: dict[str, Any], fields: set[str]) -> None:
    before = ledger(api)
    check(api, api.post("/v1/runs", body), before, fields, 1)


@pytest.mark.parametrize(("body", "fields"), TEXTS.values(), ids=TEXTS)
def test_a_bad_text_is_refused(api: Api, body: str | bytes, fields: set[str]) -> None:
    before = ledger(api)
    content = body.encode() if isinstance(body, str) else body
    response = api.http.post("/v1/runs", content=content, headers=JSON)
    check(api, response, before, fields, 1)


def test_what_lies_just_within_the_limits_is_taken(api: Api) -> None:
    metadata = {f"{n:064}": "v" * 512 for n in range(16)}
    run = api.run("😀" * 4000, metadata=metadata, max_steps=16, context=[])
    assert run["metadata"] == metadata
    assert run["max_steps"] == 16
    assert api.run(max_steps=1)["max_steps"] == 1
    assert api.run()["max_steps"] == 4


def test_a_long_body_within_the_limits_is_taken(api: Api) -> None:
    # Escapes make 4,000 characters and 16 pairs more than 64 KiB, in one piece on the wire.
    metadata = {f"{n:064}": "😀" * 512 for n in range(16)}
    content = json.dumps({**GOOD, "prompt": "😀" * 4000, "metadata": metadata}).encode()
    assert 100_000 < len(content) < MEGABYTE
    for n in range(1, 4):
        response = api.http.post("/v1/runs", content=content, headers=JSON)
        assert response.status_code == 201, response.text
        assert len(api.get("/v1/runs").json()["data"]) == n


def test_a_refused_body_does_not_disturb_the_next_answer(api: Api) -> None:
    for size in (70_000, 200_000, 3 * MEGABYTE):
        response = api.http.post("/v1/runs", content=b"[" * size, headers=JSON)
        assert set(error_of(response, 400, "invalid_request")["errors"]) == {"body"}
        assert api.get("/v1/runs").json()["data"] == []


TYPES: list[dict[str, str]] = [
    {},
    {"Content-Type": ""},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
    {"Content-Type": "multipart/form-data; boundary=x"},
    {"Content-Type": "application/problem+json"},
    {"Content-Type": "application/jsonp"},
    {"Content-Type": "json"},
]


@pytest.mark.parametrize("headers", TYPES, ids=repr)
def test_a_body_of_another_type_is_refused(api: Api, headers: dict[str, str]) -> None:
    before = ledger(api)
    response = api.http.post("/v1/runs", content=json.dumps(GOOD).encode(), headers=headers)
    check(api, response, before, {"Content-Type"}, 1)


@pytest.mark.parametrize("written", ["application/json; charset=utf-8", "Application/JSON"])
def test_a_json_type_may_be_written_in_any_way(api: Api, written: str) -> None:
    content = json.dumps(GOOD).encode()
    response = api.http.post("/v1/runs", content=content, headers={"Content-Type": written})
    assert response.status_code == 201


@pytest.mark.parametrize("method", ["DELETE", "POST"])
def test_a_body_where_none_belongs_is_refused(api: Api, method: str) -> None:
    run = api.run()
    path = f"/v1/runs/{run['id']}" + ("/cancel" if method == "POST" else "")
    before = ledger(api)
    response = api.http.request(method, path, json={"force": True})
    check(api, response, before, {"force"}, 1)


QUERIES: dict[str, set[str]] = {
    f"/v1/runs/{NO_RUN}?include_trace=maybe": {"include_trace"},
    f"/v1/runs/{NO_RUN}?include_trace=": {"include_trace"},
    f"/v1/runs/{NO_RUN}?include_trace=1": {"include_trace"},
    f"/v1/runs/{NO_RUN}?include_trace=TRUE": {"include_trace"},
    f"/v1/runs/{NO_RUN}?include_trace=true&include_trace=true": {"include_trace"},
    f"/v1/runs/{NO_RUN}?trace=true": {"trace"},
    f"/v1/runs/{NO_RUN}/timeline?x=1": {"x"},
    f"/v1/files/{NO_FILE}?x=1": {"x"},
    f"/v1/files/{NO_FILE}/content?x=1": {"x"},
    f"/v1/files/{NO_FILE}/extracted?x=1": {"x"},
    "/v1/context/items?source=documents&x=1": {"x"},
    "/v1/models?status=available&status=preview": {"status"},
    "/v1/keys?limit=1&limit=2": {"limit"},
    "/v1/errors?x=1": {"x"},
    "/v1/models?%FF=1": {"query"},
    "/v1/models?family=%FF": {"query"},
    "/v1/models?family=%00": {"family"},
    "/v1/models?family%00=a": {"family\x00"},
    "/v1/audit_log?resource=%00": {"resource"},
    "/v1/audit_log?since=0001-01-01T00:00:00%2B01:00": {"since"},
    "/v1/audit_log?until=9999-12-31T23:59:59-01:00": {"until"},
    "/v1/audit_log?since=2026-11-15": {"since"},
    "/v1/models?" + "&".join(f"a{n}=1" for n in range(100)): {"query"},
}


@pytest.mark.parametrize(("path", "fields"), QUERIES.items())
def test_a_bad_query_is_refused(api: Api, path: str, fields: set[str]) -> None:
    before = ledger(api)
    response = api.get(path)
    # What the ledger leaves out, and what needs no scope, leaves no entry that it could count.
    uncounted = path.startswith(("/v1/audit_log", "/v1/keys", "/v1/errors"))
    check(api, response, before, fields, 0 if uncounted else 1)


@pytest.mark.parametrize("path", ["metadata.%00=1", "metadata.a%00=1", "metadata.k=%00"])
def test_a_nul_in_a_metadata_filter_is_refused(api: Api, path: str) -> None:
    api.run(metadata={"k": "v"})
    error = error_of(api.get(f"/v1/runs?{path}"), 400, "invalid_request")
    assert len(error["errors"]) == 1


BAD_TIMES = ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-02-30T00:00:00Z", ""]


@pytest.mark.parametrize("at", [*BAD_TIMES, "tomorrow", "2026-11-15T10:00:00", "1e9"])
def test_a_time_that_is_none_is_refused(api: Api, at: str) -> None:
    before = ledger(api)
    body = {"name": "k", "scopes": ["runs:read"], "expires_at": at}
    check(api, api.post("/v1/keys", body), before, {"expires_at"}, 1)


HEADERS: dict[str, tuple[dict[str, str | bytes], set[str], int]] = {
    "idempotency key of 0": ({"Idempotency-Key": ""}, {"Idempotency-Key"}, 1),
    "idempotency key of 256": ({"Idempotency-Key": "k" * 256}, {"Idempotency-Key"}, 1),
    "idempotency key of bytes": ({"Idempotency-Key": b"\xff\xfe"}, {"Idempotency-Key"}, 1),
    "version tomorrow": ({"Service-Version": "tomorrow"}, {"Service-Version"}, 0),
    "version empty": ({"Service-Version": ""}, {"Service-Version"}, 0),
    "version of bytes": ({"Service-Version": b"\xff"}, {"Service-Version"}, 0),
    "version unknown": ({"Service-Version": "2099-01-01"}, {"Service-Version"}, 0),
    "many headers": ({f"X-{n}": "y" for n in range(200)}, {"headers"}, 0),
    "one huge header": ({"X-Huge": "y" * 40_000}, {"headers"}, 0),
}


@pytest.mark.parametrize(("headers", "fields", "entries"), HEADERS.values(), ids=HEADERS)
def test_a_bad_header_is_refused(
    api: Api, headers: dict[str, str | bytes], fields: set[str], entries: int
) -> None:
    before = ledger(api)
    response = api.post("/v1/runs", GOOD, headers=headers)
    check(api, response, before, fields, entries)


def test_an_idempotency_key_of_255_characters_is_fine(api: Api) -> None:
    made = [api.post("/v1/runs", GOOD, headers={"Idempotency-Key": "k" * 255}) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].content == made[1].content
    assert made[1].headers["Idempotent-Replayed"] == "true"


IDS = [
    "x",
    "run_",
    "run_x",
    "key_01k00000000000000000000000",
    NO_RUN.upper(),
    NO_RUN + "0",
    "run_01k0000000000000000000000u",
    "run_'; DROP TABLE runs; --",
    'run_"\\',
    "run_\x00",
    NO_RUN + "\x00",
    NO_RUN + "\n",
    "run_é😀",
    "run_%",
    "run_*",
    "run_/../../etc/passwd",
    "r" * 3000,
    " ",
    "\u202e",
    "null",
    "{id}",
]


@pytest.mark.parametrize("id", IDS, ids=range(len(IDS)))
def test_a_wild_id_is_not_found(api: Api, id: str) -> None:
    before = ledger(api)
    wild = quote(id, safe="")
    calls = [("GET", f"/v1/runs/{wild}"), ("DELETE", f"/v1/runs/{wild}")]
    calls += [("POST", f"/v1/runs/{wild}/cancel"), ("GET", f"/v1/runs/{wild}/timeline")]
    calls += [("GET", f"/v1/keys/{wild}"), ("DELETE", f"/v1/keys/{wild}")]
    calls += [("GET", f"/v1/models/{wild}"), ("GET", f"/v1/errors/{wild}")]
    calls += [("GET", f"/v1/projects/{wild}"), ("GET", f"/v1/erasures/{wild}")]
    calls += [("GET", f"/v1/files/{wild}"), ("DELETE", f"/v1/files/{wild}")]
    calls += [("GET", f"/v1/files/{wild}/content"), ("GET", f"/v1/files/{wild}/extracted")]
    for method, path in calls:
        error_of(api.http.request(method, path), 404, "not_found")
    for entry in added(api, before):
        assert entry["resource"] is None or entry["resource"].isascii()
        assert len(entry["resource"] or "") <= 64


@pytest.mark.parametrize("path", ["/v1/runs/..", "/v1/../healthz", "/v1/%2e%2e/healthz", "/v1/./"])
def test_dots_in_a_path_lead_nowhere(api: Api, path: str) -> None:
    with connected(api.url) as connection:
        head = f"GET {path} HTTP/1.1\r\nHost: [::1]\r\nAuthorization: Bearer {api.secret}\r\n\r\n"
        connection.sendall(head.encode())
        status, body = answer_on(connection)
    assert (status, body["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/runs/x/y/z", "/v1/%00", "/v1/Runs", "/v1"])
def test_an_unknown_path_is_not_found_and_leaves_nothing(api: Api, path: str) -> None:
    before = ledger(api)
    error_of(api.get(path), 404, "not_found")
    assert added(api, before) == []


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_wrong_method_is_refused_and_leaves_nothing(api: Api, method: str) -> None:
    before = ledger(api)
    response = api.http.request(method, "/v1/runs")
    error_of(response, 405, "invalid_request")
    assert response.headers["Allow"] == "GET, HEAD, POST"
    assert added(api, before) == []


# Below HTTP ------------------------------------------------------------------------------------


def memory_of(server: Server) -> int:
    """The resident bytes of the server."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


NO_HTTP: dict[str, bytes] = {
    "words": b"hello, is anybody there?\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + b"\0" * 64,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a version that is none": b"GET /v1/runs HTTP/9.9\r\n\r\n",
    "a NUL in a header": b"GET /v1/runs HTTP/1.1\r\nHost: [::1]\r\nX: a\0b\r\n\r\n",
    "a header without a colon": b"GET /v1/runs HTTP/1.1\r\nHost x\r\n\r\n",
    "a length that is none": b"POST /v1/runs HTTP/1.1\r\nHost: [::1]\r\nContent-Length: -5\r\n\r\n",
    "two lengths": b"POST /v1/runs HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "bytes in the path": b"GET /v1/\xff\xfe HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    "zeros": b"\0" * 1000,
}


@pytest.mark.parametrize("sent", NO_HTTP.values(), ids=NO_HTTP)
def test_what_is_no_http_gets_the_envelope(server: Server, sent: bytes) -> None:
    with connected(server.url) as connection:
        connection.sendall(sent)
        status, body = answer_on(connection)
    assert status == 400
    assert body["error"]["status"] == 400
    assert body["error"]["code"] == "invalid_request"
    assert body["error"]["request_id"].startswith("req_")
    assert httpx.get(body["error"]["doc_url"]).status_code == 200


def test_a_head_that_grows_too_large_is_cut_off_with_the_envelope(server: Server) -> None:
    with connected(server.url) as connection:
        connection.sendall(b"GET /v1/runs HTTP/1.1\r\nHost: [::1]\r\nX-Endless: " + b"a" * 66_000)
        status, body = answer_on(connection)
        assert (status, set(body["error"]["errors"])) == (400, {"headers"})
        assert connection.recv(1) == b"", "the connection stays open"


def pump(connection: socket.socket, piece: bytes, most: int) -> int:
    """Send a piece again and again until the other side has enough; how many bytes went."""
    sent = 0
    with suppress(ConnectionError, TimeoutError):
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    return sent


@pytest.mark.parametrize("piece", [b"a" * 65_536, b"X-More: y\r\n" * 6_000], ids=["one", "many"])
def test_endless_headers_are_cut_off_and_cost_no_memory(server: Server, piece: bytes) -> None:
    before = memory_of(server)
    with connected(server.url) as connection:
        connection.sendall(b"GET /v1/runs HTTP/1.1\r\nHost: [::1]\r\nX-Endless: ")
        sent = pump(connection, piece, 128 * MEGABYTE)
    assert sent < 64 * MEGABYTE, "nobody cut it off"
    assert memory_of(server) - before < 32 * MEGABYTE


def chunk(size: int) -> bytes:
    """One chunk of a chunked body."""
    return f"{size:x}\r\n".encode() + b"a" * size + b"\r\n"


def test_a_chunked_body_without_end_is_refused_and_costs_no_memory(
    api: Api, server: Server
) -> None:
    before, entries = memory_of(server), ledger(api)
    head = (
        "POST /v1/runs HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {api.secret}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with connected(api.url) as connection:
        connection.sendall(head.encode())
        pump(connection, chunk(65_536), 2 * MEGABYTE)
        status, body = answer_on(connection)
        assert (status, set(body["error"]["errors"])) == (400, {"body"})
        pump(connection, chunk(65_536), 64 * MEGABYTE)
    assert memory_of(server) - before < 32 * MEGABYTE
    assert len(added(api, entries)) == 1


def test_a_declared_length_over_the_limit_is_refused_unread(api: Api) -> None:
    head = (
        "POST /v1/runs HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {api.secret}\r\nContent-Length: 99999999999\r\n\r\n"
    )
    with connected(api.url) as connection:
        connection.sendall(head.encode())
        status, body = answer_on(connection)
    assert (status, set(body["error"]["errors"])) == (400, {"body"})


def test_a_client_that_leaves_in_the_middle_writes_nothing(api: Api) -> None:
    head = (
        "POST /v1/runs HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {api.secret}\r\nContent-Length: 500\r\n\r\n" + '{"model":'
    )
    with connected(api.url) as connection:
        connection.sendall(head.encode())
    assert api.get("/v1/runs").json()["data"] == []
    assert api.run()["status"] == "completed"

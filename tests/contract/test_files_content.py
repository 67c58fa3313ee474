"""`GET /v1/files/:id/content` gives the original bytes back, whole or in the part asked for."""

from __future__ import annotations

import hashlib
import re

import pytest

from support import samples
from support.client import Api, error_of
from support.server import Server

CONTENT = b"".join(b"line %05d\n" % n for n in range(400))
SIZE = len(CONTENT)


@pytest.fixture
def path(api: Api) -> str:
    """Where the bytes of an uploaded file are."""
    made = api.upload(CONTENT, 'Grüße "a"; b.txt', purpose="attachment")
    assert made.status_code == 200, made.text
    return f"/v1/files/{made.json()['id']}/content"


def test_the_whole_is_what_was_sent(api: Api, path: str) -> None:
    answer = api.get(path)
    assert (answer.status_code, answer.content) == (200, CONTENT)
    assert answer.headers["Content-Length"] == str(SIZE)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["Accept-Ranges"] == "bytes"
    assert answer.headers["ETag"] == f'"{hashlib.sha256(CONTENT).hexdigest()}"'
    assert "Content-Range" not in answer.headers
    assert answer.headers["Request-Id"].startswith("req_")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_browser_saves_it_and_runs_nothing_of_it(api: Api, path: str) -> None:
    headers = api.get(path).headers
    kept = headers["Content-Disposition"]
    assert kept.startswith("attachment;")
    assert "filename*=UTF-8''Gr%C3%BC%C3%9Fe" in kept
    assert re.search(r'filename="[\x20-\x7e]+"', kept)
    assert kept.isascii()
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "sandbox"


RANGES: dict[str, tuple[str, int, int]] = {
    "first bytes": ("bytes=0-9", 0, 10),
    "first byte": ("bytes=0-0", 0, 1),
    "middle": ("bytes=1000-1999", 1000, 2000),
    "open end": (f"bytes={SIZE - 5}-", SIZE - 5, SIZE),
    "suffix": ("bytes=-7", SIZE - 7, SIZE),
    "end beyond the file": ("bytes=100-999999", 100, SIZE),
    "last byte": (f"bytes={SIZE - 1}-{SIZE - 1}", SIZE - 1, SIZE),
}


@pytest.mark.parametrize(("asked", "start", "end"), RANGES.values(), ids=RANGES)
def test_a_range_is_answered_with_that_part(
    api: Api, path: str, asked: str, start: int, end: int
) -> None:
    answer = api.get(path, headers={"Range": asked})
    assert answer.status_code == 206
    assert answer.content == CONTENT[start:end]
    assert answer.headers["Content-Range"] == f"bytes {start}-{end - 1}/{SIZE}"
    assert answer.headers["Content-Length"] == str(end - start)
    assert answer.headers["ETag"] == f'"{hashlib.sha256(CONTENT).hexdigest()}"'


@pytest.mark.parametrize("asked", [f"bytes={SIZE}-", f"bytes={SIZE}-{SIZE + 9}", "bytes=-0"])
def test_a_range_beyond_the_file_is_not_satisfiable(api: Api, path: str, asked: str) -> None:
    answer = api.get(path, headers={"Range": asked})
    error = error_of(answer, 416, "invalid_request")
    assert set(error["errors"]) == {"Range"}
    assert error["status"] == 416
    assert answer.headers["Content-Range"] == f"bytes */{SIZE}"


WHOLE = [
    "bytes=0-9,20-29",
    "bytes=-",
    "bytes=a-b",
    "lines=0-9",
    "bytes 0-9",
    "bytes=" + "9" * 5000 + "-",
    "bytes=-" + "9" * 5000,
    "bytes=٣-٤",
    "bytes=+1-2",
    "",
]


@pytest.mark.parametrize("asked", WHOLE, ids=range(len(WHOLE)))
def test_what_is_no_single_range_gets_the_whole(api: Api, path: str, asked: str) -> None:
    answer = api.get(path, headers={"Range": asked.encode()})
    assert (answer.status_code, answer.content) == (200, CONTENT)
    assert "Content-Range" not in answer.headers


def test_a_suffix_longer_than_the_file_is_the_whole(api: Api, path: str) -> None:
    assert api.get(path, headers={"Range": f"bytes=-{SIZE * 2}"}).content == CONTENT


def test_if_range_gives_the_part_only_of_the_same_file(api: Api, path: str) -> None:
    tag = api.get(path).headers["ETag"]
    part = api.get(path, headers={"Range": "bytes=0-4", "If-Range": tag})
    assert (part.status_code, part.content) == (206, CONTENT[:5])
    for other in ('"other"', f"W/{tag}", "Sun, 15 Nov 2026 08:00:00 GMT"):
        whole = api.get(path, headers={"Range": "bytes=0-4", "If-Range": other})
        assert (whole.status_code, whole.content) == (200, CONTENT)


def test_a_download_goes_on_where_it_broke_off(api: Api) -> None:
    content = samples.pdf(*(f"Page {n}." for n in range(300)))
    made = api.upload(content, "long.pdf", purpose="attachment").json()
    got = b""
    while len(got) < len(content):
        wanted = {"Range": f"bytes={len(got)}-{len(got) + 9999}"}
        got += api.get(f"/v1/files/{made['id']}/content", headers=wanted).content
    assert got == content


def test_each_download_is_in_the_audit_log(api: Api, path: str) -> None:
    answer = api.get(path, headers={"Range": "bytes=0-4"})
    (entry,) = api.audit(action="files.content")
    assert entry["request_id"] == answer.headers["Request-Id"]
    assert entry["resource"] == path.split("/")[3]
    assert (entry["scope"], entry["decision"]) == ("files:read", "allowed")


def test_it_takes_no_query(api: Api, path: str) -> None:
    error = error_of(api.get(f"{path}?download=1"), 400, "invalid_request")
    assert set(error["errors"]) == {"download"}


def test_the_document_tells_of_parts_and_of_ranges_that_cannot_be(api: Api) -> None:
    document = api.get("/openapi.json").json()
    answers = document["paths"]["/v1/files/{id}/content"]["get"]["responses"]
    assert {"200", "206", "416"} <= set(answers)
    assert "application/json" not in answers["206"]["content"]
    assert set(answers["416"]["content"]) == {"application/json"}


@pytest.mark.parametrize("asked", [{}, {"Range": "bytes=10-19"}], ids=["whole", "range"])
@pytest.mark.parametrize("left", [None, b"line"], ids=["missing", "cut short"])
def test_bytes_that_the_server_has_lost_are_an_error_and_no_broken_answer(
    api: Api, server: Server, path: str, asked: dict[str, str], left: bytes | None
) -> None:
    file_id = path.split("/")[3]
    api.settled(file_id)
    blob = server.data / "blobs" / str(api.project_id) / file_id
    blob.unlink()
    if left is not None:
        blob.write_bytes(left)
    answer = api.get(path, headers=asked)
    error = error_of(answer, 500, "internal")
    assert "missing" in error["message"]
    logged = [line for line in server.log.read_text().splitlines() if file_id in line]
    (line,) = [line for line in logged if error["request_id"] in line]
    assert "file_bytes_missing" in line
    assert "Traceback" not in line
    assert "exception" not in line

"""A file enters by a form whose every part is checked, takes bounded memory, and is whole or not
there at all: what is wrong is named by its part, and nothing is left of what was refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from api.ledger import added, ledger
from support import samples
from support.client import Api, error_of
from support.forms import (
    END,
    answer_on,
    beginning_of_file,
    connected,
    head_of_upload,
    part,
    post,
)
from support.patience import until
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

FILE = part("file", "Some words.\n", "note.txt")
PURPOSE = part("purpose", "context")
MEGABYTE = 1024 * 1024
MOST = 10_000


def metadata(value: Any) -> bytes:
    return part("metadata", value if isinstance(value, str | bytes) else json.dumps(value))


def blobs_of(server: Server, api: Api) -> list[Path]:
    """Everything that the folder of original files holds of a project, finished or not."""
    folder = server.data / "blobs"
    return [
        path for path in folder.rglob("*") if str(api.project_id) in str(path) and path.is_file()
    ]


# The parts --------------------------------------------------------------------------------------

FORMS: dict[str, tuple[bytes, set[str]]] = {
    "no file": (PURPOSE + END, {"file"}),
    "no purpose": (FILE + END, {"purpose"}),
    "neither file nor purpose": (metadata({"a": "b"}) + END, {"file", "purpose"}),
    "file that is a field": (part("file", "Some words.") + PURPOSE + END, {"file"}),
    "wrong purpose": (FILE + part("purpose", "training") + END, {"purpose"}),
    "empty purpose": (FILE + part("purpose", "") + END, {"purpose"}),
    "purpose that is no UTF-8": (FILE + part("purpose", b"\xff\xfe") + END, {"purpose"}),
    "purpose with NUL": (FILE + part("purpose", "context\0") + END, {"purpose"}),
    "unknown part": (FILE + PURPOSE + part("color", "red") + END, {"color"}),
    "field of the answer": (FILE + PURPOSE + part("status", "processed") + END, {"status"}),
    "two files": (FILE + PURPOSE + FILE + END, {"file"}),
    "two purposes": (FILE + PURPOSE + PURPOSE + END, {"purpose"}),
    "two metadata": (FILE + PURPOSE + metadata({}) + metadata({}) + END, {"metadata"}),
    "part without a name": (FILE + PURPOSE + part(None, "x") + END, {"body"}),
    "33 parts": (FILE + b"".join(part(f"p{n}", "x") for n in range(32)) + END, {"body"}),
    "field of 131,073 bytes": (FILE + PURPOSE + metadata(" " * 131_073) + END, {"metadata"}),
    "metadata that is no JSON": (FILE + PURPOSE + metadata("a=b") + END, {"metadata"}),
    "metadata that is empty": (FILE + PURPOSE + metadata("") + END, {"metadata"}),
    "metadata that is a list": (FILE + PURPOSE + metadata([["a", "b"]]) + END, {"metadata"}),
    "metadata that is text": (FILE + PURPOSE + metadata('"a"') + END, {"metadata"}),
    "metadata that is null": (FILE + PURPOSE + metadata("null") + END, {"metadata"}),
    "17 pairs": (FILE + PURPOSE + metadata({f"k{n}": "v" for n in range(17)}) + END, {"metadata"}),
    "value that is a number": (FILE + PURPOSE + metadata({"k": 1}) + END, {"metadata.k"}),
    "value that is null": (FILE + PURPOSE + metadata({"k": None}) + END, {"metadata.k"}),
    "value of 513 characters": (
        FILE + PURPOSE + metadata({"k": "v" * 513}) + END,
        {"metadata.k"},
    ),
    "key of 65 characters": (
        FILE + PURPOSE + metadata({"k" * 65: "v"}) + END,
        {"metadata." + "k" * 65},
    ),
    "key twice": (FILE + PURPOSE + metadata('{"k": "a", "k": "b"}') + END, {"metadata.k"}),
    "NUL in a value": (FILE + PURPOSE + metadata('{"k": "\\u0000"}') + END, {"metadata.k"}),
    "lone surrogate": (FILE + PURPOSE + metadata('{"k": "\\ud800"}') + END, {"metadata.k"}),
    "everything at once": (
        part("purpose", "x") + metadata({"k": 1}) + part("color", "red") + END,
        {"file", "purpose", "metadata.k", "color"},
    ),
}


def refused(api: Api, server: Server, send: Callable[[], Any], fields: set[str]) -> None:
    """A 400 that names the parts, and leaves one audit entry and nothing else."""
    before = ledger(api)
    error = error_of(send(), 400, "invalid_request")
    assert set(error["errors"]) == fields
    (entry,) = added(api, before)
    assert (entry["action"], entry["request_id"]) == ("files.create", error["request_id"])
    assert blobs_of(server, api) == []


@pytest.mark.parametrize(("form", "fields"), FORMS.values(), ids=FORMS)
def test_a_bad_part_is_refused_by_its_name(
    api: Api, server: Server, form: bytes, fields: set[str]
) -> None:
    refused(api, server, lambda: post(api, form), fields)


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "words": b"hello, is anybody there?",
    "another boundary": FILE.replace(b"frontier", b"elsewhere") + PURPOSE + END,
    "no end": FILE + PURPOSE,
    "end within the file": FILE[:-9],
    "end within a head": FILE + PURPOSE[:30],
    "head without a colon": FILE + PURPOSE.replace(b"Disposition:", b"Disposition") + END,
    "head that does not end": b"--frontier\r\nX: " + b"a" * 200_000 + b"\r\n\r\n" + END,
    "many heads": b"--frontier\r\n" + b"X: y\r\n" * 10_000 + b"\r\n" + END,
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_a_form_that_is_none_is_refused(api: Api, server: Server, body: bytes) -> None:
    refused(api, server, lambda: post(api, body), {"body"})


@pytest.mark.parametrize(
    "written",
    [
        None,
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/mixed; boundary=frontier",
        "application/x-www-form-urlencoded",
    ],
)
def test_a_body_of_another_type_is_refused(api: Api, server: Server, written: str | None) -> None:
    body = FILE + PURPOSE + END
    refused(api, server, lambda: post(api, body, written), {"Content-Type"})


def test_the_order_of_the_parts_does_not_matter(api: Api) -> None:
    parts = (PURPOSE, metadata({"a": "b"}), FILE)
    for ordered in (parts, parts[::-1]):
        made = post(api, b"".join(ordered) + END)
        assert made.status_code == 200, made.text
        assert made.json()["metadata"] == {"a": "b"}


def test_what_lies_just_within_the_limits_is_taken(api: Api) -> None:
    pairs = {f"{n:064}": "😀" * 512 for n in range(16)}
    made = api.upload(b"Some words.", metadata=pairs)
    assert made.status_code == 200, made.text
    assert made.json()["metadata"] == pairs


# What it is -------------------------------------------------------------------------------------

NOT_TAKEN: dict[str, bytes] = {
    "nothing": b"",
    "GIF": samples.GIF,
    "ZIP": samples.ZIP,
    "program for Windows": samples.PROGRAM,
    "program for Linux": samples.ELF,
    "a zero": b"\0",
    "zeros": b"\0" * 5000,
    "noise": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("content", NOT_TAKEN.values(), ids=NOT_TAKEN)
@pytest.mark.parametrize("filename", ["invoice.pdf", "note.txt"])
def test_what_a_file_is_counts_and_not_its_name(
    api: Api, server: Server, content: bytes, filename: str
) -> None:
    refused(api, server, lambda: api.upload(content, filename), {"file"})


@pytest.mark.parametrize(
    ("content", "media"),
    [
        (samples.pdf("One page."), "application/pdf"),
        (samples.png(), "image/png"),
        (b"a", "text/plain"),
    ],
    ids=["pdf", "png", "one letter"],
)
def test_a_file_is_taken_for_what_it_is(api: Api, content: bytes, media: str) -> None:
    made = api.upload(content, "program.exe", purpose="attachment")
    assert made.status_code == 200, made.text
    shown = api.get(f"/v1/files/{made.json()['id']}/content")
    assert shown.headers["content-type"].partition(";")[0] == media
    assert shown.content == content


NAMES: dict[str, tuple[str | bytes, str]] = {
    "path": ("../../etc/passwd.txt", "passwd.txt"),
    "absolute path": ("/etc/shadow", "shadow"),
    "path of Windows": ("..\\..\\boot.ini", "boot.ini"),
    "other letters": ("Grüße 東京 😀.txt", "Grüße 東京 😀.txt"),
    "control characters": (b"a\x01b\x1bc\x7fd.txt", "abcd.txt"),
    "right to left": ("invoice\u202efdp.exe", "invoicefdp.exe"),
    "invisible characters": ("no\u200bte\u2066.txt\ufeff", "note.txt"),
    "line ends": ("one\u2028two\u2029.txt", "onetwo.txt"),
    "no UTF-8": (b"caf\xe9.txt", "caf\ufffd.txt"),
    "300 characters": ("n" * 300, "n" * 255),
    "300 wide characters": ("東" * 300, "東" * 255),
    "nothing": ("", "file"),
    "dots": ("..", "file"),
    "a slash": ("folder/", "file"),
    "blanks": ("   ", "file"),
}


@pytest.mark.parametrize(("sent", "kept"), NAMES.values(), ids=NAMES)
def test_a_file_name_is_kept_without_its_tricks(
    api: Api, server: Server, sent: str | bytes, kept: str
) -> None:
    made = post(api, part("file", "Some words.", sent) + PURPOSE + END)
    assert made.status_code == 200, made.text
    assert made.json()["filename"] == kept
    file_id = made.json()["id"]
    assert api.get(f"/v1/files/{file_id}").json()["filename"] == kept
    assert api.get(f"/v1/files/{file_id}/content").content == b"Some words."
    assert [path.name for path in blobs_of(server, api)] == [file_id]


# How much ---------------------------------------------------------------------------------------


def pieces(body: bytes, size: int = 1000) -> Iterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


@pytest.mark.parametrize("size", [1, 7, 4096, MEGABYTE])
def test_a_file_is_the_same_however_it_is_cut(api: Api, size: int) -> None:
    content = b"\r\n--frontie\r\n--\r".join(
        b"line %d" % n for n in range(200 if size < 9 else 9000)
    )
    body = PURPOSE + part("file", content, "note.txt") + END
    for sent in (body, pieces(body, size)):
        made = post(api, sent)
        assert made.status_code == 200, made.text
        assert made.json()["bytes"] == len(content)
        assert api.get(f"/v1/files/{made.json()['id']}/content").content == content


@pytest.fixture(scope="module")
def small(new_server: Callable[..., Server]) -> Iterator[Api]:
    """A client of a server that takes files of at most 10,000 bytes."""
    with new_server(settings={"RUNWRIGHT_MAX_FILE": str(MOST)}) as server, server.api() as api:
        api.server = server  # type: ignore[attr-defined]
        yield api


def left(api: Api) -> list[Path]:
    """Every original file on the small server, finished or not."""
    folder = api.server.data / "blobs"  # type: ignore[attr-defined]
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunked"])
def test_one_byte_too_many_is_refused(small: Api, chunked: bool) -> None:
    def send(size: int) -> Any:
        body = PURPOSE + part("file", b"a" * size, "note.txt") + END
        return post(small, pieces(body) if chunked else body)

    made = send(MOST)
    assert made.status_code == 200, made.text
    assert made.json()["bytes"] == MOST
    before = left(small)
    error = error_of(send(MOST + 1), 400, "invalid_request")
    assert set(error["errors"]) == {"file"}
    assert str(MOST) in error["errors"]["file"][0]
    assert left(small) == before


def test_a_declared_length_over_the_limit_is_refused_unread(small: Api) -> None:
    before = left(small)
    with connected(small.url) as connection:
        connection.sendall(head_of_upload(small, f"Content-Length: {MOST + 2 * MEGABYTE}"))
        status, body = answer_on(connection)
    assert (status, set(body["error"]["errors"])) == (400, {"file"})
    assert left(small) == before


def test_who_asks_first_is_told_whether_to_send(small: Api) -> None:
    start = beginning_of_file()
    rest = b"Some words.\r\n" + END
    asking = "Expect: 100-continue"
    with connected(small.url) as connection:
        length = f"Content-Length: {len(start) + len(rest)}"
        connection.sendall(head_of_upload(small, length, asking))
        assert connection.recv(1024).startswith(b"HTTP/1.1 100 ")
        connection.sendall(start + rest)
        status, body = answer_on(connection)
        assert (status, body["bytes"]) == (200, len(b"Some words."))
    with connected(small.url) as connection:
        length = f"Content-Length: {MOST + 2 * MEGABYTE}"
        connection.sendall(head_of_upload(small, length, asking))
        status, body = answer_on(connection)
        assert (status, set(body["error"]["errors"])) == (400, {"file"})


def test_a_refused_upload_does_not_disturb_the_next_answer(small: Api) -> None:
    for size in (MOST + 1, MEGABYTE, 3 * MEGABYTE):
        body = PURPOSE + part("file", b"a" * size, "note.txt") + END
        assert set(error_of(post(small, body), 400, "invalid_request")["errors"]) == {"file"}
        assert small.get("/v1/models").json()["object"] == "list"


def test_a_chunked_body_without_end_is_refused_at_the_byte(small: Api) -> None:
    chunk = b"1000\r\n" + b"a" * 0x1000 + b"\r\n"
    start, before = beginning_of_file(), left(small)
    with connected(small.url) as connection:
        connection.sendall(head_of_upload(small, "Transfer-Encoding: chunked"))
        connection.sendall(b"%x\r\n%s\r\n" % (len(start), start) + chunk * 3)
        status, body = answer_on(connection)
        assert (status, set(body["error"]["errors"])) == (400, {"file"})
        with suppress(ConnectionError, TimeoutError):
            for _ in range(1000):
                connection.sendall(chunk)
    assert left(small) == before
    assert small.get("/v1/models").status_code == 200


def peak(server: Server, *, reset: bool = False) -> int:
    """The most resident bytes that the server has had since the last reset."""
    assert server.process is not None
    folder = Path(f"/proc/{server.process.pid}")
    if reset:
        (folder / "clear_refs").write_text("5")
    line = next(x for x in (folder / "status").read_text().splitlines() if x.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunked"])
def test_a_100_mb_upload_adds_less_than_20_mb_resident(
    api: Api, server: Server, chunked: bool
) -> None:
    api.upload(samples.pdf("Warm."), purpose="attachment")
    content = b"%PDF-1.4\n" + b"\0" * (100 * MEGABYTE - 9)
    body = part("purpose", "attachment") + part("file", content, "large.pdf") + END
    before = peak(server, reset=True)
    made = post(api, pieces(body, 65_536) if chunked else body)
    assert peak(server) - before < 20 * MEGABYTE
    assert made.status_code == 200, made.text
    assert made.json()["bytes"] == 100 * MEGABYTE
    too_large = body.replace(b"%PDF-1.4\n", b"%PDF-1.4\n\n")
    error = error_of(post(api, too_large), 400, "invalid_request")
    assert set(error["errors"]) == {"file"}
    assert peak(server) - before < 20 * MEGABYTE
    assert api.delete(f"/v1/files/{made.json()['id']}").status_code == 200
    assert [path for path in blobs_of(server, api) if path.stat().st_size > MEGABYTE] == []


# Interrupted ------------------------------------------------------------------------------------


def half_sent(api: Api, connection: Any) -> None:
    connection.sendall(head_of_upload(api, f"Content-Length: {5 * MEGABYTE}"))
    connection.sendall(beginning_of_file() + b"a" * 2 * MEGABYTE)


def test_an_upload_goes_to_disk_as_it_comes_and_one_that_breaks_off_leaves_nothing(
    api: Api, server: Server
) -> None:
    with connected(api.url) as connection:
        half_sent(api, connection)
        until(
            lambda: sum(path.stat().st_size for path in blobs_of(server, api)) > MEGABYTE,
            "the bytes of an upload under way were on disk",
        )
    until(lambda: not blobs_of(server, api), "nothing was left")
    assert api.get("/v1/files").json()["data"] == []


def test_an_upload_under_way_when_the_server_is_killed_leaves_nothing(
    new_server: Callable[..., Server],
) -> None:
    server = new_server().start()
    folder = server.data / "blobs"

    def found() -> list[Path]:
        return [path for path in folder.rglob("*") if path.is_file()]

    with server.api() as api, connected(api.url) as connection:
        half_sent(api, connection)
        until(found, "the bytes of an upload under way were on disk")
        server.kill()
    with server, server.api() as api:
        until(lambda: not found(), "the next start took away what was left")
        assert api.get("/v1/files").json()["data"] == []


def test_a_file_is_readable_by_the_services_user_alone(api: Api, server: Server) -> None:
    api.upload(b"Some words.")
    (blob,) = blobs_of(server, api)
    assert blob.stat().st_mode & 0o077 == 0
    assert blob.parent.stat().st_mode & 0o077 == 0
    assert blob.stat().st_uid == os.getuid()

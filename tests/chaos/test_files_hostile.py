"""A hostile file costs its own reader and nothing else: the same server answers afterwards, with
no process, no folder and no memory left behind, and the file ends with a sentence of use."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from chaos.processes import in_session
from files import hostile
from support.client import Api, error_of
from support.patience import PATIENCE, until
from support.server import Server

READER = "runwright.files.reader"
MEGABYTE = 1024 * 1024
SETTINGS = {
    "RUNWRIGHT_RATE_LIMIT": "1000000/min",
    "RUNWRIGHT_EXTRACT_MEMORY": "2048",
    "RUNWRIGHT_EXTRACT_SECONDS": "12",
}
GROWTH = 60 * MEGABYTE
"""What the server may keep: what it stores passes through it, and what it loads stays."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with strict limits."""
    with Server(tmp_path_factory.mktemp("hostile") / "data", None, SETTINGS) as made:
        with made.project() as api:
            api.file(b"# Warm\n\nEverything is loaded once.\n")
            api.get("/v1/context/search", params={"source": "documents", "q": "warm"})
        yield made


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """A project of one's own; what the whole server owes afterwards is checked at the end."""
    assert server.process is not None
    pid, before = server.process.pid, _resident(server)
    with server.project() as client:
        yield client
        assert server.process.poll() is None
        assert server.process.pid == pid
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert client.run("What is 2 + 2?")["result"]["summary"].startswith("4.")
    until(lambda: _readers(server) == [], "no reader is left")
    until(lambda: list(_temporary(server)) == [], "no temporary folder is left")
    assert _resident(server) - before < GROWTH


def _resident(server: Server) -> int:
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _readers(server: Server) -> list[int]:
    assert server.process is not None
    found = in_session(server.process.pid)
    return [pid for pid, command in found.items() if READER in command]


def _temporary(server: Server) -> Iterator[Path]:
    return (server.data / "tmp").iterdir()


def _settles(api: Api, content: bytes, filename: str = "file.pdf", *endings: str) -> str:
    """Upload; the file ends as one of these; what it says to its owner."""
    made = api.upload(content, filename)
    assert made.status_code == 200, made.text
    file = api.settled(made.json()["id"], PATIENCE)
    assert file["status"] in (endings or ("processed", "failed")), file
    if file["status"] == "processed":
        assert file["extracted"].keys() == {"pages", "tables", "graph_items"}
        return ""
    message = str(file["error"]["message"])
    # Our own fault is the one thing that its owner can do nothing about.
    assert file["error"]["code"] == "invalid_request", message
    assert len(message) > 20
    assert message.endswith((".", "'"))
    assert "Traceback" not in message
    shown = api.get(f"/v1/files/{file['id']}/extracted").json()
    assert (shown["pages"], shown["tables"], shown["items"]) == ([], [], [])
    return message


def _refused(api: Api, content: bytes, filename: str) -> None:
    error = error_of(api.upload(content, filename), 400, "invalid_request")
    assert set(error["errors"]) == {"file"}
    assert api.get("/v1/files").json()["data"] == []


# Files that end `failed` or `processed`, whichever is right for their reader ---------------------

Make = Callable[[], bytes]
EITHER: dict[str, Make] = {
    "flate bomb": lambda: hostile.flate_bomb(16),
    "10,000 objects": lambda: hostile.many_objects(10_000),
    "100,000 pages": lambda: hostile.many_pages(100_000),
    "a million pages that are not there": lambda: hostile.many_pages(1_000_000),
    "endless tree of pages": hostile.endless_pages,
    "deep PDF": lambda: hostile.deep_pdf(200_000),
    "huge page box": hostile.huge_page,
    "polyglot": hostile.polyglot,
    "no page at all": lambda: hostile.pdf([b"<< /Type /Catalog >>"]),
    "comment bomb in a picture": lambda: hostile.png_text_bomb(256),
    "sound that lies": hostile.wav_that_lies,
    "text bomb": lambda: hostile.text_bomb(1),
    "one word": lambda: hostile.one_word(1),
    "statement of one line": lambda: hostile.one_line_csv(1),
    "statement with an open quote": lambda: hostile.quote_csv(1),
    "deep statement": lambda: hostile.deep_xml(200_000),
    "one letter": lambda: b"a",
    "one byte of an old code page": lambda: b"\xe9",
    "a mark and no text": lambda: b"\xef\xbb\xbf",
    "blanks": lambda: b" \n" * 100_000,
    "lines": lambda: b"\n" * 1_000_000,
    "headings": lambda: b"# \n" * 100_000,
    "depth of lists": lambda: b"".join(b" " * n + b"- a\n" for n in range(1_000)),
    "quotes in quotes": lambda: b">" * 200_000,
    "brackets": lambda: b"[" * 200_000,
    "stars": lambda: b"*a_" * 100_000,
    "digits": lambda: b"1" * 500_000,
    "amounts": lambda: b"1,1.1," * 100_000,
    "combining marks": lambda: ("a" + "\u0301" * 200_000).encode(),
}


LONG = {
    "statement with an open quote",
    "statement of one line",
    "one word",
    "headings",
    "depth of lists",
    "quotes in quotes",
    "comment bomb in a picture",
    "amounts",
    "brackets",
    "lines",
}
"""These take seconds each: a reader computes until its time is over."""


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=name, marks=pytest.mark.slow if name in LONG else ())
        for name, make in EITHER.items()
    ],
)
def test_it_settles(api: Api, make: Make) -> None:
    _settles(api, make())


# Files that cannot be read ----------------------------------------------------------------------

NEVER: dict[str, Make] = {
    "900 megapixels": lambda: hostile.png(30_000, 30_000),
    "a row without end": lambda: hostile.png(2**31 - 1, 1),
    "a JPEG that is a head": lambda: hostile.jpeg_head(60_000, 60_000),
    "a PDF that is a mark": lambda: b"%PDF-1.7",
    "a PDF that is rubbish": lambda: b"%PDF-1.7\n" + bytes(range(256)) * 400,
    "truncated M4A": hostile.truncated_m4a,
    "M4A of huge boxes": hostile.m4a_of_huge_boxes,
    "a WAV that is a head": lambda: b"RIFF\xff\xff\xff\xffWAVEfmt ",
    "entity bomb": hostile.entity_bomb,
    "entity from outside": hostile.outside_entity,
}


@pytest.mark.parametrize("make", NEVER.values(), ids=NEVER)
def test_it_fails_with_a_sentence_of_use(api: Api, make: Make) -> None:
    message = _settles(api, make(), "file.pdf", "failed")
    assert "root:" not in message


def test_a_rule_without_end_gives_a_calendar_that_ends(api: Api) -> None:
    rules = ("FREQ=DAILY", "FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    made = api.upload(hostile.endless_calendar(*rules), "a.ics").json()
    file = api.settled(made["id"], PATIENCE)
    if file["status"] == "processed":
        assert 1 <= file["extracted"]["graph_items"] <= 100_000
        again = api.get("/v1/context/items", params={"source": "calendar"}).json()["data"]
        assert all(item["text"] for item in again)
    else:
        assert file["error"]["code"] == "invalid_request", file


# Files that are not taken at all ----------------------------------------------------------------

NOT_TAKEN: dict[str, Make] = {
    "nothing": lambda: b"",
    "an archive": hostile.packed,
    "an archive, then a PDF": lambda: hostile.packed() + hostile.polyglot(),
    "a NUL": lambda: b"\0",
}


@pytest.mark.parametrize("make", NOT_TAKEN.values(), ids=NOT_TAKEN)
def test_it_is_not_taken(api: Api, make: Make) -> None:
    _refused(api, make(), "invoice.pdf")


def test_a_page_for_browsers_with_the_mark_of_a_pdf_is_plain_text(api: Api) -> None:
    made = api.upload(b"<script>alert(1)</script>%PDF-1.7\n", "a.html").json()
    shown = api.get(f"/v1/files/{made['id']}/content")
    assert shown.headers["content-type"].startswith("text/plain")
    assert shown.headers["x-content-type-options"] == "nosniff"
    api.settled(made["id"])


NAMES = (
    "../../../../etc/cron.d/job",
    "..\\..\\windows\\system32\\a.txt",
    "a\r\nX-Injected: yes\r\n.txt",
    "\x1b]0;title\x07.txt",
    "invoice\u202etxt.exe",
    "'; DROP TABLE files; --.txt",
    "<script>alert(1)</script>.txt",
    "\u0000.txt",
    "a" * 3000,
)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_name_does_no_harm(api: Api, server: Server, name: str) -> None:
    before = {path.name for path in server.data.iterdir()}
    made = api.upload(b"Some words.", name)
    assert made.status_code == 200, made.text
    file = api.settled(made.json()["id"])
    assert file["status"] == "processed", file
    kept = file["filename"]
    assert 1 <= len(kept) <= 255
    assert kept.isprintable()
    assert "/" not in kept
    assert "\\" not in kept
    shown = api.get(f"/v1/files/{file['id']}/content")
    assert "x-injected" not in shown.headers
    assert shown.content == b"Some words."
    assert {path.name for path in server.data.iterdir()} == before


# Several at once, and the large ones ------------------------------------------------------------


def test_hostile_files_at_once_do_not_keep_an_honest_one_from_being_read(api: Api) -> None:
    bad = (hostile.flate_bomb(16), hostile.huge_page(), hostile.endless_pages(), b"%PDF-1.7")
    sent = [api.upload(content).json()["id"] for content in bad]
    honest = api.file(b"# Honest\n\nThe lease ends in March.\n")
    assert honest["extracted"]["graph_items"] >= 1
    for file_id in sent:
        assert api.settled(file_id, PATIENCE)["status"] in ("processed", "failed")
    found = api.get("/v1/context/search", params={"source": "documents", "q": "lease"}).json()
    assert [item["file"] for item in found["data"]][:1] == [honest["id"]]


@pytest.mark.slow
def test_the_server_answers_while_a_reader_computes(api: Api) -> None:
    made = api.upload(hostile.text_bomb(2)).json()
    deadline = time.monotonic() + PATIENCE
    answered = 0
    while api.get(f"/v1/files/{made['id']}").json()["status"] == "processing":
        assert httpx.get(f"{api.url}/healthz", timeout=PATIENCE).status_code == 200
        assert api.run("What is 1 + 1?")["status"] == "completed"
        assert time.monotonic() < deadline
        answered += 1
    assert answered


LARGE: dict[str, Make] = {
    "flate bomb of 2 GB": lambda: hostile.flate_bomb(2_000),
    "a million objects": lambda: hostile.many_objects(1_000_000),
    "text bomb of 99 MB": lambda: hostile.text_bomb(99),
    "one word of 60 MB": lambda: hostile.one_word(60),
    "statement of one line of 50 MB": lambda: hostile.one_line_csv(50),
    "statement with an open quote of 15 MB": lambda: hostile.quote_csv(15),
    "text of 15 MB": lambda: hostile.text_bomb(15),
}


@pytest.mark.slow
@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_a_large_one_settles(api: Api, make: Make) -> None:
    _settles(api, make())


@pytest.mark.slow
def test_one_byte_more_than_100_mb_is_not_taken(api: Api) -> None:
    _refused(api, b"a" * (100 * MEGABYTE + 1), "a.txt")

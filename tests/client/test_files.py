"""Uploads of every kind, piece by piece, and downloads that go on after a cut."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.scripted import CUT, Scripted, answer, error, half, whole
from runwright.client import (
    AlreadyDeletedError,
    APIConnectionError,
    Client,
    InvalidRequestError,
    NotFoundError,
    OverloadedError,
    WaitTimeoutError,
)

NewClient = Callable[..., Client]
TEXT = b"The lease has a notice period of three months.\n"
LARGE = b"".join(b"Line %d of a long report.\n" % n for n in range(20_000))
FILE = {
    "id": "file_1",
    "object": "file",
    "filename": "a.txt",
    "bytes": 47,
    "purpose": "context",
    "status": "processing",
    "metadata": {},
}


def in_pieces(content: bytes, size: int = 100_000) -> Iterator[bytes]:
    for start in range(0, len(content), size):
        yield content[start : start + size]


async def in_async_pieces(content: bytes, size: int = 100_000) -> AsyncIterator[bytes]:
    for piece in in_pieces(content, size):
        yield piece


class Unseekable(io.RawIOBase):
    """A pipe, as far as anybody can tell."""

    def __init__(self, content: bytes) -> None:
        self._inner = io.BytesIO(content)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._inner.readinto(buffer)


KINDS: dict[str, Callable[[Path], Any]] = {
    "path": lambda path: path,
    "path as text": str,
    "bytes": Path.read_bytes,
    "open file": lambda path: path.open("rb"),
    "file in memory": lambda path: io.BytesIO(path.read_bytes()),
    "pipe": lambda path: Unseekable(path.read_bytes()),
    "iterator": lambda path: in_pieces(path.read_bytes()),
}
"""Each kind of thing that can be uploaded."""
ONCE = ("pipe", "iterator")


@contextmanager
def uploadable(kind: str, content: bytes, folder: Path) -> Iterator[Any]:
    path = folder / "report.txt"
    path.write_bytes(content)
    thing = KINDS[kind](path)
    yield thing
    if hasattr(thing, "close"):
        thing.close()


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_uploaded_arrives_whole(client: Client, tmp_path: Path, kind: str) -> None:
    told: list[tuple[int, int | None]] = []
    with uploadable(kind, LARGE, tmp_path) as thing:
        made = client.files.upload(
            thing,
            purpose="attachment",
            filename="large.txt",
            metadata={"team": "blue"},
            progress=lambda sent, size: told.append((sent, size)),
        )
    assert (made.filename, made.bytes) == ("large.txt", len(LARGE))
    assert made.metadata == {"team": "blue"}
    assert len(told) > 3
    assert [sent for sent, _ in told] == sorted({sent for sent, _ in told})
    assert told[-1] == (len(LARGE), None if kind in ONCE else len(LARGE))
    assert client.files.content(made.id) == LARGE
    client.files.delete(made.id)


def test_an_asynchronous_iterator_is_for_the_asynchronous_client(client: Client, form: str) -> None:
    if form == "blocking":
        with pytest.raises(TypeError, match="only AsyncClient"):
            client.files.upload(in_async_pieces(LARGE), purpose="attachment")
    else:
        made = client.files.upload(in_async_pieces(LARGE), purpose="attachment")
        assert (made.bytes, made.filename) == (len(LARGE), "upload")
        client.files.delete(made.id)


def test_an_open_file_is_uploaded_from_where_it_stands(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"secret head\n" + TEXT)
    with path.open("rb") as file:
        file.readline()
        made = client.files.upload(file, purpose="attachment")
    assert made.filename == "notes.txt"
    assert client.files.content(made.id) == TEXT


@pytest.mark.parametrize("name", ["Größe 2026.txt", "日本.txt", "a;b.txt", "it's.txt", "a%b.txt"])
def test_a_name_arrives_as_it_is(client: Client, name: str) -> None:
    assert client.files.upload(TEXT, purpose="attachment", filename=name).filename == name


def test_a_name_cannot_end_its_part(client: Client) -> None:
    name = 'a"\r\nContent-Type: x\r\n\r\n.txt'
    made = client.files.upload(TEXT, purpose="attachment", filename=name)
    assert (made.bytes, made.purpose) == (len(TEXT), "attachment")


def test_a_file_is_waited_for_and_looked_into(client: Client) -> None:
    made = client.files.upload(TEXT, purpose="context", filename="lease.md")
    file = client.files.wait(made.id, timeout=60)
    assert file.is_settled
    assert (file.status, file.error) == ("processed", None)
    assert file.extracted is not None
    assert file.extracted.graph_items == 2
    extraction = client.files.extracted(made.id)
    assert "notice period" in extraction.text
    assert extraction.transcript == ""
    assert len(extraction.items) == len(extraction.records) == 2
    assert [found.id for found in client.files.list(status="processed")] == [made.id]
    assert client.files.delete(made.id, runs=True).graph_items_removed == 2
    with pytest.raises(AlreadyDeletedError):
        client.files.retrieve(made.id)


def test_waiting_has_an_end(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(*[answer(200, FILE)] * 9)
    with pytest.raises(WaitTimeoutError, match="file_1"):
        new_client(scripted.url).files.wait("file_1", timeout=0.15)
    assert 2 <= len(scripted.heard) <= 4


def test_what_the_server_refuses_is_told(client: Client) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        client.files.upload(b"\x00\x01\x02\x03" * 100, purpose="context")
    assert set(caught.value.errors) == {"file"}


def test_a_file_that_is_not_there_is_no_request(
    new_client: NewClient, scripted: Scripted, tmp_path: Path
) -> None:
    with pytest.raises(FileNotFoundError):
        new_client(scripted.url).files.upload(tmp_path / "nothing.txt", purpose="context")
    assert scripted.heard == []


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(ONCE)))
def test_an_upload_that_is_cut_is_sent_again(
    new_client: NewClient, scripted: Scripted, tmp_path: Path, kind: str
) -> None:
    scripted.tell(CUT, error(503, "overloaded", retry_after="0"), answer(200, FILE))
    with uploadable(kind, TEXT, tmp_path) as thing:
        assert new_client(scripted.url).files.upload(thing, purpose="context").id == "file_1"
    assert len(scripted.heard) == 3
    assert len({(each.body, each.headers["idempotency-key"]) for each in scripted.heard}) == 1
    assert TEXT in scripted.heard[0].body


@pytest.mark.parametrize("kind", ONCE)
def test_what_can_be_read_once_is_sent_once(
    new_client: NewClient, scripted: Scripted, tmp_path: Path, kind: str
) -> None:
    scripted.tell(error(503, "overloaded", retry_after="0"), answer(200, FILE))
    with uploadable(kind, TEXT, tmp_path) as thing, pytest.raises(OverloadedError):
        new_client(scripted.url).files.upload(thing, purpose="context")
    assert len(scripted.heard) == 1


def test_an_error_of_the_iterator_is_the_callers(new_client: NewClient, scripted: Scripted) -> None:
    def failing() -> Iterator[bytes]:
        yield b"a"
        raise ZeroDivisionError

    scripted.tell(answer(200, FILE))
    with pytest.raises(ZeroDivisionError):
        new_client(scripted.url).files.upload(failing(), purpose="context")


# Downloads --------------------------------------------------------------------------------------


def test_a_download_is_saved(client: Client, tmp_path: Path) -> None:
    made = client.files.upload(LARGE, purpose="attachment", filename="large.txt")
    target = tmp_path / "saved.txt"
    assert client.files.download(made.id, target) == target
    assert hashlib.sha256(target.read_bytes()).digest() == hashlib.sha256(LARGE).digest()
    assert os.listdir(tmp_path) == ["saved.txt"]
    client.files.delete(made.id)


def test_what_cannot_be_downloaded_leaves_nothing(client: Client, tmp_path: Path) -> None:
    (tmp_path / "saved.txt").write_bytes(b"before")
    with pytest.raises(NotFoundError):
        client.files.download("file_nothing", tmp_path / "saved.txt")
    assert os.listdir(tmp_path) == ["saved.txt"]
    assert (tmp_path / "saved.txt").read_bytes() == b"before"


def test_a_download_goes_on_behind_what_had_come(new_client: NewClient, scripted: Scripted) -> None:
    tag = {"etag": '"abc"'}
    scripted.tell(
        half(b"one ", 13, **tag),
        CUT,
        half(b"two ", 9, 206, **tag),
        whole(206, b"three", **tag),
    )
    assert new_client(scripted.url).files.content("file_1") == b"one two three"
    asked = [(h.headers.get("range"), h.headers.get("if-range")) for h in scripted.heard]
    assert asked == [
        (None, None),
        ("bytes=4-", '"abc"'),
        ("bytes=4-", '"abc"'),
        ("bytes=8-", '"abc"'),
    ]


def test_a_file_that_changed_meanwhile_is_not_mixed(
    new_client: NewClient, scripted: Scripted
) -> None:
    scripted.tell(half(b"one ", 13, etag='"a"'), whole(200, b"something else", etag='"b"'))
    with pytest.raises(APIConnectionError, match="not what it was before"):
        new_client(scripted.url).files.content("file_1")


def test_a_download_that_does_not_go_on_ends(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(half(b"one ", 13), half(b"", 9, 206), whole(206, b"two three"))
    pieces = new_client(scripted.url, max_retries=1).files.chunks("file_1")
    assert next(pieces) == b"one "
    with pytest.raises(APIConnectionError):
        next(pieces)
    assert len(scripted.heard) == 2

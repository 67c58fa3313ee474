"""An upload is whole or not there: callers that hang up, full disks, duplicates, killed servers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from chaos.graph import rows
from chaos.test_disk_full import _fill, _running_on
from runwright import ids
from support.client import Api, error_of
from support.forms import beginning_of_file, connected, head_of_upload
from support.patience import until
from support.server import Server

MEGABYTE = 1024 * 1024


def _blobs(server: Server) -> list[str]:
    return sorted(path.name for path in (server.data / "blobs").rglob("*") if path.is_file())


def _bytes_on_disk(server: Server) -> int:
    incoming = (server.data / "blobs" / "incoming").iterdir()
    return sum(path.stat().st_size for path in incoming)


@pytest.fixture
def server(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server of one's own: what is in its folders is one's own doing."""
    with new_server() as made:
        yield made


def test_callers_that_hang_up_leave_nothing(server: Server) -> None:
    """At the head, within the file, within the last line: twenty of them, and one that stays."""
    with server.project() as api:
        whole = beginning_of_file() + b"a" * 200_000 + b"\r\n--frontier--\r\n"
        for n in range(20):
            sent = whole[: len(whole) * n // 20]
            with connected(api.url) as connection:
                connection.sendall(head_of_upload(api, f"Content-Length: {len(whole)}") + sent)
        stays = api.upload(b"Some words.").json()["id"]
        until(lambda: _blobs(server) == [stays], "only the one that stayed is there")
        assert [row["id"] for row in rows(server, "files")] == [stays]


def test_a_kill_within_an_upload_leaves_nothing_after_the_next_start(server: Server) -> None:
    with server.project() as api:
        with connected(api.url) as connection:
            connection.sendall(head_of_upload(api, f"Content-Length: {5 * MEGABYTE}"))
            connection.sendall(beginning_of_file() + b"a" * MEGABYTE)
            until(lambda: _bytes_on_disk(server) > 0, "the first bytes are on disk")
            server.kill()
        server.start()
        assert _blobs(server) == []
        assert rows(server, "files") == []
        with Api(server.url, api.secret, api.project_id) as again:
            assert again.file(b"Some words.")["status"] == "processed"


def test_a_kill_between_the_bytes_and_the_row_leaves_nothing_after_the_next_start(
    server: Server,
) -> None:
    """On SQLite nobody else can be about to answer for them; on PostgreSQL somebody may."""
    with server.project() as api:
        stays = api.file(b"Some words.")["id"]
        server.kill()
        orphan = server.data / "blobs" / str(api.project_id) / ids.new("file")
        orphan.write_bytes(b"Complete, and never answered.")
        server.start()
        alone = server.database_url is None
        assert _blobs(server) == ([stays] if alone else sorted([stays, orphan.name]))
        with Api(server.url, api.secret, api.project_id) as again:
            assert again.get(f"/v1/files/{stays}/content").content == b"Some words."


def test_two_uploads_under_one_key_at_once_are_one_file(server: Server) -> None:
    content = b"Some words about the lease.\n" * 20_000
    with server.project() as api:
        barrier = threading.Barrier(6)

        def send(_: int) -> httpx.Response:
            barrier.wait()
            return api.upload(content, headers={"Idempotency-Key": "once"})

        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(send, range(6)))
        assert {answer.status_code for answer in answers} == {200}
        (file_id,) = {answer.json()["id"] for answer in answers}
        assert _blobs(server) == [file_id]
        assert [row["id"] for row in rows(server, "files")] == [file_id]
        assert api.settled(file_id)["status"] == "processed"
        assert api.get(f"/v1/files/{file_id}/content").content == content


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[Server]:
    """A server whose data folder is a disk of 24 MB."""
    data = tmp_path / "small" / "data"
    with _running_on(data, data) as made:
        yield made


def test_a_file_that_finds_no_room_is_503_and_leaves_nothing(cramped: Server) -> None:
    with cramped.api() as api:
        refused = api.upload(b"a" * 40 * MEGABYTE, purpose="attachment")
        error_of(refused, 503, "overloaded")
        assert int(refused.headers["retry-after"]) >= 1
        assert _blobs(cramped) == []
        assert api.file(b"Some words.")["status"] == "processed"


def test_a_full_disk_refuses_files_until_there_is_room(cramped: Server) -> None:
    ballast = cramped.data / "ballast"
    _fill(ballast)
    with cramped.api() as api:
        for n in range(5):
            made = api.upload(b"a" * MEGABYTE, purpose="attachment", filename=f"{n}.txt")
            error_of(made, 503, "overloaded")
        assert cramped.process is not None
        assert cramped.process.poll() is None
        assert _blobs(cramped) == []
        ballast.unlink()
        until(lambda: api.upload(b"Some words.").status_code == 200, "there is room again")
        (file,) = api.get("/v1/files").json()["data"]
        assert api.settled(file["id"])["status"] == "processed"
        assert _blobs(cramped) == [file["id"]]

"""kill -9 while a file is read or embedded: it is taken up again, and nothing is there twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from chaos.graph import graph_of, repeated, rows
from support.client import Api
from support.patience import until
from support.readers import readers_of
from support.server import Server

COUNT = 400
TEXT = b"\n\n".join(
    b"# Part %d\n\nThe lease number %d of the Oslo office ends in %d days, and Ingrid Solberg "
    b"signs paper %d in Lisbon." % (n, n, n, n)
    for n in range(COUNT)
)
ITEMS = COUNT + 1
"""The passages, and the document itself."""


@pytest.fixture
def server(new_server: Callable[..., Server]) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    made = new_server().start()
    yield made
    if made.process is not None:
        made.kill()


def _items(server: Server, file_id: str) -> int:
    return sum(1 for row in rows(server, "context_items") if row["file_id"] == file_id)


def _begun(server: Server, api: Api) -> str:
    """A file of which some items are stored, and whose reader stands still before the last."""
    made = api.upload(TEXT, "long.md")
    assert made.status_code == 200, made.text
    file_id = str(made.json()["id"])
    until(lambda: readers_of(server) or _items(server, file_id), "it is read")
    until(lambda: _items(server, file_id) > 0, "something is stored")
    for pid in readers_of(server):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    assert api.get(f"/v1/files/{file_id}").json()["status"] == "processing"
    assert 0 < _items(server, file_id) < ITEMS
    return file_id


def _embedded(server: Server, file_id: str) -> None:
    until(
        lambda: not [job for job in rows(server, "queued_jobs") if job["subject"] == file_id],
        "all of it is embedded",
        120,
    )


def _same_as_a_clean_reading(server: Server, api: Api, file_id: str) -> None:
    """Another project reads the same file without trouble, and has the same graph."""
    assert repeated(server, file_id) == []
    _embedded(server, file_id)
    with server.project() as clean:
        other = clean.file(TEXT, filename="long.md")
        assert other["extracted"] == api.get(f"/v1/files/{file_id}").json()["extracted"]
        _embedded(server, other["id"])
        assert clean.project_id is not None
        assert api.project_id is not None
        mine, theirs = graph_of(server, api.project_id), graph_of(server, clean.project_id)
    for name in mine._fields:
        assert getattr(mine, name) == getattr(theirs, name), name
    assert len(mine.items) == ITEMS
    assert len(mine.vectors) == ITEMS


def test_a_kill_while_a_file_is_read_leaves_no_item_twice(server: Server) -> None:
    with server.project() as api:
        file_id = _begun(server, api)
        server.kill()
        server.start()
        with Api(server.url, api.secret, api.project_id) as again:
            file = again.settled(file_id)
            assert file["status"] == "processed", file
            _same_as_a_clean_reading(server, again, file_id)
            read = [e for e in again.audit() if e["action"] == "files.extract"]
            assert [e["resource"] for e in read] == [file_id, file_id]


def test_a_kill_while_a_file_is_embedded_leaves_no_vector_out(server: Server) -> None:
    with server.project() as api:
        file_id = str(api.upload(TEXT, "long.md").json()["id"])
        until(lambda: rows(server, "context_vectors"), "the first vectors are there")
        had = len(rows(server, "context_vectors"))
        server.kill()
        assert 0 < had < ITEMS
        server.start()
        with Api(server.url, api.secret, api.project_id) as again:
            assert again.get(f"/v1/files/{file_id}").json()["status"] == "processed"
            _same_as_a_clean_reading(server, again, file_id)


def test_a_reader_that_is_killed_is_started_again(server: Server) -> None:
    with server.project() as api:
        file_id = _begun(server, api)
        for pid in readers_of(server):
            os.kill(pid, signal.SIGKILL)
        file = api.settled(file_id)
        assert file["status"] == "processed", file
        _same_as_a_clean_reading(server, api, file_id)


def test_a_reader_that_is_killed_each_time_ends_the_file(server: Server) -> None:
    with server.project() as api:
        file_id = str(api.upload(TEXT, "long.md").json()["id"])

        def killed() -> bool:
            for pid in readers_of(server):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return bool(api.get(f"/v1/files/{file_id}").json()["status"] != "processing")

        until(killed, "it was given up")
        file = api.get(f"/v1/files/{file_id}").json()
        assert file["status"] == "failed"
        assert "memory" in file["error"]["message"]
        assert api.project_id is not None
        graph = graph_of(server, api.project_id)
        assert graph._replace(shelves=[]) == ([], [], [], {}, 0, [], [])
        assert all((items, terms) == (0, 0) for _, items, terms in graph.shelves)


def test_a_stopped_server_leaves_no_reader_and_the_next_goes_on(server: Server) -> None:
    with server.project() as api:
        file_id = _begun(server, api)
        reading = readers_of(server)
        server.stop()
        until(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in reading), "no reader is left"
        )
        server.start()
        with Api(server.url, api.secret, api.project_id) as again:
            assert again.settled(file_id)["status"] == "processed"
            assert repeated(server, file_id) == []

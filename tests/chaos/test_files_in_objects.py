"""A whole server whose original files lie in an object store."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from support.client import Api, error_of
from support.forms import beginning_of_file, connected, head_of_upload
from support.patience import until
from support.s3 import ObjectServer
from support.server import Server

BUCKET = "runwright-files"
MEGABYTE = 1024 * 1024
WORDS = b"# The lease\n\nThe lease of the Oslo office ends in March.\n"


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectServer]:
    """A real server that speaks S3, with one bucket."""
    server = ObjectServer(tmp_path_factory.mktemp("s3"))
    server.new_bucket(BUCKET)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def server(objects: ObjectServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps its files there."""
    settings = {
        **objects.environment,
        "RUNWRIGHT_RATE_LIMIT": "1000000/min",
        "RUNWRIGHT_BLOBS": f"s3://{BUCKET}/some/prefix",
    }
    with Server(tmp_path_factory.mktemp("objects") / "data", None, settings) as made:
        yield made


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """A project of one's own."""
    with server.project() as client:
        yield client


def _keys(objects: ObjectServer, api: Api) -> list[str]:
    return [key for key in objects.objects(BUCKET) if str(api.project_id) in key]


def test_a_file_goes_there_and_comes_back_and_is_erased(
    api: Api, server: Server, objects: ObjectServer
) -> None:
    file = api.file(WORDS, filename="a.md")
    assert file["extracted"]["graph_items"] >= 1
    assert _keys(objects, api) == [f"some/prefix/{api.project_id}/{file['id']}"]
    path = f"/v1/files/{file['id']}/content"
    assert api.get(path).content == WORDS
    part = api.get(path, headers={"Range": "bytes=2-6"})
    assert (part.status_code, part.content) == (206, WORDS[2:7])
    assert list((server.data / "scratch").iterdir()) == []
    assert not (server.data / "blobs").exists()
    assert api.delete(f"/v1/files/{file['id']}").json()["graph_items_removed"] >= 1
    assert _keys(objects, api) == []


def test_a_large_file_is_the_same_when_it_comes_back(api: Api, objects: ObjectServer) -> None:
    content = os.urandom(7) + b"words \n" * (3 * MEGABYTE)
    made = api.upload(b"%PDF-1.7\n" + content, "large.pdf", purpose="attachment").json()
    path = f"/v1/files/{made['id']}/content"
    assert api.get(path).content == b"%PDF-1.7\n" + content
    api.settled(made["id"])
    assert api.delete(f"/v1/files/{made['id']}").status_code == 200
    assert (_keys(objects, api), objects.unfinished(BUCKET)) == ([], [])


def test_what_is_refused_or_breaks_off_leaves_no_object(api: Api, objects: ObjectServer) -> None:
    error_of(api.upload(b"MZ\0\0" + bytes(12 * MEGABYTE), "a.txt"), 400, "invalid_request")
    with connected(api.url) as connection:
        connection.sendall(head_of_upload(api, f"Content-Length: {30 * MEGABYTE}"))
        connection.sendall(beginning_of_file() + b"a" * 12 * MEGABYTE)
    until(lambda: objects.unfinished(BUCKET) == [], "its parts were taken back")
    assert _keys(objects, api) == []


def test_one_key_makes_one_object(api: Api, objects: ObjectServer) -> None:
    twice = [api.upload(WORDS, headers={"Idempotency-Key": "once"}).json() for _ in range(2)]
    assert twice[0] == twice[1]
    assert len(_keys(objects, api)) == 1


def test_a_copy_that_a_killed_server_left_is_removed_by_the_next(api: Api, server: Server) -> None:
    scratch = server.data / "scratch"
    file_id = api.upload(WORDS * 20_000, "a.md").json()["id"]
    until(lambda: any(file_id in copy.name for copy in scratch.iterdir()), "it is read")
    server.kill()
    server.start()
    with Api(server.url, api.secret, api.project_id) as again:
        assert again.settled(file_id)["status"] == "processed"
    until(lambda: list(scratch.iterdir()) == [], "no copy is left")

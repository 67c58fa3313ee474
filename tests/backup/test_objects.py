"""Original files that lie in an object store are in the backup, and go back into one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backup.conftest import NOTE, House, everything
from support.s3 import ObjectServer
from support.server import Server

BUCKET = "backups"
LARGE = b"a line of text\n" * 500_000


@pytest.fixture
def objects(tmp_path: Path) -> Iterator[ObjectServer]:
    """A real server that speaks S3, with one bucket."""
    server = ObjectServer(tmp_path)
    server.new_bucket(BUCKET)
    yield server
    server.stop()


def house_on(objects: ObjectServer, data: Path, prefix: str) -> House:
    settings = {**objects.environment, "RUNWRIGHT_BLOBS": f"s3://{BUCKET}/{prefix}"}
    return House(Server(data, None, settings), ())


def test_files_go_from_one_store_into_another(objects: ObjectServer, tmp_path: Path) -> None:
    house = house_on(objects, tmp_path / "one", "one")
    other = house_on(objects, tmp_path / "two", "two")
    with house.server, house.server.api() as api:
        api.file(NOTE, filename="lease.md")
        large = api.upload(LARGE, filename="large.txt").json()["id"]
        lost = api.file(b"words")
        assert house.backup(tmp_path / "copy").returncode == 0
        before = everything(api)
        restored = other.restore(tmp_path / "copy")
        assert restored.returncode == 0, restored.stdout + restored.stderr
        assert before[f"/v1/files/{large}/content"] == LARGE
        with other.server, other.server.api(api.secret) as there:
            assert everything(there) == before
        again = house_on(objects, tmp_path / "three", "two").restore(tmp_path / "copy")
        assert again.returncode == 1
        assert f"s3://{BUCKET}/two holds files" in again.stderr
        objects.delete(
            BUCKET, f"one/{api.get('/v1/projects').json()['data'][0]['id']}/{lost['id']}"
        )
        damaged = house.backup(tmp_path / "damaged")
        assert damaged.returncode == 1
        assert f"{lost['id']}: the server has lost its original bytes" in damaged.stderr

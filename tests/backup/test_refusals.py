"""What is no whole backup is never put back, and no backup is put over data."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from backup.conftest import House
from runwright import canonical
from runwright.backup.restore import check, restore
from runwright.backup.types import BackupFailed
from runwright.config import Settings
from support.postgres import Postgres

MEGABYTE = 1 << 20


def alter(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def database_of(backup: Path) -> Path:
    return next(path for path in backup.iterdir() if path.suffix in (".db", ".dump"))


def blob_of(backup: Path) -> Path:
    return next(backup.glob("blobs/*/*"))


def grow_manifest(backup: Path) -> None:
    """Name a file of the machine in the manifest, as if it were part of the backup."""
    manifest = orjson.loads((backup / "manifest.json").read_bytes())
    manifest["files"].append({"path": "../outside", "bytes": 1, "sha256": "0" * 64})
    (backup / "manifest.json").write_bytes(canonical.dumps(manifest))


TAMPERING: dict[str, tuple[Callable[[Path], object], str]] = {
    "database": (lambda b: alter(database_of(b)), "its bytes are not those"),
    "blob": (lambda b: alter(blob_of(b)), "its bytes are not those"),
    "blob gone": (lambda b: blob_of(b).unlink(), "it is missing"),
    "manifest gone": (lambda b: (b / "manifest.json").unlink(), "an unfinished one"),
    "manifest cut": (lambda b: (b / "manifest.json").write_bytes(b"{"), "cannot be read"),
    "manifest of another": (lambda b: (b / "manifest.json").write_bytes(b"{}"), "something else"),
    "manifest with more": (grow_manifest, "names files that no backup has"),
}


@pytest.mark.parametrize("how", TAMPERING)
def test_a_backup_that_was_tampered_with_is_refused(
    how: str, backup: Path, new_house: Callable[..., House], tmp_path: Path
) -> None:
    act, message = TAMPERING[how]
    copy = Path(shutil.copytree(backup, tmp_path / "copy"))
    act(copy)
    server = new_house().server
    settings = Settings(data=server.data, database_url=server.database_url)
    with pytest.raises(BackupFailed, match=message):
        restore(settings, copy, exports=(), tools=None)
    with pytest.raises(BackupFailed, match=message):
        check(copy, tools=None)
    assert not server.data.exists()


def test_a_refusal_is_one_line(
    backup: Path, new_house: Callable[..., House], tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(backup, tmp_path / "copy"))
    alter(database_of(copy))
    done = new_house().restore(copy)
    assert done.returncode == 1
    assert done.stderr == (
        f"runwright: {copy} is not as it was backed up: {database_of(copy).name}: "
        "its bytes are not those that were backed up\n"
    )


def test_a_backup_is_never_put_over_data(
    house: House, backup: Path, new_house: Callable[..., House]
) -> None:
    with house.server.api() as api:
        before = api.get("/v1/runs").json()["data"]
        running = house.restore(backup)
        assert running.returncode == (2 if house.server.database_url is None else 1)
        assert api.get("/v1/runs").json()["data"] == before
    other = new_house()
    assert other.restore(backup).returncode == 0
    again = other.restore(backup)
    assert again.returncode == 1
    assert "is not empty: a backup is never put over data" in again.stderr


def test_files_without_a_database_are_data_too(
    backup: Path, new_house: Callable[..., House]
) -> None:
    other = new_house()
    kept = other.server.data / "blobs" / "proj_x" / "file_x"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"mine")
    done = other.restore(backup)
    assert done.returncode == 1
    assert "holds files: a backup is never put over data" in done.stderr
    assert kept.read_bytes() == b"mine"


def test_a_backup_never_replaces_anything(house: House, backup: Path) -> None:
    before = (backup / "manifest.json").read_bytes()
    done = house.backup(backup)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert (backup / "manifest.json").read_bytes() == before


def test_the_other_database_is_named(
    backup: Path, new_house: Callable[..., House], kind: str
) -> None:
    other = new_house()
    url, other.server.database_url = other.server.database_url, None
    if url is None:
        other.server.database_url = "postgresql://nobody@127.0.0.1:1/nothing"
    done = other.restore(backup)
    assert done.returncode == 1
    assert ("set" if kind == "postgresql" else "unset") + " RUNWRIGHT_DATABASE_URL" in done.stderr


@pytest.fixture(scope="module")
def large(new_house: Callable[..., House]) -> House:
    """A server with a file that takes a while to copy."""
    made = new_house()
    made.server.start()
    with made.server.api() as api:
        assert api.upload(b"a line of text\n" * (3 * MEGABYTE)).status_code == 200
    return made


def command(house: House, target: Path) -> list[str]:
    """What takes a backup."""
    own = [sys.executable, "-m", "runwright", "backup", str(target)]
    return [*own, "--data", str(house.server.data), *house.tools]


def test_a_killed_backup_leaves_nothing_that_restores(
    large: House, new_house: Callable[..., House], tmp_path: Path
) -> None:
    target, unfinished = tmp_path / "copy", tmp_path / "copy.unfinished"
    process = subprocess.Popen(
        command(large, target),
        env=large.server.environment(),
        start_new_session=True,
    )
    while not list(unfinished.glob("blobs/*/*")):
        assert process.poll() is None
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not target.exists()
    refused = new_house().restore(unfinished)
    assert refused.returncode == 1
    assert "an unfinished one" in refused.stderr
    assert large.backup(target).returncode == 0
    assert not unfinished.exists()


def test_a_full_disk_leaves_nothing(large: House, tmp_path: Path) -> None:
    limit = 16 * MEGABYTE

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        command(large, tmp_path / "copy"),
        env=large.server.environment(),
        preexec_fn=confine,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_disk_too_small_for_the_database_leaves_nothing(house: House, tmp_path: Path) -> None:
    disk = tmp_path / "small"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        done = house.backup(disk / "copy")
        assert done.returncode == 1
        assert done.stderr.startswith("runwright: ")
        assert len(done.stderr.splitlines()) == 1
        assert list(disk.iterdir()) == []
    finally:
        subprocess.run(["umount", str(disk)], check=True, timeout=30)


def test_two_backups_to_one_place_do_not_meet(house: House, tmp_path: Path) -> None:
    unfinished = tmp_path / "copy.unfinished"
    unfinished.mkdir()
    hold = "import fcntl, os, sys; fd = os.open(sys.argv[1], os.O_RDONLY)\n"
    hold += "fcntl.flock(fd, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(unfinished)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        done = house.backup(tmp_path / "copy")
        holder.communicate()
    assert done.returncode == 1
    assert "another backup is being written" in done.stderr
    assert unfinished.exists()


def test_programs_that_are_missing_or_too_old_are_told(
    house: House, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if kind == "sqlite":
        pytest.skip("the embedded database needs no program")
    postgres: Postgres = request.getfixturevalue("postgres")
    bare = House(house.server, ("--tools", str(tmp_path)))
    older = House(house.server, ("--tools", str(postgres.programs(older=True))))
    for one, message in (
        (bare, "there is no pg_dump in"),
        (older, "is of version 16, and 18 is needed"),
    ):
        done = one.backup(tmp_path / "copy")
        assert done.returncode == 1
        assert message in done.stderr
        assert "install PostgreSQL's client programs of version 18 or later" in done.stderr
        assert list(tmp_path.iterdir()) == []

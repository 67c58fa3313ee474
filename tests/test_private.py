"""What the server keeps can be read by its own user alone, whatever was there before."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from runwright import private
from support.samples import NOTE
from support.server import Server


@pytest.fixture
def open_umask() -> Iterator[None]:
    """As careless as can be: what is made is open to all unless its maker says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> dict[str, str]:
    """Everything in a folder, and itself, that others may do anything with."""
    return {
        str(path.relative_to(folder.parent)): oct(mode)
        for path in (folder, *folder.rglob("*"))
        if (mode := stat.S_IMODE(path.lstat().st_mode)) & 0o077 and not path.is_symlink()
    }


def use(server: Server) -> None:
    with server.project() as api:
        api.file(NOTE)
        api.run("What is 2 + 2?")


@pytest.mark.usefixtures("open_umask")
def test_nothing_in_the_data_folder_is_open_to_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o777)
    with Server(data) as server:
        use(server)
        assert {"runwright.db", "runwright.db-wal", "runwright.db-shm"} <= set(os.listdir(data))
        assert open_to_others(data) == {}
        server.stop()
        _open_everything(data)
        server.start()
        use(server)
        still_open = open_to_others(data)
    # Blobs that lie in closed folders are out of reach, whatever their own modes.
    assert {name for name in still_open if "/blobs/" not in name} == set()
    taken = server.run("backup", str(tmp_path / "backup"), "--data", str(data))
    assert taken.returncode == 0, taken.stderr
    restored = tmp_path / "restored"
    restored.mkdir(mode=0o777)
    put_back = server.run("restore", str(tmp_path / "backup"), "--data", str(restored))
    assert put_back.returncode == 0, put_back.stderr
    assert open_to_others(tmp_path / "backup") == {}
    assert open_to_others(restored) == {}


def _open_everything(folder: Path) -> None:
    """As an earlier version, a copy or a careless hand may have left it."""
    for path in (folder, *folder.rglob("*")):
        if path.name not in ("owner.key", "signing.key"):
            path.chmod(0o777 if path.is_dir() else 0o666)


def test_a_folder_that_many_share_is_left_to_them(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    with capture_logs() as logged:
        private.make_folder(shared)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    assert [entry["event"] for entry in logged] == ["folder_is_shared"]


def test_a_file_that_is_there_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("kept")
    path.chmod(0o644)
    private.make_file(path)
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("kept", 0o600)

"""Keys may be kept apart from a backup; whoever restores it is told which one is needed."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

import pytest

from backup.conftest import House
from support.server import Server


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has stopped, and beside it a backup without keys."""
    folder = tmp_path_factory.mktemp("apart")
    house = House(Server(folder / "data"), ())
    with house.server, house.server.api() as api:
        api.run()
    assert house.backup(folder / "copy", "--without-keys").returncode == 0
    return folder


def test_a_backup_without_keys_holds_none(original: Path) -> None:
    assert sorted(path.name for path in (original / "copy").iterdir()) == [
        "manifest.json",
        "runwright.db",
    ]


def test_a_missing_key_is_told_and_can_be_put_there(original: Path, tmp_path: Path) -> None:
    house = House(Server(tmp_path / "data"), ())
    restored = house.restore(original / "copy")
    assert restored.returncode == 1
    assert "the signing key  it is missing" in restored.stdout
    with pytest.raises(RuntimeError, match="audit log is missing"):
        house.server.start()
    house.server.kill()
    for name in ("signing.key", "owner.key"):
        shutil.copy(original / "data" / name, house.server.data / name)
    with house.server, house.server.api() as api:
        assert api.get("/v1/audit_log/verify").json()["valid"] is True


def test_a_key_that_is_there_already_is_used(original: Path, tmp_path: Path) -> None:
    house = House(Server(tmp_path / "data"), ())
    house.server.data.mkdir()
    shutil.copy(original / "data" / "signing.key", house.server.data / "signing.key")
    assert house.restore(original / "copy").returncode == 0


def test_a_wrong_key_is_told(original: Path, tmp_path: Path) -> None:
    other = base64.b64encode(bytes(32)).decode()
    house = House(Server(tmp_path / "data", None, {"RUNWRIGHT_SIGNING_KEY": other}), ())
    restored = house.restore(original / "copy")
    assert restored.returncode == 1
    assert "the signing key  it is not the one that signs this log" in restored.stdout

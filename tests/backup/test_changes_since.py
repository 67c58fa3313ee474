"""What was erased after a backup comes back with it, is told of, and can be erased again."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import orjson
import pytest

from backup.conftest import NOTE, House
from runwright.backup import folders, originals
from runwright.backup.changes_since import read_changes
from runwright.backup.reapply_erasures import REASON
from runwright.backup.types import BackupFailed
from runwright.files.blobs import Folder
from runwright.files.types import Original
from support.client import Api, error_of


@dataclass(frozen=True, slots=True)
class Past:
    """A backup, what happened after it, and the log that tells so."""

    house: House
    backup: Path
    export: Path
    owner: str
    erased: tuple[str, ...]
    revoked: str
    kept: str
    rotated: str


@pytest.fixture(scope="module")
def past(new_house: Callable[..., House], tmp_path_factory: pytest.TempPathFactory) -> Past:
    """A server of which one of everything was erased after its backup."""
    house, folder = new_house(), tmp_path_factory.mktemp("past")
    house.server.start()
    with house.server.api() as api:
        file, run = api.file(NOTE)["id"], api.run()["id"]
        revoked, kept, rotated = (new_key(api, "runs:read", "runs:write") for _ in range(3))
        agent = new(api, "agents", {"name": "a", "model": "y0-fast", "instructions": "Be brief."})
        member = new(api, "agents", {"name": "b", "model": "y0-fast", "instructions": "Be brief."})
        network = new(api, "networks", {"name": "n", "agents": [member], "strategy": "sequential"})
        webhook = new(api, "webhooks", {"url": "https://a.example/", "events": ["run.failed"]})
        assert house.backup(folder / "copy").returncode == 0
        made = {"agents": agent, "networks": network, "webhooks": webhook}
        erased = tuple(
            f"/v1/{noun}/{each}" for noun, each in {"files": file, "runs": run, **made}.items()
        )
        for path in erased:
            assert api.delete(path).status_code == 200
        assert api.delete(f"/v1/keys/{revoked['id']}").status_code == 200
        with api.key("keys:write") as weak:
            # Allowed by its scope, and then refused as too strong: this one must stay.
            error_of(weak.delete(f"/v1/keys/{kept['id']}"), 403, "scope_denied")
        assert api.post(f"/v1/keys/{rotated['id']}/rotate").status_code == 200
        data = ("--data", str(house.server.data))
        export = folder / "log.jsonl"
        assert house.server.run("audit", "export", *data, "-o", str(export)).returncode == 0
    return Past(
        house=house,
        backup=folder / "copy",
        export=export,
        owner=api.secret,
        erased=erased,
        revoked=revoked["secret"],
        kept=kept["secret"],
        rotated=rotated["id"],
    )


def new_key(api: Api, *scopes: str) -> dict[str, str]:
    """A new key, with its secret."""
    return dict(api.post("/v1/keys", {"name": "a key", "scopes": list(scopes)}).json())


def new(api: Api, noun: str, body: dict[str, object]) -> str:
    """The id of something new."""
    made = api.post(f"/v1/{noun}", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def status_of(house: House, secret: str) -> int:
    """What a key gets for an answer."""
    with house.server.api(secret) as api:
        return api.get("/v1/runs").status_code


def test_without_a_later_log_it_is_told_that_all_is_here_again(
    past: Past, new_house: Callable[..., House]
) -> None:
    other = new_house()
    restored = other.restore(past.backup)
    assert restored.returncode == 0
    taken = folders.read_manifest(past.backup).created_at
    assert f"This backup is from {taken}: objects that were deleted" in restored.stdout
    other.server.start()
    with other.server.api(past.owner) as api:
        assert [api.get(path).status_code for path in past.erased] == [200] * 5
    assert status_of(other, past.revoked) == 200


def test_with_a_later_log_it_is_erased_again(past: Past, new_house: Callable[..., House]) -> None:
    other = new_house()
    restored = other.restore(past.backup, "--erasures", str(past.export))
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert "6 of what was erased since" in restored.stdout
    assert f"keys.rotate {past.rotated}: do it again" in restored.stdout
    other.server.start()
    with other.server.api(past.owner) as api:
        for path in past.erased:
            error_of(api.get(path), 409, "already_deleted")
            receipt = api.get(f"/v1/erasures/{path.rsplit('/', 1)[1]}")
            assert receipt.status_code == 200
        assert api.get("/v1/audit_log/verify").json()["valid"] is True
        assert [key["name"] for key in api.get("/v1/keys").json()["data"]].count("a key") == 2
        log = api.get("/v1/audit_log", params={"action": "files.delete"}).json()["data"]
        # No key erases it the second time, the server itself does.
        assert [(each["key"], each["detail"]) for each in log[:1]] == [(None, {"reason": REASON})]
    assert not list(other.server.data.glob("blobs/*/*"))
    assert status_of(other, past.revoked) == 401
    assert status_of(other, past.kept) == 200


def test_a_log_that_was_cut_or_is_anothers_is_refused(past: Past, tmp_path: Path) -> None:
    manifest = folders.read_manifest(past.backup)
    lines = past.export.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(BackupFailed, match="is not whole"):
        read_changes(cut, manifest)
    stranger = replace(manifest, logs=tuple(log._replace(root="AAAA") for log in manifest.logs))
    with pytest.raises(BackupFailed, match="does not begin with"):
        read_changes(past.export, stranger)
    with pytest.raises(BackupFailed, match="is not in the backup"):
        read_changes(past.export, replace(manifest, logs=()))


def test_a_file_erased_while_the_backup_is_taken_stays_erased(
    past: Past, new_house: Callable[..., House], tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(past.backup, tmp_path / "copy"))
    blob = next(copy.glob("blobs/*/*"))
    name = f"{blob.parent.name}/{blob.name}"
    blob.unlink()
    manifest = orjson.loads((copy / folders.MANIFEST).read_bytes())
    manifest["files"] = [each for each in manifest["files"] if name not in each["path"]]
    manifest["erased"] = [name]
    (copy / folders.MANIFEST).write_bytes(orjson.dumps(manifest))
    other = new_house()
    restored = other.restore(copy)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    other.server.start()
    with other.server.api(past.owner) as api:
        error_of(api.get(f"/v1/files/{blob.name}"), 409, "already_deleted")


def test_bytes_that_are_gone_are_erased_or_lost(tmp_path: Path) -> None:
    blobs = Folder(tmp_path / "blobs")
    for name, data in (("p/kept", b"kept"), ("p/changed", b"changed")):
        folders.write(tmp_path / "blobs" / name, data)
    wanted = [
        Original("p/kept", 4, folders.digest_of(tmp_path / "blobs" / "p" / "kept")),
        Original("p/changed", 7, "0" * 64),
        Original("p/erased", 1, "0" * 64),
        Original("p/lost", 1, "0" * 64),
    ]
    saved = asyncio.run(
        originals.save(blobs, wanted, tmp_path / "copy", lambda blob: blob == "p/lost")
    )
    assert [item.path for item in saved.items] == ["blobs/p/kept"]
    assert saved.erased == ("p/erased",)
    assert saved.damaged == ("p/changed", "p/lost")
    assert [path.name for path in (tmp_path / "copy").glob("blobs/p/*")] == ["kept"]

"""Everything that is there when a backup begins is in it, and is proved when it comes back."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest

from backup.conftest import NOTE, House, everything, ids_of
from chaos.storage import execute, look
from runwright import canonical
from support.server import Server


@contextmanager
def writing(server: Server) -> Iterator[list[int]]:
    """Make runs and upload files all the while; how many were made."""
    stopping, made = threading.Event(), [0]

    def write() -> None:
        with server.api() as api:
            while not stopping.is_set():
                api.run(f"What is {made[0]} + 2?")
                if made[0] % 5 == 0:
                    assert api.upload(b"note %d" % made[0]).status_code == 200
                made[0] += 1

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield made
    finally:
        stopping.set()
        thread.join()


def test_a_backup_taken_under_writes_comes_back_whole(
    house: House, new_house: Callable[..., House], tmp_path: Path
) -> None:
    with house.server.api() as api:
        before = everything(api)
        with writing(house.server) as made:
            while made[0] < 20:
                threading.Event().wait(0.01)
            taken = house.backup(tmp_path / "copy")
        assert taken.returncode == 0, taken.stderr
        other = new_house()
        restored = other.restore(tmp_path / "copy")
        assert restored.returncode == 0, restored.stdout + restored.stderr
        assert "and is verified." in restored.stdout
        other.server.start()
        with other.server.api(api.secret) as there:
            found = everything(there)
            original = {path: api.get(path).content for path in found}
            assert there.get("/v1/audit_log/verify").json()["valid"] is True
    assert before.keys() <= found.keys()
    assert len(found) > len(before)
    assert found == original


@pytest.fixture(scope="module")
def other(backup: Path, new_house: Callable[..., House]) -> House:
    """Where the backup was put back."""
    made = new_house()
    done = made.restore(backup)
    assert done.returncode == 0, done.stdout + done.stderr
    return made


def test_the_whole_database_is_in_it(house: House, other: House) -> None:
    assert schema_of(other.server) == schema_of(house.server) != []


def test_the_restored_server_goes_on(house: House, other: House, backup: Path) -> None:
    other.server.start()
    assert other.server.owner_key == house.server.owner_key
    with other.server.api() as api:
        answer = api.run("When does the lease of the Oslo office end?", context=["documents"])
        assert "March" in answer["result"]["summary"]
        deep = api.finished(api.run("What is 4 + 4?", model="y0-deep")["id"])
        assert deep["status"] == "completed"
        assert [e["resource"] for e in api.audit(action="backup.restore")] == [
            orjson.loads((backup / "manifest.json").read_bytes())["id"]
        ]
        export = other.server.data.parent / "log.jsonl"
        data = ("--data", str(other.server.data))
        assert other.server.run("audit", "export", *data, "-o", str(export)).returncode == 0
        checked = other.server.run("audit", "verify", str(export))
        assert checked.returncode == 0, checked.stdout


def test_a_backup_is_its_owners_alone(backup: Path) -> None:
    for path in (backup, *backup.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.usefixtures("house")
def test_the_manifest_says_what_there_is(backup: Path) -> None:
    data = (backup / "manifest.json").read_bytes()
    manifest = orjson.loads(data)
    assert canonical.dumps(manifest) == data
    files = {path for path in backup.rglob("*") if path.is_file()} - {backup / "manifest.json"}
    assert {(i["path"], i["bytes"], i["sha256"]) for i in manifest["files"]} == {
        (str(path.relative_to(backup)), len(path.read_bytes()), digest(path)) for path in files
    }
    assert NOTE in [path.read_bytes() for path in files]
    originals = [item for item in manifest["files"] if item["path"].startswith("blobs/")]
    assert manifest["counts"]["files"] == len(originals) >= 2
    assert manifest["counts"]["artifacts"] == 1
    assert manifest["erased"] == manifest["damaged"] == []


def digest(path: Path) -> str:
    return canonical.sha256(path.read_bytes())


def test_taking_one_is_in_every_log(house: House, backup: Path) -> None:
    manifest = orjson.loads((backup / "manifest.json").read_bytes())
    taken = {
        row["project_id"]
        for row in look(house.server).audit_log
        if (row["action"], row["resource"]) == ("backup.take", manifest["id"])
    }
    assert taken == {log["project"] for log in manifest["logs"]} != set()


SCHEMA = {
    "sqlite": "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2",
    "postgresql": """
        SELECT relkind::text, relname::text, CASE relkind WHEN 'v' THEN pg_get_viewdef(oid)
            WHEN 'i' THEN pg_get_indexdef(oid) END
        FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT 'function', proname, pg_get_functiondef(oid)
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
        UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid)
        FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        ORDER BY 1, 2, 3
    """,
}


def schema_of(server: Server) -> list[Any]:
    """Tables, views, sequences, indexes, triggers, functions, constraints."""
    if server.database_url is None:
        with closing(sqlite3.connect(server.data / "runwright.db")) as connection:
            return connection.execute(SCHEMA["sqlite"]).fetchall()
    with psycopg.connect(server.database_url) as connection:
        return connection.execute(SCHEMA["postgresql"]).fetchall()


def test_a_backup_can_be_checked_where_it_lies(house: House, backup: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in backup.rglob("*")}
    checked = house.restore(backup, "--check")
    assert checked.returncode == 0, checked.stderr
    assert "can be restored and is verified." in checked.stdout
    assert {path: path.stat().st_mtime_ns for path in backup.rglob("*")} == before


def test_a_trace_that_was_altered_before_does_not_prove(
    new_house: Callable[..., House], tmp_path: Path
) -> None:
    house, other = new_house(), new_house()
    with house.server, house.server.api() as api:
        api.run()
        altered = api.run()["id"]
        execute(house.server, "UPDATE runs SET trace = body WHERE id = :id", {"id": altered})
        assert house.backup(tmp_path / "copy").returncode == 0
    restored = other.restore(tmp_path / "copy")
    assert restored.returncode == 1
    assert "NOT all of it is verified" in restored.stdout
    assert f"{altered}  its trace is not the bytes that were frozen" in restored.stdout


def test_a_file_that_the_server_had_lost_is_told(
    new_house: Callable[..., House], tmp_path: Path
) -> None:
    house, other = new_house(), new_house()
    with house.server, house.server.api() as api:
        api.file(NOTE)
        lost = api.file(b"other words")["id"]
        next((house.server.data / "blobs").glob(f"*/{lost}")).unlink()
        taken = house.backup(tmp_path / "copy")
    assert taken.returncode == 1
    assert f"{lost}: the server has lost its original bytes" in taken.stderr
    restored = other.restore(tmp_path / "copy")
    assert restored.returncode == 1
    assert lost in restored.stdout
    other.server.start()
    with other.server.api(api.secret) as there:
        assert len(ids_of(there, "files")) == 2

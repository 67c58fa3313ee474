"""Whoever changes the database behind the server's back is found out by an export, offline.

`runwright audit export` writes the log, `runwright audit verify` checks it with the public key.
Who rewrites everything, the tree and its head too, or rolls the database back to an older copy,
is found by a checkpoint that was kept elsewhere: the attacks end where they succeed without one.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from contract.test_audit import TAMPERING, canonical
from contract.test_audit_proofs import sha
from db.raw import Raw
from runwright.cli.audit import audit as command
from runwright.cli.audit_local import on_a_log, write_export
from runwright.config import Settings
from support.client import Api
from support.server import Server

_names = iter(range(10_000))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `runwright audit verify` said."""

    code: int
    text: str


@dataclass(slots=True)
class Desk:
    """A project with a log, and somebody who kept a checkpoint of it elsewhere."""

    server: Server
    api: Api
    name: str
    folder: Path
    key: str = ""

    def keep(self) -> Path:
        """Keep the checkpoint of now."""
        point = self.api.get("/v1/audit_log/checkpoint").json()
        self.key = point["verifier_key"]
        path = self.folder / f"{point['size']}.note"
        path.write_text(point["note"])
        return path

    def command(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command on the server's machine."""
        data = ["--data", str(self.server.data), "--project", self.name]
        return self.server.run("audit", name, *data, *arguments)

    def export(self) -> Path:
        """What the command `export` does, without a process of its own."""
        settings = Settings(
            data=self.server.data,
            database_url=self.server.database_url,
            signing_key=self.server.settings.get("RUNWRIGHT_SIGNING_KEY"),
        )
        path = self.folder / "log.jsonl"
        with path.open("wb") as file:
            on_a_log(settings, self.name, "audit.export", partial(write_export, file))
        return path

    def verify(self, *older: Path) -> Verdict:
        """Export, and verify offline."""
        return self.verdict(self.export(), *older)

    def verdict(self, path: Path, *older: Path) -> Verdict:
        """What the command `verify` says of a file."""
        arguments = ["verify", str(path), "--key", self.key]
        for note in older:
            arguments += ["--checkpoint", str(note)]
        done = CliRunner().invoke(command, arguments, standalone_mode=False)
        assert done.exception is None, done.output
        return Verdict(done.return_value, done.output)

    def tamper(self, *statements: str) -> None:
        Raw(self.server).tamper(*statements)


@pytest.fixture
def desk(server: Server, tmp_path: Path) -> Iterator[Desk]:
    """A log of six runs."""
    name = f"tampered {next(_names)}"
    with server.project(name) as api:
        for _ in range(6):
            api.get("/v1/models")
        yield Desk(server, api, name, tmp_path)


def test_a_log_that_nobody_touched_is_whole(desk: Desk) -> None:
    kept = desk.keep()
    desk.api.get("/v1/models")
    found = desk.verify(kept)
    assert found.code == 0
    assert "is whole." in found.text
    assert "the log still begins with the 6 entries of that checkpoint" in found.text
    assert "NOT" not in found.text


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_with_the_database_is_found_and_told_where(desk: Desk, how: str) -> None:
    kept = desk.keep()
    # Six runs, then the checkpoint's own entry: what is forged behind the last one is the eighth.
    broken, statements = TAMPERING[how]
    place = f"project_id = '{desk.api.project_id}' AND seq ="
    desk.tamper(*(s.format(at=place, project=desk.api.project_id) for s in statements))
    found = desk.verify(kept)
    assert found.code == 1
    assert "is NOT whole." in found.text
    assert f"  entry {broken or 8} " in found.text


def test_the_server_says_so_too_and_signs_nothing_that_was_forged(desk: Desk) -> None:
    kept = desk.keep()
    _, statements = TAMPERING["insert behind the last"]
    place = f"project_id = '{desk.api.project_id}' AND seq ="
    desk.tamper(*(s.format(at=place, project=desk.api.project_id) for s in statements))
    desk.api.get("/v1/models")
    assert_unsigned(desk, "its tree has 7 entries, and ")
    assert desk.api.get("/v1/audit_log/verify").json()["broken_seq"] == 8
    found = desk.verify(kept)
    assert "the log still begins with the 6 entries" in found.text
    assert "entries stand before it in the file" in found.text


def assert_unsigned(desk: Desk, reason: str) -> None:
    """Whatever would have to be signed is refused, and it is told why."""
    for path in ("checkpoint", "1/proof", "consistency?from=1"):
        answer = desk.api.get(f"/v1/audit_log/{path}")
        assert answer.status_code == 500
        assert answer.json()["error"]["code"] == "internal"
        assert reason in answer.json()["error"]["message"]


def test_after_a_failed_verification_nothing_is_signed_until_the_log_is_whole_again(
    desk: Desk,
) -> None:
    desk.keep()
    mine = f"WHERE project_id = '{desk.api.project_id}' AND seq = 2"
    ((resource,),) = Raw(desk.server).rows(f"SELECT resource FROM audit_log {mine}")
    desk.tamper(f"UPDATE audit_log SET resource = 'run_never' {mine}")
    assert desk.api.get("/v1/audit_log/verify").json()["valid"] is False
    assert_unsigned(desk, "entry 2: its content does not match its hash")
    (entry,) = desk.api.audit(action="audit.signing_refused")
    assert entry["detail"]["broken_seq"] == 2
    # It is not forgotten with the process, and not lifted while the log is broken.
    refused = desk.command("checkpoint")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "is not signed any further" in refused.stderr
    assert desk.command("resume").returncode == 1
    assert desk.verify().code == 1
    told = desk.server.run("doctor", "--data", str(desk.server.data))
    assert f"of {desk.api.project_id} is no longer signed" in told.stdout
    desk.tamper(f"UPDATE audit_log SET resource = {_text(resource)} {mine}")
    assert_unsigned(desk, "a verification failed")
    resumed = desk.command("resume")
    assert resumed.returncode == 0
    assert "is signed again" in resumed.stdout
    assert desk.api.get("/v1/audit_log/checkpoint").status_code == 200
    assert desk.verify().code == 0


EMPTYING = {
    "the tree": ("tree_size = 0, frontier = {empty}", "its tree has 0 entries, and 7 are on"),
    "the head": (
        "seq = 0, hash = '{zeros}', tree_size = 0, frontier = {empty}",
        "its tree has 0 entries, and 7 are on record",
    ),
}


@pytest.mark.parametrize("what", EMPTYING)
def test_a_log_that_is_not_empty_is_not_signed_as_an_empty_one(desk: Desk, what: str) -> None:
    desk.keep()
    values, reason = EMPTYING[what]
    mine = f"WHERE project_id = '{desk.api.project_id}'"
    desk.tamper(
        f"DELETE FROM audit_checkpoints {mine}",
        f"DELETE FROM audit_tiles {mine}",
        f"UPDATE audit_heads SET {values.format(empty=blob(desk, b''), zeros='0' * 64)} {mine}",
    )
    answer = desk.api.get("/v1/audit_log/checkpoint")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert reason in answer.json()["error"]["message"]


def test_a_log_that_was_signed_longer_is_not_signed_shorter(desk: Desk) -> None:
    """Entries, tree and head are cut back; the checkpoint that was kept here is forgotten."""
    desk.keep()
    entries = entries_of(desk.export())[:3]
    hashes = [bytes.fromhex(entry["hash"]) for entry in entries]
    mine = f"WHERE project_id = '{desk.api.project_id}'"
    desk.tamper(
        f"DELETE FROM audit_log {mine} AND seq > 3",
        f"UPDATE audit_heads SET seq = 3, hash = '{hashes[-1].hex()}', tree_size = 3, "
        f"frontier = {blob(desk, frontier_of(hashes))} {mine}",
    )
    assert_unsigned(desk, "are on record")


def test_a_log_without_entries_is_not_signed(server: Server) -> None:
    with server.project() as api:
        answer = api.get("/v1/audit_log/checkpoint")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
        assert "no entries yet" in answer.json()["error"]["message"]
        assert api.get("/v1/audit_log/checkpoint").json()["size"] == 1


# Who can write to the database can write all of it ----------------------------------------------


def entries_of(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if line["object"] == "audit_entry"]


def rewritten(desk: Desk) -> tuple[list[str], list[bytes]]:
    """The statements that alter the second entry and write the whole chain anew; its hashes."""
    statements, hashes, previous = [], [], "0" * 64
    entries = entries_of(desk.export())
    for entry in entries:
        if entry["seq"] == 2:
            entry["resource"] = "run_never"
        entry["prev_hash"] = previous
        del entry["hash"]
        hashes.append(sha(canonical(entry).encode()))
        statements.append(
            f"UPDATE audit_log SET resource = {_text(entry['resource'])}, "
            f"prev_hash = '{previous}', hash = '{hashes[-1].hex()}' "
            f"WHERE project_id = '{desk.api.project_id}' AND seq = {entry['seq']}"
        )
        previous = hashes[-1].hex()
    statements.append(
        f"UPDATE audit_heads SET hash = '{previous}' WHERE project_id = '{desk.api.project_id}'"
    )
    return statements, hashes


def _text(value: str | None) -> str:
    return "NULL" if value is None else f"'{value}'"


def frontier_of(leaves: list[bytes]) -> bytes:
    """The roots of the full subtrees, the largest first, by the definition."""
    roots, begin = b"", 0
    for bit in reversed(range(len(leaves).bit_length())):
        if len(leaves) >> bit & 1:
            level = [sha(b"\0", leaf) for leaf in leaves[begin : begin + (1 << bit)]]
            while len(level) > 1:
                level = [sha(b"\1", *level[n : n + 2]) for n in range(0, len(level), 2)]
            roots += level[0]
            begin += 1 << bit
    return roots


def blob(desk: Desk, value: bytes) -> str:
    is_sqlite = desk.server.database_url is None
    return f"x'{value.hex()}'" if is_sqlite else f"'\\x{value.hex()}'::bytea"


def test_a_chain_that_was_written_anew_does_not_give_the_signed_root(desk: Desk) -> None:
    desk.keep()
    statements, _ = rewritten(desk)
    desk.tamper(*statements)
    answer = desk.api.get("/v1/audit_log/verify").json()
    assert answer["valid"] is False
    assert "not those that the tree grew of" in answer["reason"]
    found = desk.verify()
    assert found.code == 1
    assert "it was signed for other entries than the file holds" in found.text


def rewrite_all(desk: Desk) -> None:
    """Alter an entry; then write the chain, the tree and its head anew, and drop what was kept."""
    statements, hashes = rewritten(desk)
    mine = f"WHERE project_id = '{desk.api.project_id}'"
    desk.tamper(
        *statements,
        f"UPDATE audit_heads SET frontier = {blob(desk, frontier_of(hashes))} {mine}",
        f"DELETE FROM audit_checkpoints {mine}",
        f"DELETE FROM audit_tiles {mine}",
    )


def test_who_writes_everything_anew_is_found_by_a_checkpoint_kept_elsewhere_alone(
    desk: Desk,
) -> None:
    kept = desk.keep()
    rewrite_all(desk)
    # Nothing in the database shows it: this is why checkpoints are to be kept elsewhere.
    assert desk.api.get("/v1/audit_log/verify").json()["valid"] is True
    assert desk.verify().code == 0
    found = desk.verify(kept)
    assert found.code == 1
    assert "the older checkpoint of 6 entries" in found.text
    assert "the first 6 entries are not those that it was signed for" in found.text


def test_the_servers_own_consistency_proof_does_not_cover_that_up(desk: Desk) -> None:
    kept = desk.api.get("/v1/audit_log/checkpoint").json()
    rewrite_all(desk)
    found = desk.api.get(f"/v1/audit_log/consistency?from={kept['size']}").json()
    assert found["from_root"] != kept["root"]


# An older copy of the database --------------------------------------------------------------------


@pytest.fixture
def alone(new_server: Callable[..., Server], kind: str) -> Server:
    """A server of one's own, whose files can be copied."""
    if kind != "sqlite":
        pytest.skip("a copy of SQLite's file is what is put back")
    return new_server()


@pytest.mark.parametrize("more", [0, 8], ids=["shorter", "grown again"])
def test_a_database_that_was_rolled_back_is_found_by_a_checkpoint_kept_elsewhere(
    alone: Server, tmp_path: Path, more: int
) -> None:
    copy = tmp_path / "copy"
    with alone, alone.api() as api:
        for _ in range(3):
            api.get("/v1/models")
    shutil.copytree(alone.data, copy)
    with alone, alone.api() as api:
        desk = Desk(alone, api, "default", tmp_path)
        for _ in range(5):
            api.get("/v1/models")
        kept = desk.keep()
        assert desk.verify(kept).code == 0
    shutil.rmtree(alone.data)
    shutil.copytree(copy, alone.data)
    with alone, alone.api() as api:
        for _ in range(more):
            api.get("/v1/models")
        assert api.get("/v1/audit_log/verify").json()["valid"] is True
        assert desk.verify().code == 0
        found = desk.verify(kept)
    assert found.code == 1
    if more:
        assert "the first 9 entries are not those that it was signed for" in found.text
    else:
        assert "or the database was rolled back to an older copy" in found.text


# The commands -------------------------------------------------------------------------------------


def test_the_checkpoint_of_the_command_is_a_note_and_nothing_else(
    desk: Desk, tmp_path: Path
) -> None:
    done = desk.command("checkpoint")
    assert done.returncode == 0
    origin, size, _, empty, signature, end = done.stdout.split("\n")
    assert (origin, int(size), empty, end) == (f"runwright/{desk.api.project_id}", 7, "", "")
    assert signature.startswith(f"— {origin} ")
    desk.keep()
    assert done.stderr == f"verifier key: {desk.key}\n"
    path = tmp_path / "note"
    path.write_text(done.stdout)
    assert desk.verify(path).code == 0


def test_the_command_exports_what_can_be_verified_and_records_it(desk: Desk) -> None:
    kept = desk.keep()
    path = desk.folder / "exported.jsonl"
    done = desk.command("export", "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "11 lines written.\n")
    assert desk.verdict(path, kept).code == 0
    piped = desk.command("export")
    assert piped.stdout.startswith(path.read_text().splitlines()[0][:60])
    entry = desk.api.audit(action="audit.export")[0]
    assert (entry["decision"], entry["key"], entry["scope"]) == ("allowed", None, "audit:read")


def test_an_unknown_project_is_one_clear_line(desk: Desk) -> None:
    arguments = ["--data", str(desk.server.data), "--project", "nobody's"]
    done = desk.server.run("audit", "export", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "there is no project" in done.stderr


def test_a_folder_without_a_database_is_one_clear_line(server: Server, tmp_path: Path) -> None:
    if server.database_url:
        pytest.skip("the folder does not matter there")
    done = server.run("audit", "checkpoint", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no database in" in done.stderr


def test_a_server_refuses_another_key_until_it_is_accepted_on_purpose(
    alone: Server, tmp_path: Path
) -> None:
    with alone, alone.api() as api:
        desk = Desk(alone, api, "default", tmp_path)
        kept = desk.keep()
        old = desk.key
        running = alone.run("audit", "rekey", "--data", str(alone.data))
        assert running.returncode == 2
        assert "stop it first" in running.stderr
    (alone.data / "signing.key").unlink()
    refused = alone.run("serve", "--data", str(alone.data), "--port", "0")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "runwright audit rekey" in refused.stderr
    accepted = alone.run("audit", "rekey", "--data", str(alone.data))
    assert accepted.returncode == 0
    assert accepted.stdout.startswith("Key 2 signs since 20")
    with alone, alone.api() as api:
        desk.api = api
        desk.keep()
        assert desk.key != old
        assert desk.verify(kept).code == 0
        point = api.get("/v1/audit_log/checkpoint").json()
        assert [known["verifier_key"] for known in point["keys"]] == [old, desk.key]
        (entry,) = api.audit(action="audit.rekey")
        assert set(entry["detail"]) == {"public_key", "replaces"}


def test_no_file_and_no_log_shows_the_signing_key(alone: Server) -> None:
    with alone, alone.api() as api:
        api.run()
        api.get("/v1/audit_log/checkpoint")
    secret = (alone.data / "signing.key").read_text().strip()
    assert secret not in alone.log.read_text()
    assert Raw(alone).files_with(secret) == ["signing.key"]
    assert Raw(alone).tables_with(secret) == set()

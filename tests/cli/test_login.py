"""Somebody without a key gets one by approval, by having one, or by owning the server."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cli.command import Command
from db.raw import Raw
from runwright.cli.keys import RARELY_GIVEN
from runwright.trust.scopes import Scope
from support.client import Api
from support.server import Server


@contextmanager
def logging_in(guest: Command, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`runwright login` that waits, and the code that it shows."""
    process = subprocess.Popen(
        [sys.executable, "-m", "runwright", "login", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=guest.process_environment(),
        cwd=guest.folder,
    )
    assert process.stderr is not None
    assert process.stdout is not None
    try:
        code = ""
        for line in process.stderr:
            if line.startswith("    "):
                code = line.strip()
            if "Waiting" in line:
                break
        yield process, code
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def approve(guest: Command, api: Api, code: str, *options: str) -> Any:
    return guest("keys", "approve", code, "--yes", *options, RUNWRIGHT_API_KEY=api.secret)


def test_a_login_from_beginning_to_end(guest: Command, api: Api, server: Server) -> None:
    with logging_in(guest, "--name", "laptop") as (process, code):
        approved = approve(guest, api, code.lower())
        assert approved.code == 0, approved
        assert approved.out == f"{code} is approved: laptop has a key.\n"
        status, out, _ = ended(process)
    assert status == 0
    assert out.startswith(f"Logged in to {server.url} as laptop, with 19 scopes.\n")
    assert stat.S_IMODE(guest.credentials.stat().st_mode) == 0o600
    assert guest("run", "What is 2 + 2?").out.splitlines()[0] == "4."
    secret = guest.credentials.read_text().split('key = "')[1].split('"')[0]
    assert guest("logout").out.endswith("The key is revoked and forgotten.\n")
    assert secret not in guest.credentials.read_text()
    with Api(server.url, secret) as gone:
        assert gone.get("/v1/models").status_code == 401
    guest.fails(4, "runs")


def test_a_login_gets_no_scope_that_lets_others_in_unless_it_is_named(
    guest: Command, api: Api
) -> None:
    assert {Scope(scope) for scope in RARELY_GIVEN} < set(Scope)
    with logging_in(guest, "--json") as (process, code):
        approve(guest, api, code)
        status, out, _ = ended(process)
    assert status == 0
    assert set(json.loads(out)["key"]["scopes"]) == set(Scope) - RARELY_GIVEN
    with logging_in(guest) as (process, code):
        approve(guest, api, code, "--scopes", "keys:write, models:read")
        status, out, _ = ended(process)
    assert status == 0
    assert "with 2 scopes" in out


def test_a_refused_login_is_told_so(guest: Command, api: Api) -> None:
    with logging_in(guest) as (process, code):
        refused = guest("keys", "approve", code, "--refuse", RUNWRIGHT_API_KEY=api.secret)
        assert refused.out == f"{code} is denied.\n"
        status, out, err = ended(process)
    assert (status, out) == (4, "")
    assert "runwright: the login is not pending" in err
    assert not guest.credentials.exists()


def test_a_login_that_is_too_old_is_told_so(guest: Command, server: Server) -> None:
    with logging_in(guest) as (process, code):
        Raw(server).run("DELETE FROM device_logins WHERE user_code = ?", code)
        status, _, err = ended(process)
    assert status == 4
    assert "expired" in err


def test_nobody_is_let_in_without_a_look(guest: Command, api: Api) -> None:
    with logging_in(guest) as (_, code):
        said = guest.fails(2, "keys", "approve", code, RUNWRIGHT_API_KEY=api.secret)
    assert "--yes" in said


def test_a_key_that_one_has_is_kept(guest: Command, api: Api, server: Server) -> None:
    done = guest("login", "--with-key", "--json", input=f"{api.secret}\n")
    assert done.code == 0, done
    assert done.json["server"] == server.url
    assert "secret" not in done.json["key"]
    assert guest("runs").out == "There are no runs.\n"
    assert guest("logout", "--keep-key").out.endswith("The key is forgotten.\n")
    assert api.get("/v1/runs").status_code == 200


def test_a_wrong_key_is_not_kept(guest: Command) -> None:
    guest.fails(4, "login", "--with-key", input="rw_wrong\n")
    guest.fails(4, "login", "--with-key", input="")
    assert not guest.credentials.exists()


def test_on_the_servers_machine_no_approval_is_needed(guest: Command, server: Server) -> None:
    done = guest("login", "--local", "--data", str(server.data), "--name", "me")
    assert done.code == 0, done
    assert done.out.startswith(f"Logged in to {server.url} as me, with 21 scopes.")
    assert guest("models").code == 0
    assert guest("logout").code == 0


@pytest.mark.usefixtures("server", "tmp_path")
def test_another_servers_data_is_not_taken_for_it(guest: Command) -> None:
    made = guest("keys", "create", "--name", "x", "--scopes", "all", "--data", "other")
    assert made.out.startswith("rw_")
    said = guest.fails(1, "login", "--local", "--data", "other")
    assert "stores its data elsewhere" in said
    assert not guest.credentials.exists()


def test_where_there_is_no_database_none_is_made(guest: Command) -> None:
    assert "there is no database in nowhere" in guest.fails(
        2, "login", "--local", "--data", "nowhere"
    )
    assert not (guest.folder / "nowhere").exists()


def test_a_server_that_is_not_there_makes_no_key(guest: Command, server: Server) -> None:
    with server.api() as owner:
        before = len(owner.get("/v1/keys", params={"limit": 100}).json()["data"])
        options = ("--local", "--data", str(server.data), "--server", "http://127.0.0.1:1")
        guest.fails(1, "login", *options)
        assert len(owner.get("/v1/keys", params={"limit": 100}).json()["data"]) == before


def test_a_key_that_was_revoked_elsewhere_can_be_forgotten(guest: Command, api: Api) -> None:
    with api.key("models:read") as key:
        guest("login", "--with-key", input=key.secret)
        key.delete("/v1/auth/key")
    assert guest("logout").code == 0
    assert "you are not logged in to" in guest.fails(5, "logout")


def test_a_key_is_not_forgotten_while_it_cannot_be_revoked(guest: Command, api: Api) -> None:
    guest("login", "--with-key", input=api.secret)
    kept = guest.credentials.read_text()
    guest.credentials.write_text(kept.replace(guest.environment["RUNWRIGHT_URL"], "http://[::1]:1"))
    guest.fails(1, "logout", "--server", "http://[::1]:1")
    assert api.secret in guest.credentials.read_text()


def test_several_servers_are_told_apart(guest: Command, api: Api, server: Server) -> None:
    guest("login", "--with-key", input=api.secret)
    other = server.url.replace("127.0.0.1", "localhost")
    with api.key("models:read") as narrow:
        guest("login", "--with-key", "--server", other, input=narrow.secret)
    assert guest("runs").code == 0
    assert guest("runs", RUNWRIGHT_URL=None).code == 4
    assert guest("models", RUNWRIGHT_URL=None).code == 0


def test_a_rotated_login_keeps_working(guest: Command, api: Api) -> None:
    guest("login", "--with-key", input=api.secret)
    own = api.get("/v1/auth/key").json()["id"]
    done = guest("keys", "rotate", own, "--grace", "0")
    assert done.out.strip() in guest.credentials.read_text()
    assert api.get("/v1/runs").status_code == 401
    assert guest("runs").code == 0


def test_the_way_there_is_warned_of_when_anybody_can_listen(guest: Command) -> None:
    done = guest("login", "--with-key", "--server", "http://example.invalid", input="rw_x")
    assert "is not encrypted" in done.err
    assert done.code == 1


@pytest.mark.parametrize("scopes", ["all", "models:read"])
def test_a_key_is_issued_within_ones_own(command: Command, scopes: str) -> None:
    done = command("keys", "create", "--name", "script", "--scopes", scopes)
    assert done.out.startswith("rw_")
    assert len(done.out.splitlines()) == 1
    key_id = done.err.split()[0]
    listed = command("keys", "--json").json["data"]
    (made,) = [key for key in listed if key["id"] == key_id]
    assert len(made["scopes"]) == (21 if scopes == "all" else 1)
    assert command("keys", "revoke", key_id, "--yes").out == f"{key_id} is revoked.\n"

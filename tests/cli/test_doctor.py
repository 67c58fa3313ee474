"""The doctor says what is well, what is not, and what to do; exit code 1 when something is not."""

from __future__ import annotations

import re
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cli.command import Command, Done
from client.scripted import Scripted, answer
from runwright.files import confinement
from support.client import Api
from support.postgres import Postgres
from support.server import Server


def states(done: Done) -> dict[tuple[str, str], str]:
    return {(each["where"], each["what"]): each["state"] for each in done.json["checks"]}


def advice(done: Done, what: str) -> str:
    (found,) = [each for each in done.json["checks"] if each["what"] == what]
    return f"{found['seen']}: {found['advice']}"


def test_a_server_that_is_well(command: Command, server: Server) -> None:
    done = command("doctor", "--json", "--data", str(server.data))
    assert done.code == 0, done
    assert done.json["ok"] is True
    found = states(done)
    for what in (
        "settings",
        "data",
        "database",
        "disk",
        "clock",
        "models",
        "readers",
        "hostile files",
        "port",
    ):
        assert found["here", what] == "ok", done.out
    for what in ("server", "storage", "version", "clock", "key"):
        assert found["there", what] == "ok", done.out


def test_it_says_how_far_readers_of_files_are_confined(command: Command, server: Server) -> None:
    done = command("doctor", "--json", "--data", str(server.data))
    lacking = list(confinement.gaps())
    if not lacking:
        assert states(done)["here", "hostile files"] == "ok"
        return
    told = [each for each in done.json["checks"] if each["what"] == "hostile files"]
    assert [(each["state"], each["seen"]) for each in told] == [("warn", gap) for gap in lacking]


def test_it_is_told_in_lines(command: Command, server: Server) -> None:
    out = command("doctor", "--data", str(server.data)).out
    assert out.startswith("This machine\n")
    assert f"\nThe server {server.url}\n" in out
    assert "  ok    settings    are valid\n" in out
    assert re.match(r"\d+ checks: 0 failed, ", out.splitlines()[-1])


def test_where_no_server_was_started_only_the_far_one_is_checked(command: Command) -> None:
    assert {where for where, _ in states(command("doctor", "--json"))} == {"there"}


def test_a_server_that_is_not_there(command: Command) -> None:
    done = command("doctor", "--json", "--server", "http://127.0.0.1:1")
    assert done.code == 1
    assert states(done) == {("there", "server"): "fail"}
    assert "runwright serve" in advice(done, "server")


def test_something_else_at_that_address(command: Command) -> None:
    with Scripted() as scripted:
        scripted.tell(answer(404, {}))
        done = command("doctor", "--json", "--server", scripted.url)
    assert done.code == 1
    assert "not a Runwright server" in advice(done, "server")


def test_a_server_whose_clock_is_wrong_and_whose_storage_is_away(command: Command) -> None:
    with Scripted() as scripted:
        late = "Thu, 01 Jan 2026 00:00:00 GMT"
        scripted.tell(
            answer(200, {}, date=late),
            answer(503, {}),
            answer(200, {"info": {"version": "9.9"}}),
            answer(404, {}),
            answer(401, {"error": {"code": "unauthenticated", "message": "No."}}),
        )
        done = command("doctor", "--json", "--server", scripted.url)
    assert done.code == 1
    found = states(done)
    assert found["there", "storage"] == found["there", "key"] == "fail"
    assert found["there", "clock"] == found["there", "version"] == "warn"


def test_a_guest_is_told_how_to_get_in(guest: Command) -> None:
    done = guest("doctor", "--json")
    assert done.code == 0
    assert "runwright login" in advice(done, "key")


@pytest.mark.parametrize(
    ("scopes", "options", "said"),
    [
        (["models:read"], {}, "not runs:read and runs:write"),
        (["runs:read", "runs:write"], {"expires_at": "soon"}, "expires"),
    ],
)
def test_a_key_that_will_not_do_for_long(
    command: Command, api: Api, scopes: list[str], options: dict[str, Any], said: str
) -> None:
    if options:
        options = {"expires_at": (datetime.now(UTC) + timedelta(days=2)).isoformat()}
    with api.key(*scopes, **options) as key:
        done = command("doctor", "--json", RUNWRIGHT_API_KEY=key.secret)
    assert said in advice(done, "key")
    assert states(done)["there", "key"] == "warn"


# Here -------------------------------------------------------------------------------------------


def here(command: Command, *options: str, **environment: str) -> Done:
    return command("doctor", "--only", "here", "--json", *options, **environment)


def test_a_wrong_setting_is_named(command: Command) -> None:
    done = here(command, RUNWRIGHT_PORT="high")
    assert done.code == 1
    assert "RUNWRIGHT_PORT" in advice(done, "settings")


def test_before_the_first_start(command: Command) -> None:
    done = here(command, RUNWRIGHT_PORT="0")
    assert done.code == 0, done
    found = states(done)
    assert found["here", "data"] == found["here", "database"] == "warn"
    assert not (command.folder / ".data").exists()


def test_a_port_that_somebody_has(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = here(command, RUNWRIGHT_PORT=str(taken.getsockname()[1]))
    assert done.code == 1
    assert "RUNWRIGHT_PORT" in advice(done, "port")


def test_a_folder_and_a_key_that_others_can_read(command: Command) -> None:
    folder = command.folder / ".data"
    folder.mkdir(mode=0o755)
    (folder / "owner.key").write_text("rw_x")
    (folder / "owner.key").chmod(0o644)
    done = here(command, RUNWRIGHT_PORT="0")
    assert done.code == 1
    assert "chmod 700" in advice(done, "data")
    assert "chmod 600" in advice(done, "owner key")


def test_a_database_that_is_none(command: Command) -> None:
    folder = command.folder / ".data"
    folder.mkdir(mode=0o700)
    (folder / "runwright.db").write_bytes(b"this is no database, however long one looks" * 99)
    done = here(command, RUNWRIGHT_PORT="0")
    assert done.code == 1
    assert "cannot be opened" in advice(done, "database")


def test_models_that_cannot_be_read(command: Command) -> None:
    done = here(command, RUNWRIGHT_MODELS="nowhere", RUNWRIGHT_PORT="0")
    assert done.code == 1
    assert states(done)["here", "models"] == "fail"


def test_weights_that_are_not_there(command: Command, tmp_path: Path) -> None:
    done = here(
        command,
        RUNWRIGHT_PORT="0",
        RUNWRIGHT_PROVIDER_OWN_KIND="local",
        RUNWRIGHT_PROVIDER_OWN_PATH=str(tmp_path / "nowhere"),
    )
    assert done.code == 1
    assert "put its weights there" in advice(done, "provider own")


def test_a_database_of_a_later_version(command: Command, postgres: Postgres) -> None:
    url = postgres.new_database()
    environment = {"RUNWRIGHT_DATABASE_URL": url, "RUNWRIGHT_PORT": "0"}
    assert states(here(command, **environment))["here", "database"] == "warn"
    made = command(*("keys", "create", "--local", "--name", "x", "--scopes", "all"), **environment)
    assert made.code == 0, made
    well = here(command, **environment)
    assert states(well)["here", "database"] == states(well)["here", "database clock"] == "ok"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    late = here(command, **environment)
    assert late.code == 1
    assert "start the version that wrote it" in advice(late, "database")


def test_a_database_that_is_away(command: Command) -> None:
    done = here(command, RUNWRIGHT_DATABASE_URL="postgresql://127.0.0.1:1/none", RUNWRIGHT_PORT="0")
    assert done.code == 1
    assert states(done)["here", "database"] == "fail"

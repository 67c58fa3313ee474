"""What there is beside runs, files and agents: the context, projects, keys, the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from support.client import Api
from support.server import Server


@pytest.fixture
def spent(command: Command, statement: Path) -> Command:
    """Somebody who has uploaded a statement."""
    assert command("files", "upload", str(statement)).code == 0
    return command


@pytest.mark.usefixtures("api")
def test_the_context_is_searched_and_listed(spent: Command) -> None:
    first, second, *_ = spent("context", "search", "rewe", "--source", "finance").out.splitlines()
    assert first.startswith(("1 October 2026", "5 October 2026"))
    assert second.startswith("  finance, transaction, 2026-10-0")
    items = spent("context", "items", "finance", "--since", "2026-10-06", "--json").json["data"]
    assert [item["amount"] for item in items] == ["-900.00"]
    of_file = spent("context", "items", "finance", "--file", "statement.csv", "--json")
    assert len(of_file.json["data"]) == 3
    assert "REWE" in spent("context", "entities", "finance", "--q", "rewe").out
    assert spent("context", "items", "calendar").out == "Nothing was found.\n"


def test_a_project_is_shown_changed_and_made(command: Command) -> None:
    (project,) = command("projects", "--json").json["data"]
    assert project["id"] in command("projects").out
    changed = command("projects", "update", "--time-zone", "Europe/Berlin", "--currency", "EUR")
    assert changed.out == f"{project['id']}  {project['name']}, Europe/Berlin, EUR\n"
    command.fails(2, "projects", "update")
    assert command("projects", "create", "--name", "House").out.startswith("rw_")


@pytest.mark.parametrize(
    ("what", "path"),
    [
        ((), "/"),
        (("audit",), "/audit"),
        (("file_01k",), "/files/file_01k"),
        (("net_01k",), "/networks/net_01k"),
    ],
)
def test_the_address_in_the_dashboard_is_told(
    command: Command, server: Server, what: tuple[str, ...], path: str
) -> None:
    assert command("open", *what, "--print").out == f"{server.url}{path}\n"


def test_the_last_run_is_opened(command: Command, server: Server, api: Api) -> None:
    run = api.run()["id"]
    assert command("open", "last", "--json").json == {"url": f"{server.url}/runs/{run}"}
    assert "there is no page 'moon'" in command.fails(2, "open", "moon")


@pytest.mark.usefixtures("api")
def test_the_runs_that_go_with_a_file_are_named(spent: Command) -> None:
    asked = ("run", "How much did I spend at REWE?", "--context", "finance", "--json")
    run = spent(*asked).json["id"]
    lines = spent("files", "delete", "statement.csv", "--runs", "--yes").out.splitlines()
    assert lines[0].endswith(" is deleted, with 3 items.")
    assert lines[1:] == ["Deleted with it: 1 run", f"  {run}"]


def test_keys_say_which_is_yours_and_when_they_were_used(command: Command) -> None:
    head, own = command("keys").out.splitlines()
    assert "last used" in head
    assert "(yours)" in own


@pytest.mark.usefixtures("api")
def test_a_key_is_made_without_one_where_the_database_is(guest: Command, server: Server) -> None:
    options = ("--name", "back", "--scopes", "models:read")
    made = guest("keys", "create", *options, RUNWRIGHT_DATA=str(server.data / "elsewhere"))
    assert made.code == 4
    (server.data / "owner.key").rename(server.data / "owner.aside")
    try:
        made = guest("keys", "create", *options, RUNWRIGHT_DATA=str(server.data))
    finally:
        (server.data / "owner.aside").rename(server.data / "owner.key")
    assert made.out.startswith("rw_")
    assert guest("models", RUNWRIGHT_API_KEY=made.out.strip()).code == 0
    said = guest.fails(2, "keys", "create", *options, "--local", "--expires", "2027-01-01")
    assert "--expires works only through the API" in said

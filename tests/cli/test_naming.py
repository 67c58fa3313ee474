"""Objects are named as people call them, and a mistake is answered with what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from support.client import Api

RULES = ("--instructions", "Answer in one short sentence.")


@pytest.fixture
def clerk(command: Command) -> str:
    """An agent that is called Clerk; its id."""
    return str(command("agents", "create", "--name", "Clerk", *RULES, "--json").json["id"])


def test_an_agent_is_named(command: Command, clerk: str) -> None:
    assert command("run", "What is 2 + 2?", "--agent", "clerk", "--json").json["agent"] == clerk
    assert command("agents", "show", "Clerk").out.startswith(clerk)
    assert command("runs", "list", "--agent", "Clerk").out.count("run_") == 1
    changed = command("agents", "update", "Clerk", "--name", "Scribe", "--json").json
    assert (changed["id"], changed["version"]) == (clerk, 2)
    assert command("agents", "delete", "Scribe", "--yes").out == f"{clerk} is deleted.\n"


def test_a_name_that_nobody_has_is_not_found(command: Command) -> None:
    said = command.fails(5, "run", "What is 2 + 2?", "--agent", "Nobody")
    assert said == "runwright: there is no agent called 'Nobody'; `runwright agents` lists them"


@pytest.mark.usefixtures("clerk")
def test_a_name_that_is_nearly_right_is_guessed(command: Command, statement: Path) -> None:
    said = command.fails(5, "agents", "show", "clrek")
    assert said == "runwright: there is no agent called 'clrek'. Did you mean Clerk?"
    attached = ("run", "What is the largest amount?", "--file")
    assert "uploaded. Did you mean statement.csv?" in command.fails(2, *attached, "statment.csv")
    command("files", "upload", str(statement))
    statement.unlink()
    assert "uploaded. Did you mean statement.csv?" in command.fails(2, *attached, "statment.csv")
    said = command.fails(5, "files", "show", "STATMENT.csv")
    assert said.endswith("'STATMENT.csv'. Did you mean statement.csv?")


@pytest.mark.parametrize("where", [(), ("--local", "--data", "data")])
def test_a_scope_that_is_nearly_right_is_guessed(command: Command, where: tuple[str, ...]) -> None:
    given = ("keys", "create", "--name", "mine", "--scopes", "runs:read, finance:raed", *where)
    said = command.fails(2, *given)
    assert "finance:raed" in said
    assert ". Did you mean finance:read" in said
    assert "webhooks:write" not in said


def test_what_is_like_no_scope_is_answered_with_all_of_them(command: Command) -> None:
    said = command.fails(2, "keys", "create", "--name", "mine", "--scopes", "everything")
    assert "webhooks:write" in said


def test_a_source_and_a_model_that_are_nearly_right_are_guessed(command: Command) -> None:
    asked = ("run", "What is 2 + 2?")
    said = command.fails(2, *asked, "--context", "calendar,finanse")
    assert "--context does not take 'finanse'. Did you mean finance?" in said
    said = command.fails(2, *asked, "--context", "calendar", "--context", "finanse")
    assert "--context does not take 'finanse'. Did you mean finance?" in said
    said = command.fails(2, *asked, "--model", "y0-fst")
    assert "--model does not take 'y0-fst'. Did you mean y0-fast" in said


def test_a_name_that_two_have_is_no_name(command: Command, clerk: str) -> None:
    other = command("agents", "create", "--name", "Clerk", *RULES, "--json").json["id"]
    said = command.fails(2, "agents", "show", "Clerk")
    assert "there is more than one agent called 'Clerk': use an id" in said
    assert clerk in said
    assert other in said
    third = command("agents", "create", "--name", "CLERK", *RULES, "--json").json["id"]
    assert command("agents", "show", "CLERK").out.startswith(third)


def test_networks_are_made_of_names(command: Command, clerk: str) -> None:
    made = ("networks", "create", "--name", "Desk", "--agents", "Clerk", "--strategy", "router")
    network = command(*made, "--json").json
    assert network["agents"] == [clerk]
    assert command("networks").out.splitlines()[1].startswith(network["id"])
    assert f"  {clerk}  Clerk\n" in command("networks", "show", "Desk").out
    run = command("run", "What is 2 + 2?", "--network", "Desk", "--json").json
    [part] = run["children"]
    assert f"\nClerk: runwright trace {part}\n" in command("trace", run["id"]).out
    assert command("networks", "delete", "Desk", "--yes").out == f"{network['id']} is deleted.\n"
    assert command("networks").out.startswith("There are no networks")


def test_files_and_keys_are_named(command: Command, statement: Path) -> None:
    command("files", "upload", str(statement))
    assert "statement.csv" in command("files", "show", "statement.csv").out
    asked = ("run", "What is the largest amount?", "--json")
    assert command(*asked, "--file", "statement.csv").json["status"] == "completed"
    command("keys", "create", "--name", "laptop", "--scopes", "runs:read")
    assert command("keys", "rotate", "laptop").out.startswith("rw_")
    assert command("keys", "revoke", "laptop", "--yes").out.endswith(" is revoked.\n")
    assert "nothing.pdf here, and none uploaded" in command.fails(
        2, *asked, "--file", "nothing.pdf"
    )


def test_the_last_run_is_called_last(command: Command, api: Api) -> None:
    command.fails(5, "runs", "last")
    run = api.run()["id"]
    assert command("runs", "last").out == f"{run}\n"
    assert command("trace", "last").out.startswith(run)
    assert command("runs", "show", "last").out.startswith("What is")
    assert command("runs", "delete", "last", "--yes").out == f"{run} is deleted.\n"


def test_a_question_follows_up_on_the_last(command: Command, statement: Path, api: Api) -> None:
    command("files", "upload", str(statement))
    finance = ("--context", "finance")
    first = command("run", "How much did I spend at REWE?", *finance, "--json").json["id"]
    done = command("run", "-f", "And on rent?", *finance)
    assert "900.00" in done.out
    assert "  after     How much did I spend at REWE?\n" in done.err
    newest = command("runs", "last").out.strip()
    expanded = api.get(f"/v1/runs/{newest}", params={"expand": "request"}).json()
    assert expanded["request"]["previous_run"] == first
    command.fails(2, "run", "-f", "--previous-run", first, "And on rent?")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rn",), "There is no command 'rn'. Did you mean run or runs? (see runwright --help)"),
        (("runs", "shwo"), "no command 'shwo'. Did you mean show? (see runwright runs --help)"),
        (("run", "x", "--contxt", "y"), "Did you mean '--context'? (see runwright run --help)"),
        (("run", "x", "--context", "diary"), "runwright: --context must be one of calendar, docu"),
        (("run", "x", "--model", "gpt"), "runwright: --model must be one of"),
        (("audit", "--resource"), "requires an argument. (see runwright audit list --help)"),
        (("run", ""), "runwright: PROMPT must not be empty (see runwright run --help)"),
        (("keys", "create", "--name", "x", "--scopes", "fly"), "runwright: --scopes must be"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_command(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    assert said in command.fails(2, *arguments)


def test_the_server_may_be_named_before_the_command(guest: Command, api: Api) -> None:
    guest.environment["RUNWRIGHT_API_KEY"] = api.secret
    url = guest.environment.pop("RUNWRIGHT_URL")
    assert guest("--server", url, "runs").out == "There are no runs.\n"
    said = guest.fails(1, "--server", "http://127.0.0.1:1", "runs")
    assert "http://127.0.0.1:1 does not answer" in said


def test_a_server_that_is_down_is_said_before_a_missing_key(guest: Command) -> None:
    said = guest.fails(1, "runs", "--server", "http://127.0.0.1:1")
    assert "http://127.0.0.1:1 does not answer" in said

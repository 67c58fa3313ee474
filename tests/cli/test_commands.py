"""Commands are loaded when they are named, and are told of as they are."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli.command import Command
from runwright.cli import COMMANDS, cli
from support.forkserver import run

SERVICE = {"sqlalchemy", "uvicorn", "pydantic", "starlette", "structlog", "numpy"}
REMOTE = (
    "run",
    "runs",
    "trace",
    "files",
    "agents",
    "models",
    "tools",
    "costs",
    "webhooks",
    "login",
    "logout",
    "keys",
    "networks",
    "context",
    "events",
    "listen",
    "open",
    "projects",
    "audit",
    "completion",
)
IMPORTS = """
import sys
import runwright.cli
import runwright.cli.{name}
import runwright.client.transport
own = sorted(name for name in sys.modules if name.startswith("runwright."))
print([name for name in own if not name.startswith(("runwright.cli", "runwright.client"))])
print(sorted({service} & set(sys.modules)))
"""
RUN = """
import sys
from runwright.cli import main
sys.argv = ["runwright", "run", "What is 2 + 2?", "--quiet"]
try:
    main()
except SystemExit:
    print(sorted({service} & set(sys.modules)))
"""


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, click.Command]]:
    """Every command that does something, by all its words."""
    found = []
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
        else:
            found.append((" ".join((*path, name)), command))
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_itself(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name]


@pytest.mark.parametrize("name", ["keys", "audit"])
def test_groups_say_of_what_is_elsewhere_nearly_what_it_says_itself(name: str) -> None:
    group = cli.get_command(click.Context(cli), name)
    assert isinstance(group, click.Group)
    for each in group.list_commands(click.Context(group)):
        assert group.get_command(click.Context(group), each) is not None


def test_there_is_no_other_command() -> None:
    assert cli.get_command(click.Context(cli), "teleport") is None


def test_every_command_has_help_and_gives_json_where_it_gives_anything() -> None:
    without = {
        *("serve", "worker", "completion", "audit export", "mcp", "models setup", "runs proof"),
    }
    found = commands(cli)
    assert len(found) >= 35
    assert [name for name, command in found if not command.help] == []
    has_json = {
        name for name, command in found if any("--json" in each.opts for each in command.params)
    }
    assert {name for name, _ in found} - has_json == without


def test_help_loads_neither_a_server_nor_a_database() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from runwright.cli import cli;"
        "print(CliRunner().invoke(cli, ['--help']).output);"
        "print({'uvicorn', 'sqlalchemy', 'pydantic', 'httpx', 'runwright.app'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(line in done.stdout for line in COMMANDS.values())
    assert done.stdout.endswith("set()\n")


@pytest.mark.parametrize("arguments", [["worker"], ["serve", "--no-worker"]])
def test_many_processes_need_postgresql(arguments: list[str], tmp_path: Path) -> None:
    done = run(
        [sys.executable, "-m", "runwright", *arguments, "--data", str(tmp_path / "data")],
        environment=os.environ,
        folder=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "RUNWRIGHT_DATABASE_URL" in line
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", REMOTE)
def test_what_talks_to_a_server_loads_nothing_of_the_service(name: str) -> None:
    code = IMPORTS.format(name=name, service=SERVICE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "[]"]


def test_a_server_loads_nothing_of_the_client() -> None:
    code = "import sys, runwright.cli.serve; print('runwright.client' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_run_loads_nothing_of_the_service(command: Command) -> None:
    code = RUN.format(service=SERVICE)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=command.process_environment(),
        cwd=command.folder,
    )
    answer, *_, loaded = done.stdout.splitlines()
    assert (answer, loaded) == ("4.", "[]")

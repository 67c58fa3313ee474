"""Commands are loaded when they are named, and are told of as they are."""

import subprocess
import sys

import click
import pytest

from runwright.cli import COMMANDS, cli


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_itself(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name]


def test_there_is_no_other_command() -> None:
    assert cli.get_command(click.Context(cli), "teleport") is None


def test_help_loads_neither_a_server_nor_a_database() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from runwright.cli import cli;"
        "print(CliRunner().invoke(cli, ['--help']).output);"
        "print({'uvicorn', 'sqlalchemy', 'runwright.app'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(line in done.stdout for line in COMMANDS.values())
    assert done.stdout.endswith("set()\n")

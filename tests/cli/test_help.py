"""Help shows how a command is used, by examples that are right."""

from __future__ import annotations

import shlex

import click
import pytest

from cli.command import Command
from cli.test_commands import commands
from runwright.cli import cli
from runwright.cli.command import Examples


def groups() -> list[tuple[str, click.Command]]:
    """Every group of commands."""
    found: list[tuple[str, click.Command]] = [("", cli)]
    for name in cli.list_commands(click.Context(cli)):
        each = cli.get_command(click.Context(cli), name)
        if isinstance(each, click.Group):
            found.append((name, each))
    return found


EVERY = [*groups(), *commands(cli)]


def called(line: str) -> tuple[click.Command, list[str]]:
    """The command that an example calls, and the words behind its name."""
    words = shlex.split(
        line[line.index("runwright ") :].partition(" | ")[0].removesuffix(')"').removesuffix(")")
    )
    found: click.Command = cli
    rest = words[1:]
    while isinstance(found, click.Group) and rest and not rest[0].startswith("-"):
        inner = found.get_command(click.Context(found), rest[0])
        assert inner is not None, line
        found, rest = inner, rest[1:]
    if isinstance(found, click.Group) and found is not cli:
        default = found.get_command(click.Context(found), "list")
        assert default is not None, line
        found = default
    return found, rest


@pytest.mark.parametrize(
    "each", [each for _, each in EVERY], ids=[name or "runwright" for name, _ in EVERY]
)
def test_every_help_has_examples_whose_options_are_there(each: click.Command) -> None:
    assert isinstance(each, Examples)
    lines = "\n".join(each.examples).replace("\\\n", "").splitlines()
    assert lines
    for line in lines:
        if "runwright " not in line:
            continue
        command, words = called(line)
        known = {option for parameter in command.params for option in parameter.opts}
        known |= {option for each in command.params for option in each.secondary_opts}
        used = {word for word in words if word.startswith("--")}
        assert used <= known | {"--help"}, line


def test_an_example_stands_on_one_line(command: Command) -> None:
    lines = command("run", "--help").out.splitlines()
    start = lines.index("Examples:")
    assert lines[start + 1] == '  runwright run "What is 17.5% of 1,240?"'
    assert max(map(len, lines[start:])) <= 80


def test_the_help_of_a_group_has_them_too(command: Command) -> None:
    assert "\nExamples:\n  runwright runs\n" in command("runs", "--help").out
    assert "runwright trace last" in command("--help").out

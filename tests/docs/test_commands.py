"""Every command in the documentation runs as it stands, in the order of its page.

Each page has an empty folder and a server of its own there, in the place of `make serve`. Three
things differ from what the reader sees: the port, since several tests run at a time, and the
addresses of PostgreSQL and of a language model, which are the reader's own anyway.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest

from docs.pages import Block, blocks, name_of, pages, prints
from runwright.cli import cli
from support.provider import ScriptedProvider
from support.server import Server

SECONDS = 240
MODEL = "docs/guides/connect-a-model.md"
POSTGRESQL = "docs/guides/run-on-postgresql.md"
STARTS_ITS_OWN = (MODEL, POSTGRESQL)
MODEL_ADDRESS = "http://127.0.0.1:11434/v1"
DATABASE_ADDRESS = "postgresql://runwright:secret@127.0.0.1/runwright"
PORT = "8080"
COMMANDS = ("runwright ", ".venv/", "curl ", "make ", "docker ", "sudo ", "pip ", "$ ")
NOW = ("README.md", "docs/start.md")
"""What everybody types first runs in `make test`, the other pages in `make test-slow`."""
WITH_COMMANDS = [
    pytest.param(page, id=name_of(page), marks=() if name_of(page) in NOW else (pytest.mark.slow,))
    for page in pages()
    if any(block.is_run for block in blocks(page.read_text("utf-8")))
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a checkout has after `make setup`, as far as commands name it."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "runwright").symlink_to(Path(sys.prefix) / "bin" / "runwright")
    return tmp_path


@pytest.fixture
def replaced(page: Path, folder: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """What stands for the reader's own addresses; a server listens unless the page starts one."""
    name = name_of(page)
    if name not in STARTS_ITS_OWN:
        with Server(folder / ".data") as server:
            yield {PORT: server.url.rpartition(":")[2]}
        return
    own = {PORT: str(free_port())}
    if name == POSTGRESQL:
        address = request.getfixturevalue("postgres").new_database()
        yield {**own, DATABASE_ADDRESS: shlex.quote(address)}
        return
    with ScriptedProvider() as provider:
        yield {**own, MODEL_ADDRESS: f"{provider.url}/v1"}


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_commands_of_a_page_run(page: Path, folder: Path, replaced: Mapping[str, str]) -> None:
    run = [block for block in blocks(page.read_text("utf-8")) if block.is_run]
    shell = [block for block in run if block.language == "sh"]
    python = [block for block in run if block.language == "python"]
    outputs = [folder / f"block-{block.line}.out" for block in shell]
    perform(["bash", "-c", script(shell, outputs, replaced)], folder, replaced, outputs)
    for block, output in zip(shell, outputs, strict=True):
        printed = output.read_text("utf-8")
        is_as_told = block.printed is None or prints(block.printed, printed)
        assert is_as_told, f"line {block.line} prints:\n{printed}"
    if python:
        perform([sys.executable, "-c", program(python, folder, replaced)], folder, replaced, [])


def script(shell: list[Block], outputs: list[Path], replaced: Mapping[str, str]) -> str:
    """One shell for the whole page, since a reader has one too; what each block prints, apart."""
    lines = ["set -eo pipefail"]
    for block, output in zip(shell, outputs, strict=True):
        lines += [f"exec > {output} 2>&1", with_own(block.text, replaced)]
    return "\n".join(lines)


def program(python: list[Block], folder: Path, replaced: Mapping[str, str]) -> str:
    """All blocks in one function, so that they may await; a key stands for `rw_…`."""
    key = (folder / ".data" / "owner.key").read_text().strip()
    body = f"os.environ['RUNWRIGHT_API_KEY'] = {key!r}\n"
    body += "\n".join(block.text for block in python).replace("rw_…", key)
    function = f"async def main():\n{textwrap.indent(with_own(body, replaced), '    ')}"
    return f"import asyncio, os\n{function}\nasyncio.run(main())"


def with_own(text: str, replaced: Mapping[str, str]) -> str:
    for shown, own in replaced.items():
        text = text.replace(shown, own)
    return text


def perform(
    command: list[str], folder: Path, replaced: Mapping[str, str], outputs: list[Path]
) -> None:
    """Run it to its end, then end what it has left in the background."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder, replaced),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        process.wait(timeout=SECONDS)
    finally:
        end_group(process.pid)
        said = process.communicate()[0]
    last = [each.read_text("utf-8") for each in outputs if each.exists()]
    where = [each.stem for each in outputs if each.exists()]
    assert process.returncode == 0, (where[-1:], [*last, said][-2:])


def end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return  # it has left nothing running


def environment(folder: Path, replaced: Mapping[str, str]) -> dict[str, str]:
    """A reader's: none of our settings, an empty home, and the address with the other port."""
    own = {k: v for k, v in os.environ.items() if not k.startswith(("RUNWRIGHT_", "XDG_"))}
    address = {"RUNWRIGHT_URL": f"http://127.0.0.1:{replaced[PORT]}", "NO_COLOR": "1"}
    path = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{own['PATH']}"
    return {**own, **address, "HOME": str(folder), "PATH": path}


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_no_command_hides_from_the_tests(page: Path) -> None:
    """A block that looks like commands is marked as such; one that is not run says why."""
    for block in blocks(page.read_text("utf-8")):
        if block.language not in ("sh", "python"):
            hidden = [line for line in block.text.splitlines() if line.startswith(COMMANDS)]
            assert hidden == [], f"line {block.line}"
        assert block.skipped is None or len(block.skipped) > 8, f"line {block.line}"


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_commands_named_in_a_sentence_are_there(page: Path) -> None:
    spans = re.findall(r"`runwright ([a-z][^`]*)`", page.read_text("utf-8"))
    assert [span for span in spans if not is_command(span.split())] == []


def is_command(words: list[str]) -> bool:
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            return False
        command, words = found, words[1:]
    known = {each for option in command.params for each in (*option.opts, *option.secondary_opts)}
    named = {word.partition("=")[0] for word in words if word.startswith("--")}
    return named <= known | {"--help"}


def test_a_command_that_is_not_there_is_found() -> None:
    assert is_command(["audit", "verify", "--checkpoint", "a.note"])
    assert is_command(["files"])
    assert not is_command(["teleport"])
    assert not is_command(["audit", "verify", "--teleport"])


def test_what_a_page_says_is_printed_is_compared() -> None:
    assert prints("a …\nb", "x a 1\n  b y")
    assert not prints("a … c", "a 1 b")
    found = blocks("```sh\na\n```\n\n```text\nb\n```\n```sh skip: needs docker\nc\n```\n")
    assert [(each.is_run, each.printed, each.skipped) for each in found] == [
        (True, "b\n", None),
        (False, None, None),
        (False, None, "needs docker"),
    ]

"""A shell completes commands, options and choices, without waiting for what they load."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.command import Command
from support.client import Api

SHELLS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


def completed(*words: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """What bash is offered for the last of some words."""
    environment = {
        **environment,
        "_RUNWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "runwright"], capture_output=True, text=True, env=environment
    )
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_commands_are_completed() -> None:
    assert completed("runwright", "ru") == ["run", "runs"]
    assert completed("runwright", "keys", "r") == ["rotate", "revoke"]
    assert "approve" in completed("runwright", "keys", "")
    assert "create" in completed("runwright", "keys", "")


def test_options_and_choices_are_completed() -> None:
    assert "--deep" in completed("runwright", "run", "--d")
    assert completed("runwright", "files", "list", "--purpose", "c") == ["context"]
    assert completed("runwright", "completion", "") == ["bash", "zsh", "fish"]


def test_pressing_a_key_loads_no_command() -> None:
    code = (
        "import sys; from click import Context; from runwright.cli import cli;"
        "found = cli.shell_complete(Context(cli), '');"
        "print(len(found) > 15, [n for n in sys.modules if n.startswith('runwright.cli.serve')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True []\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_that_the_shell_understands(guest: Command, shell: str) -> None:
    done = guest("completion", shell)
    assert done.code == 0
    assert "_RUNWRIGHT_COMPLETE" in done.out
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = guest.folder / "script"
    script.write_text(done.out)
    checked = subprocess.run([*SHELLS[shell], str(script)], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_ids_and_names_are_completed(command: Command, api: Api, statement: Path) -> None:
    run = api.run()["id"]
    command("agents", "create", "--name", "Clerk", "--instructions", "Only use finance.")
    command("agents", "create", "--name", "Two words", "--instructions", "Only use finance.")
    command("files", "upload", str(statement))
    environment = command.process_environment()

    def offered(*words: str) -> list[str]:
        return completed("runwright", *words, environment=environment)

    assert offered("trace", "") == ["last", run]
    assert offered("runs", "show", "run_") == [run]
    assert [each for each in offered("agents", "show", "") if "_" not in each] == ["Clerk"]
    assert len(offered("run", "--agent", "ag_")) == 2
    assert offered("files", "show", "s") == ["statement.csv"]
    assert "y0-deep" in offered("run", "--model", "y0-d")
    assert "calculate" in offered("tools", "calc")


def test_sources_are_completed_one_after_another() -> None:
    assert completed("runwright", "run", "--context", "f") == ["finance"]
    assert completed("runwright", "run", "--context", "finance,") == [
        "finance,calendar",
        "finance,documents",
    ]


def test_a_server_that_is_not_there_completes_nothing(guest: Command) -> None:
    environment = {**guest.process_environment(), "RUNWRIGHT_URL": "http://127.0.0.1:1"}
    environment["RUNWRIGHT_API_KEY"] = "rw_x"
    assert completed("runwright", "trace", "run_", environment=environment) == []


def test_ctrl_c_while_completing_says_nothing(guest: Command) -> None:
    """A server that accepts and never answers keeps the completion waiting."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        environment = {
            **guest.process_environment(),
            "RUNWRIGHT_URL": f"http://127.0.0.1:{silent.getsockname()[1]}",
            "RUNWRIGHT_API_KEY": "rw_x",
            "_RUNWRIGHT_COMPLETE": "bash_complete",
            "COMP_WORDS": "runwright trace ",
            "COMP_CWORD": "2",
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "runwright"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        with silent.accept()[0]:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert (out, err) == ("", "")

"""A shell completes commands, options and choices, without waiting for what they load."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from cli.command import Command

SHELLS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of some words."""
    environment = {
        **os.environ,
        "_RUNWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "runwright"], capture_output=True, text=True, env=environment
    )
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


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

"""The client is typed for whoever uses it, in both its forms, and the documentation is right."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).parent.parent.parent
TYPED = Path(__file__).parent / "typed.py"
EXAMPLES = "examples.py"


def examples() -> list[str]:
    """The examples of the documentation."""
    text = (ROOT / "docs" / "client.md").read_text("utf-8")
    return re.findall(r"^```python[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What mypy says, in its strictest mode; each example is the body of a function."""
    folder = tmp_path_factory.mktemp("typed")
    functions = [
        f"async def example_{number}(client: Client) -> None:\n{indent(example, '    ')}"
        for number, example in enumerate(examples())
    ]
    program = "\n".join(["from runwright import Client", *functions])
    (folder / EXAMPLES).write_text(program, "utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary"),
            *("--config-file", "", "--cache-dir", "cache", EXAMPLES, str(TYPED)),
        ],
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
        cwd=folder,
    )
    return done.stdout + done.stderr


def test_mypy_finds_every_type_and_every_mistake(said: str) -> None:
    found = re.findall(r"typed\.py:(\d+): error: .*\[([\w-]+)\]$", said, re.MULTILINE)
    expected = [
        (str(number), line.rpartition("# wrong: ")[2])
        for number, line in enumerate(TYPED.read_text("utf-8").splitlines(), 1)
        if "  # wrong: " in line
    ]
    assert len(expected) > 8
    assert found == expected, said


def test_the_documentations_examples_hold(said: str) -> None:
    assert len(examples()) >= 8
    assert [line for line in said.splitlines() if "typed.py:" not in line] == []

"""A wheel of this checkout, installed where there is nothing else, answers after one command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.files import ROOT
from support.patience import PATIENCE

PERMITTED = 600
"""Seconds for a download; nothing is measured."""
STATEMENT = """Date,Description,Amount,Currency
2026-10-02,REWE SAGT DANKE,-54.20,EUR
2026-10-09,REWE SAGT DANKE,-31.75,EUR
"""
QUESTION = "How much did I spend at REWE in October 2026?"


class Installed:
    """The command in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        own = {name: each for name, each in os.environ.items() if "RUNWRIGHT_" not in name}
        uv = str(Path(sys.executable).parent)
        self.environment = {**own, "XDG_CONFIG_HOME": str(folder), "PATH": f"{uv}:{own['PATH']}"}
        self.command = str(folder / "venv" / "bin" / "runwright")

    def __call__(self, *arguments: str) -> str:
        """What a command prints."""
        done = subprocess.run(
            [self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PERMITTED,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Where a server of it listens."""
        with subprocess.Popen(
            [self.command, "serve", "--port", "0"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    if found := re.search(r"Runwright serves on (\S+)", line):
                        yield found[1]
                        break
            finally:
                process.kill()
                process.wait(PATIENCE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    home = str(folder / "venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    install = [sys.executable, "-m", "uv", "pip", "install", "--python", home, str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=PERMITTED)
    return Installed(folder)


@pytest.mark.slow
def test_one_command_makes_it_understand_questions(installed: Installed) -> None:
    (installed.folder / "statement.csv").write_text(STATEMENT)
    with installed.serving() as url:
        server = ("--server", url)
        installed("files", "upload", "statement.csv", *server)
        asked = ("run", "--context", "finance", QUESTION, *server)
        assert "`runwright models setup`" in installed(*asked)
        assert "understand questions" in installed("models", "setup")
        for model in ("y0-fast", "y0-deep"):
            assert "€85.95" in installed(*asked, "--model", model)
    found = installed("doctor", "--only", "here", "--offline")
    assert re.search(r"ok +weights", found)
    assert re.search(r"ok +parser", found)

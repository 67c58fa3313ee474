"""The sandbox with a program in the place of its reader, for tests of what that can do."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

import runwright
from runwright.config import Settings
from runwright.files.sandbox import Sandbox, Task

PACKAGES = str(Path(runwright.__file__).parents[1])
WORDS = "Some words.\n"


class Stage:
    """Puts a program in the place of the reader, and has the sandbox read a file with it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.data = folder / "data"
        self.homes = self.data / "tmp"
        self._folder = folder
        self._modules = folder / "modules"
        self._modules.mkdir()
        self._patch = patch
        self._written: list[Path] = []
        self._python = sys.executable

    def format(self, body: str) -> None:
        """The real reader, for which a file is read by this body of `read(path, reading)`."""
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        head = "from runwright.files.formats.types import *\n"
        (self._modules / "made_up_format.py").write_text(
            f"{head}\ndef read(path, reading):\n{lines}\n"
        )
        self.before_reading("")

    def shared_format(self, body: str) -> None:
        """The same for a reader that is shared: the body of `read_bytes(data, reading)`."""
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        head = "from runwright.files.formats.types import *\n"
        (self._modules / "made_up_format.py").write_text(
            f"{head}\ndef read_bytes(data, reading, *, natively):\n{lines}\n"
        )
        self.before_reading("")

    def before_reading(self, body: str) -> None:
        """The same, and this is done in the reader's process before it begins."""
        self.program(
            f"sys.path[:0] = {[str(self._modules), PACKAGES]}\n"
            f"from runwright.files import reader\n{body}\n"
            "reader.MODULES = dict.fromkeys(('pdf', 'text'), 'made_up_format')\n"
            "reader.main()"
        )

    def program(self, body: str) -> None:
        """Any program; it is started with the orders on its standard input."""
        script = self._modules / "program"  # its folder is on Python's path
        script.write_text(f"#!{self._python}\nimport json, os, signal, sys, time\n{body}\n")
        script.chmod(0o700)
        self._patch.setattr(sys, "executable", str(script))

    def task(
        self, media: str = "pdf", words: str = WORDS, project: str = "proj_a", **more: Any
    ) -> Task:
        """To read some words: in a process of its own, or, as a text, in one that is shared."""
        path = self._folder / f"file_{len(self._written)}"
        self._written.append(path)
        path.write_text(words)
        return Task(
            path=path,
            project_id=project,
            media=media,
            filename="a.txt",
            now="2026-11-15T09:00:00.000Z",
            zone="UTC",
            **more,
        )

    def play(self, *, media: str = "pdf", **limits: int) -> list[dict[str, Any]]:
        """Everything that the reader says."""
        return self.play_all(self.task(media), **limits)[0]

    def play_all(
        self, *tasks: Task, seconds: int = 60, memory: int = 1024
    ) -> list[list[dict[str, Any]]]:
        """The same for several files, one after the other."""
        settings = Settings(data=self.data, extract_seconds=seconds, extract_memory=memory)

        async def read() -> list[list[dict[str, Any]]]:
            sandbox = Sandbox(settings)
            try:
                return [await everything(sandbox, task) for task in tasks]
            finally:
                await sandbox.stop()

        return asyncio.run(read())


async def everything(sandbox: Sandbox, task: Task) -> list[dict[str, Any]]:
    """What a sandbox finds in one file."""
    async with aclosing(sandbox.read(task)) as messages:
        return [message async for message in messages]


@pytest.fixture(name="stage")
def given_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A stage; when the test ends, no folder of a reader and no child may be left."""
    made = Stage(tmp_path, monkeypatch)
    yield made
    assert list(made.homes.iterdir()) == []
    assert children() == []


def children() -> list[str]:
    """The reader processes that this process has started, or that were handed to it."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # it ended while we looked
        if int(parent) == os.getpid() and (b"/program\0" in command or b"files.reader" in command):
            found.append(folder.name)
    return found

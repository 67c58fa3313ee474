"""A real terminal: a tmux of its own, in which commands are typed and the screen is read."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from support.patience import PATIENCE

SECONDS = 60
_LOOK = 0.03
PROMPT = "ready$ "


def is_there() -> bool:
    """Whether tmux can be had."""
    return shutil.which("tmux") is not None


class Terminal:
    """A screen of so many columns, with a shell."""

    def __init__(self, folder: Path, environment: Mapping[str, str], columns: int) -> None:
        self._folder = folder
        self._environment = environment
        self._columns = columns
        # A server of its own, so that it is nobody else's tmux; a long path is no socket.
        self._home = tempfile.TemporaryDirectory(prefix="tmux-")

    def __enter__(self) -> Self:
        settings = {**self._environment, "PS1": PROMPT, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        exported = " ".join(f"{name}={shlex.quote(value)}" for name, value in settings.items())
        size = ("-x", str(self._columns), "-y", "40")
        shell = (
            f"cd {shlex.quote(str(self._folder))} && exec env {exported} bash --norc --noprofile"
        )
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", *size, shell)
        self.until(PROMPT.strip())
        self.type(f'runwright() {{ {shlex.quote(sys.executable)} -m runwright "$@"; }}; clear')
        self.until_prompt()
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")
        self._home.cleanup()

    def type(self, text: str) -> None:
        """Type a line."""
        self._tmux("send-keys", "-t", "t", "-l", text)
        self._tmux("send-keys", "-t", "t", "Enter")

    def press(self, key: str) -> None:
        """Press one key, such as C-c."""
        self._tmux("send-keys", "-t", "t", key)

    def screen(self) -> list[str]:
        """What is on the screen now, without empty lines at its end."""
        return self._tmux("capture-pane", "-p", "-t", "t").rstrip("\n").split("\n")

    def colours(self) -> str:
        """The same with its colours."""
        return self._tmux("capture-pane", "-p", "-e", "-t", "t")

    def until(self, text: str) -> list[str]:
        """The screen as soon as a text is on it."""
        deadline = time.monotonic() + SECONDS
        while True:
            seen = self.screen()
            if any(text in line for line in seen):
                return seen
            assert time.monotonic() < deadline, "\n".join(seen)
            time.sleep(_LOOK)

    def until_prompt(self) -> list[str]:
        """The screen once the shell waits again."""
        deadline = time.monotonic() + SECONDS
        while True:
            seen = self.screen()
            if seen[-1].strip() == PROMPT.strip():
                return seen
            assert time.monotonic() < deadline, "\n".join(seen)
            time.sleep(_LOOK)

    def run(self, command: str) -> list[str]:
        """Type a command on an empty screen, and read what it printed."""
        self.type("clear")
        time.sleep(_LOOK)
        self.until_prompt()
        self.type(command)
        self.until(command[:20])
        lines = self.until_prompt()[:-1]
        joined = 0
        for typed in lines:
            joined += len(typed)
            lines = lines[1:]
            if joined >= len(PROMPT) + len(command):
                break
        return lines

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", f"{self._home.name}/socket", *arguments],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout

"""A real session in a real terminal: commands typed into tmux, and what they showed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple, Self

from support.patience import until
from support.server import Server

COLUMNS, ROWS = 96, 40
STATEMENT = """Date,Description,Amount,Currency
2026-10-02,REWE SAGT DANKE,-54.20,EUR
2026-10-05,EMPLOYER GMBH SALARY,2850.00,EUR
2026-10-09,REWE SAGT DANKE,-31.75,EUR
2026-10-15,CITY POWER,-89.00,EUR
"""
COMMANDS = (
    "runwright files upload statement.csv",
    'runwright run --context finance "How much did I spend at REWE in October 2026?"',
    "runwright trace $RUN",
    "runwright replay $RUN",
    "runwright audit export -o audit.jsonl && runwright audit verify audit.jsonl",
)
_NEWEST = (
    "runwright runs list --limit 1 --json | python3 -c "
    '\'import json, sys; print(json.load(sys.stdin)["data"][0]["id"])\''
)
_DONE = "picture-done"


class Scene(NamedTuple):
    """A command, and the lines that it left on the screen, with their colours."""

    command: str
    lines: tuple[str, ...]


def record() -> list[Scene]:
    """Every command, one after the other, against a server that has nothing yet."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "statement.csv").write_text(STATEMENT)
        with Server(place / ".data") as server, _Terminal(place, server.url) as terminal:
            terminal.run("runwright login --local")
            terminal.run('runwright run "What is 2 + 2?"')  # the next one finds everything loaded
            scenes = []
            for command in COMMANDS:
                if "$RUN" in command:
                    terminal.run(f"RUN=$({_NEWEST})")
                scenes.append(Scene(command, terminal.run(command)))
            return scenes


class _Terminal:
    """A shell in tmux, on a server of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self._socket = f"picture-{folder.name}"
        programs = Path(sys.prefix) / "bin"
        self._setup = (
            f"cd {folder}; unset RUNWRIGHT_API_KEY; export PS1= PATH={programs}:$PATH "
            f"HOME={folder} RUNWRIGHT_URL={url} XDG_CONFIG_HOME={folder}"
        )

    def __enter__(self) -> Self:
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        self._tmux("new-session", "-d", *size, "bash --norc --noprofile")
        self.run(self._setup)
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")

    def run(self, command: str) -> tuple[str, ...]:
        """The lines on the screen when the command has ended, with escape codes for colours."""
        self._tmux("send-keys", f"clear; {command}; tmux -L {self._socket} wait-for -S {_DONE}")
        self._tmux("send-keys", "Enter")
        self._tmux("wait-for", _DONE)
        shown: list[str] = []

        def settled() -> bool:
            before, shown[:] = list(shown), self._screen()
            return before == shown

        until(settled, "the screen is still")
        return tuple(line for line in shown if "wait-for -S" not in line)

    def _screen(self) -> list[str]:
        return self._tmux("capture-pane", "-e", "-p").rstrip("\n").split("\n")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout

"""What `serve` shows on a terminal: where it is, the first key, and the next command to type."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from runwright.cli import address_file, screen
from runwright.cli.keys_local import address_of
from runwright.cli.program import program
from runwright.config import Settings

_DEFAULT_DATA = Path(".data")
_DEFAULT_URL = "http://127.0.0.1:8080"


class Banner:
    """The few lines that a person needs; a single one where nobody reads."""

    def __init__(self, settings: Settings, address: str, port: int) -> None:
        self._settings = settings
        self._address = address
        self._local = address_of(settings, port)
        """Where it is reached from this machine."""
        self._shown = screen.out()
        self.is_terminal = sys.stdout.isatty()

    def show_key(self, secret: str) -> None:
        """The first key, which is shown this once and never written to a log."""
        shown = self._shown
        lines = ["Owner key, with every scope. Shown only this once:", "", secret]
        width = max(map(len, lines))
        top, side, bottom = ("┌─┐", "│", "└─┘") if shown.has_blocks else ("+-+", "|", "+-+")
        shown.say(f"\n{top[0]}{top[1] * (width + 2)}{top[2]}")
        for line in lines:
            shown.say(f"{side} {line:<{width}} {side}")
        shown.say(f"{bottom[0]}{bottom[1] * (width + 2)}{bottom[2]}")
        shown.say("\nSign in with it:")
        shown.say(f"  {self._address}/#key={secret}\n")

    def show(self) -> None:
        """Where the server is, once it answers; and how to go on."""
        self._leave_address()
        shown = self._shown
        shown.say(f"Runwright serves on {self._address}")
        if self.is_terminal:
            shown.say(f"\n  dashboard     {self._address}/")
            shown.say(f"  command line  {self._login()}")
            shown.say(f'                {program()} run "What is 17.5% of 1,240?"')
            shown.say(shown.dim("\n  Run these in a second terminal. Ctrl-C stops the server.\n"))
        sys.stdout.flush()

    def _leave_address(self) -> None:
        """Put it into the data folder, where `login --local` finds it whatever the port is."""
        if self._settings.is_sqlite:
            address_file.write(self._settings.data, self._local)

    def _login(self) -> str:
        """The exact command that logs a person in, from this folder."""
        parts = [program(), "login", "--local"]
        if self._settings.data != _DEFAULT_DATA:
            parts += ["--data", shlex.quote(os.fspath(self._settings.data))]
        if not self._settings.is_sqlite and self._local != _DEFAULT_URL:
            parts += ["--server", self._local]
        return " ".join(parts)

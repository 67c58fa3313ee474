"""What standard output and standard error are, and how things are shown there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

import click

from runwright.cli.drawing import Column, plain, table, wrap

_NO_TERMINAL = 80
_LEAST_WIDTH = 40
_BACK = "\r\x1b[K"


class Screen:
    """One of the two streams."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        is_terminal = stream.isatty()
        self.is_live = is_terminal and os.environ.get("TERM", "dumb") != "dumb"
        """Whether a line can be drawn over."""
        self.has_colour = self.is_live and not os.environ.get("NO_COLOR")
        self.width = _terminal_width(stream) if is_terminal else None
        """Cells in a line; None where nothing needs to be cut."""
        self.has_blocks = _can_encode("█▏", stream.encoding)

    @property
    def columns(self) -> int:
        """A width to draw in, also where there is no terminal."""
        return self.width or _NO_TERMINAL

    def say(self, text: str = "") -> None:
        """A line, at once."""
        click.echo(text, file=self._stream, color=self.has_colour)

    def text(self, text: str) -> None:
        """Words of others, broken between words and without control codes."""
        self.say(wrap(plain(text), self.width))

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        paint: Callable[[int, str], str] | None = None,
    ) -> None:
        """A table with its headings; `paint` colours the line of a row."""
        safe = [[plain(text, is_line=True) for text in row] for row in rows]
        head, *lines = table(columns, safe, self.width)
        self.say(self.dim(head))
        for number, line in enumerate(lines):
            self.say(paint(number, line) if paint else line)

    def dim(self, text: str) -> str:
        """Text that steps back."""
        return click.style(text, dim=True) if self.has_colour else text

    def status(self, text: str) -> str:
        """A status, in the colour of what it means."""
        colour = {"failed": "red", "fail": "red", "cancelled": "yellow", "running": "cyan"}
        colour |= {"processing": "cyan", "warn": "yellow", "ok": "green"}
        found = colour.get(text.strip())
        return click.style(text, fg=found) if found and self.has_colour else text

    def coloured(self, text: str, colour: str) -> str:
        """Text in a colour, where colours are wanted."""
        return click.style(text, fg=colour) if self.has_colour else text

    def over(self, text: str) -> None:
        """A line that the next one is drawn over; nothing where that cannot be."""
        if self.is_live:
            self._stream.write(_BACK + text)
            self._stream.flush()

    def clear(self) -> None:
        """Take such a line away."""
        self.over("")


def out() -> Screen:
    """Standard output."""
    return Screen(sys.stdout)


def err() -> Screen:
    """Standard error."""
    return Screen(sys.stderr)


def _terminal_width(stream: TextIO) -> int:
    named = os.environ.get("COLUMNS", "")
    if named.isdigit() and int(named):
        return max(_LEAST_WIDTH, int(named))
    try:
        # Some terminals do not know how wide they are, and say 0.
        columns = os.get_terminal_size(stream.fileno()).columns or _NO_TERMINAL
    except OSError:
        columns = _NO_TERMINAL
    return max(_LEAST_WIDTH, columns)


def _can_encode(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""Text files: decoded once, told apart by their content, and handed to the module of their kind."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from runwright.files.formats.bank import blocks, camt, csv, mt940, ofx, qif
from runwright.files.formats.structure import turns
from runwright.files.formats.text import encoding
from runwright.files.formats.types import NativelyParsed, Page, Part, Reading, Unreadable

MOST_CHARACTERS = 20_000_000
LONGEST_LINE = 1_000_000
"""What has a longer line is no table: reading it as one would take minutes."""
_HEAD = 20_000


def read(path: Path, reading: Reading) -> Iterator[Part]:
    """What the file's kind makes of it."""
    if path.stat().st_size > 4 * MOST_CHARACTERS:  # no encoding has more bytes to a character
        raise Unreadable(_TOO_LONG)
    yield from read_bytes(path.read_bytes(), reading)


def read_bytes(data: bytes, reading: Reading, *, natively: bool = True) -> Iterator[Part]:
    """The same of a file's bytes; `NativelyParsed` where that takes what `natively` forbids."""
    text = encoding.decode(data)
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(_TOO_LONG)
    if not text.strip():
        raise Unreadable("The file has no text, only spaces.")
    kind = kind_of(text)
    if kind in _NATIVE and not natively:
        raise NativelyParsed(kind)
    if kind in _BANK:
        # Their readers give a table; what the file says is its page, as with every text.
        yield Page(1, text)
    yield from _module(kind).read(text, reading)


_TOO_LONG = f"The file has more than {MOST_CHARACTERS:,} characters; split it into smaller files."


def kind_of(text: str) -> str:
    """The name of the kind that a text is of."""
    head = text[:_HEAD].lstrip()
    for kind, fits in _KINDS.items():
        if fits(head):
            return kind
    return "csv" if _is_table(text) and not _is_chat(head) else "prose"


_CALENDAR = re.compile(r"BEGIN:VCALENDAR\s", re.IGNORECASE)
_KINDS: dict[str, Callable[[str], bool]] = {
    "ics": lambda head: _CALENDAR.match(head) is not None,
    "ofx": ofx.looks_like,
    "camt": camt.looks_like,
    "qif": qif.looks_like,
    "mt940": mt940.looks_like,
    "blocks": blocks.looks_like,
}
_BANK = ("csv", "ofx", "camt", "qif", "mt940", "blocks")
_NATIVE = ("camt",)
"""Parsed by expat. The others are read by Python code, where a file at worst raises an error."""
_MODULES = {
    "ics": "runwright.files.formats.ics.reader",
    "prose": "runwright.files.formats.text.prose",
    **{kind: f"runwright.files.formats.bank.{kind}" for kind in _BANK},
}


def _is_table(text: str) -> bool:
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        return False
    return csv.looks_like(text)


def _is_chat(head: str) -> bool:
    """Whether its lines are messages, each with a comma between day and time."""
    style = turns.style_of(head)
    return style is not None and style.is_chat


def _module(kind: str) -> Any:
    """Imported when it is needed: the libraries behind some kinds take longer than the file."""
    return importlib.import_module(_MODULES[kind])

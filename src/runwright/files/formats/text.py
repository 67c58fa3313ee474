"""Text files: decoded once, told apart by their content, and handed to the module of their kind."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from runwright.files.formats import encoding
from runwright.files.formats.types import Part, Reading, Unreadable

MOST_CHARACTERS = 20_000_000
LONGEST_LINE = 1_000_000
"""What has a longer line is no table: reading it as one would take minutes."""
_HEAD = 20_000


def read(path: Path, reading: Reading) -> Iterator[Part]:
    """What the file's kind makes of it."""
    if path.stat().st_size > 4 * MOST_CHARACTERS:  # no encoding has more bytes to a character
        raise Unreadable(_TOO_LONG)
    text = encoding.decode(path.read_bytes())
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(_TOO_LONG)
    if not text.strip():
        raise Unreadable("The file holds no text, only blanks.")
    yield from _module(kind_of(text)).read(text, reading)


_TOO_LONG = f"The file has more than {MOST_CHARACTERS:,} characters; split it into smaller files."


def kind_of(text: str) -> str:
    """The name of the module that reads such a text."""
    head = text[:_HEAD].lstrip()
    for kind, fits in _KINDS.items():
        if fits(head):
            return kind
    return "csv" if _is_table(text) else "prose"


def _begins(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda head: compiled.match(head) is not None


def _is_ofx(head: str) -> bool:
    return _begins(r"OFXHEADER\s*:|<OFX>|<\?OFX\b")(head) or (
        head.startswith("<?xml") and re.search(r"<\?OFX\b|<OFX>", head) is not None
    )


def _is_camt(head: str) -> bool:
    return (
        head.startswith("<")
        and re.search(r"\bcamt\.053\.|<(\w+:)?BkToCstmrStmt\b", head) is not None
    )


def _is_mt940(head: str) -> bool:
    begins = re.search(r"^(\{4:)?:20:", head[:2000], re.MULTILINE)
    return begins is not None and re.search(r"^:60[FM]:", head, re.MULTILINE) is not None


_KINDS: dict[str, Callable[[str], bool]] = {
    "ics": _begins(r"BEGIN:VCALENDAR\s"),
    "ofx": _is_ofx,
    "camt": _is_camt,
    "qif": _begins(r"!(Type|Account|Option|Clear)\b"),
    "mt940": _is_mt940,
}


def _is_table(text: str) -> bool:
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        return False
    try:
        return bool(_module("csv").looks_like(text))
    except ImportError:  # a library that is not there costs its own kind alone
        return False


def _module(kind: str) -> Any:
    return importlib.import_module(f"{__package__}.{kind}")

"""One real call of each operation, for the reference: what was sent, and what came back.

`make docs` records them in `examples.json` from a server of its own; nobody writes them by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

FILE = Path(__file__).with_name("examples.json")


class Example(NamedTuple):
    """A call and its answer."""

    path: dict[str, str] = {}
    query: dict[str, Any] = {}
    body: Any = None
    upload: str | None = None
    """The name of the file that is sent."""
    answer: Any = None
    """JSON, or the text of a stream; nothing for bytes."""


@cache
def examples() -> dict[str, Example]:
    """By the name of the operation."""
    recorded: dict[str, dict[str, Any]] = orjson.loads(FILE.read_bytes())
    return {action: Example(**fields) for action, fields in recorded.items()}

"""What a run was asked, as a value and as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Request(NamedTuple):
    """What the run was asked, as it is stored."""

    prompt: str
    sources: tuple[str, ...]
    max_steps: int
    time_zone: str
    files: tuple[str, ...] = ()
    instructions: str = ""
    """Those of the agent that it acts for, as they were then."""
    currency: str | None = None
    """The project's, as it was then."""
    after: str | None = None
    """The run of the same network whose result it is given as evidence."""
    previous_run: str | None = None
    """The run that it follows up on."""
    output_schema: Mapping[str, Any] | None = None
    """The JSON Schema of the object that is to be given as the answer."""
    notice: str = ""
    """What is said below the answer: who answers in whose place."""


_PLAIN = 4
"""How many of the fields a plain run has; of the others nothing is kept where there is nothing."""
_SELDOM = Request._fields[_PLAIN:]


def request_to_json(request: Request) -> dict[str, Any]:
    """What was asked, for the store."""
    kept = dict(zip(Request._fields[:_PLAIN], request, strict=False))
    seldom = request[_PLAIN:]
    if any(seldom):
        kept |= {name: value for name, value in zip(_SELDOM, seldom, strict=True) if value}
    return kept


def request_from_json(kept: Mapping[str, Any]) -> Request:
    """The same, read back."""
    seldom = {name: kept[name] for name in _SELDOM if name in kept}
    request = Request(
        prompt=kept["prompt"],
        sources=tuple(kept["sources"]),
        max_steps=kept["max_steps"],
        time_zone=kept["time_zone"],
        **seldom,
    )
    return request._replace(files=tuple(request.files))

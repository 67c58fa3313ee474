"""Structured logs on standard error: one JSON object a line, or on a terminal a short line.

Lines carry ids and route templates, never query strings, prompts, bodies or secrets. A person at
a terminal sees requests and warnings; the other events of level `info` only with `debug`.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, BinaryIO, cast

import orjson
import structlog

from runwright import clock

_RED, _GREEN, _YELLOW, _CYAN, _DIM = 31, 32, 33, 36, 2
_BY_LEVEL = {"error": _RED, "critical": _RED, "warning": _YELLOW}
_BY_STATUS = {2: _GREEN, 3: _CYAN, 4: _YELLOW, 5: _RED}


def configure(level: str) -> None:
    """Set logging up for this process; called by whoever starts it."""
    number = getattr(logging, level.upper())
    on_terminal = is_terminal()
    if on_terminal and number == logging.INFO:
        number = logging.WARNING
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            structlog.processors.format_exc_info,
            _short_line if on_terminal else structlog.processors.JSONRenderer(serializer=_dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.BytesLoggerFactory(file=cast(BinaryIO, _Steady())),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(
        level=max(number, logging.WARNING),
        stream=sys.stderr,
        format='{"level": "%(levelname)s", "event": "%(name)s", "message": "%(message)s"}',
    )


def is_terminal() -> bool:
    """Whether a person reads the log as it is written."""
    try:
        return os.isatty(2)
    except OSError:
        return False


def _short_line(_: Any, __: str, event: MutableMapping[str, Any]) -> bytes:
    """An event for a person: when, how bad, what, and the rest as name=value."""
    moment, level = str(event.pop("at"))[11:19], str(event.pop("level"))
    name, trace = str(event.pop("event")), event.pop("exception", None)
    facts = "".join(f"  {key}={value}" for key, value in event.items() if value is not None)
    line = f"{moment}  {_painted(level, _BY_LEVEL.get(level, _DIM))}  {name}{facts}"
    return f"{line}\n{trace}".encode() if trace else line.encode()


def request_line(fields: Mapping[str, Any]) -> str:
    """A request for a person: `POST /v1/runs 201 93 ms`."""
    status, milliseconds = int(fields["status"]), float(fields["ms"])
    shown = _painted(str(status), _BY_STATUS.get(status // 100, _DIM))
    took = f"{milliseconds:.0f}" if milliseconds >= 10 else f"{milliseconds:.1f}"
    return f"{fields['method']} {fields['route']} {shown} {_painted(f'{took} ms', _DIM)}"


def _painted(text: str, colour: int) -> str:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return text
    return f"\x1b[{colour}m{text}\x1b[0m"


class _Steady(io.RawIOBase):
    """Standard error, for a service that goes on when its log cannot be written.

    A full disk must not take the server down with its log; the metrics still tell.
    """

    lost = 0

    def write(self, data: Any) -> int:
        try:
            return os.write(2, data)
        except OSError:
            _Steady.lost += 1
            return len(data)


def lines_lost() -> int:
    """How often the log could not be written."""
    return _Steady.lost


class RequestLog:
    """The lines of answered requests: those of one turn of the event loop in one write."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._on_terminal = is_terminal()
        self._waiting: list[dict[str, Any]] = []

    def add(self, fields: dict[str, Any]) -> None:
        """Log one request, at the end of this turn of the loop."""
        if not self._enabled:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._write)
        self._waiting.append(fields)

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, []
        if self._on_terminal:
            _Steady().write("".join(f"{request_line(fields)}\n" for fields in waiting).encode())
            return
        common = {"event": "request", "level": "info", "at": clock.stamp(clock.now())}
        _Steady().write(b"\n".join(orjson.dumps(common | fields) for fields in waiting) + b"\n")


def _dumps(value: Any, **_: Any) -> bytes:
    return orjson.dumps(value, default=str)

"""Structured logs: one JSON object a line, on standard error.

Lines carry ids and route templates, never query strings, prompts, bodies or secrets.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
from typing import Any, BinaryIO, cast

import orjson
import structlog

from runwright import clock


def configure(level: str) -> None:
    """Set logging up for this process; called by whoever starts it."""
    number = getattr(logging, level.upper())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_dumps),
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
        common = {"event": "request", "level": "info", "at": clock.stamp(clock.now())}
        _Steady().write(b"\n".join(orjson.dumps(common | fields) for fields in waiting) + b"\n")


def _dumps(value: Any, **_: Any) -> bytes:
    return orjson.dumps(value, default=str)

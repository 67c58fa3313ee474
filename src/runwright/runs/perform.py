"""Performs a step in the server's own process without holding the others up for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from runwright.engine import actions
from runwright.engine.types import Finding, Step, Work

FEW = 200
"""Up to so many items are looked at in a millisecond or two; more, or a drawing, take a thread."""

T = TypeVar("T")


class Done(NamedTuple):
    """A step that was performed."""

    finding: Finding
    cpu_us: int


async def perform(step: Step, work: Work) -> Done:
    """Do a step: right here when it is small, else beside the loop that serves everybody."""
    if len(work.items) <= FEW and step.action != "artifact":
        return _perform(step, work)
    return await asyncio.to_thread(_perform, step, work)


def _perform(step: Step, work: Work) -> Done:
    return Done(*measured(lambda: actions.perform(step, work)))


def measured(compute: Callable[[], T]) -> tuple[T, int]:
    """What a function gives, and the computing time of this thread that it took."""
    started = time.thread_time_ns()
    found = compute()
    return found, (time.thread_time_ns() - started) // 1000

"""What a process does over and over beside its jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog

from runwright.errors import Overloaded

PAUSE_SECONDS = 1.0

PeriodicTask = Callable[[], Awaitable[None]]


class Chore(NamedTuple):
    """What one process at a time does for all, every so often."""

    name: str
    seconds: float
    do: PeriodicTask
    is_patient: bool = False
    """Whether a process that has just started waits before it does it."""


log = structlog.get_logger()


async def repeat(duty: PeriodicTask) -> None:
    """Do a duty over and over: a round that fails is logged, and the next one comes.

    A round that is cancelled as it fails may end with the failure: that is the last one too.
    """
    while not _is_cancelled():
        try:
            await duty()
        except Overloaded as problem:
            log.warning("duty_postponed", duty=_name(duty), reason=problem.message)
            await asyncio.sleep(PAUSE_SECONDS)
        except Exception:
            log.exception("duty_failed", duty=_name(duty))
            await asyncio.sleep(PAUSE_SECONDS)


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _name(duty: PeriodicTask) -> str:
    return getattr(duty, "__name__", type(duty).__name__)

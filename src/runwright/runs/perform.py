"""Measuring what computing takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def measured(compute: Callable[[], T]) -> tuple[T, int]:
    """What a function gives, and the computing time of this thread that it took."""
    started = time.thread_time_ns()
    found = compute()
    return found, (time.thread_time_ns() - started) // 1000

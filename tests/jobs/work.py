"""What the child is asked to do in these tests."""

from __future__ import annotations

import os
import time
from typing import Any

from runwright.jobs.messages import Reply


def double(n: int) -> int:
    return 2 * n


def same(value: Any) -> Any:
    return value


def nap(seconds: float) -> str:
    time.sleep(seconds)
    return "rested"


def fail(_: Any) -> None:
    raise ValueError("on purpose")


def never_end(_: Any) -> None:
    while True:
        time.sleep(1)


def joined(separator: str, *blobs: bytes) -> Reply:
    return Reply(len(blobs), [separator.encode().join(blobs)])


def cores(_: Any) -> list[int]:
    return sorted(os.sched_getaffinity(0))

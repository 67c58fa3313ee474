"""What the child is asked to do in these tests."""

from __future__ import annotations

import time
from typing import Any


def double(n: int) -> int:
    return 2 * n


def same(value: Any) -> Any:
    return value


def nap(seconds: float) -> str:
    time.sleep(seconds)
    return "rested"


def fail(_: Any) -> None:
    raise ValueError("on purpose")

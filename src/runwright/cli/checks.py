"""What a check of `runwright doctor` found."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Found(NamedTuple):
    """One line: how it is, of what, what was seen, and what to do about it."""

    state: Literal["ok", "warn", "fail"]
    what: str
    seen: str
    advice: str = ""


def fine(what: str, seen: str) -> Found:
    """Nothing to do."""
    return Found("ok", what, seen)


def odd(what: str, seen: str, advice: str) -> Found:
    """It works, but not as well as it could, or not for long."""
    return Found("warn", what, seen, advice)


def wrong(what: str, seen: str, advice: str) -> Found:
    """It does not work."""
    return Found("fail", what, seen, advice)

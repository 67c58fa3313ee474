"""The frozen values of background work, and what every queue can do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from runwright.errors import Problem

PRIORITIES: Mapping[str, int] = MappingProxyType(
    {"run": 50, "network": 50, "erase": 40, "file": 30, "embed": 20, "deliver": 10}
)
"""By kind: what matters more is taken first. Runs go before files, and files before webhooks."""

IN_TURN = frozenset({"file", "embed"})
"""Kinds whose slots projects take in turn: they are few, and one job can hold one for long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to be done: ids only, never content."""

    id: str
    kind: str
    project_id: str
    subject: str
    """The id of what to work on."""
    attempts: int
    """How often it was taken, this time included; so it also tells one holder from the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """What is done for one kind of job."""

    slots: int
    """How many are done at a time; kinds do not wait for each other."""
    work: Callable[[Job], Awaitable[bool | None]]
    """True when the job ended in a transaction of the work's own: there is nothing left to end."""
    give_up: Callable[[Job, Problem], Awaitable[None]]
    """Called when the job has failed too often: whatever it is about must end visibly."""


class Queue(Protocol):
    """Gives jobs to handlers, several at a time, on any number of machines."""

    async def start(self) -> None:
        """Begin to take jobs."""

    async def stop(self) -> None:
        """Stop between two stored entries, and hand over what is not finished."""

    def wake(self) -> None:
        """There is something to do; may be called from any thread."""

    def busy(self) -> int:
        """How many jobs are in work here."""

"""What is to be planned, for whom, and what comes of it. Values only: planning is `drafts`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.minds import embedded
from runwright.minds.values import Moment, Plan

AUTO = "auto"
"""The model of an agent that leaves the choice to the router."""

FAST, DEEP = "y0-fast", "y0-deep"
"""What the router chooses from."""

T = TypeVar("T")


def measured(compute: Callable[[], T]) -> tuple[T, int]:
    """What a function gives, and the computing time of this thread that it took."""
    started = time.thread_time_ns()
    found = compute()
    return found, (time.thread_time_ns() - started) // 1000


class PlanRequest(NamedTuple):
    """What is to be planned."""

    prompt: str
    created_at: str
    time_zone: str
    sources: tuple[str, ...]
    """Those asked for; the rules of the agent may narrow them."""
    attached: bool
    """Whether something is given with the prompt: files, or the result of another run."""
    max_steps: int
    instructions: str = ""
    mind: str = embedded.NAME
    earlier: tuple[str, ...] = ()
    """What was asked before in the conversation that it follows up on, the oldest first."""
    understood: tuple[Mapping[str, Any], ...] = ()
    """What the prompt was taken for when the run was made, where it is planned again."""

    @property
    def moment(self) -> Moment:
        """When and where the run thinks it is."""
        return Moment(now=clock.parse(self.created_at), zone=ZoneInfo(self.time_zone))


class Member(NamedTuple):
    """An agent of a network."""

    name: str
    model: str
    instructions: str
    mind: str = embedded.NAME


class Chosen(NamedTuple):
    """An agent's part in the run of its network."""

    place: int
    """Which of the members."""
    model: str
    plan: Plan


def is_light(request: PlanRequest) -> bool:
    """Whether planning takes no time: nothing is parsed, and no instructions are read."""
    return request.mind != embedded.NAME and not request.instructions

"""One way to think a prompt through, at a fixed moment, for every test of the engine."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from runwright.engine import BEHAVIOUR
from runwright.engine.actions import perform
from runwright.engine.compose import compose
from runwright.engine.plan import plan
from runwright.engine.types import Finding, Item, Moment, Plan, Work


class Thought(NamedTuple):
    plan: Plan
    findings: tuple[Finding, ...]
    summary: str

    @property
    def last(self) -> Finding:
        return self.findings[-1]

    @property
    def actions(self) -> list[str]:
        return [step.action for step in self.plan.steps]


Think = Callable[..., Thought]


@pytest.fixture(scope="session")
def moment() -> Moment:
    """Sunday, 15 November 2026, 11:30 in Berlin."""
    return Moment(now=datetime(2026, 11, 15, 10, 30, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))


@pytest.fixture(scope="session")
def think(moment: Moment) -> Think:
    def run(
        prompt: str,
        items: Sequence[Item] = (),
        sources: Sequence[str] = (),
        behaviour: int = BEHAVIOUR,
    ) -> Thought:
        planned = plan(prompt, moment, sources, behaviour)
        findings: tuple[Finding, ...] = ()
        for step in planned.steps:
            work = Work(moment=moment, items=tuple(items), earlier=findings)
            findings += (perform(step, work),)
        return Thought(planned, findings, compose(findings))

    return run

"""Where a prompt is planned: in another process, which a deadline ends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from jobs import work
from runs.plans.test_drafts import HOSTILE, WRITTEN, asking
from runwright.errors import Overloaded
from runwright.jobs.compute_process import Child
from runwright.runs.plans import drafts
from runwright.runs.plans import planner as planner_module
from runwright.runs.plans.planner import READY, Planner

PATIENT = 60.0


def run(story: Callable[[Child, Planner], Awaitable[Any]], seconds: float = PATIENT) -> Any:
    async def whole() -> Any:
        child = Child(ready=READY)
        try:
            return await story(child, Planner(child, seconds))
        finally:
            await child.stop()

    return asyncio.run(whole())


def test_a_prompt_is_planned_in_another_process_but_a_plan_that_was_written_down_is_not() -> None:
    async def story(child: Child, planner: Planner) -> None:
        await planner.plan(asking(WRITTEN)._replace(mind="calls"), "proj")
        assert child.pid is None
        made = await planner.plan(asking(HOSTILE, max_steps=4), "proj")
        assert made.plan.is_cut
        assert child.pid not in (None, os.getpid())

    run(story)


def test_both_processes_make_the_same_plan() -> None:
    async def story(_child: Child, planner: Planner) -> None:
        request = asking("What did I spend on groceries in October?")
        request = request._replace(instructions="Never mention salaries. Only use finance.")
        made = await planner.plan(request, "proj")
        assert made.plan == drafts.draft(request)
        assert made.plan.sources == ("finance",)

    run(story)


def test_a_plan_that_never_ends_is_ended_and_the_next_one_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))

    async def story(child: Child, planner: Planner) -> None:
        before = await planner.plan(asking("a; b"), "proj")
        first = child.pid
        with monkeypatch.context() as stuck:
            stuck.setattr(planner_module, "PLAN", f"{work.__name__}:never_end")
            with pytest.raises(Overloaded, match=r"not planned within 0\.2 seconds"):
                await Planner(child, 0.2).plan(asking("a; b"), "proj")
        assert child.pid is None
        assert (await planner.plan(asking("a; b"), "proj")).plan == before.plan
        assert child.pid != first

    run(story)

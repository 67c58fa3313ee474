"""Performs a step in the server's own process without holding the others up for long."""

from __future__ import annotations

import asyncio

from runwright.engine import actions
from runwright.engine.types import Finding, Step, Work

FEW = 200
"""Up to so many items are looked at in a millisecond or two; more, or a drawing, take a thread."""


async def perform(step: Step, work: Work) -> Finding:
    """Do a step: right here when it is small, else beside the loop that serves everybody."""
    if len(work.items) <= FEW and step.action != "artifact":
        return actions.perform(step, work)
    return await asyncio.to_thread(actions.perform, step, work)

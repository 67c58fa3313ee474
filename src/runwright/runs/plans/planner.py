"""Who plans where: what is only read off on the event loop, prompts in a process of their own.

What a prompt costs to read shows only when it is read. The process that reads it works under a
deadline that ends it: whatever a prompt or the instructions of an agent hold, they can use up that
process's time and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import structlog

from runwright import clock, later
from runwright.errors import Internal, InvalidRequest, Overloaded
from runwright.jobs.compute_process import CallFailed, Child, ChildFailed, TookTooLong
from runwright.minds import embedded, values
from runwright.minds.values import Plan
from runwright.models.types import Snapshot
from runwright.runs.inputs.request import Request
from runwright.runs.plans.types import Chosen, Member, PlanRequest, is_light, measured
from runwright.runs.types import RunHead
from runwright.tools.base import InvalidCall

DRAFTS, POLICY = "runwright.runs.plans.drafts", "runwright.minds.agent_policy"
if TYPE_CHECKING:
    from runwright.minds import agent_policy
    from runwright.minds.agent_policy import Interpretation
    from runwright.runs.plans import drafts
else:
    drafts, agent_policy = later.Module(DRAFTS), later.Module(POLICY)
PATIENCE_SECONDS = 20.0
_RETRY_SECONDS = 5
PLAN, PLAN_AUTO = f"{DRAFTS}:plan_there", f"{DRAFTS}:plan_auto_there"
PLAN_MEMBERS = f"{DRAFTS}:plan_members_there"
READ_RULES, INTERPRET = f"{DRAFTS}:read_rules_there", f"{DRAFTS}:interpret_there"
READY = f"{DRAFTS}:warm_up"
"""What a new planning process does first."""
_LONG_INSTRUCTIONS = 1_000

log = structlog.get_logger()


class _Refusal(NamedTuple):
    """What a client is told when its text is not worked on."""

    too_slow: str
    too_many: str


_PROMPT = _Refusal(
    "The prompt was not planned within {seconds} seconds. No run was created: "
    "ask for less at once, or try again.",
    "Too many prompts are waiting to be planned. No run was created.",
)
_INSTRUCTIONS = _Refusal(
    "The instructions were not read within {seconds} seconds. Nothing was changed: "
    "shorten them, or try again.",
    "Too many prompts and instructions are waiting to be read. Nothing was changed.",
)


class Planned(NamedTuple):
    """A plan, the model that it is for, and what it took to make it."""

    plan: Plan
    model: str = ""
    """The choice of the router, where it was asked."""
    cpu_us: int = 0


def request_for(head: RunHead, snapshot: Snapshot) -> PlanRequest:
    """What a run asks to be planned."""
    return _request(head.request, head.created_at, snapshot.mind)


def request_at(asked: Request, now: datetime) -> PlanRequest:
    """The same for a run that is yet to be made, at that moment."""
    return _request(asked, clock.stamp(now))


def _request(asked: Request, created_at: str, mind: str = embedded.NAME) -> PlanRequest:
    return PlanRequest(
        prompt=asked.prompt,
        created_at=created_at,
        time_zone=asked.time_zone,
        sources=tuple(asked.sources),
        attached=bool(asked.files or asked.after),
        max_steps=asked.max_steps,
        instructions=asked.instructions,
        mind=mind,
    )


class Planner:
    """Plans without ever holding the event loop up."""

    def __init__(self, child: Child, seconds: float) -> None:
        self._child = child
        self._seconds = seconds

    async def plan(self, request: PlanRequest, project_id: str) -> Planned:
        """The plan of the embedded mind."""
        if is_light(request):
            try:
                plan, cpu_us = measured(lambda: drafts.draft(request))
            except InvalidCall as invalid:
                raise InvalidRequest({"prompt": [str(invalid)]}) from None
            return Planned(plan, cpu_us=cpu_us)
        found = await self._call(PLAN, {"request": list(request)}, project_id)
        if "invalid" in found:
            raise InvalidRequest({"prompt": [found["invalid"]]})
        return _planned(found)

    async def plan_auto(self, request: PlanRequest, project_id: str) -> Planned:
        """The plan, and the model that the router takes for it."""
        given = {"request": list(request)}
        return _planned(await self._call(PLAN_AUTO, given, project_id))

    async def plan_members(
        self,
        request: PlanRequest,
        members: Sequence[Member],
        strategy: str,
        project_id: str,
    ) -> list[Chosen]:
        """The plans of the agents of a network, the prompt being read once for all of them."""
        for each in members:
            # Each under a deadline of its own: sixteen long ones may take longer than one prompt.
            if len(each.instructions) > _LONG_INSTRUCTIONS:
                await self._call(READ_RULES, each.instructions, project_id)
        given = {
            "request": list(request),
            "members": list(map(list, members)),
            "strategy": strategy,
        }
        found = await self._call(PLAN_MEMBERS, given, project_id)
        if "invalid" in found:
            raise InvalidRequest({"prompt": [found["invalid"]]})
        return [
            Chosen(each["place"], each["model"], values.plan_from_json(each["plan"]))
            for each in found["chosen"]
        ]

    async def interpret(self, instructions: str, project_id: str) -> Interpretation:
        """Which sentences of an agent's instructions its runs follow as rules."""
        understood, ignored = await self._call(INTERPRET, instructions, project_id, _INSTRUCTIONS)
        return agent_policy.Interpretation(tuple(understood), tuple(ignored))

    async def _call(
        self,
        function: str,
        given: Any,
        project_id: str,
        refusal: _Refusal = _PROMPT,
    ) -> Any:
        try:
            return await self._child.call(
                function,
                given,
                seconds=self._seconds,
                group=project_id,
                patience=PATIENCE_SECONDS,
            )
        except TookTooLong:
            message = refusal.too_slow.format(seconds=f"{self._seconds:g}")
            raise Overloaded(message, _RETRY_SECONDS) from None
        except ChildFailed as failed:
            log.warning("not_planned", reason=str(failed))
            raise Overloaded(refusal.too_many, _RETRY_SECONDS) from None
        except CallFailed as failed:
            log.error("planning_failed", reason=str(failed))
            raise Internal from failed


def _planned(found: Mapping[str, Any]) -> Planned:
    return Planned(values.plan_from_json(found["plan"]), found["model"], found["cpu_us"])

"""From a prompt to the plans of a run or of a network's agents. Pure functions.

The functions that end in `_there` are what the planning process does: values in, values out. This
module loads no more than planning needs, so that such a process starts quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from runwright import clock
from runwright.minds import calls, values
from runwright.minds.agent_policy import Guidance, guided_by, interpret
from runwright.minds.embedded import planning
from runwright.minds.embedded.query import Query, from_json
from runwright.minds.values import Plan
from runwright.models.types import LANGUAGE
from runwright.runs.plans import router
from runwright.runs.plans.types import AUTO, Chosen, Member, PlanRequest, measured
from runwright.tools.base import InvalidCall

_RECORDS = ("calendar", "documents", "finance")
"""What attached files may hold."""
_EXAMPLES = (
    "What is 17 * 23?",
    "What did I spend in May 2026?",
    "When am I free on Monday?",
    "Where is the key kept?",
    "How many days until Friday?",
)


def draft(request: PlanRequest) -> Plan:
    """The plan of a run, under the rules that it was made under."""
    if request.mind == calls.NAME:
        return _written_down(request.prompt, request.instructions)
    if request.mind == LANGUAGE:
        # It plans in its first reply; what it may read is decided here.
        return Plan((), sources=guided_by(request.instructions).sources(request.sources))
    return Drafts(request).plan(guided_by(request.instructions))


def _written_down(prompt: str, instructions: str) -> Plan:
    """The plan that a prompt is, for a mind that understands no words."""
    if instructions:
        raise InvalidCall("An agent's rules do not apply to a plan that was written down.")
    return calls.plan_of(prompt)


def draft_auto(request: PlanRequest) -> tuple[str, Plan]:
    """The model that the router takes, and the plan."""
    return Drafts(request).plan_auto(guided_by(request.instructions))


def draft_members(request: PlanRequest, members: Sequence[Member], strategy: str) -> list[Chosen]:
    """The plan of each agent that takes part; one agent of a network that routes."""
    drafts = Drafts(request)
    places = range(len(members))
    if strategy == "router":
        whole = drafts.plan(Guidance())
        candidates = [
            router.Candidate(m.name, m.instructions, guided_by(m.instructions).rules())
            for m in members
        ]
        sources = _RECORDS if request.attached else request.sources
        at = router.choose_agent(request.prompt, whole, sources, candidates)
        places = range(at, at + 1)
    chosen = []
    for place in places:
        model, plan = drafts.plan_member(members[place])
        chosen.append(Chosen(place, model, plan))
    return chosen


class Drafts:
    """Plans of one prompt, each made once: agents that look in the same sources share theirs."""

    def __init__(self, request: PlanRequest) -> None:
        self._request = request

    @cached_property
    def _queries(self) -> list[Query]:
        asked = self._request
        if asked.understood:
            return [from_json(query) for query in asked.understood]
        sources = _RECORDS if asked.attached else asked.sources
        return planning.understood(asked.prompt, asked.earlier, sources, asked.max_steps)

    def plan(self, rules: Guidance) -> Plan:
        """The plan under an agent's rules."""
        asked = self._request
        made = planning.plan(self._queries, asked.max_steps, rules.forbids)
        return made._replace(sources=rules.sources(asked.sources))

    def plan_auto(self, rules: Guidance) -> tuple[str, Plan]:
        """The model that the plan asks for, and the plan."""
        plan = self.plan(rules)
        return router.choose_model(plan), plan

    def plan_member(self, member: Member) -> tuple[str, Plan]:
        """The model and the plan of one agent."""
        if member.mind == calls.NAME:
            return member.model, _written_down(self._request.prompt, member.instructions)
        rules = guided_by(member.instructions)
        if member.model == AUTO:
            return self.plan_auto(rules)
        return member.model, self.plan(rules)


def warm_up(_: object = None) -> None:
    """Load what nearly every prompt needs, so that none of them has to wait for it."""
    for prompt in _EXAMPLES:
        now = clock.stamp(clock.now())
        draft(PlanRequest(prompt, now, "UTC", _RECORDS, attached=False, max_steps=8))


# In the planning process -----------------------------------------------------------------------


def plan_there(given: dict[str, Any]) -> dict[str, Any]:
    """`draft`, values in, values out; or what is wrong with a plan that was written down."""
    try:
        plan, cpu_us = measured(lambda: draft(_from_json(given["request"])))
    except InvalidCall as invalid:
        return {"invalid": str(invalid)}
    return {"plan": _sent(plan), "model": "", "cpu_us": cpu_us}


def plan_auto_there(given: dict[str, Any]) -> dict[str, Any]:
    """`draft_auto`, values in, values out."""
    (model, plan), cpu_us = measured(lambda: draft_auto(_from_json(given["request"])))
    return {"plan": _sent(plan), "model": model, "cpu_us": cpu_us}


def plan_members_there(given: dict[str, Any]) -> dict[str, Any]:
    """`draft_members`, values in, values out; or what is wrong with a plan that was written
    down."""
    members = [Member(*each) for each in given["members"]]
    try:
        chosen = draft_members(_from_json(given["request"]), members, given["strategy"])
    except InvalidCall as invalid:
        return {"invalid": str(invalid)}
    return {"chosen": [{**each._asdict(), "plan": _sent(each.plan)} for each in chosen]}


def read_rules_there(instructions: str) -> None:
    """Read the rules of an agent, and remember them in this process."""
    guided_by(instructions)


def interpret_there(instructions: str) -> list[tuple[str, ...]]:
    """`interpret`, values in, values out."""
    return list(interpret(instructions))


def _sent(plan: Plan) -> dict[str, Any]:
    """A plan as JSON; one that was cut is refused, whatever its steps are."""
    return values.plan_to_json(plan._replace(steps=()) if plan.is_cut else plan)


def _from_json(given: Sequence[Any]) -> PlanRequest:
    request = PlanRequest(*given)
    return request._replace(
        sources=tuple(request.sources),
        earlier=tuple(request.earlier),
        understood=tuple(request.understood),
    )

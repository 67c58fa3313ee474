"""Plans and findings as JSON values and back, without loss: the journal stores these.

What a value leaves out has its default, so that what an earlier release journaled can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runwright.engine.types import Artifact, Finding, Item, Plan, PlannedClause, Step, Want


def plan_to_json(plan: Plan) -> dict[str, Any]:
    steps = [_step_to_json(step) for step in plan.steps]
    plain = {"steps": steps, "sources": plan.sources, "is_cut": plan.is_cut}
    return plain | {"clauses": list(map(list, plan.clauses))} if plan.clauses else plain


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    sources = data.get("sources")
    return Plan(
        steps=tuple(map(_step_from_json, data["steps"])),
        sources=None if sources is None else tuple(sources),
        is_cut=data.get("is_cut", False),
        clauses=tuple(PlannedClause(*clause) for clause in data.get("clauses", ())),
    )


def finding_to_json(finding: Finding) -> dict[str, Any]:
    return {
        **finding._asdict(),
        "items": list(finding.items),
        "more": [_step_to_json(step) for step in finding.more],
        "artifact": finding.artifact and finding.artifact._asdict(),
    }


def finding_from_json(data: Mapping[str, Any]) -> Finding:
    made = data.get("artifact")
    return Finding(
        **{
            **data,
            "items": tuple(data["items"]),
            "more": tuple(map(_step_from_json, data.get("more", ()))),
            "artifact": Artifact(**made) if made else None,
        }
    )


def item_to_json(item: Item) -> dict[str, Any]:
    return item._asdict()


def item_from_json(data: Mapping[str, Any]) -> Item:
    return Item(**{**data, "rows": tuple(map(tuple, data.get("rows", ())))})


def _step_to_json(step: Step) -> dict[str, Any]:
    return {
        "action": step.action,
        "part": step.part,
        "arguments": dict(step.arguments),
        "wants": [want._asdict() for want in step.wants],
    }


def _step_from_json(data: Mapping[str, Any]) -> Step:
    wants = _wants_from_json(data.get("wants", ()))
    return Step(data["action"], data["part"], dict(data["arguments"]), wants)


def _wants_from_json(data: Iterable[Mapping[str, Any]]) -> tuple[Want, ...]:
    return tuple(Want(**{**want, "words": tuple(want["words"])}) for want in data)

"""Plans and findings as JSON values and back, without loss: the journal stores these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwright.engine.types import Finding, Plan, Step


def plan_to_json(plan: Plan) -> dict[str, Any]:
    return {
        "steps": [
            {"action": step.action, "part": step.part, "arguments": dict(step.arguments)}
            for step in plan.steps
        ]
    }


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    return Plan(
        steps=tuple(
            Step(action=step["action"], part=step["part"], arguments=dict(step["arguments"]))
            for step in data["steps"]
        )
    )


def finding_to_json(finding: Finding) -> dict[str, Any]:
    return {
        "action": finding.action,
        "part": finding.part,
        "answer": finding.answer,
        "value": finding.value,
        "reason": finding.reason,
        "items": list(finding.items),
    }


def finding_from_json(data: Mapping[str, Any]) -> Finding:
    return Finding(
        action=data["action"],
        part=data["part"],
        answer=data["answer"],
        value=data["value"],
        reason=data["reason"],
        items=tuple(data["items"]),
    )

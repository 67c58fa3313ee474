"""What the rules of an agent make of a run: its sources, its items, its plan, its summary."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.standing import shaping, topics
from runwright.engine.standing.admitting import Admission
from runwright.engine.standing.types import Form, Standing
from runwright.engine.types import Finding, Item, Moment, Plan, Step


def narrowed(standing: Standing, sources: Sequence[str]) -> tuple[str, ...]:
    """Those of the sources that may be read, in their order."""
    only = standing.sources
    return tuple(
        source
        for source in sources
        if (only is None or source in only) and source not in standing.without
    )


def admitted(standing: Standing, items: Sequence[Item], moment: Moment) -> tuple[Item, ...]:
    """Those of the items that the run may see."""
    if not standing.filters and not standing.forbidden:
        return tuple(items)
    return Admission(standing, items, moment).admitted()


def planned(standing: Standing, plan: Plan) -> Plan:
    """The plan, with the parts declined that touch a forbidden topic; the others go on."""
    if not standing.forbidden:
        return plan
    steps: list[Step] = []
    for step in plan.steps:
        topic = topics.touched(standing.forbidden, _asked(step))
        if topic is None:
            steps.append(step)
            continue
        declined = Step("decline", _naming(topic, step.part), {"forbidden": topic})
        # Several steps serve one part; it is declined once.
        if not steps or steps[-1] != declined:
            steps.append(declined)
    return plan._replace(steps=tuple(steps))


def formed(standing: Standing, summary: str, findings: Sequence[Finding]) -> str:
    """The summary in the form that is asked for: the same figures, the same refusals."""
    if standing.form == Form() and not standing.forbidden:
        return summary
    return shaping.shaped(standing, summary, findings)


def _naming(topic: str, part: str) -> str:
    """The part, with the topic that it only leans on, so that the finding says what was asked."""
    return part if topics.touched((topic,), part) else f"{part} ({topic})"


def _asked(step: Step) -> str:
    """The words of a step, and what the planner took over from an earlier part: "And in May?"."""
    understood = (step.arguments.get(name, "") for name in ("subject", "given", "text", "about"))
    return " ".join((step.part, *understood, *(want.text for want in step.wants)))

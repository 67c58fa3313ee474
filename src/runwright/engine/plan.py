"""From a prompt to a plan: each part of the prompt becomes one typed step, or a few."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine import BEHAVIOUR
from runwright.engine.around import Around
from runwright.engine.readings import READINGS
from runwright.engine.requests import without_courtesy
from runwright.engine.split import Part, split
from runwright.engine.types import Moment, Plan, Step

_WORD = re.compile(r"[a-z]+")


def plan(prompt: str, moment: Moment, sources: Sequence[str], behaviour: int = BEHAVIOUR) -> Plan:
    """The steps that the prompt asks for, in its order; there is always at least one."""
    steps: list[Step] = []
    for part in split(prompt):
        steps.extend(_steps(part, moment, tuple(sources), bool(steps), behaviour))
    return Plan(steps=tuple(steps))


def _steps(
    part: Part, moment: Moment, sources: tuple[str, ...], follows: bool, behaviour: int
) -> list[Step]:
    request = without_courtesy(part.text)
    known = frozenset(_WORD.findall(request.lower()))
    around = Around(moment, sources, follows, known, part.given)
    for reading in READINGS[behaviour]:
        if steps := reading(request, around):
            return [_placed(step, part) for step in steps]
    raise AssertionError("the last reading takes every part")


def _placed(step: Step, part: Part) -> Step:
    """The step with the words that asked for it."""
    if not part.given:
        return step._replace(part=part.text)
    arguments = {**step.arguments, "given": part.given}
    return step._replace(part=f"{part.given} {part.text}", arguments=arguments)

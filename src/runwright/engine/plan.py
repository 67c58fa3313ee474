"""From a prompt to a plan: each part of the prompt becomes one typed step."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.actions import ACTIONS
from runwright.engine.around import Around
from runwright.engine.requests import without_courtesy
from runwright.engine.split import Part, split
from runwright.engine.types import Moment, Plan, Step

_WORD = re.compile(r"[a-z]+")


def plan(prompt: str, moment: Moment, sources: Sequence[str]) -> Plan:
    """The steps that the prompt asks for, in its order; there is always at least one."""
    steps: list[Step] = []
    for part in split(prompt):
        steps.append(_step(part, moment, tuple(sources), bool(steps)))
    return Plan(steps=tuple(steps))


def _step(part: Part, moment: Moment, sources: tuple[str, ...], follows: bool) -> Step:
    request = without_courtesy(part.text)
    known = frozenset(_WORD.findall(request.lower()))
    around = Around(moment, sources, follows, known, part.given)
    words = f"{part.given} {part.text}" if part.given else part.text
    for name, action in ACTIONS.items():
        understood = action.recognise(request, around)
        if understood is not None:
            arguments = {**understood, "given": part.given} if part.given else understood
            return Step(action=name, part=words, arguments=arguments)
    raise AssertionError("the last action recognises every part")

"""From a prompt to a plan: each part of the prompt becomes one typed step, or a few."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine import BEHAVIOUR
from runwright.engine.around import Around
from runwright.engine.readings import READINGS
from runwright.engine.requests import ASKS, without_courtesy
from runwright.engine.split import Part, split
from runwright.engine.types import Moment, Plan, Step

_WORD = re.compile(r"[a-z]+")
_AND_WHAT = re.compile(r"[,;?]?\s+and\s+(?=what\s+(?:did|do|does|have|has|had)\s)", re.I)
_LONGEST_JOINED = 400
_MOST_BEFORE = 7


def plan(prompt: str, moment: Moment, sources: Sequence[str], behaviour: int = BEHAVIOUR) -> Plan:
    """The steps that the prompt asks for, in its order; there is always at least one."""
    steps: list[Step] = []
    parts = (
        split(prompt) if behaviour == 1 else [own for part in split(prompt) for own in _apart(part)]
    )
    setting = Around(moment, tuple(sources))
    for part in parts:
        request = without_courtesy(part.text)
        known = frozenset(_WORD.findall(request.lower()))
        around = setting._replace(follows=bool(steps), words=known, given=part.given)
        steps.extend(_steps(part, request, around, behaviour))
        setting = setting._replace(before=(*setting.before[-_MOST_BEFORE:], request))
    return Plan(steps=tuple(steps))


def _apart(part: Part) -> list[Part]:
    """Two questions in one part: "where was it, and what did I pay?"."""
    cut = _AND_WHAT.search(part.text, 0, _LONGEST_JOINED)
    if cut is None or not ASKS.match(part.text):
        return [part]
    return [Part(part.text[: cut.start()], part.given), Part(part.text[cut.end() :])]


def _steps(part: Part, request: str, around: Around, behaviour: int) -> list[Step]:
    for reading in READINGS[behaviour]:
        if steps := reading(request, around):
            return [_placed(step, part) for step in steps]
    raise AssertionError("the last reading takes every part")


def _placed(step: Step, part: Part) -> Step:
    """The step with the words that asked for it, unless the reading knows them better."""
    asked = step.part or part.text
    if not part.given:
        return step._replace(part=asked)
    arguments = {**step.arguments, "given": part.given}
    return step._replace(part=f"{part.given} {asked}", arguments=arguments)

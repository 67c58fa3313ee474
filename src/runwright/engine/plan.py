"""From a prompt to a plan: each part of the prompt becomes one typed step, or a few."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine import BEHAVIOUR
from runwright.engine.around import Around
from runwright.engine.asides import narrowed, without_asides
from runwright.engine.patterns import lazily
from runwright.engine.readings import READINGS
from runwright.engine.requests import ASKS, without_courtesy
from runwright.engine.spelling import mended
from runwright.engine.split import Part, split
from runwright.engine.types import Moment, Plan, Step

_WORD = lazily(r"[a-z]+")
_AND_WHAT = lazily(
    r"[,;?]?\s+and\s+(?=what\s+(?:did|do|does|have|has|had)\s)|[,;?]\s+and\s+(?=who\s+\w+\s+\w)",
    re.I,
)
_END = (
    r"(?:biggest|largest|highest|greatest|most\s+expensive|smallest|lowest|cheapest|least\s+expensive"
    r"|first|last|latest|earliest|longest|shortest|next)"
)
_BOTH_ENDS = lazily(
    rf"\b(?P<one>{_END})\s+and\s+(?:(?:the|my|our)\s+)?(?P<other>{_END})\b"
    r"(?!\s+(?:words?|letters?|characters?|names?|sentences?|lines?|pages?|halves|half|quarters?|weeks?"
    r"|months?|years?|days?|\d))",
    re.I,
)
_LONGEST_JOINED = 400
_MOST_BEFORE = 7


def plan(
    prompt: str,
    moment: Moment,
    sources: Sequence[str],
    behaviour: int = BEHAVIOUR,
    most_steps: int | None = None,
) -> Plan:
    """The steps that the prompt asks for, in its order; there is always at least one.

    Each part takes a step or more, so with one part more than `most_steps` it is certain that the
    plan does not fit. The parts behind it are not read.
    """
    steps: list[Step] = []
    before: tuple[str, ...] = ()
    looked_in = tuple(sources)
    parts = _asking(prompt)
    most_parts = len(parts) if most_steps is None else most_steps + 1
    for part in parts[:most_parts]:
        request, given = without_courtesy(part.text), part.given
        known = frozenset(_WORD.findall(request.lower()))
        told = (*before, given) if given else before
        around = Around(moment, looked_in, bool(steps), known, given, told)
        steps.extend(_steps(part, request, around, behaviour))
        before = (*before[-_MOST_BEFORE:], request)
    return Plan(steps=tuple(steps), is_cut=len(parts) > most_parts)


def _asking(prompt: str) -> list[Part]:
    """The parts that ask for something, each for one thing."""
    parts = without_asides(narrowed(split(mended(prompt))))
    return [own for part in parts for own in _apart(part)]


def _apart(part: Part) -> list[Part]:
    """Two questions in one part: "where was it, and what did I pay?", "the first and the last"."""
    if "and" not in part.text.lower():
        return [part]
    both = _BOTH_ENDS.search(part.text, 0, _LONGEST_JOINED)
    if both is not None and ASKS.match(part.text):
        before, after = part.text[: both.start()], part.text[both.end() :]
        return [part._replace(text=f"{before}{both[end]}{after}") for end in ("one", "other")]
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
        return Step(step.action, asked, step.arguments, step.wants)
    arguments = {**step.arguments, "given": part.given}
    return step._replace(part=f"{part.given} {asked}", arguments=arguments)

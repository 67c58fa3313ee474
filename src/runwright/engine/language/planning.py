"""A plan by a language model: what it is told, the schema of its reply, and the way to steps.

The model names an action and says in one sentence what that step is asked; what to look for in
which source it may say, too. The arguments of a step are not the model's to write: the readings
of the embedded planner take them out of the sentence, so every step is one that they could have
made. The model sees the request and the names of sources; no record is part of planning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from runwright.engine.actions import ACTIONS
from runwright.engine.around import ATTACHED, Around
from runwright.engine.language.replies import (
    Malformed,
    array,
    list_of,
    only,
    read_object,
    strict,
    text_of,
)
from runwright.engine.patterns import lazily
from runwright.engine.readings import READINGS
from runwright.engine.types import Moment, Plan, Step, Want

MOST_STEPS = 16
MOST_WANTS = 6
LONGEST_REQUEST = 4_000
LONGEST_SEARCH = 300
_WORD = lazily(r"[a-z]+")


def question(prompt: str, moment: Moment, sources: Sequence[str], most_steps: int) -> str:
    """What the model is given: the request stands in it as data."""
    given = {
        "now": moment.now.astimezone(moment.zone).strftime("%A %Y-%m-%d %H:%M"),
        "time_zone": moment.zone.key,
        "sources": list(sources),
        "actions": _offers(),
        "most_steps": most_steps,
        "request": prompt,
    }
    return orjson.dumps(given).decode()


def schema(sources: Sequence[str]) -> dict[str, Any]:
    """The JSON Schema of a plan over the actions that there are."""
    named = [source for source in sources if source != ATTACHED]
    # Without a source there is nothing to want; strict providers refuse an empty enum.
    want = strict({"source": {"type": "string", "enum": named}, "text": {"type": "string"}})
    step = {
        "action": {"type": "string", "enum": list(ACTIONS)},
        "request": {"type": "string"},
        **({"wants": array(want)} if named else {}),
    }
    return strict({"steps": array(strict(step))})


def read_plan(reply: str, moment: Moment, sources: Sequence[str], behaviour: int) -> Plan:
    """The plan in a reply; `Malformed` when it is anything else than what was asked for."""
    found = only(read_object(reply), ["steps"], "the reply")
    described = list_of(found["steps"], "steps", MOST_STEPS)
    if not described:
        raise Malformed("steps must not be empty")
    steps: list[Step] = []
    for n, each in enumerate(described, start=1):
        steps.extend(_steps(each, f"step {n}", moment, tuple(sources), bool(steps), behaviour))
    return Plan(tuple(steps))


def _steps(
    described: Any,
    where: str,
    moment: Moment,
    sources: tuple[str, ...],
    follows: bool,
    behaviour: int,
) -> list[Step]:
    named = [source for source in sources if source != ATTACHED]
    fields = only(described, ["action", "request", *(["wants"] if named else [])], where)
    action = fields["action"]
    if not isinstance(action, str) or action not in ACTIONS:
        raise Malformed(f"the action of {where} must be one of {', '.join(ACTIONS)}")
    request = text_of(fields["request"], f"the request of {where}", LONGEST_REQUEST)
    wants = _wants(fields.get("wants", []), where, named)
    known = frozenset(_WORD.findall(request.lower()))
    around = Around(moment, sources, follows, known)
    return _placed(_understood(action, request, around, behaviour), request, wants)


def _understood(action: str, request: str, around: Around, behaviour: int) -> Sequence[Step]:
    """The request as the reading that leads to the named action takes it, or else the first."""
    understood = [steps for reading in READINGS[behaviour] if (steps := reading(request, around))]
    if not understood:
        raise LookupError("the last reading takes every request, and did not")
    # The last takes everything, so that it would lead to its action says nothing.
    for steps in understood[:-1]:
        if any(step.action == action for step in steps):
            return steps
    return understood[0]


def _placed(steps: Sequence[Step], request: str, wants: tuple[Want, ...]) -> list[Step]:
    """The steps with their words; what the model wants to be read is read beside what they want."""
    placed = [step._replace(part=request) for step in steps]
    wanted = {want.source for step in steps for want in step.wants}
    # Its own words for a search come on top of the plain ones, in case they are poor.
    plain = {Want(want.source, request): None for want in wants if want.source not in wanted}
    placed[0] = placed[0]._replace(wants=(*placed[0].wants, *plain, *wants))
    return placed


def _wants(described: Any, where: str, sources: Sequence[str]) -> tuple[Want, ...]:
    wants = []
    for each in list_of(described, f"the wants of {where}", MOST_WANTS):
        fields: Mapping[str, Any] = only(each, ["source", "text"], f"a want of {where}")
        source = fields["source"]
        if not isinstance(source, str) or source not in sources:
            raise Malformed(f"the source of a want of {where} must be one of {', '.join(sources)}")
        wants.append(Want(source, text_of(fields["text"], f"a want of {where}", LONGEST_SEARCH)))
    return tuple(wants)


def _offers() -> dict[str, str]:
    """What each action is for: the first line that its file says of itself."""
    return {name: (action.__doc__ or name).partition("\n")[0] for name, action in ACTIONS.items()}

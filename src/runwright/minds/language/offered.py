"""The tools that a language model is offered: those of the catalog that the run may use, and four
of the conversation's own, which are free: `plan`, `read`, `answer`, and what ends a run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import orjson
from pydantic import Field, ValidationError

from runwright.minds.language import parts
from runwright.minds.types import Told
from runwright.models.conversation import ToolSpec
from runwright.tools import catalog
from runwright.tools.base import Arguments, InvalidCall, Source, Value
from runwright.tools.json_schemas import schema_of

PLAN, READ, ANSWER = "plan", "read", parts.NAME
ENDINGS = ("decline", "ask_back")
MOST_PLANNED = 17
"""One more than any run may do: a plan that lists so many is too long for each."""
SMALL_WINDOW = 65_536
"""A model with fewer tokens than this is told less about each argument: all tools with their whole
schemas take about 24,000 tokens, and 20,000 without what stands inside their fields."""
TINY_WINDOW = 12_288
"""A model with fewer tokens than this is told the names and types of arguments alone: the tools of
documents then take about 5,000 tokens, where they took 8,000, and leave room for a run."""
_WITHHELD: Mapping[str, frozenset[str]] = {
    # Who belongs to which category would be its own word, and stand in an answer as a record's.
    "measure_transactions": frozenset({"categories"}),
}
"""By tool, the arguments that no model is offered."""


class Plan(Value):
    """What is going to be done."""

    steps: tuple[str, ...] = Field(
        min_length=1,
        max_length=MOST_PLANNED,
        description="The calls that you intend, in their order, a few words each.",
    )


class Page(Value):
    """A page of an earlier result."""

    result: str = Field(pattern=r"^r\d{1,3}$", description="Which result: `r1` for the first.")
    start: int = Field(default=0, ge=0, description="How many of its rows to skip.")


_OWN = {
    PLAN: ToolSpec(
        PLAN,
        "States the calls that you intend, before or together with the first of them. Free.",
        schema_of(Plan),
    ),
    READ: ToolSpec(
        READ,
        "Shows an earlier result again, or further rows of it. Free.",
        schema_of(Page),
    ),
    ANSWER: ToolSpec(ANSWER, parts.DESCRIPTION, parts.schema()),
}


def specs(
    sources: Collection[Source],
    context_window: int,
    output_schema: Mapping[str, Any] | None = None,
) -> tuple[ToolSpec, ...]:
    """All tools of a run that may read these sources, and may be asked for an object."""
    found = [_spec(tool.name, tool.description) for tool in catalog.offered(sources)]
    answer = _OWN[ANSWER] if output_schema is None else _structured(output_schema)
    own = [_OWN[PLAN], _OWN[READ], answer]
    if context_window < SMALL_WINDOW:
        found = [_shortened(each, _FIELDS) for each in found]
    if context_window < TINY_WINDOW:
        found, own = ([_shortened(each, 0) for each in some] for some in (found, own))
    return (own[0], *found, *own[1:])


def _structured(schema: Mapping[str, Any]) -> ToolSpec:
    """`answer` for a caller who wants an object: it is the object."""
    return ToolSpec(ANSWER, "Gives the object that was asked for, and ends the run.", schema)


def last(offered: Collection[ToolSpec]) -> tuple[ToolSpec, ...]:
    """What is left when there is nothing to be done but to answer."""
    return tuple(spec for spec in offered if spec.name in (ANSWER, *ENDINGS))


def refuse_withheld(name: str, arguments: Arguments) -> None:
    """Raise `InvalidCall` for an argument that no model is offered."""
    given = _WITHHELD.get(name, frozenset()) & arguments.model_fields_set
    if given:
        raise InvalidCall(f"There is no argument `{min(given)}`.")


def _spec(name: str, description: str) -> ToolSpec:
    schema = catalog.arguments_schema(name)
    withheld = _WITHHELD.get(name, frozenset())
    fields = {field: own for field, own in schema["properties"].items() if field not in withheld}
    return ToolSpec(name, description, {**schema, "properties": fields})


def _shortened(spec: ToolSpec, most: int) -> ToolSpec:
    return spec._replace(schema=_bare(spec.schema, most))


def _bare(schema: Any, most: int, depth: int = 0) -> Any:
    """A schema without the descriptions of what lies deeper than that."""
    if isinstance(schema, Mapping):
        return {
            name: _bare(value, most, depth + 1)
            for name, value in schema.items()
            if not (name == "description" and depth > most and isinstance(value, str))
        }
    return [_bare(each, most, depth + 1) for each in schema] if isinstance(schema, list) else schema


_FIELDS = 2
"""How deep the fields themselves lie: the schema, its `properties`, a field."""


def planned_steps(told: Told) -> int:
    """How many steps a first reply intends: those that it lists, or those that it calls."""
    plans = [planned(call.arguments) or 0 for call in told.calls if call.name == PLAN]
    tools = (catalog.TOOLS.get(call.name) for call in told.calls)
    calls = sum(1 for tool in tools if tool is not None and tool.is_step)
    return max((calls, *plans))


def planned(arguments: str) -> int | None:
    """How many calls a plan lists; None if it is none."""
    try:
        return len(Plan.model_validate(orjson.loads(arguments)).steps)
    except (ValidationError, orjson.JSONDecodeError):
        return None

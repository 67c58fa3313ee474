"""Every argument and every field of every tool is declared: none can be forgotten silently."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from runwright.minds.language import arguments, fields, restrictions
from runwright.tools import catalog
from runwright.tools.fields import AmountRange, Match, Period
from runwright.tools.hours import Hours

WHOLE = (Match, Period, AmountRange, Hours)
"""Values that a fact says as one."""


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that a field holds, by itself, in a list or as one of several types."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Union, types.UnionType, tuple, list, Annotated):
        for each in get_args(annotation):
            yield from models_in(each)


def arguments_of(model: type[BaseModel]) -> Iterator[tuple[str, tuple[type[BaseModel], ...]]]:
    for name, field in model.model_fields.items():
        held = tuple(models_in(field.annotation))
        yield name, held
        for each in held:
            extra = set(each.model_fields) - set(Match.model_fields)
            if not issubclass(each, WHOLE):
                yield from arguments_of(each)
            elif issubclass(each, Match):
                yield from ((own, ()) for own in each.model_fields if own in extra)


ARGUMENTS = sorted(
    {
        (tool.name, name, any(issubclass(each, WHOLE) for each in held))
        for tool in catalog.TOOLS.values()
        for name, held in arguments_of(tool.arguments)
    }
)


@pytest.mark.parametrize(("tool", "name", "is_whole"), ARGUMENTS)
def test_an_argument_is_said_or_added_or_declared_harmless(
    tool: str, name: str, is_whole: bool
) -> None:
    assert (
        is_whole
        or name in restrictions.SAID
        or name in arguments.PERIODS
        or name in arguments.CONTAINERS
        or restrictions.is_harmless(tool, name)
    ), f"{tool}.{name}: say in `restrictions` how a fact says it, or in `arguments` why it need not"


def paths(model: type[BaseModel], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        held = tuple(models_in(field.annotation))
        for each in held:
            yield from paths(each, (*above, name))
        if not held:
            yield (*above, name)


FIELDS = sorted(
    {(tool.name, path) for tool in catalog.TOOLS.values() for path in paths(tool.result)}
)


@pytest.mark.parametrize(("tool", "path"), FIELDS, ids=lambda value: str(value))
def test_a_field_that_a_slot_can_show_has_a_meaning(tool: str, path: tuple[str, ...]) -> None:
    assert fields.meaning_of(path) is not None, f"{tool}: declare {'.'.join(path)} in `fields`"


def test_what_is_declared_exists() -> None:
    names = {name for _, name, _ in ARGUMENTS}
    assert not set(arguments.HARMLESS) - names
    leaves = {path[-1] for _, path in FIELDS} | {".".join(path[-2:]) for _, path in FIELDS}
    held = {each for _, path in FIELDS for each in path}
    holders = {".".join(path[at : at + 2]) for _, path in FIELDS for at in range(len(path))}
    assert not set(fields.MEANINGS) - leaves - held - holders
    assert not fields.PLAIN - leaves - held

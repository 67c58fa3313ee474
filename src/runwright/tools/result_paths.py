"""Figures of earlier results by their path: `r2.total`, `r1.totals[0].amount`, `r1.days[*].hours`.

An amount keeps its currency: a `Money` by itself, and a field of the type `Amount` or `Decimals`
whose neighbour is a `currency`. Rows cannot be named, since they are not frozen with the run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from pydantic import BaseModel, Field

from runwright.records.facts import Amount
from runwright.tools import units
from runwright.tools.base import InvalidCall, Result
from runwright.tools.quantities import Quantity, bounded

Scalar = Quantity | date | bool | str
Figure = Scalar | tuple[Scalar, ...]
Decimals = Annotated[str, Field(max_length=1_000)]
"""A decimal number of any length, whose unit or currency stands beside it."""
MOST_VALUES = 400
"""Figures that one expression takes out of results."""
_PERCENTAGES = frozenset(("share", "percent"))
_STEP = re.compile(r"\.(?P<field>\w+)|\[(?P<index>\d+|\*)\]")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def name_of(path: str) -> str:
    """Which result a path is about: `r2`."""
    return re.split(r"[.\[]", path, maxsplit=1)[0]


class _Place(NamedTuple):
    """A value on a path."""

    parent: Any
    owner: Any
    """The nearest object around it that has a currency or a unit."""
    value: Any
    name: str


def figure_at(path: str, result: Callable[[str], Result]) -> Figure:
    """The figure, day, text or truth value at a path; several for one with `[*]`."""
    name = name_of(path)
    places: list[_Place] = [_Place(None, None, result(name), name)]
    for step in _STEP.finditer(path, len(name)):
        places = [after for place in places for after in _stepped(place, step)]
        if len(places) > MOST_VALUES:
            raise InvalidCall(f"{path} names more than {MOST_VALUES} values.")
    found = tuple(map(_scalar, places))
    return found if "[*]" in path else found[0]


def _stepped(place: _Place, step: re.Match[str]) -> Iterator[_Place]:
    _, owner, value, name = place
    if step["field"] is not None:
        if {"currency", "unit"} & set(_fields(value)):
            owner = value
        yield _Place(value, owner, _field(value, step["field"], name), name + step[0])
        return
    if not isinstance(value, tuple | list):
        raise InvalidCall(f"{name} is no list.")
    if step["index"] == "*":
        yield from (_Place(None, owner, each, f"{name}[{at}]") for at, each in enumerate(value))
        return
    at = int(step["index"])
    if at >= len(value):
        raise InvalidCall(f"{name} has {len(value)} entries; the first is {name}[0].")
    yield _Place(None, owner, value[at], name + step[0])


def _field(value: Any, field: str, name: str) -> Any:
    if field == "rows" and isinstance(value, Result):
        raise InvalidCall(f"{name}.rows cannot be used: name a figure of the result instead.")
    fields = _fields(value)
    if field not in fields:
        names = ", ".join(each for each in fields if each != "rows") or "none"
        raise InvalidCall(f"{name} has no field {field}; its fields: {names}.")
    return fields[field]


def _fields(value: Any) -> Mapping[str, Any]:
    if isinstance(value, BaseModel):
        return {field: getattr(value, field) for field in type(value).model_fields}
    return value if isinstance(value, Mapping) else {}


def _scalar(place: _Place) -> Scalar:
    parent, owner, value, name = place
    match value:
        case None:
            raise InvalidCall(f"{name} is empty.")
        case bool():
            return value
        case int():
            return Quantity(bounded(Fraction(value)))
        case float():
            return Quantity(bounded(Fraction(str(value))), (), False)
        case str() if _DAY.fullmatch(value):
            return date.fromisoformat(value)
        case str():
            return _text(parent, owner, value, name)
        case tuple() | list():
            raise InvalidCall(f"{name} is a list: name one entry, {name}[0], or all, {name}[*].")
        case BaseModel() if "amount" in type(value).model_fields:
            amount = _field(value, "amount", name)
            is_owner = {"currency", "unit"} & set(type(value).model_fields)
            return _scalar(_Place(value, value if is_owner else owner, amount, f"{name}.amount"))
        case _:
            names = ", ".join(each for each in _fields(value) if each != "rows")
            raise InvalidCall(f"{name} is no figure; name one of its fields: {names}.")


def _text(parent: Any, owner: Any, value: str, name: str) -> Scalar:
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if not number.is_finite() or abs(number.adjusted()) > 300:
        return value
    is_exact = getattr(parent, "exact", True) is not False
    return Quantity(
        bounded(Fraction(number)), _units(parent, owner, name.rpartition(".")[2]), is_exact
    )


def _units(parent: Any, owner: Any, field: str) -> units.Units:
    """The currency or the unit that stands beside a figure, or around the object it is in."""
    if not isinstance(parent, BaseModel) or field not in _amounts(type(parent)):
        return ()
    if field in _PERCENTAGES:
        return units.read("%") or ()
    if not isinstance(owner, BaseModel):
        return ()
    if unit := getattr(owner, "unit", None):
        return units.read(unit) or ()
    if getattr(owner, "currency", None) is None and not _has_unknown_currency(owner):
        return ()
    return units.money(getattr(owner, "currency", None), getattr(owner, "account", None))


def _has_unknown_currency(parent: BaseModel) -> bool:
    """Whether an amount without a currency is money; a calculation may give a plain number."""
    return "currency" in type(parent).model_fields and (
        "unit" not in type(parent).model_fields or getattr(parent, "account", None) is not None
    )


@cache
def _amounts(model: type[BaseModel]) -> frozenset[str]:
    """The fields whose type says that they have a unit or a currency."""
    hints = get_type_hints(model, include_extras=True)
    return frozenset(
        name
        for name, hint in hints.items()
        if any(each in (Amount, Decimals) for each in (hint, *get_args(hint)))
    )

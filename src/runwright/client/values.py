"""From JSON to frozen values. What a newer server adds is kept in `raw` and breaks nothing.

A class says by its annotations how each field is read: exact amounts become `Decimal`, timestamps
`datetime`, lists tuples. A field that may be None may be absent, too.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, NamedTuple, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from runwright.client.errors import MalformedResponseError

T = TypeVar("T")
Reader = Callable[[Any], T]
"""Makes a value of a JSON document, or raises `MalformedResponseError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """Base of everything that the API shows."""

    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The JSON object as it came, with fields that this client does not know."""

    @classmethod
    def read(cls, given: Any) -> Self:
        """A value of a JSON object."""
        if not isinstance(given, dict):
            raise MalformedResponseError(f"{cls.__name__} is no object")
        return cls(raw=given, **read_fields(cls, given))

    @property
    def extra(self) -> dict[str, Any]:
        """The fields that this client does not know."""
        known = {"object", *(each.wire for each in _fields(type(self)))}
        return {name: value for name, value in self.raw.items() if name not in known}


def read_fields(cls: type[Value], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a class, read from a JSON object."""
    found = {}
    for each in _fields(cls):
        if each.wire in given:
            try:
                found[each.name] = each.read(given[each.wire])
            except MalformedResponseError as error:
                raise MalformedResponseError(f"{cls.__name__}.{each.name}: {error}") from None
        elif each.required:
            raise MalformedResponseError(f"{cls.__name__}.{each.name} is missing")
        elif each.empty:
            found[each.name] = None
    return found


def tuple_of(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Reads a list."""

    def read_all(given: Any) -> tuple[T, ...]:
        return tuple(map(read, _checked(list, given)))

    return read_all


def data_of(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Reads `{"object": "list", "data": […]}`, a list that comes whole."""

    def read_data(given: Any) -> tuple[T, ...]:
        return tuple_of(read)(_checked(dict, given).get("data"))

    return read_data


class _Field(NamedTuple):
    name: str
    wire: str
    read: Reader[Any]
    required: bool
    empty: bool
    """Whether it is None when it is absent."""


def _fields(cls: Any) -> tuple[_Field, ...]:
    """How the fields of a class are read, found out once."""
    return _fields_of(cls)


@cache
def _fields_of(cls: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(cls)
    found = []
    for each in fields(cls):
        if each.name == "raw":
            continue
        hint = hints[each.name]
        defaults = each.default is not MISSING or each.default_factory is not MISSING
        may_be_none = type(None) in get_args(hint)
        found.append(
            _Field(
                name=each.name,
                wire=each.metadata.get("wire", each.name),
                read=_reader(hint),
                required=not defaults and not may_be_none,
                empty=not defaults and may_be_none,
            )
        )
    return tuple(found)


def _reader(hint: Any) -> Reader[Any]:
    """How a field with this annotation is read."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (only,) = (each for each in inner if each is not type(None))
        read = _reader(only)
        return lambda given: None if given is None else read(given)
    if origin is tuple:
        return tuple_of(_reader(inner[0]))
    if origin is not None:
        return _mapping(_reader(inner[1]))
    if isinstance(hint, type) and issubclass(hint, Value):
        return hint.read
    return _PLAIN[hint]


def _mapping(read: Reader[Any]) -> Reader[dict[str, Any]]:
    return lambda given: {name: read(each) for name, each in _checked(dict, given).items()}


def _checked(kind: type[T], given: Any) -> T:
    if not isinstance(given, kind) or (isinstance(given, bool) and kind is not bool):
        raise MalformedResponseError(f"{type(given).__name__} in place of {kind.__name__}")
    return given


def _number(given: Any) -> float:
    return float(given if isinstance(given, float) else _checked(int, given))


def _decimal(given: Any) -> Decimal:
    try:
        return Decimal(_checked(str, given))
    except InvalidOperation:
        raise MalformedResponseError(f"{given!r} is no decimal number") from None


def _moment(given: Any) -> datetime:
    try:
        return datetime.fromisoformat(_checked(str, given))
    except ValueError:
        raise MalformedResponseError(f"{given!r} is no timestamp") from None


_PLAIN: dict[Any, Reader[Any]] = {
    Any: lambda given: given,
    str: lambda given: _checked(str, given),
    int: lambda given: _checked(int, given),
    bool: lambda given: _checked(bool, given),
    float: _number,
    Decimal: _decimal,
    datetime: _moment,
}

"""From bytes to a validated value, naming every field that is wrong.

Bodies are strict JSON: UTF-8, no duplicate keys, no NaN, no NUL and no lone surrogates in
strings, and no type that merely looks right (`"4"` is no integer, `true` is none either).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar
from urllib.parse import parse_qsl

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from runwright import ids

Errors = dict[str, list[str]]

BODY = "body"
_METADATA = "metadata."
_MOST_PARAMETERS = 64
_LONGEST_NAME = 200


class Body(BaseModel):
    """Base of every request body: strict, closed, unchangeable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Change(Body):
    """Base of every body that changes a thing: what is absent stays as it is.

    Its fields default to `unchanged()`. `null` is refused, except where the type of a field has
    None: there it takes something away.
    """

    def given(self) -> dict[str, Any]:
        """The fields that the request names, with their values."""
        return {name: getattr(self, name) for name in self.model_fields_set}


def unchanged() -> Any:
    """The default of a field of a `Change`. It is no value, so the OpenAPI document shows none."""
    return Field(default_factory=lambda: None)


class Query(BaseModel):
    """Base of every set of query parameters: closed, unchangeable."""

    repeats: ClassVar[frozenset[str]] = frozenset()
    """The parameters that may be given more than once."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Shape(BaseModel):
    """Base of every answer: what the OpenAPI document shows, and the tests check."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _integer(value: Any) -> Any:
    if isinstance(value, str):
        if not (value.isascii() and value.isdigit() and len(value) < 19):
            raise ValueError("must be a whole number")
        return int(value)
    return value


def _boolean(value: Any) -> Any:
    if isinstance(value, str):
        if value not in ("true", "false"):
            raise ValueError("must be true or false")
        return value == "true"
    return value


def _comma_list(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


QueryInt = Annotated[int, BeforeValidator(_integer)]
QueryBool = Annotated[bool, BeforeValidator(_boolean)]
QueryList = BeforeValidator(_comma_list)
"""Marks a list: `name=a,b`, or `name=a&name=b` where the query says that it `repeats`."""

MetadataKey = Annotated[str, Field(min_length=1, max_length=64)]
MetadataValue = Annotated[str, Field(max_length=512)]
Metadata = Annotated[dict[MetadataKey, MetadataValue], Field(max_length=16)]


class _Repeated(ValueError):
    """An object that names a key twice."""


class _NoNumber(ValueError):
    """`NaN` or `Infinity`."""


_NUL = "must not contain NUL"
_SURROGATE = "must not contain a lone surrogate"
UNREADABLE = object()
"""What `read_json` gives for what is no JSON at all."""


def read_json(data: bytes, errors: Errors) -> Any:
    """A JSON document, read strictly; what is wrong with it is added to `errors`."""
    try:
        value = _read_plain(data)
        if value is UNREADABLE:
            value = _DECODER.decode(data.decode("utf-8"))
        # Only an escape can bring a NUL or a lone surrogate into a string.
        if b"\\u" in data:
            _check_text(value, "", errors)
    except UnicodeDecodeError:
        return _unreadable(errors, BODY, "must be UTF-8")
    except _Repeated as error:
        name = str(error) if _is_plain(str(error)) else BODY
        return _unreadable(errors, name[:_LONGEST_NAME], "appears twice in the same object")
    except RecursionError:
        return _unreadable(errors, BODY, "is nested too deeply")
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return _unreadable(errors, BODY, f"must be valid JSON; there is an error at {place}")
    except _NoNumber as error:
        return _unreadable(errors, BODY, f"must be valid JSON; {error} is not a JSON number")
    except ValueError:
        # Python reads no whole number of more than some thousand digits.
        return _unreadable(errors, BODY, "must not contain numbers with that many digits")
    return value


def _read_plain(data: bytes) -> Any:
    """A document without spaces and rare escapes, as most clients write it, read quickly.

    What comes out as the same bytes again was read without loss: no key of it stood twice.
    """
    try:
        value = orjson.loads(data)
        return value if orjson.dumps(value) == data else UNREADABLE
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return UNREADABLE


def _unreadable(errors: Errors, name: str, reason: str) -> Any:
    errors.setdefault(name, []).append(reason)
    return UNREADABLE


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [key for key, _ in pairs]
        raise _Repeated(next(key for key in value if names.count(key) > 1))
    return value


def _refuse_constant(name: str) -> Any:
    raise _NoNumber(name)


# Made once: building a decoder costs more than reading a body with it.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def _check_text(value: Any, path: str, errors: Errors) -> None:
    if isinstance(value, str):
        _check_string(value, path or BODY, errors)
    elif isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}" if path else key
            if not _is_plain(key):
                _check_string(key, path or BODY, errors)
            else:
                _check_text(inner, here, errors)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _check_text(inner, f"{path}.{index}" if path else str(index), errors)


def _is_plain(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def _check_string(text: str, path: str, errors: Errors) -> None:
    if "\0" in text:
        errors.setdefault(path, []).append(_NUL)
    elif not _is_plain(text):
        errors.setdefault(path, []).append(_SURROGATE)


def read_query(
    raw: bytes, takes_metadata: bool, errors: Errors, repeats: Collection[str] = ()
) -> dict[str, Any]:
    """Query parameters by name, `metadata.<key>` ones gathered under `metadata`.

    What `repeats` names may appear more than once: its values are joined by commas.
    """
    try:
        pairs = parse_qsl(
            raw.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_PARAMETERS,
        )
    except ValueError:
        errors["query"] = ["could not be parsed"]
        return {}
    values: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    for name, value in pairs:
        target, key = values, name
        if takes_metadata and name.startswith(_METADATA):
            target, key = metadata, name.removeprefix(_METADATA)
        if not _is_plain(name) or not _is_plain(value):
            errors.setdefault(name, []).append("must not contain NUL")
        elif key in target and target is values and key in repeats:
            values[key] += f",{value}"
        elif key in target:
            errors.setdefault(name, []).append("appears twice")
        elif takes_metadata and name == "metadata":
            errors.setdefault(name, []).append("must be given as metadata.<key>")
        else:
            target[key] = value
    return {**values, "metadata": metadata} if metadata else values


def validate(
    model: type[BaseModel], value: Any, errors: Errors, context: Mapping[str, Any] | None = None
) -> Any:
    """The value as a model, or None with every offending field added to `errors`."""
    try:
        return model.model_validate(value, context=context)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            name, message = _name(detail["loc"]), _message(detail)
            named = errors.setdefault(name, [])
            # Of a string that cannot be stored nothing else needs to be said.
            if message not in named and not {_NUL, _SURROGATE} & {*named}:
                named.append(message)
        return None


def ids_in(body: Mapping[str, Any], field: str, prefix: str, most: int) -> dict[int, str]:
    """What is an id in a list of a body that was not validated, by its place.

    In a list that is too long nothing is looked for: it is wrong as a whole.
    """
    given = body.get(field)
    if not isinstance(given, list) or len(given) > most:
        return {}
    places = enumerate(given)
    return {n: each for n, each in places if isinstance(each, str) and ids.is_id(each, prefix)}


def _name(place: tuple[int | str, ...]) -> str:
    """The path of a field. What is wrong with a key itself is said of the key."""
    if len(place) > 2 and place[-1] == "[key]":
        place = place[:-1]
    name = ".".join(map(str, place))[:_LONGEST_NAME]
    return name if name and _is_plain(name) else BODY


_MESSAGES = {
    "missing": "is required",
    "extra_forbidden": "is not a known field",
    "string_type": "must be a string",
    "string_unicode": _SURROGATE,
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing_size": "has too many digits",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be one of {expected}",
    "string_pattern_mismatch": "has the wrong format",
}
_OTHERWISE = "is invalid"
"""For what has no message above: the texts of a library are not ours to promise."""


def _message(detail: Any) -> str:
    """What is wrong with a field, to be read after its name."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])  # one of ours: our validators say what is wrong
    if context.get("min_length") == 1:
        return "must not be empty"
    template = _MESSAGES.get(kind, _OTHERWISE)
    return template.format(**{key: _plain(value) for key, value in context.items()})


def _plain(value: Any) -> str:
    return str(value).replace("'", "")

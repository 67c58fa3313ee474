"""Structured output: which schemas are taken, and which leaves of an object have support."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from runwright.minds.language import forms
from runwright.minds.language.evidence import Evidence
from runwright.minds.language.unchecked import Known, gather, is_known
from runwright.text.words import split_words

LARGEST_SCHEMA = 16 * 1024
DEEPEST_SCHEMA = 24
"""How far schemas may be nested; providers take no more than a handful of levels."""
_LONGEST_NAME = 6
_BY_NAME = frozenset(("properties", "$defs", "definitions", "dependentSchemas"))
"""Keywords whose members are named by the caller, and are schemas."""
_DATA = frozenset(("enum", "const", "default", "examples"))
"""Keywords whose members are no schemas."""
_PATTERNS = frozenset(("pattern", "patternProperties"))
_REFERENCES = frozenset(("$ref", "$dynamicRef", "$recursiveRef"))


# Schemas ----------------------------------------------------------------------------------------


class InvalidSchema(Exception):
    """A schema that is not taken; says where and why, to whoever sent it."""


def validate_schema(schema: Any) -> None:
    """`InvalidSchema` unless a run can be asked for objects of this schema."""
    if not isinstance(schema, Mapping):
        raise InvalidSchema("output_schema must be a JSON object.")
    size = _size(schema)
    if size > LARGEST_SCHEMA:
        raise InvalidSchema(
            f"output_schema has {size:,} bytes; at most {LARGEST_SCHEMA:,} are taken."
        )
    if schema.get("type") != "object":
        raise InvalidSchema('output_schema must have "type": "object" at the top.')
    for path, keyword, value in _keywords(schema, "", 0):
        if keyword in _PATTERNS:
            raise InvalidSchema(
                f"output_schema{path}: `{keyword}` is not taken; use `enum` or describe the form."
            )
        if keyword in _REFERENCES:
            _validate_reference(value, f"{path}/{keyword}", schema)


def _size(schema: Mapping[str, Any]) -> int:
    try:
        return len(json.dumps(schema, ensure_ascii=False, separators=(",", ":")).encode())
    except RecursionError:
        raise InvalidSchema(_TOO_DEEP) from None
    except (TypeError, ValueError):
        raise InvalidSchema("output_schema must be JSON.") from None


_TOO_DEEP = f"output_schema is nested more than {DEEPEST_SCHEMA} levels deep."


def _keywords(schema: Any, path: str, depth: int) -> Iterator[tuple[str, str, Any]]:
    """Every keyword of a schema and of those within it, with where it stands."""
    if depth > DEEPEST_SCHEMA:
        raise InvalidSchema(_TOO_DEEP)
    if isinstance(schema, list):
        for at, each in enumerate(schema):
            yield from _keywords(each, f"{path}/{at}", depth + 1)
    if not isinstance(schema, Mapping):
        return
    for keyword, value in schema.items():
        yield path, keyword, value
        if keyword in _BY_NAME and isinstance(value, Mapping):
            for name, each in value.items():
                yield from _keywords(each, f"{path}/{keyword}/{_step(name)}", depth + 1)
        elif keyword not in _DATA and isinstance(value, Mapping | list):
            yield from _keywords(value, f"{path}/{keyword}", depth + 1)


def _validate_reference(value: Any, path: str, schema: Mapping[str, Any]) -> None:
    if not isinstance(value, str) or not value.startswith("#"):
        raise InvalidSchema(
            f"output_schema{path}: only references within the schema are taken, such as "
            "`#/$defs/item`."
        )
    if _resolved({"$ref": value}, schema) is None:
        raise InvalidSchema(f"output_schema{path}: `{value}` leads nowhere.")


def _resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A schema with the references that it begins with followed; None if they lead nowhere."""
    for _ in range(DEEPEST_SCHEMA):
        if not isinstance(schema, Mapping):
            return None
        if "$ref" not in schema:
            return schema
        schema = _target(str(schema["$ref"]), root)
    return None


def _target(reference: str, root: Mapping[str, Any]) -> Any:
    found: Any = root
    for step in reference.removeprefix("#").split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


# Leaves -----------------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """A value of the object."""

    path: str
    """A JSON pointer: `/months/0/total`."""
    value: Any
    is_supported: bool


def leaves(value: Any, schema: Mapping[str, Any], evidence: Evidence) -> list[Leaf]:
    """The figures, days and names of an object, each with whether it stands in a result or record.

    A choice (`enum`, `const`, booleans) and running text are the model's own and are left out.
    That a value stands somewhere does not say that it stands in the right field.
    """
    known = gather(evidence)
    return [
        Leaf(path, leaf, _is_known(leaf, known, evidence))
        for path, leaf, own in _walk(value, [schema], schema, "")
        if not _is_own(leaf, own)
    ]


_Schemas = list[Mapping[str, Any]]


def _walk(
    value: Any, schemas: _Schemas, root: Mapping[str, Any], path: str
) -> Iterator[tuple[str, Any, _Schemas]]:
    """Each leaf with the schemas that it may be of."""
    schemas = list(_alternatives(schemas, root, DEEPEST_SCHEMA))
    if isinstance(value, Mapping):
        for name, each in value.items():
            inner = [found for s in schemas if (found := _property(s, name)) is not None]
            yield from _walk(each, inner, root, f"{path}/{_step(name)}")
    elif isinstance(value, list):
        for at, each in enumerate(value):
            inner = [found for s in schemas if isinstance(found := s.get("items"), Mapping)]
            yield from _walk(each, inner, root, f"{path}/{at}")
    else:
        yield path, value, schemas


def _alternatives(
    schemas: _Schemas, root: Mapping[str, Any], depth: int
) -> Iterator[Mapping[str, Any]]:
    for each in schemas:
        schema = _resolved(each, root)
        if schema is None or not depth:
            continue
        yield schema
        for keyword in ("anyOf", "oneOf", "allOf"):
            choices = [c for c in schema.get(keyword, ()) if isinstance(c, Mapping)]
            yield from _alternatives(choices, root, depth - 1)


def _property(schema: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    found = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
    return found if isinstance(found, Mapping) else None


def _step(name: Any) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


def _is_own(leaf: Any, schemas: _Schemas) -> bool:
    if leaf is None or isinstance(leaf, bool):
        return True
    if any("enum" in schema or "const" in schema for schema in schemas):
        return True
    return isinstance(leaf, str) and len(split_words(leaf)) > _LONGEST_NAME


def _is_known(leaf: Any, known: Known, evidence: Evidence) -> bool:
    number = forms.number_of(leaf)
    if number is not None:
        return abs(number) in known.figures
    moment = forms.moment_of(leaf, evidence.zone)
    if moment is not None:
        return date(moment.year, moment.month, moment.day) in known.days
    return is_known(str(leaf), known)

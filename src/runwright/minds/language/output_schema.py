"""Which JSON Schemas a run may be asked to answer by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

LARGEST_SCHEMA = 16 * 1024
DEEPEST_SCHEMA = 24
"""How far schemas may be nested; providers take no more than a handful of levels."""
_BY_NAME = frozenset(("properties", "$defs", "definitions", "dependentSchemas"))
"""Keywords whose members are named by the caller, and are schemas."""
_DATA = frozenset(("enum", "const", "default", "examples"))
"""Keywords whose members are no schemas."""
_PATTERNS = frozenset(("pattern", "patternProperties"))
_REFERENCES = frozenset(("$ref", "$dynamicRef", "$recursiveRef"))


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
                yield from _keywords(each, f"{path}/{keyword}/{pointer_step(name)}", depth + 1)
        elif keyword not in _DATA and isinstance(value, Mapping | list):
            yield from _keywords(value, f"{path}/{keyword}", depth + 1)


def _validate_reference(value: Any, path: str, schema: Mapping[str, Any]) -> None:
    if not isinstance(value, str) or not value.startswith("#"):
        raise InvalidSchema(
            f"output_schema{path}: only references within the schema are taken, such as "
            "`#/$defs/item`."
        )
    if resolved({"$ref": value}, schema) is None:
        raise InvalidSchema(f"output_schema{path}: `{value}` leads nowhere.")


def resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
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


def pointer_step(name: Any) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")

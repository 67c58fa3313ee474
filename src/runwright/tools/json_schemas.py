"""JSON Schemas as they are offered: complete in themselves, and without what says nothing.

Definitions stand where they are used. Titles, which repeat names, are left out, and so is `null`
where a field may as well be absent.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

_DEFINITIONS = "#/$defs/"
_NULL = {"type": "null"}


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    return _plain(schema, definitions)


def _plain(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        own = {name: value for name, value in schema.items() if name != "$ref"}
        # What is said where it is used tells more than what is said of the type.
        schema = {**definitions[schema["$ref"].removeprefix(_DEFINITIONS)], **own}
    schema = _without_null({name: value for name, value in schema.items() if name != "title"})
    if "$ref" in schema:
        return _plain(schema, definitions)
    return {name: _part(name, value, definitions) for name, value in schema.items()}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    if schema.get("default", ...) is None:
        schema = {name: value for name, value in schema.items() if name != "default"}
    choices = [each for each in schema.get("anyOf", []) if each != _NULL]
    if len(choices) != 1:
        return {**schema, "anyOf": choices} if choices else schema
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**choices[0], **rest}


def _part(name: str, value: Any, definitions: dict[str, Any]) -> Any:
    match name:
        case "properties":
            return {field: _plain(each, definitions) for field, each in value.items()}
        case "items" | "additionalProperties" if isinstance(value, dict):
            return _plain(value, definitions)
        case "anyOf" | "oneOf" | "allOf" | "prefixItems":
            return [_plain(each, definitions) for each in value]
        case _:
            return value

"""JSON schemas of request bodies and answers, as generators of clients understand them.

No property has the keyword `default`: generators take a property with a default for one that is
always there, and would ask for it in every request. What holds for an absent field is said in
words instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from pydantic_core import core_schema

from runwright.api.descriptions import described
from runwright.api.fields import COMPONENT
from runwright.api.parsing import Shape

REF = "#/components/schemas/{model}"
BINARY = {"type": "string", "format": "binary"}
_NULL = {"type": "null"}


class _Generator(GenerateJsonSchema):
    """Pydantic's, with optional fields as this service means them."""

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        shown = super().model_schema(schema)
        shape = _response_field if issubclass(schema["cls"], Shape) else _request_field
        properties = described(schema["cls"], shown.get("properties", {}))
        shown["properties"] = {name: shape(field) for name, field in properties.items()}
        return shown

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic's signature
        return False  # it would say the name again


def _response_field(field: dict[str, Any]) -> dict[str, Any]:
    """A field of an answer: one with a default is left out when there is nothing to say."""
    if "default" not in field:
        return field
    field = {name: value for name, value in field.items() if name != "default"}
    if "anyOf" not in field:
        return field
    choices = [choice for choice in field.pop("anyOf") if choice != _NULL]
    return {**choices[0], **field} if len(choices) == 1 else {**field, "anyOf": choices}


def _request_field(field: dict[str, Any]) -> dict[str, Any]:
    """A field of a request: what holds when it is left out is said in words.

    A default of null is not: there, leaving the field out and giving null are not the same.
    """
    if "default" not in field:
        return field
    field = dict(field)
    default = field.pop("default")
    if default is not None:
        said = f"Default: `{orjson.dumps(default).decode()}`."
        field["description"] = " ".join(filter(None, (field.get("description"), said)))
    return field


def schemas(
    models: Iterable[type[BaseModel]],
) -> tuple[dict[type[BaseModel], dict[str, Any]], dict[str, Any]]:
    """A reference to each model, and the definitions that they lead to."""
    wanted = tuple(dict.fromkeys(models))
    refs, schema = models_json_schema(
        [(model, "validation") for model in wanted], ref_template=REF, schema_generator=_Generator
    )
    definitions: dict[str, Any] = with_references(schema["$defs"])
    return {model: refs[(model, "validation")] for model in wanted}, definitions


def inline(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model that is no definition of its own."""
    shown: dict[str, Any] = with_references(
        model.model_json_schema(ref_template=REF, schema_generator=_Generator)
    )
    return shown


def with_references(node: Any) -> Any:
    """The same schema, with references where a component is meant."""
    if isinstance(node, list):
        return [with_references(inner) for inner in node]
    if not isinstance(node, Mapping):
        return node
    if COMPONENT in node:
        rest = {name: inner for name, inner in node.items() if name != COMPONENT}
        return {"$ref": REF.format(model=node[COMPONENT]), **rest}
    return {name: with_references(inner) for name, inner in node.items()}

"""Schemas of structured output within their limits, and support for the leaves of an object."""

from __future__ import annotations

from typing import Any

import pytest

from minds.language.kit import EVIDENCE
from runwright.minds.language.output_schema import (
    DEEPEST_SCHEMA,
    LARGEST_SCHEMA,
    InvalidSchema,
    validate_schema,
)
from runwright.minds.language.structured import leaves

TAKEN: list[dict[str, Any]] = [
    {"type": "object"},
    {"type": "object", "properties": {"pattern": {"type": "string"}, "$ref": {"type": "number"}}},
    {"type": "object", "properties": {"kind": {"enum": ["pattern", {"$ref": "https://x"}]}}},
    {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"next": {"$ref": "#"}, "of": {"$ref": "#/$defs/a~1b"}},
        "$defs": {"a/b": {"type": "string"}},
    },
]
REFUSED: list[tuple[Any, str]] = [
    ([], "output_schema must be a JSON object."),
    ({"type": "array"}, 'output_schema must have "type": "object" at the top.'),
    (
        {"type": "object", "properties": {"zip": {"type": "string", "pattern": "^(a+)+$"}}},
        "output_schema/properties/zip: `pattern` is not taken; use `enum` or describe the form.",
    ),
    (
        {"type": "object", "anyOf": [{"patternProperties": {}}]},
        "output_schema/anyOf/0: `patternProperties` is not taken; use `enum` or describe the form.",
    ),
    (
        {"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}},
        "output_schema/properties/a/$ref: only references within the schema are taken, such as "
        "`#/$defs/item`.",
    ),
    (
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}},
        "output_schema/properties/a/$ref: `#/$defs/b` leads nowhere.",
    ),
    (
        {"type": "object", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        "output_schema/$defs/a/$ref: `#/$defs/a` leads nowhere.",
    ),
    ({"type": "object", "default": object()}, "output_schema must be JSON."),
]


@pytest.mark.parametrize("schema", TAKEN)
def test_a_schema_within_the_limits_is_taken(schema: dict[str, Any]) -> None:
    validate_schema(schema)


@pytest.mark.parametrize(("schema", "message"), REFUSED, ids=[each for _, each in REFUSED])
def test_a_schema_beyond_the_limits_is_refused_with_its_place(schema: Any, message: str) -> None:
    with pytest.raises(InvalidSchema) as refusal:
        validate_schema(schema)
    assert str(refusal.value) == message


def test_a_schema_may_have_as_many_bytes_as_the_limit_and_no_more() -> None:
    bare = len('{"type":"object","description":""}')
    validate_schema({"type": "object", "description": "x" * (LARGEST_SCHEMA - bare)})
    with pytest.raises(InvalidSchema, match=r"has 16,385 bytes; at most 16,384 are taken\."):
        validate_schema({"type": "object", "description": "x" * (LARGEST_SCHEMA - bare + 1)})
    with pytest.raises(InvalidSchema, match="bytes"):
        validate_schema({"type": "object", "description": "ä" * (LARGEST_SCHEMA // 2)})


@pytest.mark.parametrize("levels", [DEEPEST_SCHEMA + 1, 1_000, 100_000])
def test_a_schema_that_is_nested_too_deeply_is_refused(levels: int) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"not": schema}
    with pytest.raises(InvalidSchema):
        validate_schema({**schema, "type": "object"})


def support(value: Any, schema: dict[str, Any] | None = None) -> dict[str, bool]:
    return {leaf.path: leaf.is_supported for leaf in leaves(value, schema or {}, EVIDENCE)}


def test_leaves_of_an_object_have_support_or_not() -> None:
    given = {"total": 95.23, "other": 12, "shop": "REWE", "day": "2026-11-19", "who": "Lena"}
    expected = {"/total": True, "/other": False, "/shop": True, "/day": True, "/who": False}
    assert support(given) == expected


def test_a_name_put_together_from_two_records_has_no_support() -> None:
    found = support({"names": ["Kofi Mensah", "Ada Weiss", "Kofi Weiss"]})
    assert found == {"/names/0": True, "/names/1": True, "/names/2": False}


def test_choices_and_running_text_are_the_models_own_also_behind_references() -> None:
    schema = {
        "type": "object",
        "properties": {
            "mood": {"anyOf": [{"$ref": "#/$defs/mood"}, {"type": "null"}]},
            "why": {"type": "string"},
            "a/b": {"type": "array", "items": {"$ref": "#/$defs/mood"}},
        },
        "$defs": {"mood": {"enum": ["calm", "busy"]}},
    }
    given = {"mood": "busy", "why": "there are two events and both last an hour", "a/b": ["calm"]}
    assert support(given, schema) == {}
    assert support({"a/b": ["calm"]}) == {"/a~1b/0": False}

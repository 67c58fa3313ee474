"""Every tool is in the catalog once, with schemas that stand alone and calls that are read."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import runwright.tools
from runwright.tools import catalog
from runwright.tools.base import InvalidCall
from runwright.tools.catalog import (
    ORDER,
    TOOLS,
    arguments_schema,
    is_offered,
    offered,
    parse_call,
)

FOLDER = Path(runwright.tools.__file__).parent
SCHEMAS = [catalog.arguments_schema, catalog.result_schema]


def defines_tool(module: Path) -> bool:
    return any(
        isinstance(statement, ast.Assign | ast.AnnAssign)
        and any(
            isinstance(node, ast.Name) and node.id == "TOOL"
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        for statement in ast.parse(module.read_text("utf-8")).body
    )


def test_each_module_with_a_tool_is_listed_once() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if defines_tool(path)}
    assert len(set(ORDER)) == len(ORDER)
    assert modules <= set(ORDER)
    assert set(TOOLS) == modules
    assert list(TOOLS) == [name for name in ORDER if name in modules]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for each in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(each, dict | list):
            yield from parts(each)


@pytest.mark.parametrize("schema_of", SCHEMAS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_schema_stands_alone_and_describes_each_field(name: str, schema_of: Any) -> None:
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    json.dumps(schema)
    for part in parts(schema):
        assert "$ref" not in part
        assert "$defs" not in part
        assert part.get("default", ...) is not None
    for field in schema["properties"].values():
        assert field["description"].endswith((".", "?`", ".`"))


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_says_in_sentences_what_it_does(name: str) -> None:
    assert TOOLS[name].description.endswith(".")


def test_a_tool_without_sources_is_always_offered() -> None:
    free = {tool.name for tool in TOOLS.values() if not tool.sources}
    assert {"calculate", "decline", "ask_back", "resolve_period"} <= free
    assert {tool.name for tool in offered(())} == free
    assert len(offered(("calendar", "documents", "finance"))) == len(TOOLS)


def test_a_tool_is_offered_when_one_of_its_sources_is_there() -> None:
    tool = replace(TOOLS["calculate"], sources=("calendar", "finance"))
    assert is_offered(tool, ["finance"])
    assert not is_offered(tool, ["documents"])


def test_a_tool_that_needs_sources_together_is_offered_with_all_of_them() -> None:
    tool = replace(
        TOOLS["calculate"],
        sources=("calendar", "documents", "finance"),
        combinations=(("calendar", "finance"), ("documents", "finance")),
    )
    assert is_offered(tool, ("documents", "finance"))
    assert not is_offered(tool, ["finance"])
    assert not is_offered(tool, ("calendar", "documents"))


def test_what_a_tool_needs_is_among_what_it_reads() -> None:
    for tool in TOOLS.values():
        assert {source for each in tool.combinations for source in each} <= set(tool.sources)


def test_a_call_is_read_from_text_and_from_an_object() -> None:
    for arguments in (
        '{"expression": "1 + 1"}',
        b'{"expression": "1 + 1"}',
        {"expression": "1 + 1"},
    ):
        tool, parsed = parse_call("calculate", arguments)
        assert tool is TOOLS["calculate"]
        assert tool.describe(parsed) == "1 + 1"


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("calcualte", "{}", "There is no tool 'calcualte'. The tools are "),
        ("calculate", "{", "The arguments are not valid JSON."),
        ("calculate", "[]", "The arguments must be a JSON object."),
        ("calculate", "", "`expression` is missing."),
        ("calculate", '{"expression": "1 +"}', "`expression`: The end stands where"),
        (
            "calculate",
            '{"expression": "1", "digits": 2, "unit": "m"}',
            "There is no argument `digits`. There is no argument `unit`.",
        ),
        ("decline", {"reason": "not_in_records"}, "`looked_for` must name"),
        ("decline", {"reason": "bored"}, "`reason`: Input should be 'needs_language_model', "),
        (
            "ask_back",
            {"question": "?", "choices": [{"label": "a"}]},
            "`choices.0.reading` is missing.",
        ),
    ],
)
def test_a_call_that_is_wrong_says_where(name: str, arguments: Any, sentence: str) -> None:
    with pytest.raises(InvalidCall) as refused:
        parse_call(name, arguments)
    assert sentence in str(refused.value)


def test_optional_arguments_are_neither_required_nor_null() -> None:
    schema = arguments_schema("resolve_period")
    assert schema["required"] == ["words"]
    assert schema["properties"]["tense"]["enum"] == ["past", "future"]
    assert "default" not in schema["properties"]["tense"]

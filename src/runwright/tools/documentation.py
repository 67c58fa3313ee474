"""The page `docs/tools.md`, written from the catalog: `make docs` prints it there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from runwright.tools import catalog
from runwright.tools.base import Result, Tool
from runwright.tools.json_schemas import schema_of

INTRODUCTION = """\
# Tools

A run works by calling tools: each takes typed arguments and gives a typed result. A language model is offered exactly these tools, the embedded mind emits the same calls, and the steps of a run show them.

`GET /v1/tools` lists the tools that runs of a key can use, with the JSON Schemas of their arguments and results. It needs `runs:read`. A tool that reads records is listed when the key has the scope of at least one of its sources; a tool that needs sources together is listed when the key has the scopes of all of them. `runwright tools` prints the same list, and `runwright tools NAME` the schemas of one tool.

The results of a run are called `r1`, `r2`, … in the order of its calls. `calculate` takes figures out of them by path: `r1.totals[0].amount`. Amounts keep their currency, and amounts of different currencies are never added. Rows have no path: they are not frozen with the run.

This page is written from the schemas by `make docs`.
"""  # noqa: E501


def page() -> str:
    """The whole page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    yield "| tool | reads | counts as a step |\n|---|---|---|"
    for tool in catalog.TOOLS.values():
        reads = ", ".join(tool.sources) or "no records"
        yield f"| [`{tool.name}`](#{tool.name}) | {reads} | {'yes' if tool.is_step else 'no'} |"
    yield "\n## Every result\n\nAll results have these fields; those of a tool come on top.\n"
    yield from _table(schema_of(Result))
    for tool in catalog.TOOLS.values():
        yield from _tool(tool)


def _tool(tool: Tool[Any, Any]) -> Iterator[str]:
    yield f"\n## {tool.name}\n\n{tool.description}\n"
    if tool.combinations:
        together = " or ".join(" and ".join(each) for each in tool.combinations)
        yield f"It needs the sources {together}.\n"
    yield "Arguments:\n"
    yield from _table(catalog.arguments_schema(tool.name))
    schema = catalog.result_schema(tool.name)
    own = {
        name: field
        for name, field in schema["properties"].items()
        if name == "rows" or name not in Result.model_fields
    }
    if tool.row is None:
        own.pop("rows", None)
    yield "\nResult:\n"
    yield from _table({**schema, "properties": own})


def _table(schema: dict[str, Any]) -> Iterator[str]:
    yield "| field | type | meaning |\n|---|---|---|"
    yield from _rows(schema, "")


def _rows(schema: dict[str, Any], prefix: str) -> Iterator[str]:
    required = schema.get("required", [])
    for name, field in schema["properties"].items():
        path = f"{prefix}{name}"
        notes = "**required**. " if name in required and not prefix else ""
        meaning = _cell(f"{notes}{field.get('description', '')}{_default(field)}")
        yield f"| `{path}` | {_cell(_type(field))} | {meaning} |"
        inner, mark = (field["items"], "[]") if "items" in field else (field, "")
        if "properties" in inner:
            yield from _rows(inner, f"{path}{mark}.")


def _default(field: dict[str, Any]) -> str:
    default = field.get("default")
    return "" if default in (None, [], {}, "") else f" Default: `{json.dumps(default)}`."


def _type(field: dict[str, Any]) -> str:
    if "enum" in field:
        return ", ".join(f"`{each}`" for each in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(map(_type, field["anyOf"])))
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("type", "any"))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


if __name__ == "__main__":
    print(page())

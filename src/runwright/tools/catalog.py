"""All tools by name, in the order in which they are offered, with the schemas of their values.

A tool is a module of this package that is named after it and has a `TOOL`. `ORDER` lists them:
first what reads records, the plainest of each source first, then what computes with results, then
what ends a run. The order is part of what a language model reads, so it never depends on a folder.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

from runwright.tools.base import Arguments, InvalidCall, Source, Tool
from runwright.tools.json_schemas import schema_of

ORDER = (
    "find_events",
    "measure_events",
    "find_free_time",
    "find_conflicts",
    "search_events",
    "find_transactions",
    "measure_transactions",
    "find_recurring_payments",
    "get_balances",
    "search_transactions",
    "search_documents",
    "read_document",
    "list_documents",
    "query_table",
    "match_records",
    "calculate",
    "resolve_period",
    "make_file",
    "ask_back",
    "decline",
)
_PACKAGE = __package__


def _load() -> dict[str, Tool[Any, Any]]:
    modules = (f"{_PACKAGE}.{name}" for name in ORDER)
    tools = [import_module(name).TOOL for name in modules]
    return {tool.name: tool for tool in tools}


TOOLS: Mapping[str, Tool[Any, Any]] = _load()


def offered(sources: Collection[Source]) -> tuple[Tool[Any, Any], ...]:
    """The tools that can do something with these sources, in their order."""
    return tuple(tool for tool in TOOLS.values() if is_offered(tool, sources))


def is_offered(tool: Tool[Any, Any], sources: Collection[Source]) -> bool:
    """Whether a tool can do something with these sources.

    One that reads no source always can. One with `combinations` needs all sources of one of them,
    any other at least one of its sources. Whatever it then reads is checked again, each source.
    """
    if not tool.sources:
        return True
    combinations = tool.combinations or tuple((source,) for source in tool.sources)
    return any(all(source in sources for source in each) for each in combinations)


@cache
def arguments_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments, complete in itself."""
    return schema_of(TOOLS[name].arguments)


@cache
def result_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a tool's result, complete in itself."""
    return schema_of(TOOLS[name].result)


def parse_call(
    name: str, arguments: str | bytes | Mapping[str, Any]
) -> tuple[Tool[Any, Any], Arguments]:
    """A tool and its arguments, from a name and JSON; `InvalidCall` says all that is wrong."""
    tool = TOOLS.get(name)
    if tool is None:
        raise InvalidCall(f"There is no tool {name!r}. The tools are {', '.join(TOOLS)}.")
    try:
        parsed: Arguments = tool.arguments.model_validate(_mapping(arguments))
    except ValidationError as error:
        raise InvalidCall(" ".join(map(_sentence, error.errors(include_url=False)))) from None
    return tool, parsed


def _mapping(arguments: str | bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(arguments, str | bytes):
        try:
            # Some models send nothing where there is nothing to say.
            arguments = from_json(arguments) if arguments.strip() else {}
        except ValueError:
            raise InvalidCall("The arguments are not valid JSON.") from None
    if not isinstance(arguments, Mapping):
        raise InvalidCall("The arguments must be a JSON object.")
    return arguments


def _sentence(error: ErrorDetails) -> str:
    place = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"`{place}` is missing."
    if error["type"] == "extra_forbidden":
        return f"There is no argument `{place}`."
    text = error["msg"].removeprefix("Value error, ").rstrip(".")
    return f"`{place}`: {text}." if place else f"{text[:1].upper()}{text[1:]}."

"""`/v1/tools` over HTTP: the tools that a run with this key can use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from runwright import later
from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route
from runwright.runs.tools.types import ToolList
from runwright.tools.base import Source, Tool
from runwright.trust.scopes import SOURCES, Scope

if TYPE_CHECKING:
    from runwright.tools import catalog
else:
    catalog = later.Module("runwright.tools.catalog")


def routes() -> list[Route]:
    """The routes of this noun."""
    return [
        Route(
            method="GET",
            path="/v1/tools",
            action="tools.list",
            scope=Scope.RUNS_READ,
            handler=list_tools,
            summary="List the tools that the key's runs can use",
            answer=ToolList,
        )
    ]


async def list_tools(call: Call) -> Answer:
    """The tools that the scopes of the key leave."""
    every: tuple[Source, ...] = get_args(Source)
    allowed = [source for source in every if SOURCES[source] in call.principal.scopes]
    return answer({"object": "list", "data": [_shape(t) for t in catalog.offered(allowed)]})


def _shape(tool: Tool[Any, Any]) -> dict[str, Any]:
    return {
        "name": tool.name,
        "object": "tool",
        "description": tool.description,
        "sources": list(tool.sources),
        "scopes": [str(SOURCES[source]) for source in tool.sources],
        "is_step": tool.is_step,
        "arguments": catalog.arguments_schema(tool.name),
        "result": catalog.result_schema(tool.name),
    }

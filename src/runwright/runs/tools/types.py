"""The wire shapes of tools."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from runwright.api.parsing import Shape
from runwright.tools.base import Source


class ToolShape(Shape):
    """A tool, with the JSON Schemas of its arguments and its result."""

    name: str
    """The name of the tool."""
    object: Literal["tool"]
    description: str
    """What the tool does."""
    sources: list[Source] = Field(description="Every source that it may read.")
    scopes: list[str] = Field(description="The scopes of those sources.")
    is_step: bool = Field(description="Whether a call counts against `max_steps`.")
    arguments: dict[str, Any] = Field(description="The JSON Schema of its arguments.")
    result: dict[str, Any] = Field(description="The JSON Schema of its result.")


class ToolList(Shape):
    """The tools."""

    object: Literal["list"]
    data: list[ToolShape]
    """Every tool."""

"""What each field means: the docstring below it, where its shape is declared.

Pydantic can collect these too, but does so whenever a class is made, at every start. Here a
module's source is read when the OpenAPI document is first asked for.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import BaseModel


def described(model: type[BaseModel], properties: dict[str, Any]) -> dict[str, Any]:
    """The same properties of a JSON schema, each with its description."""
    names = {field.alias or name: name for name, field in model.model_fields.items()}
    return {shown: _with(model, names[shown], node) for shown, node in properties.items()}


def description(model: type[BaseModel], field: str) -> str | None:
    """What a class, or the nearest one it inherits from, says about a field."""
    for each in model.__mro__[: model.__mro__.index(BaseModel)]:
        found = _docstrings(each.__module__).get(each.__qualname__, {}).get(field)
        if found is not None:
            return found
    return None


def _with(model: type[BaseModel], field: str, node: dict[str, Any]) -> dict[str, Any]:
    if "description" in node:
        return node
    text = description(model, field)
    if text is None and "const" in node:
        text = f"Always `{str(node['const']).lower()}`."
    return node if text is None else {**node, "description": text}


@cache
def _docstrings(module: str) -> dict[str, dict[str, str]]:
    """By class and field: the strings that stand right below fields."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: _below(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _below(node: ast.ClassDef) -> dict[str, str]:
    return {
        one.target.id: inspect.cleandoc(other.value.value).replace("\n", " ")
        for one, other in pairwise(node.body)
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        if isinstance(other, ast.Expr) and isinstance(other.value, ast.Constant)
        if isinstance(other.value.value, str)
    }

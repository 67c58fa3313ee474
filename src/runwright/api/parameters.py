"""The parameters of an operation in the OpenAPI document: path, query and headers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from runwright.api import idempotency
from runwright.api.fields import SERVICE_VERSION, id_schema, one_of
from runwright.api.pages import PageQuery
from runwright.api.parsing import Query
from runwright.api.router import HeaderShape, Route
from runwright.api.schemas import REF, with_references
from runwright.api.versions import HEADER as VERSION_HEADER
from runwright.errors import CATALOG

METADATA = "metadata"
_PATHS: dict[str, dict[str, Any]] = {
    "agents": id_schema("ag"),
    "artifacts": id_schema("art"),
    "audit_log": {"type": "integer", "minimum": 1},
    "approvals": {"type": "string", "examples": ["BCDF-GHJK"]},
    "deliveries": id_schema("dlv"),
    "erasures": id_schema(),
    "errors": one_of(CATALOG),
    "events": id_schema("evt"),
    "files": id_schema("file"),
    "keys": id_schema("key"),
    "models": {"type": "string", "examples": ["y0-fast"]},
    "networks": id_schema("net"),
    "projects": id_schema("proj"),
    "runs": id_schema("run"),
    "webhooks": id_schema("wh"),
}
"""By the segment before it: what a parameter of a path looks like."""
_TEXT = {"type": "string"}
_BOUNDS = {"ge": "minimum", "le": "maximum"}
"""Pydantic leaves these names where a validator stands before the bound."""


def parameters(route: Route) -> list[dict[str, Any]]:
    """All of a route's."""
    return [*_path(route), *_query(route), *_headers(route)]


def _path(route: Route) -> list[dict[str, Any]]:
    segments = route.path.split("/")
    return [
        {"name": segment[1:-1], "in": "path", "required": True, "schema": _PATHS.get(before, _TEXT)}
        for before, segment in pairwise(segments)
        if segment.startswith("{")
    ]


def _query(route: Route) -> list[dict[str, Any]]:
    model: type[BaseModel] = route.query or Query
    schema = model.model_json_schema(ref_template=REF)
    return [
        _by_metadata(details)
        if name == METADATA
        else {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "schema": _shown(model, name, details),
        }
        for name, details in schema.get("properties", {}).items()
    ]


def _shown(model: type[BaseModel], name: str, details: dict[str, Any]) -> dict[str, Any]:
    """What a query parameter may be: absent or a value, but never null."""
    if name in ("after", "before") and issubclass(model, PageQuery):
        return id_schema(model.lists)
    choices = [choice for choice in details.get("anyOf", ()) if choice != {"type": "null"}]
    shown = details if not choices else choices[0] if len(choices) == 1 else {"anyOf": choices}
    return {_BOUNDS.get(key, key): value for key, value in shown.items() if key != "title"}


def _by_metadata(details: dict[str, Any]) -> dict[str, Any]:
    """`metadata.<key>=value`, any number of them: the properties of an object, spread out."""
    longest = details["propertyNames"]["maxLength"]
    return {
        "name": METADATA,
        "in": "query",
        "required": False,
        "description": "Filters by metadata, each as a parameter `metadata.<key>=<value>`.",
        "style": "form",
        "explode": True,
        "schema": {
            "type": "object",
            "propertyNames": {"pattern": rf"^{METADATA}\..{{1,{longest}}}$"},
            "additionalProperties": details["additionalProperties"],
            "maxProperties": details["maxProperties"],
        },
    }


def _headers(route: Route) -> list[dict[str, Any]]:
    headers = [
        HeaderShape(
            name=VERSION_HEADER,
            schema=SERVICE_VERSION,
            description="Answers in this version of the API instead of the one of the key.",
        )
    ]
    if route.takes_idempotency_key:
        headers.append(
            HeaderShape(
                name=idempotency.HEADER,
                schema={"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST},
                description=(
                    "Makes retries safe: for 24 hours the same request with the same key gets"
                    " the stored answer of the first."
                ),
            )
        )
    return [_header(header) for header in (*headers, *route.request_headers)]


def _header(header: HeaderShape) -> dict[str, Any]:
    return {
        "name": header.name,
        "in": "header",
        "required": False,
        "description": header.description,
        "schema": with_references(header.schema),
    }

"""The parameters of an operation in the OpenAPI document: path, query and headers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from runwright.api import idempotency
from runwright.api.descriptions import described
from runwright.api.fields import SERVICE_VERSION, id_schema, one_of
from runwright.api.pages import PageQuery
from runwright.api.parsing import Query
from runwright.api.router import HeaderShape, Route
from runwright.api.schemas import REF, with_references
from runwright.api.versions import HEADER as VERSION_HEADER
from runwright.errors import CATALOG

METADATA = "metadata"
_PATHS: dict[str, tuple[dict[str, Any], str]] = {
    "agents": (id_schema("ag"), "The id of the agent."),
    "artifacts": (id_schema("art"), "The id of the artifact."),
    "audit_log": ({"type": "integer", "minimum": 1}, "The number of the audit entry."),
    "approvals": (
        {"type": "string", "examples": ["BCDF-GHJK"]},
        "The code that the command line shows.",
    ),
    "deliveries": (id_schema("dlv"), "The id of the delivery."),
    "erasures": (id_schema(), "The id of what was erased."),
    "errors": (one_of(CATALOG), "The error code."),
    "events": (id_schema("evt"), "The id of the event."),
    "files": (id_schema("file"), "The id of the file."),
    "keys": (id_schema("key"), "The id of the key."),
    "models": ({"type": "string", "examples": ["y0-fast"]}, "The name of a model or snapshot."),
    "networks": (id_schema("net"), "The id of the network."),
    "projects": (id_schema("proj"), "The id of the project."),
    "runs": (id_schema("run"), "The id of the run."),
    "webhooks": (id_schema("wh"), "The id of the webhook."),
}
"""By the segment before it: what a parameter of a path looks like, and what it means."""
_BOUNDS = {"ge": "minimum", "le": "maximum"}
"""Pydantic leaves these names where a validator stands before the bound."""


def parameters(route: Route) -> list[dict[str, Any]]:
    """All of a route's."""
    return [*_path(route), *_query(route), *_headers(route)]


def _path(route: Route) -> list[dict[str, Any]]:
    segments = route.path.split("/")
    return [
        {
            "name": segment[1:-1],
            "in": "path",
            "required": True,
            "description": _PATHS[before][1],
            "schema": _PATHS[before][0],
        }
        for before, segment in pairwise(segments)
        if segment.startswith("{")
    ]


def _query(route: Route) -> list[dict[str, Any]]:
    model: type[BaseModel] = route.query or Query
    schema = model.model_json_schema(ref_template=REF)
    properties = described(model, schema.get("properties", {}))
    return [
        _by_metadata(details)
        if name == METADATA
        else {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "description": details.get("description", ""),
            "schema": _shown(model, name, details),
        }
        for name, details in properties.items()
    ]


def _shown(model: type[BaseModel], name: str, details: dict[str, Any]) -> dict[str, Any]:
    """What a query parameter may be: absent or a value, but never null."""
    if name in ("after", "before") and issubclass(model, PageQuery):
        return id_schema(model.lists)
    choices = [choice for choice in details.get("anyOf", ()) if choice != {"type": "null"}]
    shown = details if not choices else choices[0] if len(choices) == 1 else {"anyOf": choices}
    left_out = ("title", "description")
    return {_BOUNDS.get(key, key): value for key, value in shown.items() if key not in left_out}


def _by_metadata(details: dict[str, Any]) -> dict[str, Any]:
    """`metadata.<key>=value`, any number of them: the properties of an object, spread out."""
    longest = details["propertyNames"]["maxLength"]
    return {
        "name": METADATA,
        "in": "query",
        "required": False,
        "description": "Only entries with this metadata: any number of `metadata.<key>=<value>`.",
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
            description="The API version to use for this request instead of the key's.",
        )
    ]
    if route.takes_idempotency_key:
        headers.append(
            HeaderShape(
                name=idempotency.HEADER,
                schema={"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST},
                description=(
                    "Makes retries safe: for 24 hours, the same request with the same value gets"
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

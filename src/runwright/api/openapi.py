"""The OpenAPI 3.1 document, made from the route table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from runwright.api.parsing import Query, Shape
from runwright.api.router import Access, Route
from runwright.errors import CATALOG
from runwright.trust.scopes import Scope

_REF = "#/components/schemas/{model}"
_EVERY_KEYED = ("invalid_request", "unauthenticated", "rate_limited", "internal", "overloaded")


class ErrorBody(Shape):
    """What went wrong."""

    status: int
    code: str
    message: str
    doc_url: str
    request_id: str
    errors: dict[str, list[str]] | None = None


class ErrorEnvelope(Shape):
    """Every answer that is not a 2xx."""

    error: ErrorBody


def document(routes: Iterable[Route], version: str, base_url: str) -> dict[str, Any]:
    """The whole document."""
    routes = tuple(routes)
    refs, definitions = _schemas(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Runwright",
            "version": version,
            "summary": "Executes tasks and proves what was read and done.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": base_url}],
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": definitions,
        },
    }


def _schemas(routes: tuple[Route, ...]) -> tuple[dict[Any, Any], dict[str, Any]]:
    wanted: dict[tuple[type[BaseModel], Literal["validation", "serialization"]], None] = {}
    for route in routes:
        wanted[(route.answer, "validation")] = None
        if route.body is not None and route.upload is None:
            wanted[(route.body, "validation")] = None
    wanted[(ErrorEnvelope, "validation")] = None
    refs, schema = models_json_schema(list(wanted), ref_template=_REF)
    return dict(refs), schema["$defs"]


def _operation(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.action,
        "summary": route.summary,
        "description": _access(route.scope),
        "tags": [route.action.partition(".")[0]],
        "parameters": [*_path_parameters(route), *_query_parameters(route), *_headers(route)],
        "responses": {
            str(route.status): {
                "description": "Done.",
                "content": _content(route, refs),
            },
            **_problems(route, refs),
        },
    }
    if route.upload is not None:
        operation["requestBody"] = {"required": True, "content": _form(route)}
    elif route.body is not None:
        operation["requestBody"] = {
            "required": route.needs_body,
            "content": _json(refs[(route.body, "validation")]),
        }
    if route.content is not None:
        error = _json(refs[(ErrorEnvelope, "validation")])
        operation["responses"] |= {
            "206": {"description": "A part of it.", "content": _content(route, refs)},
            "416": {"description": "`invalid_request`", "content": error},
        }
    if route.scope is Access.NO_KEY:
        operation["security"] = []
    if isinstance(route.scope, Scope):
        operation["x-scope"] = route.scope.value
    return operation


def _access(scope: Scope | Access) -> str:
    if isinstance(scope, Scope):
        return f"Needs the scope `{scope}`."
    return scope.value.capitalize() + "."


def _content(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    if route.content is not None:
        return {route.content: {"schema": {}}}
    return _json(refs[(route.answer, "validation")])


def _form(route: Route) -> dict[str, Any]:
    """The parts of an upload: the file, and the fields beside it."""
    assert route.upload is not None
    assert route.body is not None
    schema = route.body.model_json_schema(ref_template=_REF)
    # Without a type, as OpenAPI 3.1 has it for bytes: any bytes will do.
    file = {"contentMediaType": "application/octet-stream"}
    schema["properties"] = {route.upload.file: file, **schema["properties"]}
    schema["required"] = [route.upload.file, *schema.get("required", ())]
    encoding = {name: {"contentType": "application/json"} for name in sorted(route.upload.json)}
    return {"multipart/form-data": {"schema": schema, "encoding": encoding}}


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
        for part in route.path.split("/")
        if part.startswith("{")
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    model: type[BaseModel] = route.query or Query
    schema = model.model_json_schema(ref_template=_REF)
    parameters = []
    for name, details in schema.get("properties", {}).items():
        if name == "metadata":
            continue  # given as metadata.<key>, which OpenAPI cannot name
        choices = [choice for choice in details.get("anyOf", ()) if choice != {"type": "null"}]
        shown = choices[0] if choices else details
        shown = {key: value for key, value in shown.items() if key != "title"}
        required = name in schema.get("required", ())
        parameters.append({"name": name, "in": "query", "required": required, "schema": shown})
    return parameters


def _headers(route: Route) -> list[dict[str, Any]]:
    version = {"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}
    headers = [{"name": "Service-Version", "in": "header", "required": False, "schema": version}]
    if route.is_mutation:
        key = {"type": "string", "minLength": 1, "maxLength": 255}
        headers.append(
            {"name": "Idempotency-Key", "in": "header", "required": False, "schema": key}
        )
    return headers


def _problems(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    codes = list(_EVERY_KEYED)
    if isinstance(route.scope, Scope):
        codes.append("scope_denied")
    if route.is_mutation:
        codes.append("already_deleted")
    by_status: dict[str, list[str]] = {}
    for code in dict.fromkeys([*codes, *route.problems]):
        by_status.setdefault(str(CATALOG[code].status), []).append(code)
    return {
        status: {
            "description": ", ".join(f"`{code}`" for code in sorted(names)),
            "content": _json(refs[(ErrorEnvelope, "validation")]),
        }
        for status, names in sorted(by_status.items())
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}

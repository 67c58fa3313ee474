"""The OpenAPI 3.1 document, made from the route table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic import BaseModel

from runwright.api.examples import Example, examples
from runwright.api.fields import (
    COMPONENT,
    SCOPE_NAME,
    SERVICE_VERSION,
    RequestId,
    Uri,
    id_schema,
    one_of,
)
from runwright.api.parameters import parameters
from runwright.api.parsing import Shape
from runwright.api.router import Access, HeaderShape, Route
from runwright.api.samples import samples
from runwright.api.schemas import BINARY, inline, schemas, with_references
from runwright.api.versions import HEADER as VERSION_HEADER
from runwright.errors import CATALOG
from runwright.trust.scopes import Scope

EVENTS = "text/event-stream"
_ANY = "*/*"
_BYTES = "application/octet-stream"
_EVERY_KEYED = ("invalid_request", "unauthenticated", "rate_limited", "internal", "overloaded")
_EVENT = {"description": "Server-sent events, each with `id`, `event` and JSON as `data`."}
"""Without a type: some take the schema of a stream for that of each event in it."""
_COUNT = {"type": "integer", "minimum": 0}
_LEAST_ONE = {"type": "integer", "minimum": 1}


class ErrorBody(Shape):
    """What went wrong."""

    status: int
    """The HTTP status."""
    code: str
    """The error code. Codes never change their meaning."""
    message: str
    """What went wrong, for people. It may change."""
    doc_url: Uri
    """A page about this code."""
    request_id: RequestId
    """The id of this request, as in the audit log and the server's log."""
    errors: dict[str, list[str]] | None = None
    """What is wrong with each field. Only with `invalid_request`."""


class ErrorEnvelope(Shape):
    """The body of every answer that is not a 2xx."""

    error: ErrorBody
    """What went wrong."""


class _Components(NamedTuple):
    """What every operation is made with."""

    refs: dict[type[BaseModel], dict[str, Any]]
    headers: dict[str, HeaderShape]
    """Those that answers carry, as far as they are met."""

    @property
    def envelope(self) -> dict[str, Any]:
        return _json(self.refs[ErrorEnvelope])

    def refer(self, headers: Iterable[HeaderShape]) -> dict[str, Any]:
        """The headers of an answer, each a reference to where it is described."""
        found = {}
        for header in headers:
            place = header.name if header.always else f"{header.name}.optional"
            if self.headers.setdefault(place, header) != header:
                raise ValueError(f"the header {place} is described in two ways")
            found[header.name] = {"$ref": f"#/components/headers/{place}"}
        return found


def document(routes: Iterable[Route], version: str, versions: Iterable[str]) -> dict[str, Any]:
    """The whole document, but for where it is served: that differs from caller to caller."""
    # What is outside `/v1` is the dashboard's own, and no part of the interface.
    routes = tuple(route for route in routes if route.path.startswith("/v1/"))
    refs, definitions = schemas(_models(routes))
    components = _Components(refs, {})
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(components, route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Runwright",
            "version": version,
            "summary": "Answers questions about your records and proves what it read and did.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "headers": {name: _header(header) for name, header in components.headers.items()},
            "schemas": {
                **definitions,
                SCOPE_NAME[COMPONENT]: {**one_of(Scope), "description": "A permission of a key."},
                SERVICE_VERSION[COMPONENT]: {
                    **one_of(versions),
                    "description": "A dated version of the API.",
                },
            },
        },
    }


def served_at(base_url: str, document: dict[str, Any]) -> dict[str, Any]:
    """The document for a caller that reached this server there."""
    return {**document, "servers": [{"url": base_url}]}


def _models(routes: Iterable[Route]) -> Iterable[type[BaseModel]]:
    for route in routes:
        if route.content is None:
            yield route.answer
        if route.body is not None and route.upload is None:
            yield route.body
    yield ErrorEnvelope


def _operation(components: _Components, route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.action,
        "summary": route.summary,
        "description": _access(route.scope),
        "tags": [route.action.partition(".")[0]],
        "parameters": parameters(route),
        "responses": {**_successes(components, route), **_problems(components, route)},
    }
    if route.upload is not None:
        operation["requestBody"] = {"required": True, "content": _form(route)}
    elif route.body is not None:
        operation["requestBody"] = {
            "required": route.needs_body,
            "content": _json(components.refs[route.body]),
        }
    if route.scope is Access.NO_KEY:
        operation["security"] = []
    if isinstance(route.scope, Scope):
        operation["x-scope"] = route.scope.value
    example = examples().get(route.action)
    if example is not None:
        _show(operation, example, str(route.status))
        operation["x-codeSamples"] = samples(route, example)
    return operation


def _show(operation: dict[str, Any], example: Example, status: str) -> None:
    """Put an example where the parameters, the body and the answer are described."""
    given = {**example.path, **example.query}
    for parameter in operation["parameters"]:
        if parameter["name"] in given:
            parameter["example"] = given[parameter["name"]]
    bodies = operation.get("requestBody", {}).get("content", {})
    if example.body is not None and "application/json" in bodies:
        bodies["application/json"] = {**bodies["application/json"], "example": example.body}
    answers = operation["responses"][status]["content"]
    if example.answer is not None:
        media = next(iter(answers))
        answers[media] = {**answers[media], "example": example.answer}


def _access(scope: Scope | Access) -> str:
    if isinstance(scope, Scope):
        return f"Needs the scope `{scope}`."
    return scope.value.capitalize() + "."


# Answers -----------------------------------------------------------------------------------------


def _successes(components: _Components, route: Route) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "description": "Done.",
        "headers": components.refer([*_every_success(route), *route.response_headers]),
        "content": _content(components, route),
    }
    if route.content != _ANY:
        return {str(route.status): shown}
    headers = {**shown["headers"], **components.refer([_CONTENT_RANGE])}
    return {
        str(route.status): shown,
        "206": {**shown, "description": "The requested part.", "headers": headers},
    }


def _every_success(route: Route) -> list[HeaderShape]:
    headers = [_REQUEST_ID, _VERSION, *_RATE]
    return [*headers, _REPLAYED] if route.takes_idempotency_key else headers


_REQUEST_ID = HeaderShape(
    name="Request-Id",
    schema=id_schema("req"),
    description="The id of this request, as in the audit log and the server's log.",
    always=True,
)
_VERSION = HeaderShape(
    name=VERSION_HEADER,
    schema=SERVICE_VERSION,
    description="The API version of this answer.",
    always=True,
)
_RATE = (
    HeaderShape(
        name="X-RateLimit-Limit",
        schema=_LEAST_ONE,
        description="How many requests the key may make per minute.",
        always=True,
    ),
    HeaderShape(
        name="X-RateLimit-Remaining",
        schema=_COUNT,
        description="How many requests are left right now.",
        always=True,
    ),
    HeaderShape(
        name="X-RateLimit-Reset",
        schema=_COUNT,
        description="Seconds until the full limit is available again.",
        always=True,
    ),
)
_REPLAYED = HeaderShape(
    name="Idempotent-Replayed",
    schema=one_of(["true"]),
    description="Present on the stored answer to an earlier request with the same key.",
)
_CONTENT_RANGE = HeaderShape(
    name="Content-Range",
    schema={"type": "string", "pattern": r"^bytes ([0-9]+-[0-9]+|\*)/[0-9]+$"},
    description="Which bytes these are, and the total size.",
    always=True,
)
_RETRY_AFTER = HeaderShape(
    name="Retry-After", schema=_LEAST_ONE, description="Seconds to wait.", always=True
)
_OF_PROBLEMS = {
    "401": (
        HeaderShape(
            name="WWW-Authenticate",
            schema={"type": "string"},
            description="How to authenticate.",
            always=True,
        ),
    ),
    "416": (_CONTENT_RANGE,),
    "429": (_RETRY_AFTER,),
    "503": (_RETRY_AFTER,),
}


def _header(header: HeaderShape) -> dict[str, Any]:
    return {
        "description": header.description,
        "required": header.always,
        "schema": with_references(header.schema),
    }


def _content(components: _Components, route: Route) -> dict[str, Any]:
    if route.content is None:
        return _json(components.refs[route.answer])
    if route.content == _ANY:
        # A file comes under its own media type. Clients that are generated know bytes by the
        # name of the first.
        return {_BYTES: {"schema": BINARY}, _ANY: {"schema": BINARY}}
    return {route.content: {"schema": _EVENT}}


def _problems(components: _Components, route: Route) -> dict[str, Any]:
    codes = list(_EVERY_KEYED)
    if isinstance(route.scope, Scope):
        codes.append("scope_denied")
    if route.takes_idempotency_key:
        codes.append("already_deleted")
    by_status: dict[str, list[str]] = {}
    for code in dict.fromkeys([*codes, *route.problems]):
        by_status.setdefault(str(CATALOG[code].status), []).append(code)
    if route.content == _ANY:
        by_status["416"] = ["invalid_request"]
    return {
        status: {
            "description": ", ".join(f"`{code}`" for code in sorted(names)),
            "headers": components.refer([_REQUEST_ID, *_OF_PROBLEMS.get(status, ())]),
            "content": components.envelope,
        }
        for status, names in sorted(by_status.items())
    }


# Bodies ------------------------------------------------------------------------------------------


def _form(route: Route) -> dict[str, Any]:
    """The parts of an upload: the file, and the fields beside it."""
    if route.upload is None or route.body is None:
        raise ValueError(f"{route.method} {route.path} takes no upload")
    schema = inline(route.body)
    del schema["title"]  # it names the fields alone
    file = {**BINARY, "description": "The file. Its type is detected from the content."}
    schema["properties"] = {route.upload.file: file, **schema["properties"]}
    schema["required"] = [route.upload.file, *schema.get("required", ())]
    encoding = {name: {"contentType": "application/json"} for name in sorted(route.upload.json)}
    return {"multipart/form-data": {"schema": schema, "encoding": encoding}}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
